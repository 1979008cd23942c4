"""Model calls as rows, and their texts, each of which is kept once."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Text, bindparam, case, delete, exists, func, insert, select, text, union

from data_base.schemas.model_call import ModelCall, text_bytes, text_sha256
from data_base.schemas.usage import TokenUsage
from data_base.store.address import SQLITE
from data_base.store.tables import ANYTHING, call_texts, calls, moment

_prompts, _replies = call_texts.alias("prompts"), call_texts.alias("replies")
_other, _hashes = calls.alias("other"), (calls.c.prompt_sha256, calls.c.reply_sha256)
_run = bindparam("run", type_=Text)
_ADD = insert(calls).inline()
_ADD_TEXT = text(
    "INSERT INTO call_texts (sha256, content) VALUES (:sha256, :content) ON CONFLICT (sha256) DO NOTHING"
)
_OF = (
    select(calls, _prompts.c.content.label("prompt"), _replies.c.content.label("reply"))
    .outerjoin(_prompts, _prompts.c.sha256 == calls.c.prompt_sha256)
    .outerjoin(_replies, _replies.c.sha256 == calls.c.reply_sha256)
    .where(*(calls.c[name] == bindparam(name) for name in ("run_id", "case_id", "system")))
    .order_by(calls.c.seq)
)
_TOKENS = ("input_tokens", "cached_input_tokens", "cache_written_input_tokens", "output_tokens")
_cached = case((calls.c.cached, 1), else_=0)
_SPENT = (
    select(
        calls.c.model,
        calls.c.model_served,
        func.count().label("made"),
        func.sum(_cached).label("cached"),
        *(func.sum(calls.c[name]).label(name) for name in _TOKENS),
        func.sum(calls.c.cost_usd).label("cost_usd"),
        func.count(calls.c.cost_usd).label("priced"),
    )
    .where(calls.c.run_id == _run)
    .group_by(calls.c.model, calls.c.model_served)
    .order_by(calls.c.model, func.count().desc(), calls.c.model_served)
)
_DROP_TEXTS = delete(call_texts).where(
    call_texts.c.sha256.in_(union(*(select(name).where(calls.c.run_id == _run) for name in _hashes))),
    *(
        ~exists(ANYTHING).where(_other.c[name.name] == call_texts.c.sha256, _other.c.run_id != _run)
        for name in _hashes
    ),
)
_HOLD_TEXTS = text("LOCK TABLE call_texts IN SHARE ROW EXCLUSIVE MODE")


def add_calls(connection: Connection, run_id: str, added: Sequence[ModelCall], *, texts: bool) -> None:
    """Write some calls, with their texts or without."""
    if texts:
        said = {text for call in added for text in (call.prompt, call.reply) if text is not None}
        # In one order everywhere: of two transactions that write the same texts only one waits for the other.
        kept = [{"sha256": text_sha256(each), "content": text_bytes(each)} for each in sorted(said)]
        if kept:
            connection.execute(_ADD_TEXT, kept)
    rows = [call.model_dump(exclude={"prompt", "reply"}) for call in added]
    connection.execute(
        _ADD, [row | {"run_id": run_id, "created_at": moment(row["created_at"])} for row in rows]
    )


def calls_of(connection: Connection, run_id: str, case_id: str, system: str) -> list[ModelCall]:
    """The calls made for a case and system, oldest first."""
    place = {"run_id": run_id, "case_id": case_id, "system": system}
    return [_call(dict(row)) for row in connection.execute(_OF, place).mappings()]


def spending(connection: Connection, run_id: str) -> tuple[TokenUsage, dict[str, dict[str, int]]]:
    """What a run's calls cost, and which models served those that were asked for, with their numbers.

    There is no cost where the price of a call is not known.
    """
    usage = TokenUsage()
    served: dict[str, dict[str, int]] = {}
    for row in connection.execute(_SPENT, {"run": run_id}):
        usage += TokenUsage(
            calls=row.made - row.cached,
            cached=row.cached,
            **{name: getattr(row, name) for name in _TOKENS},
            cost_usd=(row.cost_usd or 0.0) if row.priced == row.made else None,
        )
        if row.model_served is not None:
            served.setdefault(row.model, {})[row.model_served] = row.made
    return usage, served


def lock_texts(connection: Connection) -> None:
    """Allow no other process to write calls until the transaction ends; to be locked before the run is.

    Else another process could find a text there that is about to go, and refer to it.
    """
    if connection.dialect.name != SQLITE:
        connection.execute(_HOLD_TEXTS)


def drop_texts(connection: Connection, run_id: str) -> None:
    """Delete the texts that no other run's calls refer to."""
    connection.execute(_DROP_TEXTS, {"run": run_id})


def _call(row: dict[str, Any]) -> ModelCall:
    for name in ("prompt", "reply"):
        if row[name] is not None:
            row[name] = row[name].decode("utf-8", "surrogatepass")
    return ModelCall.model_validate({name: row[name] for name in ModelCall.model_fields})
