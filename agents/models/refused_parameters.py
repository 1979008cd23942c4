"""Which parameter of a request a server refuses, read from what it says.

Servers of one protocol differ in what they take and in how they say so: a code and a ``param``, a list of
places, or a sentence. What is looked for is the name of a parameter that was sent, in a sentence that refuses
or next to one.
"""

import re
from collections.abc import Collection

from agents.models.server_errors import body_of, concerns, server_words, statements, status_of

SCHEMA_FORMAT, OBJECT_FORMAT = "response_format=json_schema", "response_format=json_object"
"""The two ways of asking for JSON, as parameters that a server may refuse one by one."""

# A few servers answer with 404 or 5xx where others say 400 or 422.
_STATUS = frozenset({400, 404, 405, 422, 500, 501, 502})
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
    r"\bboth\b|one of the|grammar error|无效|不支持",
    re.IGNORECASE,
)
# A number that is out of range, where the parameter as such is taken; or a field of a message.
_OF_A_VALUE = re.compile(
    r"too (?:large|high|big)|maximum (?:allowed|value)|exceeds the model limit|(?:valid|out of) range|<=|"
    r"at most|非法|数值范围|"
    r"(?:less|greater)[_ ]than|above maximum|below minimum|\b(?:messages?|tools?)[.\[/]\d",
    re.IGNORECASE,
)
# What is named there is not what is refused; quoted sentences are the prompt's.
_QUOTED = re.compile(
    r"(?<!\w)(?:'(?:[^\s']+\s+){3,}[^']+'(?!\w)|[\"“«`](?:[^\s\"”»`]+\s+){3,}[^\"”»`]+[\"”»`])"
)
_INNOCENT = re.compile(r"\b(?:did you mean|unless|when|while)\b[^.,;]*", re.IGNORECASE)
# Any way of asking for JSON is refused, and not the value that was sent or a field in it.
_WHOLE_FORMAT = re.compile(r"(?:response_?format|response_?mime_?type|json mode)\b(?![.\[])", re.IGNORECASE)
_WHOLE = re.compile(
    r"un(?:supported|known|recogni[sz]ed) (?:request )?(?:param|name|field|argument)|\bextra|is unsupported|"
    r"not support (?:the )?param|not enabled",
    re.IGNORECASE,
)
# Every fault has a line, or is between braces in a list; a line that is indented goes on with the last.
_NEXT_FAULT = re.compile(r"\n(?!\s)|\},\s*\{")
_NEXT_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def refused_parameters(error: BaseException, sent: Collection[str]) -> tuple[str, ...]:
    """The parameters that a server's error refuses; none where it is about something else.

    Where any way of asking for JSON is refused, :data:`OBJECT_FORMAT` is named with :data:`SCHEMA_FORMAT`.

    Args:
        error: what the call ended with.
        sent: the parameters that the request carried in addition to the messages, such as ``temperature`` or
            :data:`SCHEMA_FORMAT`.
    """
    if not sent or status_of(error) not in _STATUS or _is_of_no_parameter(error):
        return ()
    refused = (
        name
        for words, param in statements(body_of(error))
        for fault in _NEXT_FAULT.split(words)
        for name in _refused_by(fault, param, sent)
    )
    return tuple(dict.fromkeys(refused))


def names_parameter(error: BaseException, sent: Collection[str]) -> str | None:
    """The parameter that a server's error is about, its value included; None where it is about the prompt.

    For parameters that the user chose: a value out of range is the user's to change, too.
    """
    if status_of(error) not in _STATUS or _is_of_no_parameter(error):
        return None
    found = (
        _named_in(each, sent)
        for words, param in statements(body_of(error))
        for each in (param, *_faulting(words))
    )
    return next(filter(None, found), None)


def _is_of_no_parameter(error: BaseException) -> bool:
    """Whether it is about the prompt or the account, or a page for people."""
    return concerns(error) is not None or server_words(error).lstrip().startswith("<")


def _faulting(words: str) -> list[str]:
    """The sentences that find fault."""
    return [each for each in _NEXT_SENTENCE.split(words) if _REFUSES.search(each) or _OF_A_VALUE.search(each)]


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
    words, found = _INNOCENT.sub("", _QUOTED.sub("", words)), []
    for name in sent:
        parameter = name.partition("=")[0]
        pattern = _NAMES.get(parameter, rf"(?<!\w){re.escape(parameter)}(?!\w)")
        if (match := re.search(pattern, words, re.IGNORECASE)) is not None:
            found.append((match.start(), name))
    return min(found)[1] if found else None
