"""Puts the playground beside the table without a server: its page, its scripts, and the editor CodeMirror."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..interpreter.check.load import load_ruleset
from ..interpreter.rulebook.html import STYLE
from ..rulesets import bundled, path
from ..table.alone.npm import Package, fetch
from ..table.alone.publishing import PLACE, Table, hashed, policy
from ..table.alone.pyodide import pyodide
from .answering import FILE

_HERE: Final = Path(__file__).parent
_IMPORT: Final = re.compile(r"""(\bfrom\s*)(["'])((?:@[\w-]+/)?[\w-]+)\2""")
_LICENSE: Final = "LICENSE"
_GROUPS: Final = ("House rules", "Whole games", "The bundled games")


def folder(cache: Path, seconds: float = 1.0, pace: float = 0.6) -> dict[str, bytes]:
    """Return the files of a table with all bundled games and of the playground, by their paths in one folder.

    Args:
        cache: where packages of npm are kept; they are fetched if they are not there.
        seconds: the time of a bot for each decision.
        pace: the pause before a bot's move, in seconds.

    Raises:
        SetupError: a package cannot be fetched, or is another one.
    """
    beside = {f"{Path(FILE).parent.relative_to(PLACE)}/{file.name}": file.read_bytes() for file in _examples()}
    table = Table(bundled(), pyodide(cache), seconds, pace, ("playground",), beside)
    own = {f"static/{file.name}": file.read_bytes() for file in sorted((_HERE / "static").iterdir())}
    own["static/gallery.json"] = json.dumps(gallery(), ensure_ascii=False).encode()
    own["static/tutorial.json"] = json.dumps(tutorial(), ensure_ascii=False).encode()
    pages = Environment(loader=FileSystemLoader(_HERE / "templates"), autoescape=True, undefined=StrictUndefined)
    known = {name: table.settings[name] for name in ("parts", "version")}
    page = pages.get_template("playground.html").render(
        settings=json.dumps(known), policy=policy("'self'", hashed(STYLE))
    )
    tried = table.opening("The table", rulesets=[FILE], folders=[], first="/new/0", tried=True)
    return table.folder({**own, **editor(cache), "playground.html": page.encode(), "tried.html": tried})


def gallery() -> list[dict[str, str]]:
    """Return the games and house rules from which one may begin; a house rule may extend each by its name."""
    examples = _examples()
    games = [file for file in map(path, bundled()) if file is not None]
    found: list[dict[str, str]] = []
    for file in (*examples, *games):
        loaded = load_ruleset(file)
        rules = loaded.ruleset
        assert rules is not None
        own = file in examples
        group = "The bundled games" if not own else "House rules" if len(loaded.resolved.sources) > 1 else "Whole games"
        text, name = file.read_text("utf-8"), file.name if own else file.stem
        found.append({"group": group, "title": rules.title, "summary": rules.summary, "text": text, "name": name})
    return sorted(found, key=lambda each: (_GROUPS.index(each["group"]), each["title"]))


def _examples() -> list[Path]:
    """Return the files of the examples, which lie beside the document."""
    return sorted((_HERE.parent / "examples").glob("*.yaml"))


def tutorial() -> list[dict[str, Any]]:
    """Return the steps of the tutorial."""
    return yaml.safe_load((_HERE / "tutorial.yaml").read_text("utf-8"))


def editor(cache: Path) -> dict[str, bytes]:
    """Return the modules of CodeMirror and its license, by their paths in the folder.

    Raises:
        SetupError: a package cannot be fetched, or is another one.
    """
    listed: list[dict[str, str]] = json.loads((_HERE / "packages.json").read_text("utf-8"))
    packages = [Package(each["name"], each["version"], each["sha512"], "CodeMirror") for each in listed]
    fetch(packages, cache)
    found: dict[str, bytes] = {}
    for package, about in zip(packages, listed, strict=True):
        module, license = package.files(cache, (about["module"], _LICENSE))
        text = _IMPORT.sub(lambda each: f'{each[1]}"./{_file(each[3])}"', module.decode())
        found[f"static/{_file(package.name)}"] = text.encode()
        found["static/codemirror.txt"] = license
    return found


def _file(name: str) -> str:
    """Return the file of a package's module.

    >>> _file("@codemirror/state"), _file("crelt")
    ('codemirror-state.js', 'crelt.js')
    """
    return name.removeprefix("@").replace("/", "-") + ".js"
