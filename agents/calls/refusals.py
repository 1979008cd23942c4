"""Which parameter of a request a server refuses, read from what it says.

Servers of one protocol differ in what they take and in how they say so: a code and a ``param``, a list of
places, or a sentence. What is looked for is the name of a parameter that was sent, in a sentence that refuses
or beside one.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from agents.calls.server_errors import status_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

SCHEMA_FORMAT, OBJECT_FORMAT = "response_format=json_schema", "response_format=json_object"
"""The two ways of asking for JSON, as parameters that a server may refuse one by one."""

# A few servers answer with 404 or 5xx where others say 400 or 422.
_STATUS = frozenset({400, 404, 405, 422, 500, 501, 502})
_SERVER_ERROR = 500
_THINKING = (
    r"thinking[_ ]?(?:level|budget|config)|thinking (?:is not|can't)|thinking\.type|adaptive thinking|"
    r"support thinking|\bbudget \d+ is invalid"
)
_NAMES = {
    "temperature": r"(?<!\w)temperature",
    # Models are called so, too: ``some/seed-mini``.
    "seed": r"(?<![\w/-])seed(?![\w/-])",
    "max_tokens": r"\bmax_?tokens\b",
    "max_completion_tokens": r"\bmax_?completion_?tokens\b",
    "max_output_tokens": r"max_?output_?tokens",
    "reasoning_effort": (
        r"reasoning[_ .]?(?:effort|value)|reasoning prompt mode|effort parameter|\.effort\b|\bthink value|"
        + _THINKING
    ),
    "thinking_level": _THINKING,
    "thinking_budget": _THINKING,
    "response_format": (
        r"response[_ ]?format|json[_ ]?(?:schema|object|mode)|grammar|invalid format|: format\b|"
        r"response_?(?:mime_?type|(?:json_?)?schema)|structured output|output[_ ](?:config\.)?format"
    ),
}
_REFUSES = re.compile(
    # Not the code INVALID_ARGUMENT, which Google says of everything.
    r"un-?support|n.t (?:\w+ )?support|no longer|only support|unrecogni[sz]ed|unknown|invalid(?!_)|failed|"
    r"\bextra[ _]|extraneous|(?:not|n't) (?:permitted|allowed|valid|available|enabled)|enabled only|must be|"
    r"unavailable|unexpected|deprecated|should be|is allowed|literal_error|(?:may|can) only|cannot|can't|"
    r"\bboth\b|one of the|grammar error",
    re.IGNORECASE,
)
# What servers say of one prompt, in words that name parameters too.
_OF_THE_PROMPT = re.compile(
    r"maximum context length|context[_ ]length|context limits?\b|reduce the length|"
    r"could not finish the message|must contain the word|failed to generate json|json_validate_failed|"
    r"content management policy|content[_ ]filter",
    re.IGNORECASE,
)
# A number that is out of range, where the parameter as such is taken; or a field of a message.
_OF_A_VALUE = re.compile(
    r"too (?:large|high|big)|maximum (?:allowed|value)|exceeds the model limit|(?:valid|out of) range|<=|"
    r"at most|(?:less|greater)[_ ]than|above maximum|below minimum|\b(?:messages?|tools?)[.\[/]\d",
    re.IGNORECASE,
)
# What is named there is not what is refused.
_INNOCENT = re.compile(r"\b(?:did you mean|unless|when|while)\b[^.,;]*", re.IGNORECASE)
# Any way of asking for JSON is refused, and not the value that was sent or a field in it.
_WHOLE_FORMAT = re.compile(r"(?:response_?format|response_?mime_?type|json mode)\b(?![.\[])", re.IGNORECASE)
_WHOLE = re.compile(
    r"un(?:supported|known|recogni[sz]ed) (?:request )?(?:param|name|field|argument)|\bextra|is unsupported|"
    r"not support (?:the )?param|not enabled",
    re.IGNORECASE,
)
# Every fault has a line, or stands between braces in a list; a line that is indented goes on with the last.
_NEXT_FAULT = re.compile(r"\n(?!\s)|\},\s*\{")
_NEXT_SENTENCE = re.compile(r"(?<=[.!?])\s+")
# An error that a relay passes on.
_INNER = re.compile(r'\[?\{\s*"(?:error|message|detail|msg|object|type|code)"')
_SILENT_KEYS = {"type", "code", "object", "status", "input", "url", "ctx", "param", "@type", "request_id"}
_DEEPEST = 16


def refused_parameters(error: BaseException, sent: Collection[str]) -> tuple[str, ...]:
    """The parameters that a server's error refuses; none where it is about something else.

    Where any way of asking for JSON is refused, :data:`OBJECT_FORMAT` is named with :data:`SCHEMA_FORMAT`.

    Args:
        error: what the call ended with.
        sent: the parameters that the request carried beside the messages, such as ``temperature`` or
            :data:`SCHEMA_FORMAT`.
    """
    if not sent or status_of(error) not in _STATUS or _OF_THE_PROMPT.search(server_words(error)):
        return ()
    refused = (
        name
        for words, param in _statements(_body(error))
        for fault in _NEXT_FAULT.split(words)
        for name in _refused_by(fault, param, sent)
    )
    return tuple(dict.fromkeys(refused))


def names_parameter(error: BaseException, sent: Collection[str]) -> str | None:
    """The parameter that a server's error is about, its value included; None where it is about the prompt.

    For parameters that the user chose: a value out of range is the user's to change, too.
    """
    status, said = status_of(error), server_words(error)
    is_refusal = status in _STATUS and (status < _SERVER_ERROR or _REFUSES.search(said))
    if not is_refusal or _OF_THE_PROMPT.search(said):
        return None
    found = (_named_in(words, sent) or _named_in(param, sent) for words, param in _statements(_body(error)))
    return next(filter(None, found), None)


def server_words(error: BaseException) -> str:
    """What the server says, in its own words and one line, without field names and codes."""
    said = " ".join(words for words, _ in _statements(_body(error)))
    return " ".join((said if said.strip() else str(error)).split())


def _refused_by(fault: str, param: str, sent: Collection[str]) -> tuple[str, ...]:
    """The parameter that one fault refuses."""
    if _OF_A_VALUE.search(f"{fault} {param}"):
        return ()
    refusing = [each for each in _NEXT_SENTENCE.split(fault) if _REFUSES.search(each)]
    for place in (*refusing, param if refusing else ""):
        if named := _named_in(place, sent):
            is_whole = _WHOLE.search(place) and _WHOLE_FORMAT.search(place)
            return (named, OBJECT_FORMAT) if named == SCHEMA_FORMAT and is_whole else (named,)
    return ()


def _named_in(words: str, sent: Collection[str]) -> str | None:
    """The sent parameter that is named first."""
    words, found = _INNOCENT.sub("", words), []
    for name in sent:
        parameter = name.partition("=")[0]
        pattern = _NAMES.get(parameter, rf"(?<!\w){re.escape(parameter)}(?!\w)")
        if (match := re.search(pattern, words, re.IGNORECASE)) is not None:
            found.append((match.start(), name))
    return min(found)[1] if found else None


def _body(error: BaseException) -> Any:  # noqa: ANN401  (whatever JSON the server sent)
    """The error's JSON as an SDK keeps it, or as the response holds it, or else the error's own words."""
    if (body := getattr(error, "body", None)) is not None:
        return body
    text = None
    with suppress(RuntimeError):  # a stream that nobody read
        text = getattr(getattr(error, "response", None), "text", None)
    text = text if text and isinstance(text, str) else str(error)
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    return text


def _statements(body: object, depth: int = 0) -> Iterator[tuple[str, str]]:
    """What a body says, object by object: the words, with the place that a validator names; and ``param``."""
    if isinstance(body, str):
        body = {"message": body}
    if isinstance(body, dict) and depth <= _DEEPEST:
        own, inner = [], []
        for key, each in body.items():
            if key == "loc" and isinstance(each, (list, tuple)):
                own.append(".".join(map(str, each)))
            elif key not in _SILENT_KEYS:
                words, further = _unpacked(each) if isinstance(each, str) else ("", each)
                own.append(words)
                inner.append(further)
        param = body.get("param")
        yield " ".join(filter(None, own)), param if isinstance(param, str) else ""
        yield from _statements(inner, depth + 1)
    elif isinstance(body, (list, tuple)) and depth <= _DEEPEST:
        for each in body:
            yield from _statements(each, depth + 1)


def _unpacked(text: str) -> tuple[str, Any]:
    """The text, and apart from it the JSON of an error that stands in it."""
    if (start := _INNER.search(text)) is not None:
        with suppress(ValueError, RecursionError):
            inner, end = json.JSONDecoder().raw_decode(text, start.start())
            return text[: start.start()] + text[end:], inner
    return text, None
