"""States in other processes, and saves that were edited with care.

A save that was edited is refused, or it is a game that the rules allow: another seed is another
game. Nothing else may come of it, whatever is written in which field.
"""

from __future__ import annotations

import copy
import json
import pickle
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import cardrules
from cardrules.interpreter.game.saving import Since, changes
from cardrules.interpreter.play.game import rules_of

SMALL = Path(__file__).parents[1] / "games"
GAMES = ["gin_slaughtre", "oh_hell", "loba_de_menos", str(SMALL / "two_tables.yaml")]


def _played(game: cardrules.Game, state: cardrules.State, seed: int) -> cardrules.State:
    chance = Random(seed)
    for _ in range(6):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.fixture(scope="module", params=GAMES, ids=lambda name: Path(name).stem)
def game(request: pytest.FixtureRequest) -> cardrules.Game:
    return cardrules.load(request.param)


@pytest.fixture(scope="module")
def state(game: cardrules.Game) -> cardrules.State:
    return _played(game, game.new_initial_state(seed=3), 1)


@pytest.fixture(scope="module")
def given() -> cardrules.State:
    """A game that began with a given position."""
    game = cardrules.load("gin_slaughtre")
    position = {"pile": "4S 7C", "hand": ["3D 7H 8H", 4], "stock": "10 cards", "actor": 0}
    return _played(game, game.state_from_position(position, seed=2, dealer=1), 1)


RULES = """\
cardrules: 1
name: Layers
summary: Lay cards away; who begins wins.
players: 2
deck: {ranks: 2 3 4 5, suits: spades}
zones: {stock: {faces: hidden}, pile: {faces: shown}, hand: {each: player, faces: owner}}
deal: {do: deal 2 each to hand, after: first of players wins}
phases: {laying: {players: in turn, until: size of pile is 1}}
actions: {lay: {phase: laying, choose: {card: a card from hand}, do: move card to pile}}
match: {deals: 1}
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "card to pile",
            "card to bottom of stock",
            r"\(actions.lay\): its actions lead to another position",
        ),
        (
            "2 3 4 5",
            "6 7 8 9",
            r"\(deck.ranks\): action 1 of the saved game cannot be played: '3S' is not a card",
        ),
    ],
)
def test_a_save_is_not_blamed_for_rules_that_have_changed(old: str, new: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "layers.yaml"
    file.write_text(RULES, "utf-8")
    game = cardrules.load(file)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    text = state.to_json()
    assert game.state_from_json(text) == state
    file.write_text(RULES.replace(old, new), "utf-8")
    message = f"^the rules have changed since this game was saved {message}"
    with pytest.raises(cardrules.SaveFileError, match=message):
        cardrules.load(file).state_from_json(text)


def test_a_change_of_words_alone_is_no_change_of_rules(tmp_path: Path) -> None:
    file = tmp_path / "layers.yaml"
    file.write_text(RULES, "utf-8")
    save = json.loads(cardrules.load(file).new_initial_state().to_json())
    file.write_text(RULES.replace("match: {", "labels: {lay: put}\nmatch: {"), "utf-8")
    since = changes(rules_of(cardrules.load(file)), save)
    assert "labels.lay" in since.text
    assert not since.rules


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("match: {deals: 1}", "match: {deals: 2}", "match.deals"),
        ("from hand}, do", "from hand where true}, help: Lay a card, do", "actions.lay"),
        ("match: {", "define: {five: 5}\nmatch: {", "define.five"),
        ("players: 2", "players: 2  # a comment", ""),
    ],
)
def test_it_is_known_which_rules_have_changed_since_a_game_was_saved(
    old: str, new: str, what: str, tmp_path: Path
) -> None:
    """Rules that change although the saved actions lead to the same position."""
    file = tmp_path / "layers.yaml"
    file.write_text(RULES, "utf-8")
    save = json.loads(cardrules.load(file).new_initial_state().to_json())
    file.write_text(RULES.replace(old, new, 1), "utf-8")
    since = changes(rules_of(cardrules.load(file)), save)
    told = f"the rules have changed since this game was saved ({what})" if what else ""
    assert since == Since(told, rules=bool(what), changed=(what,) if what else ())
    later = changes(rules_of(cardrules.load(file)), {**save, "version": "0.0.1", "fingerprint": "0" * 32})
    assert later.text == (told or "this game was saved by cardrules 0.0.1")
    assert later.rules == bool(what)


def test_a_game_goes_on_when_its_ruleset_has_got_another_option(tmp_path: Path) -> None:
    file = tmp_path / "layers.yaml"
    file.write_text(RULES, "utf-8")
    save = cardrules.load(file).new_initial_state().to_json()
    more = "options: {open: {type: boolean, default: true, help: Whether all is open.}}\n"
    file.write_text(RULES + more, "utf-8")
    game = cardrules.load(file)
    assert game.state_from_json(save).to_json() != save
    with pytest.raises(cardrules.SaveFileError, match="saved under other rules"):
        cardrules.load(file, options={"open": False}).state_from_json(game.new_initial_state().to_json())


def test_a_state_can_be_copied_and_pickled(state: cardrules.State) -> None:
    copiers: list[Callable[[cardrules.State], cardrules.State]] = [
        copy.copy,
        copy.deepcopy,
        lambda state: pickle.loads(pickle.dumps(state)),
    ]
    for copier in copiers:
        again = copier(state)
        assert again == state
        again.apply_action(again.legal_actions()[0])
        assert again != state
    game = cardrules.load(state.game.source)
    unpickled: cardrules.Game = pickle.loads(pickle.dumps(game))
    assert unpickled.fingerprint() == game.fingerprint()


def test_a_save_keeps_only_how_the_game_began(game: cardrules.Game, state: cardrules.State) -> None:
    save = json.loads(state.to_json())
    assert save["start"] == {"seed": 3, "dealer": None, "deal": 1}
    pack = list(rules_of(game).program.pack.text)
    tables = rules_of(game).program.tables
    deck = pack if tables is None else [pack] * tables.number
    other = game.new_initial_state(deck=deck, dealer=1)
    assert json.loads(other.to_json())["start"] == {"seed": 0, "dealer": 1, "deal": 1, "deck": deck}
    assert game.state_from_json(other.to_json()) == other


def test_a_loaded_game_shows_every_seat_what_the_saved_one_did(game: cardrules.Game, state: cardrules.State) -> None:
    again = game.state_from_json(state.to_json())
    assert again.opening == state.opening
    for seat in range(game.players):
        assert again.observation(seat) == state.observation(seat)
    assert again.can_undo() == state.can_undo()


def test_a_given_position_is_saved_as_it_was_given(given: cardrules.State) -> None:
    game = cardrules.load("gin_slaughtre")
    assert json.loads(given.to_json())["start"]["position"]["stock"] == "10 cards"
    assert game.state_from_json(given.to_json()) == given


def test_a_state_that_no_game_made_cannot_be_saved(state: cardrules.State) -> None:
    bare = cardrules.State(state.game, state.position.clone(), None)
    with pytest.raises(cardrules.SetupError, match="cannot be saved"):
        bare.to_json()


# ------------------------------------------------------------------------------- edited saves


VALUES: list[Any] = [
    None,
    -1,
    -5,
    0,
    1,
    7,
    10**9,
    10**39,
    -(10**39),
    10**400,
    "",
    "x",
    "4S",
    [],
    {},
    [None],
    [[1, 2]],
    [[]],
    {"seed": 1},
    True,
    False,
    1.5,
    1e300,
]


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field of a save, from the outside in; of a long list the first and the last."""
    if path:
        yield path
    if path[:1] == ("position",) and len(path) > 1:
        return  # compared as a whole
    if isinstance(data, dict):
        for key, value in cast("dict[str, Any]", data).items():
            yield from _places(value, (*path, key))
    elif isinstance(data, list):
        items = cast("list[Any]", data)
        for index in sorted({0, len(items) - 1} & set(range(len(items)))):
            yield from _places(items[index], (*path, index))


