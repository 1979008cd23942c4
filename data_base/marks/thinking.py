"""Takes reasoning blocks out of a reply; what a model thinks aloud is no verdict."""

import re
from collections.abc import Iterable

_NAME = (
    r"(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|cot|chain[_-]of[_-]thought|deliberation"
    r"|(?:inner|internal)[_-](?:thoughts?|monologue|reasoning)|(?:thought|thinking|reasoning)[_-]process"
    r"|思考(?:[过過]程)?|размышлени[ея]|мысли)"
)
# In angle brackets in most models' replies; [THINK] and the triangles are Mistral's and Kimi's, the channels
# those of gpt-oss.
_TAG = re.compile(
    rf"<\s*(?P<close>/?)\s*(?:\w{{1,20}}:)?(?i:{_NAME})(?:\s[^<>\n]{{0,80}})?>"
    r"|\[(?P<close_mark>/?)(?i:THINK(?:ING)?)\]|◁(?P<close_triangle>/?)think▷"
    r"|<\|(?:begin_of_thought|START_THINKING)\|>|(?P<end><\|(?:end_of_thought|END_THINKING)\|>)"
    r"|<details\b[^<>]{0,200}\breasoning\b[^<>]{0,200}>|(?P<folded></details>)"
    r"|(?P<final><\|channel\|>\s*final\b[^<>\n]{0,80}(?:<\|constrain\|>\s*\w{0,20}\s*)?<\|message\|>)|<\|channel\|>\s*(?:analysis|commentary)\b"
)

_CLOSING = ("close", "close_mark", "close_triangle", "final", "end", "folded")
_CODE = re.compile(r"`[^`\n]{1,100}`")


def spoken(answer: str) -> str:
    """An answer without its thinking, as :func:`without_thinking`; a tag in backticks stays."""
    if not mentions_thinking(answer):
        return answer
    return without_thinking(answer, [code.span() for code in _CODE.finditer(answer)])


def without_thinking(text: str, quoted: Iterable[tuple[int, int]] = ()) -> str:
    """Drop ``<think>…</think>`` blocks, an unclosed block to the end, and all before a lone closing tag.

    Args:
        text: the reply.
        quoted: spans of complete JSON objects; a tag inside one is part of a string and stays.
    """
    spans = list(quoted)
    kept: list[str] = []
    open_at: int | None = None
    position = 0
    for tag in _TAG.finditer(text):
        if any(start < tag.start() < end for start, end in spans):
            continue
        if tag["folded"] and open_at is None:
            continue
        if any(map(tag.group, _CLOSING)):
            if open_at is None:
                kept.clear()
            open_at, position = None, tag.end()
        elif open_at is None:
            kept.append(text[position : tag.start()])
            open_at = tag.start()
    if open_at is None:
        kept.append(text[position:])
    return "".join(kept)


def mentions_thinking(text: str) -> bool:
    """Whether any reasoning tag is in the text."""
    return _TAG.search(text) is not None
