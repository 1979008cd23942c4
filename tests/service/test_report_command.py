"""``judge report``."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.in_process import ROOT, judge_in_process
from tests.support.interruptible import interruptible
from tests.support.openai_server import openai_server
from tests.support.web_site import WebPage, html, web_site


def test_a_report_is_checked_against_the_pages_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text(
        "Orle mill opened in 1987 [1]. It had 900 workers [1]. Its workers built it by hand [1]. "
        "It closed in 2001 [2].\n\n"
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
        "report.md: 4 claims, 4 with a source (100%)",
        "  of those whose source was read, supported by it: 33% (up to 67% with 1 undecidable)",
        "  of all, supported by anything that was read: 25%",
        "  claims: 1 supported, 1 contradicted, 1 undecidable, 1 never opened",
        "  sources: 1 read, 1 never opened",
        "  contradicted [1]: It had 900 workers.",
        "  undecidable [1]: Its workers built it by hand.",
    ]
    table = json.loads(
        judge_in_process("report", "report.md", "--sources", "pages", "--json", cwd=tmp_path).stdout
    )
    assert table["report"] == "report.md"
    assert [claim["verdict"] for claim in table["claims"]] == [
        *("supported", "contradicted", "undecidable", "never_opened")
    ]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "report.md").write_text("It opened in 1987.", "utf-8")
    for arguments, said in (
        (("missing.md",), "missing.md"),
        (("report.md", "--sources", "nowhere"), "index.jsonl"),
        (("report.md", "--fetch"), "--fetch needs --sources FOLDER"),
        (("report.md", "--fetch-host", "localhost"), "are for --fetch"),
        (("report.md", "--retry-failed"), "are for --fetch"),
        (("report.md", "--sources", "report.md", "--fetch"), "report.md: cannot be written"),
    ):
        refused = judge_in_process("report", *arguments, cwd=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert said in refused.stderr


def test_a_settings_file_declares_checker_and_sources(tmp_path: Path) -> None:
    pages = tmp_path / "own" / "pages"
    pages.mkdir(parents=True)
    (pages / "1.txt").write_text("Orle mill opened in 1987.", "utf-8")
    lines = [
        {"url": "https://a.example", "status": 200, "file": "1.txt"},
        {"url": "https://b.example", "status": 404},
    ]
    (pages / "index.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    report = "Orle mill opened in 1987 (https://a.example). It closed in 2001 (https://b.example)."
    (tmp_path / "report.md").write_text(report, "utf-8")
    with openai_server("Yes") as server:
        checkers = {"mini": {"kind": "yes_no", "url": server.base_url, "model": "mini"}}
        said = {"version": "1", "checkers": checkers, "sources": "pages", "claims": True}
        (tmp_path / "own" / "judge.json").write_text(json.dumps(said), "utf-8")
        named = ("--judge", "checker:mini", "--settings", "own/judge.json")
        shown = judge_in_process("report", "report.md", *named, cwd=tmp_path)
        assert shown.returncode == 0, shown.stderr
        assert "  claims: 1 supported, 1 source missing" in shown.stdout.splitlines()
        assert "    dead [https://b.example]: 404" in shown.stdout.splitlines()
        assert "claims told apart" in judge_in_process("doctor", *named, cwd=tmp_path).stdout
    refused = judge_in_process("doctor", *named[2:], cwd=tmp_path)
    assert (refused.returncode, "name one with --judge" in refused.stderr) == (2, True)


def test_pages_are_fetched_into_the_folder_and_what_failed_is_named(tmp_path: Path) -> None:
    pytest.importorskip("protego", reason="the extra 'fetch' is not installed")
    with web_site({"/orle": html("Orle mill opened in 1987.")}) as site:
        (tmp_path / "report.md").write_text(
            f"Orle mill opened in 1987 [1]. It closed in 2001 [2]. It was sold [3].\n\n## References\n"
            f"[1] {site.url('/orle', '127.0.0.1')}\n[2] {site.url('/gone', '127.0.0.1')}\n"
            f"[3] {site.url('/x', 'localhost')}\n",
            "utf-8",
        )
        command = ("report", "report.md", "--sources", "pages", "--fetch", "--fetch-host", "127.0.0.1")
        shown = judge_in_process(*command, cwd=tmp_path)
        assert shown.returncode == 0, shown.stderr
        gone = f"{site.url('/gone', '127.0.0.1')}"
        private = site.url("/x", "localhost")
        reason = "a private address (--fetch-host trusts a host)"
        assert sorted(line.partition(", ")[2] for line in shown.stderr.splitlines()) == [
            f"dead: {gone} (404 Not Found)",
            f"never opened: {private} ({reason})",
            f"read: {site.url('/orle', '127.0.0.1')}",
        ]
        assert shown.stdout.splitlines()[3:] == [
            "  claims: 1 supported, 1 source missing, 1 never opened",
            "  sources: 1 read, 1 dead, 1 never opened",
            f"    dead [2] {gone}: 404 Not Found",
            f"    never opened [3] {private}: {reason}",
            "  source missing [2]: It closed in 2001.",
        ]
        asked = len(site.visits)
        again = judge_in_process("report", "report.md", "--sources", "pages", cwd=tmp_path)
        assert (again.stdout, again.stderr, len(site.visits)) == (shown.stdout, "", asked)


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_fetched(tmp_path: Path) -> None:
    pytest.importorskip("protego", reason="the extra 'fetch' is not installed")
    with web_site({"/a": html("It opened in 1987."), "/b": WebPage(is_silent=True)}) as site:
        (tmp_path / "report.md").write_text(
            f"It opened in 1987 [1]({site.url('/a', 'localhost')}). "
            f"It closed in 1995 [2]({site.url('/b', 'localhost')}).",
            "utf-8",
        )
        run = "from deep_research_judge.command import main; main()"
        options = ["--sources", str(tmp_path / "pages"), "--fetch", "--fetch-host", "localhost"]
        command = [sys.executable, "-c", run, "report", str(tmp_path / "report.md"), *options]
        with (
            interruptible(),
            subprocess.Popen(command, cwd=ROOT, text=True, stderr=subprocess.PIPE) as started,
        ):
            assert started.stderr is not None
            assert "read: " in started.stderr.readline()
            started.send_signal(signal.SIGINT)
            said = started.stderr.read().strip()
        assert started.returncode == 130
        assert said == "Stopped. Pages that were fetched are kept; the same command goes on from there."
        assert [path.suffix for path in sorted((tmp_path / "pages").iterdir())] == [".md", ".jsonl"]


def test_a_model_checks_the_claims_and_what_it_took_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = pages_with(tmp_path, "Orle mill opened in 1987.")
    claims = [{"number": 1, "starts": "Orle mill", "words": "opened in 1987", "verdict": "supported"}]
    with openai_server(json.dumps({"claims": claims})) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        arguments = ("report", "report.md", "--sources", page, "--judge", "openai:m")
        first = judge_in_process(*arguments, cwd=tmp_path)
        again = judge_in_process(*arguments, cwd=tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    assert "  claims: 1 supported" in first.stdout.splitlines()
    assert any(line.startswith("  1 call: ") for line in first.stdout.splitlines())
    assert "  0 calls, 1 from the cache: 0 tokens, $0.00" in again.stdout.splitlines()


def test_a_judge_that_fails_on_every_claim_ends_the_command_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = pages_with(tmp_path, "Orle mill opened in 1987.")
    with openai_server("I would rather not say.") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        shown = judge_in_process(
            "report", "report.md", "--sources", page, "--judge", "openai:m", cwd=tmp_path
        )
    assert shown.returncode == 1
    assert "  not judged: 1 claim" in shown.stdout.splitlines()
    assert "no verdict on this claim that could be read" in shown.stdout


def pages_with(folder: Path, text: str) -> Path:
    """A folder with one page, and a report of one claim on it."""
    page = {"url": "https://mills.example/orle", "status": 200, "file": "1.txt"}
    (folder / "report.md").write_text("Orle mill opened in 1987 [m](https://mills.example/orle).", "utf-8")
    (folder / "1.txt").write_text(text, "utf-8")
    (folder / "index.jsonl").write_text(json.dumps(page), "utf-8")
    return folder
