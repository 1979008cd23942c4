"""Checkers that are a sequence classifier in a folder, run by onnxruntime in this process."""

from __future__ import annotations

import hashlib
import json
import math
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from pydantic import JsonValue

from agents.calls.estimate import CallEstimate
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from agents.judges.checkers.checker import CheckerError, Support
from agents.judges.checkers.onnx_graph import require_plain_graph
from agents.judges.checkers.settings import OnnxSettings, filled, shown_path
from agents.judges.checkers.windows import windows
from data_base.cancellation import go_on
from data_base.computing import computed
from data_base.errors import InputError
from data_base.extras import how_to_install

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

_MODEL, _TOKENIZER, _CONFIG = "model.onnx", "tokenizer.json", "config.json"
_LARGEST = 2**31 - 1
"""Bytes of a model in one file, as Protocol Buffers allow."""
_WINDOW, _FEWEST = 512, 16
_AT_ONCE = 8
"""Windows in one run of the model."""
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_SUPPORTED = frozenset(
    {"entailment", "entailed", "entails", "supported", "supports", "support", "consistent", "factual"}
    | {"grounded", "attributable", "yes", "true", "1", "label1"}
)
_PLAIN = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class OnnxChecker:
    """Runs a classifier; implements :class:`.Checker`. The model is loaded with the first claim."""

    name: str
    """As a judge."""
    settings: OnnxSettings
    """How it is declared."""

    @classmethod
    def of(cls, name: str, settings: OnnxSettings) -> OnnxChecker:
        """The checker of a declaration.

        Raises:
            InputError: the extra is not installed, or the folder lacks a file.
        """
        folder = settings.folder
        if not folder.is_dir():
            raise InputError(
                f"{name}: there is no folder {shown_path(folder)}; nothing is downloaded, so put the model "
                "there"
            )
        for file in (_MODEL, _TOKENIZER, _CONFIG):
            if not (folder / file).is_file():
                wanted = f"{_MODEL}, {_TOKENIZER} and {_CONFIG}"
                raise InputError(f"{name}: {shown_path(folder)} has no {file}; a classifier is {wanted}")
        missing = next((each for each in ("onnxruntime", "tokenizers", "numpy") if not find_spec(each)), None)
        if missing:
            raise InputError(f"{name} needs {missing}: {how_to_install('checker')}")
        return cls(name, settings)

    @property
    def model_id(self) -> str:
        """Its name as a judge."""
        return self.name

    @property
    def options(self) -> dict[str, JsonValue]:
        """The model's bytes, and how much it reads at once."""
        return {
            "kind": "onnx",
            "sha256": _sha256(*_version(self.settings.folder / _MODEL)),
            "window_tokens": self.settings.window_tokens,
            "template": self.settings.template,
        }

    @property
    def models(self) -> tuple[BaseChatModel, ...]:
        """None: it runs in this process."""
        return ()

    async def support(
        self,
        passages: Sequence[str],
        claim: str,
        *,
        settings: CallSettings = DEFAULT_SETTINGS,  # noqa: ARG002  (as every checker's)
    ) -> Support:
        """How likely the passages support a claim.

        Raises:
            CheckerError: the model broke on it.
            InputError: the folder contains no classifier that can be run.
        """
        return Support(await computed(lambda: self._classifier.support(passages, claim)))

    async def estimate(
        self,
        passages: Sequence[str],  # noqa: ARG002  (as every checker's)
        claim: str,  # noqa: ARG002
        *,
        settings: CallSettings = DEFAULT_SETTINGS,  # noqa: ARG002
    ) -> CallEstimate:
        """Nothing: no server is asked."""
        return CallEstimate()

    @cached_property
    def _classifier(self) -> _Classifier:
        folder = self.settings.folder
        versions = tuple(_version(folder / file) for file in (_MODEL, _TOKENIZER, _CONFIG))
        with _loading:
            return _classifier(self.name, versions, self.settings)

    def __reduce__(self) -> tuple[Any, ...]:
        return OnnxChecker, (self.name, self.settings)


_loading = threading.Lock()
_Version = tuple[Path, int, int]
"""A file, when it was changed, and its size."""


def _version(path: Path) -> _Version:
    about = path.stat()
    return path.resolve(), about.st_mtime_ns, about.st_size


