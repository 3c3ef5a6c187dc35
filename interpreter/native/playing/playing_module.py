"""Makes the module that plays a game, and what else is wanted of native code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...analysis.analysis import scores_settle
from ...core import nodes
from ...core.labels import DEAL
from ..code import encoding as wasm
from ..code.body import Value
from ..code.kinds import DRAW, NUMBER, STATE, integer, sequence
from ..dialect import Refused
from ..library.routines import HEAD, Limit, advancing, dispatch, games, playing, seeding, telling
from ..library.tables import following
from ..library.trials import chooser, intact
from ..memory.layout import Layout
from ..memory.memory_map import MOST_TREE, START, TREE, WATCH
from ..module import Assembly
from ..translation.translator import Translator
from . import searching
from .actions import LEGAL, applying, listed, listing, listing_at_site
from .policies import decider, sensible
from .returns import returning, returns
from .rollouts import rollouts
from .wanted import Wanted
from .watching import HELD, MOST_BITS, OFFERED, STANDINGS, watcher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...core.machine import Machine


@dataclass(frozen=True, slots=True)
class PlayingModule:
    """A module that plays games.

    Attributes:
        code: its bytes.
        exports: the value types of the parameters of its functions, by name.
        layout: where the slots of its positions lie.
        told: the slots that are reported about each game.
        row: how many numbers are reported about each game.
        image: the address of the position with which games begin.
        names: for each function the name of the generated one that it translates, if it does.
    """

    code: bytes
    exports: Mapping[str, bytes]
    layout: Layout
    told: tuple[str, ...]
    row: int
    image: int
    names: tuple[str, ...]


def translated(machine: Machine, wanted: Wanted) -> PlayingModule:
    """Return the module that plays a game.

    Args:
        machine: the bare build of the game.
        wanted: what it is wanted for.

    Raises:
        Refused: the game needs something that native code cannot do; the text says what.
    """
    program = machine.program
    watched, policy, trial, searched = wanted.watched, wanted.policy, wanted.trial, wanted.searched
    if trial is None and "_ran" in machine.functions:
        raise Refused("rule counters outside of trial games")
    if searched is not None and program.tables is not None:
        raise Refused("tree searches at several tables")
    if wanted.returns and program.tables is not None:
        raise Refused("a position of several tables")
    layout = Layout(program, machine.blank, machine.frame)
    watchers: list[nodes.FunctionDef] = []
    if watched is not None:
        if not watched.possible(program):
            raise Refused(f"more than {MOST_BITS} actions or conditions")
        counts = len(program.actions), len(watched.conditions)
        layout.observe(OFFERED, HELD, STANDINGS, *counts)
        watchers = [watcher(program, watched, site) for site in range(len(machine.sites))]
    deciders = [
        None
        if function is None
        else chooser(trial, site)
        if trial is not None
        else decider(policy, site)
        if policy is not None
        else None
        for site, function in enumerate(machine.random)
    ]
    check = None if trial is None else intact(program)
    helpers = [] if policy is None else [sensible(policy)]
    searchers: list[nodes.FunctionDef | None] = []
    ends: list[nodes.FunctionDef] = []
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
    lists: list[nodes.FunctionDef] = []
    if wanted.actions:
        layout.observed[LEGAL] = listed(layout)
        lists += [listing(site) for site in range(len(machine.sites))]
    action = Value(sequence(integer(layout.words)), wasm.get(0))
    actions: list[int | None] = []
    evaluate: int | None = None
    while True:
        sites: list[int | None] = [
            translator.added(tree)
            if tree is not None
            else None
            if function is None
            else translator.number(function.__name__, [state, draw])
            for tree, function in zip(deciders, machine.random, strict=True)
        ]
        observing = [translator.added(each) for each in watchers]
        listings = [translator.added(each) for each in lists]
        in_tree = [None if each is None else translator.added(each) for each in searchers]
        begins_and_ends = [
            translator.added(each, *further)
            for each, further in zip(ends, ((), (Value(NUMBER, wasm.get(0)),)), strict=False)
        ]
        returned = translator.added(returning(program), seat) if wanted.returns else None
        checking = None if check is None else translator.added(check)
        if wanted.playouts or wanted.actions:
            actions = [translator.number(function.__name__, [state, action]) for function in machine.apply]
        if wanted.playouts and machine.evaluate is not None:
            evaluate = translator.number(machine.evaluate.__name__, [state, seat])
        blocks = _blocks(machine, translator, every=bool(layout.tables))
        if not translator.outdated():
            break
    module = Assembly(translator, machine.blank)
    module.hold(START, DEAL.to_bytes(8, "little", signed=True))
    if observing:
        module.hold(WATCH, layout.heads())
    seeded = module.add(seeding())
    follow = module.add(following(layout)) if layout.tables else None
    limit = None if trial is None or checking is None else Limit(trial.most, checking, trial.every)
    game = playing(layout, module.image, seeded, sites, blocks, wanted.turns, observing, follow, limit)
    play = module.add(game, "playout")
    parts = [layout.part(name) for name in wanted.told]
    tell = module.add(telling(parts))
    row = 8 * HEAD + sum(size for _, size in parts)
    module.add(games(play, tell, row), "games")
    if wanted.playouts:
        settled = scores_settle(program)
        jobs = rollouts(layout, actions, sites, blocks, evaluate, parts, settled, follow)
        module.add(jobs, "rollouts")
    if returned is not None:
        module.add(returns(layout, module.image, play, returned, program.players), "returns")
    if wanted.actions:
        module.add(listing_at_site(layout, listings), "legal")
        advance = module.add(advancing(layout, module.add(dispatch(blocks)), follow))
        module.add(applying(layout, actions, advance), "apply")
    end = module.end
    if searchers:
        begins, learns = begins_and_ends
        search = searching.searching(layout, in_tree, blocks, (seeded, begins, learns))
        module.add(search, "search")
        end = TREE + MOST_TREE
    told = tuple(wanted.told)
    return PlayingModule(module.code(end), module.exports, layout, told, row // 8, module.image, module.names)


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
        found = {DEAL} | translator.mentioned if not every else {-each for each in range(len(blocks))}
        further = {each for each in found if 0 < -each < len(blocks)} - done
        if not further:
            return blocks
        done |= further
        for code in sorted(further, reverse=True):
            function = machine.blocks[-code]
            if function is not None:
                blocks[-code] = translator.number(function.__name__, [state])
