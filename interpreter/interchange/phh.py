"""Hands of poker in the PHH format (github.com/uoftcprg/phh-std), read and written.

A file is TOML: one hand, or several in tables with numbers as names. The players are in the order in which cards are
dealt, so that the last one has the button; they are `p1`, `p2` and so on. What a variant is called here, and what its
rules call things, is in the tables `VARIANTS` and `NAMES`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final, cast

from ..diagnostics import brief
from ..errors import DeckError
from ..speech.english import listed


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the format.

    Attributes:
        ruleset: the ruleset that plays it.
        bets: its option of that name.
        stud: whether there is a bring-in, and no blinds.
    """

    ruleset: str
    bets: str
    stud: bool = False

    @property
    def limit(self) -> bool:
        """Whether bets are of two fixed sizes."""
        return self.bets == "limit"


VARIANTS: Final = {
    "FT": Variant("holdem", "limit"),
    "NT": Variant("holdem", "no_limit"),
    "NS": Variant("short_deck", "no_limit"),
    "PO": Variant("omaha", "pot_limit"),
    "FO/8": Variant("omaha_hi_lo", "limit"),
    "F7S": Variant("seven_card_stud", "limit", stud=True),
    "F7S/8": Variant("seven_card_stud_hi_lo", "limit", stud=True),
    "FR": Variant("razz", "limit", stud=True),
    "N2L1D": Variant("single_draw", "no_limit"),
    "F2L3D": Variant("triple_draw", "limit"),
    "FB": Variant("badugi", "limit"),
}
"""The variants of the standard by their codes."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand, with what players do in the notation of the format.

    Attributes:
        variant: its code.
        antes: what each player puts in first.
        stacks: the chips of each player at the beginning.
        actions: what dealer and players do.
        blinds: the blinds; those of two players are in the opposite order, as the format has it.
        bring_in: what the first player of a stud game puts in; 0 elsewhere.
        small_bet: the bet of the first rounds, or the least bet where bets are not fixed.
        big_bet: the bet of the last rounds; 0 where bets are not fixed.
        players: their names, if they are known.
        finishing: the chips of each player in the end, if they are known.
        unit: what one chip is in the file. It is 1 unless there are parts of a chip, or too many chips.
    """

    variant: str
    antes: tuple[int, ...]
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    blinds: tuple[int, ...] = ()
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    players: tuple[str, ...] = ()
    finishing: tuple[int, ...] = ()
    unit: Fraction = Fraction(1)

    @property
    def rules(self) -> Variant:
        """The variant that is played."""
        return VARIANTS[self.variant]


_MOST_CHIPS: Final = 100_000  # of a player, because all amounts are offered
_RAISE: Final = re.compile(r"\s*p[0-9]+\s+cbr\s+([0-9]{1,12}(?:\.[0-9]{1,6})?)(?=\s|#|$)")
_NUMBERED: Final = re.compile(r"[0-9]{1,9}")
_PLAYER: Final = re.compile(r"p([1-9][0-9]?)")
_CARD: Final = re.compile(r"[2-9TJQKA][cdhs]|\?\?")


