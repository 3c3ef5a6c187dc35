"""Code for sequences: their length and members, and lists made between two decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..code import encoding as wasm
from ..code.body import COPIED, FREE, GROWN, NEW, UNKNOWN, Body, Value, coerced, number
from ..code.kinds import NEVER, NUMBER, TRUTH, Kind, alike, any_size, join, sequence
from ..dialect import Refused
from ..memory.memory_map import ARENA, ARENA_SIZE, HEADER

wasm.TRAP = wasm.TRAP

_FEW = 8
"""So many members are copied one by one."""


def length(value: Value) -> bytes:
    """Return code for the number of members, with 32 bits."""
    assert value.kind.item is not None
    if value.kind.size is not None:
        return wasm.i32(value.kind.size)
    return value.code + wasm.load32()


def scaled(kind: Kind) -> bytes:
    """Return code that turns a number of members (32 bits) into bytes."""
    stride = kind.stride
    if stride & (stride - 1):
        return wasm.i32(stride) + wasm.I32_MUL
    return wasm.i32(stride.bit_length() - 1) + wasm.I32_SHL


def room(kind: Kind) -> bytes:
    """Return code that turns a number of members (32 bits) into words, as lists have room for."""
    return wasm.i32(kind.words) + wasm.I32_MUL if kind.words > 1 else b""


def item(body: Body, value: Value, index: Value) -> Value:
    """Return the member of a sequence at an index, which may be negative."""
    assert value.kind.item is not None
    address, offset = place(body, value, index)
    return at(body, value, address, offset)


def at(body: Body, value: Value, address: bytes, offset: int = HEADER) -> Value:
    """Return the member of a sequence that lies at an address."""
    kind = value.kind.item
    assert kind is not None
    if kind == NEVER:
        return Value(NEVER, wasm.UNREACHABLE)
    if kind.words > 1:
        spot = body.temporary(wasm.I32)
        code = address + wasm.put(spot)
        for index in range(kind.words):
            code += wasm.get(spot) + wasm.load64(offset + 8 * index)
        return Value(kind, code)
    code = address + (wasm.load64(offset) if kind.held == wasm.I64 else wasm.load32(offset))
    slots = value.slots if kind.item is not None else frozenset[str]()
    return Value(kind, code, slots, span=value.kind.span)


def place(body: Body, value: Value, index: Value) -> tuple[bytes, int]:
    """Return code for an address, and the offset from it, where a member lies."""
    assert value.kind.item is not None
    size, known, stride = value.kind.size, index.known, value.kind.item.stride
    if known is not UNKNOWN and known < 0 and size is not None:
        known += size
    if known is not UNKNOWN and known >= 0 and size is not None:
        if known >= size:
            return wasm.UNREACHABLE + wasm.i32(0), 0
        base = wasm.i32(0) if value.address is not None else value.code
        return base, HEADER + stride * known + (value.address or 0)
    which = body.temporary(wasm.I64)
    code = coerced(index, NUMBER) + wasm.put(which)
    if size is not None:
        mask = test = b""
        low, high = index.span or (-1 << 63, 1 << 63)
        if high < size and low >= (-1 if value.kind.guarded and not index.strict else 0):
            pass
        elif index.strict:
            test = wasm.get(which) + wasm.i64(size)
        elif value.kind.guarded:
            test = wasm.get(which) + wasm.i64(1) + wasm.I64_ADD + wasm.i64(size + 1)
        else:
            if size & (size - 1) == 0 < size:  # as many as a mask of bits can tell apart
                test = wasm.get(which) + wasm.i64(size) + wasm.I64_ADD + wasm.i64(2 * size)
                mask = wasm.i64(size - 1) + wasm.I64_AND
            else:
                code += wasm.get(which) + wasm.get(which) + wasm.i64(63) + wasm.I64_SHR_S
                code += wasm.i64(size) + wasm.I64_AND + wasm.I64_ADD + wasm.put(which)
                test = wasm.get(which) + wasm.i64(size)
            if -size <= low <= high < size:
                test = b""
        code += test and test + wasm.I64_GE_U + wasm.TRAP
        offset = wasm.get(which) + mask + wasm.I32_WRAP + scaled(value.kind.item)
        if value.address is not None:
            # The address is added first: an entry before the first one has a negative index.
            return code + offset + wasm.i32(value.address) + wasm.I32_ADD, HEADER
        return code + value.code + offset + wasm.I32_ADD, HEADER
    base, count = body.temporary(wasm.I32), body.temporary(wasm.I64)
    code = value.code + wasm.put(base) + code
    code += wasm.get(base) + wasm.load32() + wasm.I64_EXTEND_U + wasm.put(count)
    if not index.strict and (known is UNKNOWN or known < 0):
        code += (
            wasm.get(which)
            + wasm.i64(0)
            + wasm.I64_LT_S
            + wasm.when(wasm.get(which) + wasm.get(count) + wasm.I64_ADD + wasm.put(which))
        )
    code += wasm.get(which) + wasm.get(count) + wasm.I64_GE_U + wasm.TRAP
    code += wasm.get(base) + wasm.get(which) + wasm.I32_WRAP + scaled(value.kind.item)
    return code + wasm.I32_ADD, HEADER


Choice = tuple[bytes, bytes, bytes]
"""Code before a number that may become a member, the number, and whether it does."""


def written(body: Body, into: bytes, choices: Sequence[Choice]) -> bytes:
    """Return code that gives a sequence of numbers new members; it has room for all of them.

    There is no branch, because which of them it gets is often random.
    """
    held, end = body.temporary(wasm.I32), body.temporary(wasm.I32)
    code = into + wasm.tee(held) + wasm.put(end)
    for before, member, test in choices:
        code += before + wasm.get(end) + member + wasm.store64(HEADER)
        code += wasm.get(end) + test + wasm.i32(3) + wasm.I32_SHL + wasm.I32_ADD + wasm.put(end)
    count = wasm.get(end) + wasm.get(held) + wasm.I32_SUB + wasm.i32(3) + wasm.I32_SHR_U
    return code + wasm.get(held) + count + wasm.store32()


def store(body: Body, kind: Kind, address: bytes, offset: int, value: Value, *, fresh: bool = False) -> bytes:
    """Return code that stores a member at an address; `fresh` as for `converted`."""
    code = converted(body, value, kind, fresh=fresh)
    if kind.words == 1:
        return address + code + (wasm.store64 if kind.held == wasm.I64 else wasm.store32)(offset)
    held, spot = body.temporary(kind.held), body.temporary(wasm.I32)
    code += wasm.put(held, kind.words) + address + wasm.put(spot)
    for index in range(kind.words):
        code += wasm.get(spot) + wasm.get(held + index) + wasm.store64(offset + 8 * index)
    return code


def converted(body: Body, value: Value, kind: Kind, *, fresh: bool = False) -> bytes:
    """Return the code of a value as one of a kind, which may need a copy with wider members.

    Args:
        body: the function.
        value: the value.
        kind: the kind.
        fresh: whether nothing else holds a list, so that a copy may take its place.
    """
    if alike(value.kind, kind) or kind.item is None or not (fresh or value.kind.size is not None):
        return coerced(value, kind)
    given, made, index = (body.temporary(wasm.I32) for _ in range(3))
    many = wasm.get(given) + wasm.load32()
    whole = Value(any_size(value.kind), wasm.get(given), value.slots)
    assert value.kind.item is not None
    offset = wasm.get(given) + wasm.get(index) + scaled(value.kind.item) + wasm.I32_ADD
    member = at(body, whole, offset)
    place = wasm.get(made) + wasm.get(index) + scaled(kind.item) + wasm.I32_ADD
    return (
        value.code
        + wasm.put(given)
        + new(body, many + room(kind.item))
        + wasm.put(made)
        + wasm.get(made)
        + many
        + wasm.store32()
        + wasm.i32(0)
        + wasm.put(index)
        + wasm.block(
            wasm.loop(
                wasm.get(index)
                + many
                + wasm.I32_GE_U
                + wasm.branch_if(1)
                + store(body, kind.item, place, HEADER, member, fresh=fresh)
                + wasm.get(index)
                + wasm.i32(1)
                + wasm.I32_ADD
                + wasm.put(index)
                + wasm.branch(0)
            )
        )
        + wasm.get(made)
    )


def new(body: Body, capacity: bytes) -> bytes:
    """Return code for a new empty list with room for so many words (32 bits)."""
    body.leaves = True
    return capacity + wasm.call(NEW)


def new_for(body: Body, capacity: int, count: int = 0) -> bytes:
    """Return code for a new list with room for so many words, and so many members to be set."""
    made, size = body.temporary(wasm.I32), HEADER + 8 * capacity
    body.leaves = True
    return (
        wasm.get_global(FREE)
        + wasm.tee(made)
        + wasm.i64(capacity << 32 | count)
        + wasm.store64()
        + wasm.get(made)
        + wasm.i32(size)
        + wasm.I32_ADD
        + wasm.put_global(FREE)
        + wasm.get(made)
        + wasm.i32(ARENA + ARENA_SIZE - size)
        + wasm.I32_GT_U
        + wasm.TRAP
        + wasm.get(made)
    )


def literal(body: Body, members: Sequence[Value]) -> Value:
    """Return a new list of some members."""
    kind = NEVER
    for member in members:
        try:
            kind = join(kind, member.kind)
        except Refused:
            return record(body, members)
    kind = NUMBER if kind.name == "truth" else kind
    held = body.temporary(wasm.I32)
    code = new_for(body, len(members) * kind.words, len(members)) + wasm.put(held)
    for index, member in enumerate(members):
        code += store(body, kind, wasm.get(held), HEADER + kind.stride * index, member)
    slots = frozenset[str]().union(*(member.slots for member in members))
    return Value(sequence(kind, len(members)), code + wasm.get(held), slots)


def record(body: Body, members: Sequence[Value]) -> Value:
    """Return a new tuple whose members differ in kind."""
    fields = tuple(NUMBER if each.kind == TRUTH else each.kind for each in members)
    if not all(each.held for each in fields):
        raise Refused(f"a tuple with a {next(each for each in fields if not each.held)}")
    held = body.temporary(wasm.I32)
    whole = Kind("record", fields=fields)
    code = new_for(body, sum(each.words for each in fields)) + wasm.put(held)
    for index, (kind, member) in enumerate(zip(fields, members, strict=True)):
        code += store(body, kind, wasm.get(held), _offset(whole, index), member)
    slots = frozenset[str]().union(*(member.slots for member in members))
    return Value(whole, code + wasm.get(held), slots)


def field(body: Body, value: Value, index: int) -> Value:
    """Return a member of a record."""
    kind, offset = value.kind.fields[index], _offset(value.kind, index)
    return at(body, replace(value, kind=sequence(kind)), value.code, offset)


def _offset(record: Kind, index: int) -> int:
    """Return the offset of a member of a record."""
    return HEADER + sum(each.stride for each in record.fields[:index])


def chained(body: Body, parts: Sequence[Value]) -> Value:
    """Return a new list with the members of several sequences, one after the other."""
    if any(part.kind == NEVER for part in parts):
        return Value(NEVER, b"".join(part.code for part in parts) + wasm.UNREACHABLE)
    kind = NEVER
    for part in parts:
        assert part.kind.item is not None
        kind = join(kind, part.kind.item)
    code, total = b"", wasm.i32(0)
    held: list[int] = []
    for part in parts:
        held.append(body.temporary(wasm.I32))
        code += converted(body, part, sequence(kind)) + wasm.put(held[-1])
        total += wasm.get(held[-1]) + wasm.load32() + wasm.I32_ADD
    made = body.temporary(wasm.I32)
    code += new(body, total + room(kind)) + wasm.put(made)
    for each in held:
        code += appended(body, kind, made, each)
    slots = frozenset[str]().union(*(part.slots for part in parts if part.kind.item != NUMBER))
    sizes = [part.kind.size for part in parts]
    size = None if None in sizes else sum(size for size in sizes if size is not None)
    return Value(sequence(kind, size), code + wasm.get(made), slots)


def extended(body: Body, one: Value, other: Value) -> Value:
    """Return a list to which the members of another sequence were added.

    Where it has no room for them, it is copied into a larger one.
    """
    assert one.kind.item is not None
    assert other.kind.item is not None
    kind = join(one.kind.item, other.kind.item)
    held, source, larger = (body.temporary(wasm.I32) for _ in range(3))
    code = converted(body, one, sequence(kind), fresh=True) + wasm.put(held)
    code += converted(body, other, sequence(kind), fresh=True) + wasm.put(source)
    many = wasm.get(held) + wasm.load32() + wasm.get(source) + wasm.load32() + wasm.I32_ADD
    many += room(kind)
    code += (
        many
        + wasm.get(held)
        + wasm.load32(4)
        + wasm.I32_GT_U
        + wasm.when(
            new(body, many + wasm.i32(1) + wasm.I32_SHL)
            + wasm.put(larger)
            + appended(body, kind, larger, held)
            + wasm.get(larger)
            + wasm.put(held)
        )
    )
    code += appended(body, kind, held, source)
    return Value(sequence(kind), code + wasm.get(held), one.slots | other.slots)


def appended(body: Body, kind: Kind, into: int, source: int) -> bytes:
    """Return code that appends the members of a sequence to a list that has room for them."""
    count = body.temporary(wasm.I32)
    return (
        wasm.get(source)
        + wasm.load32()
        + wasm.put(count)
        + _end(kind, into)
        + wasm.get(source)
        + wasm.i32(HEADER)
        + wasm.I32_ADD
        + wasm.get(count)
        + scaled(kind)
        + wasm.call(COPIED)
        + wasm.get(into)
        + wasm.get(into)
        + wasm.load32()
        + wasm.get(count)
        + wasm.I32_ADD
        + wasm.store32()
    )


def holder(body: Body, sets: Value, member: Value) -> Value:
    """Return the place of the first of a few sets that has a member in common with a set, or -1.

    There are no branches, because which it is is random.
    """
    assert sets.kind.size is not None
    held, whole, found = (
        body.temporary(wasm.I64),
        body.temporary(wasm.I32),
        body.temporary(wasm.I64),
    )
    code = sets.code + wasm.put(whole) + coerced(member, NUMBER) + wasm.put(held)
    code += wasm.i64(-1) + wasm.put(found)
    for place in reversed(range(sets.kind.size)):
        code += wasm.i64(place) + wasm.get(found) + wasm.get(whole)
        code += wasm.load64(HEADER + 8 * place) + wasm.get(held) + wasm.I64_AND
        code += wasm.i64(0) + wasm.I64_NE + wasm.SELECT + wasm.put(found)
    return Value(NUMBER, code + wasm.get(found), span=(-1, sets.kind.size - 1))


def repeated(body: Body, value: Value, times: Value) -> Value:
    """Return a new list of one member, so many times."""
    kind = value.kind.item
    assert kind is not None
    if value.kind.size != 1:
        raise Refused("a list of several members, repeated")
    kind = NUMBER if kind.name == "truth" else kind
    count, made = body.temporary(wasm.I32), body.temporary(wasm.I32)
    member, index = body.temporary(kind.held), body.temporary(wasm.I32)
    first = item(body, value, number(0))
    code = coerced(times, NUMBER) + wasm.I32_WRAP + wasm.put(count)
    code += wasm.get(count) + wasm.i32(0) + wasm.I32_LT_S + wasm.when(wasm.i32(0) + wasm.put(count))
    code += coerced(first, kind) + wasm.put(member, kind.words)
    code += new(body, wasm.get(count) + room(kind)) + wasm.put(made) + wasm.i32(0) + wasm.put(index)
    address = wasm.get(made) + wasm.get(index) + scaled(kind) + wasm.I32_ADD
    code += wasm.block(
        wasm.loop(
            wasm.get(index)
            + wasm.get(count)
            + wasm.I32_GE_U
            + wasm.branch_if(1)
            + store(body, kind, address, HEADER, Value(kind, wasm.get(member, kind.words)))
            + wasm.get(index)
            + wasm.i32(1)
            + wasm.I32_ADD
            + wasm.put(index)
            + wasm.branch(0)
        )
    )
    code += wasm.get(made) + wasm.get(count) + wasm.store32()
    size = times.known if times.known is not UNKNOWN else None
    return Value(sequence(kind, size), code + wasm.get(made), value.slots)


def sliced(body: Body, value: Value, low: Value | None, high: Value | None) -> Value:
    """Return a new list with the members from one index to another; these may be negative."""
    assert value.kind.item is not None
    scale = scaled(value.kind.item)
    base, count = body.temporary(wasm.I32), body.temporary(wasm.I64)
    code = value.code + wasm.put(base)
    code += wasm.get(base) + wasm.load32() + wasm.I64_EXTEND_U + wasm.put(count)

    def within(bound: Value | None, otherwise: bytes) -> tuple[bytes, int]:
        held = body.temporary(wasm.I64)
        if bound is None:
            return otherwise + wasm.put(held), held
        text = coerced(bound, NUMBER) + wasm.put(held)
        text += (
            wasm.get(held)
            + wasm.i64(0)
            + wasm.I64_LT_S
            + wasm.when(wasm.get(held) + wasm.get(count) + wasm.I64_ADD + wasm.put(held))
        )
        text += wasm.get(held) + wasm.i64(0) + wasm.I64_LT_S + wasm.when(wasm.i64(0) + wasm.put(held))
        text += wasm.get(held) + wasm.get(count) + wasm.I64_GT_S + wasm.when(wasm.get(count) + wasm.put(held))
        return text, held

    text, start = within(low, wasm.i64(0))
    code += text
    text, end = within(high, wasm.get(count))
    code += text
    many, made = body.temporary(wasm.I32), body.temporary(wasm.I32)
    code += (
        wasm.get(end)
        + wasm.get(start)
        + wasm.I64_GT_S
        + wasm.when(
            wasm.get(end) + wasm.get(start) + wasm.I64_SUB + wasm.I32_WRAP,
            wasm.i32(0),
            wasm.I32,
        )
        + wasm.put(many)
    )
    code += new(body, wasm.get(many) + room(value.kind.item)) + wasm.put(made)
    code += wasm.get(made) + wasm.get(many) + wasm.store32()
    code += wasm.get(made) + wasm.i32(HEADER) + wasm.I32_ADD
    code += wasm.get(base) + wasm.get(start) + wasm.I32_WRAP + scale
    code += wasm.I32_ADD + wasm.i32(HEADER) + wasm.I32_ADD
    code += wasm.get(many) + scale + wasm.call(COPIED)
    slots = value.slots if value.kind.item.item is not None else frozenset[str]()
    kind = Kind("sequence", value.kind.item)
    return Value(kind, code + wasm.get(made), slots)


def copied(body: Body, value: Value) -> Value:
    """Return a new list with the same members, which are copied too if they are sequences."""
    kind = value.kind
    assert kind.item is not None
    if kind.item.item is None:
        made = sliced(body, value, None, None)
        return Value(kind, made.code)
    if kind.item.item.item is not None:
        raise Refused("a copy of sequences of sequences of sequences")
    outer = sliced(body, value, None, None)
    made, index = body.temporary(wasm.I32), body.temporary(wasm.I32)
    spot = body.temporary(wasm.I32)
    inner = copied(body, Value(kind.item, wasm.get(spot) + wasm.load32(HEADER)))
    code = outer.code + wasm.put(made) + wasm.i32(0) + wasm.put(index)
    code += wasm.block(
        wasm.loop(
            wasm.get(index)
            + wasm.get(made)
            + wasm.load32()
            + wasm.I32_GE_U
            + wasm.branch_if(1)
            + wasm.get(made)
            + wasm.get(index)
            + wasm.i32(3)
            + wasm.I32_SHL
            + wasm.I32_ADD
            + wasm.put(spot)
            + wasm.get(spot)
            + inner.code
            + wasm.store32(HEADER)
            + wasm.get(index)
            + wasm.i32(1)
            + wasm.I32_ADD
            + wasm.put(index)
            + wasm.branch(0)
        )
    )
    return Value(kind, code + wasm.get(made))


def filled(body: Body, into: Value, source: Value) -> bytes:
    """Return code that gives a sequence with a fixed place the members of another."""
    kind, other = into.kind.item, source.kind.item
    assert kind is not None
    assert other is not None
    if source.kind.size == 0:
        made = b"" if source.address is not None else source.code + wasm.DROP
        return made + into.code + wasm.i32(0) + wasm.store32()
    target, given, count = (body.temporary(wasm.I32) for _ in range(3))
    if kind.item is not None and source.slots & into.slots:
        source = copied(body, source)
    size, words = source.kind.size, kind.words
    if kind.item is None:
        source = replace(source, code=converted(body, source, sequence(kind), fresh=True))
    if kind.item is None and size is not None and size * words <= _FEW:
        # Loads and stores are faster than the copy of a few bytes.
        code = source.code + wasm.put(given) + into.code + wasm.put(target)
        if into.kind.size != size:
            code += wasm.i32(size * words) + wasm.get(target) + wasm.load32(4)
            code += wasm.I32_GT_U + wasm.TRAP
            code += wasm.get(target) + wasm.i32(size) + wasm.store32()
        for offset in range(HEADER, HEADER + 8 * size * words, 8):
            code += wasm.get(target) + wasm.get(given) + wasm.load64(offset) + wasm.store64(offset)
        return code
    code = source.code + wasm.put(given) + into.code + wasm.put(target)
    code += wasm.get(given) + wasm.load32() + wasm.put(count)
    code += wasm.get(count) + room(kind) + wasm.get(target) + wasm.load32(4)
    code += wasm.I32_GT_U + wasm.TRAP
    if kind.item is None:
        code += wasm.get(target) + wasm.i32(HEADER) + wasm.I32_ADD
        code += wasm.get(given) + wasm.i32(HEADER) + wasm.I32_ADD
        code += wasm.get(count) + scaled(kind) + wasm.call(COPIED)
    else:
        index = body.temporary(wasm.I32)
        code += wasm.i32(0) + wasm.put(index)

        def member(held: int) -> bytes:
            shift = wasm.get(index) + wasm.i32(3) + wasm.I32_SHL
            return wasm.get(held) + shift + wasm.I32_ADD + wasm.load32(HEADER)

        whole = filled(body, Value(kind, member(target)), Value(other, member(given)))
        code += wasm.block(
            wasm.loop(
                wasm.get(index)
                + wasm.get(count)
                + wasm.I32_GE_U
                + wasm.branch_if(1)
                + whole
                + wasm.get(index)
                + wasm.i32(1)
                + wasm.I32_ADD
                + wasm.put(index)
                + wasm.branch(0)
            )
        )
    return code + wasm.get(target) + wasm.get(count) + wasm.store32()


def added(body: Body, into: Value, value: Value) -> bytes:
    """Return code that appends a copy of a sequence to the sequences of a slot.

    A slot has places for as many of them as it can hold.
    """
    kind = into.kind.item
    assert kind is not None
    held, count = body.temporary(wasm.I32), body.temporary(wasm.I32)
    code = into.code + wasm.put(held) + wasm.get(held) + wasm.load32() + wasm.put(count)
    code += wasm.get(count) + wasm.get(held) + wasm.load32(4) + wasm.I32_GE_U + wasm.TRAP
    place = wasm.get(held) + wasm.get(count) + wasm.i32(3) + wasm.I32_SHL + wasm.I32_ADD
    code += filled(body, Value(kind, place + wasm.load32(HEADER)), value)
    return code + wasm.get(held) + wasm.get(count) + wasm.i32(1) + wasm.I32_ADD + wasm.store32()


def shifted(body: Body, owner: Value) -> bytes:
    """Return code that takes the first member from a slot's sequence; each is one word.

    It goes after the last one, because each member's address is reserved memory that later
    members reuse.
    """
    held, count = body.temporary(wasm.I32), body.temporary(wasm.I32)
    first = body.temporary(wasm.I64)
    begin = wasm.get(held) + wasm.i32(HEADER) + wasm.I32_ADD
    code = wasm.get(held) + wasm.load64(HEADER) + wasm.put(first)
    code += begin + begin + wasm.i32(8) + wasm.I32_ADD
    code += wasm.get(count) + wasm.i32(1) + wasm.I32_SUB + wasm.tee(count)
    code += wasm.i32(3) + wasm.I32_SHL + wasm.call(COPIED)
    code += wasm.get(held) + wasm.get(count) + wasm.i32(3) + wasm.I32_SHL + wasm.I32_ADD
    code += wasm.get(first) + wasm.store64(HEADER) + wasm.get(held) + wasm.get(count) + wasm.store32()
    return (
        owner.code
        + wasm.put(held)
        + wasm.get(held)
        + wasm.load32()
        + wasm.put(count)
        + wasm.get(count)
        + wasm.when(code)
    )


def push(body: Body, held: int, value: Value, kind: Kind, *, grows: bool) -> bytes:
    """Return code that appends a member to a list in a local.

    Args:
        body: the function.
        held: the local, which gets a larger list where it is full, if `grows`.
        value: the member.
        kind: the kind of the list's members.
        grows: whether the list may be replaced by a larger one; otherwise a full list traps.
    """
    count = body.temporary(wasm.I32)
    full = wasm.get(held) + wasm.load32() + wasm.tee(count) + wasm.i32(1) + wasm.I32_ADD
    full += room(kind) + wasm.get(held) + wasm.load32(4) + wasm.I32_GT_U
    if grows:
        body.leaves = True
        grown = wasm.get(held) + wasm.i32(kind.words) + wasm.call(GROWN)
        full += wasm.when(grown + wasm.put(held))
    else:
        full += wasm.TRAP
    kept = body.temporary(kind.held)
    member = Value(kind, wasm.get(kept, kind.words))
    place = wasm.get(held) + wasm.get(count) + scaled(kind) + wasm.I32_ADD
    return (
        converted(body, value, kind)
        + wasm.put(kept, kind.words)
        + full
        + wasm.get(held)
        + wasm.get(count)
        + wasm.i32(1)
        + wasm.I32_ADD
        + wasm.store32()
        + store(body, kind, place, HEADER, member)
    )


def _end(kind: Kind, held: int) -> bytes:
    """Return code for the address after the last member of a list."""
    code = wasm.get(held) + wasm.get(held) + wasm.load32() + scaled(kind)
    return code + wasm.I32_ADD + wasm.i32(HEADER) + wasm.I32_ADD
