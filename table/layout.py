"""Where things lie on the table, from the rules alone: what kind each zone is, and what can be touched.

Nothing here depends on a position, so a table keeps its places for a whole game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..interpreter.game.action import CARDS
from ..interpreter.presentation.counting import tally_of
from ..interpreter.program import ir
from ..interpreter.program.tree_walk import inside, parts, phase_bodies
from ..interpreter.shared import kept_with
from ..interpreter.syntax.passing import HOLDER, PASSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from ..interpreter.game.rules import Rules
    from ..interpreter.program.program import Action, Parameter, Program, Zone

    _Body: TypeAlias = tuple[ir.Stmt, ...]

HAND: Final = "hand"
TRICK: Final = "trick"
TAKEN: Final = "taken"
STOCK: Final = "stock"
HEAP: Final = "heap"
COLUMNS: Final = "columns"
HOMES: Final = "homes"
MELDS: Final = "melds"
COVER: Final = "cover"
SPREAD: Final = "spread"
ASIDE: Final = "aside"
HEAPS: Final = (STOCK, HEAP, ASIDE)
"""The kinds of zones that take the room of one card."""

MIDDLE: Final = "middle"
"""The place of a zone that is seen whole."""

_PLACES: Final = {MIDDLE: SPREAD, "beside the stock": HEAP, "columns": COLUMNS, "homes": HOMES, "aside": ASIDE}
_KEYS: Final = 13  # values of a number that fit on keys
_ROW: Final = 7  # keys that fit in a row on a phone
_LEAST_COLUMNS: Final = 7  # of a patience
_LEAST_WRAPPED: Final = 6  # columns beside each other where more of them lie in two rows
_FAN: Final = 2  # places of a grid that a heap takes of which several cards are seen
_SECRET: Final = ("owner", "others")  # the faces of cards that are held
_ENDS: Final = ("top", "tops", "bottom")
_MOVING: Final = (ir.Move, ir.Draw, ir.DealOut, ir.Lay)


@dataclass(frozen=True, slots=True)
class Touch:
    """What an action does with cards, so far as a table shows it.

    Attributes:
        source: the shared zone whose cards it takes first, if the action itself chooses no card.
        target: the shared zone to which the first card goes.
        picked: the zones whose cards are chosen for it; all of them, if the rules name the cards in another way.
    """

    source: str = ""
    target: str = ""
    picked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a table.

    Attributes:
        kinds: what kind each zone is, by name.
        tricks: whether cards are played to tricks.
        melds: whether hands are shown in melds, with a line of words below.
        touches: what each action does with cards, by name.
        patience: whether one player plays alone, on a grid of columns.
        columns: how many columns the grid has.
        first: how many places its first row has.
        keys: whether a number is chosen.
        numbers: whether what is chosen may take more than a row of keys.
        slides: whether a number may be chosen with a slider.
        scored: whether the rules keep scores.
        counter: the variable that tells how the match stands, if the rules keep no scores; empty without one.
        corners: whether heaps lie in the corners, because the centre is needed.
        laid: whether cards may lie open before the other players, so that room is kept for them.
        own_laid: whether they may lie before oneself, too.
        fanned: the heaps of which several cards are seen.
        pot: the number to which the stakes add up; empty without one.
        stake: the variable that is each player's stake.
        calls: the phases in which players only call.
        passes: the actions with which players pass, each with whether a phase remembers who has passed.
        together: whether all players are on one side.
    """

    kinds: dict[str, str]
    tricks: bool
    melds: bool
    touches: dict[str, Touch]
    patience: bool
    columns: int
    first: int
    keys: bool
    numbers: bool
    slides: bool
    scored: bool
    counter: str
    corners: bool
    laid: bool
    own_laid: bool
    fanned: frozenset[str]
    pot: str
    stake: str
    calls: frozenset[str]
    passes: dict[str, bool]
    together: bool

    @property
    def family(self) -> str:
        """What kind of game it is, by what its cards do on the table; a family as rulesets name it, or nothing."""
        kinds = self.kinds.values()
        if self.patience:
            return "patience"
        if self.together:
            return "cooperative"
        if self.tricks:
            return "tricks"
        if self.pot:
            return "poker"
        return "rummy" if MELDS in kinds or self.melds else ""

    @property
    def classes(self) -> str:
        """What the style sheet must know of the table."""
        found = {
            "numbers": self.numbers,
            "few": self.keys and not self.numbers,
            "slides": self.slides,
            "patience": self.patience,
            "with-tricks": self.tricks,
            f"columns-{self.columns}": self.patience,
            f"first-{self.first}": self.patience and self.first > _LEAST_WRAPPED,
            "grouped": self.melds,
            "laid": self.laid,
            "own-laid": self.own_laid,
            "handless": HAND not in self.kinds.values(),
        }
        return " ".join(name for name, holds in found.items() if holds)


