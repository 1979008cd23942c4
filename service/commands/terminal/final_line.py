"""What a final judge says of research, in a line for the terminal."""

from data_base.schemas_deep_research import FinalJudgement


def final_line(final: FinalJudgement) -> str:
    """What the final judge says, next to the judge that steered."""
    if not final.returned.scored:
        return (
            f"The final judge, {final.judge}, failed ({final.returned.reason}); the scores above are by the "
            "judge that steered."
        )
    scores = [each.metrics.weighted_score if each.scored else None for each in (final.first, final.returned)]
    first, returned = ("unscored" if score is None else f"{score:.2f}" for score in scores)
    gap = "" if final.optimism is None else f"; optimism of the judge that steered: {final.optimism:+.2f}"
    return f"Final judge, {final.judge}: first attempt {first}, returned attempt {returned}{gap}."
