"""The names of piles: counted for each owner, and clear wherever an action could mean several.

Kinds of mistakes: a number that counts the piles of other players, too; a name that two piles have
in one decision; a save that was written when piles were counted over all players.
"""

from __future__ import annotations

import json
import zlib
from io import StringIO
from pathlib import Path
from random import Random
from typing import cast

import pytest
from rich.console import Console

import cardrules
from cardrules.environments.actions import ActionSpace
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.action import Action
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.move_input import TypedChoice
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.table_view import table

from ..loading import loaded

SEVERAL = Path(__file__).parents[1] / "reference" / "rulesets" / "piles_of_several.yaml"
ONE_SIDE_BESIDE_THE_OTHER = """\
cardrules: 1
name: Beside
players: 4
deck: {ranks: A 2 3 4 5 6, suits: clubs diamonds}
teams: {seats: [[0, 1], [2, 3]]}
zones:
  stock: {faces: hidden}
  laid:  {each: team, faces: shown, piles: 2}
  hand:  {each: player, faces: owner}
deal: {do: deal 3 each to hand}
phases: {turn: {players: in turn}}
actions: {put: {phase: turn, choose: {card: a card from hand, onto: a pile from laid}, do: move card to onto}}
effects: {out: {on: put, when: hand is empty, do: actor wins}}
"""


def played(name: str, moves: int, seed: int = 1) -> cardrules.State:
    state, chance = loaded(name).new_initial_state(seed), Random(seed)
    for _ in range(moves):
        verbs = {action.verb: action for action in state.legal_actions()}
        likely = [verbs[verb] for verb in ("meld", "add_on") if verb in verbs]
        state.apply_action(likely[0] if likely else chance.choice(state.legal_actions()))
    return state


def in_old_words(game: cardrules.Game, action: Action) -> str:
    """An action as it was written when piles were counted over all players."""
    words = [action.verb]
    divided, _ = rules_of(game).notation.divided(action.verb, action.text.split()[1:])
    kinds = rules_of(game).notation.kinds(action.raw[0])
    for kind, value, chosen in zip(kinds, action.raw[1:], divided, strict=True):
        words += [f"#{value + 1}"] if kind == "pile" else chosen
    return " ".join(words)


def test_a_players_piles_are_counted_from_one() -> None:
    state = played("canasta", 400)
    added = [(step.seat, state.game.notation.text(step.raw)) for step in state.steps()]
    added = [(seat % 2, text) for seat, text in added if text.startswith("add_on")]
    assert {seat for seat, text in added if text.endswith(" #1")} == {0, 1}
    assert {int(text.partition("#")[2]) for _, text in added} <= set(range(1, 13))
    given = {"laid": [["4C 4D 4H"], ["KC KD KH"]], "hand": [5, 5, 5, 5], "stock": 40}
    shown = str(loaded("canasta").state_from_position(given).observation(0))
    assert "laid of 0: #1 4C 4D 4H" in shown
    assert "laid of 1: #1 KC KD KH" in shown


@pytest.mark.parametrize("name", ["canasta", str(SEVERAL), "loba_de_menos", "klondike"])
def test_saves_that_count_piles_over_all_players_are_read(name: str) -> None:
    game = cardrules.load(name)
    state, chance, texts = game.new_initial_state(3), Random(3), 0
    while not state.is_terminal() and len(state.history()) < 150:
        for action in state.legal_actions():
            assert rules_of(game).notation.modern(action.text) == action.text
            assert rules_of(game).notation.modern(in_old_words(game, action)) == action.text
        state.apply_action(chance.choice(state.legal_actions()))
    data = json.loads(state.to_json())
    old = [in_old_words(game, action) for action in state.history()]
    texts = sum(before != now for before, now in zip(old, data["actions"], strict=True))
    assert texts > 0 or name in ("loba_de_menos", "klondike"), "nothing has another name"
    data["actions"] = old
    del data["check"]
    data["check"] = zlib.crc32(json.dumps(data, sort_keys=True).encode())
    assert game.state_from_json(json.dumps(data)) == state


def test_an_action_that_reaches_the_piles_of_several_names_their_owner() -> None:
    game = cardrules.load(SEVERAL)
    state = game.new_initial_state(1)
    texts = [action.text for action in state.legal_actions()]
    assert len(set(texts)) == len(texts)
    card = texts[0].split()[1]
    names = ("Anna", "You", "Ben")
    assert state.current_player() == 1
    for typed in (f"put {card} #2@2", f"put {card} 2@ben", f"put {card} #2@Ben"):
        choice = TypedChoice(state, names)
        choice.type(typed)
        assert choice.action is not None
        assert choice.action.text == f"put {card} #2@2"
    choice = TypedChoice(state, names)
    choice.type(f"keep {card} #2")  # only one player's piles can be meant
    assert choice.action is not None
    assert choice.action.text == f"keep {card} #2@1"
    painter = Painter(rules_of(game), Players.named(("human",) * 3), Style(symbols=False, colour=False))
    assert painter.words("put 2C #2@1").plain.endswith(f"#2@{painter.players.names[1]}")
    assert painter.words("put 2C #2@1", 1).plain.endswith("#2@you")


def test_a_name_says_which_piles_there_are() -> None:
    game = cardrules.load(SEVERAL)
    state = game.new_initial_state(1)
    card = state.legal_actions()[0].text.split()[1]
    for text, known in (
        (f"put {card} #3@1", "there is no pile #3@1; they go from #1@0 to #2@2"),
        (f"put {card} #1", "there is no pile #1; they go from #1@0 to #2@2"),
        (f"give 1 {card} #4", "there is no pile #4; they go from #1 to #2"),
    ):
        with pytest.raises(cardrules.IllegalActionError, match=known):
            state.apply_action(text)


def test_environments_number_a_players_first_pile_alike_for_all() -> None:
    """Policies that are shared by the seats see the same action in the same number."""
    state = played("canasta", 200)
    space = ActionSpace(state.game.program)
    assert len(set(space.names)) == len(space.names)
    found: dict[str, set[tuple[int, ...]]] = {}
    for step in state.steps():
        found.setdefault(state.game.notation.text(step.raw), set()).add(space.steps(step.raw))
    assert all(len(each) == 1 for each in found.values())


def test_the_piles_of_sides_that_sit_side_by_side_are_shown_with_their_owners() -> None:
    game = cardrules.Game(Rules(load_text(ONE_SIDE_BESIDE_THE_OTHER), "beside.yaml"))
    state = game.new_initial_state(1)
    for _ in range(8):
        state.apply_action(state.legal_actions()[0])
    assert rules_of(game).program.owners(rules_of(game).program.zones["laid"]) == (0, 2)
    painter = Painter(rules_of(game), Players.named(("human",) * 4), Style(symbols=False, colour=False))
    written = StringIO()
    Console(file=written, width=200).print(table(painter, state, 0))
    shown = written.getvalue()
    laid = cast("list[list[int]]", getattr(state.position, "z_laid"))  # noqa: B009
    for side in (0, 2):
        for pile in laid[2 * side : 2 * side + 2]:
            cards = " ".join(rules_of(game).program.pack.text[card] for card in pile)
            assert not pile or f"#1 {cards}" in shown, shown
