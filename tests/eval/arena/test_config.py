"""Arenas that a file describes: any number of contestants of any kind."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.rating import Rating
from data_base.schemas.run import RunItem
from data_base.store.run_store import RunStore
from eval.arena.config import read_arena_config
from eval.arena.estimate import estimate_arena
from eval.arena.recomputed import arena_again
from eval.arena.request import ArenaRequest
from eval.arena.result import ArenaResult
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.compare.named_run import arena_in
from eval.reports.arena_folder import save_arena
from service.commands.terminal.arena_table import show
from tests.support.arena import manifest
from tests.support.in_process import judge_in_process
from tests.support.rows import table
from tests.support.tool_results import output, pretty, promptfoo

QUESTIONS = [
    {"id": "burnt", "question": "When did the mill of Orrin burn down?", "gold_answer": "In 1934."},
    {
        "id": "rye",
        "question": "How much rye did the mill of Orrin grind in 1911?",
        "gold_answer": "73 tonnes.",
    },
]
DOCUMENT = "The mill of Orrin ground 73 tonnes of rye in 1911.\n\nThe mill of Orrin burnt down in 1934.\n"
RIGHT = {"burnt": "The mill of Orrin burnt down in 1934.", "rye": "It ground 73 tonnes of rye in 1911."}
WRONG = {"burnt": "The mill of Orrin burnt down in 1951.", "rye": "It ground 912 tonnes of rye in 1911."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines(tmp_path / "questions.jsonl", QUESTIONS)
    (tmp_path / "mill.md").write_text(DOCUMENT, encoding="utf-8")
    for name, answers in (("right", RIGHT), ("wrong", WRONG)):
        rows = [{"id": case, "answer": text} for case, text in answers.items()]
        lines(tmp_path / f"{name}.jsonl", rows)
    return tmp_path


def lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def arena_file(folder: Path, contestants: str, **changes: str) -> Path:
    fields = {"questions": "questions.jsonl", "documents": "[mill.md]", **changes}
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    (folder / "arena.yaml").write_text(f"{head}contestants:\n{contestants}", encoding="utf-8")
    return folder / "arena.yaml"


def held(folder: Path, config: Path, **changes: Any) -> ArenaResult:
    asked = {"config": config, "out": folder / "out", "store": str(folder / "runs.sqlite"), **changes}
    prepared = prepare_arena(ArenaRequest(**asked))
    result = asyncio.run(run_arena(prepared))
    save_arena(prepared, result)
    return result


def answer_shouting(question: str) -> str:
    return f"73 TONNES, AND IT BURNT DOWN IN 1934. ({question})"


FOUR = """\
  - {name: Right, recorded: right.jsonl}
  - {name: Wrong, recorded: wrong.jsonl}
  - {name: Seeker, research: {max_attempts: 2}}
  - {name: Shouter, callable: "tests.eval.arena.test_config:answer_shouting"}
