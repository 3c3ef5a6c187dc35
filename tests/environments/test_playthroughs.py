"""Games as OpenSpiel writes them down: every state of a game with all that its interface tells.

A file in `tests/environments/playthroughs/` has the lines of OpenSpiel's `playthrough`.
Of a long line it has the beginning and a hash. `python -m tests.environments.test_playthroughs` writes them anew.
"""

# OpenSpiel has no complete types.
# pyright: basic

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from cardrules import environments

FOLDER = Path(__file__).parent / "playthroughs"
WIDTH = 100
OPENSPIEL = "2.0.2"
"""The version that wrote the files; others may write other lines."""


def found_version() -> str:
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        return "none"


GAMES = {
    "kuhn_poker": {"zero_sum": True},
    "leduc_poker": {"zero_sum": True},
    "red_dog": {"single_deal": True},
    "baccarat": {"single_deal": True},
    "blackjack": {"single_deal": True},
    "goofspiel": {"players": 2},
    "old_maid": {},
    "ninety_eight": {"single_deal": True},
    "razz": {"single_deal": True},
    "schwimmen": {"single_deal": True},
}
"""The games, with their parameters."""


def written(name: str) -> str:
    """Return the file of a game, which a seed plays at random."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    environments.openspiel()
    given = ",".join(f"{key}={value}" for key, value in {"ruleset": name, "seeds": 5, **GAMES[name]}.items())
    return "".join(f"{shortened(line)}\n" for line in playthrough(f"cardrules({given})", None, seed=1).splitlines())


def shortened(line: str) -> str:
    """Return a line, or its beginning and a hash if it is long."""
    line = line.rstrip()
    if len(line) <= WIDTH:
        return line
    return f"{line[:WIDTH]}… {blake2b(line.encode(), digest_size=8).hexdigest()}"


@pytest.mark.skipif(found_version() != OPENSPIEL, reason=f"the files are of OpenSpiel {OPENSPIEL}")
@pytest.mark.sample(5)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_what_it_was(name: str) -> None:
    assert written(name).splitlines() == (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(written(game), "utf-8")
