"""The claims of answers that are judged, checked along with them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.claims.checker_from_spec import claim_checker
from agents.claims.judge_report import GivenReport
from data_base.errors import unreadable
from data_base.sources.fetched_pages import INDEX, NOTHING, FetchedPages, read_fetched_pages
from data_base.text.language import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from agents.claims.claim_table import ReportClaims
    from agents.claims.kept_findings import KeptParts
    from agents.judges.judge_spec import JudgeSpec
    from agents.judges.settings import EvaluatorSettings
    from data_base.schemas.prompt_ref import PromptRef
    from data_base.schemas.protocols import JudgeRequest

_NOT_OF_REPORTS = {"claims", "sources", "model"}


@dataclass(frozen=True, slots=True)
class AnswerClaims:
    """Makes the claim table of an answer, by the judge of the answer."""

    judge: JudgeSpec
    """Who checks claims."""
    of_evaluator: EvaluatorSettings
    """How."""
    pages: FetchedPages
    """What was fetched of the pages that answers cite."""
    sources_sha256: str | None
    """Of the index of these pages, None where no folder was named."""

    @classmethod
    def of(cls, judge: JudgeSpec, settings: EvaluatorSettings) -> AnswerClaims:
        """Read what there is to read.

        Raises:
            InputError: the judge checks no claims; or the folder of sources cannot be read.
        """
        # Whom no claims can be put to is refused before an answer is.
        claim_checker(judge, settings, settings.language or "en")
        folder = settings.sources
        return cls(
            judge,
            settings,
            NOTHING if folder is None else read_fetched_pages(folder),
            None if folder is None else _sha256(folder / INDEX),
        )

    async def read(self, request: JudgeRequest, kept: KeptParts | None = None) -> ReportClaims:
        """The claims of an answer with the text of what they cite; nothing is paid for.

        Args:
            request: the answer, as text; its marks name what it was given with, or else what it is judged on.
            kept: where what is said of them is kept, and found again; None for nowhere.

        Raises:
            InputError: the text of a page cannot be read.
        """
        given, names = request.as_given, self.of_evaluator.model_fields_set - _NOT_OF_REPORTS
        report = GivenReport(
            request.answer,
            request.question,
            judge=self.judge,
            sources=self.pages,
            passages=request.passages if given is None else given.passages,
            citations=() if given is None else given.citations,
            settings={name: getattr(self.of_evaluator, name) for name in names},
        )
        claims = await report.read()
        return claims if kept is None else claims.kept_in(kept)

    def prompts(self) -> tuple[PromptRef, ...]:
        """The prompts that a language model may be shown; none where none is asked."""
        languages = [self.of_evaluator.language] if self.of_evaluator.language else LANGUAGES
        refs = (claim_checker(self.judge, self.of_evaluator, each).prompt for each in languages)
        return tuple(ref for ref in refs if ref is not None)


def _sha256(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise unreadable(path, error) from error
