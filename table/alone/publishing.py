"""Writes a table that needs no server: as a folder for any web host, or as one page that plays from the disk."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import pickle
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ...interpreter.check.load import load_ruleset
from ...interpreter.rulebook.html import STYLE
from ...rulesets import bundled, folders, path
from .. import lobby
from .answering import LIST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..lobby import Entry

_HERE: Final = Path(__file__).parent
_PACKAGE: Final = _HERE.parents[1]
_ROOMS: Final = ("interpreter", "rulesets", "schema", "table")
_LIBRARIES: Final = (
    "anyio attr attrs idna jinja2 jsonschema jsonschema_specifications lark markupsafe referencing rich starlette "
    "typing_extensions yaml"
).split()
"""What the rooms import besides Python itself, as far as it is written in Python."""
_ENDINGS: Final = frozenset((".py", ".json", ".lark", ".html", ".yaml", ".css", ".js", ".svg"))
_LEFT_OUT: Final = frozenset(("__pycache__", "tests"))
_STYLES: Final = ("table.css", "cards.css")
ARCHIVE: Final = "table.pack"
"""The file with all that Python needs: the texts of files by their paths, as JSON, packed by gzip."""
_CODE: Final = "pyodide.asm.wasm"
PLACE: Final = "/table"
"""Where the worker unpacks the archive."""


class Table:
    """A table without a server.

    Args:
        rulesets: what can be played: bare names, and paths of files without mistakes.
        pyodide: the files of Pyodide.
        seconds: the time of a bot for each decision.
        pace: the pause before a bot's move, in seconds.
        rooms: what Python has in the browser besides the table and what that needs.
        beside: other files that it has, by their paths in the archive.
    """

    def __init__(
        self,
        rulesets: Sequence[str],
        pyodide: Mapping[str, bytes],
        seconds: float,
        pace: float,
        rooms: Sequence[str] = (),
        beside: Mapping[str, bytes] | None = None,
    ) -> None:
        """Put together the files."""
        games = _Games(rulesets)
        titles = [each.title for each in games.entries.values()]
        self._title = titles[0] if len(titles) == 1 else "Card games"
        code = {_CODE: gzip.compress(pyodide[_CODE], 9, mtime=0)}
        self._parts = {**pyodide, **code, ARCHIVE: _archive(games, (*_ROOMS, *rooms), beside or {})}
        shown = {file.name: file.read_bytes() for file in sorted((_HERE.parent / "static").iterdir())}
        own = {name: (_HERE / "static" / name).read_bytes() for name in ("host.js", "python.js", "worker.js")}
        self._files = {**shown, **self._parts, **own}
        self._settings = {
            "parts": list(self._parts),
            "version": hashlib.sha256(b"".join(self._parts.values())).hexdigest()[:16],
            "rulesets": games.names,
            "folders": games.folders,
            "first": "/new/0" if len(games.names) == 1 else "/",
            "seconds": seconds,
            "pace": pace,
        }

    @property
    def settings(self) -> dict[str, Any]:
        """What the script of a page is told."""
        return {**self._settings}

    def opening(self, title: str, **settings: object) -> bytes:
        """Return a page of a folder that shows a table.

        Args:
            title: what the page is called.
            settings: what its script is told besides, or instead.
        """
        styles = "\n".join(f'<link rel="stylesheet" href="static/{name}">' for name in _STYLES)
        head = f'{styles}\n<link rel="icon" href="static/icon.svg">\n<script src="static/begin.js" defer></script>'
        return self._page(title, {**self._settings, **settings}, policy("'self'", hashed(STYLE)), head).encode()

    def folder(self, more: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
        """Return the files of a folder, by their paths in it.

        Args:
            more: other files of the folder.
        """
        begin = (_HERE / "static" / "begin.js").read_bytes()
        found = {f"static/{name}": content for name, content in {**self._files, "begin.js": begin}.items()}
        found = {**found, "index.html": self.opening(self._title), **(more or {})}
        known_by = hashlib.sha256(b"".join(found.values())).hexdigest()[:16]
        hashes = {name: _integrity(content) for name, content in found.items()}
        names = json.dumps({"version": known_by, "files": {"./": hashes.pop("index.html"), **hashes}})
        worker = (_HERE / "static" / "offline.js").read_text("utf-8")
        return {**found, "offline.js": worker.replace("FILES", names, 1).encode()}

    def page(self) -> str:
        """Return the page that carries all files."""
        style = "".join((_HERE.parent / "static" / name).read_text("utf-8") for name in _STYLES)
        script = (_HERE / "static" / "carried.js").read_text("utf-8")
        packed = {name: base64.b64encode(gzip.compress(each, 9, mtime=0)) for name, each in self._files.items()}
        carried = [f'<script type="text/plain" id="{name}">{each.decode()}</script>' for name, each in packed.items()]
        scripts = f"blob: {hashed(script)} 'wasm-unsafe-eval'"
        rules = policy("blob:", f"{hashed(style)} {hashed(STYLE)}", scripts)
        end = "\n".join([*carried, f'<script type="module">{script}</script>'])
        return self._page(self._title, self._settings, rules, f"<style>{style}</style>", end)

    @staticmethod
    def _page(title: str, settings: Mapping[str, object], policy: str, head: str, end: str = "") -> str:
        templates = Environment(
            loader=FileSystemLoader(_HERE / "templates"), autoescape=True, undefined=StrictUndefined
        )
        values = {"title": title, "table": json.dumps(settings), "policy": policy}
        page = templates.get_template("alone.html").render(**values, head="HEAD", end="END")
        return page.replace("\nHEAD\n", f"\n{head}\n", 1).replace("\nEND\n", f"\n{end}\n", 1)


def unpacked(parts: Mapping[str, bytes], rulesets: Sequence[str], seconds: float = 1.0, pace: float = 0.6) -> Table:
    """Return a table with other rulesets, put together from the parts of a table.

    Args:
        parts: the files that a table's worker loads, by name.
        rulesets: what can be played.
        seconds: the time of a bot for each decision.
        pace: the pause before a bot's move, in seconds.
    """
    files = {name: each for name, each in parts.items() if name != ARCHIVE}
    return Table(rulesets, {**files, _CODE: gzip.decompress(files[_CODE])}, seconds, pace)


def _integrity(content: bytes) -> str:
    """Return a hash as pages and policies write it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def hashed(text: str) -> str:
    """Return the source by which a policy allows a script or a style in a page."""
    return f"'{_integrity(text.encode())}'"


