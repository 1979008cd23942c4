"""What a schema asks for: its fields, the names they go by, and how raw values become theirs."""

import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AliasChoices, BaseModel, ValidationError
from pydantic.fields import FieldInfo

from agents.reply_parser.numbers import read_number
from agents.reply_parser.values import (
    REASONS,
    WRAPPING,
    TwoValues,
    as_list,
    as_text,
    folded,
    in_string,
    settled,
    stated_scale,
    unpacked,
)

Kind = Literal["number", "text", "choice", "list", "object", "any"]
_PLAIN_KINDS: dict[object, Kind] = {int: "number", float: "number", list: "list", tuple: "list", set: "list"}


@dataclass(frozen=True)
class FieldShape:
    """One field of a schema."""

    name: str
    """The field's name."""
    key: str
    """The key that pydantic takes it under."""
    keys: tuple[str, ...]
    """Its name and aliases."""
    labels: tuple[str, ...]
    """Names it goes by in a reply, longest first: its keys and the declared ones
    (``json_schema_extra={"labels": […]}``).
    """
    pattern: str | None
    """A regular expression of the schema's author that reads it in prose by its first group
    (``json_schema_extra={"pattern": …}``), None where the labels do.
    """
    required: bool
    """Whether a reply without it says nothing."""
    kind: Kind
    """What its value is."""
    high: float | None
    """Upper end of a number's scale, None where it has none."""
    choices: Mapping[str, object]
    """The closed set of values by their folded spellings."""
    model: type[BaseModel] | None
    """The schema of an object, or of the items of a list."""

    def coerce(self, value: object) -> object:
        """Bring a raw value to what the field's type accepts.

        Raises:
            ValueError: it is not the field's kind of value.
        """
        if self.kind == "number":
            return read_number(value, high=self.high)
        if self.kind == "text":
            return as_text(value)
        if self.kind == "choice":
            return self._choice(value)
        if self.model is not None and self.kind == "object" and isinstance(value, Mapping):
            return shape_of(self.model).coerced(value)
        if self.kind == "list":
            return self._list(value)
        return settled(value)

    def _list(self, value: object) -> object:
        """The items of a list, in whatever form it came; the value as it is where it is no form of one."""
        inner = None if self.model is None else shape_of(self.model)
        verdict = inner and inner.by_own_key.get("verdict")
        items = as_list(value, inner.by_key if inner else (), verdict.choices if verdict else ())
        if items is None:
            return settled(value)
        if inner is None:
            return items
        return [inner.coerced(item) if isinstance(item, Mapping) else settled(item) for item in items]

    def _choice(self, value: object) -> object:
        if isinstance(value, str):
            return self.choices.get(folded(value.strip(WRAPPING)), value)
        return value


