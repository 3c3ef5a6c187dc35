"""Where things lie on the table: what follows from the rules of each bundled game.

Kinds of mistake: a zone of which nobody sees that it can be touched; a place that a game does not have.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml

import cardrules
from cardrules import rulesets
from cardrules.interpreter.play.game import rules_of
from cardrules.table.board import Card, Pile, Place
from cardrules.table.layout import layout

from ..loading import loaded

PAGE = Path(__file__).parent / "layouts.yaml"


def places(name: str) -> dict[str, Any]:
    """Return what is worth telling of a game's table."""
    found = layout(rules_of(loaded(name)))
    told = asdict(found)
    told["touches"] = {
        verb: " to ".join(filter(None, (each.source, each.target)))
        for verb, each in found.touches.items()
        if each.source or each.target
    }
    told["fanned"], told["calls"] = sorted(found.fanned - {""}), sorted(found.calls)
    return {key: value for key, value in told.items() if value}


def test_every_bundled_game_has_its_places() -> None:
    told = {name: places(name) for name in rulesets.bundled()}
    if os.environ.get("UPDATE_EXPECTED"):
        PAGE.write_text(yaml.safe_dump(told, sort_keys=False), "utf-8")
    assert told == yaml.safe_load(PAGE.read_text("utf-8"))


def test_every_bundled_game_has_pictures() -> None:
    """`python -m tests.table.pictures keep NAME` lets bots play one that has none."""
    kept = json.loads((PAGE.parent / "games.json").read_text("utf-8"))
    assert {*kept} == {*rulesets.bundled()}
    missing = {f"{name}-{moment}" for name, game in kept.items() for moment in game["moments"]}
    missing -= {file.stem.rpartition("-")[0] for file in (PAGE.parent / "pictures").glob("*.webp")}
    assert not missing, "UPDATE_EXPECTED=1 takes the pictures in test_browser_pictures.py"


@pytest.mark.parametrize("name", rulesets.bundled())
def test_a_patience_has_columns_and_others_have_seats(name: str) -> None:
    found = layout(rules_of(loaded(name)))
    assert found.patience == ("columns" in found.kinds.values())


@pytest.mark.parametrize(
    ("parent", "zone", "place", "kind"),
    [
        ("scopa", "table", "beside the stock", "heap"),
        ("scopa", "stock", "aside", "aside"),
        ("gin_rummy", "discards", "middle", "spread"),
        ("klondike", "foundations", "columns", "columns"),
        ("klondike", "columns", "homes", "homes"),
        ("klondike", "columns", "middle", "melds"),
    ],
)
def test_a_ruleset_says_where_a_zone_lies(parent: str, zone: str, place: str, kind: str, tmp_path: Path) -> None:
    text = f"cardrules: 1\nextends: {parent}\nname: Elsewhere\nadd: {{zones: {{{zone}: {{place: {place}}}}}}}\n"
    found = layout(rules_of(loaded(parent)))
    file = tmp_path / "elsewhere.yaml"
    file.write_text(text, "utf-8")
    changed = layout(rules_of(cardrules.load(file)))
    assert changed.kinds == {**found.kinds, zone: kind}


@pytest.mark.parametrize(("name", "across"), [("pyramid", 7), ("tripeaks", 10), ("golf_patience", 7)])
def test_the_grid_is_as_wide_as_its_longest_row(name: str, across: int) -> None:
    assert layout(rules_of(loaded(name))).columns == across


@pytest.mark.parametrize(("name", "places"), [("forty_thieves", 11), ("canfield", 8), ("spider", 9), ("klondike", 7)])
def test_a_heap_of_which_several_cards_are_seen_takes_two_places(name: str, places: int) -> None:
    assert layout(rules_of(loaded(name))).first == places


def test_piles_lie_where_a_picture_has_an_x() -> None:
    piles = [Pile([], number) for number in range(3)]
    place = Place("peak", "peak", "columns", piles, picture=(".x", "x.x"))
    assert place.lines == [[None, piles[0]], [piles[1], None, piles[2]]]


def test_cards_face_down_take_less_of_a_column() -> None:
    down, up = Card(None, "card-back", "", "back-0"), Card("AS", "card-AS", "", "card-AS-0")
    columns = [Pile([[down] * 5 + [up] * 3], 8), Pile([[up] * 4], 4), Pile([], 0)]
    assert Place("columns", "columns", "columns", columns).depth == 5
