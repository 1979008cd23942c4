"""The service: the address it would listen on, its keys, and whether somebody works on its jobs."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from data_base.counted import counted
from data_base.errors import InputError
from data_base.store.address import SQLITE, store_url
from data_base.store.engine import open_engine
from data_base.store.schema_upgrade import HEAD, revision_of
from data_base.store.settings import chosen_store
from service.doctor.finding import Finding, attention, missing, ok
from service.http.settings import KEY_LENGTH, ServerSettings, server_settings
from service.jobs.job_store import JobStore
from service.jobs.settings import worker_settings
from service.keys import KeyStore

_ASK_S = 2.0


def service_findings() -> Iterator[Finding]:
    """What `judge serve` would find; nothing without its extra, of which there is a line already."""
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        return
    try:
        settings, lease = server_settings(), worker_settings().lease_seconds
    except InputError as error:
        yield missing("service settings", str(error), "correct it, or unset it")
        return
    yield _address(settings)
    if not _is_there():
        yield ok("service keys", _key_said(settings) or "none yet; judge serve makes and prints the first")
        yield ok("service jobs", "none yet")
        return
    with JobStore(chosen_store(None), must_exist=True) as store:
        yield _keys(store, settings)
        yield _jobs(store, lease)


def _is_there() -> bool:
    """Whether there is a run store that can be looked into without changing it."""
    url = store_url(chosen_store(None))
    if url.drivername == SQLITE and not Path(url.database or "").exists():
        return False
    engine = open_engine(url)
    try:
        return revision_of(engine) == HEAD
    except Exception:  # noqa: BLE001  (each driver has its own; the run store's line says what it is)
        return False
    finally:
        engine.dispose()


def _address(settings: ServerSettings) -> Finding:
    name, place = "service address", f"{settings.host}:{settings.port}"
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, settings.port))
        except OSError as error:
            return _taken(name, place, settings, error)
    return ok(name, f"{place} is free")


def _taken(name: str, place: str, settings: ServerSettings, error: OSError) -> Finding:
    from httpx2 import Client, HTTPError  # noqa: PLC0415  (only where a server is asked)

    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104  (is asked, not bound)
    url = f"http://[{host}]" if ":" in host else f"http://{host}"
    try:
        with Client(trust_env=False, timeout=_ASK_S) as client:
            found = client.get(f"{url}:{settings.port}/health").json()
        return ok(name, f"a judge's server of version {found['version']} answers at {place}")
    except (HTTPError, OSError, ValueError, KeyError, TypeError):
        said = f"{place} cannot be listened on ({error.strerror})"
        return attention(name, said, "choose another with JUDGE_HOST and JUDGE_PORT")


def _keys(store: JobStore, settings: ServerSettings) -> Finding:
    name = "service keys"
    if settings.short_key:
        return attention(
            name, f"JUDGE_API_KEY is shorter than {KEY_LENGTH} characters", "choose a longer one"
        )
    if said := _key_said(settings):
        return ok(name, said)
    keys = KeyStore(store).all()
    valid = sum(key.is_valid(datetime.now(UTC)) for key in keys)
    if keys and not valid:
        return attention(name, "all are revoked or expired", "make one: judge keys create")
    return ok(
        name, f"{counted(valid, 'key')} in the run store" if keys else "none yet; judge serve makes one"
    )


def _key_said(settings: ServerSettings) -> str:
    if not settings.auth:
        return "none is asked for, since JUDGE_AUTH is false"
    return "JUDGE_API_KEY is set" if settings.api_key else ""


def _jobs(store: JobStore, lease_seconds: float) -> Finding:
    name, workers, waiting = "service jobs", store.live_workers(lease_seconds), store.queue_age()
    at_work = f"{counted(workers, 'worker')} at work" if workers else "no worker is at work"
    if not waiting:
        return ok(name, f"{at_work}; no job waits to be begun")
    said = f"{at_work}; a job has waited for {waiting:.0f} s to be begun"
    if workers:
        return ok(name, said)
    return attention(name, said, "start judge serve, or judge worker where the runs are in PostgreSQL")
