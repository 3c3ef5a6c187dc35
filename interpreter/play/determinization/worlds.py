"""Worlds that a seat may believe in: positions it cannot tell from the real one, drawn by chance.

How a world is made:

1. *Deal.* The cards whose place the seat does not know are shuffled and dealt to the slots whose
   face it does not know; zones keep their sizes. In a zone that keeps its order, cards known to be
   there but not where fill positions that are not known. Everything else stays as it is.
2. *Walk back.* The world's past is made from its end to the beginning of the deal: each move is
   taken back. A card that the seat saw move is that card; of one that it did not see, any card of
   the target will do that could have come (chosen by chance). So a hand gets a past too: which of
   its cards was drawn when is part of the world, for the seat does not know it.
3. *Check.* On the way, each decision of another seat must have been legal in that past, and cards
   that the seat once knew to be somewhere must have been there.
4. *Aim.* For each such decision it is known which single cards would have made it illegal (one
   who draws because nothing can be played has none of those that could be played). Deal and walk
   keep away from these: a card that must not have been in a hand at some time is not dealt to it
   unless it can have come later, and is the first to be taken back. Where that is not enough (a
   condition on several cards at once), a new world is dealt, within the budget.
5. *Choices and chance.* Sealed choices of others that are still pending are made anew among those
   legal in the world; the generator gets a fresh seed; a given deck order is not passed on.

Nothing depends on a hidden card: real hidden cards are looked at for their number only. Seats that
see the same get worlds of the same distribution.

Limits. Without past decisions to heed, worlds are exactly uniform. With them, the aim favours some
worlds slightly over others, and says nothing about how *probable* a decision was: a bot that never
takes the pile is not recognized as one. What an effect did is not checked, only what was decided:
that a search for a low card ended with the third card drawn does not make the third card low in
the world. An action that was not wholly seen needs some legal action that looks the same. Whether
hidden cards matter to a decision at all is found out by trying hands that hold each of them once;
a decision that all of these allow is not checked again. `consistent` is false where the budget did
not suffice; the world is then the best that was found. Variables, and what a rule has put aside
while it waits for an answer (a `let` before an `ask`), name the cards that lie in the world where
those they name really lie; numbers, ranks, suits and players that a rule took from hidden cards
stay what they are. So does, of a table that is not open to the seat, how far it is, how many cards
lie where, and what the table's variables are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from ...runtime.core import Core, at
from ...runtime.melds import cards_of, set_of
from ...runtime.primitives import seated
from ...syntax import types as ty
from ..observation.redaction import sees
from .past import Back, Check, Content, Past, Turn

if TYPE_CHECKING:
    from ...runtime.chance import Random
    from ..rules import Rules
    from ..state import State

BUDGET = 24


@dataclass(frozen=True, slots=True)
class World:
    """A position of the bare build, and whether all that the seat saw is possible in it."""

    core: Core
    consistent: bool


def sample_world(state: State, seat: int, rng: Random, budget: int = BUDGET) -> World:
    """Return a position that may be the real one, for all that a seat knows.

    Args:
        state: the real position; its hidden cards have no influence.
        seat: whose knowledge counts.
        rng: decides what is not known.
        budget: how many worlds to try before giving up on a consistent one.

    >>> from ...runtime.chance import Random
    >>> from ..game import load
    >>> state = load("gin_slaughtre", options={"exchange": "none"}).new_initial_state(seed=7)
    >>> world = sample_world(state, 0, Random(1))
    >>> world.consistent, world.core.z_hand[0] == state.core.z_hand[0]
    (True, True)
    """
    return Sampler(state, seat).sample(rng, budget)


_pasts: WeakKeyDictionary[Rules, dict[tuple[int, int], Past]] = WeakKeyDictionary()


def _past(rules: Rules, seat: int, table: int) -> Past:
    """The outline of the game played last, to be continued; a cache and nothing else."""
    kept = _pasts.setdefault(rules, {})
    if (seat, table) not in kept:
        kept[seat, table] = Past(rules, seat, table)
    return kept[seat, table]


class _Aim:
    """Which cards must not have been in a place, stretch by stretch, looking back.

    A stretch ends where, looking back, a card leaves the place unseen (forwards: where one came).

    Attributes:
        bad: for each stretch the cards that must not be there.
        later: for each stretch and bound, how many of the cards that come back (forwards: that
            were seen leaving) need one of the departures up to the bound.
    """

    __slots__ = ("bad", "bounds", "later", "returns")

    def __init__(self) -> None:
        self.bad: list[int] = [0]
        self.returns: list[tuple[int, int]] = []
        self.bounds: list[int] = []
        self.later: dict[tuple[int, int], int] = {}

    def close(self) -> bool:
        """Prepare for use; return whether there is anything to heed."""
        self.bounds = [index for index, cards in enumerate(self.bad) if cards]
        due: list[tuple[int, int]] = []
        for card, start in self.returns:
            for bound in self.bounds:
                if bound >= start and self.bad[bound] >> card & 1:
                    due.append((start, bound))
                    break
        for first in range(len(self.bad)):
            for bound in self.bounds:
                count = sum(1 for start, end in due if first < start and end <= bound)
                if count:
                    self.later[first, bound] = count
        return bool(self.bounds)

    def room(self, cards: int) -> bool:
        """Return whether a hand could have come about, so far as single cards tell."""
        bad = 0
        for bound in self.bounds:
            bad |= self.bad[bound]
            if (cards & bad).bit_count() + self.later.get((0, bound), 0) > bound:
                return False
        return True

    def urgent(self, cards: int, stretch: int) -> int:
        """Return the cards of which one must leave now; 0 if any may."""
        bad = 0
        for bound in self.bounds:
            if bound <= stretch:
                continue
            bad |= self.bad[bound]
            due = cards & bad
            if due and due.bit_count() + self.later.get((stretch, bound), 0) >= bound - stretch:
                return due
        return 0


class Sampler:
    """Draws many worlds from one position of one seat."""

    def __init__(self, state: State, seat: int) -> None:
        """Read what the seat knows; nothing is drawn yet."""
        core = state.core
        self._tables = [_Table(state, seat, table) for table in range(len(core.tables))]
        self._template = self._tables[0].past.bare_core(core)
        for table in range(len(core.tables)):
            self._template.turn_to(table)
            self._template.deck = ()
        self._template.turn_to(core.table)
        self._forget(state, seat)

    def _forget(self, state: State, seat: int) -> None:
        """Let what a player has alone, where the seat does not see it, be as at its start."""
        fresh = self._template.clone()
        unseen = [
            other for other, table in enumerate(fresh.seated)
            if not sees(state.game, fresh, seat, table)
        ]  # fmt: skip
        if not unseen:
            return
        state.game.bare.start(fresh)
        for variable in state.game.program.variables.values():
            if variable.each and variable.scope != "match":
                slot = f"v_{variable.name}"
                for other in unseen:
                    getattr(self._template, slot)[other] = getattr(fresh, slot)[other]

    def sample(self, rng: Random, budget: int = BUDGET) -> World:
        """Return one world; see `sample_world`."""
        core = self._template.clone()
        consistent = True
        for number, table in enumerate(self._tables):
            core.turn_to(number)
            consistent &= table.fill(core, rng, budget)
        core.turn_to(self._template.table)
        core.rng = rng.below(1 << 32) << 32 | rng.below(1 << 32)
        return World(core, consistent)


class _Table:
    """What lies at one table, of several or alone, as one seat may believe."""

    def __init__(self, state: State, seat: int, table: int) -> None:
        self.past = _past(state.game, seat, table)
        core = at(state.core, table)
        # Of a table that is not open to the seat nothing was seen.
        turns = self.past.follow(state) if sees(state.game, core, seat, table) else []
        self.seat = seat
        self.seats = range(state.game.players) if not core.seated else seated(core)
        program = state.game.program
        now = self.past.moment(core)
        self.unknown = self.past.every & ~now.known
        self.pool = cards_of(self.unknown)
        self.hidden_variables = [
            (f"v_{variable.name}", variable.type)
            for variable in program.variables.values()
            if variable.type in ty.OF_CARDS
        ]
        self.put_aside = state.game.bare.frame_cards
        self.names_cards = bool(self.hidden_variables or self.put_aside)
        self.fixed: list[Content] = []  # the places, -1 where a card is to be put
        self.loose: list[tuple[int, int]] = []  # places without order, how many cards they lack
        self.rows: list[tuple[int, list[int], list[int]]] = []  # ordered: gaps, cards for them
        self.real = now.contents
        self.known = now.known
        for place, held in enumerate(now.contents):
            if isinstance(held, int):
                self.fixed.append(held & now.known)
                missing = (held & self.unknown).bit_count()
                if missing:
                    self.loose.append((place, missing))
                continue
            gaps = [i for i, card in enumerate(held) if not now.spots >> card & 1]
            self.fixed.append([card if now.spots >> card & 1 else -1 for card in held])
            if gaps:
                inside = sorted(held[i] for i in gaps if now.known >> held[i] & 1)
                self.rows.append((place, gaps, inside))
        self.turns: list[Turn] = []
        self.aims: dict[int, _Aim] = {}
        self.bound = self._bound(turns)
        slots = len(self.rows) + len(self.loose)
        free = slots > 1 or bool(self.rows)
        self.pending = 0
        if self.unknown and free:
            self._look_back(turns, len(core.pending))

    def _bound(self, turns: list[Turn]) -> list[tuple[int, list[int]]]:
        """The cards that cannot be in every place that lacks some, and the places they can be in.

        A card that was seen to go to a hand, and was not seen to leave it, is in that hand or
        where cards have gone from it unseen. Those with the least choice come first.
        """
        lacking = [place for place, _ in self.loose]
        lacking += [place for place, gaps, inside in self.rows if len(gaps) > len(inside)]
        if not turns or len(lacking) < 2:
            return []
        found: list[tuple[int, list[int]]] = []
        for card in self.pool:
            places = [place for place in lacking if turns[-1].possible[card] >> place & 1]
            if 0 < len(places) < len(lacking):
                found.append((card, places))
        found.sort(key=lambda entry: len(entry[1]))
        return found

    def _look_back(self, turns: list[Turn], pending: int) -> None:
        """Choose how far to walk back, and what to heed on the way."""
        start = len(turns)
        first = start
        while start > 0:
            start -= 1
            turn = turns[start]
            if _proves(turn):
                first = start
            if turn.opens:
                break
        self.turns = _renamed(turns[first:])
        aims = {place: _Aim() for place in self.past.loose}
        relevant = dict.fromkeys(aims, self.unknown)
        undecided = pending
        for turn in reversed(self.turns):
            for back in turn.backs:
                target = aims.get(back.target)
                if target is not None:
                    target.bad += [0] * back.unseen
                    # What was seen to come may be there now, though it was not there before.
                    relevant[back.target] &= ~set_of(card for card in back.cards if card >= 0)
                source = aims.get(back.source)
                if source is not None:
                    for card in back.cards:
                        if card >= 0 and not back.surely >> card & 1:
                            source.returns.append((card, len(source.bad) - 1))
                            relevant[back.source] |= 1 << card
            for place, aim in aims.items():
                bad = turn.elsewhere.get(place, 0)
                if turn.check is not None and undecided <= 0:
                    bad |= turn.check.ruled_out.get(place, 0)
                aim.bad[-1] |= bad & relevant[place]
            undecided -= 1
        self.aims = {place: aim for place, aim in aims.items() if aim.close()}
        self.pending = pending
        self.loose.sort(key=lambda entry: entry[0] not in self.aims)

    # --------------------------------------------------------------------------------- sampling

    def fill(self, core: Core, rng: Random, budget: int) -> bool:
        """Fill the table in place; return whether all that the seat saw there is possible."""
        best = self._deal(rng)
        wrong = self._walk(best, rng) if self.turns else 0
        tries = 1
        while wrong and tries < budget:
            contents = self._deal(rng)
            found = self._walk(contents, rng)
            if found < wrong:
                best, wrong = contents, found
            tries += 1
        for place, held in enumerate(best):
            self.past.fill(core, place, held)
        if self.names_cards:
            self._relabel(core, self.real, best, self.unknown, rng)
        if core.pending:
            self._choose(core, rng)
        return not wrong

    def _deal(self, rng: Random) -> list[Content]:
        """Fill the places."""
        contents: list[Content] = [
            held if isinstance(held, int) else held[:] for held in self.fixed
        ]
        pool = self.pool[:]
        rng.shuffle(pool)
        placed: dict[int, list[int]] = self._place_bound(pool, rng) if self.bound else {}
        for place, count in self.loose:
            aim = self.aims.get(place)
            chosen = set_of(placed.get(place, ()))
            count -= chosen.bit_count()
            if aim is None:
                chosen |= set_of(pool[len(pool) - count :])
                del pool[len(pool) - count :]
            else:
                chosen = _aimed(aim, pool, count, chosen)
            held = contents[place]
            assert isinstance(held, int)
            contents[place] = held | chosen
        for place, gaps, inside in self.rows:
            held = contents[place]
            assert isinstance(held, list)
            cards = [*inside, *placed.get(place, ())]
            missing = len(gaps) - len(cards)
            fresh = pool[len(pool) - missing :]
            del pool[len(pool) - missing :]
            if cards:
                fresh += cards
                rng.shuffle(fresh)
            for gap, card in zip(gaps, fresh, strict=True):
                held[gap] = card
        return contents

    def _place_bound(self, pool: list[int], rng: Random) -> dict[int, list[int]]:
        """Take the cards that cannot be everywhere out of the pool, each to one of its places."""
        left = dict(self.loose)
        left.update((place, len(gaps) - len(inside)) for place, gaps, inside in self.rows)
        placed: dict[int, list[int]] = {}
        rank = {card: index for index, card in enumerate(pool)}
        for card, places in sorted(self.bound, key=lambda e: (len(e[1]), rank[e[0]])):
            fitting = [
                place
                for place in places
                if place not in self.aims
                or self.aims[place].room(set_of([*placed.get(place, ()), card]))
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

    def _choose(self, core: Core, rng: Random) -> None:
        """Make the sealed choices of the others anew."""
        chosen, actor, asked = core.pending, core.actor, core.asked
        core.pending = ()
        for number, raw in enumerate(chosen):
            core.actor = core.queue[number]
            core.asked = number
            if core.actor != self.seat:
                raw = rng.choice(self.past.bare.legal[core.pc](core) or [raw[:1]])
            core.pending += (raw,)
        core.actor, core.asked = actor, asked

    def _relabel(
        self, core: Core, real: list[Content], world: list[Content], unknown: int, rng: Random
    ) -> None:
        """Let what names hidden cards name those that lie in their places in the world.

        That are variables, and what rules that wait for an answer have put aside.
        """
        names: dict[int, int] = {}
        for held, filled in zip(real, world, strict=True):
            before, after = (
                [card for card in (cards_of(place) if isinstance(place, int) else place)
                 if unknown >> card & 1]
                for place in (held, filled)
            )  # fmt: skip
            if isinstance(held, int):
                rng.shuffle(after)
            names.update(zip(before, after, strict=False))
        for slot, kind in self.hidden_variables:
            value = getattr(core, slot)
            if isinstance(value, list):
                entries = cast("list[object]", value)
                renamed = (
                    _renamed_in(names, entry, kind) if seat in self.seats else entry
                    for seat, entry in enumerate(entries)
                )  # fmt: skip
                setattr(core, slot, list(renamed))
            else:
                setattr(core, slot, _renamed_in(names, value, kind))
        for index, kind in self.put_aside:
            assert core.frame is not None
            core.frame[index] = _renamed_in(names, core.frame[index], kind)

    # --------------------------------------------------------------------------- walking back

    def _walk(self, final: list[Content], rng: Random) -> int:
        """Return how much of the past is impossible with these cards at its end."""
        contents: list[Content] = [held if isinstance(held, int) else held[:] for held in final]
        stretch = dict.fromkeys(self.aims, 0)
        wrong = 0
        undecided = self.pending
        left = len(self.turns)
        for turn in reversed(self.turns):
            for back in turn.backs:
                if not self._take_back(back, contents, stretch, rng):
                    return wrong + left
                for place, cards in back.regained:
                    held = contents[place]
                    inside = held if isinstance(held, int) else set_of(held)
                    wrong += cards & ~inside != 0
            if turn.check is not None and undecided <= 0 and turn.check.ruled_out:
                wrong += not self._allowed(turn.check, turn.known, contents, rng)
            undecided -= 1
            left -= 1
        return wrong

    def _allowed(self, check: Check, known: int, contents: list[Content], rng: Random) -> bool:
        past = self.past
        for place in check.places:
            past.fill(check.position, place, contents[place])
        if self.names_cards:
            real = past.moment(check.before).contents
            for slot, _ in self.hidden_variables:
                setattr(check.position, slot, getattr(check.before, slot))
            if self.put_aside:
                check.position.frame = (check.before.frame or [])[:]
            unknown = past.every & ~known
            self._relabel(check.position, real, contents, unknown, rng)
        return past.allows(check)

    def _take_back(
        self, back: Back, contents: list[Content], stretch: dict[int, int], rng: Random
    ) -> bool:
        """Take an event back; return False where it cannot have happened in this world."""
        if back.shuffle:
            held = contents[back.source]
            assert isinstance(held, list)
            rng.shuffle(held)
            contents[back.source] = _arranged(held, [], back.spots or (), rng)
            return -1 not in _row(contents[back.source])
        cards = list(back.cards)
        held = contents[back.target]
        if isinstance(held, int):
            seen = set_of(card for card in cards if card >= 0)
            if held & seen != seen:
                return False
            held &= ~seen
            if seen.bit_count() < len(cards):
                for index, card in enumerate(cards):
                    if card < 0:
                        card = self._came(back, held, stretch, rng)
                        if card < 0:
                            return False
                        cards[index] = card
                        held &= ~(1 << card)
            contents[back.target] = held
        else:
            landed = back.landed or range(len(held) - len(cards), len(held))
            tail = [held[index] for index in landed]
            for card, label in zip(cards, tail, strict=True):
                if (card >= 0 and card != label) or back.elsewhere >> label & 1:
                    return False
            cards = tail
            if back.landed is None:
                del held[len(held) - len(cards) :]
            else:
                held[:] = [card for card in held if card not in cards]
        origin = contents[back.source]
        if isinstance(origin, int):
            contents[back.source] = origin | set_of(cards)
        elif back.spots is None:
            origin += cards
        else:
            contents[back.source] = _arranged(origin, cards, back.spots, rng)
            return -1 not in _row(contents[back.source])
        return True

    def _came(self, back: Back, held: int, stretch: dict[int, int], rng: Random) -> int:
        """Return which card of a place, as it is now, came to it unseen; -1 if none can have."""
        could = held & ~back.elsewhere
        if not could:
            return -1
        place = back.target
        aim = self.aims.get(place)
        must = could & back.surely
        if aim is not None:
            must = must or could & aim.urgent(could, stretch[place])
            stretch[place] += 1
        return rng.choice(cards_of(must or could))


def _renamed(turns: list[Turn]) -> list[Turn]:
    """Give each card one name for the whole past: see `Back.mistaken`."""
    if not any(back.mistaken for turn in turns for back in turn.backs):
        return turns
    names: dict[int, int] = {}
    result: list[Turn] = []

    def cards(found: int) -> int:
        for old, new in names.items():
            if found >> old & 1 and old != new:
                return set_of(names.get(card, card) for card in cards_of(found))
        return found

    for turn in reversed(turns):
        backs: list[Back] = []
        for back in turn.backs:
            moved = tuple(names.get(card, card) for card in back.cards)
            for card, twin in back.mistaken:
                names[card], names[twin] = names.get(twin, twin), names.get(card, card)
            backs.append(
                replace(
                    back,
                    cards=moved,
                    elsewhere=cards(back.elsewhere),
                    surely=cards(back.surely),
                    spots=back.spots
                    and tuple((index, names.get(card, card)) for index, card in back.spots),
                    regained=tuple((place, cards(found)) for place, found in back.regained),
                )
            )
        check = turn.check
        if check is not None:
            ruled_out = {place: cards(found) for place, found in check.ruled_out.items()}
            check = replace(check, ruled_out=ruled_out)
        elsewhere = {place: cards(found) for place, found in turn.elsewhere.items()}
        known = cards(turn.known)
        result.append(
            replace(turn, backs=tuple(backs), check=check, known=known, elsewhere=elsewhere)
        )
    return result[::-1]


def _proves(turn: Turn) -> bool:
    """Whether a turn says something about hidden cards."""
    if turn.check is not None and turn.check.ruled_out:
        return True
    return any(back.regained for back in turn.backs)


def _aimed(aim: _Aim, pool: list[int], count: int, chosen: int) -> int:
    """Take cards from a shuffled pool for a place, such that it could have come about."""
    index = len(pool)
    while count and index:
        index -= 1
        card = 1 << pool[index]
        if aim.room(chosen | card):
            chosen |= card
            del pool[index]
            count -= 1
    while count:
        chosen |= 1 << pool.pop()
        count -= 1
    return chosen


def _row(content: Content) -> list[int]:
    assert isinstance(content, list)
    return content


def _arranged(
    held: list[int], back: list[int], spots: tuple[tuple[int, int], ...], rng: Random
) -> list[int]:
    """Put cards back among others: known ones where they were, the rest anywhere.

    There is a -1 in the result if known ones are missing.
    """
    total = len(held) + len(back)
    placed = {card for _, card in spots}
    rest = [card for card in held if card not in placed]
    for card in back:
        if card not in placed:
            rest.insert(rng.below(len(rest) + 1), card)
    where = dict(spots)
    following = iter(rest)
    if placed - {*held, *back}:
        return [-1]
    return [where[i] if i in where else next(following, -1) for i in range(total)]


def _renamed_in(names: dict[int, int], value: Any, kind: ty.Type) -> Any:
    """Return a value of one of the types `OF_CARDS` with other cards in it."""
    if isinstance(value, tuple):
        members = cast("tuple[int, ...]", value)
        inner = ty.element(kind) or kind
        return tuple(_renamed_in(names, member, inner) for member in members)
    if kind == ty.CARD:
        return names.get(value, value)
    if kind == ty.CARDS:
        return set_of(names.get(card, card) for card in cards_of(value))
    return value  # a slot of the frame that was not used yet
