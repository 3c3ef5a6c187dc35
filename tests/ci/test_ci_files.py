"""Files for CI services: they follow the published schemas, and their scripts work."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from cardrules.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[2]
ACTION = ROOT / "action.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
WORKFLOW = ROOT / "examples" / ".github" / "workflows" / "rulesets.yml"
SCHEMAS = files("check_jsonschema").joinpath("builtin_schemas", "vendor")


def data(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), yaml.BaseLoader)  # `on` is a word here


def typed(path: Path) -> Any:
    found = yaml.safe_load(path.read_text("utf-8"))
    return {("on" if key is True else key): value for key, value in found.items()}


def scripts(steps: list[dict[str, Any]]) -> list[str]:
    return [step["run"] for step in steps if "run" in step]


@pytest.mark.parametrize(("path", "schema"), [(ACTION, "github-actions.json"), (WORKFLOW, "github-workflows.json")])
def test_it_follows_its_published_schema(path: Path, schema: str) -> None:
    validator: Any = Draft7Validator(json.loads(SCHEMAS.joinpath(schema).read_text("utf-8")))
    assert [str(error) for error in validator.iter_errors(typed(path))] == []
    assert list(validator.iter_errors({**typed(path), "naem": 1, "runs": 3}))


def test_the_hooks_are_a_good_manifest() -> None:
    # pre-commit has no types
    load: Any = import_module("pre_commit.clientlib").load_manifest
    hooks: list[dict[str, str]] = load(str(HOOKS))
    for hook in hooks:
        program, command, *_ = shlex.split(hook["entry"])
        assert (program, command in COMMANDS) == ("cardrules", True)
        assert hook["require_serial"]  # each looks for what extends the files, and uses all cores


def test_the_workflow_calls_commands_that_exist() -> None:
    steps = data(WORKFLOW)["jobs"]["check"]["steps"]
    lines = [line for script in scripts(steps) for line in script.splitlines()]
    called = [shlex.split(line)[1] for line in lines if line.startswith("cardrules")]
    assert called
    assert set(called) <= set(COMMANDS)


def test_the_action_hands_its_inputs_over_by_the_environment() -> None:
    for script in scripts(data(ACTION)["runs"]["steps"]):
        assert "${{" not in script


def test_the_action_reads_the_inputs_that_it_declares() -> None:
    action = data(ACTION)
    read = re.findall(r"\binputs\.([\w-]+)", str(action["runs"]))
    assert set(read) == set(action["inputs"])


# A ruleset that passes, and one mistake each for validate, for test and for fmt.
GOOD = (ROOT / "rulesets" / "whist.yaml").read_text("utf-8")
MISSPELT = GOOD.replace("players: ", "plyaers:    ", 1)
FAILING = GOOD.replace("score: [", "score: [9", 1)
UNTIDY = GOOD.replace("players: ", "players:    ", 1)


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
@pytest.mark.parametrize(("text", "status"), [(GOOD, 0), (MISSPELT, 1)])
def test_the_scripts_of_the_action_check_a_folder(text: str, status: int, tmp_path: Path) -> None:
    folder = tmp_path / "my rules; echo no"
    folder.mkdir()
    (folder / "whist.yaml").write_text(text)
    program = tmp_path / "bin" / "cardrules"
    program.parent.mkdir()
    start = "from cardrules.cli.entry import main; main()"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{start}" "$@"\n')
    program.chmod(0o755)
    runner = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_ACTIONS": "true",
    }
    action = data(ACTION)
    inputs = {name: each["default"] for name, each in action["inputs"].items()}
    inputs |= {"paths": f"{folder}\n", "format": "true", "sarif": "log.sarif"}
    found: dict[str, int] = {}
    for step in action["runs"]["steps"]:
        if "env" in step:
            given = {
                name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda input: inputs[input[1]], value)
                for name, value in step["env"].items()
            }
            shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            done = subprocess.run(shell, cwd=tmp_path, env=runner | given, capture_output=True)
            found[step["name"]] = done.returncode
    assert found == {
        "Write a SARIF log": 0,
        "Check the rulesets": status,
        "Play the examples": status,
        "Check the layout": status,
    }
    results = json.loads((tmp_path / "log.sarif").read_text())["runs"][0]["results"]
    assert len(results) == status


@pytest.mark.parametrize(
    ("hook", "arguments", "bad", "written"),
    [
        ("cardrules-validate", [], MISSPELT, False),
        ("cardrules-fix", [], MISSPELT, True),
        ("cardrules-fmt", [], UNTIDY, True),
        ("cardrules-fmt", ["--check"], UNTIDY, False),
        ("cardrules-test", [], FAILING, False),
    ],
)
def test_a_hook_stops_a_commit_that_spoils_a_file(
    hook: str,
    arguments: list[str],
    bad: str,
    written: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, *entry = shlex.split(next(each["entry"] for each in data(HOOKS) if each["id"] == hook))
    file = tmp_path / "whist.yaml"

    def stops(text: str) -> bool:
        """Whether the hook fails or changes the file, as pre-commit sees it."""
        file.write_text(text)
        with pytest.raises(SystemExit) as done:
            main([*entry, *arguments, str(file)])
        return done.value.code != 0 or file.read_text() != text

    assert not stops(GOOD)
    assert stops(bad)
    assert (file.read_text() != bad) == written
    assert "whist.yaml" in "".join(capsys.readouterr())
