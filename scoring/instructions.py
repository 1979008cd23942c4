"""Text that speaks to its judge instead of stating anything: orders, forged marks, verdicts, hidden parts.

Such text claims nothing about the world, so that nothing in it is borne out or refuted. It is recognised by
its form alone; what is left is read as before.
"""

from __future__ import annotations

import base64
import binascii
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from data_base.text.folding import fold
from data_base.text.sentences import sentence_spans
from scoring.instruction_words import CORRECTION, ORDER, SCORE_LINE, VERDICT_KEY
from scoring.mentions import mentions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Span = tuple[int, int]

# Zero-width, direction and tag characters: readers see none of them, and no word of the four languages
# needs one.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LATIN, _CYRILLIC = re.compile("[a-z]"), re.compile("[\u0400-\u04ff\u0370-\u03ff]")
_LOOKALIKES = ("авсекморртухіѕјԁԛԝνοαρτ", "abcekmopptyxisjdqwvoapt")
_TO_LATIN = str.maketrans(*_LOOKALIKES)
_TO_CYRILLIC = str.maketrans("aceopxykmtbh", "асеорхукмтвн")

_CODE_FENCE = r"(?:```|~~~)"
_ROLES = r"(?:system|assistant|developer|user|human|judge|evaluator|instructions?|admin|prompt|override)"
_HIDING = (
    r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0|\bhidden\b|"
    r"color\s*:\s*(?:white|#fff\b|#ffffff|transparent))"
)
# What is taken out whole, with all that stands in it. Each repetition is bounded: any text is read in time.
_HIDDEN = re.compile(
    r"<!--.{0,4000}?(?:-->|\Z)|"
    rf"<(?P<tag>\w{{1,12}})\b[^<>]{{0,300}}{_HIDING}[^<>]{{0,300}}>.{{0,4000}}?(?:</(?P=tag)\s*>|\Z)|"
    r"<(?P<code>script|style|template|noscript|iframe)\b[^<>]{0,300}>.{0,4000}?(?:</(?P=code)\s*>|\Z)|"
    rf"<(?P<role>{_ROLES})\s*>.{{0,4000}}?</(?P=role)\s*>|"
    r"<\|(?:im_start|start_header_id|system|assistant|user)\|>.{0,4000}?(?:<\|(?:im_end|eot_id|end)\|>|\Z)|"
    r"\[INST\].{0,4000}?(?:\[/INST\]|\Z)|<<SYS>>.{0,4000}?(?:<</SYS>>|\Z)|"
    r"<start_of_turn>.{0,4000}?(?:<end_of_turn>|\Z)|"
    r"^\[(?://|comment)\]:\s*#[^\n]{0,2000}$|!\[[^\]\n]{0,500}\]\([^)\n]{0,500}\)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_MARKS = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|\[/?INST\]|<</?SYS>>|</?(?:start|end)_of_turn>|</?s>|</?think>|"
    rf"</?{_ROLES}\s*>|[<＜]{{2,4}}[^<>＜＞\n]{{1,120}}[>＞]{{2,4}}|-{{3,}}\s?(?:end|begin)\b[^\n]{{0,40}}-{{3,}}",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    rf"(?:{_CODE_FENCE}\w{{0,10}}\s*)?\{{[^{{}}]{{0,3000}}(?:\{{[^{{}}]{{0,1000}}\}}[^{{}}]{{0,1000}}){{0,20}}\}}"
    rf"(?:\s*{_CODE_FENCE})?"
)
_CODED = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,}={0,2}(?![A-Za-z0-9+/=])")
_READABLE = 0.9
_ROLE_LINE = re.compile(
    rf"^\W{{0,6}}(?:{_ROLES}|系統|系统|評審|评审|使用者|用户|助理|助手|система|ассистент|пользователь|судья)"
    r"(?: (?:message|prompt|notice)|訊息|消息|提示)?\W{0,4}[:：\]]",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_CLAUSE = re.compile(r"[,;:—，；：]\s*")
_HIGHEST_SCORE = 10
# A list of scores has at least two; one line alone may well state a measurement.
_VERDICT_LINES = 2


def without_instructions(text: str) -> str:
    """An answer without what only speaks to its judge.

    A clause that states a figure of its own stays, however the sentence begins: "ignore the passages, it was
    999 MW" claims 999 MW.
    """
    return _cleaned(text, is_passage=False)


def passage_statements(text: str) -> str:
    """A passage without what only speaks to its reader.

    Once it has turned against the other passages, what it offers as the correct value instead is no evidence
    either, up to the end of the paragraph.
    """
    return _cleaned(text, is_passage=True)


def _cleaned(text: str, *, is_passage: bool) -> str:
    shown = _INVISIBLE.sub("", text) if not text.isascii() else text
    view = _view(shown)
    if ("<" in view or "[" in view or "{" in view or "＜" in view) or _CODED.search(shown):
        shown = _cut(shown, _blocks(shown, view, is_passage=is_passage))
        view = _view(shown)
    if not ORDER.search(view) and not SCORE_LINE.search(view):
        return shown
    return _cut(shown, _spoken(shown, view, is_passage=is_passage))


def _view(text: str) -> str:
    """A copy in which every character has kept its place: lower case, one width, words in one script."""
    low = fold(text).low
    if low.isascii():
        return low
    return _WORD.sub(lambda match: _one_script(match[0]), low)


def _one_script(word: str) -> str:
    """A word mixed of letters that look alike, in the script of most of them."""
    latin, other = len(_LATIN.findall(word)), len(_CYRILLIC.findall(word))
    if not latin or not other:
        return word
    return word.translate(_TO_LATIN if latin >= other else _TO_CYRILLIC)


def _blocks(text: str, view: str, *, is_passage: bool) -> Iterator[Span]:
    for match in _HIDDEN.finditer(view):
        # A reader sees what stands between role marks: what it states is the answer's own claim.
        unseen = match[0].startswith(("<!--", "![")) or match["tag"] or match["code"]
        if is_passage or unseen or not _states_figure(text[slice(*match.span())]):
            yield match.span()
    yield from (match.span() for match in _MARKS.finditer(view))
    yield from (match.span() for match in _OBJECT.finditer(view) if VERDICT_KEY.search(match[0]))
    yield from (match.span() for match in _CODED.finditer(text) if _hides_text(match[0]))


def _hides_text(coded: str) -> bool:
    """Whether a run of letters is base64 of readable text."""
    plain = coded.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return False
    return sum(map(_is_readable, text)) >= len(text) * _READABLE


def _is_readable(char: str) -> bool:
    return char.isprintable() or char.isspace()


def _spoken(text: str, view: str, *, is_passage: bool) -> Iterator[Span]:
    """Sentences that are orders, flattery or scores; in passages also the corrections behind them."""
    lines = [match.span() for match in SCORE_LINE.finditer(view)]
    if len(lines) >= _VERDICT_LINES:
        yield from lines
    breaks = [match.start() for match in _PARAGRAPH.finditer(text)]
    turned_until = -1
    for start, end in sentence_spans(text):
        said = view[start:end]
        if ORDER.search(said):
            turned_until = next((place for place in breaks if place >= end), len(text))
            yield from [(start, end)] if is_passage else _but_figures(text, start, end)
        elif start < turned_until and ((is_passage and CORRECTION.search(said)) or _ROLE_LINE.match(said)):
            yield start, end


def _but_figures(text: str, start: int, end: int) -> Iterator[Span]:
    """The clauses of a sentence that state no figure but a score."""
    edges = [start, *(match.end() for match in _CLAUSE.finditer(text, start, end)), end]
    for first, last in pairwise(edges):
        if ORDER.search(_view(text[first:last])) or not _states_figure(text[first:last]):
            yield first, last


def _states_figure(text: str) -> bool:
    return any(
        mention.date is not None
        or (mention.figure is not None and abs(mention.figure.value) > _HIGHEST_SCORE)
        for mention in mentions(text)
        if mention.raw.strip("% ") != "100"
    )


def _cut(text: str, spans: Iterable[Span]) -> str:
    """The text without these spans; a line break stands where one was taken out."""
    pieces: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if start >= position:
            pieces.append(text[position:start].rstrip(" \t"))
            position = end
        position = max(position, end)
    if not pieces:
        return text
    return "\n".join([*(piece for piece in pieces if piece.strip()), text[position:].lstrip(" \t")]).strip(
        "\n"
    )
