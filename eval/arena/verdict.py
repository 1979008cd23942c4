"""A comparison in words, saying no more than the figures bear."""

from __future__ import annotations

from eval.stats.paired import FEWEST_QUESTIONS, Bounds, Estimate


def verdict_of(names: tuple[str, str], weighted: Estimate, bounds: Bounds | None, *, questions: int) -> str:
    """What the weighted difference lets one say.

    Args:
        names: baseline and challenger.
        weighted: the mean paired difference, challenger minus baseline.
        bounds: where it would lie if everything unscored were as bad, or as good, as can be.
        questions: questions asked, scored or not.
    """
    if weighted.mean is None:
        return "No winner: no question was scored on both sides."
    figures = _figures(weighted, questions)
    if weighted.n < FEWEST_QUESTIONS:
        return (
            f"No winner is named: {_questions(weighted.n)} are too few for an interval to mean much "
            f"(at least {FEWEST_QUESTIONS} are needed); {figures}."
        )
    if weighted.sign == 0:
        return f"No winner: the interval of the difference holds 0; {figures}."
    winner, loser = (names[1], names[0]) if weighted.sign > 0 else names
    return f"{winner} scores higher than {loser}: {figures}.{_caveat(weighted, bounds, questions)}"


def _figures(weighted: Estimate, questions: int) -> str:
    interval = "" if weighted.low is None else f", interval {weighted.low:+.2f} to {weighted.high:+.2f}"
    return f"weighted difference {weighted.mean:+.2f}{interval}, {weighted.n} of {_questions(questions)}"


def _questions(count: int) -> str:
    return "1 question" if count == 1 else f"{count} questions"


def _caveat(weighted: Estimate, bounds: Bounds | None, questions: int) -> str:
    if bounds is None or weighted.n == questions:
        return ""
    holds = bounds.low > 0 if weighted.sign > 0 else bounds.high < 0
    missing = questions - weighted.n
    if holds:
        return f" The sign would stay the same whatever the {missing} unscored had brought."
    span = f"from {bounds.low:+.2f} to {bounds.high:+.2f}"
    return f" The {missing} unscored could turn this round: with them the difference may lie anywhere {span}."
