"""No seat learns from the engine what it could not have seen.

The test knows the rules of visibility by itself: a face is seen by those who see the faces of a
zone that the card is in, comes to or leaves, and by those to whom it is revealed. It never asks
the engine's own tables. Two games are played side by side from packs that differ in two cards
that one seat has not seen; as long as what happened looks the same to that seat, whatever the
engine tells it must be the same as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import cast

import pytest
from rich.console import Console

import cardrules
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.determinization.worlds import sample_world
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.saving import position_data
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, Opening, initial_position
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation import table_view
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.score_sheet import score_sheet
from cardrules.interpreter.presentation.story import Story
from cardrules.interpreter.presentation.told import with_told
from cardrules.interpreter.runtime.chance import Random as Chance
from cardrules.interpreter.runtime.journal import (
    AtTable,
    Changed,
    Disclosed,
    Event,
    Gathered,
    Moved,
    Revealed,
    Shuffled,
    Told,
)
from cardrules.interpreter.runtime.position import Position, at
from cardrules.table.board import board, marked, story
from cardrules.table.picking import Picking
from cardrules.table.viewers import PUBLIC

Sight = tuple[object, ...]


class Eye:
    """What one seat can see of the table, from the rules of visibility alone."""

    def __init__(self, game: cardrules.Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.text = rules_of(game).program.pack.text
        self.faces: list[str] = []  # of each place: is it open to the seat?
        for zone in rules_of(game).program.zones.values():
            for owner in range(game.players) if zone.each else [-1]:
                mine = {"owner": owner == seat, "others": owner != seat}.get(zone.faces, False)
                self.faces.append("shown" if mine else zone.faces)

    def sees(self, place: int) -> bool:
        return self.faces[place] == "shown"

    def watches(self, position: Position, table: int) -> bool:
        """Whether the seat can see what is open at a table."""
        tables = rules_of(self.game).program.tables
        return tables is None or tables.open or position.seated[self.seat] == table

    def sights(self, events: Sequence[Event], before: Position) -> Iterator[Sight]:
        """What the seat sees of events."""
        table = before.table
        for event in events:
            if isinstance(event, AtTable):
                table = event.table - 1
            elif self.watches(before, table) or isinstance(event, Gathered):
                yield from self._sight(event, table)

    def _sight(self, event: Event, table: int) -> Iterator[Sight]:
        match event:
            case Moved(cards=cards, source=source, target=target):
                shown = self.sees(source) or self.sees(target)
                faces = tuple(self.text[card] if shown else "?" for card in cards)
                if self.faces[target] == "top" and not shown:
                    faces = (*faces[:-1], self.text[cards[-1]])
                if shown:
                    faces = tuple(sorted(faces)) if not self._lined(target) else faces
                yield "moved", table, source, target, faces
            case Shuffled(place=place):
                yield "shuffled", place
            case Revealed(cards=cards, place=place, to=to):
                shown = bool(to >> self.seat & 1)
                faces = tuple(self.text[card] if shown else "?" for card in cards)
                yield "revealed", place, to, faces
            case Changed(variable=variable, seat=seat, value=value):
                kind = rules_of(self.game).program.variables.get(variable)
                cards = kind is not None and kind.type.name in ("card", "cards", "pile")
                yield "changed", variable, seat, "?" if cards else value
            case Told(cards=cards, place=place, positions=positions, fitting=fitting, to=to):
                fits = [bool(fitting >> card & 1) for card in cards]
                said = tuple(fits) if positions else sum(fits)
                yield "told", place, to, positions, said if to >> self.seat & 1 else "?"
            case Gathered(deal=deal):
                yield "gathered", table, deal
            case AtTable() | Disclosed():
                pass

    def _lined(self, place: int) -> bool:
        return rules_of(self.game).recorder.places[place].ordered

    def table(self, state: cardrules.State) -> Sight:
        """The open faces on the table, and how many cards lie everywhere."""
        view: list[object] = []
        for table in range(len(state.position.tables)):
            position = at(state.position, table)
            for place, faces in enumerate(self.faces):
                cards = [self.text[c] for c in rules_of(self.game).recorder.cards(position, place)]
                if not self.watches(position, table):
                    continue
                if faces == "shown":
                    view.append(tuple(cards) if self._lined(place) else tuple(sorted(cards)))
                elif faces == "top":
                    view.append((len(cards), cards[-1:]))
                else:
                    view.append(len(cards))
        return tuple(view)

    def unseen(self, states: Sequence[cardrules.State], table: int) -> set[int]:
        """The cards of a table that have not been where the seat could see them in this deal."""
        unseen: set[int] = set(range(rules_of(self.game).program.pack.size))
        if not self.watches(states[-1].position, table):
            return unseen
        for state in states:
            last = state.last
            assert state.opening is not None
            events = state.opening.events if last is None else last.events
            where = 0 if last is None else last.before.table
            for event in events:
                if isinstance(event, AtTable):
                    where = event.table - 1
                if where != table:
                    continue
                match event:
                    case Gathered():
                        unseen = set(range(rules_of(self.game).program.pack.size))
                    case Moved(cards=cards, source=source, target=target):
                        if self.sees(source) or self.sees(target):
                            unseen -= set(cards)
                        if self.faces[target] == "top":
                            unseen.discard(cards[-1])
                    case Revealed(cards=cards, to=to) if to >> self.seat & 1:
                        unseen -= set(cards)
                    case _:
                        pass
            for place, faces in enumerate(self.faces):
                if faces == "top":
                    unseen -= set(rules_of(self.game).recorder.cards(at(state.position, table), place)[-1:])
        return unseen


def told(state: cardrules.State, seat: int) -> tuple[object, ...]:
    """All that the engine tells a seat."""
    view = state.observation(seat)
    mine = state.current_player() == seat
    legal = [str(action) for action in state.legal_actions()] if mine else []
    return (
        view,
        with_told(state.game.program.pack, view),
        str(view),
        legal,
        state.history_for(seat),
        state.journal_for(seat),
        state.can_undo(),
        state.can_undo([seat]),
        state.scores(),
    )


def refused(state: cardrules.State, seat: int, chance: Random) -> list[str]:
    """What the engine answers a seat that tries what it must not, or what it might."""
    if state.current_player() != seat:
        return []
    program = state.game.program
    cards = list(dict.fromkeys(program.pack.text))
    words: dict[str, Callable[[], list[str]]] = {
        "number": lambda: [str(chance.randrange(9))],
        "player": lambda: [str(chance.randrange(program.players))],
        "suit": lambda: [chance.choice(program.pack.suits)],
        "rank": lambda: [chance.choice(program.pack.ranks)],
        "pile": lambda: [f"#{chance.randrange(1, 4)}"],
        "card": lambda: [chance.choice(cards)],
        "cards": lambda: chance.sample(cards, min(3, len(cards))),
        "meld": lambda: chance.sample(cards, min(3, len(cards))),
    }
    answers: list[str] = []
    for name, action in program.actions.items():
        for _ in range(2):
            typed = [name]
            for parameter in action.parameters:
                choices = parameter.type.choices
                named = parameter.kind == "choice"
                typed += [chance.choice(choices)] if named else words[parameter.kind]()
            try:
                state.find(" ".join(typed))
                answers.append("legal")
            except cardrules.IllegalActionError as error:
                answers.append(str(error))
    return answers


def swapped(raw: tuple[int, ...], kinds: Sequence[str], x: int, y: int) -> tuple[int, ...]:
    """An action with two cards exchanged."""
    other = {x: y, y: x}
    result = [raw[0]]
    for kind, value in zip(kinds, raw[1:], strict=True):
        if kind == "card":
            value = other.get(value, value)
        elif kind in ("cards", "meld") and (value >> x & 1) != (value >> y & 1):
            value ^= 1 << x | 1 << y
        result.append(value)
    return tuple(result)


def pick(state: cardrules.State, chance: Random) -> tuple[int, ...]:
    """A random action, more often one that plays a card: games are shorter and richer so."""
    legal = state.raw_legal_actions()
    rich = [raw for raw in legal if len(raw) > 1]
    return chance.choice(rich if rich and chance.random() < 0.7 else legal)


def opened(game: cardrules.Game, orders: Sequence[Sequence[int]]) -> cardrules.State:
    """A game whose packs, one a table, lie in this order, the first card on top."""
    position = initial_position(rules_of(game), rules_of(game).machine, 5)
    for table in reversed(range(len(orders))):
        position.turn_to(table)
        position.deck = tuple(orders[table])
    position.log = []
    rules_of(game).machine.advance(position, START_OF_DEAL)
    opening = tuple(position.log)
    position.log = None
    return cardrules.State(rules_of(game), position, None, Opening(5, None, 1, events=opening))


class Pair:
    """Two games that a seat cannot tell apart to begin with."""

    def __init__(self, game: cardrules.Game, seed: int) -> None:
        self.game = game
        self.chance = Random(seed)
        self.seat = self.chance.randrange(game.players)
        self.eye = Eye(game, self.seat)
        self.compared = 0
        self.reached = self.hides = False
        self.x = self.y = -1
        tables = rules_of(game).program.tables
        self.tables = 1 if tables is None else tables.number
        self.table = self.chance.randrange(self.tables)

    def orders(self) -> tuple[list[list[int]], list[list[int]], list[tuple[int, ...]]] | None:
        """Packs that differ in two cards unseen for a while, and the moves of that while."""
        orders = [list(range(rules_of(self.game).program.pack.size)) for _ in range(self.tables)]
        for order in orders:
            self.chance.shuffle(order)
        state = opened(self.game, orders)
        states = [state.clone()]
        moves: list[tuple[int, ...]] = []
        for _ in range(self.chance.randrange(60)):
            if state.is_terminal() or state.position.deal > 1:
                break
            moves.append(pick(state, self.chance))
            state.apply_raw(moves[-1])
            states.append(state.clone())
        unseen = sorted(self.eye.unseen(states, self.table))
        self.hides |= len(unseen) > 1
        if len(unseen) < 2:
            return None
        # One in a hand and one anywhere is what matters most.
        position = at(state.position, self.table)
        held = [c for c in unseen if rules_of(self.game).bare.owner(position, c) >= 0]
        self.x = self.chance.choice(held or unseen)
        self.y = self.chance.choice([card for card in unseen if card != self.x])
        other = {self.x: self.y, self.y: self.x}
        others = [order[:] for order in orders]
        others[self.table] = [other.get(card, card) for card in orders[self.table]]
        return orders, others, moves

    def answer(self, raw: tuple[int, ...], b: cardrules.State) -> tuple[int, ...] | None:
        """The action in the second game that is to the seat what `raw` is in the first."""
        notation = rules_of(self.game).notation
        legal = {notation.text(action): action for action in b.raw_legal_actions()}
        kinds = notation.kinds(raw[0])
        wanted = [raw]
        if b.position.table == self.table:
            wanted.insert(0, swapped(raw, kinds, self.x, self.y))
        if b.current_player() == self.seat:
            assert notation.text(raw) in legal, "what a seat may do tells it what others hold"
            wanted.reverse()
        return next((legal[t] for t in map(notation.text, wanted) if t in legal), None)

    def play(self, watch: Callable[[cardrules.State, cardrules.State], None] | None = None) -> None:
        """Play both games side by side; `watch` is called where they must look the same."""
        found = self.orders()
        if found is None:
            return
        moves = found[2]
        a, b = (opened(self.game, order) for order in found[:2])
        start = at(a.position, 0)
        seen = [list(self.eye.sights(s.opening.events, start)) for s in (a, b) if s.opening is not None]
        for step in range(len(moves) + 25):
            if seen[0] != seen[1] or self.eye.table(a) != self.eye.table(b):
                return
            assert told(a, self.seat) == told(b, self.seat), (
                f"seat {self.seat} can tell two games apart that look the same to it"
            )
            if step % 4 == 0 or step >= len(moves):
                tried = [refused(s, self.seat, Random(step)) for s in (a, b)]
                assert tried[0] == tried[1], "a refusal tells what is hidden"
            if watch is not None and step >= len(moves):
                watch(a, b)
            self.compared += 1
            if step >= len(moves):
                self.reached = True
            if a.is_terminal() or b.is_terminal() or a.current_player() != b.current_player():
                return
            raw = moves[step] if step < len(moves) else pick(a, self.chance)
            mapped = self.answer(raw, b)
            if mapped is None:
                return
            a.apply_raw(raw)
            b.apply_raw(mapped)
            for state, sights in ((a, seen[0]), (b, seen[1])):
                assert state.last is not None
                sights += self.eye.sights(state.last.events, state.last.before)
                sights.append(("next", state.current_player()))
            if a.position.pending or b.position.pending:
                continue  # a sealed choice is not seen
            assert a.last is not None
            if not self.eye.watches(a.last.before, a.last.before.table):
                continue
            seen[0].append(self._heard(a, raw))
            seen[1].append(self._heard(b, mapped))

    def _heard(self, state: cardrules.State, raw: tuple[int, ...]) -> Sight:
        """What was said with an action, cards left out: those are seen when they move."""
        kinds = rules_of(self.game).notation.kinds(raw[0])
        words = [raw[0]]
        for kind, value in zip(kinds, raw[1:], strict=True):
            if kind == "card":
                continue
            words.append(value.bit_count() if kind in ("cards", "meld") else value)
        return ("said", *words)


@pytest.mark.sample(3)
def test_a_seat_is_told_only_what_it_could_see(
    game: cardrules.Game,
    pairs: int,
    share: Callable[[int, int], range],
    amount: Callable[[int, int], int],
) -> None:
    """By observations, refusals and screens; and from both games the same worlds are drawn."""
    tables = rules_of(game).program.tables
    size = rules_of(game).program.pack.size * (tables.number if tables else 1)
    # A world of two packs takes a hundred times as long as one of a small pack.
    worlds = Worlds(*((amount(6, 1 << 30),) * 2 if size <= 60 else (amount(4, 4000), amount(1, 40))))
    done = Counter[str]()
    screens, looks = amount(6, 12), amount(20, 50)

    def watch(pair: Pair, draw: bool, a: cardrules.State, b: cardrules.State) -> None:
        if done["screens"] < screens:
            done["screens"] += 1
            assert screen(a, pair.seat) == screen(b, pair.seat)
            assert page(a, pair.seat) == page(b, pair.seat)
        if draw:
            worlds.compare(pair.seat, a, b)

    for seed in range(pairs + 300):
        if seed == pairs + 40 and not done["hides"]:
            return  # all cards lie open, as in FreeCell
        # The test must not pass because it never looked.
        if seed >= pairs and done["compared"] > looks and done["reached"] and done["screens"] == screens:
            return
        pair = Pair(game, seed)
        pair.play(partial(watch, pair, seed in share(20, 500)))
        done["hides"] += pair.hides
        done["compared"] += pair.compared
        done["reached"] += pair.reached
    pytest.fail("no two games looked alike for long enough")


def screen(state: cardrules.State, seat: int) -> str:
    """What a terminal shows a seat: what has happened, the table, the moves."""
    players = Players.named(("human",) * state.game.players)
    painter = Painter(state.game, players, Style(symbols=False, colour=False))
    console = Console(width=100, file=StringIO(), color_system=None)
    for part in (
        painter.heading(state),
        *Story(painter, state, seat, max(len(state.steps()) - 6, 0)).lines(),
        *Story(painter, state, seat, max(len(state.steps()) - 6, 0)).steps(),
        score_sheet(painter, state, seat),
        table_view.table(painter, state, seat),
    ):
        console.print(part)
    return cast("StringIO", console.file).getvalue()


def page(state: cardrules.State, seat: int) -> object:
    """What a page in the browser shows a seat, and onlookers."""
    players = Players.named(("human",) * state.game.players)
    painter = Painter(state.game, players, Style(symbols=True, colour=False))
    first = max(len(state.steps()) - 6, 0)
    own = board(state, painter, seat)
    return (
        marked(own, painter, Picking(state)) if state.current_player() == seat else own,
        board(state, painter, PUBLIC),
        list(story(state, painter, seat, first)),
        list(story(state, painter, PUBLIC, first)),
    )


class Worlds:
    """Compares the worlds that one generator draws from two games which look alike to a seat.

    Attributes:
        left: how many pairs of positions are still to be compared.
        counted: how many of them may be compared by counting in many worlds.
    """

    def __init__(self, left: int, counted: int) -> None:
        self.left = left
        self.counted = counted

    def compare(self, seat: int, a: cardrules.State, b: cardrules.State) -> None:
        if not self.left:
            return
        self.left -= 1
        worlds = [sample_world(state, seat, Chance(a.position.turns)) for state in (a, b)]
        if position_data(worlds[0].position) == position_data(worlds[1].position):
            return
        # Only where cards look alike may the cards be numbered otherwise and so be drawn
        # otherwise; then each face must be found as often in each place.
        assert len(set(a.game.program.pack.face)) < a.game.program.pack.size
        if not self.counted:
            return
        self.counted -= 1
        count = 300
        found: list[Counter[tuple[int, str]]] = []
        for state in (a, b):
            rng = Chance(1)
            found.append(Counter())
            for _ in range(count):
                found[-1].update(_faces(state.game, sample_world(state, seat, rng).position))
        for key in found[0] | found[1]:
            assert abs(found[0][key] - found[1][key]) < 6 * (count / 2) ** 0.5, key


def _faces(game: Rules, position: Position) -> Iterator[tuple[int, str]]:
    """Which faces lie where."""
    for place in range(len(game.recorder.places)):
        for card in game.recorder.cards(position, place):
            yield place, game.program.pack.text[card]


@pytest.mark.soak
def test_closed_tables_tell_the_others_nothing(amount: Callable[[int, int], int]) -> None:
    path = Path(__file__).parents[1] / "games" / "two_tables.yaml"
    text = path.read_text("utf-8").replace("  number: 2\n", "  number: 2\n  open: false\n")
    loaded = load_text(text, "closed.yaml")
    game = cardrules.Game(Rules(loaded, "closed.yaml"))
    compared = 0
    pairs = amount(6, 60)
    for seed in range(pairs):
        pair = Pair(game, seed)
        worlds = Worlds(1 << 30, 1 << 30)
        pair.play(partial(worlds.compare, pair.seat) if seed % 6 == 0 else None)
        compared += pair.compared
    assert compared > 5 * pairs
