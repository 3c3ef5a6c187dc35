"""A tree search in native code: each simulation goes down the tree in a world, and plays on.

The tree is that of `search/ismcts.py`, as far as all seats see all actions: information set Monte
Carlo tree search with one observer (P. Cowling, E. Powley and D. Whitehouse, 2012). A simulation
leaves it after an action that adds a node, that is not seen by all, or where a choice is secret;
then the players choose as in a playout. It is kept in lists beside the position, one number for
each *edge*, which is an action that was tried at a node. The functions here are translated, as are
those of `library.py`. Numbers are whole: results are parts of `ONE`, and points parts of `POINT`;
large numbers are shifted, because native code multiplies small ones only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any, Final

from ...analysis.analysis import scores_settle
from ...core import nodes
from ...core.labels import OVER
from ...core.machine import MAX_BLOCKS
from ...core.reading import function_of, functions_of
from ..code import encoding as wasm
from ..code.encoding import I32, I64, Function
from ..code.kinds import NUMBER, integer
from ..library.library import scattered, square_root
from ..library.routines import DECISIONS, DICE_STATE, FRESH
from ..library.standings import score, sides
from ..memory.layout import Layout
from ..memory.memory_map import DONE, MOST_TREE, POSITION, TREE
from ..memory.shapes import Shape, Slot, many
from .rollouts import ONE_MORE, WORLDS, Places, playing_on
from .uct import DEEPEST, FEW, FIRST_SPREAD, KNOWN, LEAST_SPREAD, POWER, ROOT, UNFINISHED, WON

if TYPE_CHECKING:
    from ...core.machine import Machine
    from ...program.program import Program

ONE: Final = 1 << 20
"""The result of a game that is won."""

POINT: Final = 1 << 16
"""A point of a score."""

UNKNOWN: Final = int(FIRST_SPREAD * ONE)
"""The standard deviation of the first results."""

LEAST: Final = int(LEAST_SPREAD * ONE)
"""The least standard deviation that counts."""

MOST_EDGES: Final = 1 << 17
"""The most edges of a tree."""

CODES: Final = (1 << 40) - 1
LOGARITHMS: Final = (0, *(round(65536 * log(each)) for each in range(1, 256)))
TWICE: Final = round(65536 * log(2))

POOLS: Final = (
    "t_first",
    "t_seen",
    "t_next",
    "t_codes",
    "t_visits",
    "t_offered",
    "t_total",
    "t_points",
    "t_child",
    "t_starts",
    "t_parts",
)
"""The lists of a tree. By node: its first edge, and how often a decision was made there. By edge:
the next one of its node, a code of its action, how often it was chosen and could have been, the sum
of the results and of the points of its seat, the node after it, and where its action begins in the
last list, that of the numbers of all actions."""

COUNTS: Final = ("t_root", "t_most", "t_count", "t_sum", "t_squares", "t_estimated")
"""The numbers of a tree: the node of the decision, how many points count as everything; the number
of results, their sum, and the sum of their squares; whether the ruleset said what a position is worth."""

_SCRATCH: Final = ("t_on", "t_node", "t_room", "t_deal", "t_seat", "t_weight")


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search must know of the rules.

    Attributes:
        hidden: the numbers of the actions that not all seats see wholly.
    """

    hidden: frozenset[int]