def _edits(data: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """The save with one field changed in many ways, left out, doubled or renamed.

    The position is compared as a whole, so every fifth way is enough, another for each field.
    """
    changes = [*VALUES, "out", "twice", "near"]
    outer, deeper = path[0], path[1:]
    if outer == "position" and deeper:
        changes = changes[list(data["position"]).index(deeper[0]) % 5 :: 5]
    for change in changes:
        edited = copy.deepcopy(data)
        inner = edited
        for key in path[:-1]:
            inner = inner[key]
        old = inner[path[-1]]
        if change == "out":
            del inner[path[-1]]
        elif change == "twice":
            inner[path[-1]] = [old, old] if not isinstance(old, list) else old * 2
        elif change == "near":
            if type(old) is not int:
                continue
            inner[path[-1]] = old + 1
        else:
            inner[path[-1]] = change
        yield edited


def _sealed(data: Any) -> str:
    """The save as text with a check that fits."""
    if isinstance(data, dict) and "check" in data:
        save = cast("dict[str, Any]", data)
        parts = {key: part for key, part in save.items() if key != "check"}
        save["check"] = zlib.crc32(json.dumps(parts, sort_keys=True).encode())
    return json.dumps(cast("object", data))


def _try(state: cardrules.State, game: cardrules.Game, mend: bool) -> tuple[int, int]:
    """Read the save with every field edited; return how many were refused and how many read."""
    save = json.loads(state.to_json())
    refused = read = 0
    told_only = ("rules",)  # which rules have changed is only told
    for path in [each for each in _places(save) if each[0] not in told_only]:
        for edited in _edits(save, path):
            text = _sealed(edited) if mend and path != ("check",) else json.dumps(edited)
            try:
                again = game.state_from_json(text)
            except cardrules.SaveFileError:
                refused += 1
                continue
            read += 1
            # What is read began as the save says, and is a game that the rules allow.
            assert again == state or path[0] in ("start", "actions", "position"), (path, text[:200])
            rules_of(game).check_position(again.position)
            assert game.state_from_json(again.to_json()) == again
            began = json.loads(again.to_json())["start"]
            if "position" not in began:
                fresh = game.new_initial_state(**began)
                for action in again.history():
                    fresh.apply_action(str(action))
                assert fresh == again
    return refused, read


@pytest.mark.sample(2)
def test_an_edited_save_is_refused_or_the_same_game(game: cardrules.Game, state: cardrules.State) -> None:
    refused, read = _try(state, game, mend=False)
    assert refused > 500
    assert read < refused // 20


@pytest.mark.sample(2)
def test_a_save_that_was_edited_with_its_check_is_refused_or_the_same_game(
    game: cardrules.Game, state: cardrules.State
) -> None:
    refused, read = _try(state, game, mend=True)
    assert refused > 500
    assert read < refused // 20


def test_an_edited_position_is_checked_as_given_ones_are(given: cardrules.State) -> None:
    game = cardrules.load("gin_slaughtre")
    refused, read = _try(given, game, mend=True)
    assert refused > 300
    assert read < refused // 10
