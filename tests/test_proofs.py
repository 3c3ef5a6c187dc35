"""The page of comparisons names everything that is compared, and every bundled game.

Kinds of mistake: a game that is bundled without a word on whether anybody else has checked it; a comparison that is
gone, but still counted.
"""

from __future__ import annotations

import re

import pytest

from cardrules.rulesets import bundled

from .models import test_patience
from .models.pairs import PAIRS
from .peers.replay import modules
from .proofs import PAGE, PEERS, parent

TEXT = PAGE.read_text("utf-8")


def test_the_page_names_every_bundled_game() -> None:
    table = set(re.findall(r"^\| (\w+) \|", TEXT, re.MULTILINE))
    without = set(re.findall(r"\w+", TEXT.partition("Not compared with anything yet: ")[2].partition(". ")[0]))
    assert table & without == set()
    assert {*bundled()} <= table | without


def test_the_page_names_every_comparison() -> None:
    compared = set(re.findall(r"^\| (\w+) \| (games recorded|a model|pokerkit|what fc-solve)", TEXT, re.MULTILINE))
    models = {name.partition(",")[0] for name in PAIRS} | {name for name, _ in test_patience.GAMES}
    peers = {parent(PEERS / "rulesets" / f"{name}.yaml") for name in modules()}
    assert {game for game, kind in compared if kind == "a model"} == models
    assert {game for game, kind in compared if kind == "games recorded"} == peers
    poker = pytest.importorskip("tests.rulesets.test_pokerkit")
    assert {game for game, kind in compared if kind == "pokerkit"} == {name.partition(",")[0] for name in poker.GAMES}
