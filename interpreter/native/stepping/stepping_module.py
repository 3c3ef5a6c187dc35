"""Makes the module that steps many games together: one choice in each of them."""

from __future__ import annotations

from dataclasses import dataclass
from struct import pack
from typing import TYPE_CHECKING

from ...runtime import melds
from ..code import encoding as wasm
from ..code.body import Value
from ..code.kinds import NUMBER, STATE
from ..dialect import Refused
from ..library import library
from ..library.routines import advancing, dispatch, seeding
from ..library.tables import following
from ..memory.layout import Layout
from ..memory.memory_map import FACES
from ..memory.shapes import Shape
from ..module import Assembly
from ..translation.translator import Translator
from . import knowing, stepping
from .stepping import Arrays, Desk, Learner, Parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...core.machine import Machine

MOST_BYTES = 1 << 33
"""The most bytes of all games that are stepped together."""


@dataclass(frozen=True, slots=True)
class SteppingModule:
    """A module that steps games.

    Attributes:
        code: its bytes.
        exports: the value types of the parameters of its functions, by name.
        layout: where the slots of its positions lie.
        desk: where games and arrays lie; the games take the rest of the memory.
        games: for how many games there is room in one memory.
        size: the bytes of one memory.
    """

    code: bytes
    exports: Mapping[str, bytes]
    layout: Layout
    desk: Desk
    games: int
    size: int


def stepped(
    machine: Machine, arrays: Arrays, rows: int, games: int, seat: int | None = None, parts: int = 1
) -> SteppingModule:
    """Return the module that steps games of a recording build.

    Args:
        machine: the recording build.
        arrays: how actions and observations are written as numbers.
        rows: for how many games there are arrays at once.
        games: how many games there are.
        seat: the seat whose choices are given, if the others choose at random.
        parts: into how many parts the games are divided at least, each with a memory of its own. There are more where
            the memories would be too large.

    Raises:
        Refused: the game needs something that native code cannot do; the text says what.
    """
    program = machine.program

    def shapes(words: int) -> dict[str, Shape]:
        return knowing.shapes(program, words, arrays.facts) | stepping.shapes(program, words, arrays.recent, seat)

    layout = Layout(program, machine.blank, machine.frame, shapes)
    tracker = knowing.NativeTracker(program)
    facts = knowing.remembering(program, tracker.places, arrays.facts, arrays.positions)
    given = {
        "R": tracker,
        "set_of": melds.set_of,
        "cards_of": melds.cards_of,
        "put": library.put,
        "put_one": library.put_one,
        "put_zeros": library.put_zeros,
        "put_cards": library.put_cards,
        "allow": library.allow,
        "tally": library.tally,
        **arrays.given,
    }
    own = stepping.helpers(program, arrays.recent)
    sites = [stepping.choosing(machine, site) for site in range(len(machine.sites))]
    own += [does for does, _, _, _ in sites]
    translator = Translator(machine, layout, [*knowing.placing(tracker.places), *facts, *own, *arrays.functions], given)
    state, number = Value(STATE, b""), Value(NUMBER, wasm.get(0))
    named = {each.name: each for each in (*own, *arrays.functions)}
    while True:
        choose = [translator.added(each, number) for _, each, _, _ in sites]
        mask = [translator.added(each) for _, _, each, _ in sites]
        count = [translator.added(each) for _, _, _, each in sites]
        blocks: list[int | None] = [
            None if function is None else translator.number(function.__name__, [state]) for function in machine.blocks
        ]
        begin, done = translator.added(named["e_begin"]), translator.added(named["e_done"])
        reward = translator.added(named["e_reward"], number)
        observe = translator.added(named["e_observe"], number)
        if not translator.outdated():
            break
    module = Assembly(translator, machine.blank)
    numbers = {face: at for at, face in enumerate(dict.fromkeys(layout.faces))}
    module.hold(FACES, pack(f"<{len(layout.faces)}H", *(numbers[face] for face in layout.faces)))
    seeded, at_block = module.add(seeding()), module.add(dispatch(blocks))
    follow = module.add(following(layout)) if layout.tables else None
    advance = module.add(advancing(layout, at_block, follow))
    at_site, at_mask = module.add(dispatch(choose, wasm.I64)), module.add(dispatch(mask))
    at_count = module.add(dispatch(count))
    called = Parts(seeded, advance, begin, done, reward, observe, at_site, at_mask, at_count)
    place = stepping.desk(module.end, rows, arrays, program.players, layout.size)
    choose_one = module.add(stepping.choosing_one(layout, called))
    learner = None
    if seat is not None:
        play_on = module.add(stepping.playing_on(layout, seat, choose_one))
        learner = Learner(seat, program.players, play_on)
    fresh = module.add(stepping.beginning(layout, module.image, called, learner))
    tell = module.add(stepping.telling(layout, place, arrays, called, learner))
    both = stepping.stepping(layout, place, program.players, called, (fresh, tell, choose_one), learner)
    look = stepping.looking(layout, place, arrays, called)
    count_all = stepping.counting(layout, place, arrays, called)
    named_functions = (*both, look, count_all)
    for name, function in zip(("begin", "step", "look", "count"), named_functions, strict=True):
        module.add(function, name)
    most = (wasm.MOST_PAGES * wasm.PAGE - place.games - 1) // place.stride
    if most < 1 or games * place.stride > MOST_BYTES:
        raise Refused(f"{games} games of {place.stride} bytes")
    each = -(-games // max(parts, -(-games // most)))
    end = place.games + each * place.stride
    size = (end // wasm.PAGE + 1) * wasm.PAGE
    return SteppingModule(module.code(end), module.exports, layout, place, each, size)
