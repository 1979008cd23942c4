"""What a model replies about claims: of each a verdict, and the words of the source that decide."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from agents.judges.json_schema import TEXT_OR_NULL, list_of, object_of
from agents.judges.judge_reply import readable
from agents.models.request import OutputSchema
from agents.reply_parser import parse_reply
from agents.reply_parser.objects import complete_objects
from agents.reply_parser.values import as_text
from data_base.schemas.claim_table import SourceVerdict
from data_base.schemas.frozen import Frozen

_VERDICTS: Mapping[str, SourceVerdict] = {
    **{verdict: verdict for verdict in get_args(SourceVerdict)},
    **dict.fromkeys(("partial", "partially", "partially supported", "partly supported"), "partly"),
    **dict.fromkeys(("not supported", "missing", "silent", "not mentioned"), "unsupported"),
    **dict.fromkeys(("refuted", "contradictory"), "contradicted"),
    **dict.fromkeys(("unclear", "cannot tell"), "undecidable"),
}
_WHOLE_NUMBER = re.compile(r"\d{1,4}")


class ClaimReply(Frozen):
    """The verdict on one claim, with what shows which claim it means."""

    number: int | None = None
    """The claim's number, from 1; None where the reply gives none."""
    starts: str = ""
    """Its first words."""
    verdict: SourceVerdict
    """What the source says of it."""
    words: str | None = None
    """The source's words that decide."""


def _claim(item: object) -> ClaimReply | None:
    if isinstance(item, ClaimReply):
        return item
    if not isinstance(item, Mapping):
        return None
    number = _WHOLE_NUMBER.search(str(item.get("number")))
    verdict: Any = _VERDICTS.get(str(item.get("verdict")).strip().casefold().replace("_", " "))
    starts, words = ("" if said is None else as_text(said) for said in map(item.get, ("starts", "words")))
    try:
        return ClaimReply(
            number=int(number[0]) if number else None,
            starts=starts,
            verdict=verdict,
            words=words.strip() or None,
        )
    except ValidationError:
        return None


class ClaimsReply(BaseModel):
    """A reply that is verdicts on claims."""

    model_config = ConfigDict(frozen=True)

    claims: Annotated[tuple[ClaimReply, ...], BeforeValidator(partial(readable, _claim))]


CLAIMS_SCHEMA = OutputSchema(
    "claims",
    object_of(
        {
            "claims": list_of(
                {
                    "number": {"type": "integer"},
                    "starts": {"type": "string"},
                    "words": TEXT_OR_NULL,
                    "verdict": {"type": "string", "enum": list(get_args(SourceVerdict))},
                }
            )
        }
    ),
)
"""The shape of a reply; the words come before the verdict that follows from them."""


def read_claims(reply: str) -> tuple[ClaimReply, ...]:
    """The verdicts in a reply, be it cut off; none where none can be read."""
    parsed = parse_reply(reply, ClaimsReply).value
    if parsed is not None and parsed.claims:
        return parsed.claims
    whole = [found.data for found in complete_objects(reply)]
    return ClaimsReply.model_validate({"claims": whole}).claims
