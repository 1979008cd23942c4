"""Results of DeepResearch Bench, promptfoo and OpenAI Evals, in the shapes that these tools write."""

import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.schemas.case import Case
from eval.files.other_tools.results import Tool, ToolResults, read_tool_results
from eval.files.question_file import read_questions
from eval.judging.answer_file import iter_answers
from eval.systems.recorded import RecordedAnswers
from tests.support.in_process import judge_in_process
from tests.support.tool_results import (
    ARTICLES,
    ASKED,
    CHAT,
    LOG,
    QUERIES,
    item,
    jsonl,
    output,
    page,
    pretty,
    promptfoo,
)


def results(path: Path) -> ToolResults:
    read = read_tool_results(path)
    assert read is not None
    return read


def test_articles_of_deep_research_bench_have_numbers_for_ids_and_the_files_name(tmp_path: Path) -> None:
    read = results(jsonl(tmp_path / "some-model.jsonl", *ARTICLES))
    assert (read.tool, read.systems) == (Tool.DEEP_RESEARCH_BENCH, ("some-model",))
    assert [(each.id, each.question) for each in read.answers] == [("1", ASKED), ("2", "磨坊磨了多少黑麦？")]
    assert [each.answer is None for each in read.answers] == [False, True]


def test_queries_of_deep_research_bench_become_a_question_file(tmp_path: Path) -> None:
    jsonl(tmp_path / "query.jsonl", *QUERIES)
    done = judge_in_process("import", "query.jsonl", "--for", "questions", "--out", "q.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    first, second = read_questions(tmp_path / "q.jsonl")
    assert (first.id, first.question, first.tags, second.id) == ("1", ASKED, ("Industry",), "2")


def test_promptfoo_names_a_system_by_provider_and_prompt(tmp_path: Path) -> None:
    read = results(
        pretty(
            tmp_path / "results.json",
            promptfoo(
                output("openai:a", 0, 0, "In 1934."),
                output("openai:a", 1, 0, "1934, said at length."),
                output("openai:b", 2, 0, "In 1951.", provider={"id": "openai:b", "label": "ours"}),
            ),
        )
    )
    assert read.systems == ("openai:a (prompt 1)", "openai:a (prompt 2)", "ours")
    assert [each.answer for each in read.of("ours")] == ["In 1951."]
    with pytest.raises(InputError, match=r"several systems \(openai:a \(prompt 1\), .*name one"):
        read.of(None)
    with pytest.raises(InputError, match="no system 'gpt', only openai:a"):
        read.of("gpt")


def test_all_that_promptfoo_writes_is_read_alike(tmp_path: Path) -> None:
    rows = [output("a", 0, 0, "In 1934."), output("a", 0, 1, "In 1935.")]
    files = [
        pretty(tmp_path / "pretty.json", promptfoo(*rows)),
        jsonl(tmp_path / "compact.json", promptfoo(*rows)),
        jsonl(tmp_path / "lines.jsonl", *rows),
        pretty(tmp_path / "summary.json", promptfoo(*rows)["results"]),
    ]
    read = [[(each.system, each.id, each.answer) for each in results(path).answers] for path in files]
    assert all(each == read[0] for each in read)
    assert [answer for _, _, answer in read[0]] == ["In 1934.", "In 1935."]


def test_a_repeated_test_of_promptfoo_is_one_question(tmp_path: Path) -> None:
    """It has another testIdx; providers may add variables, such as a session."""
    rows = [
        output(name, column, test, f"{name}{test}") for column, name in enumerate("ab") for test in (0, 1)
    ]
    path = pretty(tmp_path / "results.json", promptfoo(*rows))
    assert len({each.id for each in results(path).answers}) == 1
    system = RecordedAnswers(path, system="b")
    assert system.find(Case(id="mine", question=f" {ASKED}\n")) is system.answers[results(path).answers[0].id]
    assert "answers 1 question again" in system.notes[0]


def test_an_assertion_of_promptfoo_that_failed_is_an_answer_and_an_error_is_none(tmp_path: Path) -> None:
    rows = [
        output("a", 0, 0, "In 1951.", error="Expected output to contain 1934", failureReason=1),
        output(
            "a", 0, 1, None, error="API error: 429", failureReason=2, testCase={"vars": {"question": "Q2"}}
        ),
        output("a", 0, 2, "[output stripped]", testCase={"vars": {"question": "Q3"}}),
    ]
    wrong, failed, stripped = results(pretty(tmp_path / "r.json", promptfoo(*rows))).answers
    assert (wrong.answer, failed.answer, failed.error, stripped.answer) == (
        "In 1951.",
        None,
        "API error: 429",
        None,
    )


def test_what_promptfoo_knows_of_a_question_is_kept(tmp_path: Path) -> None:
    (one,) = results(pretty(tmp_path / "r.json", promptfoo(output("a", 0, 0, "x")))).answers
    assert (one.question, one.gold_answer) == (ASKED, "In 1934.")
    assert one.documents == ("The mill burnt down in 1934.",)


@pytest.mark.parametrize(
    ("raw", "question"),
    [
        ("Rephrase in French: Hello", "Rephrase in French: Hello"),
        (json.dumps(CHAT), ASKED),
        (json.dumps([{"role": "user", "content": [{"type": "text", "text": "Look."}]}]), "Look."),
        ("[not JSON", "[not JSON"),
    ],
)
def test_a_question_of_promptfoo_is_the_filled_prompt_where_no_variable_is_named_so(
    tmp_path: Path, raw: str, question: str
) -> None:
    changes = {"vars": {"body": "Hello"}, "testCase": {"vars": {"body": "Hello"}}, "prompt": {"raw": raw}}
    (one,) = results(pretty(tmp_path / "r.json", promptfoo(output("a", 0, 0, "x", **changes)))).answers
    assert one.question == question


def test_prompts_without_variables_are_questions_of_one_system(tmp_path: Path) -> None:
    rows = [
        output("a", n, 0, "x", vars={}, testCase={"vars": {}}, prompt={"raw": f"Q{n}", "label": f"Q{n}"})
        for n in range(2)
    ]
    read = results(pretty(tmp_path / "r.json", promptfoo(*rows)))
    assert read.systems == ("a",)
    assert len({each.id for each in read.answers}) == 2


def test_a_log_of_oaieval_gives_what_was_asked_sampled_and_expected(tmp_path: Path) -> None:
    read = results(jsonl(tmp_path / "log.jsonl", *LOG))
    first, second = read.answers
    assert (read.tool, read.systems) == (Tool.EVALS, ("gpt-x",))
    assert (first.id, first.question, first.answer) == ("mill.s1.0", ASKED, "In 1934.")
    assert first.gold_answer == "1934 or In 1934"
    assert (second.question, second.answer, second.error) == ("How much rye?", None, "Request timed out")
    assert second.gold_answer == "73 tonnes"


@pytest.mark.parametrize("name", ["page.json", "pages.jsonl", "items.jsonl", "list.json"])
def test_output_items_are_read_from_pages_lists_and_lines(tmp_path: Path, name: str) -> None:
    items = [item(1), item(2, sample=None)]
    path = tmp_path / name
    if name == "page.json":
        pretty(path, page(*items))
    elif name == "pages.jsonl":
        jsonl(path, *(page(each) for each in items))
    elif name == "items.jsonl":
        jsonl(path, *items)
    else:
        pretty(path, items)
    first, second = results(path).answers
    assert (first.id, first.question, first.answer) == ("1", ASKED, "It burnt down in 1934.")
    assert (first.gold_answer, first.system) == ("In 1934.", "gpt-x")
    assert (second.answer, second.error) == (None, "there is no output")


def test_two_runs_of_one_model_are_two_systems(tmp_path: Path) -> None:
    items = [item(1), item(1, run="evalrun_2"), item(1, model="gpt-y", run="evalrun_3")]
    assert results(jsonl(tmp_path / "i.jsonl", *items)).systems == (
        "gpt-x (evalrun_1)",
        "gpt-x (evalrun_2)",
        "gpt-y",
    )


def test_an_error_of_the_model_says_why_there_is_no_answer(tmp_path: Path) -> None:
    failed = {"input": [], "output": [], "model": "gpt-x", "error": {"code": "429", "message": "Too many"}}
    path = jsonl(tmp_path / "i.jsonl", item(1), item(2, sample=failed, datasource_item={"question": "Q2"}))
    assert results(path).answers[1].error == "Too many"
    assert "1 question without an answer" in RecordedAnswers(path).notes[0]


def test_an_id_under_which_another_question_was_asked_is_not_that_question(tmp_path: Path) -> None:
    """Numbers as ids are in every bank."""
    system = RecordedAnswers(jsonl(tmp_path / "m.jsonl", ARTICLES[0]))
    assert system.find(Case(id="1", question=ASKED)) is not None
    assert system.find(Case(id="1", question="What does rye cost?")) is None
    assert system.find(Case(id="mill", question=ASKED)) is not None


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("a.json", '{\n"questions": []\n}', "neither recorded answers"),
        ("a.jsonl", '{"user_input": "q", "response": "a"}\n', "neither recorded answers"),
        ("a.json", '{\n"questions": [}\n', "not valid JSON"),
        ("a.jsonl", "{\n", "line 1: not valid JSON"),
        ("a.jsonl", json.dumps(ARTICLES[1]), "contains no answers"),
        ("a.jsonl", json.dumps(ARTICLES[0]) + '\n{"id": 2}\n', "line 2: no result of deep-research-bench"),
        ("a.json", json.dumps(promptfoo()), "neither recorded answers"),
        ("gone.json", None, "gone.json cannot be read"),
    ],
)
def test_a_file_that_is_not_recognised_is_refused(
    tmp_path: Path, name: str, text: str | None, sentence: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=sentence):
        RecordedAnswers(tmp_path / name)


