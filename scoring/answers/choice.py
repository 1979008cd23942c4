"""Choices: is the option that was named the right one?"""

from data_base.schemas.canonical_answer import ChoiceAnswer
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.option_labels import (
    is_label,
    read_label,
    same_label,
    without_announcement,
    without_label,
)
from scoring.answers.scoring_options import ScoringTerms


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
    return terms.card(0.0, {"exact_match": 0.0}, f"{said!r} is not {truth.value!r}", [ErrorTag.WRONG_CHOICE])


def names_one_of(said: str, right: list[str], terms: ScoringTerms) -> bool:
    """Whether what was said names one of these options, by its text or by its label.

    A label is looked for ("答案是B", "B. Paris") only where one of the names is a label itself.
    """
    keys = {terms.key(name) for name in right}
    if terms.key(said) in keys:
        return True
    labels = [name.strip() for name in right if is_label(name)]
    label = read_label(said)
    if labels and label is not None:
        return any(same_label(label, name) for name in labels)
    bare = without_announcement(said)
    return terms.key(bare) in keys or terms.key(without_label(bare)) in keys
