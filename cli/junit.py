"""JUnit XML, the format in which CI servers read test results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from xml.etree import ElementTree as xml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Case:
    """A test case.

    Attributes:
        name: its name within the suite.
        result: whether it passed, failed, or could not run.
        message: what went wrong, in one line; empty where it passed.
        details: more lines about what went wrong.
    """

    name: str
    result: Literal["passed", "failure", "error"] = "passed"
    message: str = ""
    details: str = ""


def junit(name: str, suites: Iterable[tuple[str, Sequence[Case]]]) -> str:
    """Return results as an XML document.

    Args:
        name: the name of the whole report.
        suites: each file that was tested, with its test cases.
    """
    listed = list(suites)
    root = xml.Element("testsuites", name=name)
    _count(root, [case for _, cases in listed for case in cases])
    for file, cases in listed:
        suite = xml.SubElement(root, "testsuite", name=_valid(file))
        _count(suite, cases)
        for case in cases:
            element = xml.SubElement(suite, "testcase", name=_valid(case.name), classname=_valid(file))
            if case.result != "passed":
                found = xml.SubElement(element, case.result, message=_valid(case.message))
                found.text = _valid(case.details)
    xml.indent(root)
    return xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _count(element: xml.Element, cases: Sequence[Case]) -> None:
    """Set the totals of an element that stands for test cases."""
    element.set("tests", str(len(cases)))
    element.set("failures", str(sum(case.result == "failure" for case in cases)))
    element.set("errors", str(sum(case.result == "error" for case in cases)))


def _valid(text: str) -> str:
    """Return a text with a replacement for each character that XML does not allow."""
    kept = (each if each.isprintable() or each == "\n" else "\N{REPLACEMENT CHARACTER}" for each in text)
    return "".join(kept)
