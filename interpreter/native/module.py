"""Makes the module of a game: bytes of WebAssembly, and where its results lie."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from struct import pack
from typing import TYPE_CHECKING

from ..compile.analysis import scores_settle
from ..compile.labels import DEAL
from . import encoding as wasm
from . import knowing, library, searching, stepping
from .body import Value
from .dialect import Refused
from .kinds import DRAW, NUMBER, STATE, integer, sequence
from .layout import Layout, Shape
from .memory_map import CONSTANTS, FACES, LEAPS, MOST_TREE, START, TREE, WATCH
from .policies import Policy, decider, sensible
from .rollouts import LEGAL, listed, listing, rollouts
from .routines import (
    GLOBALS,
    HEAD,
    ROUTINES,
    Limit,
    dispatch,
    games,
    leaps,
    playing,
    routines,
    seeding,
    telling,
)
from .searching import Searched
from .stepping import Arrays, Desk, Parts
from .tables import following
from .translator import Translator
from .trials import Trial, chooser, intact
from .watching import HELD, OFFERED, STANDINGS, Watched, watcher

if TYPE_CHECKING:
    from ..compile.machine import Machine

LARGEST_MODULE = 1 << 22
"""The most bytes of a module."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module.

    Attributes:
        code: its bytes.
        layout: where the slots of its positions lie.
        told: the slots that are told of each game.
        row: how many numbers are told of each game.
        image: the address of the position with which games begin.
    """

    code: bytes
    layout: Layout
    told: tuple[str, ...]
    row: int
    image: int


def translated(
    machine: Machine, turns: frozenset[int], told: Sequence[str], watched: Watched | None = None,
    policy: Policy | None = None, *, searched: Searched | None = None, trial: Trial | None = None,
    from_positions: bool = False,
) -> Module:  # fmt: skip
    """Return the module that plays a game at random.

    Args:
        machine: the bare build of the game.
        turns: the sites at which the seat to act has a turn.
        told: the slots of the last position that are told of each game.
        watched: what is observed before each decision, if anything is.
        policy: how players choose; by default all choose at random.
        searched: what tree searches must know, if there are any; they need given positions.
        trial: how games are played if they are trial games, by a build with probes.
        from_positions: whether it also plays on from given positions, which needs a policy.

    Raises:
        Refused: the game needs something that native code cannot do; the text says what.
    """
    program = machine.program
    if trial is None and "_ran" in machine.functions:
        raise Refused("the counting of rules, but in trial games")
    if searched is not None and program.tables is not None:
        raise Refused("tree searches at several tables")
    layout = Layout(program, machine.blank, machine.frame)
    watchers: list[ast.FunctionDef] = []
    if watched is not None:
        if not watched.possible(program):
            raise Refused("so many actions or conditions")
        counts = len(program.actions), len(watched.conditions)
        layout.observe(OFFERED, HELD, STANDINGS, *counts)
        watchers = [watcher(program, watched, site) for site in range(len(machine.sites))]
    deciders = [
        None if function is None
        else chooser(trial, site) if trial is not None
        else decider(policy, site) if policy is not None
        else None
        for site, function in enumerate(machine.random)
    ]  # fmt: skip
    check = None if trial is None else intact(program)
    helpers = [] if policy is None else [sensible(policy)]
    searchers: list[ast.FunctionDef | None] = []
    ends: list[ast.FunctionDef] = []
    if searched is not None and policy is not None:
        layout.observed |= searching.slots(layout, program.players)
        helpers += filter(None, deciders)
        hints = bool(policy.prefers)
        searchers += (
            None if tree is None else searching.searcher(machine, searched, site, hints=hints)
            for site, tree in enumerate(deciders)
        )
        ends += searching.counting(program)
    translator = Translator(machine, layout, helpers, searching.GIVEN)
    state, draw, seat = Value(STATE, b""), Value(DRAW, b""), Value(NUMBER, wasm.get(0))
    lists: list[ast.FunctionDef] = []
    if from_positions:
        layout.observed[LEGAL] = listed(layout)
        lists += [listing(site) for site in range(len(machine.sites))]
    action = Value(sequence(integer(layout.words)), wasm.get(0))
    actions: list[int | None] = []
    evaluate: int | None = None
    while True:
        sites: list[int | None] = [
            translator.added(tree) if tree is not None
            else None if function is None
            else translator.number(function.__name__, [state, draw])
            for tree, function in zip(deciders, machine.random, strict=True)
        ]  # fmt: skip
        observing = [translator.added(each) for each in watchers]
        listings: list[int | None] = [translator.added(each) for each in lists]
        in_tree = [None if each is None else translator.added(each) for each in searchers]
        begins_and_ends = [
            translator.added(each, *further)
            for each, further in zip(ends, ((), (Value(NUMBER, wasm.get(0)),)), strict=False)
        ]
        checking = None if check is None else translator.added(check)
        if from_positions:
            actions = [
                translator.number(function.__name__, [state, action]) for function in machine.apply
            ]
            if machine.evaluate is not None:
                evaluate = translator.number(machine.evaluate.__name__, [state, seat])
        blocks = _blocks(machine, translator, every=bool(layout.tables))
        if not translator.outdated():
            break
    functions = [*routines(layout), *translator.functions]
    assert len(functions) == ROUTINES + len(translator.functions)
    before = machine.blank.clone()
    before.turn = -2  # the match has not begun
    address, content = translator.constants.data()
    image = address + len(content)
    content += layout.packed(before)
    start = DEAL.to_bytes(8, "little", signed=True)
    data: list[tuple[int, bytes]] = [(address, content), (LEAPS, leaps()), (START, start)]
    if observing:
        data.append((WATCH, layout.heads()))
    exports: dict[str, int] = {}

    def add(function: wasm.Function, name: str = "") -> int:
        functions.append(function)
        if name:
            exports[name] = len(functions) - 1
        return len(functions) - 1

    seeded = add(seeding())
    follow = add(following(layout)) if layout.tables else None
    limit = None if trial is None or checking is None else Limit(trial.most, checking, trial.every)
    play = add(
        playing(layout, image, seeded, sites, blocks, turns, observing, follow, limit), "playout"
    )
    parts = [layout.part(name) for name in told]
    tell = add(telling(parts))
    row = 8 * HEAD + sum(size for _, size in parts)
    add(games(play, tell, row), "games")
    if from_positions:
        settled = scores_settle(program)
        jobs = rollouts(layout, actions, sites, blocks, evaluate, parts, settled, follow)
        add(jobs, "rollouts")
        add(dispatch(listings), "legal")
    if searchers:
        begins, learns = begins_and_ends
        add(searching.searching(layout, in_tree, blocks, (seeded, begins, learns)), "search")
    end = TREE + MOST_TREE if searchers else CONSTANTS + len(content)
    pages = end // wasm.PAGE + 1
    several = wasm.I64 * layout.words if layout.words > 1 else b""
    code = wasm.module(functions, exports, pages, GLOBALS, data, several)
    if len(code) > LARGEST_MODULE:
        raise Refused(f"a module of {len(code)} bytes")
    return Module(code, layout, tuple(told), row // 8, image)


# -- many games that are stepped together


def _blocks(machine: Machine, translator: Translator, *, every: bool) -> list[int | None]:
    """Return the numbers of the functions of blocks; None for those that nothing leads to.

    Args:
        machine: the machine.
        translator: has translated what runs at decisions.
        every: whether all blocks are wanted.
    """
    state = Value(STATE, b"")
    blocks: list[int | None] = [None] * len(machine.blocks)
    done: set[int] = set()
    while True:
        found = (
            {DEAL} | translator.mentioned if not every else {-each for each in range(len(blocks))}
        )
        further = {each for each in found if 0 < -each < len(blocks)} - done
        if not further:
            return blocks
        done |= further
        for code in sorted(further, reverse=True):
            function = machine.blocks[-code]
            if function is not None:
                blocks[-code] = translator.number(function.__name__, [state])


@dataclass(frozen=True, slots=True)
class Stepped:
    """A module that steps games.

    Attributes:
        code: its bytes.
        layout: where the slots of its positions lie.
        desk: where games and arrays lie; the games take the rest of the memory.
    """

    code: bytes
    layout: Layout
    desk: Desk


def stepped(machine: Machine, arrays: Arrays, rows: int, games: int) -> Stepped:
    """Return the module that steps games of a recording build.

    Args:
        machine: the recording build.
        arrays: how actions and observations are written as numbers.
        rows: for how many games there are arrays at once.
        games: for how many games there is room.

    Raises:
        Refused: the game needs something that native code cannot do; the text says what.
    """
    program = machine.program

    def shapes(words: int) -> dict[str, Shape]:
        return knowing.shapes(program, words) | stepping.shapes(program, words, arrays.recent)

    layout = Layout(program, machine.blank, machine.frame, shapes)
    tracker = knowing.NativeTracker(program)
    given = {
        "R": tracker, "SIDES": program.teams and program.teams.sides,
        "set_of": library.set_of, "cards_of": library.cards_of, "e_begins": stepping.begins,
        "put": library.put, "put_cards": library.put_cards, "allow": library.allow, **arrays.given,
    }  # fmt: skip
    own = stepping.helpers(program, arrays.recent)
    sites = [stepping.choosing(machine, site) for site in range(len(machine.sites))]
    own += [does for does, _, _ in sites]
    translator = Translator(
        machine, layout, [*knowing.placing(tracker.places), *own, *arrays.functions], given
    )
    state, number = Value(STATE, b""), Value(NUMBER, wasm.get(0))
    named = {each.name: each for each in (*own, *arrays.functions)}
    while True:
        choose = [translator.added(each, number) for _, each, _ in sites]
        mask = [translator.added(each) for _, _, each in sites]
        blocks: list[int | None] = [
            None if function is None else translator.number(function.__name__, [state])
            for function in machine.blocks
        ]
        begin, done = translator.added(named["e_begin"]), translator.added(named["e_done"])
        reward = translator.added(named["e_reward"], number)
        observe = translator.added(named["e_observe"], number)
        if not translator.outdated():
            break
    functions = [*routines(layout), *translator.functions]

    def add(function: wasm.Function) -> int:
        functions.append(function)
        return len(functions) - 1

    seeded, at_block = add(seeding()), add(dispatch(blocks))
    follow = add(following(layout)) if layout.tables else None
    advance = add(stepping.advancing(layout, at_block, follow))
    at_site, at_mask = add(dispatch(choose, wasm.I64)), add(dispatch(mask))
    parts = Parts(seeded, advance, begin, done, reward, observe, at_site, at_mask)
    before = machine.blank.clone()
    before.turn = -2  # the match has not begun
    address, content = translator.constants.data()
    image = address + len(content)
    content += layout.packed(before)
    place = stepping.desk(address + len(content), rows, arrays, program.players, layout.size)
    fresh = add(stepping.beginning(layout, image, parts))
    tell = add(stepping.telling(layout, place, arrays, parts))
    both = stepping.stepping(layout, place, program.players, parts, fresh, tell)
    look = stepping.looking(layout, place, arrays, parts)
    named_functions = zip(("begin", "step", "look"), (*both, look), strict=True)
    exports = {name: add(each) for name, each in named_functions}
    pages = (place.games + games * place.stride) // wasm.PAGE + 1
    several = wasm.I64 * layout.words if layout.words > 1 else b""
    numbers = {face: at for at, face in enumerate(dict.fromkeys(layout.faces))}
    faces = pack(f"<{len(layout.faces)}H", *(numbers[face] for face in layout.faces))
    data = [(FACES, faces), (LEAPS, leaps()), (address, content)]
    if pages > wasm.MOST_PAGES:
        raise Refused(f"{games} games of {place.stride} bytes")
    code = wasm.module(functions, exports, pages, GLOBALS, data, several)
    if len(code) > LARGEST_MODULE:
        raise Refused(f"a module of {len(code)} bytes")
    return Stepped(code, layout, place)
