"""What has to be said of results in which the embedded program had a part."""

_PROGRAM = "embedded"
_SEVERAL = ","

EMBEDDED_VERSION = 8
"""Of the embedded program, a term of every run that it takes part in: an unfinished run is resumed while it
is the same. It is raised with every change that changes a verdict or an answer."""
EMBEDDED_NOTE = (
    "The embedded model, a rule-based program, took part in this run. Trust its scores for numbers, dates "
    "and close restatements of the passages, not for inference, negation, free paraphrase or style. The run "
    "demonstrates the tool; it is not evidence about language models."
)


def caveat_on(judge: str) -> str | None:
    """What to trust of scores where the embedded program is among those that gave them, else None.

    Args:
        judge: the judge of a result, or several with commas between.
    """
    return EMBEDDED_NOTE if _PROGRAM in (each.strip() for each in judge.split(_SEVERAL)) else None