def hands(text: str) -> dict[int, Hand]:
    """Return the hands of a file by their numbers; a hand that stands alone is the first one.

    Args:
        text: the text of the file.

    Raises:
        DeckError: the file has another form.
    """
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DeckError(f"this is not a file of hands, which is TOML: {error}") from None
    if "variant" in data:
        return {1: _hand(data, "the hand")}
    found = {
        int(name): _hand(cast("dict[str, Any]", table), f"hand {name}")
        for name, table in data.items()
        if _NUMBERED.fullmatch(name) and isinstance(table, dict)
    }
    if not found:
        raise DeckError("this file has no hand: nothing says which 'variant' is played")
    return found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the fields of a hand."""

    data: Mapping[str, Any]
    where: str

    def number(self, name: str) -> Fraction:
        return self._number(name, self._value(name))

    def numbers(self, name: str) -> list[Fraction]:
        return [self._number(name, each) for each in self._list(name)]

    def texts(self, name: str) -> tuple[str, ...]:
        found = self._list(name)
        if not all(isinstance(each, str) for each in found):
            raise DeckError(f"'{name}' of {self.where} is a list of texts")
        return tuple(cast("list[str]", found))

    def _list(self, name: str) -> list[Any]:
        found = self._value(name)
        if not isinstance(found, list):
            raise DeckError(f"'{name}' of {self.where} is a list, not {brief(found)}")
        return cast("list[Any]", found)

    def _value(self, name: str) -> Any:
        if name not in self.data:
            raise DeckError(f"{self.where} does not say '{name}'")
        return self.data[name]

    def _number(self, name: str, value: Any) -> Fraction:
        if not (type(value) is int or (isinstance(value, Decimal) and value.is_finite())) or not 0 <= value < 10**12:
            raise DeckError(f"'{name}' of {self.where} has {brief(str(value))}, which is no number of chips")
        return Fraction(value)


def _hand(data: Mapping[str, Any], where: str) -> Hand:
    """Return a hand of a file."""
    read = _Reader(data, where)
    code = data.get("variant")
    variant = VARIANTS.get(code) if isinstance(code, str) else None
    if variant is None:
        known = listed(sorted(VARIANTS), "or")
        raise DeckError(f"no game here is the variant {brief(code)} of {where}; a variant is {known}")
    actions = read.texts("actions")
    lists = {name: read.numbers(name) for name in ("starting_stacks", "antes")}
    lists["blinds_or_straddles"] = [] if variant.stud else read.numbers("blinds_or_straddles")
    lists["finishing_stacks"] = read.numbers("finishing_stacks") if "finishing_stacks" in data else []
    lists["bets"] = [
        read.number("bring_in") if variant.stud else Fraction(0),
        read.number("small_bet" if variant.limit else "min_bet"),
        read.number("big_bet") if variant.limit else Fraction(0),
    ]
    raises = [Fraction(found[1]) for each in actions if (found := _RAISE.match(each))]
    unit = _unit(
        [each for amounts in (*lists.values(), raises) for each in amounts], max(lists["starting_stacks"], default=0)
    )
    whole = {name: tuple(int(each / unit) for each in amounts) for name, amounts in lists.items()}
    bring_in, small_bet, big_bet = whole["bets"]
    found = Hand(
        cast("str", code),
        whole["antes"],
        whole["starting_stacks"],
        actions,
        blinds=whole["blinds_or_straddles"],
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=big_bet,
        players=read.texts("players") if "players" in data else (),
        finishing=whole["finishing_stacks"],
        unit=unit,
    )
    for name, each in {**whole, "bets": (), "players": found.players}.items():
        if each and len(each) != len(found.stacks):
            raise DeckError(
                f"'{name}' of {where} has {len(each)} entries, not one for each of the {len(found.stacks)} players"
            )
    return found


def _unit(amounts: Sequence[Fraction], largest: Fraction | int) -> Fraction:
    """Return the unit in which chips are counted.

    Raises:
        DeckError: there would be too many of them.
    """
    parts = lcm(*(each.denominator for each in amounts))
    unit = Fraction(1, parts)
    if largest / unit > _MOST_CHIPS:
        unit *= gcd(*(int(each * parts) for each in amounts))
    if largest / unit > _MOST_CHIPS:
        raise DeckError(f"a player has {largest} chips, too many where {float(unit):g} is the largest common unit")
    return unit


def written(hands: Mapping[int, Hand]) -> str:
    """Return the text of a file: a hand alone, or several in numbered tables.

    Args:
        hands: the hands by their numbers.
    """
    if len(hands) == 1:
        return _text(*hands.values())
    return "\n".join(f"[{number}]\n{_text(hand)}" for number, hand in hands.items())


def _text(hand: Hand) -> str:
    variant = hand.rules

    def chips(amounts: Sequence[int]) -> str:
        return ", ".join(_amount(each * hand.unit) for each in amounts)

    lines = {"variant": _quoted(hand.variant), "antes": f"[{chips(hand.antes)}]"}
    lines |= (
        {"bring_in": chips([hand.bring_in])} if variant.stud else {"blinds_or_straddles": f"[{chips(hand.blinds)}]"}
    )
    lines |= (
        {"small_bet": chips([hand.small_bet]), "big_bet": chips([hand.big_bet])}
        if variant.limit
        else {"min_bet": chips([hand.small_bet])}
    )
    lines["starting_stacks"] = f"[{chips(hand.stacks)}]"
    lines["actions"] = "".join(["[\n", *(f"  {_quoted(each)},\n" for each in hand.actions), "]"])
    if hand.players:
        lines["players"] = f"[{', '.join(map(_quoted, hand.players))}]"
    if hand.finishing:
        lines["finishing_stacks"] = f"[{chips(hand.finishing)}]"
    return "".join(f"{name} = {value}\n" for name, value in lines.items())


def _amount(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.6f}".rstrip("0")


def _quoted(text: str) -> str:
    escaped = (f"\\{sign}" if sign in '"\\' else sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in text)
    return f'"{"".join(escaped)}"'


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards that are dealt; `??` stands for a card that nobody knows.

    Attributes:
        cards: the cards, as they are written here.
        player: the player who gets them, from 0; None if they are for all.
    """

    cards: tuple[str, ...]
    player: int | None


