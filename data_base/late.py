"""A part of a value that is worked out only when somebody reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar, get_args

from pydantic_core import core_schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import GetCoreSchemaHandler

T = TypeVar("T")


class Late(Generic[T]):
    """Something that follows from what is known, but is too dear to work out for those who never look.

    Equal to, hashed as, and written to files as its value; a field of this type also takes the value itself.

    Args:
        work_out: gives the value; called once at most, pure, and it must not fail.
    """

    __slots__ = ("_value", "_work_out")

    def __init__(self, work_out: Callable[[], T]) -> None:
        self._work_out: Callable[[], T] | None = work_out
        self._value: T

    @classmethod
    def of(cls, value: T) -> Late[T]:
        """One whose value is known."""
        late = cls(lambda: value)
        late._value, late._work_out = value, None
        return late

    @property
    def value(self) -> T:
        """The value; what it was worked out from is let go of."""
        if self._work_out is not None:
            self._value, self._work_out = self._work_out(), None
        return self._value

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, Late) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return repr(self.value)

    def __reduce__(self) -> tuple[Callable[[T], Late[T]], tuple[T]]:
        return Late.of, (self.value,)

    @classmethod
    def __get_pydantic_core_schema__(
        cls,
        source: type[Late[T]],
        handler: GetCoreSchemaHandler,
    ) -> core_schema.CoreSchema:
        inner = handler.generate_schema(get_args(source)[0])
        known = core_schema.no_info_after_validator_function(cls.of, inner)
        return core_schema.json_or_python_schema(
            json_schema=known,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), known]),
            serialization=core_schema.plain_serializer_function_ser_schema(_value, return_schema=inner),
        )


def _value(late: Late[T]) -> T:
    return late.value
