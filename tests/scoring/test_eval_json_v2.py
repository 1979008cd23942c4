"""Eval JSON v2: every formula and edge worked out by hand, and the fast scorer held to a plain one."""

import json
import random
import re
import unicodedata
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag
from scoring.eval_json_v2 import SUB_SCORES, WEIGHTS, score_output
from scoring.eval_json_v2.evidence_recall import evidence_score, keywords
from scoring.eval_json_v2.named_sources import ground
from scoring.eval_json_v2.text_matching import bigrams, list_f1, matches
from tests.support.rows import over, table

EXPECTED: dict[str, Any] = {
    "target_audience": "志工",
    "main_topic": "圖書館夜間開放",
    "sub_topic": "鑰匙保管",
    "detailed_description": ["鑰匙每晚交回服務台", "遺失須當日通報", "備用鑰匙鎖在三樓"],
    "original_evidence": "值班志工應於每晚九時三十分前將鑰匙交回一樓服務台並簽名，遺失時須當日通報館長室。",
    "predicted_questions": ["鑰匙交到哪裡？", "遺失了怎麼辦？"],
}
CHUNKS = [
    {"source_path": "館務/夜間開放.md", "text": "值班志工應於每晚九時三十分前"},
    {"source_path": "館務/鑰匙.md", "text": "將鑰匙交回一樓服務台並簽名"},
]
REF = {"file": "館務/鑰匙.md", "page": 2, "anchors": ["交回一樓服務台"]}


def output(**changes: Any) -> str:
    fields = EXPECTED | {"source_map": [{"part": "全文", "refs": [REF]}]} | changes
    return json.dumps({name: value for name, value in fields.items() if value is not ...}, ensure_ascii=False)


def test_a_perfect_output_scores_exactly_1() -> None:
    card = score_output(EXPECTED, output(), CHUNKS)
    assert card.primary_score == 1.0
    assert card.passed
    assert tuple(card.sub_scores) == SUB_SCORES == tuple(WEIGHTS)
    assert set(card.sub_scores.values()) == {1.0}
    assert card.error_tags == ()


def test_the_weights_add_up_by_hand() -> None:
    # A wrong audience (-0.10), one of three points and one that is none (P 1/2, R 1/3, F1 0.4: -0.18),
    # no references (-0.10): 0.62.
    raw = output(target_audience="讀者", detailed_description=["遺失須當日通報", "夏天開冷氣"], source_map=[])
    card = score_output(EXPECTED, raw, CHUNKS)
    assert card.sub_scores["detailed_description"] == pytest.approx(0.4)
    assert card.primary_score == pytest.approx(0.62)
    assert set(card.error_tags) == {
        ErrorTag.WRONG_CHOICE,
        ErrorTag.MISSING_ITEM,
        ErrorTag.EXTRA_ITEM,
        ErrorTag.MISSING_CITATION,
    }


def test_what_is_missing_and_what_is_superfluous_have_tags_of_their_own() -> None:
    expected = EXPECTED["detailed_description"]
    superfluous = [*expected, *(f"另有一事第{number}項無關" for number in range(9))]

    def tags(**fields: object) -> tuple[ErrorTag, ...]:
        return score_output(EXPECTED, output(**fields), CHUNKS).error_tags

    assert tags(detailed_description=superfluous) == (ErrorTag.EXTRA_ITEM,)
    assert tags(detailed_description=expected[:-1]) == (ErrorTag.MISSING_ITEM,)
    assert tags(detailed_description=[]) == (ErrorTag.MISSING_ITEM,)
    assert tags(predicted_questions=["誰來開燈呢？"]) == (ErrorTag.MISSING_ITEM, ErrorTag.EXTRA_ITEM)


def test_a_score_is_written_without_what_a_float_adds() -> None:
    # One of two points, twice: 1 - 0.3 / 2 is 0.85.
    two = {**EXPECTED, "detailed_description": ["鑰匙交回", "門鎖登記"]}
    raw = output(detailed_description=["鑰匙交回", "夏天開冷氣"])
    assert repr(score_output(two, raw, CHUNKS).primary_score) == "0.85"


@over(
    "raw",
    [
        "",
        "好的，以下是 JSON：" + output(),
        "```json\n" + output() + "\n```",
        "[" + output() + "]",
        "null",
        output(sub_topic=...),
        output(source_map=...),
        output(main_topic=None),
        output(original_evidence=["值班"]),
        output(detailed_description="一條"),
        output(detailed_description=["一條", 2]),
        output(predicted_questions={}),
        output(source_map={}),
        output()[:-1],
        output(extra=0).replace('"extra": 0', '"extra": NaN'),
        "[" * 100_000,
    ],
)
def test_an_output_that_breaks_the_schema_scores_0(raw: str) -> None:
    card = score_output(EXPECTED, raw, CHUNKS)
    assert card.primary_score == 0.0
    assert card.scored
    assert card.error_tags == (ErrorTag.SCHEMA_INVALID,)
    assert set(card.sub_scores.values()) == {0.0}