@dataclass(frozen=True, slots=True)
class Done:
    """What a player does.

    Attributes:
        player: the player, from 0.
        verb: the word of the format: `f`, `cc`, `cbr`, `pb` or `sd`.
        amount: the number of `cbr`.
        cards: the cards of `sd`.
    """

    player: int
    verb: str
    amount: int = 0
    cards: tuple[str, ...] = ()


def read_actions(hand: Hand) -> Iterator[Dealt | Done]:
    """Yield what happens in a hand, without showdown and comments.

    Args:
        hand: the hand.

    Raises:
        DeckError: an action has another form, or there is no such player.
    """
    for number, text in enumerate(hand.actions, 1):
        match text.partition("#")[0].split():
            case [] | [_, "sm"] | [_, "sm", _]:
                continue
            case ["d", "db", cards]:
                yield Dealt(_cards(cards, number), None)
            case ["d", "dh", player, cards]:
                yield Dealt(_cards(cards, number), _player(hand, player, number))
            case [player, "f" | "cc" | "pb" | "sd" as verb]:
                yield Done(_player(hand, player, number), verb)
            case [player, "sd", cards]:
                yield Done(_player(hand, player, number), "sd", cards=_cards(cards, number))
            case [player, "cbr", _] if found := _RAISE.match(text):
                yield Done(_player(hand, player, number), "cbr", int(Fraction(found[1]) / hand.unit))
            case _:
                raise DeckError(f"action {number} of the hand, {brief(text)}, has no meaning")


def _player(hand: Hand, text: str, number: int) -> int:
    found = _PLAYER.fullmatch(text)
    if found is None or int(found[1]) > len(hand.stacks):
        raise DeckError(f"action {number} of the hand names {brief(text)}; players are p1 to p{len(hand.stacks)}")
    return int(found[1]) - 1


def _cards(text: str, number: int) -> tuple[str, ...]:
    found = _CARD.findall(text)
    if "".join(found) != text:
        raise DeckError(f"action {number} of the hand has {brief(text)}, which are no cards such as 'Ah7c'")
    return tuple(each.upper() for each in found)


def cards_text(cards: Sequence[str]) -> str:
    """Return cards as the format has them.

    >>> cards_text(["AH", "TC"])
    'AhTc'
    """
    return "".join(card[0] + card[1].lower() for card in cards)


@dataclass(frozen=True, slots=True)
class Names:
    """What the rules of poker games call things.

    Attributes:
        stack: the chips of a player.
        bet: the chips that a player has put in.
        round: the number of the round of betting.
        blinds: the variables of the players who have the small and the big blind.
        verbs: the words of actions, by those of the format; the first one that is legal is meant.
    """

    stack: str = "score"
    bet: str = "bet"
    round: str = "round"
    blinds: tuple[str, str] = ("small", "big")
    verbs: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "f": ("fold",),
            "cc": ("check", "call"),
            "cbr": ("raise",),
            "pb": ("bring_in",),
            "sd": ("stand", "discard"),
        }
    )


NAMES: Final = Names()
