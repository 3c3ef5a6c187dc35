"""Random statements: each is valid where its scope holds, and all loops end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from . import text as t
from .expressions import Expressions
from .text import Text, of
from .world import (
    BOOLEAN,
    CARD,
    CARDS,
    HALVES,
    KEPT,
    NUMBER,
    PILE,
    PLACE,
    PLAYER,
    PLAYERS,
    RANK,
    SOMEBODY,
    VALUES,
    Scope,
    Variable,
    World,
    Zone,
)

LOCALS = ("card", "cards", "x", "n", "p", "who", "kept", "finest", "it_is", "k")
"""Names of choices, parameters, `let` and loops: few, so that one means many things."""

EVENTS = ("first_event", "second_event", "last_event")

Line = list[str]
StatementMaker = Callable[[Scope], Line | None]


def closed(value: Text, level: int) -> str:
    """Return a text for a place where `from` may follow, which `players` would take for its own."""
    return f"({value})" if value.text.endswith("players") else value.at(level)


def joined(lines: Line) -> Line:
    """Return the lines of a block, some of them with several statements: `draw 1 then stop`."""
    found: Line = []
    simple = False
    for line in lines:
        before, simple = simple, not line.startswith(("if ", "else", "for ", "repeat ", " "))
        if before and simple and len(line) % 3 == 0:
            found[-1] += f" then {line}"
        else:
            found.append(line)
    return found


class Statements(Expressions):
    """Makes blocks of statements by chance.

    Attributes:
        phases: what `go to` can name.
        answers: by level, the actions that can be asked for; the first needs no choice.
        announced: the events that were announced so far.
        asked: the actions that were asked for so far.
        deeds: the actions that certainly do something.
        apart: draws what was added later, so that all other rulesets stay as they were.
        wanted: words for what kinds of statements this ruleset has, beside the usual ones.
        size: how many statements a block has, at most.
    """

    def __init__(self, chance: Random, world: World) -> None:
        """Make statements about what a ruleset declares."""
        super().__init__(chance, world)
        self.phases: list[str] = []
        self.answers: dict[int, list[str]] = {1: [], 2: []}
        self.announced: set[str] = set()
        self.asked: set[str] = set()
        self.wanted: set[str] = set()
        self.size = chance.choice((2, 3, 3))
        self.deeds: set[str] = set()
        self.apart = Random(0)
        self._lets: dict[str, str] = {}

    # --------------------------------------------------------------------------------- blocks

    def block(self, s: Scope, size: int | None = None, *, ends: bool = True) -> tuple[list[str], Scope]:
        """Make the lines of a block, and return them with the names that are known at its end.

        Where it must not end by leaving, `ends` is false, for more statements follow.
        """
        s = replace(s, pure=False)
        lines: list[str] = []
        for _ in range(self.r.randint(1, size or self.size)):
            made = self._statement(s) or self._statement(s) or self._statement(s)
            if made is None:
                continue
            lines += made
            for line in made:
                if line.startswith("let "):
                    name = line.split()[1]
                    s = s.bind(name, self._lets[name])
        if ends and self.maybe(0.12):
            last = self._last(s)
            lines += [last] if last else []
        if not lines:
            lines = [f"add 1 to score of {self.make(PLAYER, s, 0).at(t.OF)}"]
        return lines, s

    def body(self, s: Scope, size: int | None = None) -> str:
        """Make the text of a block."""
        return "\n".join(joined(self.block(s, size)[0]))

    def new_name(self, s: Scope) -> str | None:
        """Return a name that is free in a scope; None if there is none left."""
        free = [name for name in LOCALS if name not in s.names]
        return self.r.choice(free) if free else None

    def _statement(self, s: Scope) -> Line | None:
        acting: Sequence[tuple[float, StatementMaker]] = (
            [(2, self._draw), (0.5 * ("again" in self.wanted), self._again)] if s.actor else []
        )
        makers: list[tuple[float, StatementMaker]] = [(2, self._becomes), (1.5, self._add), *acting]
        if not s.shared:
            makers += [
                (4, self._move),
                (0.7, self._move_all),
                (0.6, self._alike),
                (1.2, self._deal),
                (1, self._draws),
                (0.7, self._refill),
                (0.7, self._exchange),
                (0.7, self._shuffle),
                (0.8, self._reveal),
                (0.5, self._tell),
                (0.7, self._lay),
            ]
        makers += [(2, self._let), (0.7, self._leaves), (0.7, self._sides), (1, self._perform)]
        makers += [(1, self._ask)]
        makers += [(1.2, self._announce), (0.7, self._turning), (2.5, self._around_ask)]
        if s.later is not None and "skip" in self.wanted:
            makers.append((3 if s.later else 0.5, self.skips))
        if s.blocks < 2:
            makers += [(2.5, self._if), (1.2, self._for_each), (0.7, self._repeat)]
        weights = [weight for weight, _ in makers]
        return self.r.choices([maker for _, maker in makers], weights)[0](s)

    def _last(self, s: Scope) -> str | None:
        """Make a statement after which nothing is reached."""
        found: list[str] = []
        if s.moves:
            found += ["end turn", "end phase", "end turn", "end phase", "end turn", "end deal"]
            found += [f"go to {phase}" for phase in self.phases]
        if s.later is not None:
            found += ["stop", *(f"skip to {effect}" for effect in s.later)] * 2
        if s.blocks and self.maybe(0.3):
            players = self.make(PLAYERS, s, 1)
            found += [f"{players.at(t.SUM)} wins", f"{players.at(t.SUM)} loses", "nobody wins"]
            found += ["end game"] if s.moves else []
        return self.r.choice(found) if found else None

    # ---------------------------------------------------------------------------------- cards

    def _some_cards(self, s: Scope) -> Text:
        return self.make(self.r.choice((CARDS, CARD, CARD, PILE)), s)

    def _move(self, s: Scope) -> Line | None:
        cards = self._some_cards(s)
        if self.has_place(s) and self.maybe(0.4):
            return [f"move {cards.at(t.SUM)} to {self.place(s)}"]
        if self.maybe(0.15):
            zone = self.any_zone(s, ordered=True)
            return zone and [f"move {cards.at(t.SUM)} to {of('bottom', zone)}"]
        zone = self.any_zone(s)
        return zone and [f"move {cards.at(t.SUM)} to {zone}"]

    def _move_all(self, s: Scope) -> Line | None:
        """Move all cards of a zone, or of players' zones, often to one of the same kind."""
        zones = [zone for zone in self.w.zones if not zone.piles]
        source = self.r.choice(zones)
        target = source if source.each and self.maybe(0.5) else self.r.choice(zones)
        cards = self.zone(source, s)
        if source.each and self.maybe(0.4):
            cards = of(source.name, self.make(PLAYERS, s, 0))
        return [f"move {cards.at(t.SUM)} to {self.zone(target, s)}"]

    def _lay(self, s: Scope) -> Line | None:
        piles = [zone.name for zone in self.w.zones if zone.piles]
        return [f"lay {self._some_cards(s).at(t.SUM)} on {self.r.choice(piles)}"] if piles else None

    def _source(self, s: Scope) -> str:
        """Make `from zone`, where cards are drawn from another than the stock."""
        stock = any(zone.name == "stock" and not zone.piles for zone in self.w.zones)
        if stock and self.maybe(0.6):
            return ""
        zones = [zone for zone in self.w.zones if not zone.piles and zone.faces != "turned"]
        return f" from {self.zone(self.r.choice(zones), s)}"

    def _deal(self, s: Scope) -> Line | None:
        each = [zone for zone in self.w.zones if zone.each and not zone.team]
        count = self._count(s)
        if each and self.maybe(0.6):
            source = self._table_source()
            if source is None:
                return None
            line = f"deal {count} each{source} to {self.r.choice(each).name}"
            if self.maybe(0.3):
                line += f" of {self.make(PLAYERS, s, 1).at(t.OF)}"
            return [line]
        return [f"deal {count}{self._source(s)} to {self.any_zone(s)}"]

    def _table_source(self) -> str | None:
        zones = [zone.name for zone in self.w.zones if not zone.each and not zone.piles and zone.faces != "turned"]
        if "stock" in zones and self.maybe(0.7):
            return ""
        return f" from {self.r.choice(zones)}" if zones else None

    def _count(self, s: Scope) -> str:
        if self.w.daring and self.maybe(0.3):
            return "0"
        return str(self.number(1, 3) if self.maybe(0.7) else closed(self.make(NUMBER, s, 1), t.SUM))

    def _draw(self, s: Scope) -> Line | None:
        return ["draw " + self._drawing(s)]

    def _draws(self, s: Scope) -> Line | None:
        return [f"{self.make(PLAYER, s, 1).at(t.OF)} draws {self._drawing(s)}"]

    def _drawing(self, s: Scope) -> str:
        if self.maybe(0.25):
            until = self.make(BOOLEAN, replace(s, drawn=True))
            text = f"until {closed(until, t.OR)}"
        else:
            text = self._count(s)
        text += self._source(s)
        if not any(zone.name == "hand" and zone.each for zone in self.w.zones) or self.maybe(0.2):
            text += f" to {self.any_zone(s)}"
        return text

    def _refill(self, s: Scope) -> Line | None:
        return [f"refill {self.any_zone(s)} to {self._count(s)}{self._source(s)}"]

    def _exchange(self, s: Scope) -> Line | None:
        sides = [self._in_one_place(s), self._in_one_place(s)]
        return None if None in sides else [f"exchange {sides[0]} for {sides[1]}"]

    def _in_one_place(self, s: Scope) -> Text | None:
        """Make cards of which the text says in which place they lie."""
        if self.has_place(s) and self.maybe(0.3):
            return of("cards", self.place(s))
        ordered = self.maybe(0.3)
        zone = self.any_zone(s, ordered=True) if ordered else self.any_zone(s)
        if zone is None or self.maybe(0.5):
            return zone
        if ordered:
            return of(f"top {self.count(s)}", zone)
        test = self.test(replace(s, member=CARD, pure=True))
        return Text(f"({zone}) where {test.at(t.OR)}", t.WHERE)

    def _shuffle(self, s: Scope) -> Line | None:
        zone = self.any_zone(s, ordered=True)
        return zone and [f"shuffle {zone}"]

    def _reveal(self, s: Scope) -> Line | None:
        cards = self._some_cards(s).at(t.SUM)
        if any(zone.faces == "turned" for zone in self.w.zones) and self.maybe(0.6):
            return [f"reveal {cards}"]
        to = f" to {self.make(PLAYERS, s, 1).at(t.SUM)}" if self.maybe(0.4) else ""
        return [f"reveal {cards}{to}"]

    def _tell(self, s: Scope) -> Line | None:
        players = self.make(PLAYERS, s, 1).at(t.SUM)
        cards = self.make(self.r.choice((CARDS, PILE)), s, 1).at(t.ATOM)
        test = self.test(replace(s, member=CARD, pure=True)).at(t.OR)
        return [f"tell {players} which are {cards} where {test}"]

    # -------------------------------------------------------------------------------- records

    def _becomes(self, s: Scope) -> Line | None:
        variables = self._variables(s)
        if not variables:
            return None
        return self.setting(self.r.choice(variables), s)

    def setting(self, variable: Variable, s: Scope) -> Line:
        """Make a statement that gives a variable another value."""
        target = self.variable(variable, s, 1)
        if variable.type == "columns":
            amount = self.make(NUMBER, s).at(t.SUM)
            column = f"{of(f'column {self.r.randint(1, 2)}', target)}"
            return [self.r.choice((f"{column} becomes {amount}", f"add {amount} to {column}"))]
        if variable.type == KEPT:
            amount, entry = self.make(NUMBER, s).at(t.SUM), self.kept(variable)
            return [self.r.choice((f"{entry} becomes {amount}", f"add {amount} to {entry}"))]
        if variable.type == "entries":
            amount = self.make(NUMBER, s).at(t.SUM)
            entry = of(variable.name, Text(self.r.choice(self.w.suit_words)))
            return [self.r.choice((f"{entry} becomes {amount}", f"add {amount} to {entry}"))]
        if variable.type == "choice" and self.maybe(0.6):
            return [f"{target} becomes {self.r.choice((*self.w.choices, 'none'))}"]
        if variable.type in (CARDS, PILE, PLAYERS, "melds") and self.maybe(0.1):
            return [f"{target} becomes none"]
        nullable = variable.type in (CARD, RANK, "suit", "colour", PLAYER)
        if nullable and self.maybe(0.1):
            return [f"{target} becomes none"]
        kind = SOMEBODY if variable.type == PLAYER else variable.type
        if kind == SOMEBODY and self.maybe(0.5):
            kind = PLAYER
        value = self.rank_word() if kind == RANK and self.maybe(0.3) else self.argument(kind, s, 2)
        return [f"{target} becomes {value}"]

    def _add(self, s: Scope) -> Line | None:
        numbers = [v for v in self._variables(s) if v.type == NUMBER]
        amount = self.make(NUMBER, s, self.r.choice((0, 1, 2))).at(t.SUM)
        halves = [v for v in self._variables(s) if v.type == HALVES]
        if halves and self.maybe(0.5):
            return [f"add {self.make(HALVES, s).at(t.SUM)} to {self.variable(self.r.choice(halves), s, 1)}"]
        if self.w.half_points and self.maybe(0.5):
            amount = self.make(HALVES, s).at(t.SUM)
        elif numbers and self.maybe(0.6):
            return [f"add {amount} to {self.variable(self.r.choice(numbers), s, 1)}"]
        return [f"add {amount} to {of('score', self.make(PLAYER, s, 1))}"]

    def _alike(self, s: Scope) -> Line | None:
        """Make a statement about two numbers whose texts differ in one word only."""
        first = self.make(NUMBER, s, 3)
        groups = [["dealer", "eldest", *(["actor"] if s.actor else [])], list(self.w.suits)]
        groups += [["highest", "lowest"], ["top of", "bottom of"], ["first of", "last of"]]
        groups.append([word for word, kind in s.names.items() if kind == CARDS])
        groups += [
            [z.name for z in self.w.zones if (z.each, z.piles, z.unseen) == (each, False, False)]
            for each in (False, True)
        ]
        others = [
            f"{first.text[: found.start()]}{other}{first.text[found.end() :]}"
            for group in groups
            for word in group
            for found in re.finditer(rf"\b{word}\b", first.text)
            for other in group
            if other != word
        ]
        if not others:
            return None
        second = Text(self.r.choice(others), first.level)
        owner = of("score", self.make(PLAYER, s, 0))
        operator = self.r.choice(("-", "+", "*"))
        level = t.PRODUCT if operator == "*" else t.SUM
        return [f"add {first.at(level)} {operator} {second.at(level + 1)} to {owner}"]

    def _let(self, s: Scope) -> Line | None:
        name = self.new_name(s)
        if name is None:
            return None
        kinds = [*VALUES, CARD, CARDS, CARDS, PILE, SOMEBODY]
        if s.shared:
            kinds = [NUMBER, PLAYER, PLAYERS]
        if not self.melded(s):
            kinds = [kind for kind in kinds if kind != "melds"]
        kind = self.r.choice(kinds)
        lines = [self._named(name, kind, s)]
        if not s.shared and self.maybe(0.6):
            inner = s.bind(name, kind)
            between = self._statement(replace(inner, blocks=2)) if self.maybe(0.4) else None
            if between and not between[0].startswith(("let ", "play again")):
                lines += between
            lines += self.using(inner, name)
        return lines

    def _named(self, name: str, kind: str, s: Scope) -> str:
        value = self._some_melds(s, 1) if kind == "melds" else self.make(kind, s)
        self._lets[name] = kind
        return f"let {name} be {value}"

    def _around_ask(self, s: Scope) -> Line | None:
        """Make two names of one type, a question, and then what shows that both are as before."""
        asked = self._ask(s)
        if asked is None or s.shared:
            return None
        kind = self.r.choice((NUMBER, CARD, CARDS, CARDS, PILE, PLAYER, RANK, PLAYERS))
        lines: Line = []
        names: list[str] = []
        for _ in range(self.r.choice((1, 2, 2))):
            name = self.new_name(s)
            if name is None:
                break
            lines.append(self._named(name, kind, s))
            s = s.bind(name, kind)
            names.append(name)
        self.r.shuffle(names)
        return [*lines, *asked, *(line for name in names for line in self.using(s, name))]

    def using(self, s: Scope, name: str) -> Line:
        """Make a statement that shows what a local name stands for."""
        kind, value = s.names[name], Text(name)
        if kind in (CARD, CARDS, PILE) and self.maybe(0.5):
            zone = self.any_zone(s)
            if zone is not None:
                return [f"move {name} to {zone}"]
        same = [v for v in self._variables(s) if v.type == kind]
        if same and self.maybe(0.5):
            return [f"{self.variable(self.r.choice(same), s, 1)} becomes {name}"]
        amount = {
            NUMBER: name,
            CARD: f"value of {name}",
            CARDS: f"total value over {name}",
            PILE: f"total value over {name}",
            PLAYERS: f"size of {name}",
            "melds": f"size of {name}",
        }.get(kind)
        if kind == PLAYER and self.maybe(0.5):
            return [f"add {self.number(1, 5)} to {of('score', value)}"]
        owner = self.make(PLAYER, s, 0)
        if amount is None:
            amount = f"({self.number(1, 5)} if {self.about(kind, value, s)} else 0)"
        return [f"add {amount} to {of('score', owner)}"]

    def skips(self, s: Scope) -> Line:
        """Make a condition under which effects are skipped."""
        assert s.later is not None
        where = self.r.choice(("stop", *(f"skip to {effect}" for effect in s.later * 3)))
        return [f"if {self.test(replace(s, pure=True))}:", f"  {where}"]

    # ----------------------------------------------------------------------------------- flow

    def _again(self, s: Scope) -> Line | None:
        return ["play again"] if s.moves else None

    def _turning(self, s: Scope) -> Line | None:
        if not s.moves or "turning" not in self.wanted:
            return None
        turns = ["reverse", "skip 1", f"skip {self.make(NUMBER, s, 1).at(t.SUM)}", "the others have one more turn"]
        player = self.make(PLAYER, s, 1).at(t.SUM)
        turns += [f"{player} plays next", f"play on until the turn comes back to {player}"]
        return [self.r.choice(turns)]

    def _leaves(self, s: Scope) -> Line | None:
        if not self.w.departures or s.shared:
            return None
        players = self.make(self.r.choice((PLAYER, PLAYER, PLAYERS)), s, 1).at(t.SUM)
        return [f"{players} leaves{self.r.choice(('', '', ' the game'))}"]

    def _sides(self, s: Scope) -> Line | None:
        if self.w.teams not in ("deal", "match") or s.shared:
            return None
        kinds = [self.r.choice((PLAYER, PLAYERS)) for _ in range(self.r.choice((1, 2, 2, 3)))]
        groups = [self.make(kind, s, 1).at(t.SUM) for kind in kinds]
        if len(groups) == 1 or self.maybe(0.4):
            groups.append("the rest")
        return [" against ".join(groups)]

    def _perform(self, s: Scope) -> Line | None:
        deeds = [d for d in self.w.definitions if not d.type and self.usable(d, s)]
        return [str(self.call(self.r.choice(deeds), s, 1))] if deeds else None

    def _ask(self, s: Scope) -> Line | None:
        levels = [level for level in (1, 2) if level >= s.asks and self.answers[level]]
        if not levels or "ask" not in self.wanted:
            return None
        actions = self.answers[self.r.choice(levels)]
        asked = self.r.sample(actions[1:], self.r.randint(0, len(actions) - 1))
        if not asked or self.maybe(0.95):
            asked.insert(0, actions[0])
        if not self.deeds.isdisjoint(asked) and self.apart.random() < 0.3:
            asked.append("decline")
            self.asked.update(asked)
            return [f"ask whoever can among {self.make(PLAYERS, s, 1).at(t.SUM)} to {' or '.join(asked)}"]
        kind = PLAYER if self.maybe(0.97) else SOMEBODY
        self.asked.update(asked)
        return [f"ask {self.make(kind, s, 1).at(t.SUM)} to {' or '.join(asked)}"]

    def _announce(self, s: Scope) -> Line | None:
        events = EVENTS[s.events :]
        if not events or not s.actor or "announce" not in self.wanted:
            return None
        event = self.r.choice(events)
        self.announced.add(event)
        return [f"announce {event}"]

    def _if(self, s: Scope) -> Line | None:
        inner = replace(s, blocks=s.blocks + 1)
        lines = [f"if {self.test(replace(s, pure=True))}:", *self._inner(inner)]
        if self.maybe(0.15):
            test = self.test(replace(s, pure=True))
            lines += [f"else if {test}:", *self._inner(inner)]
        if self.maybe(0.3):
            lines += ["else:", *self._inner(inner)]
        return lines

    def _inner(self, s: Scope, *, ends: bool = True) -> list[str]:
        return ["  " + line for line in self.block(s, 2, ends=ends)[0]]

    def _for_each(self, s: Scope) -> Line | None:
        name = self.new_name(s)
        if name is None:
            return None
        inner = replace(s, blocks=s.blocks + 1)
        piles: list[Zone] = [zone for zone in self.w.zones if zone.piles]
        if self.maybe(0.25):
            first, last = self.number(-1, 2), self.make(NUMBER, s, 0)
            head, kind = f"for each {name} in {first} to {last.at(t.SUM)}:", NUMBER
        elif piles and not s.shared and self.maybe(0.3):
            head, kind = f"for each {name} in {self.r.choice(piles).name}:", PLACE
        else:
            kind, members = self.members(s, 1)
            if kind == PLAYER and self.maybe(0.5):
                members = Text("everybody" if s.shared else "players")
            head = f"for each {name} in {members}:"
        return [head, *self._inner(inner.bind(name, kind))]

    def _repeat(self, s: Scope) -> Line | None:
        inner = replace(s, blocks=s.blocks + 1)
        if self.maybe(0.6):
            return [f"repeat {self.number(0, 3)} times:", *self._inner(inner)]
        zone = self.any_zone(s, ordered=True)
        target = self.any_zone(s)
        if zone is None or target is None or zone.text == target.text:
            return None
        left = self.r.randint(0, 5)
        last = f"move {of('top', zone)} to {target}"
        test = f"{of('size', zone)} <= {left}"
        return [f"repeat until {test}:", *self._inner(inner, ends=False), f"  {last}"]
