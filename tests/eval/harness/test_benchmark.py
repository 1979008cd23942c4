"""The multi-document benchmark, worked out by hand on systems that say what they are told."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from eval.compare.comparison import compare
from eval.compare.sides import read_side
from eval.harness.benchmark_config import read_benchmark_config
from eval.harness.benchmark_result import BenchmarkLimits, RepeatSpread
from eval.harness.benchmark_run import BenchmarkRequest, benchmark
from eval.runs.folder_lock import sole_use
from eval.runs.run_file_reading import read_run_file
from eval.systems.choice import SystemChoice
from tests.support.pdf import minimal_pdf

SYSTEM = """
calls = {}
said = {}

def answer(question):
    calls[question] = calls.get(question, 0) + 1
    answers = said[question]
    value = answers[(calls[question] - 1) % len(answers)]
    if isinstance(value, Exception):
        raise value
    return value
"""


class Bench:
    """Two datasets, "one" of weight 3 and "two" of weight 1, each with the question of its name."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "path", list(sys.path))
        self.module = f"bench_system_{folder.parent.name}_{folder.name}".replace("-", "_")
        (folder / f"{self.module}.py").write_text(SYSTEM, encoding="utf-8")
        for name in ("one", "two"):
            (folder / f"{name}.pdf").write_bytes(minimal_pdf(f"page of {name}"))
            self.ask(name, must_include=["5"])
        self.configure()

    def ask(self, name: str, **fields: Any) -> None:
        line = {"id": "q", "question": name, **fields}
        (self.folder / f"{name}.jsonl").write_text(json.dumps(line), encoding="utf-8")

    def configure(self, **changes: Any) -> None:
        sets = [
            {"id": name, "pdf": f"{name}.pdf", "questions": f"{name}.jsonl", "weight": weight}
            for name, weight in (("one", 3), ("two", 1))
        ]
        config = {"name": "v1", "datasets": sets, **changes}
        (self.folder / "config.json").write_text(json.dumps(config), encoding="utf-8")

    def say(self, **answers: list[str | Exception]) -> None:
        module = sys.modules.get(self.module) or __import__(self.module)
        module.calls.clear()
        module.said.update(answers)

    def request(self, **changes: Any) -> BenchmarkRequest:
        fields: dict[str, Any] = {
            "config": Path("config.json"),
            "out": self.folder / "out" / "B.json",
            "system": SystemChoice(callable=f"{self.module}:answer"),
            "cache": self.folder / "cache",
            **changes,
        }
        return BenchmarkRequest(**fields)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.syspath_prepend(str(tmp_path))
    return Bench(tmp_path, monkeypatch)


async def test_datasets_are_summed_up_by_weight(bench: Bench) -> None:
    bench.say(one=["5"], two=["6"])
    result = await benchmark(bench.request())
    assert (result.exit_code, result.broken) == (0, ())
    assert [each.score for each in result.run.results] == pytest.approx([1, 0.3])
    assert result.run.summary.weighted_score == pytest.approx((3 * 1 + 0.3) / 4)
    assert read_run_file(bench.request().out) == result.run
    single = read_run_file(bench.folder / "out" / "B.json.runs" / "two" / "1.json")
    assert single.summary.weighted_score == pytest.approx(0.3)
    assert sorted(path.name for path in (bench.folder / "out").iterdir()) == ["B.json", "B.json.runs"]


async def test_repeats_have_mean_std_min_and_max(bench: Bench) -> None:
    bench.say(one=["5", "6"], two=["5"])
    result = await benchmark(bench.request(runs=2, limits=BenchmarkLimits(max_std=0.4)))
    # one: 1 and 0.3; two: 1 and 1; the whole: 1 and (0.9 + 1) / 4 = 0.475.
    spread = result.run.summary.facts["spread"]
    assert spread == pytest.approx(
        {"n": 2, "mean": 0.7375, "std": 0.525 / 2**0.5, "min": 0.475, "max": 1.0}, rel=1e-9
    )
    assert result.run.summary.weighted_score == pytest.approx(0.7375)
    assert [(each.what, each.reason) for each in result.broken] == [
        ("one", "standard deviation 49.4975 % is above 40 %")
    ]
    assert result.exit_code == 1
    bench.say(one=["5", "6"], two=["5"])
    assert (await benchmark(bench.request(runs=2, limits=BenchmarkLimits(max_std=0.5)))).exit_code == 0


async def test_a_drop_against_the_baseline_is_limited_for_the_whole_and_each_dataset(bench: Bench) -> None:
    bench.say(one=["5"], two=["5"])
    base = bench.folder / "base.json"
    await benchmark(bench.request(out=base))
    bench.say(one=["5"], two=["6"])
    held = bench.request(baseline=base, limits=BenchmarkLimits(max_drop=0.2))
    result = await benchmark(held)
    assert [each.what for each in result.broken] == ["two"]
    tight = await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=0)))
    assert [each.what for each in tight.broken] == ["benchmark", "two"]
    loose = await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=0.7)))
    assert loose.exit_code == 0
    before, after = read_run_file(base), read_run_file(held.out)
    assert (
        compare(read_side([("b", before.stream())]), read_side([("c", after.stream())])).verdict == "failed"
    )


