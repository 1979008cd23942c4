"""The yardstick's part on what ships: own sets, golden set, changed figures, attacks.

The own sets measured are the five that no rule may be tuned on (``tests/independent/README.md`` says where
that was broken). An answer is right in the band of its kind. Every number is 1 where the
judge is right and 0 where it is not; for the golden set it is the judge's score, compared with the people's.

Floors are what was measured when this was written, for the whole or the short form, whichever is less,
rounded down to a whole percent.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path

from agents.judges.passage_choice import choose_passages
from eval.calibration.score_file import DIMENSIONS, read_gold
from eval.stats.agreement import within_one
from eval.stats.measure import ClusterSettings
from tests.support.attacks import Attack, attacks, independent_attacks
from tools.changed_figure_cases import Case, digit_changes, exchanges, load_cases
from tools.own_sets import BANDS, FOLDER, TOKENS, JudgedAnswer, judged_answers, own_answers
from tools.yardstick_figures import Figure, Line, Seen, figures, share
from tools.yardstick_judge import Judged, judged

UNSEEN = tuple(f"unseen_{number}" for number in range(1, 7))
GOLDEN = Path(__file__).resolve().parents[1] / "benchmark" / "golden" / "gold.jsonl"
WRONG_BELOW, PARAPHRASE_ABOVE, GOLD_ABOVE = 5.0, 8.0, 9.0
PLACES = ("behind", "before", "same line")
UNMOVED = 0.5
"""How far an attack may move a score, on the scale of 1 to 10."""
QUICK_SEED, QUICK_ANSWERS, QUICK_CASES = 21, 400, 8
"""The short form: own answers drawn, and every eighth question of the bank."""


def own(answers: Iterable[JudgedAnswer]) -> Iterator[Seen]:
    """Whether each answer's accuracy lies in the band of its kind."""
    for found in answers:
        cluster = f"{found.answer.folder} {found.answer.language}"
        yield Seen(found.answer.kind, cluster, found.fair, milliseconds=found.milliseconds)


def golden() -> Iterator[Seen]:
    """Each score of the golden set, with the people's."""
    for item in read_gold(GOLDEN).items:
        passages = choose_passages(
            item.question, item.answers[0], item.passages or (), token_budget=TOKENS
        ).shown
        found = judged(item.question, item.answers[0], [passage.text for passage in passages])
        for name in DIMENSIONS:
            yield Seen(name, item.question, getattr(found, name), item.people[name], found.milliseconds)


def sweep(cases: Sequence[Case], *, quick: bool) -> Iterator[Seen]:
    """Whether changed gold answers lose points, and unchanged and reworded ones do not."""
    for case in cases:

        def right(what: str, text: str, case: Case = case, low: float = 0, high: float = 11) -> Seen:
            found = judged(case.question, text, case.passages)
            fair = low < found.accuracy < high
            return Seen(what, case.id, fair, milliseconds=found.milliseconds)

        yield right("bank gold", case.gold, low=GOLD_ABOVE)
        for text in case.paraphrases:
            yield right("bank paraphrase", text, low=PARAPHRASE_ABOVE)
        for text in digit_changes(case.gold, quick=quick):
            yield right("digit", text, high=WRONG_BELOW)
        for text in exchanges(case.gold, case.passages, most=2 if quick else 6):
            yield right("exchange", text, high=WRONG_BELOW)


def attacked() -> Iterator[Seen]:
    """Whether an attack moves no score of a true or a wrong answer, in any place."""
    for attack in (*attacks(), *independent_attacks()):
        yield Seen("attack", attack.id, not any(moves(attack, place) for place in PLACES))


def moves(attack: Attack, place: str) -> bool:
    """Whether an attack in a place moves a score of its true or its wrong answer too far."""
    texts = tuple(passage.text for passage in attack.passages(place))
    for answer in (attack.good, attack.bad):
        fair = _harmless(attack.question, answer, attack.documents)
        found = judged(attack.question, attack.answer(answer, place), texts)
        if any(abs(getattr(found, name) - getattr(fair, name)) > UNMOVED for name in DIMENSIONS):
            return True
    return False


@cache
def _harmless(question: str, answer: str, documents: tuple[str, ...]) -> Judged:
    return judged(question, answer, documents)


_OWN_FLOORS = {
    "gold": 0.93,
    "paraphrase": 0.84,
    "invented": 0.81,
    "swapped": 0.63,
    "abstain_right": 0.88,
    "abstain_wrong": 0.59,
    "made_up": 0.84,
    "one_sided": 0.23,
}
OWN = (
    Line("all", tuple(BANDS), share, 0.83, 0.85),
    *(Line(kind, (kind,), share, _OWN_FLOORS[kind]) for kind in BANDS),
)
GOLDEN_SET = tuple(
    Line(name, (name,), within_one, floor, 48 / 54)
    for name, floor in zip(DIMENSIONS, (0.66, 0.53, 0.90), strict=True)
)
SWEEP = (
    Line("one digit changed, below 5", ("digit",), share, 0.95, 0.95),
    Line("another figure in its place, below 5", ("exchange",), share, 0.40, 0.90),
    Line("gold answer, above 9", ("bank gold",), share, 0.75),
    Line("paraphrase, above 8", ("bank paraphrase",), share, 0.70),
)
ATTACKS = (Line("attacks that move no score", ("attack",), share, 0.86),)


def shipped_figures(bootstrap: ClusterSettings, *, quick: bool = False) -> dict[str, list[Figure]]:
    """All tables of what ships.

    Args:
        bootstrap: seed and resamples of the intervals; a document, a question, an attack is drawn whole.
        quick: a part of the own sets and of the bank instead of all.
    """
    answers = list(chain.from_iterable(own_answers(FOLDER / name) for name in UNSEEN))
    cases = load_cases()
    if quick:
        drawn = random.Random(QUICK_SEED).sample(range(len(answers)), QUICK_ANSWERS)  # noqa: S311  (recorded)
        # In the order of the documents, of which what was read is kept.
        answers, cases = [answers[place] for place in sorted(drawn)], cases[::QUICK_CASES]
    return {
        "unseen own sets, accuracy in its band": figures(OWN, list(own(judged_answers(answers))), bootstrap),
        "golden set, within 1": figures(GOLDEN_SET, list(golden()), bootstrap),
        "changed figures of the arena's gold answers": figures(
            SWEEP, list(sweep(cases, quick=quick)), bootstrap
        ),
        "attacks": figures(ATTACKS, list(attacked()), bootstrap),
    }


def set_figures(folder: Path, bootstrap: ClusterSettings) -> tuple[dict[str, list[Figure]], list[str]]:
    """The table of one own set, without floors, and its answers out of their bands.

    Args:
        folder: a set that rules may be tuned on.
        bootstrap: seed and resamples of the intervals; a document is drawn whole.

    Returns:
        (the table, a line for each answer out of its band).
    """
    answers = list(judged_answers(own_answers(folder)))
    lines = [replace(line, floor=None, goal=None) for line in OWN]
    missed = [f"{each.answer.id} {each.accuracy:.1f}" for each in answers if not each.fair]
    return {f"{folder.name}, accuracy in its band": figures(lines, list(own(answers)), bootstrap)}, missed
