"""A game in native code: plays games, plays on from positions, and searches."""

from __future__ import annotations

import _thread
import atexit
import signal
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from struct import Struct
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from .dialect import Refused
from .library.routines import HEAD
from .loading import Loaded, contained
from .memory.layout import Packed
from .memory.memory_map import (
    DONE,
    HEADER,
    HISTOGRAM,
    LENGTH_AND_ROOM,
    LOOKED,
    MOST_ROWS,
    PASSED,
    POSITION,
    ROWS,
    START,
    SUMS,
)
from .playing.actions import ACTIONS, LEGAL, packed
from .playing.played import Played, PlayedOn
from .playing.playing_module import translated
from .playing.rollouts import JOBS, MOST_JOBS, MOST_WORLDS, WORLDS, Job, stride, written
from .playing.wanted import Wanted

if TYPE_CHECKING:
    from ..core.machine import Machine, Raw
    from ..runtime.position import Position
    from .memory.layout import Layout

LARGEST_MEMORY: Final = 1 << 27
"""The most bytes of memory that a game may have."""

_LAST_WAIT: Final = 1.0
"""How long Python waits at its end for a call that was left, in seconds."""

FEW: Final = 20
"""Up to this many games are played with baseline code."""

ENOUGH: Final = 0.03
"""Code that ran so long is worth it, in seconds."""

_AT_SITES: Final = ("random", "legal", "apply")
"""How the names of generated functions begin that end in the number of a site."""

_RULES: Final = {
    "act": "the action '{}'",
    "can": "the action '{}'",
    "d": "the definition '{}'",
    "do": "the definition '{}'",
    "block": "the course of the game ('{}')",
}
"""What generated functions are in words, by how their names begin."""

_NOTICED: Final = 0.02
"""A call is left to another thread if it may take longer than that, in seconds; see `Native._call`."""

_GAMES: Final = Wanted()
_PAIR: Final = Struct("<qq")
_LONG: Final = Struct("<q")
_LENGTH: Final = Struct("<I")
_MASK: Final = (1 << 64) - 1


