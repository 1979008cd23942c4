"""A judgement: scored or failed, and nothing between."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, BeforeValidator, ConfigDict, Field

from data_base.schemas.context_use import ContextUse
from data_base.schemas.frozen import Frozen
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.key_point_coverage import counted, covered_share
from data_base.schemas.legacy_words import read_as
from data_base.schemas.prompt_ref import PromptRef as PromptRef  # noqa: PLC0414  (public here)
from data_base.schemas.usage import TokenUsage

Answered = Literal["yes", "partly", "no"]
"""Whether an answer says what was asked for, right or wrong; an abstention does not."""

JudgeMode = Literal["documents", "comparison", "no_documents"]
"""documents: judged on the passages the answer came with. comparison: on passages shared by all answers.
no_documents: on nothing but the judge's own knowledge. Means never mix modes."""

ParseRung = Literal["strict", "extracted", "repaired", "regex", "repair_call"]
"""Which rung of the parse ladder read the judge's reply."""

ClaimVerdict = Literal["supported", "unsupported", "contradicted", "missing", "undecidable", "inconsistent"]
"""``inconsistent``: two places of the answer contradict each other."""

LOWEST_SCORE, HIGHEST_SCORE = 1.0, 10.0
"""The ends of the rubric's scale."""

Score = Annotated[float, Field(ge=LOWEST_SCORE, le=HIGHEST_SCORE, allow_inf_nan=False)]
"""A score on the rubric's 1-10 scale."""

IssueDoubt = Literal[
    "claim_not_in_answer",
    "no_such_passage",
    "quote_not_in_passage",
    "figure_not_in_passage",
    "supported_by_passages",
]
"""What a check of an issue against the texts found. supported_by_passages: the judge calls a claim wrong that
the passages support, figures included."""
_StoredDoubt = Annotated[IssueDoubt, BeforeValidator(read_as({"borne_out": "supported_by_passages"}))]


class Issue(Frozen):
    """One claim the judge looked at."""

    claim: str
    """The claim in the answer, or what is missing from it."""
    verdict: ClaimVerdict
    """What the passages say of it."""
    passage_id: str | None = None
    """The passage that shows it, None where none does."""
    quote: str | None = None
    """The words of that passage."""
    doubts: tuple[_StoredDoubt, ...] | None = None
    """What is wrong when the issue is checked against the texts; None where it was not checked."""

    @property
    def verified(self) -> bool:
        """Whether it was checked and is right."""
        return self.doubts == ()


class FigureNotInPassages(Frozen):
    """A number or date of the answer that no passage contains."""

    figure: str
    """As it is written."""
    claim: str
    """The sentence it is in."""


class EvidenceCheck(Frozen):
    """What a program found when it checked the judge and the answer against the passages."""

    issues: int = Field(default=0, ge=0)
    """Issues that the judge listed."""
    unverified: int = Field(default=0, ge=0)
    """Those among them of which something is wrong."""
    figures_not_in_passages: tuple[FigureNotInPassages, ...] = Field(
        default=(), validation_alias=AliasChoices("figures_not_in_passages", "unheld_figures")
    )
    """Numbers and dates of the answer that no passage contains, whether or not the judge listed them."""


class PanelMember(Frozen):
    """One judgement of a panel."""

    model_id: str
    """Who judged."""
    model_served: str | None = None
    """The model as its reply names it, None where it does not."""
    system_fingerprint: str | None = None
    """The server's configuration, None where it does not say."""
    variant: str = "plain"
    """How the prompt differed from the first's: ``plain``, ``passages reversed`` or the language of the
    prompt.
    """
    accuracy: Score | None = None
    """1-10; None, like the other two, where this judgement failed."""
    completeness: Score | None = None
    """1-10; None if this judgement failed."""
    clarity: Score | None = None
    """1-10; None if this judgement failed."""
    dimensions: Mapping[str, Score] = Field(default_factory=dict)
    """Scores of the user's own dimensions by name."""
    reason: str = ""
    """Its verdict in short, or why there is none."""
    usage: TokenUsage = TokenUsage()
    """Its tokens and calls."""
    raw_reply: str | None = None
    """Its reply as it came."""


Combined = Literal["median", "mean"]


class PanelReport(Frozen):
    """What a panel's judges said one by one."""

    members: tuple[PanelMember, ...]
    """Every judgement, in order, failed ones included."""
    combined: Combined = "median"
    """What the scores of the judgement are: the members' medians, or their means."""
    spread: float | None = Field(default=None, ge=0)
    """Greatest minus least accuracy among those that scored; None for fewer than two."""
    agreement: float | None = Field(default=None, ge=0, le=1)
    """Share of pairs that lie on the same side of the passing accuracy; None for fewer than two."""