"""


def test_contestants_of_any_kind_are_judged_on_the_same_passages(folder: Path) -> None:
    result = held(folder, arena_file(folder, FOUR))
    sides = {side.system: side for side in result.summary.sides}
    assert [*sides] == ["Right", "Wrong", "Seeker", "Shouter"]
    assert {side.scored for side in sides.values()} == {2}
    right, wrong = (sides[name].means["accuracy"].mean for name in ("Right", "Wrong"))
    assert right is not None
    assert wrong is not None
    assert right > wrong
    assert len(result.summary.pairs) == 6
    for question in result.items:
        assert len({item.evaluation.passages_shown for item in question.items if item.evaluation}) == 1
    contestants = result.manifest.settings["contestants"]
    assert contestants["Seeker"]["research"]["max_attempts"] == 2  # type: ignore[index, call-overload]


def test_passages_are_shared_where_no_contestant_brings_any(folder: Path) -> None:
    two = "  - {name: Right, recorded: right.jsonl}\n  - {name: Wrong, recorded: wrong.jsonl}\n"
    result = held(folder, arena_file(folder, two))
    assert all(question.shared_passages for question in result.items)
    assert result.summary.mode == "comparison"


def test_without_documents_answers_are_judged_by_what_the_questions_say(folder: Path) -> None:
    points = [{"text": "The mill burnt down in 1934.", "weight": 3}]
    lines(folder / "questions.jsonl", [{**QUESTIONS[0], "gold_answer": None, "key_points": points}])
    two = "  - {name: Right, recorded: right.jsonl}\n  - {name: Wrong, recorded: wrong.jsonl}\n"
    result = held(folder, arena_file(folder, two, documents="[]"))
    assert result.summary.mode == "no_documents"
    right, wrong = result.summary.sides
    assert (right.scored, wrong.scored) == (1, 1)
    assert right.key_points == {"covered": 1}
    assert not wrong.key_points.get("covered")


def test_answers_of_an_earlier_run_take_part(folder: Path) -> None:
    first = held(folder, arena_file(folder, FOUR))
    run = f"run: {first.manifest.run_id}"
    again = f"  - {{name: Then, {run}, system: Seeker}}\n  - {{name: Wrong, recorded: wrong.jsonl}}\n"
    result = held(folder, arena_file(folder, again), out=folder / "again")
    then, sought = result.items[0].items[0], first.items[0].items[2]
    assert then.system == "Then"
    assert then.answer == sought.answer
    assert then.evaluation is not None
    with pytest.raises(InputError, match="say which with system"):
        prepare_arena(
            ArenaRequest(
                config=arena_file(folder, again.replace(", system: Seeker", "")),
                store=str(folder / "runs.sqlite"),
            )
        )


def test_results_of_another_tool_are_contestants_by_their_systems_names(folder: Path) -> None:
    """Their ids are not the questions' ids; the questions are the same."""
    rows = [
        output(by, column, test, text, vars={"question": asked}, testCase={"vars": {"question": asked}})
        for column, (by, answers) in enumerate((("good", RIGHT), ("bad", WRONG)))
        for test, (asked, text) in enumerate(
            zip((q["question"] for q in QUESTIONS), answers.values(), strict=True)
        )
    ]
    pretty(folder / "results.json", promptfoo(*rows, output("good", 0, 2, None, vars={}, error="timeout")))
    two = "".join(
        f"  - {{name: {name}, recorded: results.json, system: {name}}}\n" for name in ("good", "bad")
    )
    result = held(folder, arena_file(folder, two))
    good, bad = result.summary.sides
    assert (good.scored, bad.scored) == (2, 2)
    assert [each.items[0].answer.text for each in result.items if each.items[0].answer] == [*RIGHT.values()]
    assert result.manifest.settings["contestants"]["bad"]["answers_of"] == "bad"  # type: ignore[index, call-overload]
    assert any("1 question without an answer" in note for note in result.manifest.notes)


def test_an_answer_that_is_not_in_the_file_is_told_and_the_others_count(folder: Path) -> None:
    lines(folder / "wrong.jsonl", [{"id": "rye", "answer": WRONG["rye"]}])
    result = held(folder, arena_file(folder, FOUR))
    assert "Wrong has no answer to 1 question." in result.summary.warnings
    assert [side.scored for side in result.summary.sides] == [2, 1, 2, 2]


def test_the_judges_of_a_panel_judge_every_answer(folder: Path) -> None:
    judges = "[embedded, 'tests.eval.arena.test_config:Severe']"
    result = held(folder, arena_file(folder, FOUR, judges=judges))
    evaluation = result.items[0].items[0].evaluation
    assert evaluation is not None
    assert evaluation.panel is not None
    assert len(evaluation.panel.members) == 2


class Severe:
    """A judge that is never content."""

    def judge(self, _request: object) -> dict[str, Any]:
        return {"accuracy": 2, "completeness": 2, "clarity": 2, "reason": "never content", "analysis": ""}