def test_extra_keys_and_white_space_around_are_allowed() -> None:
    assert score_output(EXPECTED, f"\n {output(note='x')}\n", CHUNKS).primary_score == 1.0


def test_a_very_long_number_is_valid_json() -> None:
    long = output(note=0).replace('"note": 0', f'"note": {"9" * 5000}')
    assert score_output(EXPECTED, long, CHUNKS).primary_score == 1.0


def test_a_code_fence_is_tolerated_only_where_asked() -> None:
    fenced = f"```json\n{output()}\n```\n"
    assert score_output(EXPECTED, fenced, CHUNKS).primary_score == 0.0
    assert score_output(EXPECTED, fenced, CHUNKS, allow_fence=True).primary_score == 1.0
    assert score_output(EXPECTED, f"Here:\n{fenced}", CHUNKS, allow_fence=True).primary_score == 0.0


def test_expected_may_be_the_whole_expected_of_an_item() -> None:
    whole = {"answer_example": EXPECTED, "source_map": []}
    assert score_output(whole, output(), CHUNKS) == score_output(EXPECTED, output(), CHUNKS)


@over("broken", [{}, EXPECTED | {"main_topic": 3}, {"answer_example": None}])
def test_a_broken_question_is_the_users_to_mend(broken: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected"):
        score_output(broken, output(), CHUNKS)


def test_a_broken_chunk_is_the_users_to_mend() -> None:
    with pytest.raises(InputError, match="chunk 1"):
        score_output(EXPECTED, output(), [{"source_path": "a.md"}])


@over(
    "expected, got, result",
    table(__file__, "test_matching"),
)
def test_matching(expected: str, got: str, *, result: bool) -> None:
    assert matches(expected, got) is result


def test_18_of_25_bigrams_are_enough() -> None:
    # 22 pairs of 23 letters; 21 pairs, 18 of them shared: 18 / (22 + 21 - 18) = 0.72.
    shared = "abcdefghijklmnopqrs"  # 19 letters, 18 pairs
    first, second = shared + "1234", "567" + shared
    assert (len(first) - 1, len(second) - 1) == (22, 21)
    assert matches(first, second)
    assert not matches(first + "0", second)


@over(
    "expected, got, score",
    [
        ([], [], 1.0),
        (["a"], [], 0.0),
        ([], ["a"], 0.0),
        ([""], [""], 1.0),
        (["a"], ["b"], 0.0),
        # R 1/2, P 1/1.
        (["一月", "二月"], ["一月"], 2 / 3),
        # One item may match many: R 2/2, P 1/1.
        (["一月", "二月"], ["一月和二月"], 1.0),
        # R 1/1, P 1/3.
        (["一月"], ["一月", "x", "y"], 0.5),
        # A bigram match and a contained one share an item: R 2/2, P 1/1.
        (["abcdefghi", "cde"], ["bcdefghix"], 1.0),
    ],
)
def test_list_f1(expected: list[str], got: list[str], score: float) -> None:
    assert list_f1(expected, got, longest=12) == pytest.approx(score)


def test_the_13th_description_and_the_11th_question_count_neither_way() -> None:
    filler = [f"無關{sign}" for sign in "甲乙丙丁戊己庚辛壬癸子丑"]
    assert list_f1(["鑰匙"], [*filler, "鑰匙"], longest=12) == 0.0
    assert list_f1(["鑰匙"], [*filler[:11], "鑰匙"], longest=12) == pytest.approx(2 / 13)
    raw = output(detailed_description=[*filler, *EXPECTED["detailed_description"]])
    assert score_output(EXPECTED, raw, CHUNKS).sub_scores["detailed_description"] == 0.0
    raw = output(predicted_questions=[*filler[:10], *EXPECTED["predicted_questions"]])
    assert score_output(EXPECTED, raw, CHUNKS).sub_scores["predicted_questions"] == 0.0
    right_first = [*EXPECTED["detailed_description"] * 4, *filler]
    raw = output(detailed_description=right_first)
    assert score_output(EXPECTED, raw, CHUNKS).sub_scores["detailed_description"] == 1.0


def test_keywords_come_by_their_place_without_repeats() -> None:
    text = "ＡＩ 系統 v2，系統 AI 上線。二〇二三 字"
    assert keywords(text) == ["ai", "系統", "v2", "上線", "二〇", "〇二", "二三"]
    assert keywords("甲乙丙") == ["甲乙", "乙丙"]
    assert keywords("甲b乙丙") == ["b", "乙丙"]
    assert keywords("甲") == keywords("，。") == keywords("") == []
    assert len(keywords(" ".join(map(str, range(50))))) == 30


def test_evidence_by_hand() -> None:
    expected = "a1 b2 c3 d4 e5 f6 g7 h8 i9 j0"
    long = "x" * 40
    assert evidence_score(expected, expected + long) == 1.0
    # Four hits of eight, long enough.
    assert evidence_score(expected, "a1 b2 c3 d4" + long) == 0.5
    # Ten hits, 29 characters of 40.
    assert evidence_score(expected, expected) == pytest.approx(29 / 40)
    # Two hits in five characters.
    assert evidence_score(expected, "A1 B2") == pytest.approx(2 / 8 * 5 / 40)
    # A question with two keywords cannot reach 1.
    assert evidence_score("甲乙丙", "甲乙丙" + long) == 0.25
    assert evidence_score("", long) == evidence_score(expected, "") == 0.0
    # The raw length counts: full-width signs are one character each.
    assert evidence_score("１２ ３４ ５６ ７８ ９０ ab cd ef", "12 34 56 78 90 ab cd ef") == pytest.approx(
        23 / 40
    )


def refs(*found: object) -> list[object]:
    return [{"part": "x", "refs": list(found)}]


@over(
    "source_map, ok, total",
    [
        ([], 0, 0),
        (refs(), 0, 0),
        (refs(REF), 1, 1),
        (refs(REF, REF | {"file": "鑰匙.md"}), 1, 2),
        # An anchor may straddle two chunks only with the line feed that joins them.
        (refs(REF | {"anchors": ["三十分前將鑰匙"]}), 0, 1),
        (refs(REF | {"anchors": ["三十分前\n將鑰匙"]}), 1, 1),
        # The anchor may stand in another chunk than the file named.
        (refs(REF | {"anchors": ["值班志工"]}), 1, 1),
        (refs(REF | {"anchors": ["無", "無", "服務台"]}), 1, 1),
        (refs(REF | {"anchors": ["無"] * 6 + ["服務台"]}), 0, 1),
        (refs(REF | {"anchors": ["無"] * 5 + ["服務台"]}), 1, 1),
        (refs(REF | {"anchors": [""]}), 0, 1),
        (refs(REF | {"anchors": []}), 0, 1),
        # Anchors are taken as written.
        (refs(REF | {"anchors": ["交回 一樓"]}), 0, 1),
        (refs(REF | {"anchors": "服務台"}), 0, 1),
        (refs(REF | {"anchors": [3, "服務台"]}), 1, 1),
        (refs("x", None, {}, {"file": "館務/鑰匙.md"}, {"file": ["x"], "anchors": ["x"]}), 0, 5),
        (refs(*[{}] * 6, REF), 0, 6),
        ([*refs({}) * 12, *refs(REF)], 0, 12),
        (["x", None, {"refs": "x"}, *refs(REF)], 1, 1),
    ],
)
def test_grounding(source_map: list[object], ok: int, total: int) -> None:
    found = ground(source_map, CHUNKS)
    assert tuple(found) == (ok, total)
    assert found.score == (ok / total if total else 0.0)


# A plain scorer, written from the specification without regard to speed.


def plain_norm(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text).casefold())


