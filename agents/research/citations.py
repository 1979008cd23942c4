"""Citations: from the marks a model writes to passages, and whether each passage supports its sentence."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agents.claims.cited_together import cited_together
from data_base.marks.citation_marks import NUMBER, ROUND, SEPARATOR, plain_marks, strip_citations
from data_base.schemas.answer import Answer, Citation, CitationVerdict
from data_base.schemas.judgement import ClaimVerdict, Issue
from data_base.schemas.passage import Passage
from data_base.text.normalise import squeeze
from data_base.text.sentences import sentence_spans
from data_base.text_cache import reading
from scoring.abstention import abstains
from scoring.embedded.answer import claims_of
from scoring.grounding import GroundingVerdict, check_claim

_OPEN, _CLOSE = "[［【〔", "]］】〕"
_NUMBER = re.compile(NUMBER)
_ID_LIKE = re.compile(r"\S+#\S*\d")
# An id of a file whose name contains spaces: "annual report.pdf#p3.2", "field notes.md#4".
_SPACED_ID = re.compile(r"[^#]+\.\w{1,8}#(?:p\d+\.)?\d+")
# "[report.md#4](https://x.example)" is mark and target.
_TARGET = r"(?:\((?P<target>[^()\s]{1,600}(?:\([^()\s]{0,80}\)[^()\s]{0,80})?)\))?"
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_WORD = re.compile(r"\w")
_LONGEST_RANGE = 20
_SHORT = "[0]"
_SPACE_BEFORE_STOP = re.compile(r"(?<![ \t])[ \t]++(?=[.,;:!?，。；：！？、])")


# A line that is all heading: "## Costs", "**Costs:**", a table's row of words.
_HEADING = re.compile(r"\s*(?:#{1,6}\s|(?:\*\*|__)[^*_]+(?:\*\*|__)[:：]?\s*$|\|[^\d]*$)")
_VERDICTS: Mapping[ClaimVerdict | GroundingVerdict, CitationVerdict] = {
    "supported": "supported",
    "unsupported": "unsupported",
    "contradicted": "unsupported",
    "undecidable": "undecidable",
}
_WORST_FIRST: tuple[CitationVerdict, ...] = ("unsupported", "undecidable", "supported")


@dataclass(frozen=True, slots=True)
class CitedText:
    """A text whose marks are passage ids."""

    text: str
    """The text; every mark names one passage that exists."""
    citations: tuple[Citation, ...]
    """Every citation in order, those of passages that do not exist included."""
    uncited: tuple[str, ...] = ()
    """Sentences that state a fact and carry no mark at all, in order."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A citation mark: where it is, and what it names, existing or not."""

    start: int
    end: int
    names: tuple[str, ...]
    text: str = ""
    """What a link says, which stays."""


@reading()
def cite(draft: str, passages: Sequence[Passage], *, question: str | None = None) -> CitedText:
    """Turn a model's marks into passage ids and check each.

    Read as marks are passage numbers and ids in square brackets of any width, alone, in lists and ranges:
    ``[1]``, ``[1, 2]``, ``[1-3]``, ``【1】``, ``［1］``, ``[report.pdf#p3.2]``; in round brackets with a
    word for a passage, ``(passage 1)``; raised, ``<sup>1</sup>``; as links, ``[1](https://…)``, whose target
    goes. A mark that names no passage is taken out of the text and kept as a citation that fails, and so is
    the target of any other link, unless a passage contains it.

    Args:
        draft: the text as the model wrote it.
        passages: what it was shown, in the order it was numbered from 1.
        question: helps to read a short sentence ("4.2 million."), None where there is none.
    """
    by_id = {passage.id: passage for passage in passages}
    draft = plain_marks(draft)
    marks = list(_marks(draft, passages))
    found = _sentences(draft, marks)
    citations = [
        citation
        for sentence, names in found
        if names
        for citation in _checked(sentence, names, by_id, question)
    ]
    uncited = [sentence for sentence, names in found if not names and _states_a_fact(sentence)]
    return CitedText(_with_ids(draft, marks, by_id), tuple(citations), tuple(uncited))