@pytest.mark.parametrize(
    ("contestants", "changes", "sentence"),
    [
        ("  - {name: A, model: embedded}\n", {}, 'field "contestants": needs at least 2 entries'),
        (FOUR.replace("Wrong", "Right"), {}, "2 contestants are named 'Right'"),
        (FOUR.replace("Wrong", "Right"), {}, 'line 3, field "contestants": '),
        (FOUR, {"judges": "[a, b]", "final_judge": "c"}, 'line 4, field "final_judge": final_judge takes'),
        (FOUR + "  - {name: E}\n", {}, "exactly one of model, research"),
        (FOUR + "  - {name: E, model: embedded, http: 'http://x'}\n", {}, "found model and http"),
        (FOUR.replace("max_attempts", "max_attemps"), {}, 'did you mean "max_attempts"?'),
        (FOUR + "  - {name: E, model: embedded, system: a}\n", {}, "here is neither"),
        (FOUR.replace("right.jsonl", "right.jsonl, system: a"), {}, "right.jsonl is of one system"),
        (
            FOUR.replace(".jsonl", ".jsonl, reference: true"),
            {},
            "line 3, field \"contestants\": one contestant at most is the reference; here 'Right' and",
        ),
        (FOUR, {"pair": "all"}, 'did you mean "pairs"?'),
        (FOUR, {"pairs": "some"}, "'all', 'sampled' or 'none'"),
        (
            FOUR,
            {"documents": "[]"},
            "Deep Research has nothing to read; name documents, retrievers or",
        ),
        (FOUR.replace("max_attempts", "max_attemps"), {}, 'field "contestants.2.research.max_attemps"'),
        (FOUR.replace("tests.eval.arena.test_config:", "nomod:"), {}, "Shouter: callable 'nomod:answer_sh"),
        (FOUR + "  - {name: judge, model: embedded}\n", {}, "'judge' is who judges"),
        (FOUR + "  - {name: E, run: gone}\n", {}, "contains no run 'gone'"),
        (
            FOUR,
            {"pairs": "sampled", "max_cost": "1", "judges": "['ollama:nobody-knows']"},
            "max_cost cannot be kept to: the price of ollama:nobody-knows is not known",
        ),
        (FOUR.replace("right.jsonl", "gone.jsonl"), {}, "gone.jsonl"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_by_place(
    folder: Path, contestants: str, changes: dict[str, str], sentence: str
) -> None:
    RunStore(folder / "runs.sqlite").close()
    config = arena_file(folder, contestants, **changes)
    with pytest.raises(InputError) as refused:
        prepare_arena(ArenaRequest(config=config, out=folder / "out", store=str(folder / "runs.sqlite")))
    assert sentence in str(refused.value)
    assert not (folder / "out").exists()


BARE = """\
  - {name: Asked, model: "ollama:not-installed"}
  - {name: Seeker, research: {model: "google:gemini-3.8-flash", judge: embedded}}
"""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No provider's package is installed, and there is no key."""
    for name in ("google.genai", "google.generativeai", "langchain", "langchain.chat_models"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("bare")
def test_a_missing_package_is_told_after_all_else(folder: Path) -> None:
    def refusal(contestants: str, **changes: str) -> str:
        with pytest.raises(InputError) as refused:
            prepare_arena(ArenaRequest(config=arena_file(folder, contestants, **changes), out=folder / "out"))
        return str(refused.value)

    priced = {"pairs": "sampled", "max_cost": "1", "judges": "['ollama:not-installed']"}
    assert refusal(BARE, **priced).startswith("max_cost cannot be kept to: the price of ollama:not-installed")
    assert "gone.jsonl" in refusal(BARE + "  - {name: Kept, recorded: gone.jsonl}\n")
    assert refusal(BARE).startswith("ollama:not-installed needs a package")


@pytest.mark.usefixtures("bare")
def test_a_dry_run_needs_no_package_and_says_which_extra_brings_it(folder: Path) -> None:
    config = arena_file(folder, BARE, judges="['google:gemini-3.8-flash']")
    ended = judge_in_process("arena", "--config", config, "--dry-run", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("4 answers to give and judge, 0 kept.")
    _, ollama, google = ended.stdout.splitlines()
    assert ollama.startswith("Not installed yet: ollama:not-installed needs a package")
    assert ollama.endswith(": uv sync --inexact --extra ollama.")
    assert google.startswith("Not installed yet: google:gemini-3.8-flash needs Google's SDK: ")
    assert google.endswith(": uv sync --inexact --extra google.")
    assert not (folder / "out").exists()


def test_answers_to_other_questions_are_refused(folder: Path) -> None:
    lines(folder / "wrong.jsonl", [{"id": "other", "answer": "x"}])
    with pytest.raises(InputError, match="Wrong: its answers are to none of the questions"):
        prepare_arena(ArenaRequest(config=arena_file(folder, FOUR)))


def test_a_command_with_a_file_takes_nothing_that_the_file_says(folder: Path) -> None:
    config = arena_file(folder, FOUR)
    ended = judge_in_process("arena", "--config", config, "--model", "openai:x", cwd=folder)
    assert ended.returncode == 2
    assert "Cannot combine --model with --config" in ended.stderr
    told = judge_in_process("run_arena.py", "--config", config, "--out", folder / "out", cwd=folder)
    assert told.returncode == 0, told.stderr
    assert "Shouter" in told.stdout


def answer_nothing(question: str) -> str:
    raise RuntimeError(question)


def test_regression_an_arena_in_which_a_contestant_has_no_answer_is_no_success(folder: Path) -> None:
    silent = '  - {name: Silent, callable: "tests.eval.arena.test_config:answer_nothing"}\n'
    config = arena_file(folder, FOUR.splitlines(keepends=True)[0] + silent)
    told = judge_in_process("arena", "--config", config, "--out", folder / "out", cwd=folder)
    assert told.returncode == 1
    assert "2 answers of 4 are unscored" in told.stderr
    assert "No answer of 'Silent' could be scored." in told.stderr
    assert "Report:" in told.stdout


def test_regression_what_cannot_be_told_apart_is_said_once_whatever_the_order_of_names(folder: Path) -> None:
    rows = [{"id": case, "answer": f"- {text}\n- {text}"} for case, text in RIGHT.items()]
    lines(folder / "listed.jsonl", rows)
    two = "  - {name: Zoe, recorded: listed.jsonl}\n  - {name: Ann, recorded: wrong.jsonl}\n"
    standings = held(folder, arena_file(folder, two, pairs="all")).summary.standings
    assert standings is not None
    assert [each.contestants for each in standings.untold if each.name == "lists"] == [("Ann", "Zoe")]


def test_paths_are_those_of_the_files_folder(folder: Path) -> None:
    assert read_arena_config(arena_file(folder, FOUR)).questions == folder / "questions.jsonl"


def test_pairs_make_standings_that_the_file_and_the_terminal_show(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = held(folder, arena_file(folder, FOUR, pairs="all"))
    standings = result.summary.standings
    assert standings is not None
    assert standings.pairs is not None
    places = [place.system for place in standings.pairs.raw]
    assert places.index("Right") < places.index("Wrong")
    assert standings.pairs.verdicts == 2 * 6
    kept = json.loads((folder / "out" / "arena.json").read_text(encoding="utf-8"))
    assert [place["system"] for place in kept["standings"]] == places
    assert ArenaResult.model_validate_json((folder / "out" / "arena.json").read_text("utf-8")) == result
    show(result)
    said = " ".join(capsys.readouterr().out.split())
    assert "0 of 12 comparisons picked a different winner when the order was swapped" in said
    assert "Judge only: this arena has no human ratings." in said


def test_people_s_ratings_correct_an_arena(folder: Path) -> None:
    scores = {"accuracy": 3, "completeness": 3, "clarity": 3}
    rows = [{"id": f"{case}/Right", "question": "q?", "answer": "a", "scores": scores} for case in RIGHT]
    lines(folder / "ratings.jsonl", rows)
    result = held(folder, arena_file(folder, FOUR, ratings="ratings.jsonl"))
    assert result.summary.people is not None
    assert (result.summary.people.raters, result.summary.people.ratings) == (1, 2)


def test_the_ratings_of_an_arena_s_file_are_counted_again(folder: Path) -> None:
    """They were lost as soon as the figures were worked out once more."""
    scores = {"accuracy": 3, "completeness": 3, "clarity": 3}
    rows = [{"id": f"{case}/Right", "question": "q?", "answer": "a", "scores": scores} for case in RIGHT]
    lines(folder / "ratings.jsonl", rows)
    held(folder, arena_file(folder, FOUR, ratings="ratings.jsonl"))
    (folder / "ratings.jsonl").unlink()
    again = arena_again(arena_in(folder / "out"), store=str(folder / "runs.sqlite"))
    assert again.summary.people is not None
    assert again.summary.people.ratings == 2
    lines(folder / "more.jsonl", [{**rows[0], "scores": {**scores, "accuracy": 9}}])
    more = arena_again(
        arena_in(folder / "out"), store=str(folder / "runs.sqlite"), ratings=folder / "more.jsonl"
    )
    # The same person's later word on an answer takes the place of the earlier.
    assert more.summary.people is not None
    assert more.summary.people.ratings == 2


GPT = "openai:gpt-9"


@pytest.mark.parametrize(
    ("contestants", "said"),
    [
        ("{name: Noted, recorded: noted.jsonl}", f"Noted is written by {GPT}, which also judges it"),
        ("{name: Then, run: RUN, system: Writer}", f"Then is written by {GPT}, which also judges it"),
        ("{name: Then, run: RUN, system: Seeker}", "Then went on until a judge that also scores it here"),
        (
            "{name: Right, recorded: right.jsonl, family: gpt}",
            f"Right is written by a model of the family gpt, as is its judge {GPT}",
        ),
    ],
)
def test_a_judge_that_favours_kept_or_recorded_answers_is_told_of(
    folder: Path, contestants: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only models that the arena itself asks were looked at."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    noted = [{"id": case, "answer": {"answer": text, "model": GPT}} for case, text in RIGHT.items()]
    lines(folder / "noted.jsonl", noted)
    with RunStore(folder / "runs.sqlite") as store:
        store.create(
            manifest("then", models={"Seeker": "embedded", "Seeker: loop_judge": GPT, "Writer": GPT})
        )
        answer = Answer(text=RIGHT["rye"], model_id=GPT)
        store.append("then", RunItem(case_id="rye", system="Writer", answer=answer))
        store.append("then", RunItem(case_id="rye", system="Seeker", answer=Answer(text=RIGHT["rye"])))
    two = f"  - {contestants.replace('RUN', 'then')}\n  - {{name: Wrong, recorded: wrong.jsonl}}\n"
    config = arena_file(folder, two, judges=f"['{GPT}']")
    prepared = prepare_arena(ArenaRequest(config=config, store=str(folder / "runs.sqlite")))
    assert [warning for warning in prepared.warnings if warning.startswith(said)]
    assert not [warning for warning in prepared.warnings if warning.startswith("Wrong is")]


def test_a_dry_run_counts_the_pairs_that_are_left(folder: Path) -> None:
    """Pairs that were judged, and those that lack an answer, were counted once more."""
    lines(folder / "wrong.jsonl", [{"id": "rye", "answer": WRONG["rye"]}])

    def pairs_of(contestants: str, pairs: str = "all", **changes: Any) -> int:
        config = arena_file(folder, contestants, pairs=pairs)
        asked = {"config": config, "store": str(folder / "runs.sqlite"), "out": folder / "o", **changes}
        return asyncio.run(estimate_arena(prepare_arena(ArenaRequest(**asked)))).pairs

    assert pairs_of(FOUR) == pairs_of(FOUR, "sampled") == 6 + 3
    # A sample is drawn without the reference.
    assert pairs_of(FOUR.replace("right.jsonl", "right.jsonl, reference: true"), "sampled") == 3 + 1
    first = held(folder, arena_file(folder, THREE, pairs="all"))
    assert pairs_of(THREE) == 0
    # The new one against the two, or three, that have an answer.
    assert pairs_of(FOUR, extends=first.manifest.run_id) == 3 + 2


def test_ratings_that_cannot_be_read_are_refused_before_anything_is_asked(folder: Path) -> None:
    (folder / "ratings.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"ratings\.jsonl"):
        prepare_arena(
            ArenaRequest(config=arena_file(folder, FOUR, ratings="ratings.jsonl"), out=folder / "out")
        )


THREE = "".join(FOUR.splitlines(keepends=True)[:3])


def test_a_further_contestant_is_judged_alone_and_the_rest_is_taken_over(folder: Path) -> None:
    first = held(folder, arena_file(folder, THREE, pairs="all"))
    asked = {"extends": first.manifest.run_id, "out": folder / "more"}
    more = held(folder, arena_file(folder, FOUR, pairs="all"), **asked)
    before = {(item.case_id, item.system): item for case in first.items for item in case.items}
    after = {(item.case_id, item.system): item for case in more.items for item in case.items}
    # Times and costs would differ, had anything been judged again.
    assert {place: after[place] for place in before} == before
    assert {system for _, system in set(after) - set(before)} == {"Shouter"}
    kept = {(pair.case_id, pair.first, pair.second): pair for pair in more.pairs}
    assert all(kept[pair.case_id, pair.first, pair.second] == pair for pair in first.pairs)
    assert len(kept) == 2 * 12
    assert more.summary.standings is not None
    assert len(more.summary.standings.headline) == 4


def test_a_reference_that_is_marked_afterwards_takes_no_further_judgement(folder: Path) -> None:
    first = held(folder, arena_file(folder, THREE, pairs="all"))
    marked = arena_file(folder, THREE.replace("right.jsonl", "right.jsonl, reference: true"), pairs="all")
    more = held(folder, marked, extends=first.manifest.run_id, out=folder / "more")
    # Times and costs would differ, had anything been judged again.
    assert (more.items, more.pairs) == (first.items, first.pairs)
    assert (more.manifest.settings["reference"], first.summary.against_reference) == ("Right", None)
    against, standings = more.summary.against_reference, more.summary.standings
    assert against is not None
    assert standings is not None
    assert (against.reference, [side.system for side in against.sides]) == ("Right", ["Wrong", "Seeker"])
    assert {place.system for place in standings.headline} == {"Wrong", "Seeker"}


def test_what_was_judged_on_other_passages_is_counted_and_judged_again_where_asked(folder: Path) -> None:
    two = "".join(FOUR.splitlines(keepends=True)[:2])
    first = held(folder, arena_file(folder, two))
    run = first.manifest.run_id
    passage = {"id": "new#1", "doc_id": "new", "text": "The mill of Orrin burnt down in 1934, in May."}
    said = {case: {"answer": text, "passages": [passage]} for case, text in RIGHT.items()}
    rows = [{"id": case, "answer": answer} for case, answer in said.items()]
    lines(folder / "finds.jsonl", rows)
    finder = "  - {name: Finder, recorded: finds.jsonl}\n"
    kept = held(folder, arena_file(folder, two + finder), extends=run, out=folder / "kept")
    assert any("4 answers were judged on other passages" in each for each in kept.summary.warnings)
    again = held(folder, arena_file(folder, two + finder), extends=run, rejudge=True, out=folder / "again")
    assert not any("other passages" in each for each in again.summary.warnings)


def test_an_arena_of_other_terms_cannot_be_extended(folder: Path) -> None:
    first = held(folder, arena_file(folder, THREE))
    lines(folder / "questions.jsonl", QUESTIONS[:1])
    with pytest.raises(InputError, match="cannot be extended: it differs in questions or documents"):
        held(folder, arena_file(folder, FOUR), extends=first.manifest.run_id, out=folder / "more")


def test_what_people_rate_after_an_arena_corrects_it_and_nobody_is_asked(folder: Path) -> None:
    result = held(folder, arena_file(folder, FOUR))
    run_id = result.manifest.run_id
    scores = {"accuracy": 3.0, "completeness": 3.0, "clarity": 3.0}
    with RunStore(folder / "runs.sqlite") as store:
        for case in RIGHT:
            store.rate(
                run_id, Rating(case_id=case, system="Right", rater="ana", scores=scores, created_at="")
            )
    found = [
        {"id": f"{case}/Wrong", "question": "q?", "answer": "a", "scores": scores, "rater": "bo"}
        for case in WRONG
    ]
    lines(folder / "more.jsonl", found)
    again = ("arena", "--again", "--out", "out", "--store", "runs.sqlite", "--ratings", "more.jsonl")
    ended = judge_in_process(*again, cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "2 people have rated answers of this arena: 4 ratings." in ended.stdout
    kept = ArenaResult.model_validate_json((folder / "out" / "arena.json").read_bytes())
    assert kept.summary.people is not None
    assert {side.system: side.rated for side in kept.summary.people.sides}["Wrong"] == len(WRONG)
    assert kept.items == result.items


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--again", "--out", "nowhere"), "nowhere"),
        (("--ratings", "more.jsonl"), "--ratings needs --again"),
    ],
)
def test_ratings_without_an_arena_are_refused(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    ended = judge_in_process("arena", *arguments, cwd=folder)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert not (folder / "nowhere").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    table(__file__, "test_a_field_that_is_missing_is_named"),
)
def test_a_field_that_is_missing_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "arena.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_arena_config(tmp_path / "arena.yaml")
    assert str(refused.value) == f"{tmp_path / 'arena.yaml'}, {said}"
