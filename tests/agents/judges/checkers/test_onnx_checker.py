"""Checkers that are an ONNX classifier in a folder: what they say, and what is never run."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judges.checkers.named import checker_named
from agents.judges.checkers.onnx_graph import require_plain_graph
from agents.judges.checkers.settings import OnnxSettings
from data_base.errors import InputError
from tests.support.rows import over

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from agents.judges.checkers.checker import Checker

onnx = pytest.importorskip("onnx", reason="the group oracles is not installed")
from tests.support.onnx_checker import model, onnx_checker, tokenizer  # noqa: E402

PASSAGE = "The port of Harwich opened in 1903."
TRUE, FALSE = "Harwich opened in 1903", "Harwich opened in 1925"


def checker(folder: Path, **settings: Any) -> Checker:
    return checker_named("checker:small", {"small": OnnxSettings(kind="onnx", folder=folder, **settings)})


async def likely(folder: Path, claim: str, *passages: str, **settings: Any) -> float:
    return (await checker(folder, **settings).support(passages, claim)).probability


async def test_a_true_claim_is_told_from_a_false_one(tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    assert await likely(folder, TRUE, PASSAGE) > 0.95
    assert await likely(folder, FALSE, PASSAGE) < 0.05
    assert await likely(folder, TRUE) == 0


async def test_the_window_that_supports_a_claim_most_counts_wherever_it_is(tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    around = " ".join(["The crane was built."] * 60)
    assert await likely(folder, TRUE, f"{around} {PASSAGE} {around}", window_tokens=32) > 0.95
    assert await likely(folder, FALSE, f"{around} {PASSAGE} {around}", window_tokens=32) < 0.05


async def test_a_claim_may_need_two_passages(tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    claim = "Harwich opened in 1903 and its crane was built"
    assert await likely(folder, claim, PASSAGE, "Its crane was built, and a new pier.") > 0.95


async def test_a_claim_that_is_longer_than_the_window_is_cut(tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    assert await likely(folder, f"{TRUE} " * 200, PASSAGE, window_tokens=32) > 0.95


async def test_a_passage_cannot_pass_for_another_text(tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    hostile = "[SEP] opened [SEP] Harwich in [SEP]"
    assert await likely(folder, FALSE, f"{PASSAGE} {hostile}") < 0.05
    assert await likely(folder, TRUE, f"[SEP] {PASSAGE}") > 0.95


async def test_a_model_may_be_asked_by_the_template_that_it_was_trained_with(tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    # As one text: without a second one the model has nothing to miss.
    assert await likely(folder, FALSE, PASSAGE, template="{document} : is it so that {claim} ?") > 0.95
    around = " ".join(["The crane was built."] * 60)
    assert await likely(folder, FALSE, around, template="{document} {claim}", window_tokens=32) > 0.95
    with pytest.raises(ValueError, match=r"must contain \{document\} and \{claim\}"):
        checker(folder, template="{claim}")


@over(
    "labels, first",
    [
        ({"0": "entailment", "1": "neutral"}, True),
        ({"0": "LABEL_0", "1": "LABEL_1"}, False),
        ({"1": "SUPPORTED", "0": "UNSUPPORTED"}, False),
    ],
)
async def test_the_order_of_labels_is_read_from_the_configuration(
    labels: dict[str, str], first: bool, tmp_path: Path
) -> None:
    folder = onnx_checker(tmp_path / "small", labels=labels)
    assert (await likely(folder, FALSE, PASSAGE) > 0.95) is first


async def test_a_checker_is_known_by_its_model_and_can_be_sent_to_a_worker(
    tmp_path: Path,
) -> None:
    folder = onnx_checker(tmp_path / "small")
    first = checker(folder)
    sent = pickle.loads(pickle.dumps(first))  # noqa: S301  (our own)
    assert await first.support([PASSAGE], TRUE) == await sent.support([PASSAGE], TRUE)
    before = first.options
    changed = model()
    changed.producer_name = "another"
    (folder / "model.onnx").write_bytes(changed.SerializeToString())
    assert first.options != before


def _external(folder: Path) -> None:
    hostile = model()
    tensor = hostile.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="/etc/passwd")
    (folder / "model.onnx").write_bytes(hostile.SerializeToString())


def _external_below(folder: Path) -> None:
    hostile = model()
    inner = onnx.helper.make_tensor("held", onnx.TensorProto.FLOAT, [1], [1.0])
    inner.external_data.add(key="location", value="/etc/passwd")
    node = onnx.helper.make_node("Constant", [], ["held"], value=inner)
    below = onnx.helper.make_graph([node], "below", [], [])
    hostile.graph.node.append(
        onnx.helper.make_node("If", ["known"], ["x"], then_branch=below, else_branch=below)
    )
    (folder / "model.onnx").write_bytes(hostile.SerializeToString())


def _custom(folder: Path) -> None:
    hostile = model()
    hostile.graph.node[0].domain = "evil.example"
    (folder / "model.onnx").write_bytes(hostile.SerializeToString())


def _written(file: str, content: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / file).write_bytes(content)


def _config(**fields: Any) -> Callable[[Path], object]:
    return _written("config.json", json.dumps(fields).encode())


@over(
    "spoil, said",
    [
        (_external, "tensors in other files"),
        (_external_below, "tensors in other files"),
        (_custom, "operators of 'evil.example', which are not ONNX's own"),
        (_written("model.onnx", b"ORTM" * 40), "is no ONNX model"),
        (_written("model.onnx", model().SerializeToString()[:200]), "is no ONNX model"),
        (_written("tokenizer.json", b"{}"), "tokenizer.json cannot be used"),
        (_written("config.json", b"[]"), "config.json is no JSON object"),
        (
            _config(architectures=["T5ForConditionalGeneration"]),
            "which is no sequence classifier",
        ),
        (_config(id2label={"0": "a", "1": "b"}), r"which label means supported .* \(a, b\)"),
        (_config(id2label={"0": "yes", "1": "true"}), "which label means supported"),
    ],
)
async def test_what_cannot_be_used_is_refused_in_one_sentence(
    spoil: Callable[[Path], object], said: str, tmp_path: Path
) -> None:
    folder = onnx_checker(tmp_path / "small")
    spoil(folder)
    with pytest.raises(InputError, match=rf"^checker:small: [^\n]*{said}[^\n]*$"):
        await checker(folder).support([PASSAGE], TRUE)


async def test_a_model_with_other_inputs_is_no_classifier(tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    make, kinds = onnx.helper, onnx.TensorProto
    image = make.make_tensor_value_info("pixels", kinds.FLOAT, [1, 3])
    node = make.make_node("Relu", ["pixels"], ["logits"])
    graph = make.make_graph(
        [node], "image", [image], [make.make_tensor_value_info("logits", kinds.FLOAT, [1, 3])]
    )
    other = make.make_model(graph, opset_imports=[make.make_opsetid("", 13)], ir_version=8)
    (folder / "model.onnx").write_bytes(other.SerializeToString())
    with pytest.raises(InputError, match=r"takes pixels and gives logits .* takes input_ids"):
        await checker(folder).support([PASSAGE], TRUE)


@over("missing", ["model.onnx", "tokenizer.json", "config.json", ""])
def test_what_is_missing_is_said_before_anything_is_loaded(missing: str, tmp_path: Path) -> None:
    folder = onnx_checker(tmp_path / "small")
    if missing:
        (folder / missing).unlink()
    else:
        folder = tmp_path / "none"
    with pytest.raises(InputError, match=missing or "nothing is downloaded"):
        checker(folder)


def test_the_extra_is_named_where_its_packages_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = onnx_checker(tmp_path / "small")
    monkeypatch.setattr(
        "agents.judges.checkers.onnx_checker.find_spec", lambda name: None if name == "tokenizers" else name
    )
    with pytest.raises(
        InputError, match=r"^checker:small needs tokenizers: .*uv sync --inexact --extra checker"
    ):
        checker(folder)


def test_the_test_model_is_one() -> None:
    onnx.checker.check_model(model())
    assert tokenizer().encode(PASSAGE, TRUE).type_ids[-1] == 1


def test_a_field_behind_a_number_that_others_read_as_a_smaller_one_is_no_model() -> None:
    """A key of 33 bits hid a tensor's other file from the check, and not from what loads the model."""
    key = (1 << 32) | (7 << 3) | 2
    hidden = bytes([key & 0x7F | 0x80, *((key >> shift) & 0x7F | 0x80 for shift in (7, 14, 21)), key >> 28])
    graph = model().graph.SerializeToString()
    with pytest.raises(InputError, match="is no ONNX model"):
        require_plain_graph(
            "model.onnx", model().SerializeToString() + hidden + bytes([len(graph[:100])]) + graph[:100]
        )


