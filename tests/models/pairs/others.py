"""Games of all other families beside their models."""

from __future__ import annotations

from functools import partial
from typing import Any

import cardrules

from ...peers.adapter import cards
from ..baccarat import Baccarat
from ..beggar_my_neighbour import BeggarMyNeighbour
from ..casino import Casino, worth
from ..cuckoo import Cuckoo
from ..go_fish import GoFish
from ..golf_six import GolfSix
from ..goofspiel import Goofspiel
from ..love_letter import LoveLetter
from ..ninety_eight import NinetyEight
from ..old_maid import OldMaid
from ..red_dog import RedDog
from ..schwimmen import Schwimmen
from ..scopa import Scopa
from ..scopone import Scopone
from ..side_by_side import Model, Move, Pair, dealer, hands, stock, variable
from ..war import War


def go_fish(state: cardrules.State) -> Model:
    dealt = [hand + books for hand, books in zip(hands(state), hands(state, "books"), strict=True)]
    return GoFish(dealt, (dealer(state) + 1) % len(dealt), stock(state))


def books(state: cardrules.State) -> list[int]:
    return [len(cards) // 4 for cards in hands(state, "books")]


def scopa(state: cardrules.State) -> Model:
    return Scopa(hands(state), 1 - dealer(state), cards(state, "table"), stock(state))


def scopone(state: cardrules.State, *, last_sweep: bool = False, napola: bool = False) -> Model:
    return Scopone(hands(state), dealer(state), cards(state, "table"), last_sweep=last_sweep, napola=napola)


def taking(state: cardrules.State, words: Move) -> Move:
    return ("play", words[1], *sorted(words[2:]))


def golf_six(state: cardrules.State, *, flip_after: bool = False, last_turn: bool = False) -> Model:
    first, laid = cards(state, "pile")[0], cards(state, "layout")
    layouts = [laid[seat * 6 :][:6] for seat in range(len(state.returns()))]
    return GolfSix(layouts, dealer(state), first, stock(state), flip_after=flip_after, last_turn=last_turn)


GOLF = {"turn_over": "turn_up", "lay": "replace", "discard": "throw"}


def at_place(state: cardrules.State, words: Move) -> Move:
    return GOLF.get(words[0], words[0]), *(word.removeprefix("#") for word in words[1:])


def ninety_eight(state: cardrules.State, *, floor: bool = False, special: bool = False) -> Model:
    """Who is out of the game has no cards, and does not begin."""
    held, host = hands(state), dealer(state)
    first = next(seat % len(held) for seat in range(host + 1, host + 1 + len(held)) if held[seat % len(held)])
    return NinetyEight(
        held,
        first - 1,
        stock(state),
        floor=floor,
        eleven=special,
        nine_holds=special,
        four_reverses=special,
        refill=lambda pile: stock(state),
    )


def one_or_eleven(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("eleven", ace):
            return "play", ace, "11"
        case ("play", card) if card[0] == "A":
            return "play", card, "1"
        case _:
            return words


def goofspiel(state: cardrules.State, *, ties: str = "discard") -> Model:
    return Goofspiel(hands(state), cards(state, "upcard") + cards(state, "prizes")[::-1], ties=ties)


class Drawn(OldMaid):
    """Old maid in which the ruleset draws the cards."""

    def __init__(self, state: cardrules.State, *, colour: bool = False) -> None:
        super().__init__(hands(state), dealer(state), colour=colour)
        self.state = state

    def legal(self, seat: int) -> set[Move]:
        return {("take",)}

    def apply(self, seat: int, move: Move) -> None:
        owner, after = self.victim(seat), self.state.clone()
        before = cards(after, "hand", owner)
        after.apply_action("take")
        (card,) = {*before} - {*cards(after, "hand", owner)}
        super().apply(seat, ("draw", self.kind(card)))


def old_maid(state: cardrules.State) -> list[int]:
    return [int(result < 0) for result in state.returns()]


def baccarat(state: cardrules.State, *, tie: int = 8) -> Model:
    return Baccarat(cards(state, "shoe")[::-1], len(state.returns()), tie=tie)


def bet_on(state: cardrules.State, words: Move) -> Move:
    return "bet", {"on_punto": "player", "on_banco": "banker", "on_tie": "tie"}[words[1]]


def red_dog(state: cardrules.State) -> Model:
    third = cards(state, "third_card") or cards(state, "shoe")[-1:]
    return RedDog(cards(state, "table") + third, len(state.returns()), stake=2)


class Left(Cuckoo):
    """Cuckoo among those who still have lives; everybody else has lost one before."""

    def __init__(self, state: cardrules.State, *, shown_skips: bool = False) -> None:
        self.seats = [seat for seat, hand in enumerate(hands(state)) if hand]
        held = [hand[0] for hand in hands(state) if hand]
        self.all = len(hands(state))
        super().__init__(held, self.seats.index(dealer(state)), stock(state), shown_skips=shown_skips)

    def actors(self) -> list[int]:
        return [self.seats[each] for each in super().actors()]

    def apply(self, seat: int, move: Move) -> None:
        super().apply(self.seats.index(seat), move)

    def scores(self) -> list[int]:
        lost = dict(zip(self.seats, super().scores(), strict=True))
        return [lost.get(seat, 1) for seat in range(self.all)]


def lives_lost(state: cardrules.State) -> list[int]:
    return [1 - lives for lives in variable(state, "lives")]


def packs(state: cardrules.State, zone: str = "pile") -> list[list[str]]:
    """The piles of the players, the next card to be turned first."""
    return [pile[::-1] for pile in hands(state, zone)]


def war(state: cardrules.State, *, hidden: int = 3, most: int = 1000) -> Model:
    return War(packs(state), hidden=hidden, most=most)


def winners(state: cardrules.State) -> list[int]:
    return [int(result > 0) for result in state.returns()]


def ruined(state: cardrules.State) -> list[int]:
    """Who has won because the opponent has no cards."""
    return [0, 0] if all(packs(state, "packet")) else winners(state)


class Seated:
    """Schwimmen among the players who are still in the match; the scores are changes of lives."""

    def __init__(self, state: cardrules.State, *, knock_from: int = 1) -> None:
        held = hands(state)
        self.everybody, self.seats = len(held), [seat for seat, hand in enumerate(held) if hand]
        self.model = Schwimmen(
            [hand for hand in held if hand],
            self.seats.index(dealer(state)),
            cards(state, "packet"),
            stock(state),
            knock_from=knock_from,
        )

    def actors(self) -> list[int]:
        return [self.seats[each] for each in self.model.actors()]

    def legal(self, seat: int) -> set[Move]:
        return self.model.legal(self.seats.index(seat))

    def apply(self, seat: int, move: Move) -> None:
        self.model.apply(self.seats.index(seat), move)

    def scores(self) -> list[int]:
        lost = dict(zip(self.seats, self.model.scores(), strict=True))
        return [-lost.get(seat, 0) for seat in range(self.everybody)]


def packet(state: cardrules.State, words: Move) -> Move:
    return ("other",) if words == ("change",) else words


class Stepwise:
    """Casino in which cards of equal value, sums and builds are taken one after the other, until no more can be."""

    def __init__(self, state: cardrules.State, **rules: Any) -> None:
        drawn = stock(state)  # one card at a time; the model deals four at once
        self.model = Casino(
            hands(state),
            dealer(state),
            cards(state, "table"),
            [card for at in range(0, len(drawn), 8) for first in (0, 1) for card in drawn[at + first : at + 8 : 2]],
            **rules,
        )
        self.begun: Move = ()
        self.taken: frozenset[str] = frozenset()

    def actors(self) -> list[int]:
        return self.model.actors()

    def groups(self, value: int) -> list[frozenset[str]]:
        """What is worth so much: cards, sums and builds."""
        return self.model.sums(value) + self.builds(value)

    def builds(self, value: int) -> list[frozenset[str]]:
        return [build.cards for build in self.model.built if build.value == value]

    def starts(self, named: Move, value: int) -> list[frozenset[str]]:
        """What may be taken first: what is worth the value, or what a card brings to it."""
        missing = value - worth(named[-1])
        if not missing:
            return self.groups(value)
        return self.model.sums(missing) + [
            build.cards for build in self.model.built if build.single and build.value == missing
        ]

    def legal(self, seat: int) -> set[Move]:
        whole = self.model.legal(seat)
        if self.begun:
            more = {("also", *sorted(group)) for group in self.more()}
            return more | {("enough",)} if (*self.begun, *sorted(self.taken)) in whole else more
        found: set[Move] = set()
        for move in whole:
            named = move[: 3 if move[0] == "build" else 2]
            value = int(move[1]) if move[0] == "build" else worth(move[1])
            if move[0] == "trail" or not value:
                found.add(move)
                continue
            for start in self.starts(named, value):  # the builds that may have to be taken can follow
                if (*named, *sorted(start.union(*self.builds(value)))) in whole:
                    found.add((*named, *sorted(start)))
        return found

    def more(self) -> list[frozenset[str]]:
        value = int(self.begun[1]) if self.begun[0] == "build" else worth(self.begun[1])
        return [group for group in self.groups(value) if not group & self.taken]

    def apply(self, seat: int, move: Move) -> None:
        if move[0] == "also":
            self.taken |= set(move[1:])
        elif move[0] in ("capture", "build"):
            named = 3 if move[0] == "build" else 2
            self.begun, self.taken = move[:named], frozenset(move[named:])
        if move[0] == "trail" or not worth(self.begun[-1]):
            self.model.apply(seat, move)
        elif move[0] == "enough" or not self.more():
            self.model.apply(seat, (*self.begun, *sorted(self.taken)))
        else:
            return
        self.begun = ()

    def scores(self) -> list[int]:
        return self.model.scores()


def captured(state: cardrules.State, words: Move) -> Move:
    """The model names all cards of a build, the ruleset its top card."""
    whole = {str(build[-1]): map(str, build) for build in state.observation(0).zones["builds"] if build}
    named = {"build": 3, "also": 1}.get(words[0], 2)
    return *words[:named], *sorted(card for top in words[named:] for card in whole.get(top, [top]))


ROLES = ("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")


def value_of(role: str) -> str:
    return str(ROLES.index(role) + 1)


class Asked(LoveLetter):
    """Love letter in which the card is played first, and then whom it is for is asked."""

    def __init__(self, state: cardrules.State, *, ties: str = "all") -> None:
        held = [[value_of(card) for card in hand] for hand in hands(state)]
        favourite: int = variable(state, "favourite")
        first = favourite if favourite >= 0 else (dealer(state) + 1) % len(held)
        drawn = held[first].pop()
        above = [drawn, *map(value_of, stock(state))]
        super().__init__([hand[0] for hand in held], first, above, value_of(cards(state, "aside")[0]), ties=ties)
        self.card: str | None = None

    def legal(self, seat: int) -> set[Move]:
        moves = super().legal(seat)
        return (
            {move[:2] for move in moves} if self.card is None else {move[2:] for move in moves if move[1] == self.card}
        )

    def apply(self, seat: int, move: Move) -> None:
        if self.card is not None:
            super().apply(seat, ("play", self.card, *move))
            self.card = None
        elif move in super().legal(seat):
            super().apply(seat, move)
        else:
            self.card = move[1]


def answer(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("play", role):
            return "play", value_of(role)
        case ("guess", other, role):
            return other, value_of(role)
        case _:
            return words[1:]


PAIRS = {
    "baccarat": Pair("baccarat", baccarat, bet_on, players=3),
    "baccarat, nine to one": Pair(
        "baccarat", partial(baccarat, tie=9), bet_on, players=1, options={"tie_pays": 9, "packs_used": 1}
    ),
    "red_dog": Pair("red_dog", red_dog, players=1, options={"rounds": 1}, score=cardrules.State.scores),
    "red_dog, four": Pair("red_dog", red_dog, options={"rounds": 1}, score=cardrules.State.scores),
    "war": Pair("war", war, players=2, score=winners),
    "war, one face down": Pair(
        "war",
        partial(war, hidden=1, most=30),
        players=2,
        options={"face_down": 1, "most_battles": 30},
        score=winners,
    ),
    "go_fish": Pair("go_fish", go_fish, score=books),
    "go_fish, two": Pair("go_fish", go_fish, players=2, score=books),
    "go_fish, three with seven cards": Pair("go_fish", go_fish, players=3, options={"cards_each": 7}, score=books),
    "go_fish, six": Pair("go_fish", go_fish, players=6, score=books),
    "ninety_eight": Pair("ninety_eight", ninety_eight, options={"lives": 10}),
    "ninety_eight, two, not below zero": Pair(
        "ninety_eight", partial(ninety_eight, floor=True), players=2, options={"lives": 10, "below_zero": False}
    ),
    "ninety_eight, more special cards": Pair(
        "ninety_eight",
        partial(ninety_eight, special=True),
        one_or_eleven,
        players=6,
        options={"more_specials": True},
    ),
    "scopa": Pair("scopa", scopa, taking, players=2),
    "scopone": Pair("scopone", scopone, taking),
    "scopone, four on the table": Pair(
        "scopone", partial(scopone, napola=True), taking, options={"four_on_table": True, "napola": True}
    ),
    "scopone, the last card sweeps": Pair(
        "scopone", partial(scopone, last_sweep=True), taking, options={"last_sweep": True}
    ),
    "cuckoo": Pair("cuckoo", Left, options={"lives_each": 1}, score=lives_lost),
    "cuckoo, ten, a king shown ends a turn": Pair(
        "cuckoo",
        partial(Left, shown_skips=True),
        players=10,
        options={"lives_each": 1, "shown_skips": True},
        score=lives_lost,
    ),
    "beggar_my_neighbour": Pair(
        "beggar_my_neighbour",
        lambda state: BeggarMyNeighbour(packs(state, "packet"), 1 - dealer(state), most=5000),
        players=2,
        score=ruined,
    ),
    "schwimmen": Pair("schwimmen", Seated, packet, seldom=frozenset({"knock"})),
    "schwimmen, two": Pair("schwimmen", Seated, packet, players=2),
    "schwimmen, seven who knock late": Pair(
        "schwimmen",
        partial(Seated, knock_from=2),
        packet,
        players=7,
        options={"late_knock": True, "lives": 0},
        seldom=frozenset({"knock", "swap_all"}),
    ),
    "casino": Pair("casino", Stepwise, captured, players=2, seldom=frozenset({"trail"})),
    "casino, cards that can capture must": Pair(
        "casino",
        partial(Stepwise, free_trail=False, sweeps=False, faces="all"),
        captured,
        players=2,
        options={"must_capture": True, "sweeps": False, "pictures": "all"},
        seldom=frozenset({"trail"}),
    ),
    "casino, simple": Pair(
        "casino",
        partial(Stepwise, builds=False, faces="any"),
        captured,
        players=2,
        options={"builds": False, "pictures": "any"},
        seldom=frozenset({"trail"}),
    ),
    "golf_six": Pair("golf_six", golf_six, at_place),
    "golf_six, two": Pair("golf_six", golf_six, at_place, players=2),
    "golf_six, seven": Pair("golf_six", golf_six, at_place, players=7),
    "golf_six, more turns": Pair(
        "golf_six",
        partial(golf_six, flip_after=True, last_turn=True),
        at_place,
        players=3,
        options={"flip_after": True, "last_turn": True},
    ),
    "goofspiel": Pair("goofspiel", goofspiel, players=2),
    "goofspiel, three players": Pair("goofspiel", goofspiel, players=3),
    "goofspiel, carried": Pair("goofspiel", partial(goofspiel, ties="carry"), players=2, options={"carry": True}),
    "old_maid": Pair("old_maid", Drawn, players=5, score=old_maid),
    "old_maid, colours": Pair(
        "old_maid", partial(Drawn, colour=True), players=3, options={"same_colour": True}, score=old_maid
    ),
    "love_letter": Pair("love_letter", Asked, answer),
    "love_letter, two": Pair("love_letter", Asked, answer, players=2),
    "love_letter, three sharing equal cards": Pair(
        "love_letter", partial(Asked, ties="hands"), answer, players=3, options={"ties": False}
    ),
}