async def test_a_baseline_of_other_data_is_refused_and_the_run_is_kept(bench: Bench) -> None:
    bench.say(one=["5"], two=["5"])
    base = bench.folder / "base.json"
    await benchmark(bench.request(out=base))
    bench.ask("two", must_include=["6"])
    with pytest.raises(
        InputError, match=r"base\.json: cannot be the baseline.* questions_sha256 .*make it again"
    ):
        await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=1)))
    assert bench.request().out.exists()


async def test_a_baseline_with_other_weights_is_refused(bench: Bench) -> None:
    bench.say(one=["5"], two=["6"])
    base = bench.folder / "base.json"
    await benchmark(bench.request(out=base))
    datasets = [{"id": name, "pdf": f"{name}.pdf", "questions": f"{name}.jsonl"} for name in ("one", "two")]
    bench.configure(datasets=datasets)
    with pytest.raises(InputError, match="the dataset 'one' weighs 3 there and 1 here"):
        await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=1)))


async def test_a_dataset_named_benchmark_is_not_taken_for_the_whole(bench: Bench) -> None:
    named = [
        {"id": name, "pdf": f"{file}.pdf", "questions": f"{file}.jsonl"}
        for name, file in (("benchmark", "one"), ("two", "two"))
    ]
    bench.configure(datasets=named)
    bench.say(one=["6"], two=["5"])
    base = bench.folder / "base.json"
    await benchmark(bench.request(out=base))
    again = await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=0)))
    assert again.broken == ()
    bench.say(one=["5"], two=["6"])
    swapped = await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=0)))
    assert [(each.what, each.reason.split(",")[0]) for each in swapped.broken] == [("two", "100 % to 30 %")]


async def test_a_run_that_is_no_benchmark_is_no_baseline(bench: Bench) -> None:
    bench.say(one=["5"], two=["5"])
    await benchmark(bench.request())
    single = bench.folder / "out" / "B.json.runs" / "one" / "1.json"
    with pytest.raises(InputError, match="'pdf_quality' and no benchmark"):
        await benchmark(
            bench.request(out=bench.folder / "C.json", baseline=single, limits=BenchmarkLimits(max_drop=1))
        )
    assert not (bench.folder / "C.json").exists()


async def test_a_benchmark_in_which_a_dataset_failed_is_no_baseline(bench: Bench) -> None:
    bench.say(one=["5"], two=[LookupError("down")])
    base = bench.folder / "base.json"
    assert (await benchmark(bench.request(out=base))).exit_code == 1
    bench.say(one=["5"], two=["5"])
    with pytest.raises(InputError, match=r"base\.json: the dataset 'two' has no score there"):
        await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=1)))
    assert sys.modules[bench.module].calls == {}


async def test_single_runs_of_an_earlier_benchmark_do_not_stay(bench: Bench) -> None:
    bench.say(one=["5"], two=["5"])
    await benchmark(bench.request(runs=3))
    await benchmark(bench.request(runs=1))
    folder = bench.folder / "out" / "B.json.runs"
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json"))
    assert found == ["one/1.json", "two/1.json"]


@pytest.mark.parametrize("name", ["config.json", "two.pdf", "one.jsonl", "base.json", "answers.jsonl"])
async def test_no_input_is_written_over(bench: Bench, name: str) -> None:
    bench.say(one=["5"], two=["5"])
    base = bench.folder / "base.json"
    await benchmark(bench.request(out=base))
    answers = bench.folder / "answers.jsonl"
    answers.write_text('{"id": "q", "answer": "5"}', encoding="utf-8")
    out = bench.folder / name
    before = out.read_bytes()
    with pytest.raises(InputError, match="would be written over"):
        await benchmark(bench.request(out=out, baseline=base, system=SystemChoice(answers=answers)))
    assert out.read_bytes() == before


async def test_a_second_benchmark_in_the_same_place_is_kept_out(bench: Bench) -> None:
    bench.say(one=["5"], two=["5"])
    work = bench.folder / "out" / "B.json.partial"
    work.mkdir(parents=True)
    with sole_use(work), pytest.raises(InputError, match="another run is at work"):
        await benchmark(bench.request())
    assert sys.modules[bench.module].calls == {}
    assert not bench.request().out.exists()


async def test_a_limit_that_is_infinite_is_none(bench: Bench) -> None:
    bench.say(one=["5", "6"], two=["5"])
    result = await benchmark(bench.request(runs=2, limits=BenchmarkLimits(max_std=float("inf"))))
    assert result.exit_code == 0