class JudgementTrace(Frozen):
    """How a judgement came about; the same for scored and failed ones."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    mode: JudgeMode
    """On what the answer was judged."""
    model_id: str
    """The judge's model as asked."""
    model_served: str | None = None
    """The model as its reply names it, None where it does not; a panel's, with commas between."""
    system_fingerprint: str | None = None
    """The server's configuration, None where it does not say."""
    prompt: PromptRef | None = None
    """The prompt used; None for the embedded judge, which reads none."""
    usage: TokenUsage = TokenUsage()
    """Tokens, calls and cost, repair calls included."""
    latency_ms: float = Field(default=0, ge=0)
    """Wall time in milliseconds."""
    passages_shown: tuple[str, ...] = ()
    """Ids of the passages shown to the judge, whole or in pieces, in order."""
    passages_left_out: tuple[str, ...] = ()
    """Ids of the passages that did not fit."""
    raw_reply: str | None = None
    """The judge's last reply as it came, None where none came."""
    evidence: EvidenceCheck | None = None
    """What a check of the issues and the answer's figures found; None without passages."""
    panel: PanelReport | None = None
    """What each judge of a panel said; None for a single judgement."""
    reference_seen: bool = False
    """Whether the judge was shown a reference answer."""
    scored_by: Mapping[str, str] = Field(default_factory=dict, exclude_if=lambda scored_by: not scored_by)
    """Score to the judge that it comes from, where they come from several; empty where all are one's."""
    answer_parts: int = Field(default=1, ge=1)
    """In how many parts the answer was judged, as its length and the model's window ask."""


class Findings(Frozen):
    """What a judge says of an answer, besides its scores."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    reason: str
    """The judge's verdict in short."""
    suggestion: str
    """What would make the answer better; a retriever can search with it."""
    analysis: str = ""
    """The judge's chain of thought."""
    issues: tuple[Issue, ...] = ()
    """The claims it looked at, and what is wrong with them."""
    answered: Answered | None = None
    """Whether the answer says what was asked for, right or wrong: yes, partly or no; None where the judge
    does not say."""
    key_points: tuple[KeyPointFinding, ...] = ()
    """What was found of each key point; it makes completeness where most were judged."""
    judged_completeness: Score | None = None
    """The judge's own figure where the program computed completeness, else None."""
    context: ContextUse | None = None
    """How well the passages serve; None without a reference answer."""
    decided_share: float | None = Field(default=None, ge=0, le=1)
    """Share of the claims that could be decided, 0 to 1; None where the judge does not say."""


class ScoredJudgement(Findings):
    """The judge's reply was read: three scores and the reasons."""

    kind: Literal["scored"] = "scored"
    trace: JudgementTrace
    """How the judgement was made."""
    rung: ParseRung
    """How the reply was read; any but ``strict`` and ``extracted`` counts as repaired."""
    accuracy: Score
    """1-10."""
    completeness: Score
    """1-10."""
    clarity: Score
    """1-10."""
    dimensions: Mapping[str, Score] = Field(default_factory=dict)
    """Scores of the user's own dimensions by name."""

    @property
    def scores(self) -> dict[str, float]:
        """Every score by the dimension's name, as they are weighed."""
        three = {"accuracy": self.accuracy, "completeness": self.completeness, "clarity": self.clarity}
        return {**three, **self.dimensions}

    def with_key_points(self, findings: tuple[KeyPointFinding, ...]) -> Self:
        """The judgement with findings on key points and the completeness that they make.

        Completeness is 1 + 9 times the weighted share covered; it stays the judge's own where verdicts are on
        less than 80 % of the weight. What is below a point that must be covered and is not counts as missing.
        """
        findings = counted(findings)
        share = covered_share(findings)
        update: dict[str, object] = {"key_points": findings}
        if share is None:
            update["judged_completeness"] = None
        else:
            update |= {"completeness": 1 + 9 * share, "judged_completeness": self.completeness}
        return self.model_copy(update=update)


class FailedJudgement(Frozen):
    """No scores could be had; this says nothing about the answer."""

    kind: Literal["failed"] = "failed"
    trace: JudgementTrace
    """How the judgement was made."""
    error: str = Field(min_length=1)
    """One sentence on what went wrong."""


Judgement = Annotated[ScoredJudgement | FailedJudgement, Field(discriminator="kind")]
