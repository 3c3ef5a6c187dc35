"""What `validate` found in files that have not changed since, kept between runs.

An entry is JSON and holds nothing but diagnostics: no code, nothing that is executed. It is found
by a hash of the file's name and text, of cardrules itself and of what else decides how a ruleset is
found; it counts only while each other file that was read then (parents, a suite's ruleset) holds
the same text. The folder belongs to the user alone; one that others can write to is not used. What
cannot be read or written is as if it were not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast

from ... import __version__
from ...interpreter.diagnostics import (
    CODES,
    Diagnostic,
    Fix,
    Label,
    Source,
    Span,
    Survey,
)
from ...interpreter.private import cache_folder
from ...interpreter.source.source import read_source
from ...rulesets import known

FORMAT: Final = 1
MOST_ENTRIES: Final = 5_000
_MISSING: Final = ("CR201", "CR202")  # these may go away when some other file changes


class Cache:
    """Surveys by the content of the files that they are about."""

    def __init__(self, folder: Path | None) -> None:
        """Keep entries in a folder; None keeps nothing."""
        self._folder = _private(folder) if folder is not None else None

    def get(self, file: str) -> Survey | None:
        """Return what was found in a file, None if that is not known or something has changed."""
        key = self._key(file) if self._folder is not None else None
        if key is None or self._folder is None:
            return None
        try:
            entry = json.loads((self._folder / f"{key}.json").read_text("utf-8"))
            return _read(entry)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def put(self, file: str, survey: Survey) -> None:
        """Remember what was found in a file, unless it depends on files that were not read."""
        key = self._key(file) if self._folder is not None else None
        known = all(each.span.file in survey.sources for each in survey.diagnostics)
        missing = any(each.code in _MISSING for each in survey.diagnostics)
        if key is None or self._folder is None or missing or not known:
            return
        import tempfile  # takes longer to import than to use

        path = self._folder / f"{key}.json"
        try:
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=self._folder, suffix=".new", delete=False
            ) as stream:
                json.dump(_written(survey), stream)
            os.replace(stream.name, path)
        except OSError:
            self._folder = None

    def prune(self) -> None:
        """Remove the oldest entries if there are too many."""
        if self._folder is None:
            return
        try:
            entries = sorted(self._folder.glob("*.*"), key=lambda path: path.stat().st_mtime)
            for path in entries[: max(len(entries) - MOST_ENTRIES, 0)]:
                path.unlink(missing_ok=True)
        except OSError:
            self._folder = None

    def _key(self, file: str) -> str | None:
        """Return the hash by which a file's entry is found; None if it cannot be read."""
        source, _ = read_source(_path(file))
        if source is None:
            return None
        surroundings = {name: value for name, value in os.environ.items() if "CARDRULES" in name}
        parts = [FORMAT, _program(), file, os.getcwd(), sorted(surroundings.items()), known()]
        parts.append(source.text)
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()


def default_folder() -> Path | None:
    """Return where entries are kept, a folder in the user's cache folder, or None without that."""
    folder = cache_folder()
    return folder / "checked" if folder is not None else None


def _private(folder: Path) -> Path | None:
    """Return the folder, made if need be, or None if others could write to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = folder.lstat()
    except OSError:
        return None
    if not stat.S_ISDIR(status.st_mode):
        return None
    if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o077):
        return None
    return folder


def _path(file: str) -> str:
    from ...rulesets import path as bundled

    return str(bundled(file) or file)


@cache
def _program() -> list[object]:
    """Return what changes whenever cardrules does: its version, and a hash of its files."""
    package = Path(str(files("cardrules")))
    content = hashlib.sha256()
    for folder in ("interpreter", "schema", "rulesets"):
        for path in sorted((package / folder).rglob("*")):
            if path.suffix in (".py", ".lark", ".json", ".yaml"):
                content.update(f"{path.relative_to(package)} {path.stat().st_size} ".encode())
                content.update(path.read_bytes())
    return [__version__, list(sys.version_info[:3]), content.hexdigest()]


# -- entries


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _written(survey: Survey) -> dict[str, object]:
    return {
        "files": {file: _digest(source.text) for file, source in survey.sources.items()},
        "diagnostics": [
            {
                "code": each.code,
                "severity": each.severity,
                "message": each.message,
                "span": _span(each.span),
                "labels": [[_span(label.span), label.text] for label in each.labels],
                "help": each.help,
                "fix": [_span(each.fix.span), each.fix.replacement, each.fix.safe]
                if each.fix
                else None,
            }
            for each in survey.diagnostics
        ],
    }


def _span(span: Span) -> list[object]:
    return [span.file, span.start, span.end]


def _read(entry: dict[str, Any]) -> Survey | None:
    """Return the survey of an entry, None if one of its files has changed.

    Raises:
        ValueError, KeyError, TypeError: It is not what `_written` wrote.
    """
    sources: dict[str, Source] = {}
    for file, digest in cast("dict[str, str]", entry["files"]).items():
        source, _ = read_source(file)
        if source is None or _digest(source.text) != digest:
            return None
        sources[file] = source
    listed = cast("list[dict[str, Any]]", entry["diagnostics"])
    return Survey(tuple(_diagnostic(each, sources) for each in listed), sources)


def _diagnostic(each: dict[str, Any], sources: dict[str, Source]) -> Diagnostic:
    def text(value: object) -> str:
        if not isinstance(value, str):
            raise TypeError
        return value

    def place(value: list[Any]) -> Span:
        file, start, end = value
        if not 0 <= int(start) <= int(end) <= len(sources[file].text):
            raise ValueError
        return Span(file, int(start), int(end))

    if each["code"] not in CODES or each["severity"] not in ("error", "warning"):
        raise ValueError
    fix = each["fix"]
    return Diagnostic(
        each["code"],
        each["severity"],
        text(each["message"]),
        place(each["span"]),
        tuple(Label(place(span), text(words)) for span, words in each["labels"]),
        None if each["help"] is None else text(each["help"]),
        Fix(place(fix[0]), text(fix[1]), fix[2] is True) if fix else None,
    )
