"""The legal bank contains what it says, and its recorded answers score as they should."""

import pytest

from benchmark.test_runner import BenchmarkRunner
from data_base.text.quotes import contains_text
from eval.legal_benchmark.question_bank import SHIPPED, TYPES, read_bank
from eval.systems.choice import SystemChoice, choose_system
from scoring.legal.quotes import pages_of

CAREFUL, CARELESS = SHIPPED / "answers_careful.jsonl", SHIPPED / "answers_careless.jsonl"


class AlwaysAbstains:
    """A system that knows nothing, and says so."""

    async def query(self, question: str) -> str:
        """Decline."""
        return f"笔录没有记载，无法回答。（{question}）"


@pytest.fixture(scope="module")
def runner() -> BenchmarkRunner:
    """The shipped bank."""
    return BenchmarkRunner(SHIPPED)


def test_the_bank_has_its_questions_and_twins() -> None:
    """At least 10, 8 and 10 questions, and as many answerable twins as gaps."""
    questions = read_bank(SHIPPED)
    found = {name: [one for one in questions if one.type == name] for name in TYPES}
    gaps = [one for one in found["conflict_gap"] if one.fields["should_abstain"]]
    assert len(found["fact_exact"]) >= 10  # noqa: PLR2004
    assert len(found["evidence_set"]) >= 8  # noqa: PLR2004
    assert len(gaps) >= 10  # noqa: PLR2004
    assert len(found["conflict_gap"]) == 2 * len(gaps)
    assert len({one.text for one in questions}) == len(questions)


def test_what_the_bank_requires_stands_in_its_document() -> None:
    """Evidence on its page, quotes on their lines."""
    for question in read_bank(SHIPPED):
        assert question.document is not None
        pages = pages_of(question.document)
        for evidence in question.fields.get("required_evidence", []):
            assert contains_text(pages[evidence["page"]], evidence["must_include"]), question.id
        place = question.fields.get("evidence_location")
        if place:
            first, _, last = place["lines"].partition("-")
            lines = pages[place["page"]].split("\n")[int(first) - 1 : int(last)]
            assert contains_text("\n".join(lines), question.fields["required_quote"]), question.id


@pytest.mark.parametrize("question_type", TYPES)
async def test_careful_answers_pass_and_careless_ones_do_not(
    runner: BenchmarkRunner, question_type: str
) -> None:
    """The recorded answers of two qualities, from end to end."""
    careful = await runner.run(choose_system(SystemChoice(answers=CAREFUL)), question_type)
    careless = await runner.run(choose_system(SystemChoice(answers=CARELESS)), question_type)
    assert careful["overall_percentage"] == pytest.approx(100)
    assert careful["pass_rate"] == 1
    assert careless["overall_percentage"] < 25  # noqa: PLR2004
    assert careless["passed"] == 0


def test_a_system_that_always_abstains_passes_nothing(runner: BenchmarkRunner) -> None:
    """The twins see to it."""
    summary = runner.run_benchmark(AlwaysAbstains())
    assert summary["passed"] == 0
    assert summary["by_type"]["conflict_gap"]["overall_percentage"] <= 60 + 1e-9
