"""The commands of docs/choose_a_judge.md run with the embedded judge; its figures are computed again."""

import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from genai_prices import Usage, calc_price
from markdown_it import MarkdownIt

from agents.calls.prices import PriceFile
from agents.judges.passage_choice import DEFAULT_TOKEN_BUDGET
from data_base.schemas.embedded_caveat import EMBEDDED_NOTE
from tests.support.in_process import judge_in_process
from tests.support.pages import ROOT, read

# Calibration has files and tests of its own.
PAGE = read("docs/choose_a_judge.md").partition("\n## Calibrate against human ratings")[0]
SENT, RECEIVED, REASONING = 2_500, 350, 1_000


def blocks(language: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(PAGE)
    return [token.content for token in tokens if token.type == "fence" and token.info.strip() == language]


COMMANDS = [line.partition("uv run judge ")[2] for block in blocks("") for line in block.splitlines()]


def with_embedded(command: str) -> list[str]:
    """The words of a command, its model the embedded one, which takes no options."""
    command = re.sub(r" --(?:model|judge)-option \S+", "", command)
    return shlex.split(re.sub(r'(--model|--judge) (?:"[^"]*"|\S+)', r"\1 embedded", command))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "benchmark").symlink_to(ROOT / "benchmark")
    (answers,) = blocks("json")
    (tmp_path / "answers.jsonl").write_text(answers, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", sorted(set(COMMANDS)))
def test_commands_run_with_the_embedded_judge(command: str, place: Path) -> None:
    ended = judge_in_process(*with_embedded(command), cwd=place, env={"PATH": "", "JUDGE_PROGRESS": "off"})
    assert (ended.returncode, ended.stderr.replace(f"Note: {EMBEDDED_NOTE}\n", "")) == (0, "")
    assert ended.stdout


def test_the_costs_are_those_of_their_day() -> None:
    day = re.search(r"at the prices of (\S+):", PAGE)
    assert day is not None
    when = datetime.fromisoformat(day[1]).replace(tzinfo=UTC)
    rows = re.findall(r"^\| `(\w+):([^`]+)` \| ([\d.]+) \| ([\d.]+) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 5
    for provider, model, plain, reasoned in rows:
        for shown, received in ((plain, RECEIVED), (reasoned, RECEIVED + REASONING)):
            usage = Usage(input_tokens=SENT, output_tokens=received)
            price = calc_price(usage, model, provider_id=provider, genai_request_timestamp=when)
            assert float(shown) == pytest.approx(1000 * float(price.total_price), abs=0.0051), model


def test_the_figures_of_the_text_are_the_programs() -> None:
    assert f"{DEFAULT_TOKEN_BUDGET:,} tokens of them at most" in PAGE
    assert f"sends about {SENT:,} tokens and receives about {RECEIVED}" in PAGE.replace("\n", " ")


def test_the_price_file_that_is_shown_is_one() -> None:
    (shown,) = blocks("yaml")
    assert PriceFile.model_validate(yaml.safe_load(shown)).models
