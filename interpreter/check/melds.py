"""Checks the melds of a ruleset, and the rankings that are made of them."""

from __future__ import annotations

from dataclasses import replace

from ..diagnostics import warning
from ..program import program as p
from ..program.cards import Pack
from ..syntax import nodes as n
from ..syntax import ruleset as r
from .constants import Constants
from .deck import in_full
from .reports import Reports

ROLES = ("shrinking", "fixed", "free")
"""What wild cards of a meld on the table may stand for; the usual value first."""


class Melds:
    """Checks melds and rankings one by one."""

    def __init__(self, rules: r.Ruleset, pack: Pack, constants: Constants, reports: Reports) -> None:
        """Prepare to check.

        Args:
            rules: the ruleset with the melds as read.
            pack: the pack, with its ranks, suits and rank orders.
            constants: computes their numbers and conditions.
            reports: takes the problems, and what is used.
        """
        self._declared = rules.melds
        self._variables = rules.variables
        self._pack = pack
        self._constants = constants
        self._reports = reports
        self._melds: dict[str, p.Meld] = {}

    def all(self) -> dict[str, p.Meld]:
        """Return the melds by name."""
        patterns = {name: each for name, each in self._declared.items() if not each.parts}
        self._melds = {name: self._pattern(each) for name, each in patterns.items()}
        made = {name: self._made_of_parts(each) for name, each in self._declared.items() if name not in patterns}
        self._melds = {name: self._melds.get(name) or made[name] for name in self._declared}
        return self._melds

    def _pattern(self, meld: r.Meld) -> p.Meld:
        least, most = (1, 1) if meld.size is None else self._sizes(meld.size)
        same = meld.same.text if meld.same is not None else None
        orders = self._pack.orders
        for word in meld.by:
            if word.text not in orders:
                self._reports.unknown("CR403", "rank order", word.text, word.span, orders)
        wild, ranks = self._ranks(meld.wild), self._ranks(meld.ranks)
        suits = len(self._pack.suits)
        least_suits, most_suits = 1, max(suits, 1)
        if meld.suits is not None:
            least_suits = self._within(self._constants.number(meld.suits.least, 1, 1))
            if meld.suits.most is not None:
                most_suits = self._within(self._constants.number(meld.suits.most, suits, 1))
        return p.Meld(
            meld.name,
            same,
            meld.consecutive is not None,
            least,
            most,
            self._constants.holds(meld.when, default=True),
            orders=tuple(word.text for word in meld.by if word.text in orders),
            around=self._constants.holds(meld.around, default=False),
            wild=wild,
            most_wild=self._within(self._constants.number(meld.most_wild, most, 0)) if wild else 0,
            least_suits=least_suits,
            most_suits=most_suits,
            roles=self._constants.word(meld.roles, ROLES, ROLES[0]),
            each=self._each(meld),
            ranks=ranks,
            least_natural=self._within(self._constants.number(meld.least_natural, 1, 1)),
        )

    def _sizes(self, size: n.Amount) -> tuple[int, int]:
        """Return the smallest and the largest number of cards of a meld."""
        least = self._constants.number(size.least, 1, 1)
        whole = max(self._pack.size, 1)
        most = whole if size.most is None else self._constants.number(size.most, 1, 1)
        if most < least:
            message = f"a meld of at least {least} and at most {most} cards cannot be"
            self._reports.problem("CR607", message, size.span, f"write the smaller number first: '{most} to {least}'")
        return self._within(least), self._within(most)

    def _ranks(self, words: tuple[r.Word, ...]) -> tuple[int, ...]:
        """Return the ranks that words name, as indexes."""
        found: list[int] = []
        for word in in_full(words, self._reports):
            rank = self._pack.rank_index(word.text)
            if rank is None and word.text in self._variables:
                message = f"'{word.text}' changes during play, and the ranks of a meld must be known before"
                advice = "write ranks; what the chosen cards must be besides, say in 'when' of the action"
                self._reports.problem("CR424", message, word.span, advice)
                self._reports.uses(word.text)
            elif rank is None and word.text in ("joker", "jokers", "Jo"):
                message = f"the deck has no rank '{word.text}'"
                self._reports.problem("CR404", message, word.span, "'jokers: 2' in the deck adds two, called 'joker'")
            elif rank is None:
                self._reports.unknown("CR404", "rank", word.text, word.span, self._pack.ranks)
            else:
                found.append(rank)
        return tuple(found)

    def _each(self, meld: r.Meld) -> int:
        """Return how many cards a run has of each rank."""
        each = self._constants.number(meld.each, 1, 1)
        plain = meld.same is None and meld.suits is None
        if meld.each is not None and (meld.consecutive is None or not plain):
            message = "only a run of any suits has several cards of 'each' rank"
            advice = "write 'consecutive: rank' beside it, not 'same' or 'suits'"
            self._reports.problem("CR610", message, meld.each.span, advice)
            return 1
        return self._within(each)

    def _within(self, number: int) -> int:
        """Return a number of cards, or one more than the pack has, which is as unreachable."""
        return min(number, self._pack.size + 1)

    def _made_of_parts(self, meld: r.Meld) -> p.Meld:
        """Return a meld that is made of others."""
        parts: list[p.Meld] = []
        for each in meld.parts:
            name, span = each.meld.name, each.meld.span
            self._reports.used.add(f"melds.{name}")
            if name in self._melds:
                parts += self._several(each, self._melds[name])
            elif name in self._declared:
                message = f"'{name}' has parts itself, so it cannot be a part"
                advice = "name the parts of both in one list"
                self._reports.problem("CR610", message, span, advice)
            else:
                self._reports.unknown("CR403", "meld", name, span, self._melds)
        given = (
            meld.same,
            meld.consecutive,
            meld.size,
            meld.around,
            meld.most_wild,
            meld.suits,
            meld.roles,
            meld.each,
            meld.least_natural,
            *meld.by,
            *meld.wild,
            *meld.ranks,
        )
        for other in given:
            if other is not None:
                message = "a meld of 'parts' is what its parts are, and has no pattern of its own"
                self._reports.problem("CR610", message, other.span, "say it of one of the parts")
        present = self._constants.holds(meld.when, default=True)
        whole = max(self._pack.size, 1)
        return p.Meld(
            meld.name,
            None,
            False,
            sum(part.least for part in parts),
            min(sum(part.most for part in parts), whole),
            present and bool(parts) and all(part.present for part in parts),
            parts=tuple(parts),
        )

    def _several(self, part: n.MeldPart, meld: p.Meld) -> list[p.Meld]:
        """Return the melds that a part says: `2 set`, `run of 4`."""
        if not 1 <= part.count <= self._pack.size:
            message = f"a meld cannot be made of {part.count} times '{meld.name}'"
            advice = "write how many of them there are, or leave the number out for one"
            self._reports.problem("CR610", message, part.span, advice)
            return [meld]
        if part.size is None:
            return [meld] * part.count
        least, most = self._sizes(part.size)
        if most < meld.least or least > meld.most:
            wrong, least_, bound = (
                (most, "at least", meld.least) if most < meld.least else (least, "at most", meld.most)
            )
            message = f"'{meld.name}' has {least_} {bound} cards, so none has {wrong}"
            self._reports.problem("CR607", message, part.size.span, "write another number, or change the meld's 'size'")
        sized = replace(meld, least=max(least, meld.least), most=min(most, meld.most))
        return [sized] * part.count

    def ranking(self, ranking: r.Ranking) -> p.Ranking:
        """Return a ranking of these melds."""
        levels: list[tuple[p.Meld, ...]] = []
        for words in ranking.patterns:
            for word in words:
                self._reports.used.add(f"melds.{word.text}")
                if word.text not in self._melds:
                    self._reports.unknown("CR403", "meld", word.text, word.span, self._melds)
            melds = (self._melds.get(word.text) for word in words)
            level = tuple(meld for meld in melds if meld is not None and meld.present)
            if level:
                levels.append(level)
        best = self._within(self._constants.number(ranking.best, 0, 1))
        for word in (word for words in ranking.patterns for word in words):
            meld = self._melds.get(word.text)
            if meld is not None and meld.present and 0 < best < meld.least:
                message = f"no hand is '{word.text}': it has {meld.least} cards or more, and only the best {best} count"
                advice = "make 'best' larger, or take the pattern out of the ranking"
                self._reports.missing(warning("CR610", message, word.span, help=advice))
        order = ranking.by
        if order is not None and order.text not in self._pack.orders:
            self._reports.unknown("CR403", "rank order", order.text, order.span, self._pack.orders)
            order = None
        if ranking.name in self._pack.orders:
            message = f"'{ranking.name}' names both a rank order and a ranking"
            advice = "give one of them another name"
            self._reports.problem("CR422", message, ranking.span, advice)
        return p.Ranking(
            ranking.name,
            tuple(levels),
            best,
            order.text if order is not None else None,
            self._constants.holds(ranking.suits, default=False),
            tuple(dict.fromkeys(word.text for words in reversed(ranking.patterns) for word in reversed(words))),
        )
