"""Finds what rules reveal about hidden cards and about chance.

A value that depends on the face of a card reveals something about that card to everybody who sees
what is done with the value: a variable changes, other cards move, another player acts. The
recording build notes such values, so that an action that revealed hidden information cannot be
undone.

The tree of an expression shows which cards it reads. They are named by expressions that are cheap
and always have a value: zones, the top of a zone, local names, variables. Where that is not
possible, more cards are named than are read.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, cast

from ..program import ir
from ..program.program import Action, Definition, Program
from ..program.tree_walk import expressions, local_names, mentions, rules, substitute, walk
from ..syntax import types as ty
from ..syntax.operations.table import OPERATIONS

CHANCE = ir.Const(True, type=ty.BOOLEAN)
"""Stands among the cards that are looked at for chance, and for cards that cannot be named."""


class Disclosures:
    """Finds the cards that the expressions of one program read."""

    def __init__(self, program: Program) -> None:
        """Look at nothing yet."""
        self._program = program
        self._values: dict[str, tuple[ir.Expr, ...]] = {}
        self._members: dict[str, tuple[ir.Expr, ...]] = {}

    def of(self, node: ir.Expr) -> tuple[ir.Expr, ...]:
        """Return the possibly hidden things that an expression reads: cards, or `CHANCE`.

        Of cards that are kept or moved, everybody sees how many they are. Where they lay is seen
        when they move; so a card that is named is read, too.
        """
        found = dict.fromkeys((*self._looks(node), *self._counted(node)))
        if node.type in ty.OF_CARDS:
            found |= dict.fromkeys(self._constants(node))
        return tuple(each for each in found if not self._is_open(each))

    def of_told(self, fitting: ir.Expr, secret: Container[str]) -> tuple[ir.Expr, ...]:
        """Return what players must know to know which faces fulfil the condition of a `tell`.

        Args:
            fitting: all cards of the pack that fulfil it.
            secret: local names whose values come from hidden cards or from chance.

        Returns:
            Cards; `CHANCE` among them if nobody can know it, as where cards must lie somewhere.
        """
        match fitting:
            case ir.Filter(name=card, condition=condition) if self._is_of_face(condition, card):
                if not any(name in secret for name in local_names(condition)):
                    return self.of(fitting)
            case _:
                pass
        return (CHANCE,)

    def secret_names(self) -> set[str]:
        """Return the local names of the rules whose values come from hidden cards or chance.

        Names of cards are left out: they are among the cards that are looked at.
        """
        found = set[str]()
        while True:
            before = len(found)
            for node in rules(self._program):
                match node:
                    case ir.Let(name=name, value=value):
                        given = [(name, value)]
                    case ir.ForEach(name=name, series=first, last=last):
                        given = [(name, first), (name, last or first)]
                    case ir.Perform(definition=definition, arguments=values):
                        parameters = self._program.definitions[definition].parameters
                        given = zip((name for name, _ in parameters), values, strict=True)
                    case _:
                        continue
                found.update(
                    name
                    for name, value in given
                    if not ty.holds_cards(value.type) and (self.of(value) or not found.isdisjoint(local_names(value)))
                )
            if len(found) == before:
                return found

    def _is_of_face(self, node: ir.Expr, *cards: str) -> bool:
        """Return whether nothing about some cards but their faces decides a value."""
        match node:
            case ir.Can():
                return False
            case ir.Use(definition=name, arguments=arguments):
                definition = self._program.definitions[name]
                parameters = (parameter for parameter, _ in definition.parameters)
                named = [
                    parameter for parameter, value in zip(parameters, arguments, strict=True) if mentions(value, *cards)
                ]
                if named and not (definition.value and self._is_of_face(definition.value, *named)):
                    return False
            case ir.Op(name=name) if mentions(node, *cards) and not OPERATIONS[name].pure:
                return False
            case _:
                pass
        return all(self._is_of_face(inner, *cards) for inner in expressions(node))

    # -- what is looked at

    def _looks(self, node: ir.Expr) -> Iterator[ir.Expr]:
        match node:
            case ir.Use(definition=definition, arguments=arguments):
                for argument in arguments:
                    yield from self._looks(argument)
                    yield from self._counted(argument)
                yield from self._given(self._of_definition(definition), definition, arguments)
            case ir.Can(action=name):
                yield from self._possibility(self._program.actions[name])
            case (
                ir.Filter(collection=collection, name=name, condition=inner)
                | ir.Best(collection=collection, name=name, key=inner)
                | ir.Fold(collection=collection, name=name, key=inner)
            ):
                yield from self._looks(collection)
                if isinstance(node, ir.Fold):
                    yield from self._counted(collection)
                compared = () if isinstance(node, ir.Filter) else self._cards(inner)
                for look in (*self._looks(inner), *compared):  # also keys that are cards
                    yield from self._outside(look, [name], collection)
            case ir.IsMeld(cards=cards):
                yield from self._looks(cards)
                yield from self._cards(cards)
            case ir.Op():
                for argument in node.arguments:
                    yield from self._looks(argument)
                yield from self._operation(node)
            case _:
                for inner in expressions(node):
                    yield from self._looks(inner)

    def _possibility(self, action: Action) -> Iterator[ir.Expr]:
        """Yield what is read to find out whether an action is possible."""
        sources = {each.name: each.source for each in action.parameters}
        parts = [action.when]
        for each in action.parameters:
            parts += each.asked
            if each.kind == "meld":
                yield from self._cards(each.source)
            yield from self._counted(each.source)
        for part in filter(None, parts):
            for look in self._looks(part):
                if isinstance(look, ir.Local) and look.name in sources:
                    yield from self._cards(sources[look.name])
                else:
                    yield from self._outside(look, list(sources), None)

    def _operation(self, node: ir.Op) -> Iterator[ir.Expr]:
        """Yield what an operation itself reads."""
        operation, looks = OPERATIONS[node.name], OPERATIONS[node.name].looks
        finds = operation.finds
        if operation.chance:
            yield CHANCE
        if operation.by_place and node.arguments[-1].type == ty.CARDS:
            looks = (*looks, len(node.arguments) - 1)  # by rank and suit, for want of an order
        if node.name == "contains" and _is_whole(node.arguments[1]):
            looks, finds = (), (0,)  # it is enough to know where the card is
        for index in finds:
            card = node.arguments[index]
            yield from self._constants(card)  # which are all that is named in `AC if … else AD`
            yield from self._cards(card)
        for index in looks:
            operand = node.arguments[index]
            if operand.type.name == "place":
                yield from self._piles(_zone_of(operand.type))
            yield from self._cards(operand)
        if node.name == "otherwise":
            yield from self._counted(node.arguments[0])
        for index, operand in enumerate(node.arguments):
            if index not in (*looks, *operation.members):
                yield from self._counted(operand)

    def _counted(self, node: ir.Expr) -> Iterator[ir.Expr]:
        """Yield what is read if only the number of some cards matters.

        The number of cards in a zone is known to all. So is the number of those that have a name or
        are kept in a variable, because what it came from was noted when they got it.
        """
        if node.type not in ty.OF_CARDS or _is_whole(node):
            return
        match node:
            case ir.Op(name="minus" | "join" | "join_piles" | "pile_of", arguments=arguments):
                if len(arguments) > 1:
                    yield from self._overlap(arguments)
            case ir.Op(arguments=arguments):
                for argument in arguments:
                    yield from self._counted(argument)
            case ir.Filter(collection=collection) | ir.Best(collection=collection):
                yield from self._counted(collection)
            case ir.Cond(then=then, other=other):
                yield from self._counted(then)
                yield from self._counted(other)
            case _:
                pass

    def _overlap(self, groups: tuple[ir.Expr, ...]) -> Iterator[ir.Expr]:
        """Yield what is read to find out which cards are in several groups.

        It is enough to know which cards one group holds if the others are whole zones.
        """
        partial = [group for group in groups if not _is_whole(group)]
        for group in partial:
            yield from self._constants(group)
            yield from self._cards(group)

    def _constants(self, node: ir.Expr) -> Iterator[ir.Expr]:
        """Yield the cards that an expression names."""
        for each in walk(node):
            if isinstance(each, ir.Const) and each.type == ty.CARD:
                yield each
            elif isinstance(each, ir.Use):
                value = self._program.definitions[each.definition].value
                if value is not None:
                    yield from self._constants(value)

    def _of_definition(self, name: str) -> tuple[ir.Expr, ...]:
        if name not in self._values:
            value = self._program.definitions[name].value
            found = () if value is None else (*self._looks(value), *self._counted(value))
            self._values[name] = tuple(dict.fromkeys(found))
        return self._values[name]

    def _given(self, looks: Iterable[ir.Expr], definition: str, arguments: tuple[ir.Expr, ...]) -> Iterator[ir.Expr]:
        """Yield what a definition reads with these arguments."""
        parameters = [name for name, _ in self._program.definitions[definition].parameters]
        values = dict(zip(parameters, arguments, strict=True))
        for look in looks:
            if not mentions(look, *parameters):
                yield look
            elif isinstance(look, ir.Local):
                yield from self._constants(values[look.name])
                yield from self._cards(values[look.name])
            else:
                yield from self._simple(substitute(look, values))

    def _outside(self, look: ir.Expr, names: list[str], collection: ir.Expr | None) -> Iterator[ir.Expr]:
        """Yield what is read for all members of a collection together."""
        if not mentions(look, *names):
            yield look
        elif isinstance(look, ir.Local):
            yield from self._cards(collection) if collection is not None else (CHANCE,)
        else:
            yield from self._simple(look, free=names)

    # -- cards, named by simple expressions

    def _cards(self, node: ir.Expr) -> Iterator[ir.Expr]:
        """Yield simple expressions for all cards that a value may name."""
        if not ty.holds_cards(node.type):
            return
        match node:
            case ir.Const():
                pass
            case ir.Filter(collection=collection) | ir.Best(collection=collection):
                yield from self._cards(collection)
            case ir.Cond(then=then, other=other):
                yield from self._cards(then)
                yield from self._cards(other)
            case ir.Use(definition=definition, arguments=arguments):
                if definition not in self._members:
                    value = self._program.definitions[definition].value
                    found = () if value is None else self._cards(value)
                    self._members[definition] = tuple(dict.fromkeys(found))
                yield from self._given(self._members[definition], definition, arguments)
            case ir.Op(name=operation, arguments=arguments) if OPERATIONS[operation].by_place:
                yield from self._end(node, arguments[-1])
            case ir.Op(name="pile_sets", arguments=(places,)):
                yield from self._piles(_zone_of(places.type))
            case ir.Op(name="all_piles", arguments=(places,)):
                yield from self._piles(_zone_of(places.type))
            case ir.Op(arguments=arguments):
                for argument in arguments:
                    yield from self._cards(argument)
            case _:
                yield from self._simple(node)

    def _end(self, node: ir.Op, whole: ir.Expr) -> Iterator[ir.Expr]:
        """Yield the cards at one end of a pile, or all of them."""
        counted = len(node.arguments) == 1 or isinstance(node.arguments[0], ir.Const)
        found = list(self._cards(whole))
        if counted and whole.type == ty.PILE and found == [whole]:
            yield node
        else:
            yield from found

    def _simple(self, node: ir.Expr, free: Iterable[str] = ()) -> Iterator[ir.Expr]:
        """Yield an expression if it always has a value, else others that name more cards.

        Args:
            node: a zone, a pile, a variable, a name, or one end of these.
            free: names that have no value here.
        """
        match node:
            case ir.Local():
                yield CHANCE if node.name in free else node
            case ir.VarRef(seat=seat):
                yield node if _always_is(seat, free) else CHANCE
            case ir.ZoneRef(zone=zone, seat=seat):
                if self._program.zones[zone].piles:
                    yield from self._piles(zone)
                elif _always_is(seat, free):
                    yield node
                else:
                    yield self._everybodys(zone)
            case ir.AllSeats(zone=zone):
                yield self._everybodys(zone)
            case ir.PileRef(zone=zone):
                yield from self._piles(zone)
            case ir.Op(arguments=(*_, whole)):
                found = list(self._simple(whole, free))
                yield from [node] if found == [whole] else found
            case _:
                yield CHANCE

    def _everybodys(self, zone: str) -> ir.Expr:
        everybody = ir.Op("everybody", (), type=ty.PLAYERS)
        kind = ty.PILE if self._program.zones[zone].ordered else ty.CARDS
        return ir.AllSeats(zone, everybody, type=kind)

    def _piles(self, zone: str) -> Iterator[ir.Expr]:
        places = ir.ZoneRef(zone, None, type=ty.list_of(ty.place_in(zone)))
        yield ir.Op("all_piles", (places,), type=ty.PILE)

    def _is_open(self, look: ir.Expr) -> bool:
        """Return whether everybody sees the cards that are read."""
        match look:
            case ir.ZoneRef(zone=zone) | ir.AllSeats(zone=zone):
                return self._program.zones[zone].faces == "shown"
            case ir.Op(arguments=(*_, whole)):
                return self._is_open(whole)
            case _:
                return False


def _is_whole(node: ir.Expr) -> bool:
    """Return whether a collection is made of whole zones."""
    match node:
        case ir.ZoneRef() | ir.AllSeats() | ir.PileRef():
            return True
        case ir.Op(name="join" | "join_piles" | "to_cards", arguments=arguments):
            return all(map(_is_whole, arguments))
        case _:
            return False


def _always_is(seat: ir.Expr | None, free: Iterable[str]) -> bool:
    """Return whether an expression for a seat is cheap and always has a value."""
    match seat:
        case None | ir.Const():
            return True
        case ir.Local(name=name):
            return name not in free
        case ir.VarRef(seat=None):
            return True
        case ir.Op(name=name, arguments=arguments):
            operation = OPERATIONS[name]
            is_player = operation.result == ty.PLAYER and not operation.nobody
            return is_player and all(_always_is(each, free) for each in arguments)
        case _:
            return False


def _zone_of(places: ty.Type) -> str:
    """Return the zone of piles that places are in."""
    kind = places.of or places
    return kind.choices[0]


def noted(program: Program) -> Program:
    """Return a program that notes, in its effects and turns, which hidden cards it reads.

    A value that comes from such cards is the operation `looked`, which has the value as its first
    operand and the cards as the others. A condition that only decides whether an action
    is legal is not noted: it tells only the player who may choose.
    """
    return _Noting(program).program()


class _Noting:
    """Puts `looked` around the values of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._disclosures = Disclosures(program)
        self._secret = self._disclosures.secret_names() if program.tells else set[str]()

    def program(self) -> Program:
        p = self._program
        definitions = {name: cast("Definition", self._inside(each, "do")) for name, each in p.definitions.items()}
        actions = {
            name: replace(
                action,
                do=self._changed(action.do),
                effects=tuple(self._inside(each, "when", "do") for each in action.effects),
            )
            for name, action in p.actions.items()
        }
        events = {
            name: tuple(self._inside(each, "when", "do") for each in effects) for name, effects in p.events.items()
        }
        phases = {name: self._inside(phase, *(each.name for each in fields(phase))) for name, phase in p.phases.items()}
        variables = {name: self._inside(variable, "start") for name, variable in p.variables.items()}
        changed = replace(
            p,
            definitions=definitions,
            actions=actions,
            events=events,
            phases=phases,
            variables=variables,
        )
        return self._inside(
            changed,
            "deal_do",
            "deal_after",
            "deal_together",
            "dealer",
            "match_until",
            "match_result",
            "limit_result",
        )

    def _inside(self, node: Any, *names: str) -> Any:
        """Return a part of a program with some of its fields changed."""
        return replace(node, **{name: self._changed(getattr(node, name)) for name in names})

    def _changed(self, part: Any) -> Any:
        """Return an expression that is noted, statements whose expressions are, or what it is."""
        if isinstance(part, tuple):
            return tuple(self._changed(each) for each in cast("tuple[Any, ...]", part))
        if isinstance(part, ir.Tell):
            sources = self._disclosures.of_told(part.fitting, self._secret)
            return replace(self._inside(part, "audience", "cards", "fitting"), sources=sources)
        if isinstance(part, ir.Statement):
            names = [field.name for field in fields(part) if field.name != "span"]
            return self._inside(part, *names)
        if isinstance(part, ir.ZoneRef | ir.VarRef):
            return replace(part, seat=self._changed(part.seat))
        if isinstance(part, ir.Typed):
            node = cast("ir.Expr", part)
            looks = self._disclosures.of(node)
            if not looks:
                return node
            return ir.Op("looked", (node, *looks), type=node.type, span=node.span)
        return part
