"""Random expressions of the effect language by type: each is valid where its scope holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from cardrules.interpreter.syntax.operations.declaration import Need

from . import text as t
from .operations import FORMS, Form
from .text import Text, of
from .world import (
    BOOLEAN,
    CARD,
    CARDS,
    CHOICE,
    COLOUR,
    ENTRIES,
    HALVES,
    KEPT,
    MELDS,
    NUMBER,
    PILE,
    PLACE,
    PLAYER,
    PLAYERS,
    RANK,
    SOMEBODY,
    SUIT,
    Definition,
    Scope,
    Variable,
    World,
    Zone,
)

Maker = Callable[[], Text]

_LEVELS = {
    "of": (t.OF, t.OF),
    "part": (t.OF, t.OF),
    "fold": (t.OF, t.OF),
    "call": (t.ATOM, 0),
    "sign": (t.SUM, t.SUM),
    "phrase": (t.SUM, t.ATOM),
}
"""By the shape of an operation how tightly it binds, and its operands must."""
_MEMBER = {CARDS: CARD, PILE: CARD, PLAYERS: PLAYER, "several": CARDS, "columns": NUMBER}
"""What `it` is inside of what is said of the members of these."""


def _apart(value: Text) -> Text:
    """Return a text that can stand after a word: the name `cards` would be read with it."""
    return Text(f"({value})") if value.text == "cards" else value


def _negated(words: str) -> str:
    return words.replace(" is ", " is not ").replace("has ", "has no ").replace("share a", "share no")


class Expressions:
    """Makes expressions by chance.

    `depth` is what is left of an expression's size; at 0 only what is short is made.
    """

    def __init__(self, chance: Random, world: World) -> None:
        """Make expressions about what a ruleset declares."""
        self.r = chance
        self.w = world

    # -------------------------------------------------------------------------------- helpers

    def maybe(self, share: float) -> bool:
        """Return true that often."""
        return self.r.random() < share

    def pick(self, makers: Sequence[tuple[float, Maker]]) -> Text:
        """Make one of several, by weight."""
        weights = [weight for weight, _ in makers]
        return self.r.choices([maker for _, maker in makers], weights)[0]()

    def make(self, kind: str, s: Scope, depth: int = 2) -> Text:
        """Make an expression of a type."""
        short = [(1.0, lambda text=text: text) for text in self._short(kind, s)]
        if depth <= 0:
            return self.pick(short) if short else self._plain(kind, s)
        long: list[tuple[float, Maker]] = getattr(self, f"_{kind}")(s, depth - 1)
        if short and self.maybe(0.4):
            return self.pick(short)
        if kind in FORMS and self.maybe(0.4):
            return self.declared(kind, s, depth - 1)
        return self.pick(long) if long else self._plain(kind, s)

    def declared(self, kind: str, s: Scope, depth: int) -> Text:
        """Use an operation of the language's table."""
        possible = [
            fitting for forms in FORMS.get(kind, ()) if (fitting := [form for form in forms if self._may_use(form, s)])
        ]
        if s.shared or not possible:
            return self._plain(kind, s)
        form = self.r.choice(self.r.choice(possible))
        operation = form.operation
        parts = re.split(r"\{[^}]*\}", operation.form.replace(", …", ""))
        level, loose = _LEVELS[operation.shape]
        if operation.shape == "sign":
            level = loose = {"*": t.PRODUCT, "div": t.PRODUCT, "mod": t.PRODUCT}.get(operation.word, t.SUM)
        if operation.name == "otherwise":
            level, loose = t.OTHERWISE, t.OTHERWISE
        if kind == BOOLEAN:
            level, loose = (t.NOT, t.NOT) if operation.name == "not" else (t.COMPARED, t.SUM)
            if self.maybe(0.3):
                parts = [_negated(part) for part in parts]
        made: list[Text] = []
        for index, wanted in enumerate(form.operands):
            inner = s
            if operation.shape == "fold" and index == 0:
                inner = replace(s, member=_MEMBER[form.operands[1]])
            made.append(self._operand(wanted, form, index, inner, depth))
        unseen = any(each.unseen for each in made)
        if unseen and Need.SEEN in operation.needs:
            return self._plain(kind, s)
        text = parts[0]
        for index, (each, part) in enumerate(zip(made, parts[1:], strict=True)):
            tight = loose + (operation.shape == "sign" and index > 0)
            if operation.name == "otherwise" and not index:
                tight = t.WHERE
            if operation.shape in ("of", "part", "fold"):
                if index == len(made) - 1 and each.level == t.WHERE:
                    return Text(f"{text}{each}", t.WHERE, unseen)
                tight = t.OF if index == len(made) - 1 or operation.shape == "fold" else t.ATOM
            text += _apart(each).at(tight) + part
        return Text(text, level, unseen)

    def _may_use(self, form: Form, s: Scope) -> bool:
        """Return whether the conditions of use hold."""
        allowed = {
            Need.ACTOR: s.actor,
            Need.TWO_PLAYERS: self.w.players == 2,
            Need.EVEN_PLAYERS: self.w.players % 2 == 0,
            Need.MELDS: bool(self.w.melds),
            Need.TEAMS: bool(self.w.teams),
            Need.CHANCE: not s.pure and not s.member,
            Need.SEEN: True,
            Need.ORDERED: form.operands[-1] != CARDS,
        }
        has = {
            PLACE: self.has_place(s),
            "columns": any(variable.type == "columns" for variable in self.w.variables),
            "several": self.melded(s),
            MELDS: self.melded(s),
            "order": bool(self.w.orders),
            "meld": bool(self.w.melds) and form.operation.name != "parts",
        }
        if form.operation.name == "face_up" and all(z.faces != "turned" for z in self.w.zones):
            return False
        return all(allowed[need] for need in form.operation.needs) and all(
            has.get(kind, True) for kind in form.operands
        )

    def _operand(self, kind: str, form: Form, index: int, s: Scope, depth: int) -> Text:
        exact = form.operation.operands[index] != kind or form.operation.shape == "sign"
        match kind:
            case "place":
                return self.place(s)
            case "order":
                return Text(self.r.choice(self.w.orders))
            case "meld":
                return Text(self.r.choice([*self.w.melds, *self.w.kinds]))
            case "several":
                return self._some_melds(s, depth)
            case "columns":
                variables = [v for v in self.w.variables if v.type == "columns"]
                return self.variable(self.r.choice(variables), s, depth)
            case "cards" if Need.MELDS in form.operation.needs and len(form.operands) < 3:
                return self.few(s, depth)
            case "rank" if form.operation.shape == "phrase" and self.maybe(0.5):
                return self.rank_word()
            case "number" if form.operation.name == "column" and self.maybe(0.97):
                return self.number(1, 2)
            case "number" if form.operation.name in ("div", "mod") and index:
                return self.number(2, 3) if self.maybe(0.5) else of("size", self.collection(s, 0))
            case "halves" if form.operation.name in ("div", "mod") and index:
                return Text(self.r.choice(("½", "1½", "2.5")))
            case "number" if form.operation.shape == "part":
                return Text(self.count(s))
            case "player" if form.operation.nobody and self.maybe(0.2):
                return self.make(SOMEBODY, s, depth)
            case "cards" | "players" | "pile" if not exact:
                return self.argument(kind, s, depth)
            case _:
                return self.make(kind, s, depth)

    def _plain(self, kind: str, s: Scope) -> Text:
        """Make the simplest value of a type."""
        zones = [] if s.shared else [z for z in self.w.zones if not z.piles]
        match kind:
            case "number":
                return self.number()
            case "halves":
                return Text(self.r.choice(("½", "1½", "2.5")))
            case "boolean":
                return self._fact(s)
            case "rank" | "suit":
                return of(kind, self._card_word(s))
            case "colour":
                return Text("red")
            case "choice":
                return self.variable(next(v for v in self.w.variables if v.type == CHOICE), s, 0)
            case "card":
                return self._card_word(s)
            case "cards" | "pile":
                zones = [z for z in zones if z.ordered == (kind == PILE)]
                if zones:
                    return self.zone(self.r.choice(zones), s, 0)
                listed = f"[{self._card_word(s)}]"
                if kind == PILE:
                    return Text(listed)
                return Text(f"{listed} - {self._card_word(s)}", t.SUM)
            case "player" | "somebody":
                return Text("first of everybody", t.OF) if s.shared else (Text("actor" if s.actor else "dealer"))
            case "players":
                return Text("everybody" if s.shared else "players")
            case "melds":
                return self._some_melds(s, 0)
            case _:
                raise AssertionError(f"no value of type {kind}")

    def _card_word(self, s: Scope) -> Text:
        """Make the name of a card; in a deck without suits that would often be a rank."""
        if self.w.suits or s.shared:
            return Text(self.r.choice(self.w.cards))
        return Text("first of hand of dealer", t.OF)

    def _fact(self, s: Scope) -> Text:
        """Make a short condition."""
        if s.member == CARD and self.maybe(0.7):
            return Text(f"suit {self.isnt()} {self.r.choice(self.w.suit_words)}", t.COMPARED)
        zones = [] if s.shared else [zone for zone in self.w.zones if not zone.piles]
        if zones and self.maybe(0.6):
            zone = self.zone(self.r.choice(zones), s, 0)
            if self.maybe(0.5):
                return Text(f"{zone} {self.isnt()} empty", t.COMPARED)
            return Text(f"{of('size', zone)} > {self.number()}", t.COMPARED)
        return Text(f"{'deal' if s.shared else 'turn'}_number mod 2 is 1", t.COMPARED)

    def test(self, s: Scope) -> Text:
        """Make a condition that holds at some times and fails at others.

        It is about what changes: local names, variables, cards that lie somewhere, the turn.
        """
        if s.shared or self.maybe(0.15):
            return self.make(BOOLEAN, s)
        first = self._about_something(s)
        if self.maybe(0.75):
            return first
        word, level = self.r.choice((("and", t.AND), ("or", t.OR), ("or", t.OR)))
        second = self._about_something(s)
        return Text(f"{first.at(level)} {word} {second.at(level + 1)}", level)

    def _about_something(self, s: Scope) -> Text:
        known = {Text(name): kind for name, kind in s.names.items()}
        if s.drawn:
            known[Text("drawn")] = CARD
        if s.member:
            known[Text("it")] = s.member
            if self.maybe(0.7):
                return self.about(s.member, Text("it"), s)
        for variable in self._variables(s):
            if self.maybe(0.6):
                known[self.variable(variable, s, 0)] = variable.type
        if known and self.maybe(0.6):
            text, kind = self.r.choice(list(known.items()))
            return self.about(kind, text, s)
        zones = [zone for zone in self.w.zones if not zone.piles]
        if self.maybe(0.6):
            zone = self.r.choice(zones)
            return self.about(PILE if zone.ordered else CARDS, self.zone(zone, s, 0), s)
        if s.actor and self.maybe(0.4):
            return self.about(PLAYER, Text("actor"), s)
        return Text(f"turn_number mod {self.r.randint(2, 3)} is 1", t.COMPARED)

    def about(self, kind: str, value: Text, s: Scope) -> Text:
        """Make a condition on a value of a type."""
        operator = self.r.choice(("<", "<=", ">", ">=", "is", "is not"))
        match kind:
            case "number":
                if self.maybe(0.3):
                    return Text(f"{value.at(t.PRODUCT)} mod 2 {self.isnt()} 1", t.COMPARED)
                return Text(f"{value.at(t.SUM)} {operator} {self.number(0, 3)}", t.COMPARED)
            case "halves":
                return Text(f"{value.at(t.SUM)} {operator} {self._plain(HALVES, s)}", t.COMPARED)
            case "boolean":
                return value if self.maybe(0.7) else Text(f"not {value.at(t.NOT)}", t.NOT)
            case "rank":
                words = self.w.ranks[:-1] if operator == ">" else self.w.ranks[1:]
                return Text(f"{value.at(t.SUM)} {operator} {self.r.choice(words)}", t.COMPARED)
            case "suit":
                return Text(f"{value.at(t.SUM)} {self.isnt()} {self.r.choice(self.w.suit_words)}", t.COMPARED)
            case "colour":
                return Text(f"{value.at(t.SUM)} {self.isnt()} red", t.COMPARED)
            case "player" | "somebody":
                others = ["dealer", "eldest", *(["actor"] if s.actor else [])]
                other = self.r.choice([each for each in others if each != value.text])
                return Text(f"{value.at(t.SUM)} {self.isnt()} {other}", t.COMPARED)
            case "players":
                return Text(f"dealer {self.isnt()} in {value.at(t.SUM)}", t.COMPARED)
            case "card":
                about = self.r.choice((RANK, SUIT, SUIT, NUMBER))
                return self.about(about, of("value" if about == NUMBER else about, value), s)
            case "columns":
                column = of(f"column {self.r.randint(1, 2)}", value)
                return self.about(NUMBER, column, s)
            case "entries":
                return self.about(NUMBER, of(value.text, Text(self.r.choice(self.w.suit_words))), s)
            case "choice":
                words = (*self.w.choices, "none") if "is" in operator else self.w.choices
                return Text(f"{value.at(t.SUM)} {operator} {self.r.choice(words)}", t.COMPARED)
            case _:
                if kind == PLACE:
                    value = of(CARDS, value)
                if kind == CARDS and not value.unseen and self.maybe(0.5):
                    return self.about_set(value, s)
                if kind != MELDS and self.maybe(0.4):
                    first = of(self.r.choice(("first", "last")), value)
                    if not value.unseen:
                        return self.about(CARD, first, s)
                return self.about(NUMBER, of("size", value), s)

    def about_set(self, value: Text, s: Scope) -> Text:
        """Make a condition on the total of cards, or that they are a meld."""
        if self.w.melds and not s.shared and self.maybe(0.4):
            return Text(
                f"{value.at(t.SUM)} {self.isnt()} a {self.r.choice([*self.w.melds, *self.w.kinds])}", t.COMPARED
            )
        key = self.r.choice(("value", "value", "(value - 3)", f"(1 if rank of it > {self.w.ranks[1]} else 2)"))
        bound, operator = self.number(0, 12), self.r.choice(("is", "is", "<", "<=", ">", ">="))
        return Text(f"total {key} over {value.at(t.OF)} {operator} {bound}", t.COMPARED)

    def _short(self, kind: str, s: Scope) -> list[Text]:
        """Names of the type, and other short texts."""
        found = [Text(name) for name, type_ in s.names.items() if type_ == kind]
        found *= 3  # what is near is used more
        if kind == SOMEBODY:
            found += self._short(PLAYER, s)
        if s.member == kind and s.member:
            found += [Text("it")] * 4
        for variable in self._variables(s):
            wanted = PLAYER if kind == SOMEBODY else kind
            if variable.type == wanted and kind != PLAYER:  # such a variable may be nobody
                found.append(self.variable(variable, s, 0))
        for definition in self.w.definitions:
            if definition.type == kind and not definition.parameters and self.usable(definition, s):
                found.append(Text(definition.name))
        return found

    def choosing(self, s: Scope) -> bool:
        """Return whether there is a variable with choices."""
        return any(variable.type == CHOICE for variable in self._variables(s))

    def _variables(self, s: Scope) -> list[Variable]:
        return [v for v in self.w.variables if not s.shared or v.each or v.scope == "match"]

    def usable(self, definition: Definition, s: Scope) -> bool:
        """Return whether a definition may be used in a scope."""
        return (
            (s.actor or not definition.acting)
            and (not definition.asks or s.asks <= 2)
            and (not definition.announces or s.events <= 2)
            and (not definition.moves or s.moves)
            and (not s.shared or definition.shared)
        )

    def bare(self, s: Scope) -> bool:
        """Return whether a bare name of a player's zone means the actor's."""
        return s.actor and s.member != PLAYER and not (s.member and s.member == SOMEBODY)

    def variable(self, variable: Variable, s: Scope, depth: int) -> Text:
        """Make the name of a variable."""
        if not variable.each:
            return Text(variable.name)
        if self.bare(s) and self.maybe(0.6):
            return Text(variable.name)
        return of(variable.name, self.make(PLAYER, s, depth))

    def zone(self, zone: Zone, s: Scope, depth: int = 1) -> Text:
        """Make the name of a zone."""
        if not zone.each:
            return Text(zone.name, unseen=zone.unseen)
        if self.bare(s) and self.maybe(0.7):
            return Text(zone.name, unseen=zone.unseen)
        owner = self.make(PLAYER, s, min(depth, 1))
        return of(zone.name, Text(owner.at(t.OF), t.OF), zone.unseen)

    def any_zone(self, s: Scope, *, ordered: bool | None = None) -> Text | None:
        """Make the name of a zone that cards can be moved to; None if there is none such."""
        zones = [z for z in self.w.zones if not z.piles and (ordered is None or z.ordered == ordered)]
        if s.shared or not zones:
            return None
        return self.zone(self.r.choice(zones), s)

    def count(self, s: Scope) -> str:
        """Make how many of some members; the name `cards` would be read as another word there."""
        return _apart(self.make(NUMBER, s, 0)).at(t.ATOM)

    def number(self, least: int = 0, most: int = 4) -> Text:
        """Make a small number."""
        return Text(str(self.r.randint(least, most)))

    def calls(self, kind: str, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        """Uses of definitions with parameters."""
        found = [
            definition
            for definition in self.w.definitions
            if definition.type == kind and definition.parameters and self.usable(definition, s)
        ]
        return [(1.5, lambda d=definition: self.call(d, s, depth)) for definition in found]

    def call(self, definition: Definition, s: Scope, depth: int) -> Text:
        """Use a definition."""
        arguments = [self.argument(kind, s, depth) for kind, _ in definition.parameters]
        if not arguments:
            return Text(definition.name)
        if len(arguments) == 1 and definition.type and self.maybe(0.5):
            return of(definition.name, arguments[0])
        return Text(f"{definition.name}({', '.join(map(str, arguments))})")

    def argument(self, kind: str, s: Scope, depth: int) -> Text:
        """Make a value for a parameter; some types fit where others are wanted."""
        if kind == CARDS and self.maybe(0.3):
            return self.make(self.r.choice((CARD, PILE)), s, depth)
        if kind == PILE and self.maybe(0.2):
            return self.make(CARD, s, depth)
        if kind == PLAYERS and self.maybe(0.3):
            return self.make(PLAYER, s, depth)
        if kind == RANK and self.maybe(0.3):
            return Text(self.r.choice(self.w.ranks))
        return self.make(kind, s, depth)

    def choice_of(self, kind: str, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        """Make `a if test else b`."""

        def conditional() -> Text:
            first, second = self.make(kind, s, depth), self.make(kind, s, depth)
            test = self.make(BOOLEAN, s, depth)
            text = f"{first.at(t.OTHERWISE)} if {test.at(t.OR)} else {second.at(t.CONDITIONAL)}"
            return Text(text, t.CONDITIONAL, first.unseen or second.unseen)

        return [(0.5, conditional)]

    # --------------------------------------------------------------------------------- simple

    def _halves(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        """Make numbers that may be in halves; a whole number is one."""

        def listed() -> Text:
            members = [self._plain(HALVES, s), self.make(NUMBER, s, 0)]
            return of(self.r.choice(("first", "last")), Text(f"[{', '.join(map(str, members))}]"))

        makers: list[tuple[float, Maker]] = [
            (2, lambda: self._plain(HALVES, s)),
            (1, lambda: self.make(NUMBER, s, depth)),
            (0.4, listed),
            *self.choice_of(HALVES, s, depth),
            *self.calls(HALVES, s, depth),
        ]
        if self.w.half_points:
            makers.append((1, lambda: of("score", self.make(PLAYER, s, min(depth, 1)))))
        if self.w.attributes and self.w.in_halves:
            makers.append((2, lambda: self._points_of(s, depth)))
        return makers

    def _points_of(self, s: Scope, depth: int) -> Text:
        word = self.r.choice(self.w.attributes)
        return Text(word) if s.member == CARD else of(word, self.make(CARD, s, depth))

    def _number(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        def value() -> Text:
            return Text("value") if s.member == CARD else of("size", self.collection(s, depth))

        def score() -> Text:
            if self.bare(s) and self.maybe(0.4):
                return Text("score")
            return of("score", self.make(PLAYER, s, min(depth, 1)))

        def entry() -> Text:
            entries = [v for v in self._variables(s) if v.type == ENTRIES]
            suit = self.make(SUIT, s, depth) if self.maybe(0.3) else None
            return of(self.r.choice(entries).name, suit or Text(self.r.choice(self.w.suit_words)))

        def listed() -> Text:
            words = ["first", "last"] if s.pure or s.member else ["first", "last", "random"]
            numbers = f"[{self.number(0, 9)}, {self.number(-3, 3)}]"
            if self.maybe(0.6):
                numbers = f"({numbers} where it > {self.number(0, 9)})"
            return of(self.r.choice(words), Text(numbers, t.OF))

        def over_all() -> Text:
            kind, name = self.r.choice((SUIT, RANK, COLOUR)), f"m{len(s.names)}"
            inner = replace(s, names={**s.names, name: kind})
            key = Text(f"({self.about(kind, Text(name), inner)})")
            number = Text(f"({self.number(1, 3)} if {key} else {self.make(NUMBER, inner, 0)})")
            fold = self.r.choice(("total", "highest", "lowest"))
            return Text(f"{fold} {number} over {name} in {kind}s", t.OF)

        options = [name for name, (kind, _) in self.w.options.items() if kind == NUMBER]
        makers: list[tuple[float, Maker]] = [
            (3, self.number),
            (0.5 * (depth > 0), over_all),
            (0.3, listed),
            (2, value),
            (0 if self.w.half_points else 1, score),
            (0.5, lambda: Text("deal_number")),
            *self.choice_of(NUMBER, s, depth),
            *self.calls(NUMBER, s, depth),
        ]
        if self.w.rankings and not s.shared:
            name = self.r.choice(self.w.rankings)
            place = lambda: of("position", self.pattern(s, depth, name))  # noqa: E731
            makers.append((0.4, place))
        if not s.shared:
            makers.append((0.6, lambda: Text("turn_number")))
        if options:
            makers.append((1.5, lambda: Text(self.r.choice(options))))
        if self.w.attributes and not self.w.in_halves:
            makers.append((2, lambda: self._points_of(s, depth)))
        columns = [v for v in self.w.variables if v.type == "columns"]
        if columns and not s.shared:
            makers.append(
                (2, lambda: of(f"column {self.r.randint(1, 2)}", self.variable(self.r.choice(columns), s, depth)))
            )
        if any(v.type == ENTRIES for v in self._variables(s)):
            makers.append((1, entry))
        kept = [v for v in self._variables(s) if v.type == KEPT]
        if kept and not s.shared:
            makers.append((1, lambda: self.kept(self.r.choice(kept))))
        return makers

    def _boolean(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        def compared() -> Text:
            left, right = (self.make(HALVES if self.maybe(0.2) else NUMBER, s, depth) for _ in range(2))
            if left.text.isdigit() and right.text.isdigit() and not s.shared:
                left = of("size", self.collection(s, depth))
            operator = self.r.choice(("<", "<=", ">", ">=", "is", "is not"))
            return Text(f"{left.at(t.SUM)} {operator} {right.at(t.SUM)}", t.COMPARED)

        def ranks() -> Text:
            left = self.make(RANK, s, depth)
            right = self.rank_word() if self.maybe(0.4) else self.make(RANK, s, depth)
            operator = self.r.choice(("<", "<=", ">", ">=", "is", "is not"))
            text = f"{left.at(t.SUM)} {operator} {right.at(t.SUM)}"
            if "is" not in operator and self.w.orders and self.maybe(0.4):
                text += f" by {self.r.choice(self.w.orders)}"
            return Text(text, t.COMPARED)

        def same() -> Text:
            kind = self.r.choice((SUIT, COLOUR, SOMEBODY, CARD, SUIT, RANK))
            left = self.make(kind, s, depth)
            if kind == SUIT and self.choosing(s) and self.maybe(0.3):  # a choice may be a suit
                right = self.make(CHOICE, s, depth)
                return Text(f"{left.at(t.SUM)} {self.isnt()} {right.at(t.SUM)}", t.COMPARED)
            right = Text("none" if kind != SOMEBODY else "nobody")
            if self.maybe(0.8):
                right = self.make(kind, s, depth)
            return Text(f"{left.at(t.SUM)} {self.isnt()} {right.at(t.SUM)}", t.COMPARED)

        def within() -> Text:
            kind, values = self.members(s, depth)
            member = self.make(kind, s, depth) if kind != CARDS else None
            if member is None or self.maybe(0.3):
                member = self.make(RANK, s, depth)
                ranks = self.r.sample(self.w.ranks, min(2, len(self.w.ranks)))
                values = Text(f"[{', '.join(ranks)}]")
            return Text(f"{member.at(t.SUM)} {self.isnt()} in {values.at(t.SUM)}", t.COMPARED)

        def meld() -> Text:
            cards = self.argument(CARDS, s, depth)
            name = self.r.choice([*self.w.melds, *self.w.kinds])
            return Text(f"{cards.at(t.SUM)} {self.isnt()} a {name}", t.COMPARED)

        def ranked() -> Text:
            left, right = (self.argument(CARDS, s, depth) for _ in range(2))
            operator = self.r.choice(("<", "<=", ">", ">="))
            text = f"{left.at(t.SUM)} {operator} {right.at(t.SUM)}"
            return Text(f"{text} by {self.r.choice(self.w.rankings)}", t.COMPARED)

        def quantified() -> Text:
            kind = self.r.choice((CARDS, PILE, PLAYERS))
            members = self.make(kind, s, depth)
            quantifier = self.r.choice(("any", "every", "no", f"exactly {self.r.randint(0, 3)}"))
            noun = "player" if kind == PLAYERS else "card"
            about = Text(f"{quantifier} {noun}{'s' * (quantifier[0] == 'e')} of {members.at(t.OF)}", t.OF)
            if kind == PLAYERS:
                return self.about(NUMBER, of("score", about), s)
            return self.about(CARD, about, s)

        def named() -> Text:
            card = self.make(CARD, s, depth)
            article = self.r.choice(("", "a "))
            return Text(f"{card.at(t.SUM)} {self.isnt()} {article}{self.r.choice(self.w.named)}", t.COMPARED)

        def possible() -> Text:
            action = self.r.choice(self.w.possible)
            return Text(f"{action} {self.isnt()} possible", t.COMPARED)

        def logic() -> Text:
            word, level = self.r.choice((("and", t.AND), ("or", t.OR)))
            left, right = self.make(BOOLEAN, s, depth), self.make(BOOLEAN, s, depth)
            return Text(f"{left.at(level)} {word} {right.at(level + 1)}", level)

        def option() -> Text:
            name, (kind, words) = self.r.choice(list(self.w.options.items()))
            if kind == BOOLEAN:
                return Text(name)
            if kind == "choice":
                return Text(f"{name} {self.isnt()} {self.r.choice(words)}", t.COMPARED)
            if kind == "list":
                if self.maybe(0.5):
                    return Text(f"{self.make(RANK, s, depth).at(t.SUM)} is in {name}", t.COMPARED)
                return Text(f"{self.make(NUMBER, s, depth).at(t.SUM)} is in {name}", t.COMPARED)
            if kind == "nullable":
                return Text(f"{name} {self.isnt()} none", t.COMPARED)
            return Text(f"{name} > {self.number()}", t.COMPARED)

        makers: list[tuple[float, Maker]] = [
            (1.5, compared),
            (1.5, same),
            (1, logic),
            (3 * (not s.shared), lambda: self.test(s)),
            *self.choice_of(BOOLEAN, s, depth),
            *self.calls(BOOLEAN, s, depth),
        ]
        if self.w.options:
            makers.append((1, option))
        if s.shared:
            return makers
        makers += [(2, ranks), (1.2, within), (1, quantified)]
        if self.w.named:
            makers.append((1, named))
        if self.w.melds:
            makers.append((0.8, meld))
        if self.w.rankings:
            makers += [(2, ranked), (1, lambda: self.patterned(s, depth))]
        if s.actor and self.w.possible:
            makers.append((0.3, possible))
        return makers

    def pattern(self, s: Scope, depth: int, name: str) -> Text:
        """Make the pattern of a ranking that some cards are."""
        cards = self.make(self.r.choice((CARDS, CARDS, CARD)), s, depth).at(t.OF)
        return Text(f"(pattern of {cards} by {name})")

    def patterned(self, s: Scope, depth: int) -> Text:
        """Make a comparison of such a pattern."""
        name = self.r.choice(self.w.rankings)
        word = self.r.choice(self.w.patterns[name])
        other = word if self.maybe(0.8) else self.pattern(s, 0, name)
        signs = ("<", "<=", ">", ">=") if name in self.w.levels else ("is", "is not")
        test = f"{self.pattern(s, depth, name)} {self.r.choice(signs)} {other}"
        if self.maybe(0.1):
            test = f"{self.pattern(s, depth, name)} {self.isnt()} none"
        return Text(test, t.COMPARED)

    def isnt(self) -> str:
        """Make `is` or `is not`."""
        return self.r.choice(("is", "is", "is not"))

    def rank_word(self) -> Text:
        """Make the name of a rank, also one that is a numeral."""
        return Text(self.r.choice((*self.w.ranks, *self.w.named)))

    def _rank(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        words = [rank for rank in self.w.ranks if not rank.isdigit()]
        return [
            *self._attribute(RANK, s, depth),
            *([(1.0, lambda: Text(self.r.choice(words)))] if words else ()),
        ]

    def _suit(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        return [
            *self._attribute(SUIT, s, depth),
            (1, lambda: Text(self.r.choice(self.w.suit_words))),
        ]

    def _choice(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        return [*self.choice_of(CHOICE, s, depth)]

    def _colour(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        return [
            *self._attribute(COLOUR, s, depth),
            (1, lambda: Text(self.r.choice(("red", "black")))),
        ]

    def _attribute(self, kind: str, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        makers = [*self.choice_of(kind, s, depth), *self.calls(kind, s, depth)]
        if s.member == CARD:
            makers.append((3, lambda: Text(kind)))
        elif not s.shared:
            makers.append((2, lambda: of(kind, self.make(CARD, s, depth))))
        return makers

    # ---------------------------------------------------------------------------------- cards

    def _card(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        def end() -> Text:
            kind = self.r.choice((CARDS, PILE, PILE))
            cards = self.make(kind, s, depth)
            words = ["first", "last"]
            if kind == PILE:
                words += ["top", "bottom", "top"]
            if cards.unseen:
                words = []
            if not words or (not s.pure and not s.member and self.maybe(0.3)):
                words = ["random"]
            if words == ["random"] and (s.pure or s.member):
                return literal()
            return of(self.r.choice(words), Text(cards.at(t.OF), t.OF))

        def literal() -> Text:
            return self._card_word(s)

        makers: list[tuple[float, Maker]] = [
            (0.5, literal),
            *self.choice_of(CARD, s, depth),
            *self.calls(CARD, s, depth),
        ]
        if s.drawn:
            makers.append((6, lambda: Text("drawn")))
        if not s.shared:
            makers.append((5, end))
            if self._seen():
                makers.append((2.5, lambda: self.best_of_a_suit(s)))
        return makers

    def _seen(self) -> list[Zone]:
        """Return the players' zones without order that have a first card."""
        return [z for z in self.w.zones if z.each and not z.ordered and not z.unseen]

    def best_of_a_suit(self, s: Scope) -> Text:
        """Make the first of the best cards of one suit that players have, as tricks are won.

        Several cards of a suit can be equally good.
        """
        zone = self.r.choice(self._seen()).name
        around = f"(players from {self.make(PLAYER, s, 0).at(t.ATOM)})"
        cards = Text(f"{zone} of {self.r.choice(('players', around))}", t.OF)
        suit = self.r.choice(self.w.suit_words)
        if self.maybe(0.4):
            suit = f"suit of first of {cards}"
        key = self.r.choice(
            (
                "rank",
                "value",
                "value",
                f"({self.number(1, 3)} if value > 5 else 0)",
                f"(value div {self.number(2, 3)})",
            )
        )
        extreme = self.r.choice(("highest", "highest", "lowest"))
        return Text(f"first of ((({cards}) where suit is {suit}) with {extreme} {key})", t.OF)

    def _cards(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        zones = [z for z in self.w.zones if not z.ordered and not z.piles]

        def joined() -> Text:
            left = self.make(self.r.choice((CARDS, PILE)), s, depth)
            right = self.make(self.r.choice((CARDS, CARD, PILE)), s, depth)
            operator = self.r.choice("+-")
            if left.text.startswith("["):
                operator = "-"
            level = t.SUM
            return Text(f"{left.at(level)} {operator} {right.at(level + 1)}", level)

        makers = [*self._selected(CARDS, s, depth), *self.calls(CARDS, s, depth)]
        makers.append((0.3, lambda: self._plain(CARDS, s)))
        if s.shared:
            return makers
        if zones:
            makers.append((8, lambda: self.zone(self.r.choice(zones), s, depth)))
            if self.w.daring:
                makers.append((3, lambda: self._none(self.zone(self.r.choice(zones), s, depth))))
        makers.append((2, joined))
        return makers

    def _none(self, members: Text) -> Text:
        """Make a collection without members out of another one."""
        return Text(f"{members.at(t.ATOM)} where {self.r.choice(('false', 'it is none'))}", t.WHERE)

    def _pile(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        zones = [z for z in self.w.zones if z.ordered and not z.piles]
        each = [z for z in self.w.zones if z.each]
        piles = [z for z in self.w.zones if z.piles]

        def all_seats() -> Text:
            owners = self.make(PLAYERS, s, depth)
            return of(self.r.choice(each).name, Text(owners.at(t.OF), t.OF))

        def listed() -> Text:
            count = self.r.choice((1, 1, 2))
            cards = [str(self.make(CARD, s, depth)) for _ in range(count)]
            return Text(f"[{', '.join(cards)}]")

        def on_table() -> Text:
            if self.has_place(s) and self.maybe(0.6):
                return of(CARDS, self.place(s))
            return of(CARDS, Text(self.r.choice(piles).name))

        def joined() -> Text:
            left, right = self.make(PILE, s, depth), self.make(PILE, s, depth)
            return Text(f"{left.at(t.SUM)} + {right.at(t.PRODUCT)}", t.SUM)

        makers = [*self._selected(PILE, s, depth), *self.calls(PILE, s, depth), (0.5, listed)]
        if s.shared:
            return makers
        if zones:
            makers.append((8, lambda: self.zone(self.r.choice(zones), s, depth)))
        if each:
            makers.append((1.5, all_seats))
        if piles:
            makers.append((2, on_table))
        makers.append((0.5, joined))
        return makers

    def _selected(self, kind: str, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        """Make what is selected from values of the same type."""
        member = PLAYER if kind == PLAYERS else CARD

        def where() -> Text:
            values = self.make(kind, s, depth)
            inner = replace(s, member=member)
            test = self.test(inner) if self.maybe(0.6) else self.make(BOOLEAN, inner, depth)
            return Text(f"{values.at(t.ATOM)} where {test.at(t.OR)}", t.WHERE, values.unseen)

        def named() -> Text:
            values = self.make(kind, s, depth)
            name = f"m{len(s.names)}"
            test = self.test(replace(s, names={**s.names, name: member}))
            return Text(f"{name} in {values.at(t.ATOM)} where {test.at(t.OR)}", t.WHERE, values.unseen)

        def best() -> Text:
            values = self.make(kind, s, depth)
            inner = replace(s, member=member)
            extreme = self.r.choice(("highest", "lowest"))
            keys = (NUMBER,) if member == PLAYER else (NUMBER, RANK, SUIT, CARD, RANK)
            what = CARDS if self.w.rankings and self.maybe(0.3) else self.r.choice(keys)
            key = self.argument(what, inner, depth) if what == CARDS else (self.make(what, inner, depth))
            # What is sorted by a key has an order, and so another type if it had none.
            word = "sorted by" if kind != CARDS and self.maybe(0.3) else "with"
            text = f"{values.at(t.ATOM)} {word} {extreme} {key.at(t.OF)}"
            if what == CARDS:
                text += f" by {self.r.choice(self.w.rankings)}"
            if what == RANK and self.w.orders and self.maybe(0.3):
                text += f" by {self.r.choice(self.w.orders)}"
            return Text(text, t.UNARY, values.unseen)

        return [(3, where), (1, named), (1, best), *self.choice_of(kind, s, depth)]

    def _melds(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        piles = [z.name for z in self.w.zones if z.piles and not s.shared]
        makers = self.calls(MELDS, s, depth)
        if piles:
            makers.append((1, lambda: Text(self.r.choice(piles))))
        if self.melded(s):
            makers.append((2, lambda: self._some_melds(s, depth)))
        return makers

    def melded(self, s: Scope) -> bool:
        """Return whether there are values of the type melds, besides zones of piles."""
        return not s.shared

    def _some_melds(self, s: Scope, depth: int) -> Text:
        variables = [v for v in self.w.variables if v.type == MELDS]
        if variables and self.maybe(0.4):
            return self.variable(self.r.choice(variables), s, 0)
        if self.w.melds and self.maybe(0.4):
            divided = [*self.w.kinds, *(["double"] if "double" in self.w.melds else [])]
            if divided and self.maybe(0.4):
                cards = self.few(s, depth)
                return Text(f"parts of {cards.at(t.OF)} by {self.r.choice(divided)}", t.OF)
            return of("melding", self.few(s, depth))
        if self.maybe(0.3):
            return Text(f"every end of {self.few(s, depth, PILE).at(t.ATOM)}", t.ATOM)
        size = self.r.choice(("2", "2 or more", "1 to 3", "0 to 2", "3"))
        sets = Text(f"sets of {size} of {self.few(s, depth).at(t.ATOM)}", t.ATOM)
        if self.maybe(0.3):
            return sets
        test = self.about_set(Text("it"), replace(s, member=CARDS))
        if self.maybe(0.4):
            other = self.about(CARDS, Text("it"), replace(s, member=CARDS))
            pair = (test, other) if self.maybe(0.7) else (other, test)
            test = Text(f"{pair[0].at(t.AND)} and {pair[1].at(t.AND + 1)}", t.AND)
        return Text(f"{sets} where {test}", t.WHERE)

    def few(self, s: Scope, depth: int, kind: str = "") -> Text:
        """Make few cards: the best arrangement of many takes the definition long to find."""
        cards = self.make(kind or self.r.choice((CARDS, PILE)), s, depth)
        if cards.unseen:
            cards = self._plain(PILE, s)
        return Text(f"first {self.r.randint(3, 7)} of {cards.at(t.OF)}", t.OF)

    def place(self, s: Scope) -> Text:
        """Make a pile on the table; see `has_place`."""
        names = [name for name, kind in s.names.items() if kind == PLACE]
        zones = [] if s.shared else [zone.name for zone in self.w.zones if zone.piles]
        if not zones or (names and self.maybe(0.8)):
            return Text(self.r.choice(names))
        words = ["first", "last"] if s.pure or s.member else ["first", "last", "random"]
        piles = Text(self.r.choice(zones))
        if self.maybe(0.6 if self.w.daring else 0.2):
            return Text(f"pile {self.number(1, 3)} of {piles}", t.OF)
        if self.maybe(0.3):
            piles = Text(f"{piles} where size of cards of it > {self.number(0, 3)}", t.WHERE)
        return of(self.r.choice(words), Text(piles.at(t.OF), t.OF))

    def kept(self, variable: Variable) -> Text:
        """Name what is kept with a pile."""
        zone = variable.name.removeprefix("kept_")
        which = self.r.choice(("first", "last", f"pile {self.number(1, 2)}"))
        return of(variable.name, Text(f"{which} of {zone}", t.OF))

    def has_place(self, s: Scope) -> bool:
        """Return whether there is a pile on the table to speak of, or can be."""
        named = any(kind == PLACE for kind in s.names.values())
        return named or (not s.shared and any(zone.piles for zone in self.w.zones))

    # -------------------------------------------------------------------------------- players

    def _player(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        makers: list[tuple[float, Maker]] = [
            (0.4, lambda: Text(f"{self.r.choice(('first', 'last'))} of everybody", t.OF)),
            *self.calls(PLAYER, s, depth),
        ]
        if self.w.daring:
            makers.append((1, lambda: of("last", Text("(players where false)"))))
        if not s.shared:
            makers += [(2, lambda: Text("dealer")), (1.5, lambda: Text("eldest"))]
            makers.append((0.4, lambda: Text("first of players", t.OF)))
        if s.actor:
            makers.append((4, lambda: Text("actor")))
            if self.w.players == 2:
                makers.append((3, lambda: Text("opponent")))
        if not s.pure and not s.member and not s.shared:
            makers.append((0.3, lambda: Text("random of players", t.OF)))
        return makers

    def _somebody(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        def following() -> Text:
            start = self.make(PLAYER, s, min(depth, 1))
            test = self.make(BOOLEAN, replace(s, member=PLAYER), depth)
            return Text(f"player from {start.at(t.ATOM)} where {test.at(t.OR)}", t.WHERE)

        makers: list[tuple[float, Maker]] = [(1, lambda: self.make(PLAYER, s, depth))]
        if not s.shared:
            makers.append((1, following))
            if self._seen():
                makers.append((1, lambda: of("owner", self.best_of_a_suit(s))))
        if s.member == CARD:
            makers.append((2, lambda: Text("owner")))
        return [*makers, *self.choice_of(SOMEBODY, s, depth)]

    def _players(self, s: Scope, depth: int) -> list[tuple[float, Maker]]:
        def joined() -> Text:
            left = self.make(PLAYERS, s, depth)
            right = self.make(self.r.choice((PLAYER, PLAYERS)), s, depth)
            return Text(f"{left.at(t.SUM)} {self.r.choice('+--')} {right.at(t.PRODUCT)}", t.SUM)

        makers = [
            (0.8, lambda: Text("everybody")),
            (1.0, joined),
            *self._selected(PLAYERS, s, depth),
            *self.calls(PLAYERS, s, depth),
        ]
        if self.w.teams:
            makers.append((1, lambda: Text("teams")))
        if not s.shared:
            makers.append((5, lambda: Text("players")))
            if self.w.daring:
                makers.append((2, lambda: self._none(Text("players"))))
                makers.append((3, lambda: Text(f"players from {self._anybody(s)}", t.OF)))
        return makers

    def _anybody(self, s: Scope) -> str:
        """Make a player who may be nobody."""
        return self.make(SOMEBODY, s, 1).at(t.ATOM)

    # ---------------------------------------------------------------------------- collections

    def members(self, s: Scope, depth: int) -> tuple[str, Text]:
        """Make a collection, and return what it holds."""
        kinds = [PLAYERS] if s.shared else [CARDS, CARDS, PILE, PLAYERS]
        kinds += [MELDS] * self.melded(s)
        kind = self.r.choice(kinds)
        text = self._some_melds(s, depth) if kind == MELDS else self.make(kind, s, depth)
        return {PLAYERS: PLAYER, MELDS: CARDS}.get(kind, CARD), text

    def collection(self, s: Scope, depth: int) -> Text:
        """Make anything that has a size."""
        piles = [z for z in self.w.zones if z.piles]
        if piles and not s.shared and self.maybe(0.15):
            return Text(self.r.choice(piles).name)
        return self.members(s, depth)[1]
