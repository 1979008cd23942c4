"""How clearly an answer is written: repeats, padding, what is no sentence, what is off topic."""

from collections.abc import Sequence

from scoring.embedded.accuracy import Fault
from scoring.embedded.observations import Seen

_BARE, _OFF_TOPIC = 8.5, 3.0
_REPEATS, _PADDING, _LONG = 3.0, 0.7, 60
_ALIKE = 0.85
_WORDS = 3


def clarity_of(seen: Seen, faults: Sequence[Fault]) -> float:
    """From 1 to 10."""
    if not seen.claims or not any(claim.terms for claim in seen.claims):
        return 1.0 if not seen.claims else _BARE
    score = 10.0
    said: list[frozenset[str]] = []
    repeated = 0
    for claim in seen.claims:
        words = frozenset(claim.terms)
        if len(words) >= _WORDS and any(len(words & other) >= _ALIKE * len(words | other) for other in said):
            repeated += 1
        said.append(words)
    framing = sum(claim.kind == "framing" and len(claim.terms) > 1 for claim in seen.claims[1:])
    score -= _REPEATS * min(2, repeated) + _PADDING * min(4, framing)
    score -= sum(len(claim.terms) > _LONG for claim in seen.claims)
    names = {fault.name for fault in faults}
    if "with_abstention" in names:
        score = min(score, _BARE)
    if sum(len(claim.terms) for claim in seen.claims) < _WORDS:
        score = min(score, _BARE)
    if seen.off_topic:
        score = min(score, _OFF_TOPIC)
    return max(1.0, score)
