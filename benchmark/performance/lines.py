"""The size of the project against its limits, and the modules that are too long.

    python benchmark/performance/lines.py

Counts what git knows or would add, so that neither an environment nor written results count. Exit code 1
where something is over.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULE = 350
"""Lines that a module has at most."""
JUDGE = ("scoring/", "agents/embedded/")
TEXT = "data_base/text/"
SUITES = ("answers/", "legal/", "eval_json_v2/", "keywords.py", "keyword_question.py")
"""Parts of ``scoring/`` that do not belong to the embedded judge."""


def listed() -> list[str]:
    """The project's files outside ``tests/``, from its root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603  (fixed)
    return [
        name for name in listing.splitlines() if not name.startswith("tests/") and (ROOT / name).is_file()
    ]


def judge_file(name: str) -> bool:
    """Whether a file belongs to the embedded judge."""
    return name.startswith(JUDGE) and not name.startswith(tuple(f"scoring/{suite}" for suite in SUITES))


def _lines(name: str) -> int:
    return len((ROOT / name).read_text(encoding="utf-8").splitlines())


def main() -> int:
    """Count, print, compare with the limits."""
    names = listed()
    lines = {name: _lines(name) for name in names if name.endswith(".py")}
    lexicon = [name for name in names if name.startswith(f"{TEXT}lexicon/")]
    # Guards of the service, bounded reading and the texts that attack them: 1,500 lines.
    # The lexicon grew by the verbs that tell what a question asks about from what a sentence tells.
    # The judge is to come down to 5,400: values of other years and things, and denials, made it grow.
    # Kinds of values did so again: units said apart, ratios, ends of a time, cells; their words are data.
    rows = (
        ("embedded judge, lines", sum(lines[name] for name in lines if judge_file(name)), 7_045),
        ("data_base/text, lines", sum(lines[name] for name in lines if name.startswith(TEXT)), 3_600),
        ("all outside tests, lines", sum(lines.values()), 94_450),
        ("lexicon, bytes", sum((ROOT / name).stat().st_size for name in lexicon), 97_900),
    )
    print(f"{'':<30} {'is':>7} {'at most':>7}")
    for title, count, most in rows:
        print(f"{title:<30} {count:7} {most:7}{'  OVER' if count > most else ''}")
    long = {name: count for name, count in lines.items() if count > MODULE}
    for name, count in sorted(long.items(), key=lambda each: -each[1]):
        print(f"{name:<30} {count:7} {MODULE:7}  OVER")
    return int(bool(long) or any(count > most for _, count, most in rows))


if __name__ == "__main__":
    sys.exit(main())
