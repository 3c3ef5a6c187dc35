"""Bots that search choose the same in native code, with the same figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cardrules import load
from cardrules.interpreter.bots import batches
from cardrules.interpreter.bots.batches import batches_of
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.search.rollout import RolloutBot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.game.preferring import preferences
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.native import engine
from cardrules.interpreter.native.memory.layout import Layout
from cardrules.interpreter.native.playing.played import PlayedOn
from cardrules.interpreter.native.playing.policies import Policy
from cardrules.interpreter.native.playing.rollouts import Job
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.position import Position
from cardrules.interpreter.simulation.simulate import Simulation
from cardrules.interpreter.simulation.tally import Tally
from cardrules.rulesets import bundled

from ..loading import loaded
from .playing import contents, stepping

pytest.importorskip("wasmtime")

GAMES = sorted(bundled())

WITHOUT_CHOICES = """
cardrules: 1
name: Twelve
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
phases: {turn: {players: in turn}}
actions:
  hit: {phase: turn, do: draw 1}
  stand: {phase: turn, do: actor wins}
bots:
  prefer:
    - hit: highest total value over hand if total value over hand < 12
    - stand
"""


BETS = """
cardrules: 1
name: Bets
players: 2
deck: {packs: 2, ranks: 2 3 4 5 6 7 8 9 10 J Q K A, suits: clubs diamonds hearts spades}
zones: {stock: {faces: hidden}}
variables: {bets: {each: player, columns: 2}}
phases: {turn: {players: in turn}}
actions:
  bet:
    phase: turn
    choose: {chips: a number from 1 to 3}
    do: |
      column chips of bets of actor becomes chips
      if column 2 of bets of left of actor is 2: actor wins
"""


def chosen(name: str, search: str, budget: int, decisions: int) -> list[tuple[str, str]]:
    """Return what a bot chooses in the first decisions of a game, and what it found out."""
    state = loaded(name).new_initial_state(5)
    found: list[tuple[str, str]] = []
    while len(found) < decisions and (seat := state.current_player()) is not None:
        bot = make_bot(search, 3, budget)
        action = bot.choose(View(state, seat))
        found.append((str(action), repr(bot.assessment)))
        state.apply_action(action)
    return found


def test_bots_choose_the_same(amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gin_rummy_partnership", *Random(0).sample(GAMES, amount(1, len(GAMES)))):
        monkeypatch.delitem(vars(loaded(name)), batches.KEPT, raising=False)
        found: list[list[tuple[str, str]]] = []
        for worthwhile in (1 << 60, 0):
            monkeypatch.setattr(batches, "WORTHWHILE", worthwhile)
            found.append(
                [
                    *chosen(name, "rollout", amount(12, 30), amount(4, 20)),
                    *chosen(name, "ismcts", amount(10, 20), amount(2, 10)),
                ]
            )
        assert found[0] == found[1], name
        assert batches_of(rules_of(loaded(name))).translated, name


def test_a_tree_search_chooses_the_same_where_sides_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Results are gains over other sides, which the bidding decides."""
    found: list[list[tuple[str, str]]] = []
    for worthwhile in (1 << 60, 0):
        monkeypatch.delitem(vars(loaded("french_tarot")), batches.KEPT, raising=False)
        monkeypatch.setattr(batches, "WORTHWHILE", worthwhile)
        found.append(chosen("french_tarot", "ismcts", 20, 6))
    assert found[0] == found[1]


def test_steps_from_given_positions(amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The legal actions of a position, and the position after an action, are those of Python.

    Positions for which there is not enough room at once are played on one after the other.
    """
    names = "hanabi", "gin_rummy_partnership"  # also of a game at several tables
    for name in (*names, *Random(1).sample(GAMES, amount(0, len(GAMES)))):
        game = loaded(name)
        machine, chance = rules_of(game).bare, Random(2)
        code = stepping(game)
        position = initial_position(rules_of(game), machine, 3)
        machine.advance(position, START_OF_DEAL)
        worlds: list[Position] = []
        jobs: list[Job] = []
        ends: list[PlayedOn | None] = []
        for _ in range(amount(30, 300)):
            if position.pc < 0:
                break
            legal = machine.legal[position.pc](position)
            assert code.legal(position) == legal
            action = chance.choice(legal)
            job = Job(0, position.pc, action, 0, 7, 5)
            worlds.append(position.clone())
            jobs.append(replace(job, world=len(jobs)))
            ends += code.rollouts(worlds[-1:], [job])
            found = code.step(position, action)
            machine.play(position, action)
            assert found is not None
            assert contents(found) == contents(position), name
            position = found
        with monkeypatch.context() as patch:
            patch.setattr(engine, "MOST_WORLDS", 4 * Layout(rules_of(game).program, machine.blank, machine.frame).size)
            assert code.rollouts(worlds, jobs) == ends


def test_numbers_in_columns_beside_sets_of_several_words(tmp_path: Path) -> None:
    """Actions are lists of wide integers there; there is no third column."""
    path = tmp_path / "bets.yaml"
    path.write_text(BETS)
    game = load(path)
    machine = rules_of(game).bare
    code = stepping(game)
    position = initial_position(rules_of(game), machine, 3)
    machine.advance(position, START_OF_DEAL)
    for chips in (1, 1, 2, 2):
        following = code.step(position, (0, chips))
        assert code.step(position, (0, 3)) is None
        machine.play(position, (0, chips))
        assert following is not None
        assert contents(following) == contents(position)
    assert position.result is not None


def test_python_plays_on_where_native_code_traps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    known = chosen("oh_hell", "rollout", 30, 4)
    monkeypatch.setattr("cardrules.interpreter.native.engine.Native.rollouts", failing)
    assert chosen("oh_hell", "rollout", 30, 4) == known


def test_hints_for_actions_without_choices_are_translated(tmp_path: Path) -> None:
    path = tmp_path / "twelve.yaml"
    path.write_text(WITHOUT_CHOICES)
    game = load(path)
    made = batches_of(rules_of(game))
    made.count(batches.WORTHWHILE)
    assert made.ready(Policy((True, True), 8, preferences(rules_of(game).program), 20))


def test_a_limit_of_time_does_not_include_the_translation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    monkeypatch.delitem(vars(loaded("oh_hell")), batches.KEPT, raising=False)
    state = loaded("oh_hell").new_initial_state(5)
    bot = RolloutBot(1, None, 0.1)
    bot.choose(View(state, state.current_player() or 0))
    assert batches_of(rules_of(loaded("oh_hell"))).translated
    assert bot.assessment is not None
    assert bot.assessment.simulations >= 20


def failing(native: object, worlds: list[object], jobs: list[object]) -> list[None]:
    """Return that Python must play."""
    return [None for _ in jobs]


def test_python_makes_the_playouts_where_it_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    game, tallies = load("euchre", single_deal=True), list[dict[str, object]]()
    for chosen_engine, translated in ((None, True), ("python", False)):
        simulation, tally = Simulation(rules_of(game), ["rollout:5"] * 4, engine=chosen_engine), Tally()
        simulation.play_on(0, 1, tally)
        tallies.append(tally.data())
        assert batches_of(rules_of(game)).translated == translated
    assert tallies[0] == tallies[1]
