"""Actions that look alike, because their cards have the same faces: only the first of them stays.

What an action looks like is a few numbers: for a card its face, for a set of cards the set with the
lowest cards of the same faces. The looks so far are in a hash table.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache

from ...runtime.melds import CardSet
from .texts import function


@lru_cache(maxsize=16)
def firsts(faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each card the set of the cards with its face, and those of the lowest of them.

    >>> firsts((0, 1, 0))
    ((5, 1, 5), (2, 2), (5, 1, 5))
    """
    found: list[tuple[int, ...]] = []
    for face in faces:
        alike = [card for card, other in enumerate(faces) if other == face]
        sets = [sum(1 << card for card in alike[: count + 1]) for count in range(len(alike))]
        found.append((sets[-1], *sets))
    return tuple(found)


def look_of(cards: int, ways: Sequence[Sequence[int]]) -> int:
    """Return the lowest cards with the faces that some cards have; `ways` is from `firsts`.

    >>> look_of(0b110, firsts((0, 1, 0)))
    3
    """
    look: CardSet = 0
    while cards:
        alike = ways[(cards & -cards).bit_length() - 1]
        own = cards & alike[0]
        look |= alike[own.bit_count()]
        cards ^= own
    return look


@lru_cache(maxsize=64)
def unlike(kinds: tuple[str, ...]) -> ast.FunctionDef:
    """Return the function that does what the primitive `unlike` does.

    Args:
        kinds: the kinds of the parameters of the action.
    """
    looks: list[str] = []
    listed: list[str] = []
    for place, kind in enumerate(kinds, 1):
        value, kept = f"action[{place}]", ""
        if kind == "card":
            value, kept = f"faces[{value}]", ": list[int]"
        elif kind in ("cards", "meld"):
            value, kept = f"look_of({value}, firsts)", ": list[CardSet]"
        looks.append(value)
        listed.append(f"    looks_{place - 1}{kept} = []\n")
    numbers = range(len(looks))
    text = (
        "def unlike(actions, start, faces, firsts):\n"
        "    if len(actions) < start + 2:\n"
        "        return\n"
        "    size = 16\n"
        "    while size < 2 * len(actions):\n"
        "        size <<= 1\n"
        "    table = [0] * size\n" + "".join(listed) + "    kept = start\n"
        "    for place in range(start, len(actions)):\n"
        "        action = actions[place]\n"
        "        at = 0\n"
    )
    for number, look in enumerate(looks):
        text += f"        look_{number} = {look}\n"
        text += f"        at = (at << 5) + (at >> 2) + scattered(look_{number})\n"
    other = " or ".join(f"looks_{number}[table[at] - 1] != look_{number}" for number in numbers)
    text += (
        "        at &= size - 1\n"
        f"        while table[at] and ({other or 'False'}):\n"
        "            at = (at + 1) & (size - 1)\n"
        "        if not table[at]:\n"
        + "".join(f"            looks_{number}.append(look_{number})\n" for number in numbers)
        + "            table[at] = kept - start + 1\n"
        "            actions[kept] = action\n"
        "            kept += 1\n"
        "    list_cut(actions, kept)\n"
    )
    return function(text)
