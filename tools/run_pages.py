"""How long pages of a large run take, over HTTP, in each order and with each filter.

A run of 100,000 items, two systems on 50,000 cases, 2 KB of answer each with an evaluation and five claims,
the first system's written twice, as a loop writes them::

    python tools/run_pages.py [--items 100000] [--repeats 5] [--limit 50] [--store postgresql://…]

Asked are the first page, the page 400 by its cursor, each order both ways, each filter with an order, an
item, the run itself and the list of runs. Printed are the median and the worst of the wall times in
milliseconds, the slowest first. The store is a new SQLite file, or the empty schema of the URL.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, get_args

ROOT = Path(__file__).resolve().parents[1]
# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402  (found once the path is set)

from data_base.schemas.answer import Answer  # noqa: E402  (as above)
from data_base.schemas.judgement import Issue, JudgementTrace, ScoredJudgement  # noqa: E402  (as above)
from data_base.schemas.model_call import ModelCall  # noqa: E402  (as above)
from data_base.schemas.run import RunItem, RunManifest  # noqa: E402  (as above)
from data_base.schemas.score_card import ErrorTag, ScoreCard  # noqa: E402  (as above)
from data_base.schemas_deep_research import FineGrainedEvaluationResult  # noqa: E402  (as above)
from data_base.store.run_store import RunStore  # noqa: E402  (as above)
from service.http.app import create_app  # noqa: E402  (as above)
from service.http.bodies.runs import ItemSort  # noqa: E402  (as above)
from service.http.server import Server, listening_socket  # noqa: E402  (as above)
from service.http.settings import ServerSettings  # noqa: E402  (as above)

RUN = "large"
PLACE = f"/v1/runs/{RUN}"
SYSTEMS = ("plain", "research")
_SAID = "the mill dam river opened closed in 1978 1987 磨坊 於 啟用 плотина открыта"
WORDS = tuple(_SAID.split())
FILTERS = (
    *("status=failed", "status=scored", "score_min=0.9", "score_max=0.01", "score_min=0.4&score_max=0.41"),
    *("language=ru", "language=xx", "tag=hard", "tag=rare", "tag=none", "system=research"),
    *("error_tag=low_accuracy", "error_tag=schema_invalid", "contradicted_min=3", "contradicted_min=6"),
    *("decided_max=0.5", "decided_max=0.001", "text=1978", "text=needle", "text=磨坊", "text=плотина"),
    *("text=nowhere", "status=failed&language=ru&tag=hard&score_min=0.2"),
)


def items(count: int, rng: random.Random) -> Iterator[RunItem]:
    """The run's items."""
    for number in range(count):
        yield _item(number, rng)
        if number % len(SYSTEMS) == 0:
            yield _item(number, rng)


def _item(number: int, rng: random.Random) -> RunItem:
    case, system = f"case-{number // len(SYSTEMS):06}", SYSTEMS[number % len(SYSTEMS)]
    failed = rng.random() < 0.01  # noqa: PLR2004  (one in a hundred)
    labels: dict[str, Any] = {
        "case_id": case,
        "system": system,
        "language": rng.choice(("en", "zh-Hant", "zh-Hans", "ru")),
        "tags": ("all", *(("hard",) if number % 10 < 2 else ()), *(("rare",) if number % 5000 == 1 else ())),  # noqa: PLR2004
        "metrics": {"question": f"When did the mill {number} open?"},
    }
    if failed:
        return RunItem(**labels, error="no reply")
    scores = [round(rng.uniform(1, 10), 2) for _ in range(3)]
    trace = JudgementTrace(mode="documents", model_id="m", latency_ms=50)
    issues = tuple(
        Issue(claim=_text(rng, 80), verdict=rng.choice(("supported", "contradicted"))) for _ in range(5)
    )
    judgement = ScoredJudgement(
        accuracy=scores[0],
        completeness=scores[1],
        clarity=scores[2],
        analysis=_text(rng, 300),
        reason=_text(rng, 150),
        suggestion="",
        issues=issues,
        decided_share=rng.random(),
        rung="strict",
        trace=trace,
    )
    text = _text(rng, 2000) + (" needle" if number % 20_000 == 7 else "")  # noqa: PLR2004
    tags = (ErrorTag.LOW_ACCURACY,) if scores[0] < 4 else ()  # noqa: PLR2004
    return RunItem(
        **labels,
        answer=Answer(text=text),
        evaluation=FineGrainedEvaluationResult.from_judgement(judgement),
        score_card=ScoreCard(primary_score=round(scores[0] / 10, 4), error_tags=tags),
    )


