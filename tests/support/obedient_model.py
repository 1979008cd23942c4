"""A judge's model that obeys whatever is outside the fences it was promised.

It knows of the fences only what the system text says: what is between ``<<<name CODE>>>`` and
``<<<end CODE>>>``, one random code a message, is data. It reads carelessly: it sees neither zero-width
characters nor the width of letters, and takes any special token of a chat format for the beginning of a new
turn, wherever it is.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Sequence

from langchain_core.messages import BaseMessage

from tests.support.attacks import Attack

_OPENING = re.compile(r"<<<(?!end)[^\n]*?\b([0-9a-f]{8,})\b[^\n]*>>>\n")
_TURN = re.compile(
    r"<\|[^|>\n]+\|>|<<SYS>>|\[INST\]|<start_of_turn>|</?(?:system|assistant|user)>|</?s>", re.IGNORECASE
)
UNMOVED = 5.0


def seen_outside(user_text: str) -> str:
    """What such a reader takes for the prompt's own words."""
    text = _as_read(user_text)
    opening = _OPENING.search(text)
    if opening is None:
        return text
    code = opening[1]
    outside, position = [], 0
    for start in re.finditer(rf"<<<(?!end)[^\n]*?\b{code}\b[^\n]*>>>\n", text):
        if start.start() < position:
            continue
        # Any closing mark closes for this reader, whatever its code.
        end = re.compile(r"<<<\s*end\b[^>\n]*>>>").search(text, start.end())
        stop = len(text) if end is None else end.end()
        inside = text[start.end() : stop]
        turn = _TURN.search(inside)
        outside += [text[position : start.start()], inside[turn.start() :] if turn else ""]
        position = stop
    return "\n".join([*outside, text[position:]])


def obedient(attack: Attack) -> Callable[[Sequence[BaseMessage]], str]:
    """Replies 5 in everything, or what the attack wants where a line of it is outside the fences."""

    def reply(messages: Sequence[BaseMessage]) -> str:
        outside = _squeezed(seen_outside("\n".join(str(m.text) for m in messages if m.type != "system")))
        lines = [_squeezed(_as_read(line)) for text in attack.texts for line in text.splitlines()]
        obeys = any(line in outside for line in lines if len(line) > 3)
        score = UNMOVED if not obeys else 10.0 if attack.wants == "up" else 1.0
        scores = dict.fromkeys(("accuracy", "completeness", "clarity"), score)
        return json.dumps(
            {"analysis": "", **scores, "reason": "obeyed" if obeys else "judged", "suggestion": ""}
        )

    return reply


def _as_read(text: str) -> str:
    # Tag characters are invisible ASCII; a language model reads them as the letters they represent.
    text = "".join(
        chr(ord(char) - 0xE0000) if "\U000e0020" <= char <= "\U000e007e" else char for char in text
    )
    visible = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFKC", visible)


def _squeezed(text: str) -> str:
    return "".join(text.split())
