"""Many games that are stepped together: each waits in memory, with the report about it in arrays.

How actions and observations are numbered comes from above as functions (`Arrays`). What is made
here does one choice in each of several games: the choice, the rules up to the next decision, and
what the player who then acts is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ...core import nodes
from ...core.labels import DEAL, OVER
from ...core.reading import functions_of
from ..code import encoding as wasm
from ..code.body import ROLLED
from ..code.encoding import I32, I64, Function
from ..code.kinds import NUMBER, integer
from ..library.routines import DICE_STATE, FRESH, MASK, PEN, PLANES
from ..library.standings import gain
from ..memory.layout import Layout
from ..memory.memory_map import DONE, HEADER, POSITION
from ..memory.shapes import Shape, Slot, many

if TYPE_CHECKING:
    from ...core.machine import Machine
    from ...program.program import Program

_DIGITS: Final = 16
"""The most steps in which a number is chosen digit by digit."""

UNDECIDED: Final = DONE + 8
"""The address of a number: 1 if the last call ended at a game that is over before anyone decides, or 0."""

_LONG: Final = 256
"""Of a list with so many bytes only the members in use are copied."""

ASKED: Final = DONE + 16
"""The address of four numbers: the first game, how many, the seed of the next that begins, and 1 if games that end are
followed by others at once, or 0; or the address of a game, and a seat."""

LUCK: Final = 1 << 20
"""A random choice is passed as `-1 - luck`, with `luck` below this limit; it selects the action in
proportion."""

PASSED_OVER: Final = -1 - LUCK
"""Stands for an action in a game in which none is to be done."""

SEALED: Final = 2
SECRET: Final = 3
"""The values of the slot `e_how` after a sealed choice, and after one of which others do not learn; it is 1
after any other choice, and 0 while a choice is not complete."""


@dataclass(frozen=True, slots=True)
class Arrays:
    """How actions and observations are written as numbers.

    Attributes:
        functions: `e_first(action)`, the first of the numbers by which an action is chosen; `e_after(action, chosen)`,
            the one that follows those that are chosen, -1 if the action does not begin with them, and -2 if they are
            all its numbers; `e_cards(action)`, its cards; and `e_observe(s, seat)`, which writes what a seat knows.
        given: what further names in them stand for.
        actions: how many actions there are numbers for.
        size: how many numbers an observation has.
        planes: the index of the first plane in it.
        recent: how many of the last actions are remembered.
        facts: how many of the last facts that a seat was told are remembered.
        positions: of how many positions it is remembered which fit.
    """

    functions: Sequence[nodes.FunctionDef]
    given: Mapping[str, object]
    actions: int
    size: int
    planes: int
    recent: int
    facts: int
    positions: int


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the arrays of some games lie, and the games themselves.

    Attributes:
        rows: for how many games there are arrays at once.
        observations, masks, rewards, told: the addresses of the arrays; what is reported about a game are
            two numbers: the seat that acts, and whether a game ended.
        actions: the address of the actions that are chosen.
        counts: the address of a row of 32-bit integers, one for each action.
        games: the address of the first game.
        stride: the bytes of a game.
    """

    rows: int
    observations: int
    masks: int
    rewards: int
    told: int
    actions: int
    counts: int
    games: int
    stride: int


def desk(start: int, rows: int, arrays: Arrays, players: int, size: int) -> Desk:
    """Return where everything lies.

    Args:
        start: the first free address.
        rows: for how many games there are arrays at once.
        arrays: how long they are.
        players: the number of players.
        size: the bytes of a position.
    """
    places = [_aligned(start)]
    for width in (4 * arrays.size, arrays.actions, 4 * players, 16, 8):
        places.append(_aligned(places[-1] + rows * width))
    observations, masks, rewards, told, actions, counts = places
    games = _aligned(counts + 4 * arrays.actions)
    return Desk(rows, observations, masks, rewards, told, actions, counts, games, _aligned(size))


