"""A random ruleset in the making."""

from __future__ import annotations

from random import Random
from typing import Any

from .statements import LOCALS, Statements
from .world import World

Tree = dict[str, Any]
"""A section of a ruleset, as YAML reads it."""


class Draft:
    """What is settled so far of a ruleset in the making; its parts are made in their order.

    Attributes:
        r: the chance.
        w: what is declared.
        s: makes statements about it.
        shared_names: names that rules may have besides the local names.
        not_chosen: those of them at the beginning; choices are called otherwise.
        grows: whether melds on the table grow.
        suitless: whether the cards have no suits.
        tables: whether there are two tables.
        turns: about how many decisions the phases so far take.
        homes: the phases and steps that actions belong to.
        sealed, polls: the phases in which all choose at once, and those that poll.
        bound: for each action the names that its effects know, with their types.
        levels: for each action how deep questions are nested that lead to it.
    """

    def __init__(self, seed: int) -> None:
        """Settle what is in the ruleset at all."""
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
        self.w.daring = Random(~seed - (1 << 40)).random() < 0.2  # drawn apart, too
        self.s.apart = Random(~seed - (2 << 40))
        self.w.departures = self.maybe(0.15)
        self.tables = self.maybe(0.05)
        self.turns = 0
        self.sealed: set[str] = set()
        self.polls: set[str] = set()
        self.homes: list[str] = []
        self.bound: dict[str, dict[str, str]] = {}
        self.levels: dict[str, int] = {}

    def maybe(self, share: float) -> bool:
        """Return True with a probability."""
        return self.r.random() < share

    def name(self, usual: str) -> str:
        """Return a name for a rule, now and then one that local names have, too."""
        if self.shared_names and self.maybe(0.2):
            return self.shared_names.pop()
        return usual