def test_evaluate_reads_results_and_refuses_what_failed(tmp_path: Path) -> None:
    (one,) = iter_answers(pretty(tmp_path / "r.json", promptfoo(output("a", 0, 0, "In 1934."))))
    assert (one.question, one.answer, one.reference_answer) == (ASKED, "In 1934.", "In 1934.")
    assert [passage.text for passage in one.documents or ()] == ["The mill burnt down in 1934."]
    with pytest.raises(InputError, match="no answer to judge \\(the article is missing or empty\\)"):
        list(iter_answers(jsonl(tmp_path / "m.jsonl", *ARTICLES)))


def test_repeats_are_answers_of_their_own_to_evaluate(tmp_path: Path) -> None:
    rows = [output("a", 0, test, f"In {1930 + test}.") for test in range(3)]
    first, second, third = iter_answers(pretty(tmp_path / "r.json", promptfoo(*rows)))
    assert (second.id, third.id) == (f"{first.id}.2", f"{first.id}.3")


def test_judge_import_moves_answers_and_says_what_it_leaves_out(tmp_path: Path) -> None:
    rows = [output("a", 0, 0, "In 1934."), output("a", 0, 1, None, testCase={"vars": {"question": "Q2"}})]
    pretty(tmp_path / "r.json", promptfoo(*rows, output("b", 1, 0, "In 1951.")))
    refused = judge_in_process("import", "r.json", "--for", "evaluate", "--out", "a.jsonl", cwd=tmp_path)
    assert refused.returncode == 2
    assert "several systems (a, b)" in refused.stderr
    done = judge_in_process(
        *("import", "r.json", "--system", "a", "--for", "evaluate", "--out", "a.jsonl"), cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "read as promptfoo" in done.stdout
    assert "1 question left out: there is no output" in done.stdout
    assert [one.answer for one in iter_answers(tmp_path / "a.jsonl")] == ["In 1934."]


def test_fields_of_a_tool_can_be_mapped_by_hand(tmp_path: Path) -> None:
    jsonl(tmp_path / "i.jsonl", item(1), item(2, datasource_item={"headline": "Other", "label": "x"}))
    done = judge_in_process(
        *("import", "i.jsonl", "--for", "questions", "--map", "question=item.headline", "--out", "q.jsonl"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert [case.question for case in read_questions(tmp_path / "q.jsonl")] == [ASKED, "Other"]


def test_what_is_not_recognised_is_not_imported_as_it(tmp_path: Path) -> None:
    jsonl(tmp_path / "p.jsonl", {"question": "q", "answer": "a"})
    for option in (("--from", "promptfoo"), ("--system", "a")):
        done = judge_in_process("import", "p.jsonl", *option, "--out", "o.jsonl", cwd=tmp_path)
        assert done.returncode == 2
        assert "not recognised as results of DeepResearch Bench, promptfoo and OpenAI Evals" in done.stderr
        assert f"leave out {option[0]}" in done.stderr
    assert not (tmp_path / "o.jsonl").exists()


def test_answers_csv_of_an_arena_is_judged_and_contested_again(tmp_path: Path) -> None:
    sheet = tmp_path / "answers.csv"
    sheet.write_text(
        "\ufeffcase_id,system,status,question,answer,answerable,gold_answer,error\n"
        "007,Deep Research,scored,Wo?,'=hier,True,Köln,\n"
        "007,Pure LLM,scored,Wo?,dort,True,Köln,\n"
        "8,Deep Research,unanswered,Wann?,,,,timeout\n",
        encoding="utf-8",
    )

    (answer,) = iter_answers(sheet, system="Pure LLM")
    assert (answer.id, answer.answer, answer.reference_answer) == ("007", "dort", "Köln")
    with pytest.raises(InputError, match=r"answers\.csv, row 4: no answer to judge \(timeout\)"):
        list(iter_answers(sheet, system="Deep Research"))
    with pytest.raises(InputError, match="several systems"):
        list(iter_answers(sheet))
    recorded = RecordedAnswers(sheet, system="Deep Research")
    assert recorded.answers["007"].text == "=hier"
    assert "1 question without an answer" in recorded.notes[0]
