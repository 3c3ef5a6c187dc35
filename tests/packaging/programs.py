"""Runs programs as a user does, without the checkout on the path."""

import os
import subprocess
from pathlib import Path


def run(*arguments: str, cwd: Path | None = None) -> str:
    """Run a program and return what it prints; the test fails with its messages if it fails."""
    environment = {**os.environ, "PYTHONPATH": ""}
    result = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout
