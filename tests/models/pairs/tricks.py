"""Games of tricks beside their models."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import cardrules

from ...peers.adapter import cards
from ..agram import Agram
from ..belote import Belote
from ..briscola import Briscola
from ..call_break import CallBreak
from ..ecarte import Ecarte
from ..euchre import Euchre
from ..five_hundred import FiveHundred
from ..french_tarot import BIDS, HANDFULS, FrenchTarot
from ..german_whist import GermanWhist
from ..hearts import Hearts
from ..klaverjassen import Klaverjassen
from ..knockout_whist import KnockoutWhist
from ..nap import Nap
from ..ninety_nine import NinetyNine
from ..pinochle import Pinochle
from ..pitch import Pitch
from ..polignac import Polignac
from ..scarto import Match, Scarto
from ..schnapsen import Schnapsen
from ..side_by_side import Model, Move, Pair, dealer, hands, stock, variable
from ..sixty_six import SixtySix
from ..slobberhannes import Slobberhannes
from ..spoil_five import SpoilFive
from ..sueca import Sueca
from ..tressette import Tressette
from ..whist import Whist


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


def pitch(state: cardrules.State, *, steals: bool = False, low_to_holder: bool = False) -> Model:
    return Pitch(hands(state), dealer(state), steals=steals, low_to_holder=low_to_holder)


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


def slobberhannes(state: cardrules.State, *, all_three: int = 1) -> Model:
    return Slobberhannes(hands(state), dealer(state), all_three=all_three)


def polignac(state: cardrules.State, *, ace_high: bool = False, capot: bool = False, jacks_too: bool = True) -> Model:
    return Polignac(hands(state), dealer(state), ace_high=ace_high, capot=capot, jacks_too=jacks_too)


def capot(state: cardrules.State, words: Move) -> Move:
    return ("capot",) if words == ("bid_capot",) else words


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


EARLY = frozenset({"claim", "close"})


def tarot(card: str) -> str:
    """The model's name of a tarot card."""
    if len(card) > 3:  # the excuse or the fool
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


ITALIAN = {"C": "B", "H": "C"}  # batons and cups; the ruleset has French suits


def scarto_card(card: str) -> str:
    """The model's name of a card of scarto."""
    name = tarot(card)
    return name if name == "XX" or name.isdigit() else name[:-1] + ITALIAN.get(name[-1], name[-1])


def scarto_move(state: cardrules.State, words: Move) -> Move:
    verb, card = words
    return "discard" if verb == "put_away" else verb, scarto_card(str(card))


def scarto(state: cardrules.State, **rules: Any) -> Scarto:
    return Scarto([[scarto_card(card) for card in hand] for hand in hands(state)], dealer(state), **rules)


class ScartoOfMatch(Scarto):
    """A deal of scarto that ends with the totals of the match and its winners."""

    def __init__(self, state: cardrules.State) -> None:
        begun = scarto(state)
        super().__init__(begun.hands, begun.dealer)
        self.match = Match(begun.dealer, [int(score) for score in state.scores()], state.position.deal - 1)

    def scores(self) -> list[int]:
        self.match.add(super().scores())
        return [*self.match.totals, *self.match.winners()]


def totals_and_winners(state: cardrules.State) -> list[float]:
    return [*state.scores(), *state.winners()]


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


PAIRS = {
    "whist": Pair("whist", whist),
    "whist, to seven": Pair("whist", whist, options={"target": 7}),
    "whist, suits in turn": Pair("whist", whist_drive, options={"trumps": "in_turn"}),
    "german_whist": Pair("german_whist", german_whist, players=2),
    "german_whist, all tricks": Pair(
        "german_whist", partial(german_whist, model=AllTricks), players=2, options={"counting": "all"}
    ),
    "german_whist, to fifty": Pair("german_whist", german_whist, players=2, options={"deals": 100, "target": 50}),
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
    "ninety_nine": Pair("ninety_nine", ninety_nine, laid, players=3),
    "ninety_nine, diamonds at first": Pair(
        "ninety_nine", partial(ninety_nine, first="D"), laid, players=3, options={"diamonds_first": True}
    ),
    "euchre": Pair("euchre", euchre, call),
    "euchre, stick": Pair("euchre", partial(euchre, stick=True), call, options={"stick_the_dealer": True}),
    "agram": Pair("agram", lambda state: Agram(hands(state), dealer(state)), players=3),
    "agram, sink-sink": Pair(
        "agram", lambda state: Agram(hands(state), dealer(state)), players=5, options={"hand_size": 5}
    ),
    "nap": Pair("nap", lambda state: Nap(hands(state), dealer(state)), options={"deals": 100}),
    "nap, seven": Pair("nap", lambda state: Nap(hands(state), dealer(state)), players=7, options={"deals": 100}),
    "ecarte": Pair("ecarte", ecarte, put_out, players=2, options={"target": 1}, score=cardrules.State.scores),
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
    "french_tarot": Pair("french_tarot", Shown, tarot_move),
    "scarto": Pair("scarto", scarto, scarto_move, players=3),
    "scarto, a match": Pair("scarto", ScartoOfMatch, scarto_move, players=3, score=totals_and_winners),
    "scarto, the world on top": Pair(
        "scarto",
        partial(scarto, highest="21", honour="21", lone="XX"),
        scarto_move,
        players=3,
        options={"angel": False, "lone_trump": "fool"},
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
}
