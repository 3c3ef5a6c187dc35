"""The tree that `ismcts` keeps between decisions, and how actions look to those who see a part."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules import Game, State, View, load, make_bot
from cardrules.interpreter.bots.looks import Looks
from cardrules.interpreter.bots.search.ismcts import IsmctsBot
from cardrules.interpreter.bots.search.tree import Choice, Tree
from cardrules.interpreter.core.machine import Raw
from cardrules.interpreter.game.observation.journal import UNSEEN
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.simulation.tally import Tally
from cardrules.interpreter.simulation.tournament import Tournament, report

BUDGET = 60

RULES = """\
cardrules: 1
name: Few
players: 2
deck: {ranks: 2 3 4 5, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile: {faces: shown}
  hand: {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 3 each to hand
phases:
  turn: {players: in turn from eldest}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to pile
effects:
  last:
    on: play
    when: size of pile is 4
    do: |
      add value of card to score of actor
      end deal
match: {deals: 1, winner: highest}
"""
"""Each player chooses two of three cards. Nothing else is shown, and no score changes, before the
last of them."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


def game(folder: Path, also: str = "") -> Game:
    """Return the game, in which more may happen when a card is played."""
    path = folder / "few.yaml"
    path.write_text(RULES.replace("move card to pile\n", f"move card to pile\n{also}"))
    return load(str(path))


def simulations(bot: IsmctsBot, state: State) -> int:
    """Let a bot play, and return how many simulations it chose by, with those that were kept."""
    seat = state.current_player()
    assert seat is not None
    action = bot.choose(View(state, seat))
    assert bot.assessment is not None
    state.apply_action(action)
    return bot.assessment.simulations


def second(state: State, bot: IsmctsBot) -> State:
    """Play a bot's first decision and the answer, and return the state of its second decision."""
    assert simulations(bot, state) == BUDGET
    state.apply_action(state.legal_actions()[0])
    return state


@pytest.mark.parametrize("also", ["", "      if actor is not eldest: deal 1 to hand of actor\n"])
def test_the_tree_is_kept_for_the_next_decision(folder: Path, also: str) -> None:
    """It is kept also if another player draws a card that the bot does not see."""
    bot = IsmctsBot(1, BUDGET)
    assert simulations(bot, second(game(folder, also).new_initial_state(3), bot)) > BUDGET


@pytest.mark.parametrize(
    "also",
    [
        "      if actor is eldest: deal 1 to hand of actor\n",
        "      add 1 to score of actor\n",
    ],
)
def test_news_and_points_end_a_tree(folder: Path, also: str) -> None:
    bot = IsmctsBot(1, BUDGET)
    assert simulations(bot, second(game(folder, also).new_initial_state(3), bot)) == BUDGET


def test_a_tree_is_of_one_seat_and_game_and_past(folder: Path) -> None:
    few, bot = game(folder), IsmctsBot(1, BUDGET)
    state = few.new_initial_state(3)
    other = second(few.new_initial_state(3), IsmctsBot(1, BUDGET))
    second(state, bot)
    assert state == other
    assert simulations(bot, other) == BUDGET, "the tree is of another game"

    state = few.new_initial_state(3)
    assert simulations(bot, state) == BUDGET
    assert simulations(bot, state) == BUDGET, "the tree is of another seat"


@pytest.mark.parametrize("undone", [False, True])
def test_a_tree_ends_where_its_past_is_undone(folder: Path, undone: bool) -> None:
    bot, state = IsmctsBot(1, BUDGET), game(folder).new_initial_state(3)
    state.apply_action(state.legal_actions()[0])
    second(state, bot)
    if undone:
        history = state.history()
        for _ in history:
            state.undo(())
        for action in history:
            state.apply_action(action)
    assert (simulations(bot, state) > BUDGET) != undone


def test_games_do_not_depend_on_earlier_games_of_a_bot(folder: Path) -> None:
    few, last = game(folder), list[list[str]]()
    for numbers in ([1], [1, 0, 1]):
        bots = [IsmctsBot(seat, 20) for seat in range(2)]
        for number in numbers:
            state = few.new_initial_state(number)
            while (seat := state.current_player()) is not None:
                state.apply_action(bots[seat].choose(View(state, seat)))
            if number == 1:
                last.append(list(map(str, state.history())))
    assert last[0] == last[1] == last[2]


def test_a_tournament_does_not_depend_on_the_order_of_its_games(folder: Path) -> None:
    found: list[object] = []
    for numbers in ((0, 1, 2), (2, 1, 0)):
        tournament, tally = Tournament(rules_of(game(folder)), ("ismcts:20", "quick")), Tally()
        for number in numbers:
            tournament.play_on(number, number + 1, tally)
        found.append(report(tournament, tally)["pairs"])
    assert found[0] == found[1]


def test_going_down_a_tree_drops_the_rest() -> None:
    tree = Tree([0, 0])
    below = tree.root.then((0, 1)).then(UNSEEN)
    below.choices[0, 2] = Choice()
    assert below is tree.root.then((0, 1)).then(UNSEEN)
    assert not tree.descend([(0, 1)]), "nothing was chosen there"
    assert not tree.descend([(0, 2), UNSEEN])
    assert tree.descend([(0, 1), UNSEEN])
    assert tree.root is below


def reached(name: str, verb: str) -> tuple[State, list[Raw]]:
    """Return a state with several actions of a name, and these, in a game of quick bots."""
    state = load(name).new_initial_state(0)
    number = list(state.game.program.actions).index(verb)
    bot = make_bot("quick")
    while (seat := state.current_player()) is not None:
        raws = [raw for raw in state.raw_legal_actions() if raw[0] == number]
        if len(raws) > 1:
            return state, raws
        state.apply_action(bot.choose(View(state, seat)))
    raise AssertionError(f"nobody may {verb}")


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("gin_rummy", "knock"),
        ("skat", "put_away"),
        ("euchre", "discard"),
        ("cribbage", "lay_away"),
        ("hearts", "give"),
        ("president", "give"),
    ],
)
def test_hidden_moves_coincide_for_those_who_do_not_see_them(name: str, verb: str) -> None:
    state, raws = reached(name, verb)
    looks, actor = Looks(state.game), state.current_player()
    found: dict[int, set[Raw]] = {}
    for raw in raws[:2]:
        after = state.clone()
        after.apply_raw(raw)
        world = state.position.clone()
        assert not looks.open(world, raw)
        foreseen = looks.play(world, raw, state.game.machine.play)
        for seat, look in enumerate(foreseen):
            seen = View(after, seat).since(View(state, seat))
            assert seen is not None
            assert [(each.seat, each.look) for each in seen] == [(actor, look)]
            found.setdefault(seat, set()).add(look)
    different = {seat: len(each) for seat, each in found.items()}
    assert different.pop(actor or 0) == 2
    known = 2 if name == "president" else 1  # the receiver sees the cards
    assert set(different.values()) <= {1, known}
    assert 1 in different.values()


def test_all_see_what_is_played() -> None:
    state, raws = reached("hearts", "play")
    world = state.position.clone()
    looks = Looks(state.game)
    assert looks.open(world, raws[0])
    assert looks.play(world, raws[0], state.game.machine.play) == [raws[0]] * 4