def layout(game: Rules) -> Layout:
    """Return the places of a game's table."""
    return kept_with(game, "layout", lambda game: places(game.program))


def places(program: Program) -> Layout:
    """Return the places of a table, from the program of a ruleset."""
    reader = _Reader(program)
    kinds = {zone.name: reader.kind(zone) for zone in program.zones.values()}
    fixed = [_across(zone) for zone in program.zones.values() if zone.fixed and kinds[zone.name] == COLUMNS]
    patience = COLUMNS in kinds.values()
    fanned = frozenset(reader.fanned(patience))
    heaps = {zone.name for zone in program.zones.values() if kinds[zone.name] == HEAP}
    row = [zone for zone in program.zones.values() if kinds[zone.name] in (*HEAPS, HOMES)]
    first = [zone.fixed or (_FAN if zone.name in fanned & heaps else 1) for zone in row]
    pot, stake = reader.pot()
    laid = any(zone.each and kinds[zone.name] in (MELDS, SPREAD) for zone in program.zones.values())
    chosen = [each for action in program.actions.values() for each in action.parameters]
    numbers = [each for each in chosen if each.kind == "number"]
    counts = [_count(each, program) for each in numbers]
    named = any(each.kind == "choice" for each in chosen)
    counted = tally_of(program)
    return Layout(
        kinds,
        TRICK in kinds.values(),
        any(kind == HAND and program.zones[name].sorted == "melds" for name, kind in kinds.items()),
        {name: reader.touch(action) for name, action in program.actions.items()},
        patience,
        max(_LEAST_COLUMNS, *fixed, 0),
        sum(first),
        bool(numbers),
        any(count is None or count > _ROW for count in counts) or bool(numbers and named),
        any(count is None or not few(count) for count in counts),
        counted == "score",
        "" if counted == "score" else counted,
        any(
            kinds[zone.name] in (TRICK, COVER)
            or (kinds[zone.name] in (SPREAD, MELDS) and not (zone.each or zone.piles))
            for zone in program.zones.values()
        ),
        laid or any(zone.faces == "others" for zone in program.zones.values()),
        laid,
        fanned,
        pot,
        stake,
        frozenset(reader.calls()),
        dict(reader.passes()),
        program.teams is not None and program.players > 1 and len({*program.teams.sides}) == 1,
    )


def _across(zone: Zone) -> int:
    """Return how many cards lie beside each other in a zone of piles."""
    return (max(map(len, zone.rows)) + 2) // 2 if zone.rows else zone.fixed


def few(count: int) -> bool:
    """Return whether so many numbers are shown as keys; more are chosen with a slider."""
    return count <= _KEYS


def _count(number: Parameter, program: Program) -> int | None:
    """Return how many values a number can have, if the rules tell it."""
    first, last = number.least, number.most
    if number.last is not None:
        first, last = number.source, number.last
    least, most = _largest(first, program), _largest(last, program)
    return None if least is None or most is None else (most - least) // number.step + 1