async def test_a_dataset_of_the_baseline_that_is_gone_is_named(bench: Bench) -> None:
    bench.say(one=["5"], two=["5"])
    base = bench.folder / "base.json"
    await benchmark(bench.request(out=base))
    text = base.read_text(encoding="utf-8")
    (bench.folder / "two.pdf").unlink()
    result = await benchmark(bench.request(baseline=base, limits=BenchmarkLimits(max_drop=1)))
    assert base.read_text(encoding="utf-8") == text
    assert [each.what for each in result.broken] == ["two"]


@pytest.mark.parametrize("fail_fast", [False, True])
async def test_a_dataset_that_fails_is_explicit(bench: Bench, fail_fast: bool) -> None:
    bench.say(one=["5"], two=["5"])
    (bench.folder / "one.pdf").write_bytes(b"no pdf")
    request = bench.request(fail_fast=fail_fast)
    if fail_fast:
        with pytest.raises(InputError, match=r"No dataset can be used .*one\.pdf"):
            await benchmark(request)
        return
    result = await benchmark(request)
    assert result.exit_code == 1
    failed, fine = result.run.results
    assert (failed.score, fine.score) == (None, 1)
    assert "one.pdf: is not a readable PDF" in str(failed.error)
    assert result.run.summary.facts["failed_datasets"] == ["one"]
    assert result.run.summary.weighted_score == 1
    assert result.run.summary.worst_case is not None
    assert result.run.summary.worst_case.low == pytest.approx(0.25)


async def test_fail_fast_runs_nothing_after_a_failure(bench: Bench) -> None:
    bench.configure(
        datasets=[
            {"id": "two", "pdf": "two.pdf", "questions": "two.jsonl"},
            {"id": "gone", "pdf": "gone.pdf", "questions": "two.jsonl"},
            {"id": "one", "pdf": "one.pdf", "questions": "one.jsonl"},
        ]
    )
    bench.say(one=["5"], two=["5"])
    result = await benchmark(bench.request(fail_fast=True))
    assert [each.score for each in result.run.results] == [1, None, None]
    assert result.run.results[2].error == "not run: a dataset before it failed"
    assert result.exit_code == 1


async def test_unanswered_questions_fail_a_dataset_and_are_all_that_is_asked_again(bench: Bench) -> None:
    bench.say(one=["5"], two=[LookupError("down"), "5"])
    first = await benchmark(bench.request())
    (broken,) = first.broken
    assert broken.what == "two"
    assert broken.reason == "no answer to 1 of 1 question, 'q' first: LookupError: down"
    module = sys.modules[bench.module]
    assert (await benchmark(bench.request())).exit_code == 0
    assert module.calls == {"one": 1, "two": 2}


async def test_limits_without_what_they_need_are_refused(bench: Bench) -> None:
    with pytest.raises(InputError, match="--max-std needs --runs 2"):
        await benchmark(bench.request(limits=BenchmarkLimits(max_std=0.1)))
    with pytest.raises(InputError, match="--max-drop needs --baseline"):
        await benchmark(bench.request(limits=BenchmarkLimits(max_drop=0.1)))


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        ("{", "not valid JSON"),
        ("[]", "expected a JSON object"),
        ('{"name": "v"}', 'field "datasets"'),
        ('{"name": "v", "datasets": []}', 'field "datasets"'),
        ('{"name": "v", "datasets": [{"id": "a", "pdf": "p"}]}', r'field "datasets\.0\.questions"'),
        (
            '{"name": "v", "datasets": [{"id": "../a", "pdf": "p", "questions": "q"}]}',
            r'field "datasets\.0\.id"',
        ),
        (
            '{"name": "v", "datasets": [{"id": "a", "pdf": "p", "questions": "q", "weight": 0}]}',
            r'field "datasets\.0\.weight"',
        ),
        (
            json.dumps({"name": "v", "datasets": [{"id": "a", "pdf": "p", "questions": "q"}] * 2}),
            "'a' comes twice",
        ),
        (
            json.dumps(
                {
                    "name": "v",
                    "datasets": [
                        {"id": name, "pdf": "p", "questions": "q", "weight": 1e308} for name in ("a", "b")
                    ],
                }
            ),
            "is infinite",
        ),
    ],
)
def test_a_bad_configuration_is_named(tmp_path: Path, config: str, complaint: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(config, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        read_benchmark_config(path)


def test_paths_are_found_beside_the_configuration_too(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    (bench.folder / "elsewhere").mkdir()
    monkeypatch.chdir(bench.folder / "elsewhere")
    found = read_benchmark_config(bench.folder / "config.json")
    assert found.datasets[0].pdf == bench.folder / "one.pdf"


def test_one_score_has_no_standard_deviation() -> None:
    assert RepeatSpread.of([0.5]) == RepeatSpread(n=1, mean=0.5, std=None, min=0.5, max=0.5)
