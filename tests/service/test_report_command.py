"""``judge report``."""

import json
from pathlib import Path

from tests.support.in_process import judge_in_process


def test_a_report_is_checked_against_the_pages_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(
        "Orle mill opened in 1987 [1]. It had 900 workers [1]. It closed in 2001 [2].\n\n"
        "## References\n[1] https://mills.example/orle\n[2] https://other.example\n",
        "utf-8",
    )
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "1.txt").write_text("Orle mill opened in 1987. It had 300 workers.", "utf-8")
    page = {"url": "https://mills.example/orle", "status": 200, "file": "1.txt"}
    (pages / "index.jsonl").write_text(json.dumps(page), "utf-8")
    shown = judge_in_process("report", "report.md", "--sources", "pages", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines() == [
        "report.md: 3 claims, 3 with a source (100%)",
        "  of those whose source was read, supported by it: 50%",
        "  of all, supported by anything that was read: 33%",
        "  claims: 1 supported, 1 contradicted, 1 never opened",
        "  sources: 1 read, 1 never opened",
        "  contradicted [1]: It had 900 workers.",
    ]
    table = json.loads(
        judge_in_process("report", "report.md", "--sources", "pages", "--json", cwd=tmp_path).stdout
    )
    assert table["report"] == "report.md"
    assert [claim["verdict"] for claim in table["claims"]] == ["supported", "contradicted", "never_opened"]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text("It opened in 1987.", "utf-8")
    for arguments, said in (
        (("missing.md",), "missing.md"),
        (("report.md", "--sources", "nowhere"), "index.jsonl"),
    ):
        refused = judge_in_process("report", *arguments, cwd=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert said in refused.stderr
