"""A comparison as JUnit XML, which CI servers show as tests."""

import re
from xml.etree import ElementTree as ET

from eval.compare import comparison_text
from eval.compare.result import Comparison
from eval.runs.score_format import shown_score

_SUITE = "judge compare"
# What XML 1.0 (section 2.2) cannot contain, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(result: Comparison) -> str:
    """A test for each check, and one for each item that got worse or could not be scored.

    A worse item is a failure only where the gate does not let so many through, so that a CI server's colour
    and the gate's verdict agree.
    """
    suite = ET.Element("testsuite", name=_SUITE)
    for check in result.checks:
        case = _case(suite, "gate", check.name)
        if not check.passed:
            _add(case, "failure", "; ".join([check.detail, *comparison_text.failing(check, result)]))
    too_many = len(result.regressions) > result.settings.max_regressions
    for regression in result.regressions:
        before, after = (shown_score(score, result.scale) for score in (regression.base, regression.cand))
        said = f"{regression.kind}: {before} to {after}"
        case = _case(suite, "item", comparison_text.item_name(regression))
        _add(case, "failure" if too_many else "system-out", f"{said}; {comparison_text.why(regression)}")
    for item in result.unscored:
        case = _case(suite, f"item.{item.side}", comparison_text.item_name(item))
        _add(case, "skipped", f"unscored: {item.reason}")
    return _document(suite)


def junit_without_verdict(reason: str) -> str:
    """One test that ended with an error."""
    suite = ET.Element("testsuite", name=_SUITE)
    _add(_case(suite, "gate", "verdict"), "error", reason)
    return _document(suite)


def _case(suite: ET.Element, kind: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=f"judge.{kind}", name=_clean(name), time="0")


def _add(case: ET.Element, kind: str, said: str) -> None:
    text = _clean(said)
    element = ET.SubElement(case, kind)
    if kind == "system-out":
        element.text = text
    else:
        element.set("message", text)


def _document(suite: ET.Element) -> str:
    counted = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    suite.set("tests", str(len(suite)))
    for name, kind in counted.items():
        suite.set(name, str(len(suite.findall(f"testcase/{kind}"))))
    suites = ET.Element("testsuites")
    suites.append(suite)
    ET.indent(suites)
    text = ET.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _clean(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
