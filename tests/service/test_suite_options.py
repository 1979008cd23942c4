"""The suites have the same options in the same order."""

from collections.abc import Callable
from dataclasses import fields
from inspect import signature

import pytest

from data_base.errors import InputError
from service.commands.calibrate import calibrate
from service.commands.eval_json_v2 import run
from service.commands.eval_task import eval_task
from service.commands.evaluate import evaluate
from service.commands.harness import harness_benchmark, harness_run
from service.commands.legal import legal
from service.commands.options.judging import JudgingOptions
from service.commands.options.systems import SuiteOptions
from service.commands.stability import stability


@pytest.mark.parametrize("command", [run, eval_task, harness_benchmark, harness_run, legal])
def test_a_suite_ends_its_options_with_the_shared_ones(command: Callable[..., None]) -> None:
    shared = [field.name for field in fields(SuiteOptions)]
    assert list(signature(command).parameters)[-len(shared) :] == shared


@pytest.mark.parametrize("command", [evaluate, stability, calibrate])
def test_a_command_that_judges_ends_its_options_with_the_shared_ones(command: Callable[..., None]) -> None:
    shared = [field.name for field in fields(JudgingOptions)]
    assert list(signature(command).parameters)[-len(shared) :] == shared


def test_a_command_may_word_a_shared_option_itself() -> None:
    def judge_of(command: Callable[..., None]) -> str:
        return str(signature(command).parameters["judge"].annotation.__metadata__[0].help)

    assert "scoring" in judge_of(calibrate)
    assert "scoring" not in judge_of(evaluate)


def test_a_model_and_another_system_are_two_systems() -> None:
    with pytest.raises(InputError, match="a run has one system"):
        SuiteOptions(model="embedded", http="http://localhost/").asking()
    choice = SuiteOptions(model="embedded", judge_option=["temperature=0"], judge="openai:x").asking()[
        "system"
    ]
    assert (choice.model, choice.judge) == ("embedded", "openai:x?temperature=0")
