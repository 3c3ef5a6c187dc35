"""The end of a deal on a page: who made what, the cards that decided it, how the points came about, the match."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from ..interpreter.explanation.points.closing import closing, target
from ..interpreter.explanation.points.reckoning import reckoning
from ..interpreter.game.observation.redaction import UNKNOWN
from ..interpreter.game.observation.view import observe
from ..interpreter.presentation.card_order import sort_hand
from ..interpreter.presentation.counting import tally
from ..interpreter.presentation.match_end import winners
from ..interpreter.presentation.points import rows
from ..interpreter.presentation.score_sheet import Scores
from ..interpreter.program import ir
from ..interpreter.program.tree_walk import parts
from ..interpreter.program.tree_walk import rules as bodies
from ..interpreter.runtime.rankings import Ranks
from ..interpreter.shared import kept_with
from ..interpreter.source.halves import shown
from ..interpreter.speech.english import listed, singular_noun
from .board import Card, seen_card, story
from .layout import HAND, MELDS, SPREAD, layout
from .viewers import PUBLIC, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..interpreter.explanation.points.terms import Term
    from ..interpreter.game.observation.view import Observation
    from ..interpreter.game.rules import Rules
    from ..interpreter.game.step import Step
    from ..interpreter.play.state import State
    from ..interpreter.presentation.painter import Painter

_MANY: Final = 100  # deals that no match has in fact


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together, and what is said of them."""

    cards: list[Card]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A part of a score: how it is made up, the cards that count, and the number."""

    words: str
    cards: list[Card]
    value: float


@dataclass(frozen=True, slots=True)
class _Hands:
    """How the rules note the combination of each player.

    Attributes:
        name: the variable with what it is called.
        made: the variable with its cards; empty if the rules have none.
        ranking: by which it ranks.
    """

    name: str
    made: str
    ranking: str


@dataclass(frozen=True, slots=True)
class Side:
    """A player, or players with one score.

    Attributes:
        name: who that is.
        seat: the first seat.
        gain: what the deal has changed.
        total: the score.
        groups: the cards that decided the deal.
        rows: how the points came about.
        lately: whether these are only those of the last move.
        before: the score before the deal, as a share of the bar in hundredths.
        now: the score, as such a share.
    """

    name: str
    seat: int
    gain: float
    total: float
    groups: list[Group]
    rows: list[Row]
    lately: bool
    before: int
    now: int


@dataclass(frozen=True, slots=True)
class Summary:
    """How a deal has ended.

    Attributes:
        title: who made what.
        told: how it ended, in sentences.
        table: cards that decided the deal and belong to nobody.
        sides: the players, the best first; empty if nothing is scored.
        match: when the match ends, and who wins then.
        deals: whether the match has several deals.
    """

    title: str
    told: list[str]
    table: list[Group]
    sides: list[Side]
    match: str
    deals: bool


def summary(state: State, painter: Painter, viewer: int, step: Step) -> Summary:
    """Return how the deal has ended that a step ended.

    Args:
        state: the game as it stands now.
        painter: names of players, labels and values in words.
        viewer: who reads it.
        step: the last step of the deal.
    """
    return _Ended(state, painter, viewer, step).summary()


class _Ended:
    """A deal that is over, as a viewer knows it."""

    def __init__(self, state: State, painter: Painter, viewer: int, step: Step) -> None:
        self._state, self._painter, self._viewer, self._step = state, painter, viewer, step
        self._seat = seat_of(viewer)
        self._rules = state.game
        self._program = state.game.program
        self._layout = layout(state.game)
        self._tally = tally(state.game)
        self._over = state.is_terminal() and step is state.last
        self._seen: Observation | None = None
        if viewer != PUBLIC:
            self._seen = observe(self._rules, closing(self._rules, step), self._seat, (), ())

    def summary(self) -> Summary:
        """Return what a page shows."""
        told = list(story(self._state, self._painter, self._viewer, self._step.number - 1, points=False))
        sides = list(self._sides())
        table = list(self._laid(None)) + list(self._best(None))
        title = winners(self._painter, self._state, self._viewer, kinds=False) if self._over else self._title(sides)
        return Summary(title, told, table, sides, self._match(sides), self._program.match_deals != 1)

    def _sides(self) -> Iterator[Side]:
        state, step, program = self._state, self._step, self._program
        scores, deal = Scores(state), step.before.deal
        if not self._tally or deal not in scores.ends:
            return
        after, before = scores.ends[deal], scores.before(deal)
        terms = {} if self._viewer == PUBLIC else reckoning(self._rules, step, self._seat)
        most = max([target(program) or 0, *map(abs, after), *map(abs, before), 1])
        found: list[Side] = []
        for side in self._painter.sides():
            first = side[0]
            name = listed(self._painter.who(seat, self._viewer) for seat in side)
            term = next((terms[seat] for seat in side if seat in terms), None)
            found.append(
                Side(
                    name[:1].upper() + name[1:],
                    first,
                    after[first] - before[first],
                    after[first],
                    [*self._groups(side, term)],
                    [*self._rows(term, name)],
                    term is not None and term.value != after[first] - before[first],
                    round(100 * max(before[first], 0) / most),
                    round(100 * max(after[first], 0) / most),
                )
            )
        yield from sorted(found, key=lambda side: side.total, reverse=not program.low_wins)

    def _rows(self, term: Term | None, name: str) -> Iterator[Row]:
        """Yield how a score came about."""
        for words, cards, value in rows(self._painter, term, name, self._seat) if term is not None else ():
            yield Row(words, [*map(self._card, cards)], value)

    # --------------------------------------------------------------------- the cards that decided

    def _groups(self, side: Sequence[int], term: Term | None) -> Iterator[Group]:
        """Yield the cards of players that decided the deal; those that count stand beside their points."""
        for seat in side:
            yield from self._laid(seat)
            yield from self._best(seat) if self._hands is not None else self._left(seat, counted=term is not None)

    def _laid(self, seat: int | None) -> Iterator[Group]:
        """Yield the melds before a seat, or those on the table."""
        for zone in self._program.zones.values() if self._seen is not None else ():
            owners = self._program.owners(zone) if zone.each else (None,)
            if zone.piles and self._layout.kinds[zone.name] == MELDS and seat in owners:
                assert self._seen is not None
                for pile in self._seen.piles(zone.name, seat):
                    if pile and UNKNOWN not in pile:
                        yield Group([*map(self._card, pile)])

    def _left(self, seat: int, *, counted: bool) -> Iterator[Group]:
        """Yield the cards left in a hand that is seen, if they can be melds."""
        if self._seen is None or not (self._layout.melds or (counted and MELDS in self._layout.kinds.values())):
            return
        for zone in self._program.zones.values():
            if self._layout.kinds[zone.name] == HAND and zone.each:
                cards = self._seen.cards(zone.name, seat)
                if cards and UNKNOWN not in cards:
                    groups, note = sort_hand(self._state, zone, cards, self._seat)
                    for number, group in enumerate(groups, 1):
                        yield Group([*map(self._card, group)], note if number == len(groups) else "")

    @cached_property
    def _hands(self) -> _Hands | None:
        """How the rules note each player's combination, if they do."""
        program = self._program
        for each in parts(tuple(bodies(program)), ir.Assign):
            match each:
                case ir.Assign(
                    target=ir.VarRef(variable=name), value=ir.Op(name="pattern", arguments=(cards, ranking))
                ):
                    if program.variables[name].each and isinstance(ranking, ir.Const) and type(ranking.value) is int:
                        noted = program.variables.get(cards.variable) if isinstance(cards, ir.VarRef) else None
                        made = noted.name if noted is not None and noted.each else ""
                        return _Hands(name, made, str(ranking.type.choices[ranking.value]))
                case _:
                    pass
        return None

    def _best(self, seat: int | None) -> Iterator[Group]:
        """Yield the cards of a seat's best combination, and what it is called; of the table its open cards."""
        if self._seen is None or self._hands is None:
            return
        zones = self._program.zones.values()
        shared = [zone.name for zone in zones if not zone.each and self._layout.kinds[zone.name] == SPREAD]
        open_cards = [card for name in shared for card in self._seen.cards(name) if card != UNKNOWN]
        if seat is None:
            if open_cards:
                yield Group([*map(self._card, open_cards)], listed(map(self._painter.label, shared)))
            return
        own = [zone.name for zone in zones if zone.each and self._layout.kinds[zone.name] in (HAND, SPREAD)]
        cards = [card for name in own for card in self._seen.cards(name, seat)] + open_cards
        values: Any = self._seen.variables
        called = self._painter.value(
            self._painter.type_of(self._hands.name), values[self._hands.name][seat], self._seat
        )
        if self._hands.made:
            cards = values[self._hands.made][seat]
        if not cards or UNKNOWN in cards or called is None:
            return
        ranks = next(
            each for each in kept_with(self._rules, "ranks", _ranks) if each.ranking.name == self._hands.ranking
        )
        pack = self._program.pack
        numbers = [pack.text.index(card) for card in cards]
        size = min(ranks.ranking.best or len(numbers), len(numbers))
        best = max(combinations(numbers, size), key=lambda some: ranks.value(sum(1 << card for card in some)))
        alike = Counter(pack.rank[card] for card in best)
        best = sorted(best, key=lambda card: (alike[pack.rank[card]], ranks.place_of[card]), reverse=True)
        yield Group([self._card(pack.text[card]) for card in best], called)

    def _card(self, text: str) -> Card:
        return seen_card(self._rules, text)

    # ------------------------------------------------------------------------------------- words

    def _title(self, sides: Sequence[Side]) -> str:
        """Return who made what: the largest change of a score."""
        most = max((abs(side.gain) for side in sides), default=0)
        first = [side for side in sides if abs(side.gain) == most]
        if not most or len(first) == len(sides) > 1 or len({side.gain for side in first}) > 1:
            return f"Deal {self._step.before.deal} is over"
        several = len(first) > 1 or first[0].name == "You" or " and " in first[0].name
        verb = ("win" if not self._program.low_wins else "get") if first[0].gain > 0 else "lose"
        if not several:
            verb += "s"
        names = listed([first[0].name, *("you" if side.name == "You" else side.name for side in first[1:])])
        label = self._program.labels.get("score", "points")
        label = label if self._tally == "score" else self._program.label(self._tally)
        label = singular_noun(label) if most == 1 else label
        each = " each" if len(first) > 1 else ""
        return f"{names} {verb} {shown(most)} {label}{each}"

    def _match(self, sides: Sequence[Side]) -> str:
        """Return when the match ends, and who wins then, if several may win; of one that is over to what it went."""
        program = self._program
        limit = target(program)
        if self._over:
            return "" if limit is None else f"The match, to {limit}"
        wins = "the lowest score wins" if program.low_wins else "the highest score wins"
        wins = wins if self._tally == "score" else ""
        deal, deals = self._step.before.deal, program.match_deals
        match = f"Deal {deal} of {deals}" if 1 < deals < _MANY else "The match"
        match = match if limit is None else f"The match, to {limit}"
        return f"{match}: {wins}" if wins and len(sides) > 1 else match


def _ranks(rules: Rules) -> list[Ranks]:
    """Return the rankings of a game."""
    return [Ranks(rules.program.pack, each) for each in rules.program.rankings.values()]