class Native:
    """A game as native code.

    The baseline compiler makes code for the first games. Where many are played, code that is better
    takes its place.

    Attributes:
        stopped_in: in which rule the last call stopped that did not come to its end.
    """

    def __init__(self, machine: Machine, wanted: Wanted = _GAMES) -> None:
        """Translate and compile a game.

        Args:
            machine: its bare build.
            wanted: what native code is wanted for; by default it only plays games.

        Raises:
            Refused: the game needs something that native code cannot do; the text says what.
        """
        with contained():
            module = translated(machine, wanted)
        self._module = module
        self._blank = machine.blank
        self._sites = machine.sites
        self.stopped_in = ""
        self._left = False  # whether a call was left that may still be running
        self._pace = 0.001  # the seconds that a game took in the last call of `returns`
        self._spent = 0.0  # the seconds that calls took so far
        self._settings: dict[int, bytes] = {}  # what was written to stay in memory, by address
        self._last: Packed | None = None  # a position that was written
        try:
            self._use(Loaded(module.code, module.exports, LARGEST_MEMORY, baseline=True))
        except Refused:  # the other compiler may know what this one does not
            self._use(Loaded(module.code, module.exports, LARGEST_MEMORY))

    def _use(self, loaded: Loaded) -> None:
        """From now on use this code, with the same memory."""
        self._loaded = loaded
        self._memory = loaded.memory
        for address, content in self._settings.items():
            self.write(content, address)

    def _prepare(self, games: int = 1) -> None:
        """Compile the code well if it is used much, before so many games are played."""
        loaded = self._loaded
        if loaded.baseline and not self._left and (games > FEW or self._spent > ENOUGH):
            loaded.baseline = False
            with suppress(Refused):  # there may be no room for a second memory
                self._use(Loaded(self._module.code, self._module.exports, LARGEST_MEMORY))
                loaded.close()

    @property
    def layout(self) -> Layout:
        """Where the slots of positions lie."""
        return self._module.layout

    def optimize(self) -> None:
        """Compile the code well now; what code keeps in memory is gone, if it was not before."""
        self._prepare(FEW + 1)

    @property
    def most(self) -> int:
        """The largest number of games that one call can play."""
        return MOST_ROWS // (8 * self._module.row)

    @property
    def places(self) -> dict[str, int]:
        """Where the slots begin in the report about a game; see `Played.column`."""
        places: dict[str, int] = {}
        at = HEAD
        for name in self._module.told:
            places[name] = at
            at += self._module.layout.part(name)[1] // 8
        return places

    def begin(self, deal: int) -> None:
        """From now on begin games with a deal of the match, counted from 1, as benchmarks do."""
        place = self._module.image + self._module.layout.slots["deal"].address - POSITION
        self._set((deal - 1).to_bytes(8, "little"), place)

    def go_on_from(self, position: Position) -> None:
        """From now on play copies of a position, in which a decision is to be made, to their ends.

        Benchmarks use this. The seed of such a game is that of all chance that follows.

        Raises:
            Refused: the position has no room in native code, or is that of several tables.
        """
        layout = self._module.layout
        if layout.tables:
            raise Refused("a position of several tables")
        self._set(layout.packed(position), self._module.image)
        self._set(_LONG.pack(position.pc), START)

    def games(self, seed: int, count: int) -> Played:
        """Play games at random.

        Args:
            seed: the seed of the first game; each later one has the next.
            count: how many games; at most `most`.
        """
        if self._left:
            nothing = array("q")
            return Played(nothing, nothing, self._module.row, {}, stopped=True, slots=self._slots)
        self._prepare(count)
        stopped = not self._call("games", _signed(seed), count, long=count > 1)
        done, branches = _PAIR.unpack(self.read(DONE, 16))
        numbers = array("q", self.read(HISTOGRAM, 8 * (branches + 1)))
        choices = {number: times for number, times in enumerate(numbers) if times}
        width = self._module.row
        rows = array("q", self.read(ROWS, 8 * width * done))
        sums = array("q", self.read(SUMS, 24 * width))
        return Played(rows, sums, width, choices, stopped, self._slots)

    def _slots(self, rows: Sequence[int], at: int) -> list[Any]:
        """Return the slots that are reported about a game, from where they begin in a row."""
        values: list[Any] = []
        for name in self._module.told:
            value, at = self._module.layout.told(name, rows, at)
            values.append(value)
        return values

    def passed(self, points: int) -> Iterator[tuple[bool, bool]]:
        """Yield for each of so many points whether it was reached, and whether it was false there.

        That is what the last call reached; it may also tell of calls before.
        """
        flags = self.read(PASSED, 2 * points)
        return zip(map(bool, flags[::2]), map(bool, flags[1::2]), strict=True)

    def look(self, looked: Sequence[bool]) -> None:
        """From now on leave games to Python that reach certain rules.

        Args:
            looked: for each point whether it is one of them.
        """
        self._set(bytes(looked), LOOKED)

    def observed(self) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
        """Return what was observed of the last game: see `Watch.add` in `simulation/`."""
        found: list[Sequence[int]] = []
        for slot in self._module.layout.observed.values():
            (length,) = _LENGTH.unpack(self.read(slot.address, _LENGTH.size))
            found.append(array("q", self.read(slot.address + HEADER, 8 * length)))
        offered, held, standings = found
        return offered, held, standings

    def rollouts(self, worlds: Sequence[Position], jobs: Sequence[Job]) -> list[PlayedOn | None]:
        """Play on from positions; return None for what Python must play.

        Args:
            worlds: the positions.
            jobs: what is to be played, in the order of the positions.
        """
        found: list[PlayedOn | None] = []
        room = MOST_WORLDS // self._module.layout.size
        if len(worlds) <= room:
            return self._in_worlds(worlds, jobs)
        for first in range(0, len(worlds), room):
            some = range(first, min(first + room, len(worlds)))
            wanted = [replace(job, world=job.world - first) for job in jobs if job.world in some]
            found += self._in_worlds(worlds[first : some.stop], wanted)
        return found

    def _in_worlds(self, worlds: Sequence[Position], jobs: Sequence[Job]) -> list[PlayedOn | None]:
        """Do the same in positions for which there is room."""
        found: list[PlayedOn | None] = []
        self._prepare()
        self._place(worlds)
        layout = self._module.layout
        size = stride(layout)
        most = min(MOST_JOBS // size, MOST_ROWS // (8 * self._module.row))
        while len(found) < len(jobs):
            asked = jobs[len(found) : len(found) + most]
            self.write(b"".join(written(layout, job) for job in asked), JOBS)
            stopped = not self._call("rollouts", len(asked), long=False)
            done, _ = _PAIR.unpack(self.read(DONE, 16))
            width = 3 + sum(layout.part(name)[1] for name in self._module.told) // 8
            rows = array("q", self.read(ROWS, 8 * width * done))
            for start in range(0, len(rows), width):
                at, values = start + 3, dict[str, Any]()
                for name in self._module.told:
                    values[name], at = layout.told(name, rows, at)
                decisions, code, worth = rows[start : start + 3]
                found.append(PlayedOn(decisions, code, worth, values))
            if stopped:
                found.append(None)
        return found

    def returns(
        self, worlds: Sequence[Position], each: int, first: int, seed: int, otherwise: Callable[[int], Sequence[float]]
    ) -> array[float]:
        """Play copies of positions to their ends; return what each game returns to the seats, one after the other.

        The code must have been made for returns. Games with halves tell their number.

        Args:
            worlds: the positions.
            each: how many games begin with each of them.
            first: the number of the game to begin with.
            seed: the seed of all chance in the game 0; each later one has the next.
            otherwise: plays a game in Python, by its number, where native code stops.

        Raises:
            Refused: a position has no room in native code.
        """
        found = array("d")
        layout, width = self._module.layout, 8 * len(self._blank.v_score)  # type: ignore[attr-defined]
        self._prepare(each * len(worlds))
        room, most = MOST_WORLDS // layout.size, MOST_ROWS // width
        for start in range(first // each, len(worlds), room):
            some = worlds[start : start + room]
            self._place(some)
            before, end = start * each, each * len(some)
            at = max(first - before, 0)
            while at < end:
                last, began = min(end, at + most), perf_counter()
                long = (last - at) * self._pace > _NOTICED
                complete = self._call("returns", at, last, each, _signed(seed + before + at), long=long)
                done, _ = _PAIR.unpack(self.read(DONE, 16))
                found.frombytes(self.read(ROWS, width * done))
                at += done
                self._pace = (perf_counter() - began) / max(done, 1)
                if not complete:
                    found.extend(otherwise(before + at))
                    at += 1
        return found

    def _place(self, worlds: Sequence[Position]) -> None:
        """Write positions to memory, where they are played on."""
        layout = self._module.layout
        first, *others = worlds
        self._last = last = Packed(first.clone(), layout.packed(first, self._last))
        images = [last.image, *(layout.packed(world, last) for world in others)]
        self.write(b"".join(images), WORLDS)

    def place(self, worlds: Sequence[Position]) -> int:
        """Write positions in which searches begin; return for how many of them there is room."""
        worlds = worlds[: MOST_WORLDS // self._module.layout.size]
        self._place(worlds)
        return len(worlds)

    def search(self, worlds: int, simulations: int, luck: int, horizon: int) -> int:
        """Grow the tree in memory by simulations; return how many trapped, which do not count.

        Args:
            worlds: the number of positions in memory in which they begin, in turn.
            simulations: how many.
            luck: the seed of the choices in them.
            horizon: the most decisions of each.
        """
        done = trapped = 0
        while done < simulations:
            left, seed = simulations - done, _signed(luck)
            if not self._call("search", done, left, worlds, seed, horizon, long=False):
                done += 1
                trapped += 1
            done += _PAIR.unpack(self.read(DONE, 16))[0]
        return trapped

    def legal(self, position: Position) -> list[Raw] | None:
        """Return the legal actions of a position; None if Python must list them.

        The code must have been made for actions.

        Args:
            position: a position that waits for a decision.

        Raises:
            Refused: the position has no room in native code.
        """
        self._prepare()
        layout = self._module.layout
        slot = layout.observed[LEGAL]
        self.write(LENGTH_AND_ROOM.pack(0, slot.shape.capacity * layout.words), slot.address)
        self.write(layout.packed(position), POSITION)
        if not self._call("legal", long=False):
            return None
        (length,) = _LENGTH.unpack(self.read(slot.address, _LENGTH.size))
        size = 8 * layout.words
        content = self.read(slot.address + HEADER, size * length)
        numbers = [
            int.from_bytes(content[start : start + size], "little", signed=True)
            for start in range(0, len(content), size)
        ]
        found: list[Raw] = []
        at = 0
        while at < length:
            found.append(tuple(numbers[at + 1 : at + 1 + numbers[at]]))
            at += 1 + numbers[at]
        return found

    def step(self, position: Position, action: Raw) -> Position | None:
        """Return what follows from an action, up to the next decision; None if Python must do it.

        The code must have been made for actions.

        Args:
            position: a position that waits for a decision.
            action: a legal action.

        Raises:
            Refused: the position has no room in native code.
        """
        self._prepare()
        layout = self._module.layout
        self.write(layout.packed(position), POSITION)
        self.write(packed(layout, action), ACTIONS)
        return self._position() if self._call("apply", long=False) else None

    def last(self, seed: int) -> Position | None:
        """Play a game at random; return its last position, or None if Python must play it."""
        self._prepare()
        if self._left or not self._call("playout", _signed(seed)):
            return None
        return self._position()

    def _position(self) -> Position:
        """Return the position in memory."""
        layout = self._module.layout
        return layout.position(self._blank, self.read(POSITION, layout.size))

    def _call(self, name: str, *arguments: int, long: bool = True) -> bool:
        """Call a function of the module; return whether it came to its end, without a trap.

        Python notices a signal only in its own code. So where signals are handled, the main thread
        waits while another one makes a long call; if a signal ends the wait, the call is left, and
        the module is not used again. In worker processes, which leave signals to their parents,
        there is no such wait: on busy cores a thread is woken late, and a core is idle meanwhile.
        """
        function, ended = self._loaded.exports[name], list[bool]()
        began = perf_counter()

        def call() -> None:
            try:
                function(self._loaded.store, *arguments)
            except self._loaded.wrong as error:
                self.stopped_in = self._rule(error)
                ended.append(False)
            else:
                ended.append(True)
            self._spent += perf_counter() - began

        if not long or not _handles_signals():
            call()
            return ended[0]
        # Without the objects of `threading`: a signal in one of their methods can leave it locked.
        running = _thread.allocate_lock()
        running.acquire()

        def call_and_release() -> None:
            try:
                call()
            finally:
                running.release()

        try:  # a signal may also come while the thread starts, which then runs on
            try:
                _thread.start_new_thread(call_and_release, ())
            except RuntimeError:  # there may be no more threads
                call_and_release()
            running.acquire()
        except BaseException:
            self._left = True
            self._loaded.leave()
            # A thread that returns while Python ends can crash it.
            atexit.register(running.acquire, timeout=_LAST_WAIT)
            raise
        return bool(ended) and ended[0]

    def _rule(self, error: Exception) -> str:
        """Return in which rule a call has ended, in words; empty if that is not known."""
        names = (self._module.names[number] for number in self._loaded.functions(error))
        kind, _, name = next(filter(None, names), "").partition("_")
        if kind in _AT_SITES:
            site = self._sites[int(name)]
            name = "an answer" if site.asked else f"a turn of '{site.step}'"
            return name
        return _RULES[kind].format(name.replace("_", " ")) if kind in _RULES else ""

    def read(self, address: int, size: int) -> bytes:
        """Return so many bytes of memory."""
        return bytes(self._memory[address : address + size])

    def write(self, content: bytes, address: int) -> None:
        """Write bytes to memory."""
        self._memory[address : address + len(content)] = content

    def _set(self, content: bytes, address: int) -> None:
        """Write bytes, and write them again when optimised code replaces the baseline code."""
        self._settings.pop(address, None)  # so that the last one is written last
        self._settings[address] = content
        self.write(content, address)


def _handles_signals() -> bool:
    """Return whether a signal that ends a program would call Python code in this thread."""
    if threading.current_thread() is not threading.main_thread():
        return False
    return any(callable(signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGTERM))


def _signed(seed: int) -> int:
    seed &= _MASK
    return seed - (1 << 64) if seed >> 63 else seed
