"""Build the bank of Eval JSON v2 from ``sections.yaml``: documents, questions, contexts, recorded outputs.

    python benchmark/eval_json_v2/sources/build.py [--out FOLDER]

The same sections give the same files. The outputs are made by rule from what is expected, in three
qualities: ``good`` passes the gate, ``middling`` misses points and anchors, ``broken`` breaks the schema now
and then and leaves some questions without an output.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(HERE.parents[2]))

from data_base.passage import Passage  # noqa: E402
from data_base.passage_index import PassageIndex  # noqa: E402

CHUNKS = 4
Row = dict[str, Any]


def main() -> None:
    """Write all files."""
    parser = argparse.ArgumentParser(description="Build the bank of Eval JSON v2.")
    parser.add_argument("--out", type=Path, default=HERE.parent)
    out: Path = parser.parse_args().out
    documents = yaml.safe_load((HERE / "sections.yaml").read_text(encoding="utf-8"))
    sections = [
        (document, section, f"q{n:03}")
        for n, (document, section) in enumerate(
            ((document, section) for document in documents for section in document["sections"]), start=1
        )
    ]
    for document in documents:
        write(out / "documents" / document["file"], markdown(document))
    questions = [question(*section) for section in sections]
    write(out / "questions.json", json.dumps(questions, ensure_ascii=False, indent=1) + "\n")
    write_lines(out / "contexts.jsonl", contexts(sections))
    write_lines(out / "outputs_good.jsonl", [good(n, q) for n, q in enumerate(questions)])
    write_lines(out / "outputs_middling.jsonl", [middling(n, q, questions) for n, q in enumerate(questions)])
    write_lines(out / "outputs_broken.jsonl", [row for n, q in enumerate(questions) if (row := broken(n, q))])


def passage(section: Row) -> str:
    """A section's text."""
    return "。".join(section["points"]) + "。"


def markdown(document: Row) -> str:
    """A document."""
    parts = [f"# {document['topic']}\n"]
    parts += [f"## {section['title']}\n\n{passage(section)}\n" for section in document["sections"]]
    return "\n".join(parts)


def question(document: Row, section: Row, name: str) -> Row:
    """A question with what is expected."""
    anchors = [section["points"][0], section["points"][-1]]
    return {
        "id": name,
        "question": section["question"],
        "expected": {
            "answer_example": {
                "target_audience": document["audience"],
                "main_topic": document["topic"],
                "sub_topic": section["title"],
                "detailed_description": section["points"],
                "original_evidence": passage(section),
                "predicted_questions": section["predicted"],
            },
            "source_map": [
                {
                    "part": "detailed_description",
                    "refs": [{"file": document["file"], "anchors": anchors}],
                }
            ],
        },
    }


def contexts(sections: list[tuple[Row, Row, str]]) -> list[Row]:
    """For each question its own section and what else shares most with it."""
    passages = [
        Passage(id=name, doc_id=document["file"], text=passage(section))
        for document, section, name in sections
    ]
    index, by_id = PassageIndex.from_passages(passages), {one.id: one for one in passages}
    rows: list[Row] = []
    for _, section, name in sections:
        found = [one.id for one, _ in index.search(section["question"], CHUNKS)]
        ids = list(dict.fromkeys([*found[: CHUNKS - 1], name, *found]))[:CHUNKS]
        chunks = [{"source_path": by_id[one].doc_id, "text": by_id[one].text} for one in ids]
        rows.append({"id": name, "chunks": chunks})
    return rows


def good(number: int, asked: Row) -> Row:
    """What a careful model writes: every field right, every third with a point too few or in other words."""
    fields = expected_fields(asked)
    if number % 6 == 1:
        fields["sub_topic"] += "的規定"
    if number % 6 == 3:  # noqa: PLR2004
        fields["predicted_questions"] = fields["predicted_questions"][:1]
    return recorded(asked, fields)


def middling(number: int, asked: Row, questions: list[Row]) -> Row:
    """What a hasty model writes."""
    fields = expected_fields(asked)
    fields["detailed_description"] = fields["detailed_description"][: 1 + number % 3]
    fields["original_evidence"] = fields["original_evidence"][: 18 + number % 20]
    if number % 2:
        other = expected_fields(questions[number - 1])
        fields["detailed_description"].append(other["detailed_description"][0])
        fields["predicted_questions"] = other["predicted_questions"]
    if number % 3 == 0:
        fields["sub_topic"] = "其他事項"
    if number % 4 == 0:
        fields["source_map"][0]["refs"][0]["anchors"] = ["詳見手冊第三章"]
    return recorded(asked, fields)


def broken(number: int, asked: Row) -> Row | None:
    """What a model without discipline writes."""
    row = recorded(asked, expected_fields(asked))
    match number % 6:
        case 0:
            return row | {"output": f"以下是整理結果：\n{row['output']}"}
        case 1:
            return row | {"output": f"```json\n{row['output']}\n```"}
        case 2:
            return row | {"output": row["output"][:-40]}
        case 3:
            fields = expected_fields(asked)
            del fields["source_map"]
            return recorded(asked, fields)
        case 4:
            return None
        case _:
            return row


def expected_fields(asked: Row) -> Row:
    """A copy of what is expected, as a model would write it."""
    copied: Row = json.loads(json.dumps(asked["expected"]))
    return copied["answer_example"] | {"source_map": copied["source_map"]}  # type: ignore[no-any-return]


def recorded(asked: Row, fields: Row) -> Row:
    """A line of recorded outputs."""
    return {"id": asked["id"], "output": json.dumps(fields, ensure_ascii=False)}


def write(path: Path, text: str) -> None:
    """Write a file with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_lines(path: Path, rows: list[Row]) -> None:
    """Write one JSON object a line."""
    write(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


if __name__ == "__main__":
    main()
