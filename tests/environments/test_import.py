"""`import cardrules` is enough for the environments, and costs no more than without them."""

from __future__ import annotations

import subprocess
import sys


def test_environments_are_imported_when_they_are_used() -> None:
    program = (
        "import sys, cardrules\n"
        "assert 'cardrules.environments' not in sys.modules and 'numpy' not in sys.modules\n"
        "assert 'environments' in dir(cardrules)\n"
        "cardrules.environments\n"
        "assert 'numpy' not in sys.modules\n"
        "print(cardrules.environments.pettingzoo('oh_hell').possible_agents[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("player_0\n", "")
