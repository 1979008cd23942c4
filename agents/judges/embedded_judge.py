"""The embedded judge: a request in, a judgement out, by a program that reads words and figures."""

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from agents.calls.estimate import CallEstimate
from agents.judges.blocked_sources import citation_of
from agents.judges.key_points import unless_blocked
from agents.judges.passage_choice import DEFAULT_TOKEN_BUDGET, PassageChoice, choose_passages
from agents.judges.settings import EvaluatorSettings
from agents.models.registry import EMBEDDED
from data_base.computing import computed
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.marks.citation_marks import strip_citations
from data_base.marks.source_list import without_source_list
from data_base.schemas.judgement import (
    EvidenceCheck,
    FailedJudgement,
    FigureNotInPassages,
    Issue,
    JudgementTrace,
    ScoredJudgement,
)
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.text.language import Language, detect_language
from data_base.text_cache import reading
from scoring.abstention import abstains
from scoring.embedded.verdict import EmbeddedVerdict, FoundIssue, judge_answer
from scoring.embedded.wording import say
from scoring.figure_search import is_stated
from scoring.key_points import by_key_points, find_key_points
from scoring.reference_answer import judge_with_reference
from scoring.values.mentions import mentions

_log = module_logger(__name__)
_MOST_ISSUES, _QUOTED = 12, 300


