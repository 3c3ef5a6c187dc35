"""Runs modules with wasmtime; nothing else imports it.

A module is compiled first by wasmtime's baseline compiler (Winch), in some milliseconds. If it is
used much, the optimizing compiler (Cranelift) makes better code of it.

The module reaches nothing but its own memory, whose size is fixed. Machine code is made in this
process and never read from a file.
"""

from __future__ import annotations

import atexit
import platform
import sys
import threading
from array import array
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from operator import mul
from struct import Struct
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final
from weakref import finalize

from ..compile.garbage import collected_later
from .dialect import Refused
from .encoding import MOST_PAGES, PAGE
from .layout import Packed
from .memory_map import (
    DONE,
    HEADER,
    HISTOGRAM,
    LOOKED,
    MOST_ROWS,
    NO_RESULT,
    PASSED,
    POSITION,
    ROWS,
    START,
    SUMS,
)
from .module import stepped, translated
from .rollouts import JOBS, LEGAL, MOST_JOBS, MOST_WORLDS, WORLDS, Job, stride, written
from .routines import HEAD
from .stepping import ASKED

if TYPE_CHECKING:
    from ctypes import Array

    from ..compile.machine import Machine, Raw
    from ..runtime.position import Position
    from .layout import Layout
    from .policies import Policy
    from .searching import Searched
    from .stepping import Arrays
    from .trials import Trial
    from .watching import Watched

LARGEST_MEMORY: Final = 1 << 27
"""The most bytes of memory that a game may have."""

ERROR: Final = "what it should: an error of the translation"
"""How a refusal begins whose reason is a bug."""

_BUGS: Final = (AssertionError, AttributeError, LookupError, TypeError, ValueError)

_LONGEST: Final = 1 << 63
"""Numbers of native code are less than that."""

_LAST_WAIT: Final = 1.0
"""How long Python waits at its end for a call that was left, in seconds."""

FEW: Final = 20
"""So many games are not worth the time to compile them well."""

ENOUGH: Final = 0.03
"""Code that ran so long is worth it, in seconds."""

_WINCH: Final = 2
"""The number of the baseline compiler: `WASMTIME_STRATEGY_WINCH` in the header `config.h`."""

