"""Sampling at one table: deals the cards that a seat does not know, until the past is possible."""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from ..game.observation.redaction import sees
from ..runtime.melds import cards_of, set_of
from ..runtime.position import Position, at
from ..runtime.seats import seated
from .exclusions import Exclusions
from .past import Content, Fact, Past, Turn
from .renaming import HiddenNames, consistently_named
from .walk_back import WalkBack, Walked

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..play.state import State
    from ..runtime.chance import Random

Spent = Callable[[float], bool]
"""Tells whether a part of the time for a decision is over; 1 is all of it."""

_EXAMINATION: Final = 0.4
"""The part of the time in which past decisions are examined, the latest first."""


class _Pasts(local):
    """The pasts that a thread keeps, by game; each continues the game that the thread plays."""

    def __init__(self) -> None:
        self.of: WeakKeyDictionary[Rules, dict[tuple[int, int], Past]] = WeakKeyDictionary()


_pasts = _Pasts()


def _past(rules: Rules, seat: int, table: int) -> Past:
    """Return the cached past of the game that was played last; it continues that game if it can."""
    kept = _pasts.of.setdefault(rules, {})
    if (seat, table) not in kept:
        kept[seat, table] = Past(rules, seat, table)
    return kept[seat, table]


class TableSampler:
    """Samples the hidden cards of one table, as one seat may believe.

    Attributes:
        past: the past of the table, as the seat saw it.
    """

    def __init__(self, state: State, seat: int, table: int, spent: Spent, *, whole: bool = False) -> None:
        """Read what the seat knows.

        Args:
            state: the real state.
            seat: the seat.
            table: the table, from 0.
            spent: tells whether a part of the time is over.
            whole: whether all turns of the deal are walked back, not only as far as they prove
                something; `retell` needs it.
        """
        self._spent = spent
        self.past = _past(state.game, seat, table)
        position = at(state.position, table)
        # The seat saw nothing of a table that is not open to it.
        turns = self.past.follow(state) if sees(state.game, position, seat, table) else []
        self._seat = seat
        now = self.past.moment(position)
        self._unknown = self.past.every & ~now.known
        self._pool = cards_of(self._unknown)
        seats = range(state.game.players) if not position.seated else seated(position)
        self._names = HiddenNames(state.game, seats)
        self._fixed: list[Content] = []  # the places; -1 where a card is missing
        self._loose: list[tuple[int, int]] = []  # places without order, missing cards
        self._rows: list[tuple[int, list[int], list[int]]] = []  # ordered: gaps, cards for them
        self._real = now.contents
        told = self.past.possible_faces(position)
        self._faces: dict[tuple[int, int], int] = {}  # of gaps in ordered places: possible cards
        for place, held in enumerate(now.contents):
            if isinstance(held, int):
                self._fixed.append(held & now.known)
                missing = (held & self._unknown).bit_count()
                if missing:
                    self._loose.append((place, missing))
                continue
            gaps = [i for i, card in enumerate(held) if not now.spots >> card & 1]
            self._fixed.append([card if now.spots >> card & 1 else -1 for card in held])
            if gaps:
                inside = sorted(held[i] for i in gaps if now.known >> held[i] & 1)
                self._rows.append((place, gaps, inside))
                hinted = [] if inside else [gap for gap in gaps if held[gap] in told]
                possible = turns[-1].possible if turns else self.past.possible_now(position)
                for gap in hinted:
                    here = (c for c in self._pool if possible[c] >> place & 1)
                    self._faces[place, gap] = told[held[gap]] & set_of(here)
        self._came = self.past.came(position)
        self._exclusions: dict[int, Exclusions] = {}
        self._bound = self._find_bound(turns)
        self._walk: WalkBack | None = None
        if whole or (self._unknown and (self._rows or len(self._loose) > 1)):
            self._look_back(turns, len(position.pending), whole)

    def _find_bound(self, turns: list[Turn]) -> list[tuple[int, list[int]]]:
        """Return the unknown cards that can be in some of the incomplete places only, with these.

        For example, a card that was seen to go to a hand, and was not seen to leave it, is in that
        hand or in a place to which cards of that hand have gone unseen. Cards with the fewest
        places come first.
        """
        lacking = [place for place, _ in self._loose]
        lacking += [place for place, gaps, inside in self._rows if len(gaps) > len(inside)]
        if not turns or len(lacking) < 2:
            return []
        found: list[tuple[int, list[int]]] = []
        for card in self._pool:
            places = [place for place in lacking if turns[-1].possible[card] >> place & 1]
            if 0 < len(places) < len(lacking):
                found.append((card, places))
        found.sort(key=lambda entry: len(entry[1]))
        return found

    def _look_back(self, turns: list[Turn], pending: int, whole: bool) -> None:
        """Choose which turns to walk back, and find the excluded cards of each place.

        Args:
            turns: the turns of the game, oldest first.
            pending: the number of sealed choices that are not revealed yet.
            whole: whether all turns of the deal are walked back.
        """
        start = len(turns)
        first = start
        while start > 0:
            start -= 1
            turn = turns[start]
            if turn.check is not None:
                self.past.examine(turn.check, lambda: self._spent(_EXAMINATION))
            if whole or _proves(turn):
                first = start
            if turn.opens:
                break
        walked = consistently_named(turns[first:])
        exclusions = {place: Exclusions() for place in self.past.loose}
        relevant = dict.fromkeys(exclusions, self._unknown)
        undecided = pending
        for turn in reversed(walked):
            for back in turn.backs:
                if isinstance(back, Fact):
                    excluded = exclusions.get(back.place)
                    if excluded is not None and back.whole and back.fits in (0, back.among):
                        bad = back.fitting if not back.fits else ~back.fitting
                        excluded.bad[-1] |= bad & relevant[back.place]
                    continue
                target = exclusions.get(back.target)
                if target is not None:
                    target.bad += [0] * back.unseen
                    # Cards that were seen to come may be there now, though not before.
                    relevant[back.target] &= ~set_of(card for card in back.cards if card >= 0)
                source = exclusions.get(back.source)
                if source is not None:
                    for card in back.cards:
                        if card >= 0 and not back.surely >> card & 1:
                            source.returns.append((card, len(source.bad) - 1))
                            relevant[back.source] |= 1 << card
            for place, excluded in exclusions.items():
                bad = turn.elsewhere.get(place, 0)
                if turn.check is not None and undecided <= 0:
                    bad |= turn.check.ruled_out.get(place, 0)
                excluded.bad[-1] |= bad & relevant[place]
            undecided -= 1
        self._exclusions = {place: each for place, each in exclusions.items() if each.close()}
        self._loose.sort(key=lambda entry: entry[0] not in self._exclusions)
        if walked:
            self._walk = WalkBack(self.past, walked, self._exclusions, pending, self._names, tracks=whole)

    def fill(self, position: Position, rng: Random, budget: int) -> bool:
        """Deal the hidden cards of the table.

        Args:
            position: the position to fill, with the table in place.
            rng: the random numbers.
            budget: the most deals to try.

        Returns:
            Whether the past is possible with these cards.
        """
        best = self._deal(rng)
        wrong = self._walk.contradictions(best, rng) if self._walk else 0
        tries = 1
        while wrong and tries < budget and not self._spent(1.0):
            assert self._walk is not None
            contents = self._deal(rng)
            found = self._walk.contradictions(contents, rng)
            if found < wrong:
                best, wrong = contents, found
            tries += 1
        for place, held in enumerate(best):
            self.past.fill(position, place, held)
        if self._names:
            self._names.rename(position, self._real, best, self._unknown, rng)
        if position.pending:
            self._choose(position, rng)
        return not wrong

    def retell(self, rng: Random, budget: int) -> tuple[list[Content], list[Walked]] | None:
        """Deal the hidden cards, and tell how they came to their places since the deal began.

        Args:
            rng: the random numbers.
            budget: the most deals to try.

        Returns:
            The cards of each place, and the turns that led there, the last one first; None if all
            deals that were tried are impossible.
        """
        for _ in range(budget):
            contents, walked = self._deal(rng), list[Walked]()
            if self._walk is None or not self._walk.contradictions(contents, rng, walked):
                return contents, walked
        return None

    def _deal(self, rng: Random) -> list[Content]:
        """Return the cards of each place, with the hidden ones dealt at random."""
        contents: list[Content] = [held if isinstance(held, int) else held[:] for held in self._fixed]
        pool = self._pool[:]
        rng.shuffle(pool)
        for (place, gap), card in self._told_apart(pool, rng).items():
            held = contents[place]
            assert isinstance(held, list)
            held[gap] = card
        placed = self._place_bound(pool, contents, rng) if self._bound else {}
        for place, count in self._loose:
            exclusions = self._exclusions.get(place)
            chosen = set_of(placed.get(place, ()))
            count -= chosen.bit_count()
            if exclusions is None:
                chosen |= set_of(pool[len(pool) - count :])
                del pool[len(pool) - count :]
            else:
                chosen = exclusions.draw(pool, count, chosen)
            held = contents[place]
            assert isinstance(held, int)
            contents[place] = held | chosen
        for place, gaps, inside in self._rows:
            held = contents[place]
            assert isinstance(held, list)
            cards = [*inside, *placed.get(place, ())]
            gaps = [gap for gap in gaps if held[gap] < 0]
            missing = len(gaps) - len(cards)
            fresh = pool[len(pool) - missing :]
            del pool[len(pool) - missing :]
            if cards:
                fresh += cards
                rng.shuffle(fresh)
            for gap, card in zip(gaps, fresh, strict=True):
                held[gap] = card
        return contents

    def _told_apart(self, pool: list[int], rng: Random) -> dict[tuple[int, int], int]:
        """Choose cards for the gaps about which the seat was told something.

        The chosen cards are removed from the pool. A gap with few possible cards comes first.
        """
        chosen: dict[tuple[int, int], int] = {}
        left = dict(self._faces)
        while left:
            free = set_of(pool)
            at = min(left, key=lambda gap: (left[gap] & free).bit_count())
            possible = cards_of(left.pop(at) & free)
            if possible:
                chosen[at] = rng.choice(possible)
                pool.remove(chosen[at])
        return chosen

    def _place_bound(self, pool: list[int], contents: list[Content], rng: Random) -> dict[int, list[int]]:
        """Move the cards that cannot be everywhere from the pool to one of their places each."""
        left = dict(self._loose)
        for place, gaps, inside in self._rows:
            held = contents[place]
            assert isinstance(held, list)
            left[place] = sum(1 for gap in gaps if held[gap] < 0) - len(inside)
        placed: dict[int, list[int]] = {}
        rank = {card: index for index, card in enumerate(pool)}
        bound = [entry for entry in self._bound if entry[0] in rank]
        for card, places in sorted(bound, key=lambda e: (len(e[1]), rank[e[0]])):
            fitting = [
                place
                for place in places
                if place not in self._exclusions
                or self._exclusions[place].allow(set_of([*placed.get(place, ()), card]))
            ]
            slots = sum(left[place] for place in fitting)
            if not slots:
                continue
            slot = rng.below(slots)
            for place in fitting:
                slot -= left[place]
                if slot < 0:
                    left[place] -= 1
                    placed.setdefault(place, []).append(card)
                    pool.remove(card)
                    break
        return placed

    def _choose(self, position: Position, rng: Random) -> None:
        """Replace the pending sealed choices of other seats by random legal ones.

        If others are being carried out, no card is chosen that is known to have come since.
        """
        bare, cards = self.past.bare, self.past.notation.cards
        phase = [*bare.program.phases][position.phase]
        site = next(n for n, each in enumerate(bare.sites) if each.sealed and each.phase == phase)
        chosen, actor, asked = position.pending, position.actor, position.asked
        position.pending = ()
        for number, raw in enumerate(chosen, asked - len(chosen)):
            position.actor = position.queue[number]
            position.asked = number
            if position.actor != self._seat:
                legal = bare.legal[site](position)
                kept = [each for each in legal if not cards(each) & self._came]
                raw = rng.choice(kept or legal or [raw[:1]])
            position.pending += (raw,)
        position.actor, position.asked = actor, asked


def _proves(turn: Turn) -> bool:
    """Return whether a turn gives information about hidden cards."""
    if turn.check is not None and turn.check.ruled_out:
        return True
    return any(isinstance(back, Fact) or back.regained for back in turn.backs)
