"""Action spaces: a fixed numbering of the actions of a game.

The numbers depend on the typed rules alone: ruleset, options and number of players. An action whose
choices have few values gets one number for each combination of values. An action with many, such as
`play` with any number of cards, is chosen in several steps: first the action, then one card or one
other value after the other. `names` tells what each number stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from math import comb, prod

from ..interpreter.core.machine import Raw
from ..interpreter.game.action import LISTS, Notation
from ..interpreter.program import ir
from ..interpreter.program.program import Parameter, Program
from ..interpreter.runtime.melds import cards_of
from ..interpreter.syntax.types import Type

FEW = 2_048
"""An action with at most so many combinations of values is chosen in one step."""

MOST_REMEMBERED = 100_000
"""How many actions keep their numbers, so that these are not computed again."""

DONE = "(done)"
"""The step that ends several cards, or a number that is chosen digit by digit."""

Token = tuple[str, int]
"""A value in one step: its kind, and the value; a verb, a card's face, a digit and so on."""


@dataclass(frozen=True, slots=True)
class Domain:
    """All values of one choice of an action.

    Attributes:
        kind: tells values of one choice from those of another.
        names: the name of each value; empty if they are unbounded.
        index: the position of each value in `names`.
        again: after how many values the names begin again, as for the piles of the next player; 0
            if they never do.
    """

    kind: str
    names: tuple[str, ...] = ()
    index: dict[int | tuple[int, ...], int] | None = None
    again: int = 0