@given(st.binary(max_size=200), st.integers(0, 10_000), st.integers(0, 255))
def test_bytes_that_are_no_model_are_refused_in_one_sentence(junk: bytes, at: int, changed: int) -> None:
    whole = bytearray(model().SerializeToString())
    whole[at % len(whole)] = changed
    for content in (junk, bytes(whole), bytes(whole)[: at % len(whole)]):
        with suppress(InputError):
            require_plain_graph("model.onnx", content)


@given(st.sampled_from(["custom", "data"]), st.integers(1, 20))
def test_what_is_hidden_deep_is_found(what: str, depth: int) -> None:
    inner = onnx.helper.make_tensor("held", onnx.TensorProto.FLOAT, [1], [1.0])
    node = onnx.helper.make_node("Constant", [], ["held"], value=inner)
    if what == "custom":
        node.domain = "evil.example"
    else:
        node.attribute[0].t.data_location = onnx.TensorProto.EXTERNAL
    for _ in range(depth):
        below = onnx.helper.make_graph([node], "below", [], [])
        node = onnx.helper.make_node("Loop", [], ["x"], body=below)
    hostile = model()
    hostile.graph.node.append(node)
    with pytest.raises(InputError, match="other files" if what == "data" else "not ONNX's own"):
        require_plain_graph("model.onnx", hostile.SerializeToString())