def plain_match(a: str, b: str) -> bool:
    a, b = plain_norm(a), plain_norm(b)
    if a == "" or b == "":
        return a == b
    if a in b or b in a:
        return True
    one, other = {a[i : i + 2] for i in range(len(a) - 1)}, {b[i : i + 2] for i in range(len(b) - 1)}
    return bool(one and other) and len(one & other) / len(one | other) >= 0.72


def plain_f1(expected: list[str], got: list[str], longest: int) -> float:
    got = got[:longest]
    if not expected and not got:
        return 1.0
    if not expected or not got:
        return 0.0
    recall = sum(any(plain_match(e, g) for g in got) for e in expected) / len(expected)
    precision = sum(any(plain_match(e, g) for e in expected) for g in got) / len(got)
    return 0.0 if recall + precision == 0 else 2 * precision * recall / (precision + recall)


def plain_evidence(expected: str, got: str) -> float:
    def han(char: str) -> bool:
        name = unicodedata.name(char, "")
        return name.startswith("CJK UNIFIED") or char in "々〇"

    text = unicodedata.normalize("NFKC", expected).casefold()
    placed = [(match.start(), match[0]) for match in re.finditer("[a-z0-9]+", text)]
    placed += [(i, text[i : i + 2]) for i in range(len(text) - 1) if han(text[i]) and han(text[i + 1])]
    words = list(dict.fromkeys(word for _, word in sorted(placed)))[:30]
    hits = sum(word in unicodedata.normalize("NFKC", got).casefold() for word in words)
    return min(1, hits / 8) * (1 if len(got) >= 40 else len(got) / 40)