def policy(own: str, styles: str, scripts: str = "") -> str:
    """Return the Content-Security-Policy of a page.

    Args:
        own: from where the page loads.
        styles: the styles in the page itself, and in the rulebook beside the table.
        scripts: which scripts run; by default those that the page loads.
    """
    rules = {
        "default-src": "'none'",
        "script-src": scripts or own,
        "worker-src": own,
        "connect-src": own,
        "style-src": f"{own} {styles}",
        "img-src": f"{own} data:",
        "media-src": own,
        "frame-src": own,
        "form-action": "'none'",
        "base-uri": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in rules.items())


class _Games:
    """The rulesets of a table, and the files in which they are written.

    Attributes:
        names: the rulesets, as the worker knows them.
        entries: what the list of games shows of them.
        files: the files that do not come with cardrules, by their paths in the archive.
        folders: where the worker looks for bare names besides.
    """

    def __init__(self, rulesets: Sequence[str]) -> None:
        resolved = [load_ruleset(each).resolved for each in rulesets]
        known = {path(name) for name in bundled()}
        texts = [Path(source.file) for each in resolved for source in each.sources.values()]
        own = {_plain(file) for file in texts if file.exists() and file not in known}
        top = os.path.commonpath([file.parent for file in own]) if own else ""

        def inside(file: Path) -> str:
            return "games/" + _plain(file).relative_to(top).as_posix()

        self.files = {inside(file): file.read_bytes() for file in sorted(own)}
        self.names = [each.name if each.path in known else f"{PLACE}/{inside(each.path)}" for each in resolved]
        self.entries: dict[str, Entry] = {}
        for name, entry in zip(self.names, lobby.entries(rulesets), strict=True):
            files = [(Path(file), known_by) for file, known_by in entry.files]
            there = tuple(
                (f"{PLACE}/cardrules/rulesets/{file.name}" if file in known else f"{PLACE}/{inside(file)}", known_by)
                for file, known_by in files
            )
            self.entries[name] = replace(entry, ruleset=name, files=there)
        used = {file.parent for file in own}
        self.folders = [f"{PLACE}/{inside(each)}" for each in folders() if _plain(each) in used]


def _plain(file: Path) -> Path:
    """Return the whole path of a file, without the dots that lead up."""
    return Path(os.path.abspath(file))


def _archive(games: _Games, rooms: Sequence[str], beside: Mapping[str, bytes]) -> bytes:
    """Return the package, the libraries that it needs, rulesets and other files as an archive."""
    made = base64.b64encode(pickle.dumps(games.entries))
    found = {**beside, **games.files, f"cardrules/table/alone/{LIST}": made}
    for room in rooms:
        found.update(_files(_PACKAGE / room, f"cardrules/{room}"))
    found["cardrules/__init__.py"] = (_PACKAGE / "__init__.py").read_bytes()
    found["rpds.py"] = (_HERE / "rpds.py").read_bytes()
    number = version("cardrules")
    about = f"Metadata-Version: 2.1\nName: cardrules\nVersion: {number}\n"
    found[f"cardrules-{number}.dist-info/METADATA"] = about.encode()
    for name in _LIBRARIES:
        spec = find_spec(name)
        assert spec is not None, f"{name} is not installed"
        assert spec.origin is not None
        place = Path(spec.origin)
        is_folder = place.name == "__init__.py"
        found.update(_files(place.parent, name) if is_folder else {place.name: place.read_bytes()})
    texts = {name: content.decode() for name, content in sorted(found.items())}
    return gzip.compress(json.dumps(texts, ensure_ascii=False).encode(), 9, mtime=0)


def _files(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder that Python needs, by their paths in the archive, where it has a name."""
    for file in sorted(folder.rglob("*")):
        place = file.relative_to(folder)
        if file.suffix in _ENDINGS and not _LEFT_OUT & set(place.parts):
            yield f"{name}/{place.as_posix()}", file.read_bytes()
