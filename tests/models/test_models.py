"""Rulesets and models of the same games, played side by side: the same legal moves, actors and scores.

The other modules here are models of games written from published descriptions by somebody who had not seen
the ruleset, run like an engine of others. A model takes the deal of a game played with a ruleset, says
who is to act, which moves are legal, and what everybody scores when the deal is over. Cards are two letters, rank and
suit: `TH` is the ten of hearts. A move is a tuple of words: `("play", "TH")`.

Kinds of mistake: a rule that the author of a ruleset misread, and tested as misread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest

import cardrules

from ..peers.adapter import cards
from .agram import Agram
from .baccarat import Baccarat
from .beggar_my_neighbour import BeggarMyNeighbour
from .belote import Belote
from .big_two import BigTwo
from .briscola import Briscola
from .call_break import CallBreak
from .canasta import Canasta, wild
from .casino import Casino, worth
from .conquian import Conquian
from .crazy_eights import CrazyEights
from .cuckoo import Cuckoo
from .durak import Durak
from .ecarte import Ecarte
from .euchre import Euchre
from .five_hundred import FiveHundred
from .french_tarot import BIDS, HANDFULS, FrenchTarot
from .german_whist import GermanWhist
from .gin_rummy import GinRummy
from .gin_rummy_partnership import GinRummyPartnership
from .gin_rummy_three import GinRummyThree
from .gin_slaughtre import GinSlaughtre
from .go_fish import GoFish
from .golf_six import GolfSix
from .goofspiel import Goofspiel
from .hearts import Hearts
from .kings_in_the_corner import CORNERS, SIDES, KingsInTheCorner
from .klaverjassen import Klaverjassen
from .knockout_whist import KnockoutWhist
from .loba_de_menos import LobaDeMenos
from .love_letter import LoveLetter
from .nap import Nap
from .newmarket import Newmarket
from .ninety_eight import NinetyEight
from .ninety_nine import NinetyNine
from .old_maid import OldMaid
from .pinochle import Pinochle
from .pitch import Pitch
from .polignac import Polignac
from .president import President
from .red_dog import RedDog
from .rummy import Rummy
from .rummy_500 import Rummy500
from .schnapsen import Schnapsen
from .schwimmen import Schwimmen
from .scopa import Scopa
from .scopone import Scopone
from .sevens import Sevens
from .sixty_six import SixtySix
from .skitgubbe import Skitgubbe
from .slobberhannes import Slobberhannes
from .spoil_five import SpoilFive
from .sueca import Sueca
from .switch import Switch
from .tressette import Tressette
from .war import War
from .whist import Whist

Move = tuple[str, ...]
SELDOM = 0.05


class Model(Protocol):
    """One deal of a game."""

    def actors(self) -> list[int]: ...
    def legal(self, seat: int) -> set[Move]: ...
    def apply(self, seat: int, move: Move) -> None: ...
    def scores(self) -> Sequence[float]: ...


def plain(state: cardrules.State, words: Move) -> Move:
    """The model's move is the action, word for word."""
    return words


@dataclass(frozen=True)
class Pair:
    """A ruleset and the model of it.

    Attributes:
        ruleset: the game.
        begin: makes the model of a deal that has just begun.
        move: the model's move for an action, given as words.
        players: how many play.
        options: the values of options.
        skipped: phases that the model does not have.
        seldom: actions that are chosen seldom, for they end most deals soon.
        score: what the model's scores are to be compared with; None: what the deal added to the scores.
        limit: the decisions after which the ruleset stops a deal, which has no result then; 0 if none is so long.
    """

    ruleset: str | Path
    begin: Callable[[cardrules.State], Model]
    move: Callable[[cardrules.State, Move], Move] = plain
    players: int = 4
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    skipped: frozenset[str] = frozenset()
    seldom: frozenset[str] = frozenset()
    score: Callable[[cardrules.State], Sequence[float]] | None = None
    limit: int = 0


def variable(state: cardrules.State, name: str) -> Any:
    """The value of a variable of the rules, whoever may see it."""
    return getattr(state.position, f"v_{name}")


def places(state: cardrules.State) -> list[int]:
    """The place of each seat in the deal before, in President; zeros in the first deal."""
    return list(variable(state, "finish"))


def hands(state: cardrules.State, zone: str = "hand") -> list[list[str]]:
    return [cards(state, zone, seat) for seat in range(len(state.returns()))]


def stock(state: cardrules.State) -> list[str]:
    """The stock, the next card to be drawn first."""
    return cards(state, "stock")[::-1]


def dealer(state: cardrules.State) -> int:
    return state.position.dealer


def whist(state: cardrules.State) -> Model:
    host = dealer(state)
    seen = state.observation((host + 1) % 4).zones["hand"][host]
    return Whist(hands(state), host, next(str(card) for card in seen if card != "??"))


def whist_drive(state: cardrules.State) -> Model:
    """Hearts, clubs, diamonds and spades are trumps in turn."""
    return Whist(hands(state), dealer(state), "2" + "HCDS"[(state.position.deal - 1) % 4])


class AllTricks(GermanWhist):
    """All 26 tricks count."""

    def scores(self) -> list[int]:
        return [len(tricks) for tricks in self.won]


def german_whist(state: cardrules.State, *, model: type[GermanWhist] = GermanWhist) -> Model:
    return model(hands(state), dealer(state), cards(state, "turned") + stock(state))


def sevens(state: cardrules.State, *, opening: str = "7D") -> Model:
    return Sevens(hands(state), dealer(state), opening=opening)


def pitch(state: cardrules.State, *, steals: bool = False, low_to_holder: bool = False) -> Model:
    return Pitch(hands(state), dealer(state), steals=steals, low_to_holder=low_to_holder)


def go_fish(state: cardrules.State) -> Model:
    dealt = [hand + books for hand, books in zip(hands(state), hands(state, "books"), strict=True)]
    return GoFish(dealt, (dealer(state) + 1) % len(dealt), stock(state))


