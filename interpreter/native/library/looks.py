"""Actions that look alike, because their cards have the same faces: only the first of them stays.

What an action looks like is a few numbers: for a card its face, for a set of cards the set with the
lowest cards of the same faces. The looks so far are in a hash table.
"""

from __future__ import annotations

from functools import lru_cache

from ...core import nodes
from ...core.reading import function_of


@lru_cache(maxsize=64)
def unlike(kinds: tuple[str, ...]) -> nodes.FunctionDef:
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
    return function_of(text)
