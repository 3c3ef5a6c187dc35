"""The extension for VS Code, as far as Python can see it; `make vscode` builds it and tests its grammar."""

from __future__ import annotations

import json
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import cardrules
from cardrules.interpreter.authoring.templates import new_game
from cardrules.interpreter.scenarios.running import run

EDITORS = Path(__file__).parents[2] / "editors"
VSCODE = EDITORS / "vscode"
MANIFEST: dict[str, Any] = json.loads((VSCODE / "package.json").read_text("utf-8"))
SNIPPETS: dict[str, dict[str, Any]] = json.loads((VSCODE / "snippets" / "cardrules.json").read_text("utf-8"))
PLACE = re.compile(r"\$\{\d+:([^{}]*)\}|\$\{\d+\|([^,|}]*)[^}]*\}|\$\d+")


def expanded(snippet: dict[str, Any]) -> str:
    """Return what a snippet writes if all its places are left as they are."""
    lines: list[str] = snippet["body"]
    return PLACE.sub(lambda place: place[1] or place[2] or "", "\n".join(lines))


FILES = {name: expanded(snippet) for name, snippet in SNIPPETS.items() if name.startswith("a whole file:")}


def entries() -> str:
    """Return a game with the entries that snippets write, each in the section that its name begins with."""
    text = new_game("game").partition("scenarios:\n")[0]
    for name, snippet in SNIPPETS.items():
        section = name.partition(":")[0].removeprefix("in ")
        entry = "".join(f"  {line}\n" for line in expanded(snippet).splitlines())
        if name in FILES:
            continue
        if f"\n{section}:" not in text:
            text += f"\n{section}:\n"
        text = re.sub(rf"^{section}:.*\n", lambda head, entry=entry: head[0] + entry, text, flags=re.M)
    return text


def test_the_grammar_is_written_from_the_declarations() -> None:
    spec = spec_from_file_location("editors_grammar", EDITORS / "grammar.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.FILE.read_text("utf-8") == module.text(), "write it anew: python editors/grammar.py"


@pytest.mark.parametrize("text", [*FILES.values(), entries()], ids=[*FILES, "entries"])
def test_snippets_are_right_as_they_are_written(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(text + "\n", "utf-8")
    report = run(path)
    assert [each.message for each in report.diagnostics if each.severity == "error"] == []
    assert report.failed == ()
    assert report.ok


def test_snippets_have_different_prefixes() -> None:
    prefixes = [each["prefix"] for each in SNIPPETS.values()]
    assert len(set(prefixes)) == len(prefixes)


def test_the_extension_has_the_version_of_the_package() -> None:
    lock = json.loads((VSCODE / "package-lock.json").read_text("utf-8"))
    assert MANIFEST["version"] == lock["version"] == cardrules.__version__


def test_commands_have_icons_and_are_called_in_the_source() -> None:
    source = "".join(path.read_text("utf-8") for path in (VSCODE / "src").glob("*.ts"))
    for command in MANIFEST["contributes"]["commands"]:
        assert f'registerCommand("{command["command"]}"' in source
    used = {each["command"] for menu in MANIFEST["contributes"]["menus"].values() for each in menu}
    assert used <= {each["command"] for each in MANIFEST["contributes"]["commands"]}
