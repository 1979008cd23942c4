"""The base of every value that is kept or passed between rooms."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable, strictly shaped value: unknown fields are refused, assignment raises.

    Names that appear in files keep their alias on output (``by_alias`` is the serialisation default).
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        populate_by_name=True,
        serialize_by_alias=True,
        use_attribute_docstrings=True,
    )