SIGNS = st.text("abAB12 　Ａ１鑰匙钥交回〇，é", max_size=12)
SIMILAR = st.tuples(st.just("abcdefghijklmnop鑰匙"), st.integers(0, 6), st.integers(10, 18)).map(
    lambda t: t[0][t[1] : t[2]]
)
TEXTS = st.one_of(SIGNS, SIMILAR, st.text(max_size=8))


@given(st.lists(TEXTS, max_size=6), st.lists(TEXTS, max_size=14))
def test_lists_score_as_the_plain_scorer_says(expected: list[str], got: list[str]) -> None:
    assert list_f1(expected, got, longest=12) == pytest.approx(plain_f1(expected, got, 12), abs=1e-12)


LONG = "值班志工應於每晚九時三十分前將鑰匙交回一樓服務台並簽名遺失時須當日通報館長室"
EDITED = st.tuples(
    st.integers(0, 12),
    st.integers(18, 37),
    st.lists(st.tuples(st.integers(0, 36), st.sampled_from("甲值鑰"))),
).map(lambda t: "".join(dict(t[2]).get(n, sign) for n, sign in enumerate(LONG) if t[0] <= n < t[1]))


@given(st.lists(EDITED, max_size=8), st.lists(EDITED, max_size=8))
def test_lists_of_much_the_same_texts_score_as_the_plain_scorer_says(
    expected: list[str], got: list[str]
) -> None:
    assert list_f1(expected, got, longest=12) == pytest.approx(plain_f1(expected, got, 12), abs=1e-12)


@given(st.lists(TEXTS | EDITED, max_size=6))
def test_bigrams_are_those_of_each_text_alone(texts: list[str]) -> None:
    assert bigrams(texts) == [{ord(a) | ord(b) << 32 for a, b in pairwise(text)} for text in texts]


@given(TEXTS, TEXTS)
def test_texts_match_as_the_plain_scorer_says(first: str, second: str) -> None:
    assert matches(first, second) == plain_match(first, second)


@given(SIGNS | SIMILAR, SIGNS | SIMILAR)
def test_evidence_scores_as_the_plain_scorer_says(expected: str, got: str) -> None:
    assert evidence_score(expected, got) == pytest.approx(plain_evidence(expected, got), abs=1e-12)


FIELDS = st.fixed_dictionaries(
    {
        "target_audience": TEXTS,
        "main_topic": TEXTS,
        "sub_topic": TEXTS,
        "detailed_description": st.lists(TEXTS, max_size=14),
        "original_evidence": SIGNS,
        "predicted_questions": st.lists(TEXTS, max_size=12),
    }
)


@given(expected=FIELDS, got=FIELDS, grounded=st.booleans())
def test_a_card_is_what_the_plain_scorer_says(
    expected: dict[str, Any], got: dict[str, Any], *, grounded: bool
) -> None:
    source_map = refs(REF) if grounded else []
    card = score_output(expected, json.dumps(got | {"source_map": source_map}), CHUNKS)
    plain = {name: float(plain_match(expected[name], got[name])) for name in SUB_SCORES[:3]} | {
        "detailed_description": plain_f1(expected["detailed_description"], got["detailed_description"], 12),
        "original_evidence": plain_evidence(expected["original_evidence"], got["original_evidence"]),
        "predicted_questions": plain_f1(expected["predicted_questions"], got["predicted_questions"], 10),
        "grounding": float(grounded),
    }
    assert card.sub_scores == pytest.approx(plain, abs=1e-12)
    assert card.primary_score == pytest.approx(sum(WEIGHTS[name] * plain[name] for name in plain))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda s: st.lists(s) | st.dictionaries(st.text(), s),
    )
)
def test_any_source_map_and_any_reply_are_scored_without_an_error(value: Any) -> None:
    assert score_output(EXPECTED, json.dumps(value), CHUNKS).primary_score == 0.0
    card = score_output(EXPECTED, output(source_map=[*refs(value), value]), CHUNKS)
    assert 0 <= card.sub_scores["grounding"] <= 1


def test_the_order_of_the_items_makes_no_difference() -> None:
    dice = random.Random(3)  # noqa: S311  (no secret)
    expected = [f"第{n}條規定的內容" for n in range(8)]
    got = [*expected[:4], "別的內容", "另一件事"]
    scores = {list_f1(dice.sample(expected, 8), dice.sample(got, 6), longest=12) for _ in range(20)}
    assert len(scores) == 1
