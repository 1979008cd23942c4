"""Answers that are HTML are read as a reader sees them; pictures lose their bytes."""

import json
import re
import time
from pathlib import Path

import pytest

from agents.evaluator import RAGEvaluator
from data_base.documents.html_answer import read_answer
from data_base.store.run_store import RunStore
from eval.judging.judging_request import JudgingRequest
from eval.judging.run import judge_all, prepare
from tests.support.openai_server import openai_server
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

PICTURE = f"data:image/png;base64,{'iVBORw0KGgo' * 3000}="
DRAWING = f"data:image/svg+xml,{'%3Cpath%20d=1%3E' * 40}"
PROSE = "The port of Velm keeps a record of every ship that came and went in that year. " * 8
TABLE = (
    "<table><tr><th>Year</th><th>Ships</th></tr>"
    '<tr><td>2023</td><td>4,812 <a href="https://v.example/1">[3]</a></td></tr></table>'
)
VERDICT = json.dumps(
    {
        "issues": [],
        "analysis": "",
        "accuracy": 9,
        "completeness": 9,
        "clarity": 9,
        "reason": "so",
        "suggestion": "",
        "verdict": "tie",
    }
)


def page(inside: str) -> str:
    return f"""<!DOCTYPE html>
<html><head><title>Tab</title><style>p {{ color: red }}</style><script>var secret = "no text";</script></head>
<body>{inside}<p>{PROSE}</p><script>more()</script></body></html>"""


@over(
    "markup, text",
    [
        ("<h2>Ships of <em>Velm</em></h2>", "## Ships of Velm"),
        ("<ul><li><p>One <b>point</b></p></li><li>Two</li></ul>", "- One point\n\n- Two"),
        ("<ol><li>One</li><li>Two</li></ol>", "1. One\n\n2. Two"),
        (TABLE, "| Year | Ships |\n| 2023 | 4,812 [3](https://v.example/1) |"),
        ('See <a href="https://v.example/a">the report</a>.', "See [the report](https://v.example/a)."),
        ('<a href="https://v.example/a_(1)">it</a>', "[it](<https://v.example/a_(1)>)"),
        ('<a href="https://v.example/a">https://v.example/a</a>', "https://v.example/a"),
        ('<a href="https://v.example/a"><div>A card</div></a>', "[A card](https://v.example/a)"),
        ('It came<sup><a href="#r1">1</a></sup> in 2023.', "It came[1] in 2023."),
        ('It came<sup>[<a href="#r1">1</a>]</sup>.', "It came[1]."),
        ("It carried 10<sup>6</sup> t.<sup>2</sup>", "It carried 10^6 t.[2]"),
        (f'<img src="{PICTURE}" alt="Ships by year">', "![Ships by year](data:image/png)"),
        ('<img src="https://v.example/p.png" alt="A map">', "![A map](https://v.example/p.png)"),
    ],
)
def test_a_page_is_what_a_reader_sees_of_it(markup: str, text: str) -> None:
    assert read_answer(page(markup)) == f"{text}\n\n{PROSE.strip()}"
    assert read_answer(f"```html\n{page(markup)}\n```") == f"{text}\n\n{PROSE.strip()}"
    assert read_answer(f"<div>{markup}</div><p>{PROSE}</p>") == f"{text}\n\n{PROSE.strip()}"


@over(
    "answer",
    [
        "4,812 ships.",
        "<p>4,812 ships</p>",
        f"# Ships\n\n{PROSE}<sup>1</sup>\n\n| a | b |\n|---|---|\n| 1 | 2 |",
        f'<p align="center">Logo</p>\n\n# Ships\n\n{PROSE}\n\n<p>End</p>',
        f"<div>\n\n# Ships\n\n{PROSE}\n\n- one\n- two\n\n</div>",
        f"<details><summary>More</summary>{PROSE}</details>",
        f"Use this page:\n```html\n{page('')}\n```",
        '<!doctype html><form action="/in"><input name="user"></form>',
        "if a < b and b > c: data: none",
        "",
    ],
)
def test_other_answers_stay_as_they_are(answer: str) -> None:
    assert read_answer(answer) == answer


@over(
    "written, read",
    [
        (f"# A\n\n![Ships]({PICTURE})\n\nText", "# A\n\n![Ships](data:image/png)\n\nText"),
        (f"![Ships][s]\n\n[s]: {PICTURE}\n", "![Ships][s]\n\n[s]: data:image/png\n"),
        (f'Text <img src="{DRAWING}"> and text', 'Text <img src="data:image/svg+xml"> and text'),
        ("data:image/png;base64,AAAA", "data:image/png;base64,AAAA"),
    ],
)
def test_pictures_within_markdown_lose_their_bytes(written: str, read: str) -> None:
    assert read_answer(written) == read


def report() -> str:
    """A report of 10,000 words with tables, pictures and scripts."""
    rows = "".join(f"<tr><td>{year}</td><td>{year * 3:,}</td></tr>" for year in range(1900, 2024))
    picture = f'<img alt="Chart" src="{PICTURE}">'
    part = f"<h2>Part</h2><p>{PROSE * 8}</p>{picture}<table>{rows}</table><script>x()</script>"
    return page(f'<p>See <a href="https://v.example/r">the source</a>.</p>{part * 9}')


async def test_judges_are_shown_the_text_and_the_answer_is_kept_as_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = report()
    file = tmp_path / "answers.jsonl"
    file.write_text(
        json.dumps({"id": "a", "question": "How many ships?", "answer": answer}), encoding="utf-8"
    )
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
    with openai_server(VERDICT) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        request = JudgingRequest(answers=file, judge="openai:m", store=str(tmp_path / "runs.sqlite"))
        found = await judge_all(prepare(request))
    shown = server.requests[-1]["messages"][-1]["content"]
    assert len(re.findall(r"\w+", shown)) > 10_000
    assert "[the source](https://v.example/r)" in shown
    assert shown.count("| 2023 | 6,069 |") == shown.count("![Chart](data:image/png)") == 9
    assert not re.search("<td|<p>|script|iVBOR|secret", shown)
    with RunStore(str(request.store)) as store:
        (item,) = store.items(found.run_id)
    assert item.answer is not None
    assert item.answer.text == answer


async def test_both_answers_of_a_pair_are_read_and_estimates_count_what_is_sent() -> None:
    llm = ScriptedChatModel([VERDICT])
    judge = RAGEvaluator(llm, cache=None)
    await judge.compare("How many ships?", page("<h1>One</h1>"), f"Two ![x]({PICTURE})")
    shown = str(llm.prompts[0][1].text)
    assert "# One" in shown
    assert "![x](data:image/png)" in shown
    assert "<h1>" not in shown


LINK, MARK = "<a href='https://v.example'>", "<sup><a href='#1'>1"


@over("element", ["<div>", LINK, MARK, "<li>", "<ul><li>", "<td>", "<h1>", "<!--"])
def test_unclosed_elements_take_linear_time(element: str) -> None:
    def seconds(count: int) -> float:
        began = time.process_time()
        read_answer(page(f"{element}x " * count))
        return time.process_time() - began

    seconds(10)
    assert seconds(8000) < 40 * max(seconds(1000), 0.05)
