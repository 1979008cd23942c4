"""Lists: how many of the right things were named, how many wrong ones, and in which order?"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from data_base.schemas.canonical_answer import ListAnswer
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.answers.order_agreement import kendall_tau
from scoring.answers.scoring_options import ScoringTerms, some


def score_list(answer: ListAnswer, terms: ScoringTerms) -> ScoreCard:
    """``f1`` of the items, with ``precision`` and ``recall``.

    Each item is matched with at most one of the other side, in one spelling; with ``unique`` repeats are
    dropped first. ``precision`` is matched / said (0 where nothing was said), ``recall`` matched / right,
    ``f1`` their harmonic mean. Ordered lists have ``order_kendall_tau`` over the matched items too, where
    there are at least two; the order leaves the primary score as it is, but a list in another order than
    the right one does not pass.
    """
    truth = answer.ground_truth
    right = _keyed(truth.items, terms, unique=truth.unique)
    if not right:
        return ScoreCard.unscored("the list in the ground truth is empty")
    said = _keyed(answer.prediction.items if answer.prediction else (), terms, unique=truth.unique)
    matched = sum((Counter(key for key, _ in said) & Counter(key for key, _ in right)).values())
    precision, recall = matched / len(said) if said else 0.0, matched / len(right)
    f1 = 2 * matched / (len(said) + len(right))
    scores = {"f1": f1, "precision": precision, "recall": recall}
    tau = kendall_tau(_places(said, right)) if truth.ordered else None
    if tau is not None:
        scores["order_kendall_tau"] = tau
    missing, extra = _beyond(right, said), _beyond(said, right)
    tags, explain = _tags(missing, extra, said, tau), _explain(matched, len(right), missing, extra, tau)
    return terms.card(f1, scores, explain, tags, in_order=not _is_wrong(tau))


def _keyed(items: Iterable[str], terms: ScoringTerms, *, unique: bool) -> list[tuple[str, str]]:
    """Key and wording of each item that says anything."""
    keyed = [(terms.key(item), item) for item in items if item.strip()]
    return list({key: (key, item) for key, item in reversed(keyed)}.values())[::-1] if unique else keyed


def _places(said: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]]) -> list[int]:
    """Where the matched items, in the order they were said, are in the truth; repeats in turn."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place in reversed(range(len(right))):
        places[right[place][0]].append(place)
    return [places[key].pop() for key, _ in said if places.get(key)]


def _beyond(these: Sequence[tuple[str, str]], those: Sequence[tuple[str, str]]) -> list[str]:
    left = Counter(key for key, _ in those)
    beyond = []
    for key, item in these:
        if left[key]:
            left[key] -= 1
        else:
            beyond.append(item)
    return beyond


def _is_wrong(tau: float | None) -> bool:
    return tau is not None and tau < 1


def _tags(missing: list[str], extra: list[str], said: object, tau: float | None) -> Iterator[ErrorTag]:
    if not said:
        yield ErrorTag.NO_ANSWER
    if missing:
        yield ErrorTag.MISSING_ITEM
    if extra:
        yield ErrorTag.EXTRA_ITEM
    if _is_wrong(tau):
        yield ErrorTag.WRONG_ORDER


def _explain(matched: int, right: int, missing: list[str], extra: list[str], tau: float | None) -> str:
    parts = [f"{matched} of {right} items" + (" in another order" if _is_wrong(tau) else "")]
    parts += [f"missing: {some(missing)}"] if missing else []
    parts += [f"not asked for: {some(extra)}"] if extra else []
    return "; ".join(parts)
