"""The house rules in `examples/` load without a remark, hold their scenarios, and can be played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import cardrules
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.teams import scores
from cardrules.interpreter.scenarios.running import run

FOLDER = Path(__file__).parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.yaml"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def file(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_is_valid(file: Path) -> None:
    assert list(survey(str(file)).diagnostics) == []


def test_holds_its_scenarios(file: Path) -> None:
    report = run(file)
    assert report.diagnostics == ()
    assert report.failed == ()
    assert report.results


def test_is_as_short_as_it_sounds(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    rules = lines[: lines.index("scenarios:")]
    house_rule = any(line.startswith("extends:") for line in rules)
    if house_rule:
        assert len(rules) <= (40 if file.stem in ("uno_jump_in", "whist_claims") else 25)


def test_is_explained(file: Path) -> None:
    listed = re.findall(r"`(\w+\.yaml)`", (FOLDER / "README.md").read_text("utf-8"))
    assert file.name in listed


@pytest.mark.sample(4)
def test_is_played_to_the_end(file: Path, amount: Callable[[int, int], int]) -> None:
    """Both builds agree, every card stays in the game, and a saved game is the same game."""
    game = cardrules.load(str(file))
    prefer = {liked.action: index for index, liked in enumerate(rules_of(game).program.prefer)}
    for seed in range(amount(1, 200)):
        chance = Random(seed)
        state = game.new_initial_state(seed=seed)
        bare = initial_position(rules_of(game), rules_of(game).bare, seed)
        rules_of(game).bare.advance(bare, START_OF_DEAL)
        count = 0
        while not state.is_terminal():
            raws = state.raw_legal_actions()
            assert raws == rules_of(game).bare.legal[bare.pc](bare)
            texts = [rules_of(game).notation.text(raw) for raw in raws]
            assert len(set(texts)) == len(texts)
            best = min(prefer.get(text.split()[0], len(prefer)) for text in texts)
            wanted = [
                raw for raw, text in zip(raws, texts, strict=True) if prefer.get(text.split()[0], len(prefer)) == best
            ]
            raw = chance.choice(wanted if chance.random() < 0.8 else raws)
            state.apply_raw(raw)
            rules_of(game).bare.play(bare, raw)
            count += 1
            if count % 10 == 0:
                rules_of(game).check_position(state.position)
            if count % 200 == 1:
                assert game.state_from_json(state.to_json()) == state
        assert bare.pc < 0
        assert list(state.position.result or ()) == list(bare.result or ())
        assert state.scores() == list(scores(rules_of(game).program, bare))
