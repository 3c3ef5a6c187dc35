"""The course of a random ruleset: deals, phases, turns, tricks, and the end of the match."""

from __future__ import annotations

from dataclasses import replace

from . import text as t
from .draft import Draft, Tree
from .world import BOOLEAN, PLAYER, PLAYERS, SOMEBODY, SUIT, Scope, Variable


class Course:
    """Makes the sections that say who acts when."""

    def __init__(self, draft: Draft) -> None:
        """Begin with what is settled so far."""
        self.d = draft
        self.r, self.w, self.s = draft.r, draft.w, draft.s
        self.maybe = draft.maybe

    def deal(self) -> Tree:
        scope = Scope(asks=1)
        first, hand = self.w.zones[0], self.r.randint(2, 6)
        lines = [f"shuffle {first.name}"] if first.ordered and self.maybe(0.9) else []
        if lines and not self.d.tables and self.maybe(0.2):
            lines = [f"if deal_number mod 2 is 1: {lines[0]}", f"else: arrange {first.name} as in the last deal"]
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
            deal["direction"] = "counterclockwise"
        if self.maybe(0.2):
            deal["first"] = self.r.choice(("first of everybody", "random of everybody", "last of everybody"))
        if self.maybe(0.2):
            deal["dealer"] = self.r.choice(("dealer", "right of dealer", "left of dealer"))
        deal["do"] = "\n".join(lines)
        if self.maybe(0.6):
            deal["after"] = self.s.body(scope, 3)
        if self.d.tables and self.maybe(0.7):
            deal["together"] = self.s.body(Scope(shared=True), 2)
        return deal

    def phase_names(self) -> Tree:
        """Settle the phases with their schemes and steps, which rules speak of."""
        phases: Tree = {}
        schemes = ["in turn"] * 4 + ["each once", "all at once", "poll"] * 2 + ["one"]
        for index in range(self.r.choice((1, 1, 2, 2, 3))):
            name, scheme = self.d.name(f"phase_{index}"), self.r.choice(schemes)
            phase: Tree = {"players": scheme}
            if scheme == "in turn" and self.maybe(0.15):
                phase["passing"] = True
                if not any(variable.name == "passed" for variable in self.w.variables):
                    self.w.variables.append(Variable("passed", PLAYERS, False, "deal"))
                    self.w.variables.append(Variable("holder", PLAYER, False, "deal"))
            steps: list[str] = []
            if self.maybe(0.25) and scheme in ("in turn", "one", "each once"):
                steps = [self.d.name(f"step_{index}_{n}") for n in range(self.r.choice((2, 2, 3)))]
                phase["steps"] = steps
            self.d.homes += steps or [name]
            self.s.phases.append(name)
            if scheme in ("in turn", "one"):
                self.s.phases += steps
            if scheme == "all at once":
                self.d.sealed.add(name)
            if scheme == "poll":
                self.d.polls.add(name)
            phases[name] = phase
        return phases

    def phases(self, phases: Tree) -> Tree:
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
            self.d.turns += self.r.randint(3, 8)
            if scheme.startswith(("in turn", "poll")) and self.maybe(0.9):
                end = f"turn_number >= {self.d.turns}"  # else what follows hardly comes
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

    def tricks(self, tree: Tree) -> None:
        """Put tricks before the other phases, with some of the section's keys."""
        nobody, actor = Scope(), Scope(actor=True)
        tree["zones"]["played"] = {"each": "player", "faces": "shown"}
        tree["zones"]["taken"] = {"faces": "shown"} | ({"each": "player"} if self.maybe(0.7) else {})
        trump = self.s.make(SUIT, nobody, 1) if self.maybe(0.4) else self.r.choice(self.w.suits)
        cards = [
            f"rank is {self.r.choice(self.w.ranks)}",
            f"it is {self.r.choice(self.w.cards)}",
            f"rank >= {self.w.ranks[-2]} and suit is {self.w.suits[0]}",
        ]
        cards += ["it is a joker"] * 2 * bool(self.w.jokers)
        orders = [*self.w.orders, *(f"{order} if {self.s.test(nobody)} else none" for order in self.w.orders)]
        tricks: Tree = {
            "phase": "trick_phase",
            "played": "played",
            "won": "taken",
            "leader": self.r.choice(("eldest", "dealer", "first of players")),
        }
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
        whose = " of turn_of" if "plays_for" in tricks else ""
        for key in ("leads", "discards"):
            if whose and key in tricks:
                tricks[key] = tricks[key].replace("hand where", f"(hand{whose}) where")
        must = ("follow", "trump", "overtrump", "head")
        wanted = self.r.sample(must, self.r.randint(0, 3))
        if wanted:
            always = self.maybe(0.5)
            tricks["must"] = {each: always or str(self.s.test(actor)) for each in wanted}
        tree["tricks"] = tricks
        turns = {"players": "each once from leader"}
        tree["phases"] = {"trick_phase": turns, **tree["phases"]}
        chosen = "a card from playable"
        if self.maybe(0.4):
            wanted = self.r.choice(["where takes(it)", "where height(it) >= 4", "with lowest height(it)"])
            chosen = f"a card from playable {wanted} otherwise playable"
        tree["actions"]["lay"] = {
            "phase": "trick_phase",
            "choose": {"led_card": chosen},
            "do": f"move led_card to played{whose}",
        }
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

    def match(self) -> Tree:
        match: Tree = {"winner": self.r.choice(("highest", "lowest"))}
        match["deals"] = self.r.choice((1, 2, 3, 4))
        if self.w.half_points:
            match |= {"half_points": True, "start": self.r.choice((0, 20, 2.5))}
        scope = Scope(shared=self.d.tables)
        if self.maybe(0.2):
            match["until"] = str(self.s.make(BOOLEAN, scope))
        if self.maybe(0.2):
            match["result"] = self.s.body(scope, 2)
        return match
