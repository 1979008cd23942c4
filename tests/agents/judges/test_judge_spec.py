"""A judge's name, parsed: models, cascades, panels, and Python code of the user's."""

import sys
from pathlib import Path

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.judge_spec import JudgeSpec
from agents.models.registry import model_identity, options_of
from data_base.errors import InputError
from data_base.schemas.judgement import FailedJudgement, JudgementTrace
from data_base.schemas.protocols import JudgeRequest
from tests.support.rows import over, table
from tests.support.scripted_chat_model import ScriptedChatModel

QUESTION, ANSWER, DOCUMENTS = "How tall is the tower?", "It is 88 m tall.", ["The tower is 88 m tall."]
CODE = '''
def short(request):
    """A short answer is a clear one."""
    clarity = 10 if len(request.answer) < 40 else 5
    return {"accuracy": "9/10", "completeness": 8, "clarity": clarity, "reason": request.question}

async def later(request):
    return short(request)

def broken(request):
    raise KeyError("no such answer")

def ends(request):
    raise SystemExit(3)

async def ends_later(request):
    raise SystemExit

def unscored(request):
    return {"accuracy": 9}

class Judge:
    def __init__(self):
        self.clarity = 7

    async def judge(self, request):
        return {"accuracy": 6, "completeness": 6, "clarity": self.clarity}

number = 3
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a package of the user's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    (tmp_path / "own_judging").mkdir()
    (tmp_path / "own_judging" / "code.py").write_text(CODE, encoding="utf-8")
    for module in ("own_judging", "own_judging.code", "plain_judging"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


@over(
    "name, scores",
    [("short", (9, 8, 10)), ("later", (9, 8, 10)), ("Judge", (6, 6, 7)), ("Judge.judge", None)],
)
async def test_python_code_is_named_by_module_and_name(name: str, scores: tuple[float, ...] | None) -> None:
    evaluator = RAGEvaluator(f"own_judging.code:{name}")
    result = await evaluator.evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS)
    if scores is None:
        assert result.evaluation_failed
        return
    metrics = result.metrics
    assert (metrics.accuracy, metrics.completeness, metrics.clarity) == scores
    assert result.model_id == evaluator.model_id == f"own_judging.code:{name}"
    assert (result.usage.calls, result.mode) == (0, "documents")


@over(
    "name, said",
    [
        ("broken", "KeyError: 'no such answer'"),
        ("unscored", "completeness: is missing"),
        # These had ended the command, with their own exit code and without a word.
        ("ends", "failed: SystemExit: 3"),
        ("ends_later", "failed: SystemExit: "),
    ],
)
async def test_code_that_breaks_makes_a_failed_evaluation_that_shows_why(name: str, said: str) -> None:
    result = await RAGEvaluator(f"own_judging.code:{name}").evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS)
    assert result.evaluation_failed
    assert said in result.reason


@over(
    "name, said",
    table(__file__, "test_what_is_no_judge_is_refused"),
)
def test_what_is_no_judge_is_refused(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        JudgeSpec.of(name)


def test_options_are_not_for_python_code() -> None:
    with pytest.raises(InputError, match="temperature belong to a model name"):
        RAGEvaluator("own_judging.code:short", temperature=0)


def test_a_provider_wins_over_a_module_of_its_name(here: Path) -> None:
    (here / "openai.py").write_text("judge = len", encoding="utf-8")
    assert JudgeSpec.of("openai:judge").model_id == "openai:judge"
    assert len(JudgeSpec.of("openai:judge").models) == 1


def test_a_module_in_the_working_directory_needs_no_package(here: Path) -> None:
    (here / "plain_judging.py").write_text(CODE, encoding="utf-8")
    assert JudgeSpec.of("plain_judging:short").models == ()


def test_other_code_is_another_judge(here: Path) -> None:
    before = JudgeSpec.of("own_judging.code:short")
    (here / "own_judging" / "code.py").write_text(CODE + "# changed\n", encoding="utf-8")
    assert model_identity(JudgeSpec.of("own_judging.code:short")) != model_identity(before)


async def test_an_object_that_judges_needs_no_name() -> None:
    class Never:
        async def judge(self, request: JudgeRequest) -> FailedJudgement:
            return FailedJudgement(trace=JudgementTrace(mode=request.mode, model_id="never"), error="never")

    result = await RAGEvaluator(Never()).evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS)
    assert (result.evaluation_failed, result.reason, result.model_id) == (True, "never", "never")


async def test_python_code_sits_in_a_panel_and_behind_the_embedded_judge() -> None:
    panel = RAGEvaluator(["own_judging.code:short", "embedded", ScriptedChatModel(["?"])], cache=None)
    result = await panel.evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS)
    assert [member.accuracy is None for member in result.panel.members] == [False, False, True]  # type: ignore[union-attr]
    cascade = RAGEvaluator("embedded+own_judging.code:short")
    result = await cascade.evaluate_fine_grained(QUESTION, ANSWER)
    assert (result.model_id, result.metrics.accuracy) == ("own_judging.code:short", 9)


@over("settings", [{}, {"panel_models": ("own_judging.code:short",)}, {"panel_models": ("embedded",)}])
def test_a_program_has_no_second_opinion(settings: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(InputError, match="says the same each time"):
        RAGEvaluator("own_judging.code:short", panel="adaptive", **settings)


def test_a_spec_is_a_value() -> None:
    one, other = (JudgeSpec.of("openai:a?seed=1, openai:b") for _ in range(2))
    assert one == other
    assert JudgeSpec.of(one) is one
    assert RAGEvaluator(one).spec is one
    assert options_of(one) == {"1 openai:a": {"seed": 1}}
    with pytest.raises(InputError, match="belong to a model name"):
        RAGEvaluator(one, temperature=0)