def books(state: cardrules.State) -> list[int]:
    return [len(cards) // 4 for cards in hands(state, "books")]


def crazy_eights(state: cardrules.State) -> Model:
    held = hands(state)
    first = (dealer(state) + 1) % len(held)
    return CrazyEights(held, first, cards(state, "pile")[0], stock(state))


def eight(state: cardrules.State, words: Move) -> Move:
    return ("play", words[1], words[2][0].upper()) if words[0] == "crazy" else words


def hearts(state: cardrules.State, *, queen_breaks: bool = False) -> Model:
    return Hearts(hands(state), (1, 3, 2, 0)[(state.position.deal - 1) % 4], queen_breaks=queen_breaks)


def tenths(state: cardrules.State) -> list[float]:
    """Scores in which ten stand for one of the model's."""
    return [points / 10 for points in state.scores()]


def call_break(state: cardrules.State, *, head: bool = True, least: int = 1) -> Model:
    return CallBreak(hands(state), dealer(state), must_beat=head, least=least)


def ninety_nine(state: cardrules.State, *, first: str | None = None) -> Model:
    made = variable(state, "successful")
    return NinetyNine(hands(state), dealer(state), first if made < 0 else "DSHC"[made])


def laid(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("lay", *three):
            return "bid", *sorted(three)
        case ("reveal_all",):
            return ("reveal",)
        case ("pass",):
            return ("plain",)
        case _:
            return words


def klaverjassen(state: cardrules.State, *, proposes: bool = False, **options: Any) -> Model:
    proposed = "CDHS"[variable(state, "proposed")] if proposes else None
    return Klaverjassen(hands(state), dealer(state), proposed=proposed, **options)


def accepting(state: cardrules.State, words: Move) -> Move:
    return ("accept",) if words[0] == "take" else ("name", words[1][0].upper()) if words[0] == "name" else words


class Knockout(KnockoutWhist):
    """Knockout whist, scored by who stays in the game without a dog's life."""

    def scores(self) -> list[int]:
        return [int(seat in self.playing and bool(won)) for seat, won in enumerate(self.won)]


def knockout_whist(state: cardrules.State) -> Model:
    held, dogs, later = hands(state), variable(state, "dog"), state.position.deal > 1
    return Knockout(
        held,
        (dealer(state) + 1) % len(held),
        None if later else cards(state, "turned")[0][1],
        chooser=variable(state, "caller") if later else None,
        dogs=frozenset(seat for seat, dog in enumerate(dogs) if dog),
    )


def survivors(state: cardrules.State) -> list[int]:
    dogs = variable(state, "dog")
    return [int(not (state.position.gone >> seat & 1 or dog)) for seat, dog in enumerate(dogs)]


def rummy(
    state: cardrules.State,
    *,
    one_meld: bool = False,
    ace_high: bool = False,
    ace: int = 1,
    must_throw: bool = False,
    melds_first: bool = False,
    keep_top: bool = False,
    rummy: int = 2,
) -> Model:
    return Rummy(
        hands(state),
        dealer(state),
        cards(state, "discards")[0],
        stock(state),
        one_meld=one_meld,
        ace_high=ace_high,
        ace=ace,
        must_throw=must_throw,
        melds_first=melds_first,
        keep_top=keep_top,
        rummy=rummy,
    )


def throwing(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("discard", card):
            return "throw", card
        case ("meld", *laid):
            return "meld", *sorted(laid)
        case ("lay_off", card, onto):
            return "lay_off", card, onto[1:]
        case _:
            return words


def conquian(state: cardrules.State, *, forcing: bool = True, borrowing: bool = True, hand_melds: bool = True) -> Model:
    return Conquian(
        hands(state),
        dealer(state),
        cards(state, "discards") + stock(state),
        forcing=forcing,
        borrowing=borrowing,
        hand_melds=hand_melds,
    )


def lowest(state: cardrules.State, pile: str, seat: int) -> str:
    """The lowest card of a pile of melds of a seat."""
    piles = state.observation(seat).zones["laid"][seat]
    meld = [str(card) for card in piles[int(pile[1:]) - 1]]
    return min(meld, key=lambda card: ("A234567JQK".index(card[0]), card[1]))


def melding(state: cardrules.State, words: Move) -> Move:
    seat = state.current_player()
    assert seat is not None
    match words:
        case ("add", card, onto):
            return "add", card, lowest(state, onto, seat)
        case ("force" | "insist", onto):
            return "force", lowest(state, onto, 1 - seat)
        case ("allow",):
            return ("pass",)
        case ("throw", card):
            return "throw", card
        case _:
            return throwing(state, words)


def difference(state: cardrules.State) -> list[float]:
    first, second = state.scores()
    return [first - second, second - first]


def naming(state: cardrules.State, words: Move) -> Move:
    return ("name", words[1][0].upper()) if words[0] == "call" else ("pass",) if words[0] == "wait" else words


def euchre(state: cardrules.State, *, stick: bool = False) -> Model:
    return Euchre(hands(state), dealer(state), cards(state, "turned")[0], stick=stick)


def given(state: cardrules.State, words: Move) -> Move:
    return ("pass", *sorted(words[1:])) if words[0] == "give" else words


def call(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("order_up",):
            return "make", cards(state, "turned")[0][1]
        case ("name", suit):
            return "make", suit[0].upper()
        case ("go_alone",):
            return ("alone",)
        case ("with_partner",):
            return ("partner",)
        case _:
            return words


def president(state: cardrules.State, *, pass_is_final: bool = False) -> Model:
    finish = places(state)
    leader = finish.index(1) if 1 in finish else (dealer(state) + 1) % len(finish)
    return President(hands(state), leader, pass_is_final=pass_is_final)


def set_of(state: cardrules.State, words: Move) -> Move:
    return ("play", str(len(words) - 1), words[1][0]) if words[0] == "play" else words


def big_two(state: cardrules.State, **options: Any) -> Model:
    return BigTwo(hands(state), **options)


def together(state: cardrules.State, words: Move) -> Move:
    return (words[0], *sorted(words[1:]))


def lost(state: cardrules.State) -> list[float]:
    return [-score for score in state.scores()]


def scopa(state: cardrules.State) -> Model:
    return Scopa(hands(state), 1 - dealer(state), cards(state, "table"), stock(state))


def scopone(state: cardrules.State, *, last_sweep: bool = False, napola: bool = False) -> Model:
    return Scopone(hands(state), dealer(state), cards(state, "table"), last_sweep=last_sweep, napola=napola)


def taking(state: cardrules.State, words: Move) -> Move:
    return ("play", words[1], *sorted(words[2:]))


def briscola(state: cardrules.State) -> Model:
    return Briscola(hands(state), dealer(state), stock(state), cards(state, "turned")[0], wins=True)


def sueca(state: cardrules.State, *, all_points: bool = True) -> Model:
    host = dealer(state)
    seen = state.observation((host + 1) % 4).zones["hand"][host]
    return Sueca(hands(state), host, next(str(card) for card in seen if card != "??"), all_points=all_points)


def five_hundred(state: cardrules.State, **rules: Any) -> Model:
    return FiveHundred(hands(state), dealer(state), cards(state, "kitty"), joker="Jo", **rules)


def contract(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("bid", number, strain):
            return "bid", number + strain[0].upper()
        case ("bid_misere" | "bid_open_misere",):
            return "bid", words[0].removeprefix("bid_")
        case ("put_out", *three):
            return "put_out", *sorted(three)
        case ("lead_joker", suit):
            return "play", "Jo", suit[0].upper()
        case _:
            return words


def spoil_five(state: cardrules.State, *, must_rob: bool = True, play_on: bool = False) -> Model:
    return SpoilFive(hands(state), dealer(state), cards(state, "turned")[0], must_rob=must_rob, play_on=play_on)


def robbing(state: cardrules.State, words: Move) -> Move:
    return ("pass",) if words[0] == "decline" else words


def pool(state: cardrules.State) -> list[int]:
    """Who has won the pool of the only deal."""
    return [int(points > 0) for points in state.scores()]


def french(state: cardrules.State, words: Move) -> Move:
    """The same with batons as hearts, for a model that knows no batons."""
    return tuple(word.replace("B", "H") for word in words)


def tressette(state: cardrules.State, *, declarations: bool = False) -> Model:
    held = [[card.replace("B", "H") for card in hand] for hand in hands(state)]
    return Tressette(held, variable(state, "leader"), declarations=declarations)


def schnapsen(state: cardrules.State, *, model: Callable[..., Model] = Schnapsen) -> Model:
    return model(hands(state), dealer(state), stock(state), cards(state, "turned")[0])


def marriage(state: cardrules.State, words: Move) -> Move:
    return ("marry", words[1][0].upper()) if words[0] == "marry" else words


def ecarte(state: cardrules.State) -> Model:
    return Ecarte(hands(state), dealer(state), cards(state, "turned")[0], stock(state))


def put_out(state: cardrules.State, words: Move) -> Move:
    return ("put_out", *sorted(words[1:])) if words[0] in ("put_out", "keep") else words


def golf_six(state: cardrules.State, *, flip_after: bool = False, last_turn: bool = False) -> Model:
    first, laid = cards(state, "pile")[0], cards(state, "layout")
    layouts = [laid[seat * 6 :][:6] for seat in range(len(state.returns()))]
    return GolfSix(layouts, dealer(state), first, stock(state), flip_after=flip_after, last_turn=last_turn)


GOLF = {"turn_over": "turn_up", "lay": "replace", "discard": "throw"}


def at_place(state: cardrules.State, words: Move) -> Move:
    return GOLF.get(words[0], words[0]), *(word.removeprefix("#") for word in words[1:])


def slobberhannes(state: cardrules.State, *, all_three: int = 1) -> Model:
    return Slobberhannes(hands(state), dealer(state), all_three=all_three)


def polignac(state: cardrules.State, *, ace_high: bool = False, capot: bool = False, jacks_too: bool = True) -> Model:
    return Polignac(hands(state), dealer(state), ace_high=ace_high, capot=capot, jacks_too=jacks_too)


def capot(state: cardrules.State, words: Move) -> Move:
    return ("capot",) if words == ("bid_capot",) else words


class FirstEmpty(KingsInTheCorner):
    """Kings in the corner in which the first of several empty places is taken, for they are alike."""

    def empty(self, names: tuple[str, ...]) -> list[str]:
        return super().empty(names)[:1]


def kings_in_the_corner(state: cardrules.State, *, draw_first: bool = False) -> Model:
    held, left = hands(state), stock(state)
    seat = state.current_player()
    if draw_first and seat is not None:
        left.insert(0, held[seat].pop())
    layout = [str(card) for pile in state.observation(0).zones["layout"] for card in pile]
    return FirstEmpty(held, dealer(state), layout, left, draw_first=draw_first)


def at(state: cardrules.State, words: Move) -> Move:
    places = (SIDES + CORNERS)[int(words[-1][1:]) - 1] if len(words) > 1 else ""
    match words:
        case ("play", card, _):
            return "play", card, places
        case ("shift", pile, _):
            return "move", SIDES[int(pile[1:]) - 1], places
        case _:
            return ("end",)


def newmarket(state: cardrules.State, **options: Any) -> Model:
    return Newmarket(hands(state), dealer(state), **options)


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


class Shuffled(Switch):
    """Switch in which the ruleset shuffles the pile."""

    def __init__(self, state: cardrules.State, **options: Any) -> None:
        super().__init__(
            hands(state), dealer(state), cards(state, "pile")[0], stock(state), refill=self.shuffled, **options
        )
        self.state = state

    def shuffled(self, pile: list[str]) -> list[str]:
        """The cards that the player to move is about to draw, and then the stock."""
        after = self.state.clone()
        after.apply_action("draw")
        drawn = Counter(cards(after, "hand", self.turn)) - Counter(self.hands[self.turn])
        return [*drawn.elements(), *stock(after)]


def switch(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("ace", card, suit):
            return "play", card, suit[0].upper()
        case ("keep",):
            return ("pass",)
        case _:
            return words


def belote(state: cardrules.State, *, tie: str = "failed", under_partner: bool = True, capot: int = 252) -> Model:
    return Belote(
        hands(state),
        dealer(state),
        cards(state, "turned")[0],
        stock(state),
        tie=tie,
        under_partner=under_partner,
        capot=capot,
        carried=variable(state, "held_over"),
    )


def bid_suit(state: cardrules.State, words: Move) -> Move:
    return ("name", words[1][0].upper()) if words[0] == "name" else words


def goofspiel(state: cardrules.State, *, ties: str = "discard") -> Model:
    return Goofspiel(hands(state), cards(state, "upcard") + cards(state, "prizes")[::-1], ties=ties)


def skitgubbe(state: cardrules.State, *, picked: str = "run", completer_leads: bool = True) -> Model:
    return Skitgubbe(hands(state), dealer(state), stock(state), picked=picked, completer_leads=completer_leads)


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


def rummy_500(state: cardrules.State, *, top_free: bool = True, fives: bool = False) -> Model:
    (first,) = cards(state, "discards")
    return Rummy500(hands(state), dealer(state), first, stock(state), top_free=top_free, fives=fives)


def laying_off(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("meld", *melded):
            return "meld", *sorted(melded)
        case ("lay_off", card, onto):
            return "lay_off", card, onto[1:]
        case ("discard", card):
            return "throw", card
        case _:
            return words


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


EARLY = frozenset({"claim", "close"})
THROWN = frozenset({"discard"})


def attacking(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("cover", _, card):
            return "beat", card
        case ("add", card):
            return "attack", card
        case ("done",):
            return ("pass",)
        case _:
            return words


def durak(state: cardrules.State, **options: bool) -> Model:
    *above, turned = stock(state)
    return Durak(hands(state), dealer(state), above, turned, **options)


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


def tarot(card: str) -> str:
    """The model's name of a tarot card."""
    if card.lower() == "excuse":
        return "XX"
    rank, suit = card[:-1], card[-1]
    if suit == "T":
        return "10" if rank == "T" else rank
    return {"1": "A", "10": "T"}.get(rank, rank) + suit


class Shown(FrenchTarot):
    """French tarot in which handfuls are shown before the first card is led, by everybody in turn."""

    def __init__(self, state: cardrules.State) -> None:
        held = [[tarot(card) for card in hand] for hand in hands(state)]
        dog = [tarot(card) for card in cards(state, "dog")]
        super().__init__(held, dealer(state), dog, excuse_last="winner")
        self.eldest, self.asked = self.turn, 0

    def actors(self) -> list[int]:
        return [(self.eldest + self.asked) % 4] if self.phase == "play" and self.asked < 4 else super().actors()

    def legal(self, seat: int) -> set[Move]:
        moves = super().legal(seat)
        if self.phase != "play":
            return moves
        if self.asked == 4:
            return {move for move in moves if move[0] == "play"}
        return {move for move in moves if move[0] == "show"} | {("nothing",)}

    def apply(self, seat: int, move: Move) -> None:
        self.asked += self.phase == "play" and move[0] != "play"
        if move[0] != "nothing":
            super().apply(seat, move)


def tarot_move(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("bid", bid):
            return "bid", BIDS[("petite", "garde", "garde_sans", "garde_contre").index(bid)]
        case ("put_away", card):
            return "discard", tarot(card)
        case ("announce_slam",):
            return ("slam",)
        case ("show", level):
            return "show", list(HANDFULS)[int(level) - 1]
        case ("show_nothing",):
            return ("nothing",)
        case ("play", card):
            return "play", tarot(card)
        case _:
            return words


def gin_rummy(state: cardrules.State, *, model: Callable[..., Model] = GinRummy) -> Model:
    return model(hands(state), dealer(state), cards(state, "discards")[0], stock(state))


def taken(state: cardrules.State, words: Move) -> Move:
    match words[0]:
        case "take_upcard" | "draw_discard":
            return ("take",)
        case "draw_stock":
            return ("draw",)
        case "leave":
            return ("pass",)
        case _:
            return words


def jokers(texts: Sequence[str]) -> list[str]:
    """Cards with the model's name of jokers."""
    return ["XX" if text == "Jo" else text for text in texts]


def gin_slaughtre(state: cardrules.State, *, model: Callable[..., Model] = GinSlaughtre) -> Model:
    dealt = [[jokers(held) for held in hands(state, zone)] for zone in ("hand", "reserve")]
    return model(dealt[0], dealer(state), dealt[1], jokers(stock(state)), most=LONG)


def trick(state: cardrules.State, words: Move) -> Move:
    match words[0]:
        case "keep":
            return "open", *sorted(jokers(words[1:]))
        case "play":
            return "play", *sorted(jokers(words[1:]))
        case _:
            return words


def loba(state: cardrules.State, *, model: Callable[..., Model] = LobaDeMenos) -> Model:
    dealt = [jokers(held) for held in hands(state)]
    return model(dealt, dealer(state), jokers(cards(state, "discards"))[0], jokers(stock(state)))


def meld(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("take_discard", *trick):
            return "take", *sorted(jokers(trick))
        case ("meld", *trick):
            return "meld", *sorted(jokers(trick))
        case ("lay_off", card, number):
            return "lay_off", *jokers([card]), number.strip("#")
        case ("discard", card):
            return "throw", *jokers([card])
        case ("skip_discard",):
            return ("end",)
        case _:
            return ("draw",)


def won(state: cardrules.State) -> list[int]:
    return [int(result > 0) for result in state.returns()]


LONG = 100000


SCORED = {"stock_empty": "score", "limit": 1000, "deal_limit": 5}


PLAIN = {"game_bonus": 0, "box_bonus": 0}


ENDS = frozenset({"knock", "big_gin"})


PACK = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")


def pinochle(state: cardrules.State, *, stuck: bool = True, values: str = "tens", cards_given: int = 0) -> Model:
    return Pinochle(
        hands(state),
        dealer(state),
        least=250,
        stuck=stuck,
        bidder_leads=True,
        heading=True,
        values=values,
        given=cards_given,
    )


def suit_or_gift(state: cardrules.State, words: Move) -> Move:
    match words:
        case ("name", suit):
            return "name", suit[0].upper()
        case ("give", *gift):
            return "give", *sorted(gift)
        case _:
            return words


def canasta(state: cardrules.State) -> Model:
    least = [15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120 for score in state.scores()]
    return Canasta(
        [[plain_joker(card) for card in hand] for hand in hands(state)],
        dealer(state),
        [plain_joker(card) for card in cards(state, "discards")],
        [plain_joker(card) for card in stock(state)],
        reds=(len(cards(state, "reds", 0)), len(cards(state, "reds", 1))),
        minimum=(int(least[0]), int(least[1])),
        take_back=True,
    )


def plain_joker(card: str) -> str:
    return "XX" if card not in PACK else card


def laid_down(state: cardrules.State, words: Move) -> Move:
    """Moves of canasta: cards sorted, wild ones last, and a rank instead of the number of a meld."""
    given = sorted((plain_joker(word) for word in words[1:]), key=lambda card: (wild(card), card))
    match words[0]:
        case "draw":
            return ("draw",) if stock(state) else ("end",)
        case "take":
            given.remove(cards(state, "discards")[-1])
            return "take", *given
        case "take_on":
            return ("take",)
        case "add_on":
            return "add", plain_joker(words[1]), rank_of_meld(state, int(words[2][1:]))
        case _:
            return words[0], *given


def rank_of_meld(state: cardrules.State, number: int) -> str:
    """Returns the rank of a meld; each side has room for twelve."""
    position: Any = state.position
    seat = state.current_player() or 0
    pile: list[int] = position.z_laid[seat % 2 * 12 + number - 1]
    texts = [state.game.program.pack.text[card] for card in pile]
    return next(text[0] for text in texts if text[0] != "2" and text in PACK)


def gin_rummy_partnership(state: cardrules.State) -> Model:
    tables: list[tuple[int, int]] = []
    there: list[cardrules.State] = []
    for number in (0, 1):
        copy = state.clone()
        copy.position.turn_to(number)
        host = dealer(copy)
        other = next(seat for seat in range(4) if seat != host and copy.position.seated[seat] == number)
        tables.append((host, other))
        there.append(copy)
    held = [cards(there[state.position.seated[seat]], "hand", seat) for seat in range(4)]
    upcards = [cards(copy, "discards")[0] for copy in there]
    return GinRummyPartnership(held, tables, upcards, [stock(copy) for copy in there])


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
    "whist": Pair("whist", whist),
    "whist, to seven": Pair("whist", whist, options={"target": 7}),
    "whist, suits in turn": Pair("whist", whist_drive, options={"trumps": "in_turn"}),
    "german_whist": Pair("german_whist", german_whist, players=2),
    "german_whist, all tricks": Pair(
        "german_whist", partial(german_whist, model=AllTricks), players=2, options={"counting": "all"}
    ),
    "german_whist, to fifty": Pair("german_whist", german_whist, players=2, options={"deals": 100, "target": 50}),
    "go_fish": Pair("go_fish", go_fish, score=books),
    "go_fish, two": Pair("go_fish", go_fish, players=2, score=books),
    "go_fish, three with seven cards": Pair("go_fish", go_fish, players=3, options={"cards_each": 7}, score=books),
    "go_fish, six": Pair("go_fish", go_fish, players=6, score=books),
    "crazy_eights": Pair("crazy_eights", crazy_eights, eight),
    "crazy_eights, two": Pair("crazy_eights", crazy_eights, eight, players=2),
    "crazy_eights, six with two packs": Pair(
        "crazy_eights", crazy_eights, eight, players=6, options={"double_pack": True}
    ),
    "sevens": Pair("sevens", sevens, options={"deals": 1}, score=cardrules.State.scores),
    "sevens, fan tan": Pair(
        "sevens",
        partial(sevens, opening=""),
        options={"deals": 1, "opening": "any_seven"},
        score=cardrules.State.scores,
    ),
    "sevens, the seven of hearts": Pair(
        "sevens",
        partial(sevens, opening="7H"),
        players=7,
        options={"deals": 1, "opening": "seven_of_hearts"},
        score=cardrules.State.scores,
    ),
    "pitch": Pair("pitch", pitch),
    "pitch, seven": Pair("pitch", pitch, players=7),
    "pitch, low as dealt": Pair(
        "pitch",
        partial(pitch, steals=True, low_to_holder=True),
        options={"low": "dealt", "dealer_steals": True},
    ),
    "hearts": Pair("hearts", hearts, given),
    "hearts, the queen breaks": Pair(
        "hearts", partial(hearts, queen_breaks=True), given, options={"queen_breaks": True}
    ),
    "call_break": Pair("call_break", call_break, options={"deals": 1}, score=tenths),
    "call_break, no duty to win": Pair(
        "call_break",
        partial(call_break, head=False, least=2),
        options={"deals": 1, "head": False, "least_call": 2},
        score=tenths,
    ),
    "klaverjassen": Pair("klaverjassen", klaverjassen, accepting),
    "klaverjassen, rotterdam": Pair(
        "klaverjassen",
        partial(klaverjassen, rules="rotterdam", proposes=True, jacks=100),
        accepting,
        options={"city": "rotterdam", "naming": "proposed", "jacks": 100},
    ),
    "klaverjassen, amsterdam with a suit proposed": Pair(
        "klaverjassen", partial(klaverjassen, proposes=True), accepting, options={"naming": "proposed"}
    ),
    "knockout_whist": Pair("knockout_whist", knockout_whist, naming, score=survivors),
    "knockout_whist, seven without a dog": Pair(
        "knockout_whist", knockout_whist, naming, players=7, options={"dogs_life": False}, score=survivors
    ),
    "kings_in_the_corner": Pair("kings_in_the_corner", kings_in_the_corner, at),
    "kings_in_the_corner, two, drawing first": Pair(
        "kings_in_the_corner",
        partial(kings_in_the_corner, draw_first=True),
        at,
        players=2,
        options={"draw_first": True},
    ),
    "kings_in_the_corner, six": Pair("kings_in_the_corner", kings_in_the_corner, at, players=6),
    "newmarket": Pair("newmarket", newmarket, options={"deals": 1}, score=cardrules.State.scores),
    "newmarket, eight": Pair("newmarket", newmarket, players=8, options={"deals": 1}, score=cardrules.State.scores),
    "newmarket, any suit and a kitty": Pair(
        "newmarket",
        partial(newmarket, stakes=(1, 1), new_suit=False, kitty=1, each=0),
        players=3,
        options={"deals": 1, "change": "free", "out_takes": "kitty", "dealer_doubles": False, "equal_hands": True},
        score=cardrules.State.scores,
    ),
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
    "ninety_nine": Pair("ninety_nine", ninety_nine, laid, players=3),
    "ninety_nine, diamonds at first": Pair(
        "ninety_nine", partial(ninety_nine, first="D"), laid, players=3, options={"diamonds_first": True}
    ),
    "euchre": Pair("euchre", euchre, call),
    "euchre, stick": Pair("euchre", partial(euchre, stick=True), call, options={"stick_the_dealer": True}),
    "president": Pair("president", president, set_of, skipped=frozenset({"returning"}), score=places),
    "president, one pass": Pair(
        "president",
        partial(president, pass_is_final=True),
        set_of,
        options={"one_pass": True},
        skipped=frozenset({"returning"}),
        score=places,
    ),
    "big_two": Pair("big_two", big_two, together),
    "big_two, straights as in poker": Pair(
        "big_two",
        partial(big_two, straights="poker", flush="suit", score="penalty"),
        together,
        options={"straights": "poker", "flushes": "suit", "scoring": "penalty", "deals": 1},
        score=lost,
    ),
    "big_two, low straights highest": Pair(
        "big_two",
        partial(big_two, straights="low_high", flush="ranks", score="pairs", double=8, pass_is_final=True),
        together,
        options={"straights": "low_high", "flushes": "ranks", "scoring": "pairs", "double": 8, "one_pass": True},
    ),
    "scopa": Pair("scopa", scopa, taking, players=2),
    "scopone": Pair("scopone", scopone, taking),
    "scopone, four on the table": Pair(
        "scopone", partial(scopone, napola=True), taking, options={"four_on_table": True, "napola": True}
    ),
    "scopone, the last card sweeps": Pair(
        "scopone", partial(scopone, last_sweep=True), taking, options={"last_sweep": True}
    ),
    "agram": Pair("agram", lambda state: Agram(hands(state), dealer(state)), players=3),
    "agram, sink-sink": Pair(
        "agram", lambda state: Agram(hands(state), dealer(state)), players=5, options={"hand_size": 5}
    ),
    "nap": Pair("nap", lambda state: Nap(hands(state), dealer(state)), options={"deals": 100}),
    "nap, seven": Pair("nap", lambda state: Nap(hands(state), dealer(state)), players=7, options={"deals": 100}),
    "cuckoo": Pair("cuckoo", Left, options={"lives_each": 1}, score=lives_lost),
    "cuckoo, ten, a king shown ends a turn": Pair(
        "cuckoo",
        partial(Left, shown_skips=True),
        players=10,
        options={"lives_each": 1, "shown_skips": True},
        score=lives_lost,
    ),
    "ecarte": Pair("ecarte", ecarte, put_out, players=2, options={"target": 1}, score=cardrules.State.scores),
    "beggar_my_neighbour": Pair(
        "beggar_my_neighbour",
        lambda state: BeggarMyNeighbour(packs(state, "packet"), 1 - dealer(state), most=5000),
        players=2,
        score=ruined,
    ),
    "belote": Pair("belote", belote, bid_suit),
    "belote, litige": Pair("belote", partial(belote, tie="held"), bid_suit, options={"ties_held": True}),
    "belote, higher than the partner": Pair(
        "belote",
        partial(belote, under_partner=False, capot=250),
        bid_suit,
        options={"under_partner": False, "capot": 250},
    ),
    "briscola": Pair("briscola", briscola, players=2),
    "briscola, four players": Pair("briscola", briscola),
    "schnapsen": Pair("schnapsen", schnapsen, marriage, players=2, seldom=EARLY),
    "schnapsen, claims by themselves": Pair(
        "schnapsen",
        partial(schnapsen, model=partial(Schnapsen, claims="automatic")),
        marriage,
        players=2,
        options={"automatic": True},
    ),
    "sixty_six": Pair("sixty_six", partial(schnapsen, model=SixtySix), marriage, players=2, seldom=EARLY),
    "sixty_six, tricks must be taken": Pair(
        "sixty_six",
        partial(schnapsen, model=partial(SixtySix, heading=True)),
        marriage,
        players=2,
        options={"heading": True},
        seldom=EARLY,
    ),
    "sixty_six, claims by themselves": Pair(
        "sixty_six",
        partial(schnapsen, model=partial(SixtySix, claims="automatic")),
        marriage,
        players=2,
        options={"automatic": True},
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
    "rummy_500": Pair("rummy_500", rummy_500, laying_off, players=2),
    "rummy_500, four": Pair("rummy_500", rummy_500, laying_off),
    "rummy_500, the top card must be used": Pair(
        "rummy_500",
        partial(rummy_500, top_free=False, fives=True),
        laying_off,
        players=3,
        options={"use_top": True, "fives": True},
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
    "slobberhannes": Pair("slobberhannes", slobberhannes),
    "slobberhannes, three": Pair("slobberhannes", slobberhannes, players=3),
    "slobberhannes, six, nothing more for all three": Pair(
        "slobberhannes", partial(slobberhannes, all_three=0), players=6, options={"all_three": 0}
    ),
    "polignac": Pair("polignac", polignac),
    "polignac, five, the ace high": Pair(
        "polignac", partial(polignac, ace_high=True), players=5, options={"ace_high": True}
    ),
    "polignac, capot": Pair(
        "polignac", partial(polignac, capot=True), capot, options={"capot": True}, seldom=frozenset({"bid_capot"})
    ),
    "polignac, capot without jacks": Pair(
        "polignac",
        partial(polignac, capot=True, jacks_too=False),
        capot,
        players=3,
        options={"capot": True, "jacks_too": False},
    ),
    "rummy": Pair("rummy", rummy, throwing, seldom=THROWN, limit=5000),
    "rummy, two, laid as one likes": Pair("rummy", rummy, throwing, players=2, limit=5000),
    "rummy, five, one meld in a turn": Pair(
        "rummy",
        partial(rummy, one_meld=True, must_throw=True),
        throwing,
        players=5,
        options={"one_meld": True, "last_discard": True},
        seldom=THROWN,
        limit=5000,
    ),
    "rummy, three, high aces": Pair(
        "rummy",
        partial(rummy, ace_high=True, ace=11, melds_first=True, keep_top=True, rummy=1),
        throwing,
        players=3,
        options={
            "ace_high": True,
            "ace_points": 11,
            "own_meld_first": True,
            "stock_empty": "top_stays",
            "rummy_doubles": False,
        },
        seldom=THROWN,
        limit=5000,
    ),
    "switch": Pair("switch", partial(Shuffled, drawn="may"), switch),
    "switch, two, drawing at will": Pair(
        "switch",
        partial(Shuffled, drawn="may", free_draw=True, again=True),
        switch,
        players=2,
        options={"draw_when_able": True},
        seldom=frozenset({"draw"}),
    ),
    "switch, eights skip": Pair(
        "switch",
        partial(Shuffled, draws={"2": 2}, skips="8", plain_last=True, wild_any=False),
        switch,
        players=6,
        options={
            "eights": True,
            "fours": False,
            "end_special": False,
            "aces_on_all": False,
            "play_drawn": False,
            "double_pack": True,
        },
    ),
    "conquian": Pair("conquian", conquian, melding, players=2, options={"target": 1}, score=difference),
    "conquian, gentle": Pair(
        "conquian",
        partial(conquian, forcing=False, hand_melds=False),
        melding,
        players=2,
        options={"target": 1, "forcing": False, "hand_melds": False},
        seldom=frozenset({"pass", "discard"}),
        score=difference,
    ),
    "conquian, nothing borrowed": Pair(
        "conquian",
        partial(conquian, borrowing=False),
        melding,
        players=2,
        options={"target": 1, "borrowing": False},
        score=difference,
    ),
    "goofspiel": Pair("goofspiel", goofspiel, players=2),
    "goofspiel, three players": Pair("goofspiel", goofspiel, players=3),
    "goofspiel, carried": Pair("goofspiel", partial(goofspiel, ties="carry"), players=2, options={"carry": True}),
    "skitgubbe": Pair("skitgubbe", skitgubbe, players=3),
    "skitgubbe, two": Pair("skitgubbe", skitgubbe, players=2),
    "skitgubbe, four, the last lay": Pair(
        "skitgubbe",
        partial(skitgubbe, picked="lay", completer_leads=False),
        options={"runs": False, "completer_leads": False},
    ),
    "old_maid": Pair("old_maid", Drawn, players=5, score=old_maid),
    "old_maid, colours": Pair(
        "old_maid", partial(Drawn, colour=True), players=3, options={"same_colour": True}, score=old_maid
    ),
    "sueca": Pair("sueca", sueca),
    "sueca, all tricks": Pair("sueca", partial(sueca, all_points=False), options={"all_tricks": True}),
    "five_hundred": Pair("five_hundred", five_hundred, contract),
    "five_hundred, one chance": Pair(
        "five_hundred",
        partial(five_hundred, once=True, miseres=False, slam=0),
        contract,
        options={"once": True, "miseres": False, "slam": 0},
    ),
    "five_hundred, tricks against misère": Pair(
        "five_hundred", partial(five_hundred, misere_tricks=True), contract, options={"misere_tricks": True}
    ),
    "spoil_five": Pair("spoil_five", spoil_five, players=5, options={"deals": 1}, score=pool),
    "spoil_five, two": Pair("spoil_five", spoil_five, players=2, options={"deals": 1}, score=pool),
    "spoil_five, ten who need not rob": Pair(
        "spoil_five",
        partial(spoil_five, must_rob=False, play_on=True),
        robbing,
        players=10,
        options={"deals": 1, "must_rob": False, "play_on": True},
        score=pool,
    ),
    "tressette": Pair("tressette", tressette, french),
    "tressette, declarations": Pair(
        "tressette",
        partial(tressette, declarations=True),
        french,
        options={"declarations": True, "four_leads": True},
    ),
    "durak": Pair("durak", partial(durak, defender_last=False), attacking, score=cardrules.State.scores),
    "durak, two": Pair("durak", durak, attacking, players=2, score=cardrules.State.scores),
    "durak, five, the defender draws last": Pair(
        "durak",
        durak,
        attacking,
        players=5,
        options={"deck": "short", "draw_order": "defender_last"},
        score=cardrules.State.scores,
    ),
    "durak, the attacker alone": Pair(
        "durak",
        partial(durak, others=False, pile_on=False, defender_last=False),
        attacking,
        players=3,
        options={"throw_in_by": "attacker", "throw_in_on_take": False},
        score=cardrules.State.scores,
    ),
    "love_letter": Pair("love_letter", Asked, answer),
    "love_letter, two": Pair("love_letter", Asked, answer, players=2),
    "love_letter, three sharing equal cards": Pair(
        "love_letter", partial(Asked, ties="hands"), answer, players=3, options={"ties": False}
    ),
    "french_tarot": Pair("french_tarot", Shown, tarot_move),
    "gin_rummy": Pair("gin_rummy", gin_rummy, taken, players=2, options=PLAIN, seldom=ENDS),
    "gin_rummy, an undercut must be lower": Pair(
        "gin_rummy",
        partial(gin_rummy, model=partial(GinRummy, tie=False, gin=20, undercut=10, big_gin=None)),
        taken,
        players=2,
        options={**PLAIN, "undercut_on_tie": False, "gin_bonus": 20, "undercut_bonus": 10, "big_gin": False},
    ),
    "gin_rummy, a last chance": Pair(
        "gin_rummy",
        partial(gin_rummy, model=partial(GinRummy, last_chance=True)),
        taken,
        players=2,
        options={**PLAIN, "wall": "last_knock_allowed"},
    ),
    "gin_slaughtre": Pair("gin_slaughtre", gin_slaughtre, trick, players=2, options={"turn_limit": LONG}, score=won),
    "gin_slaughtre, three cards and pairs": Pair(
        "gin_slaughtre",
        partial(gin_slaughtre, model=partial(GinSlaughtre, refill=3, suits=False, pairs=True)),
        trick,
        players=2,
        options={"turn_limit": LONG, "refill_to": 3, "pile_removal": "rank", "pairs": True},
        score=won,
    ),
    "gin_rummy_three": Pair(
        "gin_rummy_three",
        partial(gin_rummy, model=GinRummyThree),
        taken,
        players=3,
        options={**PLAIN, "settlement": False},
        seldom=ENDS,
    ),
    "loba_de_menos": Pair("loba_de_menos", loba, meld, players=3, options=SCORED),
    "loba_de_menos, escaleras of three": Pair(
        "loba_de_menos",
        partial(loba, model=partial(LobaDeMenos, shortest=3, joker=25, ace=15, own_first=True)),
        meld,
        players=2,
        options={**SCORED, "escalera_min": 3, "joker_points": 25, "ace_points": 15, "layoff_needs_own_meld": True},
    ),
    "pinochle": Pair("pinochle", pinochle, suit_or_gift),
    "pinochle, a new deal if all pass": Pair(
        "pinochle",
        partial(pinochle, stuck=False, values="fives"),
        suit_or_gift,
        options={"dealer_must_bid": False, "counting": "fives"},
    ),
    "pinochle, two cards passed": Pair(
        "pinochle", partial(pinochle, cards_given=2), suit_or_gift, options={"cards_passed": 2}
    ),
    "canasta": Pair("canasta", canasta, laid_down, options={"may_ask": False}),
    "gin_rummy_partnership": Pair("gin_rummy_partnership", gin_rummy_partnership, taken, options=PLAIN, seldom=ENDS),
}


def differences(pair: Pair, deals: int, seed: int = 0) -> tuple[int, list[str]]:
    """Plays random games with a ruleset and the model of it, until something differs.

    Returns:
        How many decisions were compared, and what differs first.
    """
    game = cardrules.load(pair.ruleset, players=pair.players, options=pair.options)
    chance = Random(seed)
    decisions = played = 0
    state: cardrules.State | None = None
    while played < deals:
        if state is None or state.is_terminal():
            seed += 1
            state = game.new_initial_state(seed)
        while state.phase in pair.skipped:
            state.apply_action(chance.choice(state.legal_actions()))
        model, before, deal = pair.begin(state), state.scores(), state.position.deal
        where, begun = f"seed {seed}, deal {deal}", decisions
        while not state.is_terminal() and state.position.deal == deal:
            seat, actions = state.current_player(), state.legal_actions()
            moves = {str(action): pair.move(state, tuple(str(action).split())) for action in actions}
            if seat not in model.actors():
                return decisions, [f"{where}: seat {seat} is to act, in the model {model.actors()}"]
            decisions += 1
            legal = model.legal(seat)
            if legal != set(moves.values()):
                only, lacking = set(moves.values()) - legal, legal - set(moves.values())
                return decisions, [f"{where}: only the ruleset allows {only}, only the model {lacking}"]
            kinds = {str(action).split()[0] for action in actions}
            if kinds - pair.seldom and chance.random() > SELDOM:
                kinds -= pair.seldom
            kind = chance.choice(sorted(kinds))
            action = chance.choice([each for each in actions if str(each).split()[0] == kind])
            model.apply(seat, moves[str(action)])
            state.apply_action(action)
        if pair.limit and decisions - begun >= pair.limit:
            played += 1
            continue
        if model.actors():
            return decisions, [f"{where}: the deal is over, but in the model {model.actors()} are to act"]
        gained = (
            pair.score(state) if pair.score else [new - old for old, new in zip(before, state.scores(), strict=True)]
        )
        if gained != model.scores():
            return decisions, [f"{where}: the scores are {gained}, in the model {model.scores()}"]
        played += 1
    return decisions, []


@pytest.mark.soak
@pytest.mark.parametrize("name", PAIRS)
def test_ruleset_and_model_agree(name: str, amount: Callable[[int, int], int]) -> None:
    decisions, found = differences(PAIRS[name], amount(5, 500))
    assert found == []
    assert decisions