class ActionSpace:
    """The numbers of a game's actions, and of the steps in which long ones are chosen.

    Attributes:
        size: how many numbers there are.
        names: what each number stands for, such as `play 5S`, `meld …` or `(done)`.
        has_steps: whether an action is chosen in several steps.

    >>> import cardrules
    >>> from cardrules.interpreter.play.game import rules_of
    >>> space = ActionSpace(rules_of(cardrules.load("oh_hell")).program)
    >>> space.size, space.names[0], space.names[-1]
    (65, 'bid 0', 'play AS')
    """

    def __init__(self, program: Program) -> None:
        """Number the actions of a program."""
        self._notation = Notation(program)
        self._face = program.pack.face
        self._faces = sorted(set(self._face), key=self._face.index)
        self._number = {face: index for index, face in enumerate(self._faces)}
        texts = {face: program.pack.text[self._face.index(face)] for face in self._faces}
        self._texts = [texts[face] for face in self._faces]
        self._kinds = [tuple(parameter.kind for parameter in action.parameters) for action in program.actions.values()]
        self._domains = [
            tuple(self._domain(program, parameter) for parameter in action.parameters)
            for action in program.actions.values()
        ]
        names: list[str] = []
        self._direct: list[tuple[int, tuple[int, ...]] | None] = []
        shared: dict[Token, str] = {}
        for name, domains in zip(program.actions, self._domains, strict=True):
            sizes = tuple(len(domain.names) for domain in domains)
            if all(sizes) and prod(sizes) <= FEW:
                self._direct.append((len(names), sizes))
                names += [" ".join([name, *words]) for words in product(*(d.names for d in domains))]
                continue
            self._direct.append(None)
            names.append(f"{name} …")
            for kind, domain in zip(self._kinds[len(self._direct) - 1], domains, strict=True):
                shared |= self._steps(kind, domain)
        self._first = {name.removesuffix(" …"): at for at, name in enumerate(names)}
        self._verbs = tuple(program.actions)
        self._tokens = {token: len(names) + at for at, token in enumerate(shared)}
        texts_of = Counter(shared.values())
        self.names = (
            *names,
            *(text if texts_of[text] == 1 else f"{token[0]} {text}" for token, text in shared.items()),
        )
        self.size = len(self.names)
        self.has_steps = None in self._direct
        self._known: dict[Raw, tuple[int, ...]] = {}

    def steps(self, raw: Raw) -> tuple[int, ...]:
        """Return the numbers by which an action is chosen: one, or one for each step.

        No action's numbers are the beginning of another's.

        Args:
            raw: an action in raw form, as `State.raw_legal_actions` lists it.
        """
        found = self._known.get(raw)
        if found is None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            found = self._known[raw] = self._encode(raw)
        return found

    @property
    def verbs(
        self,
    ) -> Iterable[tuple[tuple[str, ...], tuple[Domain, ...], tuple[int, bool]]]:
        """For each action the kinds and the values of its choices, and its first number.

        With the number comes whether there is one for each combination of values from there on.
        """
        firsts = (
            (self._first[verb], False) if direct is None else (direct[0], True)
            for verb, direct in zip(self._verbs, self._direct, strict=True)
        )
        return zip(self._kinds, self._domains, firsts, strict=True)

    def token(self, token: Token) -> int:
        """Return the number of a value in one step."""
        return self._tokens[token]

    def _encode(self, raw: Raw) -> tuple[int, ...]:
        verb = raw[0]
        kinds, domains, direct = self._kinds[verb], self._domains[verb], self._direct[verb]
        if direct is not None:
            number, sizes = direct
            offset = 0
            for kind, domain, size, value in zip(kinds, domains, sizes, raw[1:], strict=True):
                assert domain.index is not None
                offset = offset * size + domain.index[self._key(kind, value, domain.again)]
            return (number + offset,)
        found = [self._first[self._verbs[verb]]]
        for kind, domain, value in zip(kinds, domains, raw[1:], strict=True):
            found += [self._tokens[token] for token in self._spelt(kind, domain, value)]
        return tuple(found)

    def _key(self, kind: str, value: int, again: int) -> int | tuple[int, ...]:
        """Return a value as domains list it: cards by their faces."""
        if kind == "card":
            return self._number[self._face[value]]
        return self._cards(value) if kind in LISTS else value % again if again else value

    def _cards(self, value: int) -> tuple[int, ...]:
        return tuple(sorted(self._number[self._face[card]] for card in cards_of(value)))

    def _spelt(self, kind: str, domain: Domain, value: int) -> Iterable[Token]:
        """Return the steps of one value."""
        if kind in LISTS:
            return [*(("card", face) for face in self._cards(value)), (DONE, 0)]
        if kind == "card":
            return [("card", self._number[self._face[value]])]
        if domain.names:
            return [(domain.kind, value % domain.again if domain.again else value)]
        sign = [("digit", -1)] if value < 0 else []
        return [*sign, *(("digit", int(digit)) for digit in str(abs(value))), (DONE, 0)]

    def _steps(self, kind: str, domain: Domain) -> dict[Token, str]:
        """Return the steps in which values of a choice are chosen, with their names."""
        cards: dict[Token, str] = {("card", at): text for at, text in enumerate(self._texts)}
        if kind in LISTS:
            return {**cards, (DONE, 0): DONE}
        if kind == "card":
            return cards
        if domain.names:
            assert domain.index is not None
            values = (value for value in domain.index if isinstance(value, int))
            return {(domain.kind, value): name for value, name in zip(values, domain.names, strict=True)}
        digits: dict[Token, str] = {("digit", digit): str(digit) for digit in range(10)}
        return {("digit", -1): "minus", **digits, (DONE, 0): DONE}

    def _domain(self, program: Program, parameter: Parameter) -> Domain:
        """Return the values of a choice."""
        kind, pack = parameter.kind, program.pack
        if kind == "card":
            return _listed("card", list(enumerate(self._texts)))
        if kind in LISTS:
            return self._sets(parameter)
        if kind == "number":
            values = numbers(program, parameter)
            return (
                Domain("number")
                if values is None
                else _listed(f"number {values}", [(value, str(value)) for value in values])
            )
        if kind == "pile":
            zone = program.zones[parameter.type.choices[0]]
            again = self._notation.piles_by_owner(zone.name)
            most = again or zone.fixed * (program.players if zone.each else 1) or pack.size
            names = [(at, self._notation.pile(zone.name, at)) for at in range(most)]
            return replace(_listed(f"pile of {zone.name}", names), again=again)
        names = _words(program, parameter.type)
        return _listed(str(parameter.type), list(enumerate(names)))

    def _sets(self, parameter: Parameter) -> Domain:
        """Return all sets of cards of one size, if their number is known and they are few."""
        match parameter.least, parameter.most:
            case ir.Const(value=int(least)), ir.Const(value=int(most)) if least == most:
                faces = len(self._faces)
                if comb(faces + least - 1, least) <= FEW:
                    limit = [self._face.count(face) for face in self._faces]
                    found = [
                        chosen
                        for chosen in combinations_with_replacement(range(faces), least)
                        if all(chosen.count(face) <= limit[face] for face in set(chosen))
                    ]
                    names = tuple(" ".join(self._texts[face] for face in each) for each in found)
                    return Domain("cards", names, {each: at for at, each in enumerate(found)})
            case _:
                pass
        return Domain("cards")


