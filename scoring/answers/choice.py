"""Choices: is the option that was named the right one?"""

from data_base.schemas.canonical_answer import ChoiceAnswer
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.text.sentences import sentences
from scoring.answers.option_in_sentence import names_option, polarity_of, said_polarity
from scoring.answers.option_labels import (
    is_label,
    read_label,
    same_label,
    without_announcement,
    without_label,
)
from scoring.answers.scoring_options import ScoringTerms

_WORDS = 4
"""More words than these, on top of those of the right option, are a sentence."""


def score_choice(answer: ChoiceAnswer, terms: ScoringTerms) -> ScoreCard:
    """``exact_match``: 1 where the prediction names the right option, by any of its names, else 0."""
    truth = answer.ground_truth
    right = [name for name in (truth.value, *truth.aliases) if name and name.strip()]
    if truth.value is None or not truth.value.strip():
        return ScoreCard.unscored("the ground truth names no option")
    said = answer.prediction.value if answer.prediction else None
    if said is None or not said.strip():
        return terms.card(0.0, {"exact_match": 0.0}, "nothing was chosen", [ErrorTag.NO_ANSWER])
    if names_one_of(said, right, terms):
        return terms.card(1.0, {"exact_match": 1.0}, f"{said!r} is the right option")
    if _is_unclear(said, right):
        explain = f"{said!r} names no one option that can be told"
        return terms.card(0.0, {"exact_match": 0.0}, explain, [ErrorTag.UNPARSABLE])
    return terms.card(0.0, {"exact_match": 0.0}, f"{said!r} is not {truth.value!r}", [ErrorTag.WRONG_CHOICE])


def _is_unclear(said: str, right: list[str]) -> bool:
    """Whether a text is no option of the kind that is right, and too long to be another one."""
    if any(map(is_label, right)):
        return read_label(said) is None and len(said.split()) > _WORDS
    if any(map(polarity_of, right)):
        return said_polarity(said) is None
    return len(said.split()) > _WORDS + max(len(name.split()) for name in right)


def names_one_of(said: str, right: list[str], terms: ScoringTerms) -> bool:
    """Whether what was said names one of these options, by its text or by its label.

    A label is looked for ("答案是B", "B. Paris") only where one of the names is a label itself. Other names
    are looked for in what the text announces, or else in the sentence with the answer.
    """
    keys = {terms.key(name) for name in right}
    if terms.key(said) in keys:
        return True
    labels = [name.strip() for name in right if is_label(name)]
    label = read_label(said)
    if labels and label is not None:
        return any(same_label(label, name) for name in labels)
    announced = [rest for line in sentences(said) if (rest := without_announcement(line)) != line]
    bare = announced[-1] if announced else without_announcement(said)
    if terms.key(bare) in keys or terms.key(without_label(bare)) in keys:
        return True
    signs = {polarity_of(name) for name in right} - {None}
    if signs:
        return said_polarity(bare) in signs
    return not labels and names_option(bare, lambda text: terms.key(text) in keys)
