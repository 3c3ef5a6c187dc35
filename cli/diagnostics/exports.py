"""Diagnostics for other programs: JSON, GitHub, SARIF, JUnit and GitLab.

All functions return text and print nothing. Columns count characters from 1, and the end of a place
is after its last character, unless a format requires otherwise.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from ... import __version__
from ...interpreter.diagnostics import CODES, printable
from .code_pages import meaning, page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...interpreter.diagnostics import Diagnostic, Sources, Span

JSON_FORMAT: Final = 1
_ELSEWHERE: Final = "ELSEWHERE"
_SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_GITLAB_SEVERITY: Final = {"error": "major", "warning": "minor"}


def as_json(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return the diagnostics as one JSON object.

    `format` is 1; it increases when a key changes its meaning. `errors` and `warnings` count.
    `diagnostics` lists objects with `code`, `title` (the meaning of the code), `severity`,
    `message`, `help` (or null), `labels`, `fix` (or null), and their place. A place is a `file`
    with its `start` and `end`, each with `offset` (characters from 0), `line` and `column` (from
    1); the end is after the last character. Labels and fixes have a place too, with a `text` and
    a `replacement`; a fix is `safe` if no other correction is possible.
    """
    document = {
        "format": JSON_FORMAT,
        "errors": sum(each.severity == "error" for each in diagnostics),
        "warnings": sum(each.severity == "warning" for each in diagnostics),
        "diagnostics": [_object(each, sources) for each in diagnostics],
    }
    # Escapes keep the output ASCII, for terminals and pipes of any encoding.
    return json.dumps(document, indent=2) + "\n"


def github(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return workflow commands, which GitHub shows beside the lines of a pull request.

    GitHub accepts columns only for a place within one line. The end column is that of the last
    character.
    """
    return "".join(f"{_workflow_command(each, sources)}\n" for each in diagnostics)


def sarif(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return a SARIF 2.1.0 log, which code scanning services read."""
    codes = sorted({each.code for each in diagnostics})
    driver = {
        "name": "cardrules",
        "version": __version__,
        "rules": [_sarif_rule(code) for code in codes],
    }
    marks = _fingerprints(diagnostics, sources)
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ELSEWHERE: {"description": {"text": "a folder that is not in the repository"}}},
        "results": [
            _sarif_result(each, sources, codes.index(each.code), mark)
            for each, mark in zip(diagnostics, marks, strict=True)
        ],
    }
    log = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def junit(diagnostics: Sequence[Diagnostic], sources: Sources, files: Sequence[str]) -> str:
    """Return JUnit XML: a suite for each file, in which each diagnostic is a failed test.

    A file without diagnostics is a test that passes.
    """
    from ..junit import Case, junit

    by_file: dict[str, list[Diagnostic]] = {file: [] for file in files}
    for each in diagnostics:
        by_file.setdefault(each.span.file, []).append(each)

    def case(each: Diagnostic) -> Case:
        line, column = _point(each.span, sources)
        details = f"{_path(each.span.file)}:{line}:{column}\n{_words(each)}"
        name = f"{each.code} at {line}:{column}"
        return Case(name, "failure", f"{each.severity}: {printable(each.message)}", details)

    suites = [(_path(file), [case(each) for each in found] or [Case("valid")]) for file, found in by_file.items()]
    return junit("cardrules validate", suites)