def _aligned(address: int) -> int:
    return -(-address // 16) * 16


def shapes(program: Program, words: int, recent: int, seat: int | None = None) -> dict[str, Shape]:
    """Return the slots that positions have only where they are stepped.

    Args:
        program: the program.
        words: the words of a set of cards.
        recent: how many of the last actions are remembered.
        seat: the seat whose choices are given, if the others choose at random.
    """
    one, cards, players = Shape(NUMBER), Shape(integer(words)), program.players
    longest = program.pack.size + _DIGITS
    most = max((len(each.parameters) for each in program.actions.values()), default=0)
    return {
        "e_chosen": many(one, 1 + most * longest),
        "e_before": many(one, players, fixed=True),
        "e_how": one,
        "e_seat": one,
        "e_verb": one,
        "e_cards": cards,
        "e_seats": many(one, recent, fixed=True),
        "e_verbs": many(one, recent, fixed=True),
        "e_seen": many(cards, recent * players, fixed=True),
        **({} if seat is None else {"e_luck": many(one, players, fixed=True)}),
    }


def choosing(machine: Machine, site: int) -> list[nodes.FunctionDef]:
    """Return the functions that do an action at a site, choose one by its numbers, write a mask.

    The second returns the code of what follows. It waits at the same site while the action is not
    complete. A negative number stands for an action at random. The last one counts, for each
    number that may be chosen, the actions that it may become.
    """
    how = SEALED if machine.sites[site].sealed else 1
    noting = "" if how == SEALED else ("    if s.e_cards:\n        s.k_saw = s.know\n        s.k_noting = 1\n")
    declining = machine.sites[site].declining
    secret = f"    if action[0] in {declining}: s.e_how = {SECRET}\n" if declining else ""
    return functions_of(
        f"def e_do_{site}(s, action):\n"
        f"    s.e_how = {how}\n"
        f"{secret}"
        "    s.e_seat = s.actor\n"
        "    s.e_verb = action[0]\n"
        "    s.e_cards = e_cards(action)\n"
        "    s.k_moved = 0\n"
        f"{noting}"
        f"    return apply_{site}(s, action)\n"
        f"def e_choose_{site}(s, number):\n"
        "    if number < 0:\n"
        f"        actions = legal_{site}(s)\n"
        "        if not actions: raise ValueError(s)\n"
        f"        return e_do_{site}(s, actions[(-1 - number) * len(actions) // {LUCK}])\n"
        "    s.e_chosen.append(number)\n"
        "    found = False\n"
        f"    for action in legal_{site}(s):\n"
        "        after = e_after(action, s.e_chosen)\n"
        f"        if after == -2: return e_do_{site}(s, action)\n"
        "        if after >= 0: found = True\n"
        "    if not found: raise ValueError(number)\n"
        f"    return {site}\n"
        f"def e_mask_{site}(s):\n"
        "    place = len(s.e_chosen)\n"
        f"    actions = legal_{site}(s)\n"
        "    if not actions: raise ValueError(s)\n"
        "    for action in actions:\n"
        "        if not place:\n"
        "            allow(e_first(action))\n"
        "        else:\n"
        "            after = e_after(action, s.e_chosen)\n"
        "            if after >= 0: allow(after)\n"
        "    return 0\n"
        f"def e_count_{site}(s):\n"
        f"    for action in legal_{site}(s):\n"
        "        after = e_after(action, s.e_chosen)\n"
        "        if after >= 0: tally(after)\n"
        "    return 0\n"
    )


def helpers(program: Program, recent: int) -> list[nodes.FunctionDef]:
    """Return the functions that the others call, and those that are called around a choice.

    These are `e_begin(s)`, before a game, in which all other slots are zero; `e_done(s)`, after a
    choice and what follows from it; and `e_reward(s, over)`, which writes by how much the returns of
    the players have changed, at first since the beginning.

    Args:
        program: the program.
        recent: how many of the last actions are remembered.
    """
    players = program.players
    if program.uses_scores:
        returns = f"[{gain(program, 'seat')} for seat in range({players})]"
        ended = ""
    else:
        returns = f"[0] * {players}"
        ended = f"    if over and len(s.result) == {players}: returns = s.result\n"
    return functions_of(
        f"def e_returns(s):\n    return {returns}\n"
        "def e_begin(s):\n"
        f"    s.e_seats = [-1] * {recent}\n"
        f"    s.e_verbs = [-1] * {recent}\n"
        f"    s.e_seen = [0] * {recent * players}\n"
        f"{'    k_forget(s)' if program.tells else ''}\n"
        "def e_remember(s):\n"
        f"    for place in range({recent - 1}, 0, -1):\n"
        "        s.e_seats[place] = s.e_seats[place - 1]\n"
        "        s.e_verbs[place] = s.e_verbs[place - 1]\n"
        f"        for seat in range({players}):\n"
        f"            s.e_seen[place * {players} + seat] = "
        f"s.e_seen[place * {players} - {players} + seat]\n"
        "    s.e_seats[0] = s.e_seat\n"
        "    s.e_verbs[0] = s.e_verb\n"
        f"    for seat in range({players}):\n"
        "        seen = s.e_cards\n"
        "        if seat != s.e_seat:\n"
        f"            if s.e_how == {SEALED}:\n"
        "                seen = -1\n"
        "            else:\n"
        "                for card in cards_of(s.e_cards):\n"
        "                    if not s.k_saw[card] >> seat & 1: seen &= ~(1 << card)\n"
        "        s.e_seen[seat] = seen\n"
        "def e_done(s):\n"
        "    if s.e_how:\n"
        f"        if s.e_how != {SECRET}: e_remember(s)\n"
        "        s.e_chosen.clear()\n"
        "        s.e_how = 0\n"
        "        s.k_noting = 0\n"
        "def e_reward(s, over):\n"
        "    returns = e_returns(s)\n"
        f"{ended}"
        f"    for seat in range({players}):\n"
        "        put(returns[seat] - s.e_before[seat])\n"
        "        s.e_before[seat] = returns[seat]\n"
    )


# -- functions written directly in WebAssembly


@dataclass(frozen=True, slots=True)
class Parts:
    """The numbers of the functions that stepping calls."""

    seeded: int
    advance: int
    begin: int
    done: int
    reward: int
    observe: int
    choose: int
    mask: int
    count: int


@dataclass(frozen=True, slots=True)
class Learner:
    """The seat whose choices are given; all others choose at random.

    Each other seat has random numbers of its own, which are seeded by the seed of the game times the number of players,
    plus the seat.

    Attributes:
        seat: the seat.
        players: the number of players.
        play_on: the number of the function that lets the others choose; see `playing_on`.
    """

    seat: int
    players: int
    play_on: int


def choosing_one(layout: Layout, parts: Parts) -> Function:
    """Return the function that does a choice in the game in place, and returns the code of what follows."""
    at = 1
    code = FRESH + wasm.i32(0) + wasm.load64(layout.slots["pc"].address) + wasm.I32_WRAP
    code += wasm.get(0) + wasm.call(parts.choose) + wasm.put(at)
    whole = wasm.i32(0) + wasm.load64(layout.slots["e_how"].address) + wasm.I64_EQZ + wasm.I32_EQZ
    code += whole + wasm.when(wasm.get(at) + wasm.call(parts.advance) + wasm.put(at))
    return Function(I64, I64, I64, code + FRESH + wasm.call(parts.done) + wasm.get(at))


def playing_on(layout: Layout, seat: int, choose: int) -> Function:
    """Return the function that lets all other seats choose at random, until the game is over or a seat has a decision.

    It takes and returns the code of what follows.

    Args:
        layout: where the slots are.
        seat: the seat.
        choose: the number of the function that does a choice.
    """
    at, luck = 0, 1
    actor = wasm.i32(0) + wasm.load64(layout.slots["actor"].address)
    where = actor + wasm.I32_WRAP + wasm.i32(3) + wasm.I32_SHL
    place = layout.slots["e_luck"].address + HEADER
    one = where + wasm.load64(place) + wasm.put_global(DICE_STATE)
    one += wasm.i64(-1) + wasm.i64(LUCK) + wasm.call(ROLLED) + wasm.I64_SUB + wasm.put(luck)
    one += where + wasm.get_global(DICE_STATE) + wasm.store64(place)
    one += wasm.get(luck) + wasm.call(choose) + wasm.put(at)
    done = wasm.get(at) + wasm.i64(OVER) + wasm.I64_EQ + actor + wasm.i64(seat) + wasm.I64_EQ + wasm.I32_OR
    code = wasm.block(wasm.loop(done + wasm.branch_if(1) + one + wasm.branch(0)))
    return Function(I64, I64, I64, code + wasm.get(at))


def beginning(layout: Layout, image: int, parts: Parts, learner: Learner | None = None) -> Function:
    """Return the function that puts a game with a seed at its first decision, or at that of the learner."""
    luck, following = b"", b""
    if learner is not None:
        for seat in range(learner.players):
            luck += wasm.i32(0) + wasm.get(0) + wasm.i64(learner.players) + wasm.I64_MUL + wasm.i64(seat) + wasm.I64_ADD
            luck += wasm.call(parts.seeded) + wasm.store64(layout.slots["e_luck"].address + HEADER + 8 * seat)
        following = wasm.call(learner.play_on)
    code = wasm.i32(POSITION) + wasm.i32(image) + wasm.i32(layout.size) + wasm.MEMORY_COPY
    code += wasm.i32(0) + wasm.get(0) + wasm.call(parts.seeded)
    code += wasm.store64(layout.slots["rng"].address) + wasm.call(parts.begin) + luck
    code += wasm.i64(DEAL) + wasm.call(parts.advance) + following + wasm.i64(0) + wasm.I64_LT_S
    code += wasm.when(wasm.i32(0) + wasm.i64(1) + wasm.store64(UNDECIDED) + wasm.UNREACHABLE)
    return Function(I64, b"", b"", code)


def telling(layout: Layout, place: Desk, arrays: Arrays, parts: Parts, learner: Learner | None = None) -> Function:
    """Return the function that writes the mask, the observation and the seat into a row.

    Where there is a learner, the game may be over: then the mask is empty.
    """
    row = wasm.get(0)

    def at(start: int, width: int) -> bytes:
        return row + wasm.i32(width) + wasm.I32_MUL + wasm.i32(start) + wasm.I32_ADD

    code = at(place.masks, arrays.actions) + wasm.put_global(MASK)
    code += wasm.get_global(MASK) + wasm.i32(0) + wasm.i32(arrays.actions) + wasm.MEMORY_FILL
    pc = wasm.i32(0) + wasm.load64(layout.slots["pc"].address)
    mask = FRESH + pc + wasm.I32_WRAP + wasm.call(parts.mask) + wasm.DROP
    seat = wasm.i32(0) + wasm.load64(layout.slots["actor"].address)
    if learner is not None:
        mask = pc + wasm.i64(0) + wasm.I64_GE_S + wasm.when(mask)
        seat = wasm.i64(learner.seat)
    code += mask + at(place.observations, 4 * arrays.size) + _observed(arrays, seat, parts)
    chosen = at(place.observations, 4 * arrays.size)
    chosen += wasm.i32(4 * (arrays.size - arrays.actions)) + wasm.I32_ADD
    code += _marked(layout.slots["e_chosen"], chosen)
    code += at(place.told, 16) + seat
    return Function(I32, b"", I32 + I32, code + wasm.store64())


def looking(layout: Layout, place: Desk, arrays: Arrays, parts: Parts) -> Function:
    """Return the function that writes what a seat knows in a game into the first row.

    It finds in memory the address of the game, and the seat.
    """
    code = wasm.i32(0) + wasm.load32(ASKED) + wasm.put(0)
    code += _copied(layout, 0, into_game=False) + wasm.i32(place.observations)
    seat = wasm.i32(0) + wasm.load64(ASKED + 8)
    return Function(b"", b"", I32, code + _observed(arrays, seat, parts))


def counting(layout: Layout, place: Desk, arrays: Arrays, parts: Parts) -> Function:
    """Return the function that counts, for each number, the actions of a game that it may become.

    It finds in memory the address of the game.
    """
    code = wasm.i32(0) + wasm.load32(ASKED) + wasm.put(0) + _copied(layout, 0, into_game=False)
    code += wasm.i32(place.counts) + wasm.put_global(MASK)
    code += wasm.i32(place.counts) + wasm.i32(0) + wasm.i32(4 * arrays.actions) + wasm.MEMORY_FILL
    code += FRESH + wasm.i32(0) + wasm.load64(layout.slots["pc"].address) + wasm.I32_WRAP
    return Function(b"", b"", I32, code + wasm.call(parts.count) + wasm.DROP)


def _observed(arrays: Arrays, seat: bytes, parts: Parts) -> bytes:
    """Return code that takes the address of a row, and writes what a seat knows into it."""
    code = wasm.put_global(PEN)
    code += wasm.get_global(PEN) + wasm.i32(4 * arrays.planes) + wasm.I32_ADD
    code += wasm.put_global(PLANES)
    code += wasm.get_global(PEN) + wasm.i32(0) + wasm.i32(4 * arrays.size) + wasm.MEMORY_FILL
    return code + FRESH + seat + wasm.call(parts.observe)


def _marked(slot: Slot, chosen: bytes) -> bytes:
    """Return code that writes 1 for each of the numbers that are chosen so far."""
    index, base = 1, 2
    number = wasm.get(index) + wasm.i32(3) + wasm.I32_SHL + wasm.load32(slot.address + HEADER)
    code = chosen + wasm.put(base) + wasm.i32(0) + wasm.put(index)
    return code + wasm.block(
        wasm.loop(
            wasm.get(index)
            + wasm.i32(0)
            + wasm.load32(slot.address)
            + wasm.I32_GE_U
            + wasm.branch_if(1)
            + wasm.get(base)
            + number
            + wasm.i32(2)
            + wasm.I32_SHL
            + wasm.I32_ADD
            + wasm.i64(1)
            + wasm.F32_CONVERT
            + wasm.store_float()
            + wasm.get(index)
            + wasm.i32(1)
            + wasm.I32_ADD
            + wasm.put(index)
            + wasm.branch(0)
        )
    )


def stepping(
    layout: Layout,
    place: Desk,
    players: int,
    parts: Parts,
    numbers: tuple[int, int, int],
    learner: Learner | None = None,
) -> tuple[Function, Function]:
    """Return the functions that begin games, and that do a choice in each of several games.

    They find in memory the number of the first game, how many there are, the seed of the next game that begins, and
    whether games begin at once: to hand these over in the call takes longer than to step a game. What is reported of a
    game lies in the row of its place among these. How many were done is noted; where the code traps, the games before
    are done, and those after are as they were.

    The first function begins the games whose numbers are in the place of their actions. The second one leaves a game
    that has ended as it is, unless games begin at once. Where there is a learner, they begin at once in the place of
    games that are passed over.

    Args:
        layout: where the slots are.
        place: where arrays and games lie.
        players: the number of players.
        parts: the functions that this calls.
        numbers: the numbers of the functions that begin a game, write a row, and do a choice.
        learner: the seat whose choices are given, if the others choose at random.
    """
    begin, tell, choose = numbers
    first, count, seed, row, game, at, at_once, action = range(8)
    over = wasm.get(row) + wasm.i32(4) + wasm.I32_SHL + wasm.i32(place.told + 8) + wasm.I32_ADD
    fresh = wasm.get(seed) + wasm.call(begin)
    fresh += wasm.get(seed) + wasm.i64(1) + wasm.I64_ADD + wasm.put(seed)
    # What is reported may put another table in place, so the game is kept before.
    keep, told = _copied(layout, game, into_game=True), wasm.get(row) + wasm.call(tell)

    def each(number: bytes, inner: bytes) -> Function:
        code = wasm.i32(0) + wasm.i64(0) + wasm.store64(DONE) + wasm.i32(0) + wasm.i64(0) + wasm.store64(UNDECIDED)
        for address, local in ((ASKED, first), (ASKED + 8, count), (ASKED + 24, at_once)):
            code += wasm.i32(0) + wasm.load32(address) + wasm.put(local)
        code += wasm.i32(0) + wasm.load64(ASKED + 16) + wasm.put(seed)
        where = wasm.i32(place.games) + number + wasm.i32(place.stride) + wasm.I32_MUL + wasm.I32_ADD + wasm.put(game)
        done = wasm.i32(0) + wasm.i32(0) + wasm.load64(DONE) + wasm.i64(1) + wasm.I64_ADD + wasm.store64(DONE)
        following = wasm.get(row) + wasm.i32(1) + wasm.I32_ADD + wasm.put(row)
        chosen = wasm.get(row) + wasm.i32(3) + wasm.I32_SHL + wasm.load64(place.actions) + wasm.put(action)
        all_done = wasm.get(row) + wasm.get(count) + wasm.I32_GE_U + wasm.branch_if(1)
        code += wasm.block(wasm.loop(all_done + chosen + where + inner + done + following + wasm.branch(0)))
        return Function(b"", b"", I32 + I32 + I64 + I32 + I32 + I64 + I32 + I64, code)

    ended = wasm.get(at) + wasm.i64(OVER) + wasm.I64_EQ
    rewards = wasm.get(row) + wasm.i32(4 * players) + wasm.I32_MUL + wasm.i32(place.rewards) + wasm.I32_ADD
    step = _copied(layout, game, into_game=False) + wasm.get(action) + wasm.call(choose)
    step += (b"" if learner is None else wasm.call(learner.play_on)) + wasm.put(at)
    step += FRESH + rewards + wasm.put_global(PEN) + ended + wasm.I64_EXTEND_U + wasm.call(parts.reward)
    step += over + ended + wasm.I64_EXTEND_U + wasm.store64()
    passed = over + wasm.i64(0) + wasm.store64() + rewards + wasm.i32(0) + wasm.i32(4 * players) + wasm.MEMORY_FILL
    if learner is None:
        step += ended + wasm.when(wasm.get(at_once) + wasm.when(fresh))
        step += keep + ended + wasm.get(at_once) + wasm.I32_EQZ + wasm.I32_AND + wasm.when(b"", told)
    else:
        step += keep + told
        passed += wasm.get(at_once) + wasm.when(fresh + keep + told)
    step = wasm.get(action) + wasm.i64(PASSED_OVER) + wasm.I64_EQ + wasm.when(passed, step)
    return each(wasm.get(action) + wasm.I32_WRAP, fresh + keep + told), each(
        wasm.get(first) + wasm.get(row) + wasm.I32_ADD, step
    )


def _is_copied_in_part(shape: Shape) -> bool:
    """Return whether only the members in use are copied: those of sequences of sequences, and of long lists."""
    inner = shape.inner
    if inner is None:
        return False
    return inner.inner is not None or (shape.kind.size is None and shape.bytes >= _LONG)


def _copied(layout: Layout, game: int, *, into_game: bool) -> bytes:
    """Return code that copies the position into a game, or out of it.

    Copies only the members in use of sequences of sequences, such as piles, and of long lists. Sealed choices
    (`pending`) are copied whole, because removing the first reorders their addresses.
    """
    code, start = b"", POSITION
    end = POSITION + layout.size
    several = sorted(
        ()
        if layout.tables
        else (slot for name, slot in layout.slots.items() if name != "pending" and _is_copied_in_part(slot.shape)),
        key=lambda slot: slot.address,
    )

    def copy(address: int, size: bytes) -> bytes:
        here, there = (
            wasm.i32(address),
            wasm.get(game) + wasm.i32(address - POSITION) + wasm.I32_ADD,
        )
        both = there + here if into_game else here + there
        return both + size + wasm.MEMORY_COPY

    for slot in several:
        inner = slot.shape.inner
        assert inner is not None
        # The length is copied with what lies before; the addresses of members are always the same.
        code += copy(start, wasm.i32(slot.address + 4 - start))
        first = slot.address + HEADER + (0 if inner.inner is None else 8 * slot.shape.capacity)
        size = wasm.i32(0) + wasm.load32(slot.address) + wasm.i32(inner.bytes)
        code += copy(first, size + wasm.I32_MUL)
        start = slot.address + slot.shape.bytes
    return code + copy(start, wasm.i32(end - start))
