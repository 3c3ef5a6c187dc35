"""Generates random rulesets that `validate` accepts and that always end, as YAML.

Each ruleset takes only some features of the language, chosen by its seed, so that those meet which
would be rare together if every ruleset had a little of everything. Names are few on purpose: what
one action chooses is called like what another rule binds by `let`, a loop or a parameter.

A bug is found only if its rule is reached, and only if what it spoils is shown. So phases end, most
conditions compare something that changes in play (`Expressions.test`), and what a name stands for
is shown by a later statement (`Statements.using`). Constructs that chance would hardly make are
made as a whole: names kept during a question, a phase whose condition reads what the phase before
left, the best card of a suit, melds that are laid down and added to.

What is left out on purpose: rules that would never end (a step budget ends them, at a price), and
questions and `go to` where a match is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from . import text as t
from .expressions import (
    BOOLEAN,
    CARD,
    CARDS,
    CHOICE,
    ENTRIES,
    NUMBER,
    PILE,
    PLACE,
    PLAYER,
    PLAYERS,
    RANK,
    SOMEBODY,
    SUIT,
    VALUES,
    Definition,
    Scope,
    Variable,
    World,
    Zone,
)  # fmt: skip
from .statements import EVENTS, LOCALS, Statements
from .text import Text, dump

Tree = dict[str, Any]

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


def generate(seed: int) -> str:
    """Return a random ruleset.

    >>> generate(1) == generate(1), generate(1).startswith("cardrules: 1")
    (True, True)
    """
    return dump(_Ruleset(seed).tree()) + "\n"


class _Ruleset:
    """Makes one ruleset, section by section."""

    def __init__(self, seed: int) -> None:
        self.r = Random(seed)
        self.w = World()
        self.s = Statements(self.r, self.w)
        self.shared_names = self.r.sample(LOCALS, self.r.choice((0, 1, 2)))
        self.not_chosen = dict.fromkeys(self.shared_names, "")
        for word in ("again", "turning", "ask", "announce", "skip"):
            if self.maybe(0.6):
                self.s.wanted.add(word)
        self.grows = self.maybe(0.2)
        # Drawn apart, so that all other rulesets stay as they were before there were such decks.
        self.suitless = not self.grows and Random(~seed).random() < 0.08
        self.w.departures = self.maybe(0.15)
        self.tables = self.maybe(0.05)
        self.turns = 0
        self.sealed: set[str] = set()
        self.polls: set[str] = set()
        self.homes: list[str] = []
        self.bound: dict[str, dict[str, str]] = {}
        self.levels: dict[str, int] = {}

    def maybe(self, share: float) -> bool:
        return self.r.random() < share

    def name(self, usual: str) -> str:
        """Return a name for a rule, now and then one that local names have, too."""
        if self.shared_names and self.maybe(0.2):
            return self.shared_names.pop()
        return usual

    def tree(self) -> Tree:
        """Return the ruleset."""
        tree: Tree = {"cardrules": 1, "name": "Generated"}
        tree["players"] = self._players()
        if self.maybe(0.3):
            tree["options"] = self._options()
        tree["deck"] = self._deck()
        if self.maybe(0.25):
            tree["teams"] = self._teams()
        tree["zones"] = self._zones()
        if self.grows or self.maybe(0.4):
            tree["melds"] = self._melds()
            if self.maybe(0.5):
                tree["rankings"] = self._rankings(tree["melds"])
        variables = self._variables()
        if variables:
            tree["variables"] = variables
        if self.tables:
            one = "[first of everybody, last of everybody]"
            tree["tables"] = {
                "number": 2, "seats": {"with": "player p", "is": f"1 if p is in {one} else 2"},
            }  # fmt: skip
            if self.maybe(0.3):
                tree["tables"]["open"] = False
        phases = self._phase_names()
        answers = self._answers() if "ask" in self.s.wanted else {}
        definitions = self._definitions() if self.maybe(0.6) else {}
        if definitions:
            tree["define"] = definitions
        tree["deal"] = self._deal()
        actions = self._actions(phases)
        actions.update(answers)
        effects = self._effects(list(actions))
        tree["phases"] = self._phases(phases)
        tree["actions"] = {
            name: action for name, action in actions.items()
            if "phase" in action or name in self.s.asked
        }  # fmt: skip
        if self.maybe(0.2) and not self.suitless:
            self._tricks(tree)
        tree["effects"] = effects
        self._drop_effects(tree)
        tree["match"] = self._match()
        turns = self.r.randint(self.turns, 40) if self.maybe(0.8) else self.r.randint(8, 20)
        # What cards beat a trick draws on the budget in the builds, and not in the definition.
        limits: Tree = {"turns": turns, "steps": 10_000 if "tricks" in tree else 400}
        tree["limits"] = limits
        if self.maybe(0.5):
            limits["result"] = self.r.choice(("nobody wins", "everybody wins", "end deal"))
        return tree

    def _drop_effects(self, tree: Tree) -> None:
        """Drop the effects of what never happens, and then of what only they announced."""
        while True:
            text = str(tree)
            announced = (event for event in EVENTS if f"announce {event}" in text)
            happens = {*tree["actions"], *announced}
            kept = {
                name: effect for name, effect in tree["effects"].items()
                if happens.issuperset(effect["on"])
            }  # fmt: skip
            if len(kept) == len(tree["effects"]):
                break
            tree["effects"] = kept
        if not tree["effects"]:
            del tree["effects"]

    # --------------------------------------------------------------------------- declarations

    def _players(self) -> Any:
        players = 4 if self.tables else self.r.choice((2, 2, 2, 3, 3, 4, 5, 6))
        self.w.players = players
        if self.maybe(0.2) and not self.tables:
            return {"least": players, "most": min(players + 2, 7)}
        return players

    def _options(self) -> Tree:
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
                        "type": "choice", "choices": [*words], "default": self.r.choice(words),
                        **help_,
                    }  # fmt: skip
                    self.w.options[name] = ("choice", words)
                case "list":
                    options[name] = {
                        "type": "list", "items": "integer", "default": [2, 3], **help_,
                    }  # fmt: skip
                    self.w.options[name] = ("list", ())
                case _:
                    value = self.r.choice((None, 2))
                    options[name] = {
                        "type": "integer", "default": value, "nullable": True, **help_,
                    }  # fmt: skip
                    self.w.options[name] = ("nullable", ())
        return options

    def _deck(self) -> Tree:
        if self.suitless:
            return self._deck_without_suits()
        ranks = self.r.choice(RANKS).split()
        suits = self.r.choice(SUITS).split()
        if self.grows and self.maybe(0.7):
            ranks, suits = "A 2 3 4 5 6".split(), "clubs hearts".split()
        if self.w.options.get("list_option"):
            ranks = "A 2 3 4 5 6".split()
        self.w.ranks, self.w.suits = tuple(ranks), tuple(suits)
        deck: Tree = {"ranks": " ".join(ranks), "suits": " ".join(suits)}
        if self.maybe(0.8 if self.grows else 0.3):
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
            deck["attributes"] = {"points": {word: self.r.randint(-2, 9) for word in some}}
            self.w.attributes = ("points",)
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

    def _teams(self) -> Tree:
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
        if self.tables and teams.get("scope") == "deal":
            teams["scope"] = "match"
        self.w.teams = teams.get("scope", "fixed")
        return teams

    def _zones(self) -> Tree:
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
        if self.grows or self.maybe(0.2):
            names.append("table")
        for name in names:
            each, piles = name in ("reserve", "won"), name == "table"
            ordered = self.maybe(0.6) if name != "heap" else False
            faces = self.r.choice(("hidden", "shown", "shown", "top", "turned"))
            if each and self.maybe(0.4):
                faces = "owner"
            team = each and bool(self.w.teams) and not self.tables and self.maybe(0.6)
            if team and faces == "owner" and self.w.teams != "fixed":
                faces = "shown"
            zones[name] = {"faces": faces}
            if each:
                zones[name]["each"] = "team" if team else "player"
            if piles:
                fixed = not self.grows and self.maybe(0.3)
                zones[name]["piles"] = self.r.randint(2, 4) if fixed else True
            elif ordered == each:
                zones[name]["ordered"] = ordered
            else:
                ordered = not each
            self.w.zones.append(Zone(name, each, ordered or piles, piles, faces, team))
        return zones

    def _melds(self) -> Tree:
        melds: Tree = {}
        wild = {"wild": self.r.choice(("joker", "2", "joker 2"))} if self.w.jokers else {}
        if "2" not in self.w.ranks and wild:
            wild = {"wild": "joker"}
        names = self.r.sample(("set", "flush", "stair", "couple", "single"), self.r.randint(1, 2))
        if self.grows or self.maybe(0.4):
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
            melds["double"] = {"parts": " ".join(parts)}
            self.w.melds.append("double")
        if self.maybe(0.2):
            melds["couples"] = {"consecutive": "rank", "each": 2, "size": "4 or more"}
            self.w.melds.append("couples")
        return melds

    def _rankings(self, melds: Tree) -> Tree:
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

    def _variables(self) -> Tree:
        variables: Tree = {}
        for index in range(self.r.randint(0, 5)):
            kinds = (NUMBER, NUMBER, NUMBER, PLAYER, CARDS, "columns", CHOICE, ENTRIES, *VALUES)
            kind = self.r.choice(kinds)
            if (kind == "melds" and not self.w.melds) or (kind == ENTRIES and self.suitless):
                continue
            name, each = f"{kind}_{index}", self.maybe(0.35)
            scope = self.r.choice(("match", "deal", "phase", "phase", "turn"))
            if self.tables and scope == "match" and kind in (CARD, CARDS, PILE, "melds"):
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
                NUMBER: ("3", "-2", "size of everybody"), BOOLEAN: ("true",),
                SUIT: self.w.suits[:1], "colour": ("red",), PLAYERS: ("everybody",),
                PLAYER: ("first of everybody",), CHOICE: ("middle",),
            }  # fmt: skip
            if scope in ("phase", "turn"):  # there are cards then
                hand, ordered = self.w.zones[1], [z for z in self.w.zones if z.ordered]
                starts |= {
                    NUMBER: ("2", "size of hand of dealer", "turn_number"),
                    CARDS: ("hand of dealer",) * (not hand.ordered),
                    PILE: tuple(z.name for z in ordered if not z.each and not z.piles),
                    RANK: ("rank of first of hand of eldest",) * (not hand.unseen),
                }  # fmt: skip
            if starts.get(kind) and self.maybe(0.5):
                variable["start"] = self.r.choice(starts[kind])
            if self.maybe(0.1):
                variable["internal"] = True
            variables[name] = variable
            self.w.variables.append(Variable(name, kind, each, scope))
        return variables

    def _definitions(self) -> Tree:
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
                entry["is"] = str(self.s.make(kind, scope))
                if kind == PLAYER and "random" in entry["is"]:
                    continue
                found = Definition(name, tuple(parameters), kind, acting)
            else:
                asks, announces = self.maybe(0.4), acting and self.maybe(0.4)
                moves = acting and self.maybe(0.3)
                inner = replace(
                    scope, asks=2 if asks else 3, events=2 if announces else 3, moves=moves
                )
                entry["do"] = self.s.body(inner, 2)
                found = Definition(
                    name, tuple(parameters), "", acting, asks, announces, False, moves
                )
            definitions[name] = (
                entry if parameters or "do" in entry or self.maybe(0.3) else entry["is"]
            )
            self.w.definitions.append(found)
        return definitions

    # ------------------------------------------------------------------------- course of play

    def _deal(self) -> Tree:
        scope = Scope(asks=1)
        first, hand = self.w.zones[0], self.r.randint(2, 6)
        lines = [f"shuffle {first.name}"] if first.ordered and self.maybe(0.9) else []
        source = "" if first.name == "stock" else f" from {first.name}"
        hand = min(hand, (len(self.w.cards) - 2) // self.w.players)
        lines.append(f"deal {hand} each{source} to hand")
        for zone in self.w.zones[2:]:
            if self.maybe(0.8) and not zone.piles:
                each = " each" if zone.each and not zone.team else ""
                owner = " of dealer" if zone.team else ""
                lines.append(f"deal {self.r.randint(1, 3)}{each}{source} to {zone.name}{owner}")
            if zone.piles and not first.unseen:
                lines += [f"lay first {count} of {first.name} on table" for count in (3, 2, 4)]
        if self.maybe(0.3):
            lines += self.s.block(scope, 2)[0]
        deal: Tree = {}
        if self.maybe(0.2):
            deal["first"] = self.r.choice(
                ("first of everybody", "random of everybody", "last of everybody")
            )
        if self.maybe(0.2):
            deal["dealer"] = self.r.choice(("dealer", "right of dealer", "left of dealer"))
        deal["do"] = "\n".join(lines)
        if self.maybe(0.6):
            deal["after"] = self.s.body(scope, 3)
        if self.tables and self.maybe(0.7):
            deal["together"] = self.s.body(Scope(shared=True), 2)
        return deal

    def _phase_names(self) -> Tree:
        """Settle the phases with their schemes and steps, which rules speak of."""
        phases: Tree = {}
        schemes = ["in turn"] * 4 + ["each once", "all at once", "poll"] * 2 + ["one"]
        for index in range(self.r.choice((1, 1, 2, 2, 3))):
            name, scheme = self.name(f"phase_{index}"), self.r.choice(schemes)
            phase: Tree = {"players": scheme}
            if scheme == "in turn" and self.maybe(0.15):
                phase["passing"] = True
                if not any(variable.name == "passed" for variable in self.w.variables):
                    self.w.variables.append(Variable("passed", PLAYERS, False, "deal"))
                    self.w.variables.append(Variable("holder", PLAYER, False, "deal"))
            steps: list[str] = []
            if self.maybe(0.25) and scheme in ("in turn", "one", "each once"):
                steps = [self.name(f"step_{index}_{n}") for n in range(self.r.choice((2, 2, 3)))]
                phase["steps"] = steps
            self.homes += steps or [name]
            self.s.phases.append(name)
            if scheme in ("in turn", "one"):
                self.s.phases += steps
            if scheme == "all at once":
                self.sealed.add(name)
            if scheme == "poll":
                self.polls.add(name)
            phases[name] = phase
        return phases

    def _phases(self, phases: Tree) -> Tree:
        names, always = list(phases), self.r.randrange(len(phases))
        row = self.r.choice(("", " in a row"))
        for index, phase in enumerate(phases.values()):
            nobody = Scope()
            scheme = phase["players"]
            player = self.s.make(PLAYER, nobody, 1)
            players = self.s.make(PLAYERS, nobody, 1)
            match scheme:
                case "in turn":
                    if self.maybe(0.6):
                        scheme += f" from {player}"
                    if self.maybe(0.2):
                        scheme += f" by {self.s.make(PLAYERS, nobody, 1)}"
                    if self.maybe(0.2):
                        scheme += f" among {players}"
                    if phase.pop("passing", False):
                        scheme += f" until all others have passed{row}"
                case "each once":
                    if self.maybe(0.2):
                        scheme += f" from {player}" * self.maybe(0.7)
                        scheme += f" by {players}"
                    elif self.maybe(0.6):
                        scheme += f" from {self.r.choice((player, players))}"
                        if self.maybe(0.2):
                            scheme += f" among {self.s.make(PLAYERS, nobody, 1)}"
                case "poll":
                    scheme = f"poll {players}"
                case "one":
                    scheme = str(self.s.make(self.r.choice((PLAYER, SOMEBODY)), nobody, 1))
                case _:
                    pass
            phase["players"] = scheme
            if self.maybe(0.5) and index != always:
                phase["when"] = self._when(phases[names[index - 1]] if index else None)
            late = Scope(asks=1)
            if self.maybe(0.3):
                phase["before"] = self.s.body(late, 2)
            if scheme != "all at once" and self.maybe(0.25):
                phase["turn"] = self._turn()
            self.turns += self.r.randint(3, 8)
            if scheme.startswith(("in turn", "poll")) and self.maybe(0.9):
                end = f"turn_number >= {self.turns}"  # else what follows hardly comes
                if self.maybe(0.2):
                    end += f" or {self.s.test(nobody).at(t.AND)}"
                phase["until"] = end
            elif self.maybe(0.2):
                phase["until"] = str(self.s.test(nobody))
            if self.maybe(0.35):
                lines = self.s.block(late, 2, ends=False)[0]
                if index + 1 < len(names) and self.maybe(0.2):
                    lines.append(f"go to {self.r.choice(names[index + 1 :])}")
                elif self.maybe(0.1):
                    lines.append("end deal")
                phase["after"] = "\n".join(lines)
            if index + 1 < len(names) and self.maybe(0.2):
                phase["next"] = names[index + 1] if self.maybe(0.9) else names[-1]
        return phases

    def _tricks(self, tree: Tree) -> None:
        """Put tricks before the other phases, with some of the section's keys."""
        nobody, actor = Scope(), Scope(actor=True)
        tree["zones"]["played"] = {"each": "player", "faces": "shown"}
        tree["zones"]["taken"] = {"faces": "shown"} | (
            {"each": "player"} if self.maybe(0.7) else {}
        )
        trump = self.s.make(SUIT, nobody, 1) if self.maybe(0.4) else self.r.choice(self.w.suits)
        cards = [f"rank is {self.r.choice(self.w.ranks)}", f"it is {self.r.choice(self.w.cards)}",
                 f"rank >= {self.w.ranks[-2]} and suit is {self.w.suits[0]}"]  # fmt: skip
        cards += ["it is a joker"] * 2 * bool(self.w.jokers)
        orders = [*self.w.orders, *(f"{order} if {self.s.test(nobody)} else none"
                                    for order in self.w.orders)]  # fmt: skip
        tricks: Tree = {
            "phase": "trick_phase", "played": "played", "won": "taken",
            "leader": self.r.choice(("eldest", "dealer", "first of players")),
        }  # fmt: skip
        every: Tree = {
            "trump": str(trump),
            "top_trumps": self.r.sample(cards, self.r.randint(1, 2)),
            "order": self.r.choice(orders) if orders else "none",
            "trump_order": self.r.choice(orders) if orders else "none",
            "exempt": self.r.choice(cards),
            "leads": f"hand where not ({self.r.choice(cards)})",
            "discards": f"hand where {self.r.choice(cards)}",
            "may_trump": str(self.s.test(actor)),
            "taker": f"owner of best if {self.s.test(nobody)} else leader",
            "plays_for": {"with": "player p", "is": "eldest if p is dealer else p"},
            "do": self.s.body(replace(nobody, pure=False, asks=3).bind("taker", PLAYER), 2),
        }
        tricks |= {key: value for key, value in every.items() if self.maybe(0.4)}
        must = ("follow", "trump", "overtrump", "head")
        wanted = self.r.sample(must, self.r.randint(0, 3))
        if wanted:
            always = self.maybe(0.5)
            tricks["must"] = {each: always or str(self.s.test(actor)) for each in wanted}
        tree["tricks"] = tricks
        turns = {"players": "each once from leader"}
        tree["phases"] = {"trick_phase": turns, **tree["phases"]}
        whose = " of turn_of" if "plays_for" in tricks else ""
        chosen = "a card from playable"
        if self.maybe(0.4):
            wanted = self.r.choice(
                ["where takes(it)", "where height(it) >= 4", "with lowest height(it)"]
            )
            chosen = f"a card from playable {wanted} otherwise playable"
        tree["actions"]["lay"] = {
            "phase": "trick_phase",
            "choose": {"led_card": chosen},
            "do": f"move led_card to played{whose}",
        }  # fmt: skip
        tree["actions"]["lay_none"] = {"phase": "trick_phase", "when": "playable is empty"}

    def _turn(self) -> Tree:
        """Make what happens before and after each turn of a phase; a turn may end only before."""
        scope = Scope(actor=True, asks=1)
        ends = [f"if {self.s.test(replace(scope, pure=True))}:", "  end turn"]
        turn: Tree = {}
        if self.maybe(0.6):
            lines = self.s.block(scope, 2, ends=False)[0]
            turn["before"] = "\n".join([*lines, *ends] if self.maybe(0.3) else lines)
        if not turn or self.maybe(0.5):
            turn["after"] = "\n".join(self.s.block(scope, 2, ends=False)[0])
        return turn

    def _when(self, before: Tree | None) -> str:
        """Make the condition of a phase; what variables of phases hold then is of the one before.

        Args:
            before: the phase before, which may leave something in such a variable.
        """
        lasting = [v for v in self.w.variables if v.scope == "phase"]
        if lasting and self.maybe(0.7):
            variable = self.r.choice(lasting)
            if before is not None and self.maybe(0.8):
                lines = self.s.setting(variable, Scope(pure=False))
                before["after"] = "\n".join([*lines, *before.get("after", "").splitlines()])
            return str(self.s.about(variable.type, self.s.variable(variable, Scope(), 0), Scope()))
        if before is None and self.maybe(0.5):
            return f"deal_number is {self.r.randint(1, 2)}"
        return str(self.s.test(Scope()))

    # -------------------------------------------------------------------------------- actions

    def _answers(self) -> Tree:
        """Settle what players are asked for: on level 2 what does not ask on."""
        actions: Tree = {}
        for level in (2, 1):
            for index in range(self.r.choice((1, 1, 2))):
                name = self.name(f"answer_{level}_{index}")
                self.levels[name] = level
                actions[name] = self._action(name, level, free=index == 0)
                self.s.answers[level].append(name)
        return actions

    def _actions(self, phases: Tree) -> Tree:
        actions: Tree = {}
        verbs = ("play", "take", "give", "show", "swap", "bid", "call", "throw")
        for home in self.homes:
            name = self.name(f"pass_{home}")
            self.levels[name] = 0
            action: Tree = {"phase": home}
            self.bound[name] = {}
            if self.maybe(0.1 if home in self.polls else 0.4):
                lines, scope = self.s.block(self._doing(0, home), 2)
                action["do"] = "\n".join(lines)
                self.bound[name] = dict(scope.names)
            actions[name] = action
        for verb in self.r.sample(verbs, self.r.randint(1, 3)):
            name = self.name(verb)
            self.levels[name] = 0
            homes = self.r.sample(self.homes, min(len(self.homes), self.r.choice((1, 1, 2))))
            action = self._action(name, 0, free=False, home=homes[0])
            action = {"phase": homes[0] if len(homes) == 1 else homes} | action
            actions[name] = action
            if self.maybe(0.5):
                self.w.possible.append(name)
        if self.grows:
            actions |= self._melding()
        return actions

    def _melding(self) -> Tree:
        """Make actions that lay melds on the table, and add cards to them."""
        word, other = self.r.sample([word for word in LOCALS if word not in self.not_chosen], 2)
        some = self.r.choice(("a card", "a card", "1 to 2 cards"))
        melds = " or ".join(self.w.melds[:2])
        source = f"hand + first {self.r.randint(2, 5)} of {self.w.zones[0].name}"
        if self.w.zones[0].unseen:
            source = "hand"
        made: Tree = {
            "meld": {"choose": {word: f"a {melds} from {source}"}, "do": f"lay {word} on table"},
            "add": {
                "choose": {
                    word: f"{some} from {self.r.choice((source, 'hand'))}",
                    other: f"a pile from table where {word} extends it",
                },
                "do": f"move {word} to {other}",
            },
        }  # fmt: skip
        kinds = {"meld": {word: CARDS}, "add": {word: CARDS if "cards" in some else CARD}}
        for name, rule in made.items():
            made[name] = {"phase": self.homes if self.maybe(0.7) else self.homes[0]} | rule
            self.levels[name], self.bound[name] = 0, kinds[name]
        return made

    def _doing(self, level: int, home: str = "") -> Scope:
        """What an action of a level may do."""
        sealed = home in self.sealed and self.maybe(0.8)
        return Scope(
            actor=True, pure=False, asks=3 if sealed else level + 1, events=3 if level == 2 else 0,
            moves=not sealed, later=(),
        )  # fmt: skip

    def _action(self, name: str, level: int, *, free: bool, home: str = "") -> Tree:
        """Make an action; one that is `free` is always possible."""
        action: Tree = {}
        scope = replace(self._doing(level, home), pure=True)
        if not free and self.maybe(0.75):
            choose: Tree = {}
            many = False
            for _ in range(self.r.choice((1, 1, 1, 2))):
                word = self.s.new_name(replace(scope, names={**self.not_chosen, **scope.names}))
                if word is None:
                    continue
                kind, choice, several = self._choice(scope, many)
                many = many or several
                choose[word] = choice
                scope = scope.bind(word, kind)
            if choose:
                action["choose"] = choose
        chosen = list(scope.names)
        if not free and self.maybe(0.4):
            action["when"] = self._condition(scope, chosen)
        if self.maybe(0.92):
            lines, scope = self.s.block(scope)
            shown = replace(scope, names={n: scope.names[n] for n in chosen}, pure=False)
            for word in chosen:
                if shown.names[word] != PLACE and self.maybe(0.6):
                    more = self.s.using(shown, word)
                    lines = [*more, *lines] if self.maybe(0.5) else _with_more(lines, more)
            action["do"] = "\n".join(lines)
        self.bound[name] = dict(scope.names)
        return action

    def _condition(self, s: Scope, chosen: list[str]) -> str:
        """Make the condition of an action, mostly on what is chosen for it."""
        tests = [self.s.test(s)]
        for _ in range(self.r.choice((0, 1, 2, 2)) if chosen else 0):
            word = self.r.choice(chosen)
            tests.insert(0, self.s.about(s.names[word], Text(word), s))
        if self.w.possible and self.maybe(0.3):
            other = self.r.choice(self.w.possible)
            tests.insert(0, Text(f"{other} {self.s.isnt()} possible", t.COMPARED))
        if len(tests) == 1 or self.maybe(0.5):
            return str(tests[0])
        word, level = self.r.choice((("and", t.AND), ("or", t.OR)))
        return f"{tests[0].at(level)} {word} {tests[1].at(level + 1)}"

    def _choice(self, s: Scope, many: bool) -> tuple[str, str, bool]:
        """Make a choice; return its type, its text, and whether there can be many."""
        piles = [zone.name for zone in self.w.zones if zone.piles]
        kinds = ["card"] * 5 + ["number", "player", "suit", "rank"]
        if not many:
            kinds += ["cards"] * 2 + ["meld"] * 3 * bool(self.w.melds)
        kinds += ["pile"] * 4 * bool(piles) + [CHOICE] * 2 * bool(self.w.choices)
        match self.r.choice(kinds):
            case "card":
                return CARD, f"a card from {self._held(s)}", False
            case "cards":
                amount = self.r.choice(
                    ("1 to 2", "2", "1 or more", "0 to 2", "1 to size of players")
                )
                source = self._held(s)
                if amount == "1 or more":
                    source = f"first 4 of ({self.s.make(PILE, s, 1)})"
                return CARDS, f"{amount} cards from {source}", True
            case "meld":
                names = self.r.sample(self.w.melds, self.r.randint(1, min(2, len(self.w.melds))))
                return CARDS, f"a {' or '.join(names)} from {self._held(s)}", True
            case "number":
                least = self.r.randint(-1, 1)
                if self.maybe(0.2):
                    return NUMBER, f"a number from [{least}, 3, 2, {self.r.randint(0, 3)}]", False
                return (
                    NUMBER,
                    f"a number from {least} to min({self.s.make(NUMBER, s, 1)}, 5)"
                    + self.r.choice(("", "", " by 2")),
                    False,
                )
            case "player":
                return PLAYER, f"a player from {self.s.make(PLAYERS, s, 1)}", False
            case "suit":
                some = f" from [{', '.join(self.w.suits[:2])}]" if self.w.suits else ""
                source = some if self.maybe(0.3) else ""
                return SUIT, f"a suit{source}", False
            case "rank":
                source = f" from [{', '.join(self.w.ranks[:3])}]" if self.maybe(0.5) else ""
                return RANK, f"a rank{source}", False
            case "choice":
                name = next(v.name for v in self.w.variables if v.type == CHOICE)
                source = f" from [{self.w.choices[0]}, high]" if self.maybe(0.4) else ""
                return CHOICE, f"a {name}{source}", False
            case _:
                return PLACE, f"a pile from {piles[0]}", False

    def _held(self, s: Scope) -> str:
        """Make the cards that an action chooses from: mostly of a hand."""
        each = [zone for zone in self.w.zones if zone.each]
        if self.maybe(0.5):
            return str(self.s.zone(self.r.choice(each), s))
        if self.maybe(0.3):
            zones = [zone for zone in self.w.zones if not zone.piles]
            return " + ".join(
                self.s.zone(zone, s).at(t.PRODUCT) for zone in self.r.sample(zones, 2)
            )  # fmt: skip
        if self.maybe(0.5):
            test = self.s.test(replace(s, member=CARD))
            return f"{self.r.choice(each).name} where {test.at(t.OR)}"
        return str(self.s.make(self.r.choice((CARDS, PILE)), s))

    def _effects(self, actions: list[str]) -> Tree:
        """Make what follows actions and the events that are announced."""
        effects: Tree = {}
        # Later effects are made first, so that `skip to` knows them; all follow one list of events.
        on = [
            self.r.sample(actions, min(len(actions), self.r.choice((1, 1, 2))))
            for _ in range(self.r.choice((0, 1, 1, 2)))
        ]
        for group, events in enumerate(on):
            level = max(self.levels[name] for name in events)
            names = dict(self.bound[events[0]])
            for other in events[1:]:
                names = {k: v for k, v in names.items() if self.bound[other].get(k) == v}
            sealed = min(self.sealed, default="")  # an action may belong to several phases
            scope = replace(self._doing(level, sealed), names=names)
            self._group(effects, f"effect_{group}", events, scope)
        for index, event in enumerate(EVENTS):
            if event in self.s.announced:
                scope = Scope(actor=True, asks=2, events=index + 1, moves=True)
                self._group(effects, f"after_{index}", [event], scope)
        return effects

    def _group(self, effects: Tree, stem: str, events: list[str], scope: Scope) -> None:
        made: Tree = {}
        later: tuple[str, ...] = ()
        for index in range(self.r.choice((1, 2, 2))):
            name = f"{stem}_{index}"
            inner = replace(scope, later=later)
            effect: Tree = {"on": events}
            if self.maybe(0.4):
                effect["when"] = str(self.s.test(replace(inner, pure=True)))
            lines = self.s.block(inner, 2)[0]
            if later and "skip" in self.s.wanted and self.maybe(0.5):
                lines = [*self.s.skips(inner), *lines]
            effect["do"] = "\n".join(lines)
            if later and self.maybe(0.5):
                effect["before"] = later[0]
                made[name] = effect
            else:
                made = {name: effect, **made}
            later = (name, *later)
        effects.update(made)

    # ------------------------------------------------------------------------------- the end

    def _match(self) -> Tree:
        match: Tree = {"winner": self.r.choice(("highest", "lowest"))}
        match["deals"] = self.r.choice((1, 2, 3, 4))
        scope = Scope(shared=self.tables)
        if self.maybe(0.2):
            match["until"] = str(self.s.make(BOOLEAN, scope))
        if self.maybe(0.2):
            match["result"] = self.s.body(scope, 2)
        return match


def _with_more(lines: list[str], more: list[str]) -> list[str]:
    """Return lines with more behind them, or before the last where nothing behind it is reached."""
    last = lines[-1].split()
    ends = not lines[-1].startswith(" ") and (last[0] in ("end", "go", "stop", "skip") or (
        last[-1] in ("wins", "loses")
    ))  # fmt: skip
    return [*lines[:-1], *more, lines[-1]] if ends else [*lines, *more]
