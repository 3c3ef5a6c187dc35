"""Tree searches in native code make the same simulations as a plain one in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isqrt
from pathlib import Path
from random import Random as Chance
from types import SimpleNamespace

import pytest

import cardrules
from cardrules import load
from cardrules.interpreter.analysis.analysis import scores_settle
from cardrules.interpreter.bots import batches
from cardrules.interpreter.bots.looks import Looks
from cardrules.interpreter.bots.search.ismcts import IsmctsBot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.core.machine import Raw
from cardrules.interpreter.errors import CardrulesError
from cardrules.interpreter.game.preferring import WHIM, policy_of, preferences, sensible
from cardrules.interpreter.native.engine import Native
from cardrules.interpreter.native.playing.searching import LEAST, ONE, UNKNOWN, Searched, edge_of, logarithm
from cardrules.interpreter.native.playing.uct import DEEPEST, FEW, KNOWN, POWER, ROOT
from cardrules.interpreter.native.playing.wanted import Wanted
from cardrules.interpreter.native.tree import NativeTree
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.runtime.chance import Random, seeded
from cardrules.interpreter.runtime.position import Position
from cardrules.interpreter.runtime.teams import opponents, scores, sides_in

from ..loading import loaded

pytest.importorskip("wasmtime")

GAMES = (
    "oh_hell",
    "hearts",
    "spades",
    "gin_rummy",
    "uno",
    "french_tarot",
    "durak",
    "scopa",
    "skat",
    "bridge",
    "canasta",
    "loba_de_menos",
    "cribbage",
    "euchre",
    "holdem",
    "hanabi",
    "president",
    "pinochle",
    "gin_slaughtre",
    "love_letter",
    "klondike",
    "blackjack",
    "gin_rummy_three",
)

MOST = 30.0
"""So many points count as everything."""


Place = tuple[int, int, Raw]
"""Who acts, where the game waits, and the action."""


@dataclass
class Branch:
    """An action that was tried: numbers as in native code."""

    visits: int = 0
    offered: int = 1
    total: int = 0
    points: int = 0
    after: Branches = field(default_factory=lambda: Branches())


@dataclass
class Branches:
    """A node."""

    visits: int = 0
    tried: dict[Place, Branch] = field(default_factory=dict[Place, Branch])


class Plain:
    """The same search by dictionaries."""

    def __init__(self, game: Game, seat: int, worlds: list[Position], hidden: frozenset[int]):
        self.game, self.seat, self.worlds, self.hidden = game, seat, worlds, hidden
        self.program, self.machine = rules_of(game).program, rules_of(game).bare
        self.policy = policy_of(rules_of(game).program, ())
        self.root = Branches()
        self.results: list[int] = []

    def search(self, simulations: int, luck: int, horizon: int) -> None:
        for number in range(simulations):
            position = self.worlds[number % len(self.worlds)].clone()
            position.rng = seeded(~(luck + number))
            try:
                self.simulate(position, Random(luck + number), horizon)
            except CardrulesError:
                continue

    def simulate(self, position: Position, dice: Random, horizon: int) -> None:
        deal, node, inside = position.deal, self.root, True
        sides = sides_in(self.program, position)
        rivals = [opponents(seat, sides) for seat in range(self.program.players)]
        before = [self.lead(position, seat, rivals[seat]) for seat in range(self.program.players)]
        path: list[tuple[Branches, Branch, int]] = []
        for _ in range(horizon):
            if position.pc < 0 or position.deal != deal:
                break
            actions = self.machine.legal[position.pc](position)
            if inside and self.machine.sites[position.pc].sealed:
                inside = False
            chosen: Raw | None = None
            if inside:
                chosen, fresh = self.chosen(node, position, actions, dice)
                if chosen is None:
                    inside = False
                else:
                    branch = node.tried.setdefault((position.actor, position.pc, chosen), Branch())
                    path.append((node, branch, position.actor))
                    node = branch.after
                    inside = not fresh and chosen[0] not in self.hidden and len(path) < DEEPEST
            if chosen is None:
                chosen = self.quick(position, actions, dice)
            self.machine.play(position, chosen)
        self.learn(position, deal, path, rivals, before)

    def quick(self, position: Position, actions: list[Raw], dice: Random) -> Raw:
        if len(actions) > 1:
            if dice.below(WHIM):
                actions = self.machine.preferred(position, actions)
            else:
                actions = self.sensible(position, actions)
        return actions[dice.below(len(actions))]

    def sensible(self, position: Position, actions: list[Raw]) -> list[Raw]:
        return sensible(position, actions, self.policy, self.machine.preferred)

    def chosen(self, node: Branches, position: Position, actions: list[Raw], dice: Random) -> tuple[Raw | None, bool]:
        def branch(raw: Raw) -> Branch | None:
            found = node.tried.get((position.actor, position.pc, raw))
            return found if found is not None and found.visits else None

        tried = [(raw, found) for raw in actions if (found := branch(raw)) is not None]
        more = len(tried) - FEW
        wide = more < 0 or (node.visits > 0 and ROOT * logarithm(max(more, 1)) < POWER * logarithm(node.visits))
        if len(tried) < len(actions) and wide:
            liked = self.sensible(position, actions)
            for some in (self.machine.preferred(position, liked), liked):
                fresh = [raw for raw in some if branch(raw) is None]
                if fresh:
                    return fresh[dice.below(len(fresh))], True
        bounds: list[tuple[int, Raw]] = []
        for raw, found in tried:
            found.offered += 1
            width = isqrt((logarithm(found.offered + 1) << 16) // found.visits)
            bounds.append((found.total // found.visits + ((self.spread() >> 4) * width >> 12), raw))
        return max(bounds, key=lambda each: each[0])[1] if bounds else None, False

    def spread(self) -> int:
        count = len(self.results)
        if count < KNOWN:
            return UNKNOWN
        mean = sum(self.results) // count >> 4
        squares = sum((each >> 4) ** 2 for each in self.results)
        return max(isqrt(max(squares // count - mean * mean, 0)) << 4, LEAST)

    def lead(self, position: Position, seat: int, rivals: tuple[int, ...]) -> int:
        if not self.program.uses_scores:
            return 0
        known = scores(self.program, position)
        others = (sum(known[each] for each in rivals) << 16) // len(rivals) if rivals else 0
        return (known[seat] << 16) - others

    def learn(
        self,
        position: Position,
        deal: int,
        path: list[tuple[Branches, Branch, int]],
        rivals: list[tuple[int, ...]],
        before: list[int],
    ) -> None:
        over = position.pc < 0
        settled = over or (position.deal != deal and scores_settle(self.program))
        results: list[int] = []
        gains: list[int] = []
        for seat in range(self.program.players):
            points = self.lead(position, seat, rivals[seat]) - before[seat]
            points = -points if self.program.low_wins else points
            if self.machine.evaluate is not None and not settled:
                points += int(self.machine.evaluate(position.clone(), seat)) << 16
            gains.append(points)
            part = max(min((points << 20) // round(MOST * 65536), ONE), -ONE)
            if position.result is not None:
                mark = position.result[seat]
                won = ONE * ((mark > 0) - (mark < 0))
                results.append((won + part) // 2 if self.program.uses_scores else won)
            else:
                results.append(part - part // 10)
        for node, branch, seat in path:
            node.visits += 1
            branch.visits += 1
            branch.total += results[seat]
            branch.points += gains[seat]
        self.results.append(results[self.seat])


def native(game: Game, hidden: frozenset[int]) -> NativeTree:
    quick = bool(preferences(rules_of(game).program))
    policy = policy_of(rules_of(game).program, (quick,) * game.players)
    told = ["result"]
    code = Native(rules_of(game).bare, Wanted(told, policy=policy, playouts=True, searched=Searched(hidden)))
    return NativeTree(code, game.players)


def both(name: str, amount: Callable[[int, int], int], skipped: int) -> None:
    """Compare two searches at decisions of a game, each of which is played as the first says."""
    game = loaded(name)
    state, chance = game.new_initial_state(9), Chance(name)
    hidden = Looks(rules_of(game)).hidden
    tree = native(game, hidden)
    compared = 0
    while compared < amount(2, 8) and (seat := state.current_player()) is not None:
        action = chance.choice(state.legal_actions())
        view = View(state, seat)
        worlds = view.worlds(Random(chance.getrandbits(30)))
        places = [worlds.sample() for _ in range(3)]
        if not worlds.sealed(places[0]) and len(state.legal_actions()) > 1 and skipped <= 0:
            plain = Plain(game, seat, places, hidden)
            plain.search(simulations := amount(60, 300), 77, 40)
            tree.plant(seat)
            tree.grow(tree.place(places), simulations, 77, 40, MOST)
            expected = {
                raw: (found.visits, found.total, found.points)
                for (_, _, raw), found in plain.root.tried.items()
                if found.visits
            }
            found = {
                each.raw: (
                    each.visits,
                    round(each.result * ONE * each.visits),
                    round(each.points * 65536 * each.visits),
                )
                for each in tree.choices()
            }
            assert found == expected, (name, compared)
            compared += 1
        skipped -= 1
        state.apply_action(action)


def test_native_trees_grow_as_plain_ones(amount: Callable[[int, int], int]) -> None:
    for name in Chance(0).sample(GAMES, amount(3, len(GAMES))):
        both(name, amount, skipped=Chance(name).randrange(10))


def test_all_simulations_come_to_their_end(amount: Callable[[int, int], int]) -> None:
    """Also those whose result is the largest that there is: a won deal, and very many points."""
    for name in Chance(2).sample(GAMES, amount(4, len(GAMES))):
        game = cardrules.load(name, single_deal=True)
        state = game.new_initial_state(5)
        seat = state.current_player() or 0
        tree = native(game, frozenset())
        worlds = View(state, seat).worlds(Random(1))
        tree.plant(seat)
        places = tree.place([worlds.sample() for _ in range(4)])
        for most in (0.01, MOST):
            assert not tree.grow(places, 200, 3, 400, most), name


def test_a_tree_is_taken_up_again() -> None:
    """Below the actions that were made since, it is the same; elsewhere it is not known."""
    game = loaded("durak")
    state = game.new_initial_state(5)
    seat = state.current_player() or 0
    tree = native(game, frozenset())
    worlds = View(state, seat).worlds(Random(1))
    tree.plant(seat)
    tree.grow(tree.place([worlds.sample()]), 400, 3, 60, MOST)
    kept = tree.kept()
    assert kept is not None
    assert tree.visits == 400
    known = {each.raw: each.visits for each in tree.choices()}
    first = max(known, key=lambda raw: known[raw])
    tree.plant(seat)
    assert tree.choices() == []
    assert tree.plant_again(seat, kept, [first])
    below = sum(each.visits for each in tree.choices())
    assert known[first] // 2 < below == tree.visits <= known[first]
    tree.grow(tree.place([worlds.sample()]), 0, 3, 60, MOST)
    assert not tree.plant_again(seat, kept, [first, first, first])
    assert tree.plant_again(seat, kept, [])
    assert {each.raw: each.visits for each in tree.choices()} == known


def test_a_full_tree_grows_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.interpreter.native.playing.searching.MOST_EDGES", 20)
    game = loaded("durak")
    state = game.new_initial_state(5)
    seat = state.current_player() or 0
    tree = native(game, frozenset())
    worlds = View(state, seat).worlds(Random(1))
    tree.plant(seat)
    tree.grow(tree.place([worlds.sample() for _ in range(4)]), 500, 3, 60, MOST)
    assert tree.visits == 500
    assert tree.kept() is None


FAULTY = """
cardrules: 1
name: Faulty
players: 2
deck: {ranks: 2 3 4 5, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}, pile: {faces: shown}}
variables: {winner: {type: player}}
deal: {do: deal 3 each to hand}
phases: {turn: {players: in turn}}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to pile
      if size of pile is 3 and rank of card is 5: add 1 to score of winner
      if size of pile is 4: actor wins