class EmbeddedJudge:
    """Judges without a model, the same every time; implements :class:`data_base.schemas.protocols.Judge`.

    It knows nothing: an answer without any documents, shared passages, reference answer or key points, which
    together stand for one, gets a failed judgement. Completeness follows from the key points where there
    are any. ``decided_share`` reports how much words and figures could decide.
    """

    def __init__(
        self, settings: EvaluatorSettings | None = None, *, failure_level: int = logging.ERROR
    ) -> None:
        """Bind the settings.

        Args:
            settings: how to judge; of these it follows the language and the limits on passages.
            failure_level: at which a judgement that failed is logged.

        Raises:
            InputError: the settings bring a prompt, a rubric or a date, which it does not read.
        """
        self._settings = settings or EvaluatorSettings()
        self._failure_level = failure_level
        self._missed_documents = False
        if self._settings.prompt_file or self._settings.rubric or self._settings.dimensions:
            raise InputError(
                "the embedded judge has fixed rules and reads no prompt, rubric or dimension of your own; "
                "leave these out of the settings, or name another judge"
            )
        if self._settings.as_of:
            raise InputError(
                "the embedded judge knows nothing beyond the documents, whatever the date; "
                "leave as_of (--as-of) out, or name another judge"
            )

    async def estimate(self, request: JudgeRequest) -> CallEstimate:  # noqa: ARG002  (as every judge's)
        """Nothing: no model is asked."""
        return CallEstimate()

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer; without documents, or where the program breaks, the judgement is failed."""
        # A short Chinese question may be the same in both scripts.
        around = "".join([request.answer, *(passage.text for passage in request.passages)])
        language = self._settings.language or detect_language(request.question, context=around)
        seen = request.reference_answer is not None
        trace = JudgementTrace(mode=request.mode, model_id=EMBEDDED, reference_seen=seen)
        asked = any(not point.is_penalty for point in request.key_points)
        if request.mode == "no_documents" and not seen and not asked:
            return self._without_documents(trace, say("no_documents", language))
        choose = partial(
            choose_passages,
            request.question,
            without_source_list(request.answer),
            request.passages,
            numbers=request.numbers,
            limit=self._settings.passage_limit,
            token_budget=self._settings.token_budget or DEFAULT_TOKEN_BUDGET,
        )
        choice = await computed(choose)
        ids = {"passages_shown": choice.ids, "passages_left_out": choice.ids_left_out}
        trace = trace.model_copy(update=ids)
        started = time.perf_counter()
        try:
            # An answer of book's length takes seconds: other work on the loop must go on.
            judgement = await computed(partial(_judged, request, choice, trace, language))
        except Exception as error:  # noqa: BLE001  (a fault of the program says nothing of the answer)
            _log.exception("the embedded judge broke on an answer")
            return self._failed(trace, f"the embedded judge broke: {type(error).__name__}: {error}")
        took = judgement.trace.model_copy(update={"latency_ms": (time.perf_counter() - started) * 1000})
        return judgement.model_copy(update={"trace": took})

    def _without_documents(self, trace: JudgementTrace, reason: str) -> FailedJudgement:
        """A file without documents has none for any of its answers: that is logged once."""
        if not self._missed_documents:
            self._missed_documents = True
            _log.log(self._failure_level, "no judgement: %s", say("no_documents", "en"))
        return FailedJudgement(trace=trace, error=reason)

    def _failed(self, trace: JudgementTrace, reason: str) -> FailedJudgement:
        _log.log(self._failure_level, "no judgement: %s", reason)
        return FailedJudgement(trace=trace, error=reason)


@reading()
def _judged(
    request: JudgeRequest, choice: PassageChoice, trace: JudgementTrace, language: Language
) -> ScoredJudgement:
    question, reference = request.question, request.reference_answer
    if reference is None and not choice.shown and request.key_points:
        reference = "\n".join(point.text for point in request.key_points if not point.is_penalty) or None
    answer = strip_citations(without_source_list(request.answer), request.by_number.values())
    texts = [passage.text for passage in choice.shown]
    if reference is None:
        verdict = judge_answer(question, answer, texts, language=language)
    else:
        verdict = judge_with_reference(question, answer, texts, reference, language=language)
    if abstains(answer):
        verdict = replace(verdict, answered="no")
    found = find_key_points(request.key_points, question, answer, declines=verdict.answered == "no")
    points = tuple(_with_citation(point, request) for point in found)
    return _scored(by_key_points(verdict, points, question), choice, trace, language).with_key_points(points)


def _with_citation(point: KeyPointFinding, request: JudgeRequest) -> KeyPointFinding:
    """The finding with what the answer cites for it, where some sources may not be used."""
    if not request.blocked or not point.words:
        return point
    citation = citation_of(point.text, request.answer)
    return unless_blocked(point.model_copy(update={"citation": citation}), request, citation or "")


def _scored(
    verdict: EmbeddedVerdict, choice: PassageChoice, trace: JudgementTrace, language: Language
) -> ScoredJudgement:
    issues = tuple(_issue(issue, choice.shown) for issue in verdict.issues[:_MOST_ISSUES])
    found = (each for each in verdict.unfound if not _are_stated(each[0], [p.text for p in choice.left_out]))
    unfound = tuple(FigureNotInPassages(figure=said, claim=claim) for said, claim in found)
    evidence = EvidenceCheck(issues=len(issues), figures_not_in_passages=unfound)
    return ScoredJudgement(
        trace=trace if trace.mode == "no_documents" else trace.model_copy(update={"evidence": evidence}),
        rung="strict",
        analysis=verdict.analysis,
        accuracy=verdict.accuracy,
        completeness=verdict.completeness,
        clarity=verdict.clarity,
        reason=choice.with_note(verdict.reason(language, in_part=bool(choice.left_out)), language),
        suggestion=verdict.suggestion,
        issues=issues,
        answered=verdict.answered,
        decided_share=verdict.decided_share,
    )


def _are_stated(said: str, texts: Sequence[str]) -> bool:
    """Whether the figures and dates of a claim are in the texts, in whatever way they are written."""
    found = mentions(said)
    return bool(found) and all(is_stated(each, texts) for each in found)


def _issue(issue: FoundIssue, passages: Sequence[Passage]) -> Issue:
    """An issue of the verdict; what was read off the texts needs no check against them."""
    return Issue(
        claim=issue.claim,
        verdict=issue.verdict,
        passage_id=None if issue.passage_index is None else passages[issue.passage_index].id,
        quote=None if issue.quote is None else issue.quote[:_QUOTED],
        doubts=(),
    )
