"""The date that answers are judged as of: where the prompt says it, and which one ``today`` is."""

import json
import logging
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.as_of import in_run_begun, judged_as_of
from agents.judges.settings_file import read_judge_settings
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from prompts.registry import available
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

VERDICT = json.dumps(
    {"analysis": "", "accuracy": 9, "completeness": 9, "clarity": 9, "reason": "so", "suggestion": ""}
)
PAIR = json.dumps({"analysis": "", "verdict": "tie", "reason": "so"})
PASSAGES = [Passage(id="c#1", doc_id="c", text="Orle mill opened in 1987.")]
DAY = "2026-11-28"


async def shown(language: str, documents: list[Passage] | None, **settings: object) -> list[tuple[str, str]]:
    """System and user part, of an answer and of a pair."""
    llm = ScriptedChatModel([VERDICT, PAIR])
    judge = RAGEvaluator(llm, cache=None, language=language, **settings)
    await judge.evaluate_fine_grained("When did it open?", "In 1987.", documents)
    await judge.compare("When did it open?", "In 1987.", "In 1988.", documents)
    return [(str(system.text), str(user.text)) for system, user in llm.prompts]


@over("language", sorted({language for _, language in available()}))
@over("documents", [PASSAGES, None])
async def test_the_date_is_in_the_user_part_alone_and_nowhere_where_none_is_set(
    language: str, documents: list[Passage] | None
) -> None:
    without = await shown(language, documents)
    dated = await shown(language, documents, as_of=DAY)
    assert [system for system, _ in dated] == [system for system, _ in without]
    for (_, plain), (_, user) in zip(without, dated, strict=True):
        assert "as_of" not in plain
        assert user.count("<<<as_of ") == user.count(f">>>\n{DAY}\n<<<end ") == 1
        # The data of the judgement stand before it.
        assert user.index("1987") < user.index(DAY)


async def test_today_is_the_day_of_the_call_in_utc_without_a_run() -> None:
    before = datetime.now(UTC).date()
    found = judged_as_of("today")
    assert found in {before, datetime.now(UTC).date()}
    (_, user), _ = await shown("en", None, as_of="today")
    assert any(f"\n{day}\n" in user for day in (before, datetime.now(UTC).date()))


def test_today_is_the_day_on_which_a_run_began_in_utc() -> None:
    late = datetime(2026, 11, 28, 22, tzinfo=timezone(-timedelta(hours=5)))
    with in_run_begun(late):
        assert judged_as_of("today") == date(2026, 11, 29)
        assert judged_as_of(date(2020, 1, 2)) == date(2020, 1, 2)
        assert judged_as_of(None) is None


@over("given", ["yesterday", "2026-02-30", "20261128", "2026-11-28T00:00:00", "", 0, 1764288000, True])
def test_what_is_no_date_is_refused(given: object) -> None:
    with pytest.raises(InputError, match=r"as_of.*write it as 2026-11-28, or today"):
        RAGEvaluator(ScriptedChatModel([]), as_of=given)


@over("said", ["2026-11-28", "'2026-11-28'", "today"])
def test_a_settings_file_says_it_and_the_terms_name_it(tmp_path: Path, said: str) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(f"version: v1\nas_of: {said}\n", encoding="utf-8")
    own = read_judge_settings(file)
    known = RAGEvaluator(ScriptedChatModel([]), **own.evaluator).terms
    assert known["as_of"] == own.stated["as_of"] == said.strip("'")


def test_terms_without_a_date_are_those_of_before_there_were_any() -> None:
    assert "as_of" not in RAGEvaluator(ScriptedChatModel([])).terms


@over("judge", ["embedded", "embedded+openai:m"])
def test_the_embedded_judge_refuses_a_date(judge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    with pytest.raises(InputError, match="whatever the date; leave as_of"):
        RAGEvaluator(judge, as_of="today")


async def test_a_template_of_ones_own_without_the_part_is_named_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "house_dated" / "en.yaml"
    file.parent.mkdir()
    file.write_text(
        'id: house_dated\nversion: "1"\nlanguage: en\nslots: [question, answer]\nsystem: Judge.\n'
        "user: |-\n  Asked: {{question}}\n  Said: {{answer}}\nclosing: Reply.\nempty: (none)\n",
        encoding="utf-8",
    )
    with caplog.at_level(logging.WARNING):
        judge = RAGEvaluator(ScriptedChatModel([VERDICT]), cache=None, prompt_file=file, as_of=DAY)
        for _ in range(2):
            await judge.evaluate_fine_grained("When?", "In 1987.")
    said = [record.getMessage() for record in caplog.records if "as_of" in record.getMessage()]
    assert len(said) == 1
    assert "the judge is shown no date" in said[0]
