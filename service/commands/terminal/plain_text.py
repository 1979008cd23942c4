"""Text from outside as a terminal may show it."""

from rich.text import Text

# What could move a terminal's cursor or turn text around; line breaks and tabs stay.
_UNSEEN = dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd"
)


def plain(text: str, *, style: str = "") -> Text:
    """The text without any markup of rich's, and with U+FFFD for every control character."""
    return Text(text.translate(_UNSEEN), style=style)
