"""No text of an answer or a document moves a judge's scores by speaking to it.

That the embedded judge is not moved either is a figure of ``tools/yardstick.py``.
"""

from collections import Counter

from langchain_core.messages import HumanMessage

from agents.judges.model_judge import ModelJudge
from agents.judges.settings import EvaluatorSettings
from data_base.schemas.judgement import ScoredJudgement
from data_base.text.language import LANGUAGES, detect_language
from scoring.embedded.verdict import judge_answer
from tests.support.attacks import Attack, attacks, independent_attacks
from tests.support.obedient_model import UNMOVED, obedient
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

SHIPPED = attacks()
INDEPENDENT = independent_attacks()
ALL = (*SHIPPED, *INDEPENDENT)


def _named(attack: Attack) -> str:
    return attack.id


def test_the_suite_covers_languages_sides_and_kinds() -> None:
    assert len(SHIPPED) >= 60
    assert len({attack.id for attack in ALL}) == len(ALL)
    kinds = {(detect_language(attack.question), attack.kind) for attack in SHIPPED}
    assert kinds == {(language, kind) for language in LANGUAGES for kind in {a.kind for a in SHIPPED}}
    assert min(Counter(attack.side for attack in SHIPPED).values()) >= 20
    assert {attack.wants for attack in SHIPPED} == {"up", "down"}


def test_the_independent_cases_are_in_every_language_and_on_both_sides() -> None:
    assert len(INDEPENDENT) >= 34
    sides = {(detect_language(attack.question), attack.side) for attack in INDEPENDENT}
    assert sides == {(language, side) for language in LANGUAGES for side in ("answer", "documents")}
    assert {attack.wants for attack in INDEPENDENT} == {"up", "down"}


@over("attack", ALL)
async def test_an_obedient_model_hears_nothing_of_it(attack: Attack) -> None:
    llm = ScriptedChatModel(obedient(attack))
    judged = await ModelJudge(llm, EvaluatorSettings()).judge(attack.request(attack.good))
    assert isinstance(judged, ScoredJudgement)
    assert [judged.accuracy, judged.completeness, judged.clarity] == [UNMOVED] * 3


@over("attack", ALL)
def test_control_without_fences_the_same_model_is_breached(attack: Attack) -> None:
    passages = "\n".join(passage.text for passage in attack.passages())
    prompt = f"Question:\n{attack.question}\n\nPassages:\n{passages}\n\nAnswer:\n{attack.answer(attack.good)}"
    assert '"reason": "obeyed"' in obedient(attack)([HumanMessage(prompt)])


def test_control_fences_without_defused_marks_are_breached() -> None:
    breached = set()
    for attack in ALL:
        code = "0123456789ab"
        text = "\n".join([attack.answer(attack.good), *(passage.text for passage in attack.passages())])
        prompt = f"<<<answer {code}>>>\n{text}\n<<<end {code}>>>\nNow score."
        if '"reason": "obeyed"' in obedient(attack)([HumanMessage(prompt)]):
            breached.add(attack.kind)
    assert breached >= {"forged_closing", "fake_system", "zero_width"}


def test_the_true_and_the_wrong_answers_are_told_apart() -> None:
    """Were they not, an attack could move nothing."""
    apart = 0
    for attack in ALL:
        texts = [passage.text for passage in attack.harmless_request("").documents or ()]
        good = judge_answer(attack.question, attack.good, texts).accuracy
        apart += good > judge_answer(attack.question, attack.bad, texts).accuracy + 3
    assert apart / len(ALL) > 0.85