@lru_cache(maxsize=64)
def _sha256(path: Path, _changed: int, _size: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@lru_cache(maxsize=4)
def _classifier(name: str, files: tuple[_Version, ...], settings: OnnxSettings) -> _Classifier:
    """The classifier of a folder, loaded once however many judges name it."""
    (model, _, size), (tokenizer, *_), (config, *_) = files
    if size > _LARGEST:
        raise InputError(f"{name}: {shown_path(model)} has more than 2 GB; take a smaller model")
    about = _read_config(name, config)
    content = model.read_bytes()
    require_plain_graph(f"{name}: {shown_path(model)}", content)
    return _Classifier.of(name, content, tokenizer.read_bytes(), about, settings)


def _read_config(name: str, path: Path) -> Mapping[str, Any]:
    try:
        config = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        config = None
    if not isinstance(config, Mapping):
        raise InputError(f"{name}: {shown_path(path)} is no JSON object; take the model's own")
    built = config.get("architectures")
    if isinstance(built, list) and built and not any("SequenceClassification" in str(each) for each in built):
        raise InputError(
            f"{name}: {shown_path(path)} describes {str(built[0])[:80]}, which is no sequence classifier; "
            "export one"
        )
    return config


@dataclass(frozen=True)
class _Classifier:
    """A loaded model."""

    name: str
    session: Any
    counting: Tokenizer
    """Counts tokens."""
    pairing: Tokenizer
    """Makes windows and a claim into what the model reads."""
    label: int
    """Index of the label that means supported."""
    size: int
    """Tokens that it reads at most."""
    template: str | None
    """How it is asked, None for a pair."""

    @classmethod
    def of(
        cls, name: str, model: bytes, tokenizer: bytes, config: Mapping[str, Any], settings: OnnxSettings
    ) -> _Classifier:
        from tokenizers import Tokenizer  # noqa: PLC0415  (an extra's)

        session = _session(name, model)
        labels = _labels(name, session, config)
        with _said_of(name, _TOKENIZER):
            counting, pairing = (Tokenizer.from_str(tokenizer.decode()) for _ in range(2))
            counting.no_truncation()
            counting.no_padding()
        size, template = settings.window_tokens or _readable(config), settings.template
        padding = pairing.padding or {"pad_id": _index(config.get("pad_token_id"))}
        pairing.enable_padding(**{key: value for key, value in padding.items() if key.startswith("pad_")})
        # What is cut where counts differ is the passage's: its end in a pair, its beginning in a template.
        cut = {"strategy": "only_first"} if template is None else {"direction": "left"}
        pairing.enable_truncation(size, **cut)
        return cls(name, session, counting, pairing, _supported(name, labels, config), size, template)

    def support(self, passages: Sequence[str], claim: str) -> float:
        """The probability of the window that supports the claim most."""
        claim = self._shortened(self._plain(claim))
        around = claim if self.template is None else filled(self.template, "", claim)
        special = self.counting.num_special_tokens_to_add(is_pair=self.template is None)
        room = max(1, self.size - special - self._tokens(around))
        texts = windows([self._plain(passage) for passage in passages], room, self._tokens)
        likely = 0.0
        for start in range(0, len(texts), _AT_ONCE):
            go_on()
            asked = [self._asked(text, claim) for text in texts[start : start + _AT_ONCE]]
            likely = max(likely, *self._probabilities(self.pairing.encode_batch(asked)))
        return likely

    def _asked(self, text: str, claim: str) -> str | tuple[str, str]:
        return (text, claim) if self.template is None else filled(self.template, text, claim)

    @cached_property
    def _special(self) -> re.Pattern[str]:
        added = self.counting.get_added_tokens_decoder().values()
        marks = [re.escape(each.content) for each in added if each.special]
        return re.compile("|".join(sorted(marks, key=len, reverse=True)) or r"(?!)")

    def _plain(self, text: str) -> str:
        """The text without marks of the model's own, behind which it would read another text."""
        return self._special.sub(" ", text)

    def _tokens(self, text: str) -> int:
        return len(self.counting.encode(text, add_special_tokens=False).ids)

    def _shortened(self, claim: str) -> str:
        """The claim, cut where it would leave the passages less than half of what the model reads."""
        found = self.counting.encode(claim, add_special_tokens=False)
        most = max(1, self.size // 2)
        return claim if len(found.ids) <= most else claim[: found.offsets[most - 1][1]]

    def _probabilities(self, pairs: Sequence[Encoding]) -> Iterator[float]:
        import numpy as np  # noqa: PLC0415  (an extra's)

        known = dict(zip(_INPUTS, ("ids", "attention_mask", "type_ids"), strict=True))
        given = {
            each.name: np.array(
                [getattr(pair, known[each.name]) for pair in pairs],
                dtype=np.int32 if "int32" in each.type else np.int64,
            )
            for each in self.session.get_inputs()
        }
        try:
            logits = self.session.run(None, given)[0].astype(float)
        except Exception as error:  # onnxruntime's have no common base
            raise CheckerError(f"{self.name}: the model broke on a claim ({_brief(error)})") from error
        for row in logits:
            yield _probability(row.tolist(), self.label)


def _probability(logits: Sequence[float], label: int) -> float:
    """Softmax over the labels; of a single one the logistic function."""
    row = [0.0, *logits] if len(logits) == 1 else list(logits)
    at = 1 if len(logits) == 1 else label
    top = max(row)
    shares = [math.exp(each - top) for each in row]
    likely = shares[at] / math.fsum(shares)
    return likely if math.isfinite(likely) else 0.0


def _session(name: str, model: bytes) -> Any:  # noqa: ANN401  (onnxruntime has no types)
    import onnxruntime  # noqa: PLC0415  (an extra's)

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    # The same bytes might be read as a model of onnxruntime's own format, which nobody has looked through.
    options.add_session_config_entry("session.load_model_format", "ONNX")
    with _said_of(name, _MODEL):
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _labels(name: str, session: Any, config: Mapping[str, Any]) -> int:  # noqa: ANN401  (as above)
    """How many labels the model tells apart."""
    inputs, (first, *_) = [each.name for each in session.get_inputs()], session.get_outputs()
    strange = [each for each in inputs if each not in _INPUTS]
    width = first.shape[-1] if first.shape else None
    if not isinstance(width, int):
        named = config.get("id2label")
        width = len(named) if isinstance(named, Mapping) else 2
    if strange or "input_ids" not in inputs or len(first.shape) != 2:  # noqa: PLR2004  (pairs by labels)
        raise InputError(
            f"{name}: {_MODEL} takes {', '.join(inputs)} and gives {first.name} of shape {first.shape}; a "
            "sequence classifier takes input_ids and gives one row of labels for each text"
        )
    return width


def _supported(name: str, labels: int, config: Mapping[str, Any]) -> int:
    """The index of the label that means supported."""
    if labels == 1:
        return 0
    named = config.get("id2label")
    if not isinstance(named, Mapping):
        named = {str(index): f"LABEL_{index}" for index in range(labels)} if labels == 2 else {}  # noqa: PLR2004
    found = [key for key, label in named.items() if _PLAIN.sub("", str(label)).lower() in _SUPPORTED]
    if len(named) != labels or len(found) != 1 or _index(found[0], -1) not in range(labels):
        listed = ", ".join(str(label)[:40] for label in list(named.values())[:10]) or "none"
        raise InputError(
            f"{name}: which label means supported cannot be read from id2label in {_CONFIG} ({listed}); call "
            "one of them entailment or supported"
        )
    return _index(found[0])


def _readable(config: Mapping[str, Any]) -> int:
    """Tokens of a pair at most: RoBERTa's positions begin behind its padding."""
    most = _index(config.get("max_position_embeddings"), _WINDOW)
    if str(config.get("model_type", "")).endswith("roberta"):
        most -= _index(config.get("pad_token_id"), 1) + 1
    return min(_WINDOW, most) if most >= _FEWEST else _WINDOW


def _index(value: object, otherwise: int = 0) -> int:
    try:
        return int(value)  # type: ignore[call-overload,no-any-return]
    except (TypeError, ValueError):
        return otherwise


@contextmanager
def _said_of(name: str, file: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # the packages' errors have no common base
        raise InputError(f"{name}: {file} cannot be used ({_brief(error)})") from error


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