@dataclass(frozen=True)
class Shape:
    """A schema as the rungs see it."""

    schema: type[BaseModel]
    fields: tuple[FieldShape, ...]

    @cached_property
    def by_key(self) -> Mapping[str, FieldShape]:
        """Fields by every folded name they go by; a field's own name outranks another's label."""
        labels = {folded(label): field for field in self.fields for label in field.labels}
        return labels | {folded(key): field for field in self.fields for key in field.keys}

    @cached_property
    def needed(self) -> tuple[FieldShape, ...]:
        """Fields without which a reply says nothing."""
        return tuple(field for field in self.fields if field.required)

    @cached_property
    def by_own_key(self) -> Mapping[str, FieldShape]:
        """Fields by their keys to the letter, as nearly every reply names them."""
        return {key: field for field in self.fields for key in field.keys}

    def field(self, key: str) -> FieldShape | None:
        """The field a reply means by this key, None for a key the schema does not know."""
        if (field := self.by_own_key.get(key)) is not None:
            return field
        name = folded(key)
        bare = name.removesuffix("score").removeprefix("score")
        return self.by_key.get(name) or self.by_key.get(bare)

    def recasts(self, raw: Mapping[str, object]) -> bool:
        """Whether a list comes in another form than that of a list."""
        return any(
            field.kind == "list" and value is not None and not isinstance(value, list)
            for key, value in raw.items()
            if (field := self.field(key)) is not None
        )

    def names_any(self, raw: Mapping[str, object]) -> bool:
        """Whether a raw object names a field that a verdict needs (any field, where none is needed)."""
        wanted = {field.name for field in self.needed or self.fields}
        return any((field := self.field(key)) and field.name in wanted for key in raw)

    def speaks_of(self, raw: Mapping[str, object]) -> bool:
        """Whether a raw object names such a field, be it inside a wrapping."""
        try:
            return self.names_any(self._flattened(raw))
        except ValueError:
            return True

    def coerced(self, raw: Mapping[Any, object]) -> dict[str, object]:
        """Known fields of a raw object under the schema's own keys; others are dropped.

        A value that an optional field cannot take is left to its default.

        Raises:
            ValueError: a needed field contains what it cannot.
        """
        data: dict[str, object] = {}
        for key, value in _own_names_last(self, raw):
            field = self.field(key)
            if field is None:
                if self.schema.model_config.get("extra") == "allow":
                    data[key] = value
                continue
            if value is None and not field.required:
                continue
            try:
                read = field.coerce(_one_value(value, field))
            except ValueError as error:
                if field.required:
                    raise ValueError(f"{field.name}: {error}") from None
                continue
            if field.required and data.get(field.key, read) != read:
                raise ValueError(f"{field.name}: the reply gives two values")
            data[field.key] = read
        return data

    def build(self, raw: Mapping[str, object]) -> BaseModel:
        """Make an instance of the schema.

        Raises:
            ValueError: the object does not satisfy the schema; the sentence names the field.
        """
        self._refuse_other_scale(raw)
        flat = self._flattened(raw)
        if not self.names_any(flat):
            raise ValueError("the reply names none of the fields asked for")
        data = self.coerced(flat)
        reason = self.by_own_key.get("reason")
        if reason and reason.kind == "text" and not str(data.get(reason.key) or "").strip():
            data |= {reason.key: said} if (said := "; ".join(self._reasons(flat))) else {}
        try:
            return self.schema.model_validate(data)
        except ValidationError as error:
            raise ValueError(_first_sentence(error)) from None
        except RecursionError:
            raise ValueError("the reply is nested too deeply") from None

    def _reasons(self, flat: Mapping[str, object]) -> Iterator[str]:
        """Reasons inside the scores, or under keys such as ``accuracy_reason``."""
        for field in self.needed:
            for key, value in flat.items():
                inside = value if isinstance(value, Mapping) and self.field(key) is field else {}
                beside = {folded(key).removeprefix(folded(field.name)): value}
                for name, said in (inside or beside).items():
                    if folded(str(name)) in REASONS and isinstance(said, str) and said.strip():
                        yield f"{field.name}: {said.strip()}"

    def _refuse_other_scale(self, raw: Mapping[str, object]) -> None:
        """Scores on a scale that the object itself says is not the fields' own."""
        if (end := stated_scale(raw)) is None or any(
            self.field(key) for key in raw if stated_scale({key: raw[key]})
        ):
            return
        if any(field.high not in {None, end} for field in self.needed if field.kind == "number"):
            raise ValueError(f"the reply scores on a scale to {end:g}")

    def _flattened(self, raw: Mapping[str, object], depth: int = 3) -> dict[str, object]:
        """Lift fields out of a wrapping such as ``{"scores": {…}}`` where they are missing outside it.

        A wrapping may also be a list of named scores (see :func:`.unpacked`), or, as the arguments of a tool
        call are, a string that contains the object.

        Raises:
            ValueError: two wrappings give a needed field different values.
        """
        flat = dict(raw)
        own = {field.name for key in raw if (field := self.field(key))}
        lifted: dict[str, object] = {}
        for key, value in raw.items():
            if not depth or self.field(key) is not None:
                continue
            if wrapped := unpacked(value) or (None if own else in_string(key, value)):
                for name, item in self._flattened(wrapped, depth - 1).items():
                    field = self.field(name)
                    if field is None or field.name in own:
                        continue
                    if field.required and _differ(lifted.get(field.name, item), item, field):
                        raise ValueError(f"{field.name}: the reply gives two values")
                    lifted.setdefault(field.name, item)
        return {**flat, **lifted}