def edges(layout: Layout, players: int) -> int:
    """Return for how many edges there is room."""
    bytes_each = 8 * (len(POOLS) - 1 + layout.words * layout.longest_action)
    return min(MOST_EDGES, (MOST_TREE - (1 << 14) - 64 * players) // bytes_each)


def slots(layout: Layout, players: int) -> dict[str, Slot]:
    """Return where the tree lies, and what belongs to a simulation."""
    one = Shape(NUMBER)
    room, path = edges(layout, players), DEEPEST + 1
    shapes = dict.fromkeys((*COUNTS, *_SCRATCH), one)
    shapes |= dict.fromkeys(("t_path", "t_seats", "t_nodes"), many(one, path))
    by_seat = ("t_rivals", "t_before", "t_gains", "t_results")
    shapes |= dict.fromkeys(by_seat, many(one, players, fixed=True))
    shapes |= dict.fromkeys(POOLS, many(one, room + 1))
    shapes["t_parts"] = many(Shape(integer(layout.words)), room * layout.longest_action)
    found: dict[str, Slot] = {}
    address = TREE
    for name, shape in shapes.items():
        found[name] = Slot(address, shape)
        address += shape.bytes
    assert address <= TREE + MOST_TREE
    return found


# -- what is translated as it stands


def logarithm(number: int) -> int:
    """Return 65536 times the natural logarithm of a number, to about two digits.

    >>> [round(logarithm(each) / 65536, 2) for each in (1, 10, 1000)]
    [0.0, 2.3, 6.91]
    """
    shift = max(number.bit_length() - 8, 0)
    return LOGARITHMS[number >> shift] + shift * TWICE


def code_of(action: Sequence[int], place: int) -> int:
    """Return a number that differs for most actions and places."""
    code = place
    for part in action:
        code = (code << 5) - code + scattered(part) & CODES
    return code


def is_of(s: Any, edge: int, action: Sequence[int]) -> bool:
    """Return whether an edge is for an action."""
    at = s.t_starts[edge]
    if s.t_starts[edge + 1] - at != len(action):
        return False
    for part in action:
        if s.t_parts[at] != part:
            return False
        at += 1
    return True


def edge_of(s: Any, action: Sequence[int], code: int) -> int:
    """Return the edge of an action at the present node; -1 if there is none."""
    edge = s.t_first[s.t_node]
    while edge >= 0:
        if s.t_codes[edge] == code and is_of(s, edge, action):
            return edge
        edge = s.t_next[edge]
    return -1


def edges_of(s: Any, actions: Sequence[Sequence[int]], place: int) -> list[int]:
    """Return the edge of each action; -1 for those that were not tried."""
    found: list[int] = []
    for action in actions:
        edge = edge_of(s, action, code_of(action, place))
        found.append(edge if edge >= 0 and s.t_visits[edge] else -1)
    return found


def is_widened(s: Any, edges: Sequence[int]) -> bool:
    """Return whether an action is to be tried that was not tried at the present node.

    A node has more edges the more often it was visited: so many that what is beyond `FEW` of them
    is less than the visits to the power of `POWER / ROOT`.
    """
    tried = 0
    for edge in edges:
        if edge >= 0:
            tried += 1
    if tried == len(edges) or len(s.t_next) >= s.t_room:
        return False
    more = tried - FEW
    visits = s.t_seen[s.t_node]
    return more < 0 or (visits > 0 and ROOT * logarithm(max(more, 1)) < POWER * logarithm(visits))


def untried(s: Any, actions: Sequence[Sequence[int]], place: int) -> list[Sequence[int]]:
    """Return the actions that were not tried at the present node."""
    edges = edges_of(s, actions, place)
    return [each for index, each in enumerate(actions) if edges[index] < 0]


def best(s: Any, edges: Sequence[int]) -> int:
    """Return the index of the edge with the highest upper confidence bound; -1 if there is none.

    All of them count as offered.
    """
    found = -1
    top = 0
    for index, edge in enumerate(edges):
        if edge >= 0:
            offered = s.t_offered[edge] + 1
            s.t_offered[edge] = offered
            visits = s.t_visits[edge]
            width = square_root((logarithm(offered + 1) << 16) // visits)
            bound = s.t_total[edge] // visits + ((s.t_weight >> 4) * width >> 12)
            if found < 0 or bound > top:
                found = index
                top = bound
    return found


def step(s: Any, edge: int) -> None:
    """Note that an edge of the present node is chosen."""
    s.t_path.append(edge)
    s.t_seats.append(s.actor)
    s.t_nodes.append(s.t_node)


def add(s: Any, action: Sequence[int], place: int) -> None:
    """Choose an action that was not tried, and leave the tree."""
    code = code_of(action, place)
    edge = edge_of(s, action, code)
    if edge < 0:
        edge = len(s.t_next)
        s.t_next.append(s.t_first[s.t_node])
        s.t_codes.append(code)
        s.t_visits.append(0)
        s.t_offered.append(1)
        s.t_total.append(0)
        s.t_points.append(0)
        s.t_child.append(-1)
        for part in action:
            s.t_parts.append(part)
        s.t_starts.append(s.t_starts[edge] + len(action))
        s.t_first[s.t_node] = edge
    step(s, edge)
    s.t_on = 0


def follow(s: Any, edge: int, hidden: int) -> None:
    """Go down an edge; leave the tree if not all see its action, or if it is too deep."""
    step(s, edge)
    child = s.t_child[edge]
    if child < 0:
        child = len(s.t_first)
        s.t_first.append(-1)
        s.t_seen.append(0)
        s.t_child[edge] = child
    s.t_node = child
    if hidden or len(s.t_path) >= DEEPEST:
        s.t_on = 0


def spread(s: Any) -> int:
    """Return the standard deviation of the results so far."""
    if s.t_count < KNOWN:
        return UNKNOWN
    mean = s.t_sum // s.t_count >> 4
    variance = max(s.t_squares // s.t_count - mean * mean, 0)
    return max(square_root(variance) << 4, LEAST)


def lead_of(scores: Sequence[int], seat: int, rivals: int) -> int:
    """Return by how much a seat's score is above the mean of those of some others.

    Args:
        scores: the score of each seat.
        seat: the seat.
        rivals: the others, as a set of seats.
    """
    total = 0
    count = 0
    for other, points in enumerate(scores):
        if rivals >> other & 1:
            total += points
            count += 1
    return (scores[seat] << 16) - ((total << 16) // count if count else 0)


def result_of(points: int, most: int) -> int:
    """Return points as a result, where so many count as everything."""
    return max(min((points << 20) // most, ONE), -ONE) if most else 0


def begin(s: Any) -> None:
    """Begin a simulation at the root."""
    s.t_on = 1
    s.t_node = s.t_root
    s.t_deal = s.deal
    s.t_weight = spread(s)
    s.t_path.clear()
    s.t_seats.clear()
    s.t_nodes.clear()


def learn(s: Any) -> None:
    """Count the result of each choice in the tree for its seat."""
    for index, edge in enumerate(s.t_path):
        seat = s.t_seats[index]
        s.t_visits[edge] += 1
        s.t_total[edge] += s.t_results[seat]
        s.t_points[edge] += s.t_gains[seat]
        s.t_seen[s.t_nodes[index]] += 1
    mine = s.t_results[s.t_seat]
    s.t_count += 1
    s.t_sum += mine
    s.t_squares += (mine >> 4) * (mine >> 4)


GIVEN: Final[dict[str, Callable[..., object]]] = {
    "t_edges": edges_of,
    "t_widened": is_widened,
    "t_untried": untried,
    "t_best": best,
    "t_add": add,
    "t_follow": follow,
    "t_lead": lead_of,
    "t_part": result_of,
    "t_start": begin,
    "t_count_all": learn,
}
"""The functions by the names that those below have for them."""


# -- what depends on the rules


def searcher(machine: Machine, searched: Searched, site: int, *, hints: bool) -> nodes.FunctionDef:
    """Return the function that makes a decision in the tree or, outside of it, as `decider` does.

    Args:
        machine: the bare build of the game.
        searched: what a search must know.
        site: the place where the game waits.
        hints: whether the ruleset prefers some actions.
    """
    if machine.sites[site].sealed:
        return function_of(f"def search_{site}(s):\n    s.t_on = 0\n    return choose_{site}(s)\n")
    place = f"s.actor * {len(machine.sites)} + {site}"
    liked = (
        "        sensibles = sensible(s, actions)\n"
        f"        fresh = t_untried(s, preferred(s, sensibles), {place})\n"
        f"        if not fresh: fresh = t_untried(s, sensibles, {place})\n"
        if hints
        else f"        fresh = t_untried(s, actions, {place})\n"
    )
    chosen = "actions[found][0]"
    hidden = " or ".join(f"{chosen} == {verb}" for verb in sorted(searched.hidden))
    return function_of(
        f"def search_{site}(s):\n"
        f"    if not s.t_on: return choose_{site}(s)\n"
        f"    actions = legal_{site}(s)\n"
        f"    edges = t_edges(s, actions, {place})\n"
        "    if t_widened(s, edges):\n"
        f"{liked}"
        "        if fresh:\n"
        "            action = fresh[rolled(len(fresh))]\n"
        f"            t_add(s, action, {place})\n"
        f"            return apply_{site}(s, action)\n"
        "    found = t_best(s, edges)\n"
        "    if found < 0:\n"
        "        s.t_on = 0\n"
        f"        return choose_{site}(s)\n"
        f"    t_follow(s, edges[found], {f'1 if {hidden} else 0' if hidden else '0'})\n"
        f"    return apply_{site}(s, actions[found])\n"
    )


def counting(program: Program) -> tuple[nodes.FunctionDef, nodes.FunctionDef]:
    """Return the functions `t_begin(s)` before a simulation, and `t_learn(s, over)` after it.

    A result is what a playout of `search/playouts.py` has: the gain in points on the other sides,
    with what the ruleset says that the position is worth, and who won if the game is over.
    """
    players = program.players
    scored = program.uses_scores
    sign = "-" if program.low_wins else ""
    scores = f"    scores = [{score(program, 'seat')} for seat in range({players})]\n"
    known = "over or s.deal != s.t_deal" if scores_settle(program) else "over"
    text = "def t_begin(s):\n    t_start(s)\n"
    if scored:
        text += (
            f"{scores}    sides = {sides(program)}\n"
            f"    for seat in range({players}):\n"
            "        rivals = 0\n"
            "        for other, side in enumerate(sides):\n"
            "            if side != sides[seat]: rivals |= 1 << other\n"
            "        s.t_rivals[seat] = rivals\n"
            "        s.t_before[seat] = t_lead(scores, seat, rivals)\n"
        )
    text += "    return 0\ndef t_learn(s, over):\n"
    if scored:
        text += scores
    text += f"    for seat in range({players}):\n        points = 0\n"
    if scored:
        gain = "t_lead(scores, seat, s.t_rivals[seat]) - s.t_before[seat]"
        text += f"        points = {sign}({gain})\n"
    if program.value is not None:
        text += (
            f"        if not ({known}):\n            points += evaluate(s, seat) << 16\n            s.t_estimated = 1\n"
        )
    won = f"({ONE} if s.result[seat] > 0 else -{ONE} if s.result[seat] < 0 else 0)"
    if scored:
        won = f"part + ({won} - part) // {WON}"
    text += (
        "        s.t_gains[seat] = points\n"
        "        part = t_part(points, s.t_most)\n"
        f"        if over and len(s.result) == {players}:\n"
        f"            s.t_results[seat] = {won}\n"
        "        else:\n"
        f"            s.t_results[seat] = part - part // {UNFINISHED}\n"
        "    t_count_all(s)\n"
        "    return 0\n"
    )
    begins, learns = functions_of(text)
    return begins, learns


def searching(
    layout: Layout,
    sites: Sequence[int | None],
    blocks: Sequence[int | None],
    parts: tuple[int, int, int],
) -> Function:
    """Return the function that makes simulations, one after the other in each of some worlds.

    Its arguments are the number of the first simulation, how many, the number of worlds, the seed
    of their luck, and the most decisions of each. It counts those that came to their end.

    Args:
        layout: where the slots are.
        sites: the numbers of the functions that make a decision, by site.
        blocks: the numbers of the functions that run a block.
        parts: the numbers of the functions that seed the generator, and that begin and end a
            simulation.
    """
    seeded, begins, learns = parts
    index, count, worlds, luck, horizon, at, left, deal = range(8)
    slot = layout.slots
    world = wasm.get(index) + wasm.get(worlds) + wasm.I32_REM_U
    world += wasm.i32(layout.size) + wasm.I32_MUL + wasm.i32(WORLDS) + wasm.I32_ADD
    seed = wasm.get(luck) + wasm.get(index) + wasm.I64_EXTEND_U + wasm.I64_ADD
    start = wasm.i32(POSITION) + world + wasm.i32(layout.size) + wasm.MEMORY_COPY
    start += seed + wasm.call(seeded) + wasm.put_global(DICE_STATE)
    start += wasm.i32(0) + seed + wasm.i64(-1) + wasm.I64_XOR + wasm.call(seeded)
    start += wasm.store64(slot["rng"].address)
    start += wasm.i32(0) + wasm.put_global(DECISIONS) + FRESH + wasm.call(begins) + wasm.DROP
    now = wasm.i32(0) + wasm.load64(slot["deal"].address)
    start += now + wasm.put(deal) + wasm.i32(MAX_BLOCKS) + wasm.put(left)
    start += wasm.i32(0) + wasm.load64(slot["pc"].address) + wasm.put(at)
    playing = playing_on(layout, sites, blocks, Places(at, left, deal), wasm.get(horizon))
    over = wasm.get(at) + wasm.i64(OVER) + wasm.I64_EQ
    end = FRESH + over + wasm.I64_EXTEND_U + wasm.call(learns) + wasm.DROP
    end += ONE_MORE + wasm.get(index) + wasm.i32(1) + wasm.I32_ADD + wasm.put(index)
    end += wasm.get(count) + wasm.i32(1) + wasm.I32_SUB + wasm.put(count)
    code = wasm.i32(0) + wasm.i64(0) + wasm.store64(DONE)
    code += wasm.block(
        wasm.loop(wasm.get(count) + wasm.I32_EQZ + wasm.branch_if(1) + start + playing + end + wasm.branch(0))
    )
    return Function(I32 * 3 + I64 * 2, b"", I64 + I32 + I64, code)
