"""The claims of a report checked against its sources: the public way in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.calls.run_sync import waited_for
from agents.claim_cutting import report_claims
from agents.claims.checker_from_spec import claim_checker
from agents.claims.claim_table import ReportClaims
from agents.claims.report_sources import ReportSources
from agents.judges.as_of import judged_as_of
from agents.judges.judge_spec import JudgeSpec
from agents.judges.passage_conversion import as_passages
from agents.judges.settings import EvaluatorSettings, checked_settings
from agents.models.registry import EMBEDDED
from data_base.computing import computed
from data_base.errors import require_text
from data_base.marks.citation_marks import strip_citations
from data_base.marks.cited_sources import SourceMark, listed_sources
from data_base.sources.fetched_pages import NOTHING, FetchedPages, read_fetched_pages
from data_base.text.language import detect_language
from data_base.text.normalise import squeeze

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel

    from agents.claim_cutting import ReportClaim
    from agents.judges.passage_conversion import DocumentLike
    from data_base.schemas.answer import Citation
    from data_base.schemas.claim_table import ClaimTable


@dataclass(frozen=True, slots=True)
class GivenReport:
    """A report with all that it is checked by, as :func:`judge_report` takes it."""

    report: str
    question: str = ""
    judge: str | BaseChatModel | JudgeSpec = EMBEDDED
    sources: FetchedPages | Path | str | None = None
    passages: Iterable[DocumentLike] = ()
    citations: Sequence[Citation] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    async def read(self) -> ReportClaims:
        """The claims with the text of what they cite; nothing is paid for.

        Raises:
            InputError: the judge or a setting cannot be used; or the sources cannot be read.
        """
        require_text(report=self.report)
        chosen = checked_settings(EvaluatorSettings, self.settings)
        spec = JudgeSpec.of(self.judge, checkers=chosen.checkers, **chosen.model, runtime=chosen.runtime)
        language = chosen.language or detect_language(self.question or self.report)
        checker = claim_checker(spec, chosen, language)
        given = as_passages(self.passages, "passages")
        known = ReportSources(
            await self._pages(), listed_sources(self.report), given, judged_as_of(chosen.as_of)
        )
        claims = await computed(partial(report_claims, self.report, frozenset(known.by_id)))
        cited = _with_citations(claims, self.citations, known)
        return await ReportClaims.read(cited, known, checker, self.question)

    async def _pages(self) -> FetchedPages:
        if self.sources is None or isinstance(self.sources, FetchedPages):
            return self.sources or NOTHING
        return await computed(partial(read_fetched_pages, Path(self.sources)))


async def judge_report(
    report: str,
    question: str = "",
    *,
    judge: str | BaseChatModel | JudgeSpec = EMBEDDED,
    sources: FetchedPages | Path | str | None = None,
    passages: Iterable[DocumentLike] = (),
    citations: Sequence[Citation] = (),
    **settings: Any,  # noqa: ANN401  (validated below)
) -> ClaimTable:
    """Check every claim of a report against the sources that it cites.

    Nothing is fetched: a page that is not among the sources is ``never_opened``. With the embedded judge no
    model is asked.

    Args:
        report: in Markdown; also any other answer.
        question: what it answers; helps to read short claims.
        judge: a name (``embedded``, ``openai:…``, ``embedded+openai:…``), a LangChain chat model, or a spec.
            Of a cascade the second is asked about what the first cannot decide.
        sources: pages that the report cites, as they were fetched, or the folder with them.
        passages: what was handed in with the report, as of :class:`.RAGEvaluator`: its marks name them by
            id or address, or by number where its own list of sources leads nowhere else.
        citations: those of the :class:`.Answer` that the report is; marks that named no passage are no
            longer in its text.
        settings: fields of :class:`.EvaluatorSettings`, such as ``as_of``, ``cache`` and ``language``.

    Raises:
        InputError: the judge or a setting cannot be used; or the sources cannot be read.
    """
    given = GivenReport(report, question, judge, sources, passages, citations, settings)
    return await (await given.read()).table()


judge_report_sync = waited_for(judge_report)
"""As :func:`judge_report`, waiting for the table."""
judge_report_sync.__name__ = "judge_report_sync"


def _with_citations(
    claims: Sequence[ReportClaim], citations: Sequence[Citation], known: ReportSources
) -> Sequence[ReportClaim]:
    """The claims with the marks that named no passage and are no longer in the text."""
    gone: dict[str, list[str]] = {}
    for each in citations:
        if each.passage_id not in known.by_id:
            gone.setdefault(squeeze(strip_citations(each.sentence)), []).append(each.passage_id)
    if not gone:
        return claims
    return [
        replace(
            claim, marks=(*claim.marks, *(SourceMark(claim.end, claim.end, name, None) for name in names))
        )
        if (names := gone.get(squeeze(claim.text)))
        else claim
        for claim in claims
    ]