match: {deals: 1, winner: highest}
"""


def test_simulations_in_which_the_rules_fail_do_not_count(tmp_path: Path) -> None:
    """Native code traps there, and goes on with the next simulation."""
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY)
    game = load(path)
    state = game.new_initial_state(2)
    seat = state.current_player() or 0
    worlds = View(state, seat).worlds(Random(1))
    places = [worlds.sample() for _ in range(6)]
    plain = Plain(game, seat, places, frozenset())
    plain.search(200, 5, 20)
    tree = native(game, frozenset())
    tree.plant(seat)
    tree.grow(tree.place(places), 200, 5, 20, MOST)
    found = {each.raw: each.visits for each in tree.choices()}
    assert found == {raw: each.visits for (_, _, raw), each in plain.root.tried.items()}
    assert 0 < sum(found.values()) < 200


def test_bots_with_a_limit_of_time_search_natively(
    amount: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every game, unless a choice is secret; the tree is kept from one decision to the next."""
    monkeypatch.setattr(batches, "WORTHWHILE", 0)
    for name in ("hearts", *Chance(3).sample(GAMES[2:], amount(2, len(GAMES) - 2))):
        monkeypatch.delitem(vars(loaded(name)), batches.KEPT, raising=False)
        state = loaded(name).new_initial_state(4)
        bots = [IsmctsBot(seat, None, 0.02) for seat in range(state.game.players)]
        for _ in range(amount(6, 30)):
            if (seat := state.current_player()) is None:
                break
            state.apply_action(bots[seat].choose(View(state, seat)))
        made = batches.batches_of(rules_of(loaded(name)))
        assert made.has_tree, name


def test_actions_with_the_same_code_have_edges_of_their_own() -> None:
    """Which is so rare that no game shows it."""
    tried, parts, starts = [(1, 2), (1, 3), (1, 2, 3)], list[int](), [0]
    for action in tried:
        parts += action
        starts.append(len(parts))
    tree = SimpleNamespace(t_node=0, t_first=[2], t_next=[-1, 0, 1], t_codes=[7, 7, 7], t_starts=starts, t_parts=parts)
    assert [edge_of(tree, action, 7) for action in (*tried, (1,), (2, 2), (1, 2, 4))] == [0, 1, 2, -1, -1, -1]
    assert edge_of(tree, tried[0], 8) == -1