def gitlab(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return a code quality report, which GitLab shows in merge requests."""
    marks = _fingerprints(diagnostics, sources)
    report = [
        {
            "description": _words(each),
            "check_name": each.code,
            "fingerprint": mark,
            "severity": _GITLAB_SEVERITY[each.severity],
            "location": {
                "path": _path(each.span.file),
                "lines": {"begin": _point(each.span, sources)[0], "end": _last(each, sources)[0]},
            },
        }
        for each, mark in zip(diagnostics, marks, strict=True)
    ]
    return json.dumps(report, indent=2) + "\n"


# -- words and places


def _words(diagnostic: Diagnostic) -> str:
    """Return the message and the help of a diagnostic on one line."""
    return " ".join(printable(part) for part in (diagnostic.message, diagnostic.help) if part)


def _path(file: str) -> str:
    """Return the path of a file relative to the root of the checkout, with slashes.

    On GitHub the root is GITHUB_WORKSPACE, otherwise the current folder. Of a file elsewhere, such
    as a bundled ruleset, only the name is shown: where it lies concerns this machine alone.
    """
    return _inside(file) or Path(file).name


def _inside(file: str) -> str | None:
    """Return the path of a file relative to the root of the checkout; None if it is elsewhere."""
    root = Path(os.environ.get("GITHUB_WORKSPACE") or ".").resolve()
    try:
        return Path(file).resolve().relative_to(root).as_posix()
    except ValueError:
        return None
    except OSError:
        return None if Path(file).is_absolute() else Path(file).as_posix()


def _point(span: Span, sources: Sources) -> tuple[int, int]:
    """Return the line and column of the start of a span; 1:1 in a file that could not be read."""
    source = sources.get(span.file)
    return source.position(span.start) if source else (1, 1)


def _last(diagnostic: Diagnostic, sources: Sources) -> tuple[int, int]:
    """Return the line and column of the last character of a diagnostic."""
    span = diagnostic.span
    source = sources.get(span.file)
    return source.position(max(span.start, span.end - 1)) if source else (1, 1)


def _fingerprints(diagnostics: Sequence[Diagnostic], sources: Sources) -> list[str]:
    """Return an identifier for each diagnostic that does not depend on the lines above it."""
    seen: Counter[str] = Counter()
    marks: list[str] = []
    for each in diagnostics:
        source = sources.get(each.span.file)
        line = source.line(source.position(each.span.start)[0]).strip() if source else ""
        what = json.dumps([each.code, _path(each.span.file), each.message, line])
        seen[what] += 1
        marks.append(hashlib.sha256(f"{what}{seen[what]}".encode()).hexdigest()[:32])
    return marks


# -- JSON


def _object(diagnostic: Diagnostic, sources: Sources) -> dict[str, object]:
    """Return the JSON object of a diagnostic."""
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "title": CODES.get(diagnostic.code, ""),
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span, sources),
        "labels": [{"text": each.text, **_place(each.span, sources)} for each in diagnostic.labels],
        "help": diagnostic.help,
        "fix": {"replacement": fix.replacement, "safe": fix.safe, **_place(fix.span, sources)} if fix else None,
    }


def _place(span: Span, sources: Sources) -> dict[str, object]:
    """Return the JSON keys of a place."""
    source = sources.get(span.file)

    def point(offset: int) -> dict[str, int]:
        line, column = source.position(offset) if source else (1, 1)
        return {"offset": offset, "line": line, "column": column}

    return {"file": span.file, "start": point(span.start), "end": point(span.end)}


# -- GitHub


def _workflow_command(diagnostic: Diagnostic, sources: Sources) -> str:
    """Return the command that annotates one place."""
    (line, column), (end_line, end_column) = (
        _point(diagnostic.span, sources),
        _last(diagnostic, sources),
    )
    properties: dict[str, object] = {"file": _path(diagnostic.span.file), "line": line}
    if diagnostic.span.file in sources:
        properties["endLine"] = end_line
        if line == end_line:
            properties |= {"col": column, "endColumn": end_column}
    properties["title"] = f"{diagnostic.code} {CODES.get(diagnostic.code, '')}".rstrip()
    shown = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{diagnostic.severity} {shown}::{_data(_words(diagnostic))}"


def _data(text: str) -> str:
    """Escape the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape the value of a workflow command's property."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


# -- SARIF


def _sarif_rule(code: str) -> dict[str, Any]:
    """Return the SARIF description of a code."""
    text = page(code) or meaning(code) or CODES.get(code, code)
    return {
        "id": code,
        "shortDescription": {"text": CODES.get(code, code)},
        "fullDescription": {"text": meaning(code) or CODES.get(code, code)},
        "help": {"text": text, "markdown": text},
    }


def _sarif_result(diagnostic: Diagnostic, sources: Sources, index: int, mark: str) -> dict[str, Any]:
    """Return one result."""
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": diagnostic.severity,
        "message": {"text": _words(diagnostic)},
        "locations": [{"physicalLocation": _physical(diagnostic.span, sources)}],
        "partialFingerprints": {"cardrules/v1": mark},
    }
    if diagnostic.labels:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": printable(label.text)},
                "physicalLocation": _physical(label.span, sources),
            }
            for number, label in enumerate(diagnostic.labels, 1)
        ]
    fix = diagnostic.fix
    if fix is not None and fix.span.file in sources:
        place = _physical(fix.span, sources)
        replacement = {
            "deletedRegion": place["region"],
            "insertedContent": {"text": fix.replacement},
        }
        change = {"artifactLocation": place["artifactLocation"], "replacements": [replacement]}
        result["fixes"] = [{"artifactChanges": [change]}]
    return result


def _physical(span: Span, sources: Sources) -> dict[str, Any]:
    """Return a SARIF location; without a region if the file could not be read."""
    artifact = {"uri": quote(_path(span.file))}
    if _inside(span.file) is None:
        artifact["uriBaseId"] = _ELSEWHERE
    place: dict[str, Any] = {"artifactLocation": artifact}
    source = sources.get(span.file)
    if source is not None:
        (line, column), (end_line, end_column) = map(source.position, (span.start, span.end))
        place["region"] = {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        }
    return place