def _one_value(value: object, field: FieldShape) -> object:
    """The value under a key; where there are several, the last will do unless the field is needed."""
    if not isinstance(value, TwoValues):
        return value
    if field.required and any(_differ(one, value.last, field) for one in value.every):
        raise ValueError("the reply gives two values")
    return value.last


def _differ(one: object, other: object, field: FieldShape) -> bool:
    """Whether two raw values say different things: 8 and "8/10" do not."""
    if one == other:
        return False
    try:
        return field.coerce(one) != field.coerce(other)
    except ValueError:
        return True


def _own_names_last(shape: Shape, raw: Mapping[Any, object]) -> Iterable[tuple[str, object]]:
    """Items of a raw object, a field's exact name after its other names, so that it wins."""
    exact = {field.name for field in shape.fields} | {field.key for field in shape.fields}
    items = [(str(key), value) for key, value in raw.items()]
    return sorted(items, key=lambda item: item[0] in exact)


def _first_sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc'])) or 'reply'}: {first['msg']}"


@lru_cache(maxsize=256)
def shape_of(schema: type[BaseModel]) -> Shape:
    """The shape of a schema."""
    return Shape(
        schema, tuple(_field_shape(schema, name, info) for name, info in schema.model_fields.items())
    )


def _field_shape(schema: type[BaseModel], name: str, info: FieldInfo) -> FieldShape:
    annotation, metadata = _bare_type(info.annotation, list(info.metadata))
    kind, model = _kind_of(annotation)
    aliases = _aliases_of(info)
    by_name = schema.model_config.get("populate_by_name") or schema.model_config.get("validate_by_name")
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    keys = tuple(dict.fromkeys([name, *aliases]))
    labels = tuple(dict.fromkeys([*keys, *_strings(extra.get("labels"))]))
    return FieldShape(
        name=name,
        key=name if by_name or not aliases else aliases[0],
        keys=keys,
        labels=tuple(sorted(labels, key=len, reverse=True)),
        pattern=pattern if isinstance(pattern := extra.get("pattern"), str) else None,
        required=info.is_required(),
        kind=kind,
        high=_upper_end(metadata),
        choices=_choices_of(annotation) if kind == "choice" else {},
        model=model,
    )


def _bare_type(annotation: object, metadata: list[object]) -> tuple[object, list[object]]:
    """The type below ``Annotated`` and ``| None``, with all constraints met on the way."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation, *more = get_args(annotation)
            metadata = [*metadata, *more]
            continue
        options = [item for item in get_args(annotation) if item is not type(None)]
        if get_origin(annotation) in {Union, types.UnionType} and len(options) == 1:
            annotation = options[0]
            continue
        return annotation, metadata


def _kind_of(annotation: object) -> tuple[Kind, type[BaseModel] | None]:
    """The kind of value, and the schema of an object or of the items of a list."""
    if get_origin(annotation) is Literal:
        return "choice", None
    if get_origin(annotation) in {list, tuple, set, frozenset}:
        item = next(iter(get_args(annotation)), None)
        return "list", item if isinstance(item, type) and issubclass(item, BaseModel) else None
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "object", annotation
    if isinstance(annotation, type) and issubclass(annotation, str):
        return "text", None
    return _PLAIN_KINDS.get(annotation, "any"), None


def _upper_end(metadata: list[object]) -> float | None:
    """The upper end of a number's scale, None where it has none."""
    constraints = [item for entry in metadata for item in [entry, *getattr(entry, "metadata", ())]]
    ends = [float(item.le) for item in constraints if getattr(item, "le", None) is not None]
    return min(ends, default=None)


def _choices_of(annotation: object) -> dict[str, object]:
    """The closed set of values by their folded spellings."""
    return {folded(str(value).strip(WRAPPING)): value for value in get_args(annotation)}


def _aliases_of(info: FieldInfo) -> list[str]:
    """Other keys that pydantic takes the field under."""
    alias = info.validation_alias if info.validation_alias is not None else info.alias
    options = alias.choices if isinstance(alias, AliasChoices) else [alias]
    return [option for option in options if isinstance(option, str)]


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
