"""The language that a report is shown in; who shows it in another than English brings the translations."""

from collections.abc import Callable
from dataclasses import dataclass, field
from gettext import NullTranslations


def _score(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.2f}".replace("-", "−")


def _grouped(value: int) -> str:
    return f"{value:,}"


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language.

    Attributes:
        texts: what it says for the English texts.
        score: a score as it writes one, with two digits; None is a dash.
        signed: a difference of scores, likewise.
        grouped: a count.
    """

    texts: NullTranslations = field(default_factory=NullTranslations)
    score: Callable[[float | None], str] = _score
    signed: Callable[[float | None], str] = _signed
    grouped: Callable[[int], str] = _grouped


ENGLISH = Tongue()


def label_of(dimension: str, texts: NullTranslations = ENGLISH.texts) -> str:
    """A dimension's name as it is shown."""
    labels = {
        "accuracy": texts.gettext("Accuracy"),
        "completeness": texts.gettext("Completeness"),
        "clarity": texts.gettext("Clarity"),
        "weighted_score": texts.gettext("Weighted"),
    }
    return labels.get(dimension) or dimension.replace("_", " ").capitalize()
