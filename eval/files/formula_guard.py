"""Texts in CSV that a spreadsheet would run as formulas, made harmless and given back."""

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def defuse(value: object) -> object:
    """Keep a spreadsheet from running a text as a formula, with an apostrophe before it; None becomes empty.

    Taking the first apostrophe away where such a start follows the apostrophes gives the text back.
    """
    if isinstance(value, str) and value.lstrip("'").startswith(_FORMULA_STARTS):
        return "'" + value
    return "" if value is None else value


def undefused(cell: str) -> str:
    """The text that :func:`defuse` made a cell of."""
    if cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA_STARTS):
        return cell[1:]
    return cell
