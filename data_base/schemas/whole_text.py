"""Texts from outside in which no character is cut in two."""

from typing import Annotated

from pydantic import BeforeValidator

from data_base.text.control_characters import whole_text

WholeText = Annotated[str, BeforeValidator(lambda text: whole_text(text) if isinstance(text, str) else text)]
"""A text of which halves of characters are mended, as no store, file or page can contain them."""
