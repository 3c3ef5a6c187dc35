"""What CI services read: it follows their published schemas, and its scripts do what they say."""

from __future__ import annotations

import json
import os
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

from cardrules.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
ACTION = ROOT / "action.yml"
WORKFLOW = ROOT / "examples" / ".github" / "workflows" / "rulesets.yml"
SCHEMAS = files("check_jsonschema").joinpath("builtin_schemas", "vendor")


def data(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), yaml.BaseLoader)  # `on` is a word here


def typed(path: Path) -> Any:
    found = yaml.safe_load(path.read_text("utf-8"))
    return {("on" if key is True else key): value for key, value in found.items()}


def scripts(steps: list[dict[str, Any]]) -> list[str]:
    return [step["run"] for step in steps if "run" in step]


@pytest.mark.parametrize(
    ("path", "schema"), [(ACTION, "github-actions.json"), (WORKFLOW, "github-workflows.json")]
)
def test_it_follows_its_published_schema(path: Path, schema: str) -> None:
    validator: Any = Draft7Validator(json.loads(SCHEMAS.joinpath(schema).read_text("utf-8")))
    assert [str(error) for error in validator.iter_errors(typed(path))] == []
    assert list(validator.iter_errors({**typed(path), "naem": 1, "runs": 3}))


def test_the_hooks_are_a_good_manifest() -> None:
    # pre-commit has no types
    load: Any = import_module("pre_commit.clientlib").load_manifest
    hooks: list[dict[str, str]] = load(str(ROOT / ".pre-commit-hooks.yaml"))
    for hook in hooks:
        program, command, *_ = shlex.split(hook["entry"])
        assert (program, command in COMMANDS) == ("cardrules", True)


def test_the_workflow_calls_commands_that_exist() -> None:
    steps = data(WORKFLOW)["jobs"]["check"]["steps"]
    lines = [line for script in scripts(steps) for line in script.splitlines()]
    called = [shlex.split(line)[1] for line in lines if line.startswith("cardrules")]
    assert called
    assert set(called) <= set(COMMANDS)


def test_the_action_hands_its_inputs_over_by_the_environment() -> None:
    for script in scripts(data(ACTION)["runs"]["steps"]):
        assert "${{" not in script


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
@pytest.mark.parametrize(("spoil", "status"), [(False, 0), (True, 1)])
def test_the_scripts_of_the_action_check_a_folder(spoil: bool, status: int, tmp_path: Path) -> None:
    folder = tmp_path / "my rules; echo no"
    folder.mkdir()
    text = (ROOT / "examples" / "whist.yaml").read_text("utf-8")
    (folder / "whist.yaml").write_text(text.replace("players:", "plyaers:", 1) if spoil else text)
    program = tmp_path / "bin" / "cardrules"
    program.parent.mkdir()
    start = "from cardrules.cli.main import main; main()"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{start}" "$@"\n')
    program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PATHS": str(folder),
        "SARIF": str(tmp_path / "log.sarif"),
    }
    found: dict[str, int] = {}
    for step in data(ACTION)["runs"]["steps"]:
        if "cardrules validate" in step.get("run", ""):
            shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            done = subprocess.run(shell, cwd=tmp_path, env=environment, capture_output=True)
            found[step["name"]] = done.returncode
    assert found == {"Write a SARIF log": 0, "Check the rulesets": status}
    results = json.loads((tmp_path / "log.sarif").read_text())["runs"][0]["results"]
    assert bool(results) == spoil
