"""The passages of a long source that a claim is judged on."""

from collections.abc import Sequence
from itertools import chain, zip_longest

from data_base.cancellation import go_on
from data_base.passage_index import PassageIndex
from data_base.schemas.passage import Passage
from data_base.text.tokens import estimate_tokens

PASSAGES_PER_CLAIM = 6


def best_passages(claims: Sequence[str], passages: Sequence[str], *, tokens: int) -> list[list[int]]:
    """Of each claim the indices of the six passages that share most with it, best first.

    Of a short source they are all.

    Args:
        claims: what is judged.
        passages: all of a source.
        tokens: estimated tokens of a source that is short.
    """
    if len(passages) <= PASSAGES_PER_CLAIM or sum(map(estimate_tokens, passages)) <= tokens:
        return [list(range(len(passages))) for _ in claims]
    index = PassageIndex.from_passages(
        [Passage(id=str(at), doc_id="source", text=text) for at, text in enumerate(passages)]
    )
    try:
        return [_found(index, claim) for claim in claims]
    finally:
        index.close()


def shown_passages(ranked: Sequence[Sequence[int]], passages: Sequence[str], *, tokens: int) -> list[int]:
    """The passages that one call shows for several claims, in their own order.

    Where not all fit, each claim's best comes before any claim's second; the first is shown in any case.

    Args:
        ranked: of each claim its passages, best first.
        passages: all of the source.
        tokens: estimated tokens that they may take together.
    """
    wanted = dict.fromkeys(at for at in chain.from_iterable(zip_longest(*ranked)) if at is not None)
    taken: list[int] = []
    for at in wanted:
        tokens -= estimate_tokens(passages[at])
        if taken and tokens < 0:
            break
        taken.append(at)
    return sorted(taken)


def _found(index: PassageIndex, claim: str) -> list[int]:
    go_on()
    found = [int(passage.id) for passage, _ in index.search(claim, PASSAGES_PER_CLAIM)]
    return found or list(range(PASSAGES_PER_CLAIM))