def with_judgement(answer: Answer, issues: Sequence[Issue]) -> Answer:
    """The answer, its citations marked with what the judge said of their sentences.

    An issue speaks of a sentence if one of the two contains the other's words. Of several the worst counts.
    """
    said = [(squeeze(strip_citations(issue.claim)), _VERDICTS.get(issue.verdict)) for issue in issues]

    def marked(citation: Citation) -> Citation:
        sentence = squeeze(citation.sentence)
        verdicts = {
            verdict
            for claim, verdict in said
            if verdict and claim and (claim in sentence or sentence in claim)
        }
        worst = next((verdict for verdict in _WORST_FIRST if verdict in verdicts), None)
        return citation.model_copy(update={"judged": worst})

    return answer.model_copy(update={"citations": tuple(marked(citation) for citation in answer.citations)})


def _states_a_fact(sentence: str) -> bool:
    """Whether the sentence says something that a passage can support; headings and questions do not."""
    if _HEADING.match(sentence) or sentence.rstrip().endswith(("?", "？", ":", "：")) or abstains(sentence):
        return False
    return any(claim.kind == "fact" for claim in claims_of(sentence))


def _marks(draft: str, passages: Sequence[Passage]) -> Iterator[_Mark]:
    ids = sorted((passage.id for passage in passages), key=len, reverse=True)
    exact = "|".join(map(re.escape, ids)) or r"(?!)"
    inside = rf"(?P<id>{exact})|(?P<list>[^{re.escape(_OPEN + _CLOSE)}\n]{{1,200}})"
    pattern = rf"(?:[{re.escape(_OPEN)}]\s*(?:{inside})\s*[{re.escape(_CLOSE)}]|{ROUND}){_TARGET}"
    code, known = [match.span() for match in _CODE.finditer(draft)], [passage.id for passage in passages]
    for match in re.finditer(pattern, draft):
        if _is_index(draft, match.start(), code):
            continue
        listed = match["list"] or match["round"]
        names = (match["id"],) if match["id"] else _names(listed, known)
        target = match["target"]
        if names:
            yield _Mark(match.start(), match.end(), names)
        elif target and draft[match.start() - 1 : match.start()] != "!" and not _contained(target, passages):
            yield _Mark(match.start(), match.end(), (target,), listed.strip())


def _contained(target: str, passages: Sequence[Passage]) -> bool:
    return any(target in text for each in passages for text in (each.text, each.id, each.doc_id or ""))


def _is_index(draft: str, place: int, code: Sequence[tuple[int, int]]) -> bool:
    """Whether the bracket belongs to code such as ``rows[1]``: in backticks, right behind a letter."""
    behind_letter = place > 0 and (draft[place - 1].isalnum() or draft[place - 1] == "_")
    before = bisect_left(code, (place,)) - 1
    return behind_letter and before >= 0 and place < code[before][1]


def _names(listed: str, ids: Sequence[str]) -> tuple[str, ...]:
    """The passages that a mark's inside names; empty if it is no citation mark but a text in brackets."""
    if names := _listed(listed, ids):
        return names
    return (listed.strip(),) if _SPACED_ID.fullmatch(listed.strip()) else ()


def _listed(listed: str, ids: Sequence[str]) -> tuple[str, ...]:
    """As :func:`_names`, of a list of numbers and ids."""
    names: list[str] = []
    for item in SEPARATOR.split(listed.strip()):
        number = _NUMBER.fullmatch(item)
        if number:
            names += _numbered(int(number["first"]), int(number["last"] or number["first"]), ids)
        elif item in ids or _ID_LIKE.fullmatch(item):
            names.append(item)
        elif _SPACED_ID.fullmatch(item):
            names.append(next((known for known in ids if item.endswith(f" {known}")), item))
        else:
            return ()
    return tuple(dict.fromkeys(names))


