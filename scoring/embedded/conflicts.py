"""Whether passages contradict each other on the value that an answer gives without saying so."""

from collections.abc import Callable, Iterator

from data_base.text.dates import DateMention, excludes
from scoring.embedded.accuracy import Fault
from scoring.embedded.observations import Observations
from scoring.embedded.question import VALUED
from scoring.embedded.value_attribution import of_another_time
from scoring.embedded.values import Value, same, value_of
from scoring.embedded.words import root
from scoring.values.mentions import stated_or_worded

_SAME_KEY = 0.7
"""Of the question's words what both places say at least."""


def of_conflict(seen: Observations) -> Iterator[Fault]:
    """One of two values that the passages give for the same thing, as if there were no other."""
    if seen.reports_conflict or len(seen.parts) > 1 or seen.parts[0].kind not in VALUED or seen.declines:
        return
    document = seen.document
    asked = {
        root(term): document.weight[term] for term in seen.parts[0].terms if root(term) in document.roots
    }

    def speaks(place: int, *, of_any_time: bool = False) -> float:
        own = document.places[place].own
        worth = {key: each for key, each in asked.items() if not (of_any_time and key[0].isdigit())}
        return sum(each for key, each in worth.items() if key in own) / (sum(worth.values()) or 1.0)

    periods = seen.parts[0].periods
    said = [value.value for link in seen.facts for value in link.values]
    for value, own, told in _first_stated(seen, speaks):
        period = periods[0] if len(periods) == 1 else told
        beside = period is not None and told is not None and excludes(period, told)
        here = document.places[own]
        for i, other in document.valued:
            there = document.places[i]
            if there.kind == here.kind == "cell" or i == own or other.sort != value.sort:
                continue
            # "5,120 in 2024" is no other word on 2023.
            if of_another_time(period, other, document):
                continue
            if min(speaks(place, of_any_time=beside) for place in (i, own)) < _SAME_KEY or same(value, other):
                continue
            if any(same(value, each) for each in document.values[i]) or any(same(v, other) for v in said):
                continue
            name, wrong = ("another_time", value) if beside else ("one_sided", other)
            yield Fault(name, seen.facts[0].claim.text, wrong.mention.raw, i)
            return


def _first_stated(
    seen: Observations, speaks: Callable[[int], float]
) -> Iterator[tuple[Value, int, DateMention | None]]:
    """The first value that is stated, of a period if one is; one in words if there is no other."""
    told = {id(each.value): each.period for link in seen.facts for each in link.claim.values}
    values = [value for link in seen.facts for value in link.values if not value.asked]
    for value in sorted(values, key=lambda each: told.get(id(each.value)) is None)[:1]:
        if value.place is not None and value.how != "calculated":
            yield value.value, value.place, told.get(id(value.value))
    for said in worded_values(seen.facts[0].claim.text)[:1] if seen.facts and not values else ():
        places = [i for i, other in seen.document.valued if same(said, other)]
        if places:
            yield said, max(places, key=speaks), None


def worded_values(text: str) -> list[Value]:
    """Small numbers in words, which are no values of a claim, and may answer."""
    return [value_of(each) for each in stated_or_worded(text) if each.form != "stated"]