def _listed(kind: str, values: Sequence[tuple[int, str]]) -> Domain:
    return Domain(
        kind,
        tuple(name for _, name in values),
        {value: at for at, (value, _) in enumerate(values)},
    )


def _words(program: Program, kind: Type) -> tuple[str, ...]:
    """Return the values of a type by their names: suits, ranks, words, players."""
    names = program.pack.names(kind)
    return names or tuple(str(seat) for seat in range(program.players))


# ----------------------------------------------------------------------------------- numbers

Range = tuple[int | None, int | None]
"""The least and the greatest value of an expression; None where it is not known."""

UNKNOWN: Range = (None, None)


def numbers(program: Program, parameter: Parameter) -> tuple[int, ...] | None:
    """Return all numbers from which a choice can be made; None if they are not known or many."""
    if parameter.last is None:
        source = parameter.source
        while isinstance(source, ir.Filter):
            source = source.collection
        match source:
            case ir.Const(value=tuple() as values):
                return tuple(dict.fromkeys(values))
            case _:
                return None
    least, most = limits(program, parameter.source)[0], limits(program, parameter.last)[1]
    if least is None or most is None:
        return None
    # Where the first number varies, the numbers between may be counted from another one.
    values = range(least, most + 1, parameter.step if isinstance(parameter.source, ir.Const) else 1)
    return tuple(values) if len(values) <= FEW else None


def _unknown(_: ir.Expr) -> Range:
    return UNKNOWN


def limits(program: Program, value: ir.Expr, known: Callable[[ir.Expr], Range] = _unknown) -> Range:
    """Return the least and the greatest value that a number can have, as far as the rules tell.

    Args:
        program: the game.
        value: the number.
        known: tells the limits of a part about which the rules say nothing here, such as a variable.
    """
    match value:
        case ir.Const(value=int(number)):
            return number, number
        case ir.Cond(then=then, other=other):
            (low, high), (least, most) = limits(program, then, known), limits(program, other, known)
            return _least(low, least), _most(high, most)
        case ir.Use(definition=name, arguments=()):
            inner = program.definitions[name].value
            return limits(program, inner, known) if inner is not None else UNKNOWN
        case ir.Op(name="size"):
            return 0, program.pack.size
        case ir.Op(name=name, arguments=arguments):
            found = [limits(program, argument, known) for argument in arguments]
            return _combined(name, [low for low, _ in found], [high for _, high in found])
        case _:
            return known(value)


def _combined(name: str, low: list[int | None], high: list[int | None]) -> Range:
    """Return the limits of an operation on numbers with these limits."""
    known_low = [number for number in low if number is not None]
    known_high = [number for number in high if number is not None]
    every_low, every_high = len(known_low) == len(low), len(known_high) == len(high)
    if name == "min":
        return min(known_low) if every_low else None, min(known_high, default=None)
    if name == "max":
        return max(known_low, default=None), max(known_high) if every_high else None
    if name == "add":
        return sum(known_low) if every_low else None, sum(known_high) if every_high else None
    if name == "sub":
        return _minus(low[0], high[1]), _minus(high[0], low[1])
    return UNKNOWN


def _minus(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left - right


def _least(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else min(left, right)


def _most(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else max(left, right)
