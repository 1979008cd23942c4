"""Verdicts of a model on the claims of a report, replies scripted."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage

from agents.calls.fence import unfence
from agents.claims.judge_report import judge_report, judge_report_sync
from agents.claims.model_checker import CLAIMS_PER_CALL
from agents.errors import ModelCallError
from agents.judges.judge_spec import JudgeMember, JudgeSpec
from agents.models.registry import chat_model
from data_base.errors import InputError
from data_base.schemas.claim_table import ClaimTable
from prompts.registry import load
from tests.support.damaged_replies import NumberedTexts
from tests.support.long_proofs import short_or_long
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

MILL = "Orle mill, on the Tarn, opened in 1987. It makes 12.5 t of paper a day."
REPORT = (
    "Orle mill opened in the late eighties [1]. It makes 15 t of paper a day [1]. Its owner is Blom AG [1]."
)
FOUND = [
    {"number": 1, "starts": "Orle mill opened", "words": "opened in 1987", "verdict": "supported"},
    {"number": 2, "starts": "It makes 15", "words": "It makes 12.5 t … a day", "verdict": "contradicted"},
    {"number": 3, "starts": "Its owner", "words": None, "verdict": "unsupported"},
]


def asked(messages: Sequence[BaseMessage]) -> dict[int, str]:
    """The claims of a call by number."""
    (section,) = [each for each in unfence(str(messages[1].text)) if each.name == "claims"]
    return {int(number): text for number, text in re.findall(r"(?m)^(\d+)\. (.*)$", section.text)}


def shown(messages: Sequence[BaseMessage]) -> list[str]:
    return [each.text for each in unfence(str(messages[1].text)) if each.name == "passage"]


def reply(items: Sequence[dict[str, Any]]) -> str:
    return json.dumps({"claims": items})


async def judged(*replies: Any, report: str = REPORT, **given: Any) -> tuple[ClaimTable, ScriptedChatModel]:
    llm = ScriptedChatModel(replies)
    return await judge_report(report, judge=llm, passages=[MILL], cache=None, attempts=1, **given), llm


async def test_verdicts_of_a_model_show_the_words_of_the_source() -> None:
    table, llm = await judged(reply(FOUND))
    assert [(each.verdict, each.citations[0].words) for each in table.claims] == [
        ("supported", "opened in 1987"),
        ("contradicted", "It makes 12.5 t … a day"),
        ("unsupported", ""),
    ]
    assert table.judge == "scripted"
    assert table.prompt == load("judge_claims", "en").ref
    assert (table.usage.calls, table.usage.total_tokens, table.shares.judge_failed) == (1, 15, 0)
    assert table.shares.citation_precision == 1 / 3
    assert (len(llm.prompts), asked(llm.prompts[0])[3]) == (1, "Its owner is Blom AG.")


@over(
    "first, again, verdict, words, words_found, asked_again",
    [
        # What a reply leaves out is asked for once more.
        ([], FOUND[:1], "supported", "opened in 1987", True, [1]),
        # So is what is shown by words that the source does not have, or by none; then the verdict is marked.
        ([{**FOUND[0], "words": "opened in 1986"}], FOUND[:1], "supported", "opened in 1987", True, [1]),
        ([{**FOUND[0], "words": "opened in 1986"}], [], "supported", "", False, [1]),
        ([{**FOUND[0], "words": None}], [{**FOUND[0], "words": None}], "supported", "", None, [1]),
        (
            [{**FOUND[0], "words": "x"}],
            [{**FOUND[2], "number": 1, "starts": ""}],
            "unsupported",
            "",
            None,
            [1],
        ),
        # First words decide, numbers that were counted again do not.
        ([{**FOUND[0], "number": 2}], [], "supported", "opened in 1987", True, []),
        # Two verdicts on one claim are none.
        ([FOUND[0], {**FOUND[0], "verdict": "unsupported"}], [], None, "", None, [1]),
        ([{**FOUND[0], "verdict": "Partially supported"}], [], "partly", "opened in 1987", True, []),
    ],
)
async def test_every_claim_has_its_own_verdict_or_none(
    first: list[dict[str, Any]],
    again: list[dict[str, Any]],
    verdict: str | None,
    words: str,
    words_found: bool | None,
    asked_again: list[int],
) -> None:
    table, llm = await judged(reply([*first, *FOUND[1:]]), reply(again))
    cited = table.claims[0].citations[0]
    assert (cited.verdict, cited.words, cited.words_found) == (verdict, words, words_found)
    assert [each.verdict for each in table.claims[1:]] == ["contradicted", "unsupported"]
    assert [list(asked(prompt)) for prompt in llm.prompts[1:]] == ([asked_again] if asked_again else [])


async def test_a_call_that_fails_is_no_bad_verdict() -> None:
    table, llm = await judged(ModelCallError("scripted: gone", model_id="scripted"))
    assert [(each.verdict, each.judge_failed) for each in table.claims] == [(None, True)] * 3
    assert {each.citations[0].error for each in table.claims} == {"scripted gave no reply: scripted: gone"}
    assert (table.shares.judge_failed, table.shares.citation_precision, table.shares.support) == (
        3,
        None,
        None,
    )
    assert (table.shares.verdicts, len(llm.prompts)) == ({}, 1)


async def test_a_reply_that_is_cut_off_keeps_what_it_has() -> None:
    whole = reply(FOUND)
    half = AIMessage(whole[: whole.index('{"number": 3')], response_metadata={"finish_reason": "length"})
    table, llm = await judged(half, reply(FOUND[2:]))
    assert [each.verdict for each in table.claims] == ["supported", "contradicted", "unsupported"]
    assert [len(asked(prompt)) for prompt in llm.prompts] == [3, 1]


async def test_a_hundred_claims_on_thirty_sources_take_35_calls() -> None:
    """Each call is about one source, and its fixed part is the same for all."""
    numbers = [1] * 41 + [*range(2, 31)] + [30] * 25
    report = " ".join(f"Mill {n} makes {n + 100} t of paper a day [{of}]." for n, of in enumerate(numbers))
    report += " ".join(f" Ferry {n} carries {n + 100} cars." for n in range(5))

    def script(messages: list[BaseMessage]) -> str:
        text = shown(messages)[0]
        claims = asked(messages).items()
        return reply([{"number": n, "starts": t, "words": text, "verdict": "supported"} for n, t in claims])

    llm = ScriptedChatModel(script)
    passages = [f"Source {n} of mills." for n in range(1, 31)]
    table = await judge_report(report, judge=llm, passages=passages, cache=None)
    assert (table.shares.claims, len(table.sources)) == (100, 30)
    assert table.shares.support == 1
    assert len(llm.prompts) <= 35
    assert max(len(asked(prompt)) for prompt in llm.prompts) == CLAIMS_PER_CALL
    assert len({str(prompt[0].text) for prompt in llm.prompts}) == 1
    assert sorted(len(shown(prompt)) for prompt in llm.prompts) == [1] * (len(llm.prompts) - 1) + [30]


async def test_a_claim_on_a_long_source_is_judged_on_its_best_six_passages() -> None:
    pages = "\n\n".join(
        f"Mill {n} is in town {n}. {'It makes paper of rags and straw. ' * 30}" for n in range(80)
    )
    llm = ScriptedChatModel([reply([])])
    await judge_report("Mill 7 is in town 7 [1].", judge=llm, passages=[pages], cache=None)
    texts = shown(llm.prompts[0])
    assert len(texts) == 6
    assert any("Mill 7 is in town 7." in text for text in texts)


async def test_of_a_cascade_the_model_is_asked_about_what_words_cannot_decide() -> None:
    llm = ScriptedChatModel([reply([{**FOUND[0], "number": 1}])])
    spec = JudgeSpec((JudgeMember((chat_model("embedded"), llm)),))
    report = "Orle mill opened in the late eighties [1]. It makes 12.5 t of paper a day [1]."
    table = await judge_report(report, judge=spec, passages=[MILL], cache=None)
    assert [each.verdict for each in table.claims] == ["supported", "supported"]
    assert (table.judge, asked(llm.prompts[0])) == (
        "embedded+scripted",
        {1: "Orle mill opened in the late eighties."},
    )


def test_python_code_judges_no_claims() -> None:
    with pytest.raises(InputError, match="judges answers, not their claims"):
        judge_report_sync("It opened.", judge=lambda _: None)  # type: ignore[arg-type]


CLAIMS = NumberedTexts(
    "claims",
    # Half of them begin alike.
    {
        n: f"The report says of mill {n} that it opened."
        if n % 2
        else f"Mill {n * 7919} of Orle opened in {n}."
        for n in range(1, 31)
    },
    ("supported", "partly", "unsupported", "contradicted", "undecidable"),
)


@pytest.mark.slow
async def test_no_damage_of_a_reply_gives_a_claim_the_verdict_of_another() -> None:
    """Each claim has its verdict, or none with the reason."""
    without, replies = 0, short_or_long(100, 500)
    report = " ".join(f"{text[:-1]} [1]." for text in CLAIMS.texts.values())
    for seed in range(replies):
        chance = random.Random(seed)  # noqa: S311  (a test)

        def script(messages: list[BaseMessage], chance: random.Random = chance) -> str | AIMessage:
            if chance.random() < 0.3:
                return reply(CLAIMS.entries(asked(messages), 60, words=MILL))
            return CLAIMS.damaged(asked(messages), chance, words=MILL)

        table = await judge_report(report, judge=ScriptedChatModel(script), passages=[MILL], cache=None)
        assert [each.text for each in table.claims] == list(CLAIMS.texts.values()), seed
        for number, claim in enumerate(table.claims, start=1):
            assert claim.verdict in {None, CLAIMS.truth(number)}, (seed, number)
            assert (claim.verdict is None) == (claim.citations[0].error is not None)
            without += claim.verdict is None
    assert without < replies * len(CLAIMS.texts) * 0.1
