"""What players may do in a random ruleset, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

from . import text as t
from .draft import Draft, Tree
from .statements import EVENTS, LOCALS
from .text import Text
from .world import CARD, CARDS, CHOICE, NUMBER, PILE, PLACE, PLAYER, PLAYERS, RANK, SUIT, Scope


class Actions:
    """Makes actions and effects."""

    def __init__(self, draft: Draft) -> None:
        """Begin with what is settled so far."""
        self.d = draft
        self.r, self.w, self.s = draft.r, draft.w, draft.s
        self.maybe = draft.maybe

    def answers(self) -> Tree:
        """Settle what players are asked for: on level 2 what does not ask on."""
        actions: Tree = {}
        for level in (2, 1):
            for index in range(self.r.choice((1, 1, 2))):
                name = self.d.name(f"answer_{level}_{index}")
                self.d.levels[name] = level
                actions[name] = self._action(name, level, free=index == 0)
                self.s.answers[level].append(name)
                if "do" in actions[name]:
                    self.s.deeds.add(name)
        return actions

    def actions(self, phases: Tree) -> Tree:
        actions: Tree = {}
        verbs = ("play", "take", "give", "show", "swap", "bid", "call", "throw")
        for home in self.d.homes:
            name = self.d.name(f"pass_{home}")
            self.d.levels[name] = 0
            action: Tree = {"phase": home}
            self.d.bound[name] = {}
            if self.maybe(0.1 if home in self.d.polls else 0.4):
                lines, scope = self.s.block(self._doing(0, home), 2)
                action["do"] = "\n".join(lines)
                self.d.bound[name] = dict(scope.names)
            actions[name] = action
        for verb in self.r.sample(verbs, self.r.randint(1, 3)):
            name = self.d.name(verb)
            self.d.levels[name] = 0
            homes = self.r.sample(self.d.homes, min(len(self.d.homes), self.r.choice((1, 1, 2))))
            action = self._action(name, 0, free=False, home=homes[0])
            action = {"phase": homes[0] if len(homes) == 1 else homes} | action
            actions[name] = action
            if self.maybe(0.5):
                self.w.possible.append(name)
        if self.d.grows:
            actions |= self._melding()
        return actions

    def _melding(self) -> Tree:
        """Make actions that lay melds on the table, and add cards to them."""
        word, other = self.r.sample([word for word in LOCALS if word not in self.d.not_chosen], 2)
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
        }
        kinds = {"meld": {word: CARDS}, "add": {word: CARDS if "cards" in some else CARD}}
        for name, rule in made.items():
            made[name] = {"phase": self.d.homes if self.maybe(0.7) else self.d.homes[0]} | rule
            self.d.levels[name], self.d.bound[name] = 0, kinds[name]
        return made

    def _doing(self, level: int, home: str = "") -> Scope:
        """What an action of a level may do."""
        sealed = home in self.d.sealed and self.maybe(0.8)
        return Scope(
            actor=True,
            pure=False,
            asks=3 if sealed else level + 1,
            events=3 if level == 2 else 0,
            moves=not sealed,
            later=(),
        )

    def _action(self, name: str, level: int, *, free: bool, home: str = "") -> Tree:
        """Make an action; one that is `free` is always possible."""
        action: Tree = {}
        scope = replace(self._doing(level, home), pure=True)
        if not free and self.maybe(0.75):
            choose: Tree = {}
            many = False
            for _ in range(self.r.choice((1, 1, 1, 2))):
                word = self.s.new_name(replace(scope, names={**self.d.not_chosen, **scope.names}))
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
        self.d.bound[name] = dict(scope.names)
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
                amount = self.r.choice(("1 to 2", "2", "1 or more", "0 to 2", "1 to size of players"))
                source = self._held(s)
                if amount == "1 or more":
                    source = f"first 4 of ({self.s.make(PILE, s, 1)})"
                return CARDS, f"{amount} cards from {source}", True
            case "meld":
                names = self.r.sample(self.w.melds, self.r.randint(1, min(2, len(self.w.melds))))
                names = self.w.kinds if self.w.kinds and self.maybe(0.4) else names
                return CARDS, f"a {' or '.join(names)} from {self._held(s)}", True
            case "number":
                least = self.r.randint(-1, 1)
                if self.maybe(0.2):
                    return NUMBER, f"a number from [{least}, 3, 2, {self.r.randint(0, 3)}]", False
                return (
                    NUMBER,
                    f"a number from {least} to min({self.s.make(NUMBER, s, 1)}, 5)" + self.r.choice(("", "", " by 2")),
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
            return " + ".join(self.s.zone(zone, s).at(t.PRODUCT) for zone in self.r.sample(zones, 2))
        if self.maybe(0.5):
            test = self.s.test(replace(s, member=CARD))
            return f"{self.r.choice(each).name} where {test.at(t.OR)}"
        return str(self.s.make(self.r.choice((CARDS, PILE)), s))

    def effects(self, actions: list[str]) -> Tree:
        """Make what follows actions and the events that are announced."""
        effects: Tree = {}
        # Later effects are made first, so that `skip to` knows them; all follow one list of events.
        on = [
            self.r.sample(actions, min(len(actions), self.r.choice((1, 1, 2))))
            for _ in range(self.r.choice((0, 1, 1, 2)))
        ]
        for group, events in enumerate(on):
            level = max(self.d.levels[name] for name in events)
            names = dict(self.d.bound[events[0]])
            for other in events[1:]:
                names = {k: v for k, v in names.items() if self.d.bound[other].get(k) == v}
            sealed = min(self.d.sealed, default="")  # an action may belong to several phases
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


def _with_more(lines: list[str], more: list[str]) -> list[str]:
    """Return lines with more after them, or before the last where nothing after it is reached."""
    last = lines[-1].split()
    ends = not lines[-1].startswith(" ") and (
        last[0] in ("end", "go", "stop", "skip") or (last[-1] in ("wins", "loses"))
    )
    return [*lines[:-1], *more, lines[-1]] if ends else [*lines, *more]
