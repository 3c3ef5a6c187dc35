"""Reads files as UTF-8 text of a bounded size, and writes what is kept with the package."""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
from pathlib import Path
from typing import Any, Final

from ... import rulesets
from ..diagnostics import Diagnostic, Guess, Source, Span, error, guess, printable

MAX_BYTES: Final = 1 << 20


def read_source(
    path: str | os.PathLike[str], name: str | None = None, *, suites: bool = True
) -> tuple[Source | None, list[Diagnostic]]:
    """Read a file as the text of a ruleset or a suite.

    Args:
        path: The file.
        name: The name to show for it; the path itself if not given.
        suites: Whether the file may be a suite, so that one may be suggested for a missing file.

    Returns:
        The source; or None and the reason: the file is missing, not a regular file, not readable,
        too large, empty, binary, or not UTF-8.
    """
    file = os.fspath(path) if name is None else name
    whole = Span(file, 0, 0)

    def refused(code: str, message: str, way_out: str) -> tuple[None, list[Diagnostic]]:
        return None, [error(code, message, whole, help=way_out)]

    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            return refused("CR001", "This is a folder, not a file.", "Name a file in the folder.")
        if not stat.S_ISREG(status.st_mode):
            return refused("CR001", "This is not a regular file.", "Save the text as a file first.")
        # The read is bounded: the size that `stat` returned may be out of date.
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return refused("CR001", "There is no such file.", _way_out(path, suites=suites))
    except (OSError, ValueError) as problem:
        reason = (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
        return refused("CR001", f"The file cannot be read: {reason}.", "Check the path and rights.")
    if len(data) > MAX_BYTES:
        size = max(status.st_size, len(data)) / (1 << 20)
        return refused(
            "CR004",
            f"The file has {size:.1f} MiB; a ruleset has at most 1 MiB.",
            "Check that this is a ruleset; split it with `extends` if it is.",
        )
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return refused("CR003", "The file is UTF-16, not UTF-8.", "Save it as UTF-8.")
    if b"\0" in data:
        return refused("CR002", "The file is binary, not text.", "Name a ruleset in YAML.")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8")
        line, column = Source(file, before).position(len(before))
        return refused(
            "CR003",
            f"Line {line}, column {column} is not UTF-8: byte 0x{data[problem.start]:02X}.",
            "Save the file with the encoding UTF-8.",
        )
    if not text.strip():
        return refused("CR005", "The file is empty.", "Start it with `cardrules: 1`.")
    return Source(file, text), []


def near_file(path: str | os.PathLike[str], *, suites: bool = True) -> Guess | None:
    """Return the files of a folder that a missing one was probably meant to be; None if none is like it.

    Args:
        path: the missing file.
        suites: whether a suite may be meant, not only a ruleset.
    """
    wanted = Path(path)
    stem = wanted.name.partition(".")[0]
    if not stem:
        return None
    try:
        files = sorted(each for each in os.listdir(wanted.parent) if each.endswith((".yaml", ".yml", ".json")))
    except (OSError, ValueError):
        return None
    stems = {each: each.partition(".")[0] for each in files}
    near = guess(stem, stems.values())
    likely = [] if near is None else [near.word, *near.others]
    same = [each for each in files if stems[each].casefold() == stem.casefold() and each != wanted.name]
    alike = dict.fromkeys([*same, *(each for word in likely for each in files if stems[each] == word)])
    meant = [each for each in alike if is_kind(wanted.with_name(each), suites=suites)]
    return Guess(meant[0], len(meant) == 1, tuple(meant[1:])) if meant else None


def is_kind(file: Path, *, suites: bool) -> bool:
    """Return whether a file calls itself a ruleset, or a suite if that will do."""
    try:
        with open(file, "rb") as stream:
            begin = _KIND.search(stream.read(MAX_BYTES))
    except OSError:
        return False
    return begin is not None and (suites or not begin[1])


def calls_itself(text: str) -> bool:
    r"""Return whether a text calls itself a ruleset or a suite.

    >>> calls_itself("cardrules: 1\nname: Mine\n"), calls_itself("services: {web: {ports: [80]}}")
    (True, False)
    """
    return _KIND.search(text.encode()) is not None


_KIND: Final = re.compile(rb"""^[\s{"']*cardrules(_suite)?["']?\s*:""", re.MULTILINE)
"""The key that every ruleset and every suite has."""


def _way_out(path: str | os.PathLike[str], *, suites: bool) -> str:
    """Return the advice for a file that does not exist: what it may be called, or its folder."""
    wanted = Path(path)
    if not wanted.parent.is_dir():
        return f"There is no folder '{printable(str(wanted.parent))}' either."
    stem = wanted.name.partition(".")[0]
    if rulesets.path(stem) is not None and stem != wanted.name:
        return f"A bundled game has no ending: '{printable(stem)}'."
    near = near_file(path, suites=suites)
    return f"Did you mean '{printable(near.word)}'?" if near else "Check the name and the folder."


def write_whole(path: Path, content: Any) -> None:
    """Write data as JSON. The file is replaced as a whole, so that a process that reads it meanwhile sees all of it.

    Args:
        path: the file.
        content: the data.

    Raises:
        OSError: it cannot be written.
    """
    new = path.with_suffix(f".{os.getpid()}.new")
    try:
        new.write_text(json.dumps(content, separators=(",", ":")), "utf-8")
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