def _text(rng: random.Random, length: int) -> str:
    said = ""
    while len(said.encode()) < length:
        said += " ".join(rng.choices(WORDS, k=10)) + " "
    return said


def _calls(some: tuple[RunItem, ...]) -> list[ModelCall]:
    at = datetime.now(UTC)
    return [
        ModelCall(  # type: ignore[call-arg]  # the hashes follow from the texts
            case_id=item.case_id,
            system=item.system,
            role="judge",
            model="m",
            model_served="m-1",
            prompt=f"Judge {item.case_id}",
            reply="{}",
            input_tokens=1000,
            output_tokens=100,
            cost_usd=0.001,
            latency_ms=50,
            created_at=at,
        )
        for item in some
    ]


def _batches(made: Iterator[RunItem]) -> Iterator[tuple[RunItem, ...]]:
    while some := tuple(islice(made, 500)):
        yield some


def fill(store: str, count: int, seed: int) -> float:
    """Write the run and 100 small ones; gives the seconds."""
    begun = time.perf_counter()
    rng = random.Random(seed)  # noqa: S311  (no secret)
    terms = {"task": "evaluate", "kind": "evaluate", "scorer_version": "1", "models": {"judge": "m"}}
    with RunStore(store) as runs:
        for name in (*(f"small-{n}" for n in range(100)), RUN):
            runs.create(RunManifest(run_id=name, created_at=datetime.now(UTC), **terms))
            for some in _batches(items(count if name == RUN else 50, rng)):
                runs.extend(name, some, _calls(some))
    return time.perf_counter() - begun


@contextmanager
def server(store: str) -> Iterator[httpx2.Client]:
    """A server on the store."""
    app = create_app(ServerSettings(store=store, port=0, auth=False, workers=False))
    listening = listening_socket(app.state.context.settings)
    serving = Server(app)
    thread = threading.Thread(target=serving.run, args=([listening],), daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with httpx2.Client(base_url=url, timeout=600) as client:
        yield client
    serving.should_exit = True
    thread.join()


def timed(client: httpx2.Client, path: str, repeats: int) -> tuple[float, float]:
    """Median and worst of the wall times of a request in ms."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        client.get(path).raise_for_status()
        times.append((time.perf_counter() - begun) * 1000)
    return median(times), max(times)


def questions(client: httpx2.Client, limit: int) -> Iterator[tuple[str, str]]:
    """What is asked: its name and its path."""
    items_place = f"{PLACE}/items?limit={limit}"
    yield "runs", "/v1/runs"
    yield "runs, judge and text", "/v1/runs?judge=m&text=small-7&sort=run_id"
    yield "run", PLACE
    yield "item", f"{PLACE}/items/case-000700/{SYSTEMS[0]}"
    for sort in get_args(ItemSort):
        path = f"{items_place}&sort={sort}"
        yield f"{sort}, first", path
        further = _cursor_at(client, sort, 399 * limit)
        yield f"{sort}, page 400", f"{path}{further}"
    for where in FILTERS:
        for sort in ("number", "-score", "-difference"):
            yield f"{where}, {sort}", f"{items_place}&{where}&sort={sort}"


def _cursor_at(client: httpx2.Client, sort: str, count: int) -> str:
    place, after = f"{PLACE}/items?sort={sort}&limit=200", ""
    for _ in range(count // 200):
        page = client.get(f"{place}{after}").raise_for_status().json()
        if page["after"] is None:
            break
        after = f"&after={page['after']}"
    return after


def main() -> None:
    """Fill the store, ask, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--limit", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = given.store or str(Path(folder) / "runs.sqlite")
        print(f"seed {given.seed}; filled in {fill(store, given.items, given.seed):.0f} s")
        with server(store) as client:
            rows = [
                (*timed(client, path, given.repeats), name) for name, path in questions(client, given.limit)
            ]
    for middle, worst, name in sorted(rows, reverse=True):
        print(f"{middle:9.1f} {worst:9.1f}  {name}")


if __name__ == "__main__":
    main()