_PAIR: Final = Struct("<qq")
_LONG: Final = Struct("<q")
_ASKED: Final = Struct("<qqQ")
_LENGTH: Final = Struct("<I")
_ROOM: Final = Struct("<II")
_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Played:
    """Some games that were played.

    Attributes:
        rows: what is told of all games, as numbers.
        sums: three numbers for each place in the rows; see `moments`.
        width: how many of them belong to each game.
        choices: how often there were how many legal actions.
        stopped: whether Python must play the next game, which then tells what is wrong with it.
        slots: returns the slots that are told of a game, from the rows and the place of its own.
    """

    rows: array[int]
    sums: array[int]
    width: int
    choices: dict[int, int]
    stopped: bool
    slots: Callable[[array[int], int], list[Any]]

    @property
    def count(self) -> int:
        """The number of games."""
        return len(self.rows) // self.width

    def column(self, place: int) -> array[int]:
        """Return one of the numbers that are told of a game, of all games.

        Args:
            place: which: 0 for the number of decisions, 1 for the seat that had the first turn, 2
                for the sum of the numbers of legal actions, 3 for how often there was one, 4 for
                their mean in millionths; then the slots of the last position follow.
        """
        return self.rows[place :: self.width]

    def moments(self, place: int) -> tuple[int, int]:
        """Return the sum of one of the numbers that are told of a game, and that of its squares.

        Args:
            place: which, as for `column`.
        """
        total, squares, _ = self.sums[3 * place : 3 * place + 3]
        if (self.bits(place) + 1) ** 2 * self.count < _LONGEST:
            return total, squares
        values = self.column(place)
        return sum(values), sum(map(mul, values, values))

    def bits(self, place: int) -> int:
        """Return a number n so that all numbers of a column lie between -1 - n and n."""
        return self.sums[3 * place + 2]

    def parts(self, place: int, capacity: int) -> list[bytes]:
        """Return what is told of a slot that holds a sequence of numbers, of all games, as bytes.

        They are the same where the sequences are the same; see `members`.

        Args:
            place: where what is told of the slot begins.
            capacity: how many numbers there is room for.
        """
        told, size, width = self.rows.tobytes(), HEADER + 8 * capacity, 8 * self.width
        return [told[at : at + size] for at in range(8 * place, len(told), width)]

    @staticmethod
    def members(part: bytes) -> array[int] | None:
        """Return the numbers of a sequence, from one of its `parts`; None if there was none."""
        (length,) = _LENGTH.unpack_from(part)
        return None if length == NO_RESULT else array("q", part[HEADER : HEADER + 8 * length])

    @staticmethod
    def member(place: int, index: int) -> int:
        """Return the place of a member of a sequence, from where what is told of it begins."""
        return place + HEADER // 8 + index

    @property
    def games(self) -> list[tuple[int, int, int, int, list[Any]]]:
        """What is told of each game: the first four numbers, and slots of the last position."""
        starts = range(0, len(self.rows), self.width)
        heads = zip(*map(self.column, range(4)), strict=True)
        return [
            (*head, self.slots(self.rows, start + HEAD))
            for head, start in zip(heads, starts, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A playout.

    Attributes:
        decisions: how many there were after the action with which it began.
        code: the number of the decision at which it ended; negative if the game is over.
        worth: what the ruleset says that the last position is worth; 0 if the game is over, or
            a deal that scores settle.
        slots: slots of the last position.
    """

    decisions: int
    code: int
    worth: int
    slots: dict[str, Any]


def _is_limited() -> bool:
    """Return whether this process may use only so much address space (`ulimit -v`)."""
    try:
        import resource
    except ImportError:  # not on this system
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


@contextmanager
def _contained() -> Generator[None]:
    """Refuse a game where the translation has a bug: Python can still play it."""
    try:
        with collected_later():
            yield
    except _BUGS as bug:  # tests know no ruleset for which this happens
        raise Refused(f"{ERROR} ({bug!r})") from bug


class _Loaded:
    """A module that has been compiled, with its memory.

    Attributes:
        store: what wasmtime keeps of it.
        exports: its functions and its memory.
        memory: the bytes of its memory, which cannot grow.
        wrong: the exceptions that end a call.
        baseline: whether the baseline compiler made it, whose code is slower.
    """

    def __init__(self, code: bytes, largest: int, *, baseline: bool = False) -> None:
        """Compile a module.

        Args:
            code: its bytes.
            largest: the most bytes of memory that it may have.
            baseline: whether to use the baseline compiler, which takes a fifth of the time, where
                there is one.

        Raises:
            Refused: the code is wrong, or the process may not use so much memory.
        """
        wasmtime = _library()
        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        self.baseline = baseline and _use_winch(config)
        if _is_limited():
            # Without room in the address space around a memory, code checks each access to it.
            config.memory_reservation = largest
            config.memory_reservation_for_growth = 0
            config.memory_guard_size = 0
        engine = wasmtime.Engine(config)
        self.wrong: Any = wasmtime.WasmtimeError, wasmtime.Trap
        self.store = wasmtime.Store(engine)
        self.store.set_limits(memory_size=largest, instances=1, memories=1, tables=0)
        try:
            compiled = wasmtime.Module(engine, code)
        except wasmtime.WasmtimeError as error:
            raise Refused(f"{ERROR} ({_cause(error)})") from error
        # Also where Python ends before this is collected.
        self._closing = [finalize(self, owned.close) for owned in (self.store, engine)]
        try:
            instance = wasmtime.Instance(self.store, compiled, [])
        except wasmtime.WasmtimeError as error:  # a limit of the process, as on the size of files
            raise Refused(f"without memory of its own ({_cause(error)})") from error
        self.exports: Any = instance.exports(self.store)
        buffer: Array[Any] = self.exports["memory"].get_buffer_ptr(self.store)
        self.memory = memoryview(buffer).cast("B")

    def close(self) -> None:
        """Free it."""
        self.memory.release()
        for each in self._closing:
            each()

    def leave(self) -> None:
        """Never free what a call may still use."""
        for each in self._closing:
            each.detach()


def _library() -> Any:
    """Return wasmtime.

    Raises:
        Refused: It cannot be loaded, for instance because it has no code for this machine.
    """
    try:
        import wasmtime
    except Exception as error:  # whatever a package of others raises
        reason = f"{type(error).__name__}: {_cause(error)}"
        raise Refused(f"without wasmtime, which cannot be loaded ({reason})") from error
    return wasmtime


def _cause(error: Exception) -> str:
    """Return the last of the causes that wasmtime names, each on a line of its own."""
    lines = str(error).strip().splitlines()
    return lines[-1].lstrip(" 0123456789:") if lines else "no reason is given"


def _use_winch(config: Any) -> bool:
    """Choose wasmtime's baseline compiler; return whether there is one for this machine."""
    if sys.platform == "win32" or platform.machine() not in ("x86_64", "AMD64"):
        return False
    try:
        from wasmtime import _ffi as ffi  # `Config.strategy` does not know the third strategy of C

        ffi.wasmtime_config_strategy_set(config.ptr(), _WINCH)
    except (ImportError, AttributeError):
        return False
    return True


class Native:
    """A game as native code.

    The baseline compiler makes code for the first games. Where many are played, code that is better
    takes its place.
    """

    def __init__(
        self, machine: Machine, turns: frozenset[int], told: Sequence[str],
        watched: Watched | None = None, policy: Policy | None = None, *,
        searched: Searched | None = None, trial: Trial | None = None,
        from_positions: bool = False,
    ) -> None:  # fmt: skip
        """Translate and compile a game.

        Args:
            machine: its bare build.
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
        with _contained():
            module = translated(
                machine, turns, told, watched, policy, searched=searched, trial=trial,
                from_positions=from_positions,
            )  # fmt: skip
        self._module = module
        self._blank = machine.blank
        self._left = False  # whether a call was left that may still be running
        self._spent = 0.0  # the seconds that calls took so far
        self._settings: dict[int, bytes] = {}  # what was written to stay in memory, by address
        self._last: Packed | None = None  # a position that was written
        try:
            self._use(_Loaded(module.code, LARGEST_MEMORY, baseline=True))
        except Refused:  # the other compiler may know what this one does not
            self._use(_Loaded(module.code, LARGEST_MEMORY))

    def _use(self, loaded: _Loaded) -> None:
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
                self._use(_Loaded(self._module.code, LARGEST_MEMORY))
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
        """Where the slots begin in what is told of a game; see `Played.column`."""
        places: dict[str, int] = {}
        at = HEAD
        for name in self._module.told:
            places[name] = at
            at += self._module.layout.part(name)[1] // 8
        return places

    def begin(self, deal: int) -> None:
        """From now on begin games with a deal of the match, counted from 1."""
        place = self._module.image + self._module.layout.slots["deal"].address - POSITION
        self._set((deal - 1).to_bytes(8, "little"), place)

    def go_on_from(self, position: Position) -> None:
        """From now on play copies of a position, in which a decision is to be made, to their ends.

        The seed of such a game is that of all chance that follows.

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
        """Return the slots that are told of a game, from where they begin in a row."""
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

    def _place(self, worlds: Sequence[Position]) -> None:
        """Write positions to memory, where they are played on."""
        layout = self._module.layout
        first, *others = worlds
        self._last = last = Packed(first.clone(), layout.packed(first, self._last))
        images = [last.image, *(layout.packed(world, last) for world in others)]
        self.write(b"".join(images), WORLDS)

    def search(self, worlds: Sequence[Position], simulations: int, luck: int, horizon: int) -> None:
        """Grow the tree in memory by simulations; those that trap do not count.

        Args:
            worlds: the positions in which they begin, in turn.
            simulations: how many.
            luck: the seed of the choices in them.
            horizon: the most decisions of each.
        """
        worlds = worlds[: MOST_WORLDS // self._module.layout.size]
        self._place(worlds)
        done = 0
        while done < simulations:
            left, seed = simulations - done, _signed(luck)
            if not self._call("search", done, left, len(worlds), seed, horizon, long=False):
                done += 1
            done += _PAIR.unpack(self.read(DONE, 16))[0]

    def legal(self, position: Position) -> list[Raw] | None:
        """Return the legal actions of a position; None if Python must list them.

        Args:
            position: a position that waits for a decision.

        Raises:
            Refused: the position has no room in native code.
        """
        self._prepare()
        layout = self._module.layout
        slot = layout.observed[LEGAL]
        head = _ROOM.pack(0, slot.shape.capacity * layout.words)
        self.write(head, slot.address)
        self.write(layout.packed(position), POSITION)
        if not self._call("legal", position.pc, long=False):
            return None
        (length,) = _LENGTH.unpack(self.read(slot.address, _LENGTH.size))
        size = slot.shape.kind.item.stride if slot.shape.kind.item is not None else 8
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

        Args:
            position: a position that waits for a decision.
            action: a legal action.

        Raises:
            Refused: the position has no room in native code.
        """
        (played,) = self.rollouts([position], [Job(0, position.pc, action, 0, 0, 0)])
        if played is None:
            return None
        layout = self._module.layout
        found = layout.position(self._blank, self.read(POSITION, layout.size))
        found.pc = played.code
        return found

    def last(self, seed: int) -> Position | None:
        """Play a game at random; return its last position, or None if Python must play it."""
        self._prepare()
        if self._left or not self._call("playout", _signed(seed)):
            return None
        layout = self._module.layout
        return layout.position(self._blank, self.read(POSITION, layout.size))

    def _call(self, name: str, *arguments: int, long: bool = True) -> bool:
        """Call a function of the module; return whether it came to its end, without a trap.

        Python notices a signal only in its own code. So the main thread waits while another one
        makes a long call; if a signal ends the wait, the call is left, and the module is not used
        again.
        """
        function, ended = self._loaded.exports[name], list[bool]()
        began = perf_counter()

        def call() -> None:
            try:
                function(self._loaded.store, *arguments)
            except self._loaded.wrong:
                ended.append(False)
            else:
                ended.append(True)
            self._spent += perf_counter() - began

        if not long or threading.current_thread() is not threading.main_thread():
            call()
            return ended[0]
        thread = threading.Thread(target=call, daemon=True)
        try:  # a signal may also come while the thread starts, which then runs on
            try:
                thread.start()
            except RuntimeError:  # there may be no more threads
                call()
            else:
                thread.join()
        except BaseException:
            self._left = True
            self._loaded.leave()
            if thread.ident is not None:  # a thread that returns while Python ends can crash it
                atexit.register(thread.join, _LAST_WAIT)
            raise
        return bool(ended) and ended[0]

    def read(self, address: int, size: int) -> bytes:
        """Return so many bytes of memory."""
        return bytes(self._memory[address : address + size])

    def write(self, content: bytes, address: int) -> None:
        """Write bytes to memory."""
        self._memory[address : address + len(content)] = content

    def _set(self, content: bytes, address: int) -> None:
        """Write what stays in memory, also where better code takes the place of this one."""
        self._settings.pop(address, None)  # so that the last one is written last
        self._settings[address] = content
        self.write(content, address)


def _signed(seed: int) -> int:
    seed &= _MASK
    return seed - (1 << 64) if seed >> 63 else seed


class Stepper:
    """Games of a recording build that are stepped together, as native code.

    Attributes:
        desk: where games and arrays lie in memory.
        memory: the memory.
    """

    def __init__(self, machine: Machine, arrays: Arrays, rows: int, games: int) -> None:
        """Translate and compile a game.

        Args:
            machine: its recording build.
            arrays: how actions and observations are written as numbers.
            rows: for how many games there are arrays at once.
            games: for how many games there is room.

        Raises:
            Refused: the game needs something that native code cannot do; the text says what.
        """
        with _contained():
            module = stepped(machine, arrays, rows, games)
        self.desk = module.desk
        self._loaded = loaded = _Loaded(module.code, MOST_PAGES * PAGE)
        self._store, self._wrong = loaded.store, loaded.wrong
        self._begin: Any = loaded.exports["begin"]
        self._step: Any = loaded.exports["step"]
        self._look: Any = loaded.exports["look"]
        self.memory = loaded.memory

    def begin(self, first: int, count: int, seed: int) -> int:
        """Begin games, each with the next seed; return how many, up to one that Python must play.

        Args:
            first: the number of the first game.
            count: how many games; at most as many as there are rows.
            seed: the seed of the first game.
        """
        return self._called(self._begin, first, count, seed)

    def step(self, first: int, count: int, seed: int) -> int:
        """Do a choice in each of several games; return in how many, up to one that is for Python.

        The arguments are those of `begin`; the seeds are for games that follow those that end.
        """
        return self._called(self._step, first, count, seed)

    def look(self, game: int | None, seat: int) -> bool:
        """Write what a seat knows into the first row; return False if Python must do it.

        Args:
            game: the number of the game; None for the end of the one that ended last.
            seat: the seat.
        """
        desk = self.desk
        address = desk.last if game is None else desk.games + game * desk.stride
        _ASKED.pack_into(self.memory, ASKED, address, seat, 0)
        try:
            self._look(self._store)
        except self._wrong:
            return False
        return True

    def _called(self, function: Any, first: int, count: int, seed: int) -> int:
        _ASKED.pack_into(self.memory, ASKED, first, count, seed & _MASK)
        try:
            function(self._store)
        except self._wrong:
            return _LONG.unpack_from(self.memory, DONE)[0]
        return count
