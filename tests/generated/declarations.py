"""What a random ruleset declares: players, options, deck, zones, melds, variables, definitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .draft import Draft, Tree
from .world import (
    BOOLEAN,
    CARD,
    CARDS,
    CHOICE,
    ENTRIES,
    HALVES,
    KEPT,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SOMEBODY,
    SUIT,
    VALUES,
    Definition,
    Scope,
    Variable,
    Zone,
)

RANKS: tuple[str, ...] = (
    "A 2 3 4 5 6",
    "2 3 4 5 6 7 8",
    "7 8 9 T J Q K A",
    "A 2 3 4 5 6 7 8 9 T J Q K",
    "9 J Q K A",
)
WORDS = "fool guard priest baron maid prince king countess princess"
"""The ranks of decks without suits."""

SUITS: tuple[str, ...] = (
    "clubs hearts",
    "clubs diamonds hearts",
    "clubs diamonds hearts spades",
    "stars moons",
)


class Declarations:
    """Makes the sections that declare something."""

    def __init__(self, draft: Draft) -> None:
        """Begin with what is settled so far."""
        self.d = draft
        self.r, self.w, self.s = draft.r, draft.w, draft.s
        self.maybe = draft.maybe

    def players(self) -> Any:
        players = 4 if self.d.tables else self.r.choice((2, 2, 2, 3, 3, 4, 5, 6))
        self.w.players = players
        self.w.half_points = self.maybe(0.25)
        if self.maybe(0.2) and not self.d.tables:
            return {"least": players, "most": min(players + 2, 7)}
        return players

    def options(self) -> Tree:
        options: Tree = {}
        for kind in self.r.sample(("number", "boolean", "choice", "list", "nullable"), 2):
            name = f"{kind}_option"
            help_ = {"help": "An option."}
            match kind:
                case "number":
                    options[name] = {"type": "integer", "default": self.r.randint(0, 4), **help_}
                    self.w.options[name] = (NUMBER, ())
                case "boolean":
                    options[name] = {"type": "boolean", "default": self.maybe(0.5), **help_}
                    self.w.options[name] = (BOOLEAN, ())
                case "choice":
                    words = ("slow", "fast")
                    options[name] = {
                        "type": "choice",
                        "choices": [*words],
                        "default": self.r.choice(words),
                        **help_,
                    }
                    self.w.options[name] = ("choice", words)
                case "list":
                    options[name] = {
                        "type": "list",
                        "items": "integer",
                        "default": [2, 3],
                        **help_,
                    }
                    self.w.options[name] = ("list", ())
                case _:
                    value = self.r.choice((None, 2))
                    options[name] = {
                        "type": "integer",
                        "default": value,
                        "nullable": True,
                        **help_,
                    }
                    self.w.options[name] = ("nullable", ())
        return options

    def deck(self) -> Tree:
        if self.d.suitless:
            return self._deck_without_suits()
        ranks = self.r.choice(RANKS).split()
        suits = self.r.choice(SUITS).split()
        if self.d.grows and self.maybe(0.7):
            ranks, suits = "A 2 3 4 5 6".split(), "clubs hearts".split()
        if self.w.options.get("list_option"):
            ranks = "A 2 3 4 5 6".split()
        self.w.ranks, self.w.suits = tuple(ranks), tuple(suits)
        deck: Tree = {"ranks": " ".join(ranks), "suits": " ".join(suits)}
        if self.maybe(0.8 if self.d.grows else 0.3):
            self.w.jokers = self.r.randint(1, 3)
            deck["jokers"] = self.w.jokers
            self.w.named = ("joker",)
        if self.maybe(0.25):
            names = self.r.sample(("excuse", "wild", "fool"), self.r.randint(1, 2))
            deck["cards"] = {name: self.r.randint(1, 2) for name in names}
            self.w.named += tuple(names)
        small = len(ranks) * len(suits) <= 24
        if self.maybe(0.3) and small:
            deck["packs"] = 2
        elif self.maybe(0.3) and small:
            copied = self.r.choice((ranks[0], suits[-1], f"{ranks[-1]} {ranks[0]}"))
            deck["copies"] = {copied: self.r.randint(2, 3)}
        if self.maybe(0.4):
            deck["values"] = {ranks[-1]: self.r.randint(-3, 20)}
            if self.maybe(0.5):
                deck["values"][" ".join(ranks[:2])] = self.r.randint(2, 9)
            if self.w.named:
                deck["values"][self.r.choice(self.w.named)] = self.r.randint(0, 25)
            if self.maybe(0.3):
                deck["values"][suits[-1]] = self.r.randint(0, 5)
        if self.maybe(0.25):
            words = [*ranks[:2], suits[0], ranks[-1] + suits[0][0].upper(), *self.w.named]
            some = self.r.sample(words, 2)
            points: Tree = {word: self.r.randint(-2, 9) for word in some}
            deck["attributes"] = {"points": points}
            self.w.attributes = ("points",)
            if self.maybe(0.4):
                points[some[0]] = self.r.choice((0.5, "2½", -1.5))
                self.w.in_halves = True
        if self.maybe(0.3):
            order = self.r.sample(ranks, self.r.randint(2, len(ranks)))
            deck["orders"] = {"other_way": " ".join(ranks[::-1]), "some": " ".join(order)}
            self.w.orders = ("other_way", "some")
        if self.maybe(0.15):
            deck["without"] = ranks[1] + suits[0][0].upper()
        lines: dict[str, Sequence[str]] = dict.fromkeys(suits, ranks)
        if self.maybe(0.25):
            lines[suits[-1]] = self._own_ranks(ranks, deck)
        cards = [rank + suit[0].upper() for suit in suits for rank in lines[suit]]
        self.w.cards = tuple(card for card in cards if card != deck.get("without"))
        return deck

    def _deck_without_suits(self) -> Tree:
        """Make a deck in which a card is its rank."""
        ranks = WORDS.split()[: self.r.randint(5, 9)]
        self.w.ranks = self.w.cards = tuple(ranks)
        deck: Tree = {"ranks": " ".join(ranks)}
        deck["copies"] = {each: self.r.randint(2, 6) for each in self.r.sample(ranks, 4)}
        if self.maybe(0.6):
            deck["values"] = {each: self.r.randint(-3, 9) for each in ranks[:5]}
        if self.maybe(0.3):
            self.w.jokers = deck["jokers"] = self.r.randint(1, 3)
            self.w.named = ("joker",)
        if self.maybe(0.3):
            deck["orders"] = {"other_way": " ".join(ranks[::-1]), "some": " ".join(ranks[1:4])}
            self.w.orders = ("other_way", "some")
        if self.maybe(0.2):
            deck["without"] = ranks[-1]
            self.w.cards = self.w.cards[:-1]
        return deck

    def _own_ranks(self, ranks: Sequence[str], deck: Tree) -> Sequence[str]:
        """Give the last suit ranks of its own, or a colour."""
        *others, last = deck["suits"].split()
        special: Tree = {}
        own = ranks
        if self.maybe(0.8):
            least = max(len(ranks) - 3, 2)
            own = [rank for rank in ranks if rank in self.r.sample(ranks, least)]
            if self.maybe(0.5):
                own = [*own, "N", "O"]
                self.w.ranks = (*ranks, "N", "O")
            special["ranks"] = " ".join(own)
        if not special or self.maybe(0.3):
            special["colour"] = self.r.choice(("red", "black"))
        deck["suits"] = {**{suit: {} for suit in others}, last: special}
        return own

    def teams(self) -> Tree:
        seats: list[Any] = [
            *(["together"] if self.w.players == 2 else []),
            [[0, self.w.players - 1]],
            [list(range(1, self.w.players))],
        ]
        if self.w.players % 2 == 0:
            seats += ["opposite", "alternate"] * 2
        teams: Tree = {"seats": self.r.choice(seats)} if self.maybe(0.7) else {}
        if self.maybe(0.1):
            teams["when"] = "size of everybody is 4"
        if "seats" not in teams or self.maybe(0.3):
            teams["scope"] = self.r.choice(("deal", "match"))
        # The teams of a match are also known before each table has its own.
        if self.d.tables and teams.get("scope") == "deal":
            teams["scope"] = "match"
        self.w.teams = teams.get("scope", "fixed")
        return teams

    def zones(self) -> Tree:
        zones: Tree = {}
        first = "stock" if self.maybe(0.9) else "talon"
        ordered = self.maybe(0.85)
        zones[first] = {"faces": "hidden"} | ({} if ordered else {"ordered": False})
        self.w.zones.append(Zone(first, False, ordered, False, "hidden"))
        faces = self.r.choice(("owner", "owner", "owner", "hidden", "shown", "others"))
        ordered = self.maybe(0.2)
        zones["hand"] = {"each": "player", "faces": faces} | ({"ordered": True} if ordered else {})
        self.w.zones.append(Zone("hand", True, ordered, False, faces))
        some = ("pile", "heap", "reserve", "won")
        names: list[str] = self.r.sample(some, self.r.randint(1, 2))
        if self.d.grows or self.maybe(0.2):
            names.append("table")
        for name in names:
            each, piles = name in ("reserve", "won"), name == "table"
            ordered = self.maybe(0.6) if name != "heap" else False
            faces = self.r.choice(("hidden", "shown", "shown", "top", "turned"))
            if each and self.maybe(0.4):
                faces = "owner"
            team = each and bool(self.w.teams) and not self.d.tables and self.maybe(0.6)
            if team and faces == "owner" and self.w.teams != "fixed":
                faces = "shown"
            zones[name] = {"faces": faces}
            if each:
                zones[name]["each"] = "team" if team else "player"
            if piles:
                fixed = not self.d.grows and self.maybe(0.3)
                zones[name]["piles"] = self.r.randint(2, 4) if fixed else True
            elif ordered == each:
                zones[name]["ordered"] = ordered
            else:
                ordered = not each
            self.w.zones.append(Zone(name, each, ordered or piles, piles, faces, team))
        return zones

    def melds(self) -> Tree:
        melds: Tree = {}
        wild = {"wild": self.r.choice(("joker", "2", "joker 2"))} if self.w.jokers else {}
        if "2" not in self.w.ranks and wild:
            wild = {"wild": "joker"}
        names = self.r.sample(("set", "flush", "stair", "couple", "single"), self.r.randint(1, 2))
        if self.d.grows or self.maybe(0.4):
            names = ["run", *names[1:]]
        for name in names:
            meld: Tree = {}
            match name:
                case "set":
                    meld = {"same": "rank", "size": self.r.choice(("3 to 4", "3 or more", "2"))}
                case "run":
                    size = self.r.choice(("3 or more", "3 to 4", "2 or more"))
                    meld = {"same": "suit", "consecutive": "rank", "size": size}
                    if self.maybe(0.3):
                        meld["around"] = True
                    elif self.w.orders and self.maybe(0.5):
                        meld["by"] = ["other_way"]
                case "flush":
                    meld = {"same": "suit", "size": self.r.choice(("3", "2 to 3"))}
                case "stair":
                    meld = {"consecutive": "rank", "size": 3}
                case "couple":
                    meld = {"same": "rank", "size": 2, "suits": self.r.choice((1, 2))}
                case _:
                    meld = {"size": 1}
            if wild and name != "single" and self.maybe(0.6):
                meld |= wild
                if self.maybe(0.6):
                    meld["most_wild"] = self.r.choice((1, 2))
                if self.maybe(0.3):
                    meld["least_natural"] = 2
                if self.maybe(0.7):
                    meld["roles"] = self.r.choice(("shrinking", "fixed", "free"))
            if name != "run" and self.maybe(0.2):
                meld["ranks"] = " ".join(self.w.ranks[1:])
            melds[name] = meld
            self.w.melds.append(name)
        if self.maybe(0.3):
            parts = [self.r.choice(names) for _ in range(2)]
            melds["double"] = {"parts": self.r.choice((" ".join(parts), f"{parts[0]}, 1 {parts[1]}", f"2 {parts[0]}"))}
            self.w.melds.append("double")
        if self.maybe(0.2):
            couples: Tree = {"consecutive": "rank", "each": 2, "size": "4 or more"}
            if wild and self.maybe(0.5):
                couples |= wild | {"most_wild": self.r.choice((1, 2, 3))}
            melds["couples"] = couples
            self.w.melds.append("couples")
        return melds

    def rankings(self, melds: Tree) -> Tree:
        """Make orders of some melds; at the end often of single cards, so that most cards rank."""
        rankings: Tree = {}
        for name in ("ladder", "steps")[: self.r.randint(1, 2)]:
            words = self.r.sample(list(melds), self.r.randint(1, len(melds)))
            patterns: list[object] = [*words]
            if len(words) > 1 and self.maybe(0.5):
                cut = self.r.randint(0, len(words) - 2)
                patterns = [*words[:cut], words[cut:]]
            ranking: Tree = {"patterns": patterns}
            if self.maybe(0.5):
                ranking["best"] = self.r.randint(1, 3)
            if self.w.orders and self.maybe(0.3):
                ranking["by"] = "other_way"
            if self.maybe(0.3):
                ranking["suits"] = True
            rankings[name] = ranking
            self.w.rankings.append(name)
            self.w.patterns[name] = tuple(words)
            if words == patterns:
                self.w.levels.append(name)
        return rankings

    def variables(self) -> Tree:
        variables: Tree = {}
        for index in range(self.r.randint(0, 5)):
            kinds = (NUMBER, NUMBER, NUMBER, PLAYER, CARDS, "columns", CHOICE, ENTRIES, *VALUES)
            kind = self.r.choice(kinds)
            if (kind == "melds" and not self.w.melds) or (kind == ENTRIES and self.d.suitless):
                continue
            name, each = f"{kind}_{index}", self.maybe(0.35)
            scope = self.r.choice(("match", "deal", "phase", "phase", "turn"))
            if self.d.tables and scope == "match" and kind in (CARD, CARDS, PILE, "melds"):
                scope = "deal"
            variable: Tree = {"help": "A note."}
            variable |= {"columns": 2} if kind == "columns" else {"type": kind}
            if kind == CHOICE and not self.w.choices:
                self.w.choices = ("low", *self.w.suits[-1:], "middle", "high")
                variable["choices"] = list(self.w.choices)
            elif kind == CHOICE:
                variable["type"] = next(v.name for v in self.w.variables if v.type == CHOICE)
            if kind == ENTRIES:
                each = False
                variable |= {"type": NUMBER, "each": "suit"}
            if each:
                fleeting = self.w.teams == "deal" and scope == "match"
                team = self.w.teams and not fleeting and self.maybe(0.5)
                variable["each"] = "team" if team else "player"
            if scope != "deal" or self.maybe(0.3):
                variable["scope"] = scope
            starts = {
                NUMBER: ("3", "-2", "size of everybody"),
                HALVES: ("3", "-½", 2.5),
                BOOLEAN: ("true",),
                SUIT: self.w.suits[:1],
                "colour": ("red",),
                PLAYERS: ("everybody",),
                PLAYER: ("first of everybody",),
                CHOICE: ("middle",),
            }
            if scope in ("phase", "turn"):  # there are cards then
                hand, ordered = self.w.zones[1], [z for z in self.w.zones if z.ordered]
                starts |= {
                    NUMBER: ("2", "size of hand of dealer", "turn_number"),
                    CARDS: ("hand of dealer",) * (not hand.ordered),
                    PILE: tuple(z.name for z in ordered if not z.each and not z.piles),
                    RANK: ("rank of first of hand of eldest",) * (not hand.unseen),
                }
            if starts.get(kind) and self.maybe(0.5):
                variable["start"] = self.r.choice(starts[kind])
            if self.maybe(0.1):
                variable["internal"] = True
            variables[name] = variable
            self.w.variables.append(Variable(name, kind, each, scope))
        for zone in self.w.zones:
            if zone.piles and self.maybe(0.3):
                name, start = f"kept_{zone.name}", {"start": self.r.randint(-1, 3)} if self.maybe(0.5) else {}
                variables[name] = {"each": zone.name, **start}
                self.w.variables.append(Variable(name, KEPT, False, "deal"))
        return variables

    def _table(self, kind: str, scope: Scope) -> Tree:
        """Make a table of values of a type; some of its rows are tables by something else."""
        by: list[str] = self.r.sample([NUMBER, HALVES, RANK, SUIT, BOOLEAN], 2 if self.maybe(0.3) else 1)

        def rows(others: list[str]) -> Tree:
            if not others or self.maybe(0.1):
                return {"otherwise": str(self.s.make(kind, scope, 1))}
            keys = {
                NUMBER: ["below 0", "0 2", "1", "3 to 5", "8 or more"],
                HALVES: ["below ½", "1½ 2", "1", "2½ to 5", "5.5 or more"],
                RANK: list(self.w.ranks),
                SUIT: list(self.w.suits),
                BOOLEAN: ["yes"],
            }[others[0]]
            table: Tree = {}
            for key in [*self.r.sample(keys, self.r.randint(0, len(keys))), "otherwise"]:
                inner = rows(others[1:]) if len(others) > 1 and self.maybe(0.5) else {}
                table[key] = inner or str(self.s.make(kind, scope, 1))
            return table

        return {"by": [str(self.s.make(each, scope, 1)) for each in by], "table": rows(by)}

    def which(self) -> Tree:
        """Make a value that is a meld, which depends on a number."""
        low, middle, other = (self.r.choice(self.w.melds) for _ in range(3))
        table = {"below 2": low, "2 to 5": middle, "otherwise": self.r.choice((other, "none"))}
        self.w.kinds.append("which")
        return {"which": {"by": str(self.s.make(NUMBER, Scope(), 1)), "table": table}}

    def definitions(self) -> Tree:
        definitions: Tree = {}
        for index in range(self.r.randint(1, 4)):
            name = f"word_{index}"
            parameters: list[tuple[str, str]] = []
            acting = self.maybe(0.5)
            scope = Scope(actor=acting)
            for _ in range(self.r.choice((0, 0, 1, 1, 2))):
                kinds = [kind for kind in VALUES if kind != "melds" or self.w.melds]
                kind, word = self.r.choice(kinds), self.s.new_name(scope)
                if word is not None:
                    parameters.append((kind, word))
                    scope = scope.bind(word, kind)
            entry: Tree = {}
            if parameters:
                entry["with"] = ", ".join(f"{kind} {word}" for kind, word in parameters)
            if self.maybe(0.5):
                kinds = [kind for kind in (*VALUES, SOMEBODY) if kind != "melds" or self.w.melds]
                kind = self.r.choice(kinds)
                if self.maybe(0.3):
                    entry |= self._table(kind, scope)
                else:
                    entry["is"] = str(self.s.make(kind, scope))
                if kind == PLAYER and "random" in str(entry):
                    continue
                found = Definition(name, tuple(parameters), kind, acting)
            else:
                asks, announces = self.maybe(0.4), acting and self.maybe(0.4)
                moves = acting and self.maybe(0.3)
                inner = replace(scope, asks=2 if asks else 3, events=2 if announces else 3, moves=moves)
                entry["do"] = self.s.body(inner, 2)
                found = Definition(name, tuple(parameters), "", acting, asks, announces, False, moves)
            plain = not parameters and "is" in entry and self.maybe(0.7)
            definitions[name] = entry["is"] if plain else entry
            self.w.definitions.append(found)
        return definitions
