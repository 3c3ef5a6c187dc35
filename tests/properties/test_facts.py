"""What a seat was told about cards face down reaches it everywhere, and nothing else does.

`test_leaks.py` asks whether a seat learns what it could not know. Here is the other direction, too:
where a listener who forgets nothing hears a difference, all that the seat is shown must differ.
The test knows by itself what is heard: which of the cards fulfil the condition where a place keeps
an order, else how many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest
from rich.console import Console

import cardrules
from cardrules import environments
from cardrules.environments.episode import Episode
from cardrules.environments.game_spaces import Spaces
from cardrules.environments.observations import Array
from cardrules.environments.told import Fact, told_to
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.observation.redaction import UNKNOWN
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.play.state import State
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.table_view import table
from cardrules.interpreter.presentation.told import excluded, notes_of, part_known
from cardrules.interpreter.runtime.journal import Told
from cardrules.table.board import board

from .test_leaks import Pair, page, screen

FOLDER = Path(__file__).parents[1] / "games"


def closed_tables() -> Game:
    text = (FOLDER / "whispers_at_tables.yaml").read_text("utf-8")
    closed = text.replace("  number: 2\n", "  number: 2\n  open: false\n")
    return Game(Rules(load_text(closed, "closed.yaml"), "closed.yaml"))


GAMES: dict[str, Callable[[], Game]] = {
    "hanabi": lambda: cardrules.load("hanabi"),
    "hanabi of four": lambda: cardrules.load("hanabi", players=4),
    "whispers": lambda: cardrules.load(FOLDER / "whispers.yaml"),
    "tables": lambda: cardrules.load(FOLDER / "whispers_at_tables.yaml"),
    "closed tables": closed_tables,
}


@pytest.fixture(params=GAMES, scope="module")
def telling(request: pytest.FixtureRequest) -> Game:
    """A game that tells facts."""
    return GAMES[request.param]()


def heard(state: State, seat: int) -> Iterator[object]:
    """What a seat has just been told."""
    assert state.last is not None
    for event in state.last.events:
        if isinstance(event, Told) and event.to >> seat & 1:
            fits = [bool(event.fitting >> card & 1) for card in event.cards]
            yield event.place, event.positions, fits if event.positions else sum(fits)


def rich(names: tuple[str, ...], legal: list[int], chance: Random) -> int:
    """A random action, more often one by which somebody is told something."""
    some = [at for at in legal if names[at].split()[0] not in ("play", "take", "draw", "discard")]
    return chance.choice(some if some and chance.random() < 0.7 else legal)


@pytest.mark.sample(2)
def test_what_a_listener_hears_differs_in_all_that_its_seat_is_shown(
    telling: Game, amount: Callable[[int, int], int]
) -> None:
    """Its observation, view, arrays, texts and screens, of two deals that differ in two cards."""
    spaces, pack = Spaces(rules_of(telling)), rules_of(telling).program.pack
    names, found = spaces.actions.names, 0
    tables = rules_of(telling).program.tables
    for seed in range(amount(25, 600)):
        chance = Random(seed)
        order = list(pack.text)
        chance.shuffle(order)
        one, two = chance.sample(range(min(4 * telling.players, pack.size)), 2)  # dealt first
        other = order[:]
        other[one], other[two] = other[two], other[one]
        decks = (order, other) if tables is None else ([order, order], [other, order])
        a, b = (Episode(spaces, seed, deck) for deck in decks)
        for _ in range(30):
            if a.player is None or a.player != b.player:
                break
            legal = sorted({*a.legal()} & {*b.legal()})
            if not legal:
                break
            number = rich(names, legal, chance)
            a.step(number)
            b.step(number)
            for seat in range(telling.players):
                if list(heard(a.state, seat)) == list(heard(b.state, seat)):
                    continue
                found += 1
                assert a.state.observation(seat) != b.state.observation(seat)
                assert str(a.state.observation(seat)) != str(b.state.observation(seat))
                views = [View(each.state, seat).observation.told for each in (a, b)]
                assert views[0] != views[1]
                assert not np.array_equal(a.observe(seat), b.observe(seat))
                assert a.information_state(seat) != b.information_state(seat)
                if found < 8:
                    assert screen(a.state, seat) != screen(b.state, seat)
                    assert page(a.state, seat) != page(b.state, seat)
    assert found > 20


@pytest.mark.sample(2)
def test_what_a_card_is_not_is_shown_where_it_lies(telling: Game, amount: Callable[[int, int], int]) -> None:
    """What a seat knows of a card face down can be read there, when the story has scrolled off."""
    pack = rules_of(telling).program.pack
    shown: dict[tuple[str, str], tuple[str, ...]] = {}
    for seed in range(amount(6, 200)):
        state, chance = telling.new_initial_state(seed), Random(seed)
        while not state.is_terminal() and len(state.history()) < 40:
            legal = [action.text for action in state.legal_actions()]
            state.apply_action(legal[rich(tuple(legal), [*range(len(legal))], chance)])
            for seat in range(telling.players):
                for faces in _entries(state.observation(seat).possible):
                    words = part_known(pack, faces), excluded(rules_of(telling).program, faces)
                    assert shown.setdefault(words, faces) == faces, "two meanings of one text"
        seat = chance.randrange(telling.players)
        notes = [note for each in notes_of(state, state.observation(seat)).values() for note in each]
        players = Players.named(("human",) * telling.players)
        painter = Painter(rules_of(telling), players, Style(symbols=False, colour=False))
        written = StringIO()
        Console(width=2000, file=written, color_system=None).print(table(painter, state, seat))
        drawn = board(state, painter, seat)
        page = str((drawn.own, drawn.others, drawn.middle))
        for note in notes:
            assert note in written.getvalue(), note
        for faces in _entries(state.observation(seat).possible):
            notes += {part_known(pack, faces), excluded(rules_of(telling).program, faces)} - {UNKNOWN, ""}
        for note in notes:
            if "card" not in note:  # cards that are drawn one by one have it on their backs
                assert note in page, note
    assert any(text.startswith("not ") for _, text in shown)


def test_what_was_told_of_cards_of_the_own_table_is_not_shown_at_the_other() -> None:
    text = (FOLDER / "whispers_at_tables.yaml").read_text("utf-8")
    text = text.replace("  pile: ", "  line:  {faces: hidden, ordered: true}\n  pile: ")
    line = "    move top of stock to line\n    tell players which are line where rank is 2\n"
    text = text.replace("    deal 3 each to row\n", f"    deal 3 each to row\n{line}")
    game = Game(Rules(load_text(text, "lines.yaml"), "lines.yaml"))
    painter = Painter(rules_of(game), Players.named(("human",) * 4), Style(symbols=False, colour=False))
    drawn = board(game.new_initial_state(1), painter, 0)
    own = [place.note for place in drawn.middle if place.name == "line"]
    others = [place.note for _, places in drawn.elsewhere for place in places if place.name == "line"]
    assert own == ["not 2: card 1"]
    assert others == [""]


def _entries(possible: object) -> Iterator[tuple[str, ...]]:
    """The faces that each card can have, in nested parts; those of which something is known."""
    if isinstance(possible, dict):
        possible = tuple(cast("dict[str, object]", possible).values())
    assert isinstance(possible, tuple)
    for each in cast("tuple[object, ...]", possible):
        if isinstance(each, str):
            yield cast("tuple[str, ...]", possible)
            return
        yield from _entries(each)


@pytest.mark.sample(2)
def test_what_a_seat_cannot_know_is_in_none_of_its_facts(telling: Game, amount: Callable[[int, int], int]) -> None:
    """Also where a condition depends on hidden cards or on places: arrays are compared."""
    observations, compared = Spaces(rules_of(telling)).observations, 0

    def array(state: State, seat: int) -> Array:
        facts: Sequence[Sequence[Fact]] = [()] * telling.players
        for events in (state.opening and state.opening.events, *(s.events for s in state.steps())):
            facts = told_to(telling.players, facts, events or ())
        return observations.observe(state.position, seat, (), facts[seat])

    def compare(pair: Pair, a: State, b: State) -> None:
        nonlocal compared
        compared += 1
        differ = np.flatnonzero(array(a, pair.seat) != array(b, pair.seat))
        assert not len(differ), [observations.names[at] for at in differ[:5]]

    for seed in range(amount(200, 600)):
        pair = Pair(telling, seed)
        pair.play(partial(compare, pair))
        if compared > amount(20, 1 << 30):
            break
    assert compared > 20


def test_native_code_writes_the_same_facts(telling: Game) -> None:
    native, python = (environments.vector(telling, 4, seed=3, engine=engine) for engine in ("native", "python"))
    batches = native.reset(), python.reset()
    chance, told = Random(2), 0
    of_facts = [at for at, name in enumerate(native.spaces.names) if " fact " in f" {name} "]
    for _ in range(80):
        for one, two in zip(*batches, strict=True):
            assert np.array_equal(one, two)
        told += bool(batches[0].observation[:, of_facts].any())
        names = native.spaces.actions.names
        actions = [rich(names, [int(at) for at in np.flatnonzero(mask)], chance) for mask in batches[0].mask]
        batches = native.step(actions), python.step(actions)
    assert native.engine == "native"
    assert told > 20
