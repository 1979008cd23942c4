"""A folder with a sequence classifier that is small and right: every word of a claim is in the passages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from pathlib import Path

onnx = pytest.importorskip("onnx", reason="the group oracles is not installed")
pytest.importorskip(
    "onnxruntime", reason="the extra checker is not installed (uv sync --inexact --extra checker)"
)
tokenizers = pytest.importorskip("tokenizers", reason="the extra checker is not installed")

WORDS = (
    "the",
    "port",
    "of",
    "harwich",
    "opened",
    "in",
    "1903",
    "1925",
    "its",
    "first",
    "crane",
    "was",
    "built",
)
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
_VOCABULARY = {word: number for number, word in enumerate((*_SPECIAL, *WORDS))}
LABELS = {"0": "not_entailment", "1": "entailment"}


def onnx_checker(folder: Path, *, labels: dict[str, str] | None = None, **config: Any) -> Path:
    """Write model, tokenizer and configuration into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(model().SerializeToString())
    tokenizer().save(str(folder / "tokenizer.json"))
    about = {"architectures": ["BertForSequenceClassification"], "id2label": labels or LABELS, **config}
    (folder / "config.json").write_text(json.dumps(about), encoding="utf-8")
    return folder


def tokenizer() -> Any:
    """Words of :data:`WORDS`, in pairs as BERT reads them."""
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(_VOCABULARY, unk_token="[UNK]"))
    made.add_special_tokens(["[PAD]", "[CLS]", "[SEP]"])
    made.normalizer = tokenizers.normalizers.Lowercase()
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return made


def model() -> Any:
    """The logits of two labels: how many words of the second text are not in the first decides."""
    size = len(_VOCABULARY)
    known = np.eye(size, dtype=np.float32)
    known[: len(_SPECIAL)] = 0
    make, kinds = onnx.helper, onnx.TensorProto
    nodes = [
        make.make_node("Gather", ["known", "input_ids"], ["words"]),
        make.make_node("Cast", ["token_type_ids"], ["second"], to=kinds.FLOAT),
        make.make_node("Cast", ["attention_mask"], ["mask"], to=kinds.FLOAT),
        make.make_node("Sub", ["mask", "second"], ["first"]),
        make.make_node("Unsqueeze", ["second", "last"], ["of_claim"]),
        make.make_node("Unsqueeze", ["first", "last"], ["of_passage"]),
        make.make_node("Mul", ["words", "of_claim"], ["claimed"]),
        make.make_node("Mul", ["words", "of_passage"], ["told"]),
        make.make_node("ReduceMax", ["claimed"], ["claim"], axes=[1], keepdims=0),
        make.make_node("ReduceMax", ["told"], ["passage"], axes=[1], keepdims=0),
        make.make_node("Sub", ["claim", "passage"], ["more"]),
        make.make_node("Relu", ["more"], ["missing"]),
        make.make_node("Gemm", ["missing", "weights", "bias"], ["logits"]),
    ]
    weights = np.tile(np.array([[4, -4]], dtype=np.float32), (size, 1))
    held = [
        onnx.numpy_helper.from_array(known, "known"),
        onnx.numpy_helper.from_array(weights, "weights"),
        onnx.numpy_helper.from_array(np.array([-2, 2], dtype=np.float32), "bias"),
        onnx.numpy_helper.from_array(np.array([2], dtype=np.int64), "last"),
    ]
    shape = ["batch", "tokens"]
    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [make.make_tensor_value_info(name, kinds.INT64, shape) for name in names]
    output = make.make_tensor_value_info("logits", kinds.FLOAT, ["batch", 2])
    graph = make.make_graph(nodes, "classifier", inputs, [output], held)
    return make.make_model(graph, opset_imports=[make.make_opsetid("", 13)], ir_version=8)
