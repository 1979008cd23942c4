"""The attack suite as data."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest

FOLDER = Path(__file__).resolve().parents[1] / "attacks"


@dataclass(frozen=True)
class Attack:
    """A text that tries to move the scores, with what it is tried on."""

    id: str
    kind: str
    side: str
    wants: str
    text: str
    question: str
    documents: tuple[str, ...]
    good: str
    bad: str
    second: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.text, self.second) if self.second else (self.text,)

    def answer(self, answer: str, place: str = "behind") -> str:
        return answer if self.side != "answer" else _joined(answer, self.text, place)

    def passages(self, place: str = "behind") -> tuple[Passage, ...]:
        attacked = [] if self.side == "answer" else zip(self.documents, self.texts, strict=False)
        joined = [_joined(document, text, place) for document, text in attacked]
        return _passages([*joined, *self.documents[len(joined) :]])

    def request(self, answer: str) -> JudgeRequest:
        return JudgeRequest(question=self.question, answer=self.answer(answer), documents=self.passages())

    def harmless_request(self, answer: str) -> JudgeRequest:
        return JudgeRequest(question=self.question, answer=answer, documents=_passages(self.documents))


def _joined(text: str, attack: str, place: str) -> str:
    return {
        "behind": f"{text}\n\n{attack}",
        "before": f"{attack}\n\n{text}",
        "same line": f"{text} {attack}",
    }[place]


def _passages(texts: list[str] | tuple[str, ...]) -> tuple[Passage, ...]:
    return tuple(Passage(id=f"note.md#{n}", doc_id="note.md", text=text) for n, text in enumerate(texts, 1))


@cache
def attacks() -> tuple[Attack, ...]:
    """The shipped suite."""
    return _read(FOLDER)


@cache
def independent_attacks() -> tuple[Attack, ...]:
    """The cases written without knowing the fence."""
    return _read(FOLDER / "independent")


def _read(folder: Path) -> tuple[Attack, ...]:
    found: list[Attack] = []
    for file in sorted(folder.glob("*.yaml")):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        base = {name: data[name] for name in ("question", "good", "bad")}
        found += [Attack(**each, **base, documents=tuple(data["documents"])) for each in data["attacks"]]
    return tuple(found)
