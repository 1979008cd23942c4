"""What a question asks for, as the surroundings that the answer's value should have."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.affinity import affinity, topic_factor, weighed_for
from scoring.aliases import expand
from scoring.contexts import Context, plain_terms, weigh
from scoring.evidence import script_of_text
from scoring.mentions import years_of
from scoring.questions import COUNTERS_HAN

if TYPE_CHECKING:
    from data_base.text.figures import Figure
    from scoring.evidence import Evidence, Occurrence
    from scoring.questions import AnswerKind, QuestionPart

_OWN, _WHOLE, _ALIAS = 1.0, 0.6, 0.6
# Words that only ask; Chinese ones as the character pairs that terms are made of.
_ASKING = frozenset(
    [
        "many",
        "much",
        "large",
        "long",
        "big",
        "high",
        "develop",
        "according",
        "accord",
        "compare",
        "sure",
        "what",
        "tell",
        "give",
        "list",
        "kind",
        "type",
        "exact",
        "please",
        "say",
        "says",
        "said",
        "write",
        "stay",
        "thought",
        "went",
        "happen",
        "exactly",
        "precisely",
        "figure",
        "larg",
        "hold",
        "differ",
        "меня",
        "поч",
        "обойд",
        "скольк",
        "зовут",
        "приш",
        "прише",
        "сколько",
        "каков",
        "как",
        "насколько",
        "менял",
        "назов",
        "указ",
        "有多",
        "目前",
        "时候",
        "要花",
        "花掉",
        "前花",
        "年相",
        "相比",
        "数各",
        "到底",
        "究竟",
        "一家",
        "哪一",
        "哪家",
        "各是",
        "各有",
        "各写",
        "怎么",
        "说法",
        "一致",
        "相符",
        "如何",
        "多少",
        "几种",
        "几次",
        "几回",
        "是什",
        "什么",
        "多大",
        "多久",
        "哪些",
        "分别",
        "一共",
        "总共",
        "有没",
        "没有",
    ]
)
# Phrases that only ask, though each of their words may mean something elsewhere.
_ASKING_PHRASE = re.compile(
    r"\bhow (?:long|far|often|come)\b|\bwhy\b|\bfor what reasons?\b|\bhow do(?:es)? (?=[^?]*\bdiffer\b)|"
    r"\b(?:is|are|was|were|be|been|being)\s(?:made|taken|given|done|carried out)\b|"
    r"\bwhat (?:measures|steps)\b|\b(?:take|takes|taken|took) place\b|"
    r"為什麼|为什么|為何|为何|什麼原因|什么原因|(?:採取|采取)了?(?:哪些|什麼|什么|何種|何种)?(?:措施|辦法|"
    r"办法)?|"
    rf"[幾几](?![次度種种])[{COUNTERS_HAN}](?!月)|"
    r"\b(?:how many|сколько) (?:(?:kilo|centi|milli)?met(?:re|er)s?|miles?|tons?|tonnes?|kilograms?|kilos?|"
    r"lit(?:re|er)s?|"
    r"hectares?|acres?|метров|километров|тонн|килограмм\w*|литров|гектаров|часов|минут|дней|суток|недель|"
    r"месяцев|лет|рублей)\b|"
    r"多久(?!前)|多[長长](?:[時时][間间])?|[幾几](?:[個个]?(?:小[時时]|月|星期)|分[鐘钟]|天|年)(?![級级])|"
    r"多少[錢钱元]|[什甚][麼么](?:[時时]候|[時时][間间])|"
    r"哪一?[年天]|[何幾几][時时]|"
    r"(?:帶來|带来)了?(?=多少)|有(?:什麼|什么|何)(?:不同|區別|区别|差異|差异)|"
    r"\b(?:почему|отчего|как (?:долго|часто)|какие меры|нужно|следует|по какой причине)\b|"
    r"\b(?:провод(?:ит|ят|ил\w{0,2})ся|проход(?:ит|ят|ил\w{0,2})|состо(?:ится|ял\w*сь))(?=\W)|"
    r"\bчем (?:отлича|различа)\w+",
    re.IGNORECASE,
)
_SPAN = re.compile(r"(?P<first>(?:19|20)\d\d)\D{1,12}?(?P<last>(?:19|20)\d\d)")
# A value in a passage of another language shares fewer words with the question.
_ABROAD = 0.85
_LEAST_SUM = 1000


# "How many boats?" is answered by a number of boats, not by a time or a price.
_COUNTS_THINGS = re.compile(
    r"\bhow many (?!\w*(?:second|minute|hour|day|night|week|month|year|decade|euro|pound|dollar|cent|pence|"
    r"yuan|rouble|ruble|point)s?\b)|[多少幾几](?:位|名|人(?!民)|個(?!月)|个(?!月)|家|座|艘|輛|辆|棵|本|件|"
    r"台|部|所|冊|册|種|种)",
    re.IGNORECASE,
)


def counts_things(question: str) -> bool:
    """Whether a part of a question asks for a number of things, which no sum of money and no time is."""
    return _COUNTS_THINGS.search(question) is not None


def wants_value(kind: AnswerKind) -> bool:
    """Whether an answer of this kind is a value rather than a statement."""
    return kind in {"quantity", "money", "percent", "date"}


@lru_cache(maxsize=1024)
def asked_terms(question: str, *, synonyms: bool = False) -> tuple[str, ...]:
    """Content terms of a question, without those that only ask; see :func:`scoring.terms.terms`."""
    stated = _ASKING_PHRASE.sub(" ", question)
    found = plain_terms(stated, synonyms=synonyms)
    return tuple(term for term in dict.fromkeys(found) if term not in _ASKING)


def asked_years(text: str) -> frozenset[int]:
    """The years a question names; "from 2021 to 2023" names all between."""
    years = set(years_of(text))
    for span in _SPAN.finditer(text):
        years.update(range(int(span["first"]), int(span["last"]) + 1))
    return frozenset(years)


def asked_context(part: QuestionPart, evidence: Evidence) -> Context:
    """A part of the question as the surroundings of the value it asks for."""
    weights = weigh(
        (
            (asked_terms(part.own), _OWN),
            (asked_terms(part.text), _WHOLE),
            (expand(part.text, evidence.aliases), _ALIAS),
        )
    )
    years = asked_years(part.text)
    return Context(weights, frozenset(), years, dated=bool(years))


def ranked_values(part: QuestionPart, evidence: Evidence) -> list[tuple[float, Occurrence]]:
    """The passages' values of the kind that is asked for, the best-fitting first, with how well they fit."""
    wanted = weighed_for(asked_context(part, evidence), evidence)
    topics = [topic_factor(wanted, topic) for topic in evidence.topics]
    script = script_of_text(part.text)
    fits = []
    for occurrence in evidence.stated:
        if not is_wanted(part.kind, occurrence):
            continue
        fit = affinity(wanted, occurrence.context) * topics[occurrence.passage]
        if fit and evidence.script(occurrence.unit) != script:
            fit *= _ABROAD
        fits.append((fit, occurrence))
    return sorted(fits, key=lambda pair: -pair[0])


def is_wanted(kind: AnswerKind, occurrence: Occurrence) -> bool:
    """Whether a passage's value is of the kind that is asked for."""
    mention = occurrence.mention
    if kind == "date":
        return mention.date is not None
    if mention.figure is None:
        return False
    return kind != "money" or mention.figure.kind == "money" or _may_be_a_sum(occurrence, mention.figure)


def _may_be_a_sum(occurrence: Occurrence, figure: Figure) -> bool:
    """Whether a number without a currency may be a sum: not a count, nor a small one in running text."""
    if figure.kind != "number" or (figure.unit is None and figure.noun is not None):
        return False
    return occurrence.tabular or abs(figure.value) >= _LEAST_SUM or bool(figure.precision)
