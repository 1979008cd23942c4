"""What has to be said of results in which the embedded program had a part."""

_PROGRAM = "embedded"
_SEVERAL = ","

EMBEDDED_VERSION = 2
"""Of the embedded program, a term of every run that it takes part in: an unfinished run is resumed while it
is the same. It is raised with every change that changes a verdict or an answer."""
EMBEDDED_NOTE = (
    "The embedded model took part, a program in place of a language model: trust its scores for figures, "
    "dates and plain restatements of the passages, not for inference, denial, free paraphrase or style. This "
    "run shows the machinery at work and is no evidence about language models."
)


def caveat_on(judge: str) -> str | None:
    """What to trust of scores where the embedded program is among those that gave them, else None.

    Args:
        judge: the judge of a result, or several with commas between.
    """
    return EMBEDDED_NOTE if _PROGRAM in (each.strip() for each in judge.split(_SEVERAL)) else None
