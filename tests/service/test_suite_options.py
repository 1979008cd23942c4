"""The same options, in the same words and order, in every command."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any

import pytest
import typer

from data_base.errors import InputError
from service.commands.app import app
from service.commands.calibrate import calibrate
from service.commands.evaluate import evaluate
from service.commands.options.shared import ORDER
from service.commands.options.systems import SuiteOptions
from tests.support.rows import over

ONE_TEXT = (
    *("model_option", "judge_option", "answers", "http", "callable", "timeout", "settings", "panel"),
    *("score_map", "limit", "concurrency", "min_scored", "no_cache", "store", "fresh", "progress"),
)


def commands(group: Any, name: str = "judge") -> Iterator[tuple[str, Any]]:
    for each, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{name} {each}")
        else:
            yield f"{name} {each}", command


COMMANDS = dict(commands(typer.main.get_command(app)))


@over("name", COMMANDS)
def test_the_shared_options_of_a_command_are_in_the_one_order(name: str) -> None:
    listed = [each.name for each in COMMANDS[name].params if each.name in ORDER]
    assert listed == sorted(listed, key=ORDER.index)


def test_a_shared_option_has_one_text() -> None:
    texts = defaultdict(set)
    for command in COMMANDS.values():
        for each in command.params:
            texts[each.name].add(getattr(each, "help", None))
    assert {name: texts[name] for name in ONE_TEXT if len(texts[name]) != 1} == {}


def test_a_dry_run_has_one_text_wherever_models_are_asked() -> None:
    texts = {
        each.help
        for name, command in COMMANDS.items()
        for each in command.params
        if each.name == "dry_run" and name not in {"judge import", "judge runs prune"}
    }
    assert len(texts) == 1


def test_no_flag_shows_its_opposite_but_for_a_choice_of_two_words() -> None:
    opposites = [
        other for command in COMMANDS.values() for each in command.params for other in each.secondary_opts
    ]
    assert set(opposites) == {"--best-effort"}


def test_a_command_that_asks_models_shows_its_exit_codes() -> None:
    asking = [
        command for command in COMMANDS.values() if any(each.name == "progress" for each in command.params)
    ]
    assert asking
    assert [command.name for command in asking if "Exit codes: 0 " not in command.help] == []


def test_a_command_may_word_a_shared_option_itself() -> None:
    def judge_of(command: Callable[..., None]) -> str:
        return str(signature(command).parameters["judge"].annotation.__metadata__[0].help)

    assert "scoring" in judge_of(calibrate)
    assert "scoring" not in judge_of(evaluate)


def test_a_model_and_another_system_are_two_systems() -> None:
    with pytest.raises(InputError, match="not both"):
        SuiteOptions(model="embedded", http="http://localhost/").request_fields()
    choice = SuiteOptions(
        model="embedded", judge_option=["temperature=0"], judge="openai:x"
    ).request_fields()["system"]
    assert (choice.model, choice.judge) == ("embedded", "openai:x?temperature=0")
