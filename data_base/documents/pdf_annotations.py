"""What is written on a PDF's page without being part of it: values of a form, and notes."""

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import pypdfium2.raw as pdfium

_HIDDEN = 0x02 | 0x20  # Hidden, NoView
_NOTES = frozenset(
    {
        pdfium.FPDF_ANNOT_TEXT,
        pdfium.FPDF_ANNOT_FREETEXT,
        pdfium.FPDF_ANNOT_HIGHLIGHT,
        pdfium.FPDF_ANNOT_UNDERLINE,
        pdfium.FPDF_ANNOT_SQUIGGLY,
        pdfium.FPDF_ANNOT_STRIKEOUT,
        pdfium.FPDF_ANNOT_STAMP,
        pdfium.FPDF_ANNOT_CARET,
        pdfium.FPDF_ANNOT_SQUARE,
        pdfium.FPDF_ANNOT_CIRCLE,
        pdfium.FPDF_ANNOT_LINE,
    }
)
_UNSET = ("", "Off")


def annotation_texts(page: Any, form: Any) -> Iterator[str]:  # noqa: ANN401  (pypdfium2 has no types)
    """Each filled-in field of a form as ``name: value``, and each note; what is hidden is left out.

    Args:
        page: the page, of pypdfium2.
        form: the document's form environment, None where it has no form.
    """
    for place in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, place)
        if not annotation:
            continue
        try:
            text = _text_of(annotation, form)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
        if text:
            yield text


def _text_of(annotation: Any, form: Any) -> str:  # noqa: ANN401  (as above)
    if pdfium.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
        return ""
    kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    if kind in _NOTES:
        return _read(lambda *buffer: pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", *buffer))
    if kind != pdfium.FPDF_ANNOT_WIDGET or form is None:
        return ""
    value = _read(lambda *buffer: pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, *buffer))
    flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation)
    if value in _UNSET or flags & pdfium.FPDF_FORMFLAG_TEXT_PASSWORD:
        return ""
    name = _read(
        lambda *buffer: pdfium.FPDFAnnot_GetFormFieldAlternateName(form, annotation, *buffer)
    ) or _read(lambda *buffer: pdfium.FPDFAnnot_GetFormFieldName(form, annotation, *buffer))
    return f"{name}: {value}" if name else value


def _read(get: Callable[..., int]) -> str:
    """A text of pdfium's, which first says how long it is in bytes and then writes it."""
    size = get(None, 0)
    buffer = ctypes.create_string_buffer(size + 2)
    get(ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size)
    return buffer.raw[:size].decode("utf-16-le", "ignore").rstrip("\0").replace("\r", "\n").strip()