def _numbered(first: int, last: int, ids: Sequence[str]) -> list[str]:
    """Ids of passages by number; a number that no passage has stands for itself."""
    if not first <= last < first + _LONGEST_RANGE:
        return [f"{first}-{last}"]
    return [ids[n - 1] if 1 <= n <= len(ids) else str(n) for n in range(first, last + 1)]


def _sentences(draft: str, marks: Sequence[_Mark]) -> list[tuple[str, tuple[str, ...]]]:
    """Every sentence without its marks, with what they name.

    Sentences are cut where each mark is a short ``[0]``, which the cutter keeps with its sentence. A mark
    that is alone belongs to the sentence before it, or else to the first one.
    """
    text, places = _with_short_marks(draft, marks)
    spans = sentence_spans(text)
    inside = (places[bisect_left(places, a) : bisect_left(places, b)] for a, b in spans)
    bare = [
        _without(text[a:b], [place - a for place in there])
        for (a, b), there in zip(spans, inside, strict=True)
    ]
    owners = [n for n, sentence in enumerate(bare) if _WORD.search(sentence)]
    starts = [spans[n][0] for n in owners]
    cited: dict[int, list[str]] = {}
    for place, mark in zip(places, marks, strict=True):
        if owners:
            owner = owners[max(bisect_right(starts, place) - 1, 0)]
            cited.setdefault(owner, []).extend(mark.names)
    return [(bare[owner], tuple(dict.fromkeys(cited.get(owner, ())))) for owner in owners]


def _with_short_marks(draft: str, marks: Sequence[_Mark]) -> tuple[str, list[int]]:
    parts, places, length, done = list[str](), list[int](), 0, 0
    for mark in marks:
        length += mark.start - done + len(mark.text)
        places.append(length)
        parts += [draft[done : mark.start], mark.text, _SHORT]
        length, done = length + len(_SHORT), mark.end
    return "".join([*parts, draft[done:]]), places


def _without(sentence: str, places: Sequence[int]) -> str:
    ends = [0, *(place + len(_SHORT) for place in places)]
    kept = "".join(sentence[end:place] for end, place in zip(ends, [*places, len(sentence)], strict=True))
    return _SPACE_BEFORE_STOP.sub("", kept).strip()


def _with_ids(draft: str, marks: Sequence[_Mark], by_id: Mapping[str, Passage]) -> str:
    """The draft with ids for marks; a mark that names nothing goes with the space before it."""
    parts, done = list[str](), 0
    for mark in marks:
        before, done = draft[done : mark.start] + mark.text, mark.end
        known = "".join(f"[{name}]" for name in mark.names if name in by_id)
        parts.append(before + known if known else before.rstrip(" \t"))
    return "".join([*parts, draft[done:]])


def _checked(
    sentence: str, names: Sequence[str], by_id: Mapping[str, Passage], question: str | None
) -> Iterator[Citation]:
    """A sentence's citations, each with its verdict."""
    cited = [by_id[name] for name in names if name in by_id]

    def verdict_of(numbers: Sequence[int]) -> CitationVerdict:
        return _verdict(sentence, [cited[n] for n in numbers], question)

    verdicts = cited_together(
        len(cited),
        verdict_of,
        supported="supported",
        undecidable="undecidable",
        superfluous="undecidable",
    )
    said = {passage.id: verdict for passage, verdict in zip(cited, verdicts, strict=True)}
    for name in names:
        passage = by_id.get(name)
        yield Citation(
            sentence=sentence,
            passage_id=name,
            doc_id=passage and passage.doc_id,
            page=passage and passage.page,
            verdict=said.get(name, "unsupported"),
        )


def _verdict(sentence: str, passages: Sequence[Passage], question: str | None) -> CitationVerdict:
    """Whether the passages support the sentence; what a sentence says is missing no passage can support."""
    if abstains(sentence):
        return "undecidable"
    return _VERDICTS[check_claim(sentence, [item.text for item in passages], question=question).verdict]