def _largest(value: ir.Expr | None, program: Program) -> int | None:
    """Return how large a number can be: one that the rules name, or as many cards as are dealt; None if unknown."""
    match value:
        case ir.Const(value=int(known)):
            return known
        case ir.Op(name="size", arguments=(ir.ZoneRef(zone=zone),)):
            dealt = [each.count for each in parts(program.deal_do, ir.DealOut) if each.target.zone == zone]
            known = [each.value for each in dealt if isinstance(each, ir.Const)]
            return max((each for each in known if isinstance(each, int)), default=None)
        case _:
            return None


class _Reader:
    """Reads the rules of a game for its layout."""

    def __init__(self, program: Program) -> None:
        self._program = program
        bodies = [body for phase in program.phases.values() for body in phase_bodies(phase)]
        bodies += [effect.do for effects in program.events.values() for effect in effects]
        for action in program.actions.values():
            bodies += self._bodies(action)
        playing = self._whole(bodies)
        self._sources = set(self._taken_from(playing))
        used = [op for op in parts((playing, program.definitions), ir.Op) if op.name in _ENDS]
        self._ends = {zone for op in used for zone in _zones(op)}
        self._dealt = set(_targets(program.deal_do))
        secret = [zone.name for zone in program.zones.values() if zone.each and zone.faces in _SECRET]
        self._hands = {*secret[:1], *(name for name in secret if name in self._dealt)}
        self._open = [zone.name for zone in program.zones.values() if not zone.each and zone.faces != "hidden"]
        self._covers = {lay.zone for lay in parts(playing, ir.Lay) if _is_pair(lay.cards)}

    def _bodies(self, action: Action) -> list[_Body]:
        return [action.do, *(effect.do for effect in action.effects)]

    def _whole(self, bodies: Sequence[_Body]) -> tuple[_Body, ...]:
        """Return bodies of statements, and those that are performed by them."""
        found = dict.fromkeys(bodies)
        waiting = list(bodies)
        while waiting:
            for use in parts(waiting.pop(), ir.Perform):
                body = self._program.definitions[use.definition].do
                if body not in found:
                    found[body] = None
                    waiting.append(body)
        return tuple(found)

    def kind(self, zone: Zone) -> str:
        """Return what kind a zone is: the first question that is answered with yes decides."""
        tricks = self._program.tricks
        if zone.name in self._hands:
            return HAND
        if tricks is not None and zone.name == tricks.played:
            return TRICK
        if zone.place:
            return MELDS if zone.piles and zone.place == MIDDLE else _PLACES[zone.place]
        if zone.drawn == "nothing" or (zone.each and (zone.faces == "hidden" or zone.drawn == "number")):
            return TAKEN
        if zone.each:
            return MELDS if zone.piles else SPREAD
        if zone.faces == "hidden":
            if zone.name in self._sources:
                return STOCK
            return TAKEN if zone.name == self._program.pack_zone else ASIDE
        if zone.name in self._covers:
            return COVER
        if zone.fixed and self._program.players == 1:
            return COLUMNS if zone.faces == "turned" or zone.name in self._dealt else HOMES
        if zone.piles:
            return MELDS
        topmost = zone.ordered and zone.faces == "shown" and zone.name in self._ends
        if zone.faces == "top" or zone.drawn == "number" or topmost or tricks is not None:
            return HEAP
        return MELDS if zone.sorted == "suit" and not zone.ordered and self._open == [zone.name] else SPREAD

    def touch(self, action: Action) -> Touch:
        """Return what an action does with cards."""
        bodies, zones = self._whole([action.do]), self._program.zones
        sources = [zones[name] for name in self._taken_from(bodies) if not zones[name].each]
        sources = [] if action.parameters else sources
        sources.sort(key=lambda zone: zone.faces != "hidden")  # another may fill it up
        targets = [zones[name] for body in bodies for name in _targets(body)]
        target = targets[0].name if targets and not targets[0].each else ""
        return Touch(sources[0].name if sources else "", target, frozenset(self._picked(action)))

    def _picked(self, action: Action) -> Iterator[str]:
        """Yield the zones whose cards are chosen for an action."""
        named: dict[str, None] = {}
        waiting: list[object] = [each.source for each in action.parameters if each.kind in CARDS]
        while waiting:
            tree = waiting.pop()
            yield from _zones(tree)
            if any(each.type.name in CARDS for each in parts(tree, ir.VarRef)):
                yield from self._program.zones
            for use in parts(tree, ir.Use):
                if use.definition not in named:
                    named[use.definition] = None
                    waiting.append(self._program.definitions[use.definition].value)

    def fanned(self, patience: bool) -> Iterator[str]:
        """Yield the heaps of which several cards are seen: those to which several are laid at once."""
        for action in self._program.actions.values():
            several = any(each.kind in ("cards", "meld") for each in action.parameters)
            if several or patience:
                yield self.touch(action).target

    def _taken_from(self, bodies: Iterable[_Body]) -> Iterator[str]:
        """Yield the zones whose cards are moved; cards are dealt for tricks before play."""
        for body in bodies:
            named: dict[str, ir.Expr] = {}
            for statement in inside(body):
                match statement:
                    case ir.Let():
                        named[statement.name] = statement.value
                    case ir.Assign(target=ir.VarRef(variable=name), value=value):
                        named[name] = value
                    case ir.DealOut(each=True) if self._program.tricks is not None:
                        pass
                    case ir.Draw() | ir.DealOut():
                        yield statement.source.zone
                    case ir.Move() | ir.Lay():
                        yield from _zones(_meant(statement.cards, named))
                    case _:
                        pass

    def pot(self) -> tuple[str, str]:
        """Return a shown number to which a number of each player is added up, and that number."""
        program = self._program
        for each in program.definitions.values():
            if each.shown and each.value is not None and not each.parameters and each.value.type.name == "number":
                for use in parts(each.value, ir.VarRef):
                    variable = program.variables.get(use.variable)
                    if variable is not None and variable.each and variable.type.name == "number":
                        return each.name, use.variable
        return "", ""

    def calls(self) -> Iterator[str]:
        """Yield the phases in which players only call: no action of them moves a card.

        To bet is not to call: stakes lie on the table.
        """
        if self.pot()[0]:
            return
        for phase in self._program.phases.values():
            names = [name for _, actions in phase.steps for name in actions]
            bodies = [body for name in names for body in self._bodies(self._program.actions[name])]
            if len(names) > 1 and not any(True for _ in parts(self._whole(bodies), *_MOVING)):
                yield phase.name

    def passes(self) -> Iterator[tuple[str, bool]]:
        """Yield the actions with which a player passes and is not asked again; see `Layout.passes`.

        They put their player among those who have passed, or do nothing where each is asked once.
        """
        phases = [phase for phase in self._program.phases.values() if phase.scheme == "each once"]
        once = {name for phase in phases for _, names in phase.steps for name in names}
        for action in self._program.actions.values():
            noted = {each.target.variable for each in parts(action.do, ir.Assign)}
            if PASSED in noted and HOLDER not in noted:
                yield action.name, True
            elif action.declines and action.name in once:
                yield action.name, False


def _zones(tree: object) -> Iterator[str]:
    """Yield the zones of which a tree speaks."""
    for each in parts(tree, ir.ZoneRef, ir.PileRef):
        yield each.zone


def _meant(cards: ir.Expr, named: Mapping[str, ir.Expr]) -> ir.Expr:
    """Return the expression for which a name stands, if it is a name."""
    if isinstance(cards, ir.Local):
        return named.get(cards.name, cards)
    return named.get(cards.variable, cards) if isinstance(cards, ir.VarRef) else cards


def _targets(body: _Body) -> Iterator[str]:
    """Yield the zones to which cards are moved."""
    for statement in inside(body):
        match statement:
            case ir.Draw() | ir.DealOut() | ir.Move():
                yield statement.target.zone
            case ir.Lay():
                yield statement.zone
            case _:
                pass


def _is_pair(cards: ir.Expr) -> bool:
    """Return whether two single cards are laid down as one pile."""
    return isinstance(cards, ir.Op) and cards.name == "pile_of" and len(cards.arguments) == 2
