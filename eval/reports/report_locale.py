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


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"


@dataclass(frozen=True, slots=True)
class ReportLocale:
    """A language."""

    texts: NullTranslations = field(default_factory=NullTranslations)
    """What it says for the English texts."""
    score: Callable[[float | None], str] = _score
    """A score as it writes one, with two digits; None is a dash."""
    signed: Callable[[float | None], str] = _signed
    """A difference of scores, likewise."""
    grouped: Callable[[int], str] = _grouped
    """A count."""
    share: Callable[[float | None], str] = _share
    """A share of 0 to 1 in whole per cent."""
    written: Callable[[str], str] = str
    """Any other number, from how English writes it."""

    def signed_share(self, value: float) -> str:
        """A difference of shares, in whole per cent."""
        return ("−" if value < 0 else "+") + self.share(abs(value))

    def span(self, low: str, high: str) -> str:
        """An interval, its ends as they are written."""
        return self.texts.gettext("%(low)s to %(high)s") % {"low": low, "high": high}


ENGLISH = ReportLocale()


def label_of(dimension: str, texts: NullTranslations = ENGLISH.texts) -> str:
    """A dimension's name as it is shown."""
    labels = {
        "accuracy": texts.gettext("Accuracy"),
        "completeness": texts.gettext("Completeness"),
        "clarity": texts.gettext("Clarity"),
        "weighted_score": texts.gettext("Weighted"),
    }
    return labels.get(dimension) or dimension.replace("_", " ").capitalize()


def dimension_word(dimension: str, texts: NullTranslations = ENGLISH.texts) -> str:
    """A dimension's name within a sentence."""
    words = {
        "accuracy": texts.gettext("accuracy"),
        "completeness": texts.gettext("completeness"),
        "clarity": texts.gettext("clarity"),
    }
    return words.get(dimension) or dimension.replace("_", " ")


def language_name(tag: str, texts: NullTranslations = ENGLISH.texts) -> str:
    """A language's name; of one that there is no name for its tag."""
    names = {
        "en": texts.gettext("English"),
        "ru": texts.gettext("Russian"),
        "zh-Hant": texts.gettext("Chinese, traditional"),
        "zh-Hans": texts.gettext("Chinese, simplified"),
    }
    return names.get(tag, tag)
