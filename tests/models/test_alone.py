"""Models played at random without a ruleset: every deal ends, and no card is lost or doubled on the way.

A ruleset is compared with its model elsewhere; this finds what is wrong with a model by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, cast

import pytest

from .agram import Agram
from .baccarat import Baccarat, coup, total
from .beggar_my_neighbour import BeggarMyNeighbour
from .belote import Belote
from .big_two import BigTwo
from .briscola import Briscola
from .call_break import CallBreak
from .canasta import Canasta
from .canasta import most as most_of_canasta
from .casino import Build, Casino
from .conquian import Conquian
from .cuckoo import Cuckoo
from .durak import Durak
from .ecarte import Ecarte
from .five_hundred import FiveHundred
from .french_tarot import FrenchTarot
from .gin_rummy import GinRummy, deadwood, defence
from .gin_rummy_partnership import GinRummyPartnership
from .gin_rummy_three import GinRummyThree
from .gin_slaughtre import GinSlaughtre
from .golf_six import GolfSix
from .goofspiel import Goofspiel
from .kings_in_the_corner import KingsInTheCorner
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
from .pinochle import meld as pinochle_meld
from .polignac import Polignac
from .red_dog import RedDog
from .rummy import Rummy
from .rummy_500 import Meld, Rummy500, melds
from .scarto import Match, Scarto
from .schnapsen import Schnapsen
from .schwimmen import Schwimmen, value
from .scopone import Scopone
from .sixty_six import SixtySix
from .skitgubbe import Skitgubbe
from .slobberhannes import Slobberhannes
from .spoil_five import SpoilFive
from .sueca import Sueca
from .switch import Switch
from .tressette import Tressette
from .war import War

Move = tuple[str, ...]
MOST = 3000
"""Moves of a deal."""


class Deal(Protocol):
    """A model of one deal."""

    def actors(self) -> list[int]: ...
    def legal(self, seat: int) -> set[Move]: ...
    def apply(self, seat: int, move: Move) -> None: ...
    def scores(self) -> list[int] | list[float]: ...


@dataclass(frozen=True)
class Alone:
    """A model to be played.

    Attributes:
        deal: makes a deal of the cards, shuffled.
        ranks: the ranks of the pack.
        zones: the attributes of the model that hold cards, in lists of any depth.
        sum: what the scores add up to, if it is always the same.
        without: the cards that are left out.
        packs: how many packs are shuffled together.
    """

    deal: Callable[[list[str]], Deal]
    ranks: str
    zones: tuple[str, ...]
    sum: float | None = None
    without: frozenset[str] = frozenset()
    packs: int = 1


def split(cards: list[str], players: int, each: int) -> list[list[str]]:
    """Takes the hands from the front of the cards."""
    hands = [cards[seat * each : (seat + 1) * each] for seat in range(players)]
    del cards[: players * each]
    return hands


def briscola(cards: list[str], players: int) -> Deal:
    hands, turned = split(cards, players, 3), cards.pop(0)
    return Briscola(hands, 0, cards, turned)


def goofspiel(cards: list[str], ties: str) -> Deal:
    suits = {suit: [card for card in cards if card[1] == suit] for suit in "CDHS"}
    return Goofspiel([suits["C"], suits["D"], suits["H"]], suits["S"], ties=ties)


def schnapsen(cards: list[str], claims: str) -> Deal:
    hands, turned = split(cards, 2, 5), cards.pop(0)
    return Schnapsen(hands, 0, cards, turned, claims=claims)


def schwimmen(cards: list[str], players: int) -> Deal:
    hands, other = split(cards, players, 3), split(cards, 1, 3)[0]
    return Schwimmen(hands, 0, other, cards)


def knockout(cards: list[str]) -> Deal:
    hands = [*split(cards, 3, 5), *split(cards, 1, 1), []]
    return KnockoutWhist(hands, 3, chooser=1, dogs=frozenset({3}))


def sixty_six(cards: list[str], claims: str, *, heading: bool) -> Deal:
    hands, turned = split(cards, 2, 6), cards.pop(0)
    return SixtySix(hands, 0, cards, turned, claims=claims, heading=heading, late_marriages=heading)


def spoil_five(cards: list[str], *, play_on: bool) -> Deal:
    hands = split(cards, 5, 5)
    return SpoilFive(hands, 0, cards[0], must_rob=play_on, play_on=play_on)


def ecarte(cards: list[str]) -> Deal:
    hands, turned = split(cards, 2, 5), cards.pop(0)
    return Ecarte(hands, 0, turned, cards)


def casino(cards: list[str], *, simple: bool) -> Deal:
    hands, table = split(cards, 2, 4), split(cards, 1, 4)[0]
    if simple:
        return Casino(hands, 0, table, cards, builds=False, free_trail=False, faces="any", batch=2)
    return Casino(hands, 0, table, cards)


def five_hundred(cards: list[str], *, once: bool) -> Deal:
    cards[cards.index("2S")] = "XX"
    return FiveHundred(split(cards, 4, 10), 0, cards[:3], once=once)


def rummy(cards: list[str], players: int, *, top_free: bool) -> Deal:
    hands, pile = split(cards, players, 13 if players == 2 else 7), cards.pop(0)
    return Rummy500(hands, 0, pile, cards, top_free=top_free)


def scopone(cards: list[str]) -> Deal:
    hands = split(cards, 4, 9)
    return Scopone(hands, 0, cards, last_sweep=True, napola=True)


def basic_rummy(cards: list[str], players: int, *, strict: bool) -> Deal:
    hands, pile = split(cards, players, 10 if players == 2 else 7), cards.pop(0)
    if not strict:
        return Rummy(hands, 0, pile, cards, turnovers=3)
    return Rummy(
        hands,
        0,
        pile,
        cards,
        one_meld=True,
        ace_high=True,
        must_throw=True,
        melds_first=True,
        keep_top=True,
        turnovers=2,
    )


def conquian(cards: list[str], *, free: bool) -> Deal:
    hands = split(cards, 2, 10)
    return Conquian(hands, 0, cards, hand_melds=free, borrowing=free, forcing=free)


def canasta(cards: list[str], *, balanced: bool) -> Deal:
    for place in (0, 25, 50, 75):
        cards.insert(place, "XX")
    hands, pile = split(cards, 4, 11), [cards.pop(0)]
    return Canasta(hands, 0, pile, cards, balanced=balanced, minimum=(50, 120) if balanced else (50, 50))


def golf(cards: list[str], *, varied: bool) -> Deal:
    layouts, pile = split(cards, 3, 6), cards.pop(0)
    return GolfSix(layouts, 0, pile, cards, flip_after=varied, last_turn=varied)


def ninety_eight(cards: list[str], players: int, *, to_last: bool) -> Deal:
    hands = split(cards, players, 4)
    if to_last:
        return NinetyEight(hands, 0, cards, to_last=True, refill=list)
    return NinetyEight(hands, 0, cards, eleven=True, plus_ten=True, nine_holds=True, four_reverses=True, floor=True)


def switch(cards: list[str], players: int, drawn: str) -> Deal:
    hands, starter = split(cards, players, 7), cards.pop(0)
    if drawn == "keep":
        return Switch(hands, 0, starter, cards, any_starter=True)
    varied = Switch(hands, 0, starter, cards, any_starter=True, drawn=drawn, skips="8", again=True, plain_last=True)
    varied.free_draw, varied.mixed = drawn == "may", drawn == "must"
    if drawn != "may":
        varied.refill = list
    return varied


def kings(cards: list[str], players: int, *, varied: bool) -> Deal:
    hands, layout = split(cards, players, 7), split(cards, 1, 4)[0]
    if varied:
        return KingsInTheCorner(hands, 0, layout, cards, kings_at_once=True, ante=1, fine=1, pool=True)
    return KingsInTheCorner(hands, 0, layout, cards, draw_first=True)


def belote(cards: list[str], *, varied: bool) -> Deal:
    hands, turned = split(cards, 4, 5), cards.pop(0)
    if varied:
        return Belote(
            hands, 0, turned, cards, singly=True, undertrump=False, under_partner=False, declarations=True, tie="failed"
        )
    return Belote(hands, 0, turned, cards)


ALL = "A23456789TJQK"
FORTY = "A234567JQK"
FIVE_HUNDRED = frozenset({"2C", "2D", "2H", "3C", "3D", "3H", "3S", "4C", "4S"})
PLAY = ("hands", "won", "trick")
HANDS_DOWN = ("hands", "table", "stock", "shown", "dead")


def durak(cards: list[str], players: int, *, short: bool) -> Deal:
    hands, turned = split(cards, players, 6), cards.pop(0)
    if short:
        return Durak(hands, 0, cards, turned, others=False, pile_on=False, first_limit=5, able_only=True)
    return Durak(hands, 0, cards, turned)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ties", ["nobody", "all", "hands"])
def test_rounds_of_love_letter_end_with_all_cards(players: int, ties: str, amount: Callable[[int, int], int]) -> None:
    pack = "1111122334455678"
    for seed in range(amount(3, 60)):
        chance = Random(seed)
        cards = chance.sample(pack, len(pack))
        model = LoveLetter(cards[:players], 0, cards[players + 1 :], cards[players], ties=ties)
        while model.actors():
            model.apply(model.turn, chance.choice(sorted(model.legal(model.turn))))
            left = cards_in([model.hands, model.discards, model.stock, model.aside])
            assert sorted(left) == sorted(pack)
        assert sum(model.scores()) == 1 or ties != "all" or len(model.playing()) > 1


@pytest.mark.parametrize("excuse_last", ["other", "winner"])
def test_deals_of_french_tarot_end_with_all_cards(excuse_last: str, amount: Callable[[int, int], int]) -> None:
    pack = [rank + suit for rank in "A23456789TJCQK" for suit in "CDHS"] + [str(n) for n in range(1, 22)] + ["XX"]
    for seed in range(amount(3, 60)):
        chance = Random(seed)
        cards = chance.sample(pack, 78)
        model = FrenchTarot(split(cards, 4, 18), 0, cards, excuse_last=excuse_last)
        while model.actors():
            model.apply(model.turn, chance.choice(sorted(model.legal(model.turn))))
            laid = [[card for _, card in trick] for trick in (*(trick for _, trick in model.tricks), model.trick)]
            assert sorted(cards_in([model.hands, model.dog, model.aside, laid])) == sorted(pack)
        assert sum(model.scores()) == 0
        assert not model.tricks or sorted(cards_in(model.taken())) == sorted(pack)


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        ({}, 78),
        ({"single": 1}, 77),
        ({"fool": "exchanged", "highest": "21", "honour": "21", "lone": "XX", "counted": False}, 77),
    ],
)
def test_matches_of_scarto_end_with_all_cards(
    rules: dict[str, Any], total: int, amount: Callable[[int, int], int]
) -> None:
    pack = [rank + suit for rank in "A23456789TJCQK" for suit in "BCDS"] + [str(n) for n in range(1, 22)] + ["XX"]
    for seed in range(amount(2, 60)):
        chance, match, dealers = Random(seed), Match(seed % 3), list[int]()
        while not match.winners():
            cards, dealer = chance.sample(pack, 78), match.dealer
            hands = split(cards, 3, 25)
            hands[dealer] += cards
            model = Scarto(hands, dealer, **rules)
            while model.actors():
                model.apply(model.turn, chance.choice(sorted(model.legal(model.turn))))
                laid = [[card for _, card in trick] for trick in (*(trick for _, trick in model.tricks), model.trick)]
                assert sorted(cards_in([model.hands, model.aside, laid])) == sorted(pack)
            assert sorted(cards_in(model.taken())) == sorted(pack)
            # A Fool for which nothing can be given is alone.
            alone = rules.get("fool") == "exchanged" and any(len(pile) % 3 for pile in model.taken())
            assert sum(model.scores()) == total + alone - 3 * 26
            match.add(model.scores())
            dealers.append(dealer)
        assert sorted(dealers) == [0, 1, 2]


def gin(cards: list[str], *, last_chance: bool) -> Deal:
    hands, upcard = split(cards, 2, 10), cards.pop(0)
    return GinRummy(hands, 0, upcard, cards, last_chance=last_chance)


def gin_three(cards: list[str]) -> Deal:
    hands, upcard = split(cards, 2, 10), cards.pop(0)
    return GinRummyThree([hands[0], [], hands[1]], 1, upcard, cards)


def gin_partnership(cards: list[str]) -> Deal:
    other = list(cards)
    hands, upcards = split(cards, 2, 10) + split(other, 2, 10)[::-1], [cards.pop(0), other.pop(0)]
    return GinRummyPartnership(hands, [(0, 1), (2, 3)], upcards, [cards, other])


def loba(cards: list[str], *, varied: bool) -> Deal:
    cards = ["XX" if card[0] == "X" else card for pair in zip(cards, cards[::-1], strict=True) for card in pair]
    for _ in range(4):
        cards.remove("XX")
    hands, pile = split(cards, 3, 9), cards.pop(0)
    return LobaDeMenos(hands, 0, pile, cards, shortest=3 if varied else 4, own_first=varied)


def slaughtre(cards: list[str], *, varied: bool) -> Deal:
    open_cards, hands = split(cards, 2, 3), split(cards, 2, 4)
    return GinSlaughtre(hands, 0, open_cards, cards, pairs=varied, suits=not varied, most=1000)


SPARE = frozenset({"XC", "XS"})


SHED = ("hands", "stock", "pile", "gone")


def test_hands_of_gin_rummy() -> None:
    for hand, count in (
        ("4S 5S 6S 6H 6D 9C 9D 9H KC 2D", 21),
        ("7C 7D 7H 7S 8S 9S TS 2C 3D AH", 6),
        ("3H 4H 5H 6H 6S 6D 7D 8D TC KC", 26),
    ):
        assert deadwood(tuple(listed(hand))) == count
    table = (("5S", "6S", "7S"), ("5H", "6H", "7H"), ("QC", "QD", "QH"))
    assert defence(tuple(listed("8S 8H 8D 9S 9H KC KD 4C 3D AD")), table) == 36


GAMES = {
    "briscola, 2": Alone(lambda cards: briscola(cards, 2), FORTY, (*PLAY, "stock"), 120),
    "briscola, 4": Alone(lambda cards: briscola(cards, 4), FORTY, (*PLAY, "stock"), 240),
    "sueca": Alone(lambda cards: Sueca([cards[s::4] for s in range(4)], 3, cards[3]), FORTY, PLAY),
    "agram": Alone(lambda cards: Agram(split(cards, 5, 6), 0), "A3456789T", PLAY, 1, frozenset({"AS"})),
    "old maid": Alone(
        lambda cards: OldMaid([cards[s::4] for s in range(4)], 0), ALL, ("hands", "down"), 1, frozenset({"QC"})
    ),
    "old maid, colour": Alone(
        lambda cards: OldMaid([cards[s::3] for s in range(3)], 0, colour=True),
        ALL,
        ("hands", "down"),
        1,
        frozenset({"QC"}),
    ),
    "war": Alone(lambda cards: War(split(cards, 2, 26), most=400), ALL, ("packs", "laid")),
    "war, loser first": Alone(
        lambda cards: War(split(cards, 2, 26), most=400, short="loses", won="loser_first", hidden=1),
        ALL,
        ("packs", "laid"),
    ),
    "beggar my neighbour": Alone(
        lambda cards: BeggarMyNeighbour(split(cards, 2, 26), 0, most=2000), ALL, ("packs", "pile")
    ),
    "goofspiel, discard": Alone(lambda cards: goofspiel(cards, "discard"), ALL, ("hands", "prizes", "spent")),
    "goofspiel, split": Alone(lambda cards: goofspiel(cards, "split"), ALL, ("hands", "prizes", "spent"), 91),
    "goofspiel, carry": Alone(lambda cards: goofspiel(cards, "carry"), ALL, ("hands", "prizes", "spent")),
    "big two": Alone(lambda cards: BigTwo(split(cards, 4, 13)), ALL, ("hands", "played"), 0),
    "big two, pairs": Alone(
        lambda cards: BigTwo(
            split(cards, 4, 13), 2, straights="poker", flush="ranks", pass_is_final=True, score="pairs"
        ),
        ALL,
        ("hands", "played"),
        0,
    ),
    "big two, suits": Alone(
        lambda cards: BigTwo(split(cards, 4, 13), straights="low_high", flush="suit", score="penalty"),
        ALL,
        ("hands", "played"),
    ),
    "call break": Alone(lambda cards: CallBreak(split(cards, 4, 13), 0), ALL, PLAY),
    "call break, beat": Alone(lambda cards: CallBreak(split(cards, 4, 13), 0, must_beat=True), ALL, PLAY),
    "ninety-nine": Alone(lambda cards: NinetyNine(split(cards, 3, 12), 0, "C"), "6789TJQKA", (*PLAY, "aside")),
    "schwimmen, 2": Alone(lambda cards: schwimmen(cards, 2), "789TJQKA", ("hands", "table", "stock", "gone")),
    "schwimmen, 4": Alone(lambda cards: schwimmen(cards, 4), "789TJQKA", ("hands", "table", "stock", "gone")),
    "knockout whist": Alone(knockout, ALL, PLAY, 5),
    "schnapsen": Alone(lambda cards: schnapsen(cards, "any"), "JQKTA", ("hands", "talon", "taken", "led")),
    "schnapsen, right": Alone(lambda cards: schnapsen(cards, "right"), "JQKTA", ("hands", "talon", "taken", "led")),
    "schnapsen, automatic": Alone(
        lambda cards: schnapsen(cards, "automatic"), "JQKTA", ("hands", "talon", "taken", "led")
    ),
    "sixty-six": Alone(
        lambda cards: sixty_six(cards, "any", heading=False), "9JQKTA", ("hands", "talon", "taken", "led")
    ),
    "sixty-six, automatic": Alone(
        lambda cards: sixty_six(cards, "automatic", heading=True), "9JQKTA", ("hands", "talon", "taken", "led")
    ),
    "tressette": Alone(lambda cards: Tressette(split(cards, 4, 10), 0), FORTY, PLAY, 22),
    "klaverjassen": Alone(lambda cards: Klaverjassen(split(cards, 4, 8), 0), "789TJQKA", PLAY),
    "klaverjassen, rotterdam": Alone(
        lambda cards: Klaverjassen(split(cards, 4, 8), 0, rules="rotterdam", proposed="H"), "789TJQKA", PLAY
    ),
    "golf": Alone(lambda cards: golf(cards, varied=False), ALL, ("layouts", "pile", "stock", "drawn")),
    "golf, varied": Alone(lambda cards: golf(cards, varied=True), ALL, ("layouts", "pile", "stock", "drawn")),
    "cuckoo": Alone(lambda cards: Cuckoo(split(cards, 1, 5)[0], 2, cards), ALL, ("hands", "stock")),
    "cuckoo, skips": Alone(
        lambda cards: Cuckoo(split(cards, 1, 5)[0], 2, cards, shown_skips=True), ALL, ("hands", "stock")
    ),
    "red dog": Alone(lambda cards: RedDog(cards[:3], 2), ALL, ()),
    "nap": Alone(lambda cards: Nap(split(cards, 5, 5), 0), ALL, PLAY),
    "spoil five": Alone(lambda cards: spoil_five(cards, play_on=False), ALL, (*PLAY, "turned", "out")),
    "spoil five, all": Alone(lambda cards: spoil_five(cards, play_on=True), ALL, (*PLAY, "turned", "out")),
    "ecarte": Alone(ecarte, "789TAJQK", (*PLAY, "stock", "out")),
    "casino": Alone(lambda cards: casino(cards, simple=False), ALL, ("hands", "table", "built", "stock", "taken")),
    "casino, simple": Alone(
        lambda cards: casino(cards, simple=True), ALL, ("hands", "table", "built", "stock", "taken")
    ),
    "five hundred": Alone(
        lambda cards: five_hundred(cards, once=False), ALL, (*PLAY, "unseen", "out"), without=FIVE_HUNDRED
    ),
    "five hundred, once": Alone(
        lambda cards: five_hundred(cards, once=True), ALL, (*PLAY, "unseen", "out"), without=FIVE_HUNDRED
    ),
    "rummy 500": Alone(lambda cards: rummy(cards, 2, top_free=True), ALL, ("hands", "pile", "stock", "table")),
    "rummy 500, 4": Alone(lambda cards: rummy(cards, 4, top_free=False), ALL, ("hands", "pile", "stock", "table")),
    "skitgubbe": Alone(
        lambda cards: Skitgubbe(split(cards, 3, 3), 0, cards),
        ALL,
        ("hands", "stock", "won", "trick", "last", "lays", "away"),
    ),
    "skitgubbe, lowest": Alone(
        lambda cards: Skitgubbe(split(cards, 4, 3), 0, cards, picked="lowest", completer_leads=False),
        ALL,
        ("hands", "stock", "won", "trick", "last", "lays", "away"),
    ),
    "slobberhannes, 3": Alone(
        lambda cards: Slobberhannes(split(cards, 3, 10), 0), "789TJQKA", PLAY, without=frozenset({"7C", "7S"})
    ),
    "slobberhannes": Alone(lambda cards: Slobberhannes(split(cards, 4, 8), 0, all_three=0), "789TJQKA", PLAY, 3),
    "polignac": Alone(lambda cards: Polignac(split(cards, 4, 8), 0), "789TJQKA", PLAY, 5),
    "polignac, capot": Alone(
        lambda cards: Polignac(split(cards, 4, 8), 0, ace_high=True, capot=True), "789TJQKA", PLAY
    ),
    "scopone": Alone(lambda cards: Scopone(split(cards, 4, 10), 0), FORTY, ("hands", "table", "taken")),
    "scopone, table": Alone(scopone, FORTY, ("hands", "table", "taken")),
    "rummy, 2": Alone(lambda cards: basic_rummy(cards, 2, strict=False), ALL, ("hands", "pile", "stock", "table")),
    "rummy, 4": Alone(lambda cards: basic_rummy(cards, 4, strict=True), ALL, ("hands", "pile", "stock", "table")),
    "conquian": Alone(lambda cards: conquian(cards, free=True), FORTY, HANDS_DOWN),
    "conquian, plain": Alone(lambda cards: conquian(cards, free=False), FORTY, HANDS_DOWN),
    "ninety-eight, 6": Alone(lambda cards: ninety_eight(cards, 6, to_last=True), ALL, ("hands", "stock", "pile"), -5),
    "ninety-eight, varied": Alone(lambda cards: ninety_eight(cards, 2, to_last=False), ALL, ("hands", "stock", "pile")),
    "switch, 4": Alone(lambda cards: switch(cards, 4, "keep"), ALL, ("hands", "stock", "pile")),
    "switch, may": Alone(lambda cards: switch(cards, 2, "may"), ALL, ("hands", "stock", "pile")),
    "switch, must": Alone(lambda cards: switch(cards, 3, "must"), ALL, ("hands", "stock", "pile"), 1),
    "switch, until": Alone(lambda cards: switch(cards, 2, "until"), ALL, ("hands", "stock", "pile")),
    "newmarket, 3": Alone(lambda cards: Newmarket([cards[s::4] for s in range(3)], 0), ALL, ("hands", "played")),
    "newmarket, 8": Alone(
        lambda cards: Newmarket([cards[s::9] for s in range(8)], 0, new_suit=False, kitty=1),
        ALL,
        ("hands", "played"),
    ),
    "kings in the corner": Alone(lambda cards: kings(cards, 2, varied=False), ALL, ("hands", "stock", "piles")),
    "kings in the corner, chips": Alone(lambda cards: kings(cards, 6, varied=True), ALL, ("hands", "stock", "piles")),
    "belote": Alone(lambda cards: belote(cards, varied=False), "789TJQKA", (*PLAY, "stock", "turned")),
    "belote, varied": Alone(lambda cards: belote(cards, varied=True), "789TJQKA", (*PLAY, "stock", "turned")),
    "pinochle": Alone(lambda cards: Pinochle(split(cards, 4, 12), 0), "9JQKTA", PLAY, packs=2),
    "pinochle, heading": Alone(
        lambda cards: Pinochle(
            split(cards, 4, 12), 0, stuck=True, marriage=True, bidder_leads=True, heading=True, values="tens", given=4
        ),
        "9JQKTA",
        PLAY,
        packs=2,
    ),
    "canasta": Alone(
        lambda cards: canasta(cards, balanced=False),
        ALL,
        ("hands", "pile", "stock", "reds", "melds", "pending"),
        packs=2,
    ),
    "canasta, balanced": Alone(
        lambda cards: canasta(cards, balanced=True),
        ALL,
        ("hands", "pile", "stock", "reds", "melds", "pending"),
        packs=2,
    ),
    "baccarat": Alone(lambda cards: Baccarat(cards, 3), ALL, ("shoe",)),
    "durak": Alone(
        lambda cards: durak(cards, 4, short=False), "6789TJQKA", ("hands", "stock", "attacks", "beaten", "out")
    ),
    "durak, 2": Alone(
        lambda cards: durak(cards, 2, short=True), "6789TJQKA", ("hands", "stock", "attacks", "beaten", "out")
    ),
    "gin rummy": Alone(lambda cards: gin(cards, last_chance=False), ALL, ("hands", "pile", "stock")),
    "gin rummy, last": Alone(lambda cards: gin(cards, last_chance=True), ALL, ("hands", "pile", "stock")),
    "gin rummy, three": Alone(gin_three, ALL, ("zones",)),
    "gin rummy, partners": Alone(gin_partnership, ALL, ("zones",)),
    "gin slaughtre": Alone(
        lambda cards: slaughtre(cards, varied=False),
        ALL + "X",
        ("hands", "open", "stock", "pile", "gone"),
        without=SPARE,
    ),
    "gin slaughtre, varied": Alone(
        lambda cards: slaughtre(cards, varied=True),
        ALL + "X",
        ("hands", "open", "stock", "pile", "gone"),
        without=SPARE,
    ),
}


def cards_in(held: object) -> list[str]:
    """Returns the cards in lists and dictionaries of any depth."""
    match held:
        case str():
            return [held]
        case dict():
            return cards_in(list(cast("dict[object, object]", held).values()))
        case list() | tuple() | frozenset():
            return [card for each in cast("list[object]", held) for card in cards_in(each)]
        case Build() | Meld():
            return cards_in(held.cards)
        case _:
            return []


@pytest.mark.parametrize("name", GAMES)
def test_deals_of_a_model_end_with_all_cards(name: str, amount: Callable[[int, int], int]) -> None:
    game = GAMES[name]
    pack = sorted({rank + suit for rank in game.ranks for suit in "CDHS"} - game.without) * game.packs
    for seed in range(amount(3, 60)):
        chance = Random(seed)
        model = game.deal(chance.sample(pack, len(pack)))
        before = sorted(card for zone in game.zones for card in cards_in(getattr(model, zone)))
        for _ in range(MOST):
            actors = model.actors()
            if not actors:
                break
            seat = chance.choice(actors)
            legal = sorted(model.legal(seat))
            assert legal
            kind = chance.choice(sorted({move[0] for move in legal}))
            model.apply(seat, chance.choice([move for move in legal if move[0] == kind]))
            after = sorted(card for zone in game.zones for card in cards_in(getattr(model, zone)))
            assert after == before
        else:
            pytest.fail("the deal goes on and on")
        if game.sum is not None:
            assert sum(model.scores()) == pytest.approx(game.sum)


def listed(text: str) -> list[str]:
    """Returns the words of a text."""
    return [str(word) for word in text.split()]


def test_third_cards_of_baccarat() -> None:
    assert coup(listed("6S TS 2D 5D 9H")) == (["6S", "2D"], ["TS", "5D"])
    assert coup(listed("2S 3S 3D KD 8H 4C")) == (["2S", "3D", "8H"], ["3S", "KD"])
    assert coup(listed("6S 2S JD 3D 4C")) == (["6S", "JD"], ["2S", "3D", "4C"])
    assert total(["9S", "7D", "4C"]) == 0


@pytest.mark.parametrize(
    ("straights", "low", "high"),
    [
        ("two_high", "3C 4D 5D 6D 7D", "JC QD KD AD 2D"),
        ("two_high", "JC QD KD AD 2D", "4S 6S 7S 9S TS"),
        ("poker", "AS 2S 3S 4S 5C", "2D 3D 4D 5D 6C"),
        ("poker", "AS 2S 3S 4D 5C", "AD 2D 3D 4H 5S"),
        ("low_high", "TD JD QD KD AC", "2D 3D 4D 5D 6C"),
        ("low_high", "2D 3D 4D 5D 6C", "2H 3S 4S 5S 6D"),
        ("two_high", "4S 6S 7S 9S 2S", "3D 3C 3H 2D 2C"),
        ("two_high", "2D 2C 2H AD AC", "3D 3C 3H 3S 4D"),
        ("two_high", "2D 2C 2H 2S 4D", "3D 4D 5D 6D 7D"),
        ("two_high", "4H 4S", "5D 5C"),
        ("two_high", "4D 4H", "4C 4S"),
    ],
)
def test_combinations_of_big_two(straights: str, low: str, high: str) -> None:
    game = BigTwo([["3D"], ["4D"]], straights=straights)
    below, above = game.worth(tuple(listed(low))), game.worth(tuple(listed(high)))
    assert below is not None
    assert above is not None
    assert below < above


def test_no_combinations_of_big_two() -> None:
    game = BigTwo([["3D"], ["4D"]])
    for cards in ("3D 4D", "3D 3C 4D", "3D 3C 3H 3S", "3D 3C 3H 4D 5D", "AD 2C 3H 4D 5D", "3D 3C 4H 4D 5D"):
        assert game.worth(tuple(listed(cards))) is None


def test_hands_of_schwimmen() -> None:
    hands = ["AS KS TS", "AS AD AH", "QS QD QH", "7S 7D 7H", "QH TH JD", "7D 7C 8S"]
    assert [value(listed(hand))[0] for hand in hands] == [31, 33, 30.5, 30.5, 20, 8]
    assert value(listed("QS QD QH")) > value(listed("7S 7D 7H"))


def test_trumps_of_spoil_five() -> None:
    game = SpoilFive([["2C"]], 0, "3S")
    trumps = listed("5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS")
    assert sorted(trumps, key=game.rank, reverse=True) == trumps
    clubs = listed("KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C TC")
    assert sorted(clubs, key=game.rank, reverse=True) == clubs
    diamonds = listed("KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD")
    assert sorted(diamonds, key=game.rank, reverse=True) == diamonds
    red = SpoilFive([["2C"]], 0, "3D")
    trumps = listed("5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D")
    assert sorted(trumps, key=red.rank, reverse=True) == trumps
    game.trick = [(0, "KS")]
    assert game.playable(listed("AH 2C")) == ["AH", "2C"]
    assert game.playable(listed("AH 2S 2C")) == ["AH", "2S"]
    game.trick = [(0, "JS")]
    assert game.playable(listed("AH 2C")) == ["AH"]


def test_who_must_trump_in_klaverjassen() -> None:
    hand = listed("7H KH 7C")
    for rules, trick, cards in (
        ("rotterdam", [(0, "AS"), (1, "QH"), (2, "7S")], "KH"),
        ("rotterdam", [(0, "AS"), (1, "JH"), (2, "7S")], "7H KH"),
        ("amsterdam", [(0, "AS"), (1, "QH"), (2, "7S")], "7C KH"),
        ("amsterdam", [(0, "AS"), (1, "7D"), (2, "JH")], "7C"),
        ("amsterdam", [(0, "AS"), (1, "7D"), (2, "QH")], "KH"),
        ("amsterdam", [(0, "8H"), (1, "7D"), (2, "QH")], "KH"),
        ("amsterdam", [(0, "8H"), (1, "7D"), (2, "AH")], "7H KH"),
    ):
        game = Klaverjassen([[]] * 4, 2, rules=rules, trump="H")
        game.trick = trick
        assert sorted(game.playable(hand)) == sorted(listed(cards))
    game = Klaverjassen([[]] * 4, 2, trump="H")
    assert [game.worth(listed(cards)) for cards in ("7S 8S 9S TS", "QH KH JH 7C", "JS JD JC JH", "TS TD TC TH")] == [
        50,
        40,
        200,
        100,
    ]


def test_cards_that_may_be_played_in_scarto() -> None:
    hand = listed("3S KC 1 20 XX")
    for trick, cards in (
        ("", "3S KC 1 20 XX"),
        ("4S", "3S XX"),
        ("4B 21", "1 20 XX"),
        ("2", "1 20 XX"),
        ("XX", "3S KC 1 20"),
        ("XX TC", "KC"),
    ):
        game = Scarto([[], [], []], 0)
        game.trick = list(enumerate(listed(trick)))
        assert game.playable([card for card in hand if card not in listed(trick)]) == listed(cards)
        assert game.playable(listed("3D KD")) == listed("3D KD")


def test_tricks_of_scarto() -> None:
    for highest, trick, winner in (
        ("20", "21 20 19", 1),
        ("21", "21 20 19", 0),
        ("20", "TC AC 2C", 1),
        ("20", "AD JD TD", 1),
        ("20", "TS AS KD", 0),
        ("20", "XX 2B AB", 1),
        ("20", "KB XX 1", 2),
    ):
        game = Scarto([[], [], []], 0, highest=highest)
        game.trick = list(enumerate(listed(trick)))
        assert game.winner() == winner


def test_cards_put_aside_in_scarto() -> None:
    for lone, counted, hand, aside, cards in (
        ("1", True, "KS QS 20 21 XX 1 2B", "", "QS 21 2B"),
        ("1", True, "KS 1 2B", "", "1 2B"),
        ("1", True, "KS 1 XX 2B", "", "2B"),
        ("1", True, "KS 1 2B", "5", "2B"),
        ("1", False, "KS 1 2B", "5", "1 2B"),
        ("XX", True, "KS XX 2B", "", "XX 2B"),
        ("XX", True, "KS 1 2B", "", "2B"),
    ):
        game = Scarto([listed(hand), [], []], 0, lone=lone, counted=counted)
        game.aside = listed(aside)
        assert game.legal(0) == {("discard", card) for card in listed(cards)}


def test_points_of_scarto() -> None:
    game = Scarto([[], [], []], 0)
    for cards, points in (
        ("2S 3S 4S", 1),
        ("KS 2S 3S", 5),
        ("KS QS CS", 10),
        ("1 20 21", 9),
        ("2S 3S 4S XX", 5),
        ("2S 3S 4S JS KB", 7),
        ("", 0),
    ):
        assert game.points(listed(cards)) == points
    assert Scarto([[], [], []], 0, single=1).points(["XX"]) == 3
    game.aside, game.tricks = listed("2D 3D 4D"), [(1, list(enumerate(listed("XX 2C KC"))))]
    assert game.taken() == [listed("2D 3D 4D XX"), listed("2C KC"), []]
    game.fool = "exchanged"
    assert game.taken() == [listed("3D 4D XX"), listed("2C KC 2D"), []]


def test_builds_of_casino() -> None:
    game = Casino([listed("3H 8H TH"), []], 1, ["2S"], [])
    game.built = [Build(5, frozenset({"AS", "4S"}), 1, single=True)]
    assert game.constructions(0, "3H") == {(8, frozenset({"AS", "4S"}))}
    game = Casino([listed("2H 9H"), []], 1, ["9S"], [])
    game.built = [Build(7, frozenset({"3S", "4S"}), 1, single=True)]
    assert game.constructions(0, "2H") == {(9, frozenset({"3S", "4S"})), (9, frozenset({"3S", "4S", "9S"}))}
    game = Casino([listed("6H 9H 9D"), []], 1, ["3S"], [])
    game.built = [Build(9, frozenset({"5S", "4S"}), 0, single=True)]
    assert (9, frozenset({"3S", "4S", "5S"})) in game.constructions(0, "6H")
    assert ("trail", "6H") not in game.legal(0)
    assert ("capture", "9H", "4S", "5S") in game.legal(0)
    game = Casino([listed("2H 8H 8D TH"), []], 1, ["6S"], [])
    game.built = [Build(8, frozenset({"3S", "5S", "8S"}), 1, single=False)]
    assert game.constructions(0, "2H") == {(8, frozenset({"6S"})), (8, frozenset({"3S", "5S", "6S", "8S"}))}
    assert game.captures("8H") == {frozenset({"3S", "5S", "8S"})}


def test_bids_and_bowers_of_five_hundred() -> None:
    game = FiveHundred([listed("JD JH AH XX"), [], [], []], 3, [])
    assert "misere" not in game.contracts()
    game.bids, game.bid = ["7H"], "7H"
    assert game.contracts() >= {"7N", "misere", "8S", "open_misere"}
    game.bid = "misere"
    assert {"8S", "8C", "open_misere"} <= game.contracts()
    assert "7N" not in game.contracts()
    game.bid = "open_misere"
    assert game.contracts() == {"10H", "10N"}
    game.trump = "D"
    assert sorted(game.hands[0], key=lambda card: (game.suit(card) == "D", game.rank(card))) == listed("AH JH JD XX")


def test_melds_of_rummy_500() -> None:
    assert melds(listed("AS 2S 3S KS QS")) == {("2S", "3S", "AS"), ("AS", "KS", "QS")}
    assert melds(listed("4S 5S 6S 7S"), "7S") == {("5S", "6S", "7S"), ("4S", "5S", "6S", "7S")}
    assert melds(listed("4S 4C 4H 5H")) == {("4C", "4H", "4S")}
    low, high = Meld(listed("2S 3S 4S"), 1), Meld(listed("JS QS KS"), 10)
    assert [low.place("AS"), low.place("5S"), high.place("AS"), high.place("TS")] == [0, 1, 1, 0]
    assert Meld(listed("AS 2S 3S"), 0).place("KS") is None
    assert Meld(listed("QS KS AS"), 11).place("2S") is None


def test_a_closed_talon_counts_what_the_opponent_had() -> None:
    game = Schnapsen([listed("AS KS QS TS AD"), listed("JH QH JD KD JC")], 1, ["JS"] * 9, "JS", claims="automatic")
    for seat, words in ((0, "close"), (0, "marry S"), (0, "play KS"), (1, "play JH"), (0, "play AS"), (1, "play JD")):
        assert tuple(listed(words)) in game.legal(seat)
        game.apply(seat, tuple(listed(words)))
    assert game.scores() == [0, 0]
    assert game.points(0) == 40 + 4 + 2 + 11 + 2
    game.apply(0, ("play", "TS"))
    game.apply(1, ("play", "JC"))
    assert game.scores() == [3, 0]


def test_first_melds_of_canasta() -> None:
    held = ((3, 0, 0, "K"), (2, 0, 0, "A"))
    assert most_of_canasta(held, 0, 1, 5, canasta=False, balanced=False) == 60
    assert most_of_canasta(held, 0, 1, 6, canasta=False, balanced=False) == 90
    game = Canasta([listed("KC KD KH AS AC 2D 4S 5S"), [], [], []], 3, listed("9C"), listed("6C 7C"), minimum=(90, 50))
    game.apply(0, ("draw",))
    assert {move for move in game.legal(0) if move[0] == "meld"} == {
        ("meld", "KC", "KD", "KH"),
        ("meld", "AC", "AS", "2D"),
    }


def test_melds_of_pinochle() -> None:
    assert pinochle_meld(listed("AS TS KS QS JS KS QS 9S"), "S") == 150 + 40 + 10
    assert pinochle_meld(listed("KS QS KD QD KC QC KH QH"), "S") == 240
    assert pinochle_meld(listed("QS QS JD JD AS AS AD AD AC AC AH AH"), "H") == 300 + 1000
    assert pinochle_meld(listed("AS TS KS QS JS AS TS KS QS JS 9S 9S"), "S") == 1520


def test_cards_that_must_be_played_in_pinochle() -> None:
    hand = listed("9C AC 9H AH")
    for heading, trick, cards in (
        (False, "KC", "9C AC"),
        (True, "KC", "AC"),
        (True, "KC JH", "9C AC"),
        (False, "KH", "AH"),
        (False, "KD TH", "9H AH"),
        (True, "KD TH", "AH"),
        (True, "KD AH", "9H AH"),
        (True, "KS KD", "9H AH"),
    ):
        game = Pinochle([[]] * 4, 0, heading=heading)
        game.trump, game.trick = "H", list(enumerate(listed(trick)))
        assert game.playable(hand) == listed(cards)
