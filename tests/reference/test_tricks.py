"""The keys of the section `tricks` beside each other: none is ignored where another is there.

Each pair of keys is written into a small ruleset. The definitional interpreter computes what may be
played in positions by chance, and the definition of tricks in plain Python says what is right.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import has_errors

from .expressions import value
from .game import Player
from .tricks import JACKS, TENS, Rules, no_suit, rank_is

SOURCE = """\
cardrules: 1
name: Two keys
players: 3
deck:
  ranks: 7 8 9 T J Q K A
  suits: diamonds hearts spades clubs
  orders: {{tens: 7 8 9 J Q K T A, jacks: 7 8 Q K T A 9 J}}
  jokers: 1
zones:
  stock:  {{faces: hidden}}
  {hand}: {{each: player}}
  {played}: {{each: player, faces: shown}}
  {won}:  {{{whose}faces: shown}}
tricks:
  phase: trick_taking
  leader: eldest
{keys}
deal: {{do: shuffle stock then deal 10 each to {hand}}}
phases: {{trick_taking: {{players: each once from leader}}}}
actions:
  play:
    phase: trick_taking
    choose: {{card: a card from playable}}
    do: move card to {played}{turn}
match: {{winner: highest, result: score of dealer becomes 1}}
"""


class Keys:
    """What a ruleset says under `tricks`, and what that means."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.must: list[str] = []
        self.zones = {"hand": "hand", "played": "played", "won": "won", "whose": "each: player, "}
        self.rules = Rules()
        self.taker = "best"
        self.dummy = False

    def text(self) -> str:
        lines = list(self.lines)
        if self.must:
            lines.append(f"must: {{{', '.join(self.must)}}}")
        lines = [each.replace("HAND", self._hand()) for each in lines]
        keys = "\n".join(f"  {line}" for line in lines)
        return SOURCE.format(keys=keys, turn=" of turn_of" * self.dummy, **self.zones)

    def _hand(self) -> str:
        return self.zones["hand"] + " of turn_of" * self.dummy

    def key(self, line: str, **meaning: Any) -> None:
        """Write a key; `HAND` is the hand that is played from."""
        self.lines.append(line)
        self.rules = replace(self.rules, **meaning)

    def duty(self, word: str, key: str, holds: bool) -> None:
        self.must.append(f"{word}: {str(holds).lower()}")
        self.rules = replace(self.rules, **{key: holds})

    def zone(self, key: str, name: str) -> None:
        self.lines.append(f"{key}: {name}")
        self.zones[key] = name

    def taken(self) -> None:
        self.lines.append("taker: owner of last of trick")
        self.taker = "last"

    def plays_for(self) -> None:
        self.lines.append("plays_for: {with: player p, is: eldest if p is dealer else p}")
        self.dummy = True

    def on_the_table(self) -> None:
        self.zone("won", "taken")
        self.zones["whose"] = ""


KEYS: dict[str, Callable[[Keys], None]] = {
    "trump": lambda keys: keys.key("trump: hearts", trump="H"),
    "trump that is none": lambda keys: keys.key("trump: none", trump=""),
    "top_trumps": lambda keys: keys.key("top_trumps: [rank is J, it is QS]", tops=(rank_is("J"), "QS".__eq__)),
    "order": lambda keys: keys.key("order: tens", order=TENS),
    "trump_order": lambda keys: keys.key("trump_order: jacks", trump_order=JACKS),
    "exempt": lambda keys: keys.key("exempt: it is a joker", exempt="Jo".__eq__),
    "exempt with a suit": lambda keys: keys.key("exempt: rank is K", exempt=rank_is("K")),
    "exempt trumps": lambda keys: keys.key("exempt: it is 9H or it is QS", exempt=("9H", "QS").__contains__),
    "leads": lambda keys: keys.key("leads: (HAND) where suit is not hearts", leads=no_suit("H")),
    "discards": lambda keys: keys.key("discards: (HAND) where rank is 7", discards=rank_is("7")),
    "discards, no trumps": lambda keys: keys.key("discards: (HAND) where suit is not hearts", discards=no_suit("H")),
    "may_trump": lambda keys: keys.key("may_trump: true", may_trump=True),
    "may_trump: false": lambda keys: keys.key("may_trump: 1 > 2", may_trump=False),
    "must.follow": lambda keys: keys.duty("follow", "follow", False),
    "must.follow: true": lambda keys: keys.duty("follow", "follow", True),
    "must.trump": lambda keys: keys.duty("trump", "must_trump", True),
    "must.trump: false": lambda keys: keys.duty("trump", "must_trump", False),
    "must.overtrump": lambda keys: keys.duty("overtrump", "overtrump", True),
    "must.overtrump: false": lambda keys: keys.duty("overtrump", "overtrump", False),
    "must.head": lambda keys: keys.duty("head", "head", True),
    "taker": Keys.taken,
    "plays_for": Keys.plays_for,
    "hand": lambda keys: keys.zone("hand", "cards_held"),
    "played": lambda keys: keys.zone("played", "laid"),
    "won": Keys.on_the_table,
}
"""Each key of the section with a value; keys with two meanings come twice."""


def fit(keys: tuple[str, ...]) -> bool:
    """Whether keys can stand together: each once, and an order of trumps beside a trump."""
    words = [key.split(":")[0].split(",")[0].split(" ")[0] for key in keys]
    return len(set(words)) == len(words) and ("trump_order" not in words or "trump" in keys)


def written(*names: str) -> Keys:
    keys = Keys()
    for name in sorted(names, key=list(KEYS).index):
        KEYS[name](keys)
    if "trump_order" not in names:
        keys.rules = replace(keys.rules, trump_order=keys.rules.order)
    return keys


def compare(keys: Keys, seed: int, positions: int) -> None:
    """Compare the words that the section gives, in positions by chance."""
    loaded = load_text(keys.text(), "tricks.yaml")
    assert loaded.program is not None, loaded.diagnostics
    assert not has_errors(loaded.diagnostics)
    player, dice = Player(loaded.program), random.Random(seed)
    here, rules = player.here, keys.rules
    every = {card.text: card for card in here.cards}

    def found(word: str, *given: Any) -> Any:
        definition = here.program.definitions[word]
        assert definition.value is not None
        names = {parameter: each for (parameter, _), each in zip(definition.parameters, given)}  # noqa: B905
        return value(definition.value, here, {"actor": actor, **names})

    for _ in range(positions):
        leader, length = dice.randrange(3), dice.randint(0, 2)
        seats = [(leader + step) % 3 for step in range(3)]
        cards = dice.sample(sorted(every), 2 + dice.randint(1, 6))
        trick, hand = cards[:length], cards[2:]
        seat = seats[length]
        actor = seat
        dealer = here.table.dealer
        if keys.dummy and seat == dealer:
            actor = (seat + 1) % 3
        laid: list[list[Any]] = [[] for _ in seats]
        held: list[list[Any]] = [[] for _ in seats]
        for each, card in zip(seats, trick, strict=False):
            laid[each] = [every[card]]
        held[seat] = sorted((every[card] for card in hand), key=lambda card: card.number)
        here.table.zones[keys.zones["hand"]] = held
        here.table.zones[keys.zones["played"]] = laid
        here.table.variables["leader"] = leader
        about = keys.text(), hand, trick
        assert {card.text for card in found("playable")} == rules.playable(hand, trick), about
        assert [card.text for card in found("trick")] == trick
        for card in held[seat]:
            assert found("takes", card) == rules.takes(card.text, trick), (card, *about)
            assert found("is_trump", card) == rules.is_trump(card.text)
        if trick:
            best = rules.best(trick)
            taker = seats[length - 1 if keys.taker == "last" else trick.index(best)]
            assert (found("best").text, found("taker")) == (best, taker), about


def beside_trump(key: str) -> list[tuple[str, ...]]:
    """A key with each later one, and with a trump."""
    later = list(KEYS)[list(KEYS).index(key) + 1 :]
    return [each for other in later if fit(each := ("trump", key, other))]


@pytest.mark.parametrize("key", [key for key in KEYS if beside_trump(key)])
def test_no_key_is_ignored_beside_another(key: str, amount: Callable[[int, int], int]) -> None:
    every = amount(4, 1)
    for number, names in enumerate(beside_trump(key)):
        if number % every == len(key) % every:
            compare(written(*names), seed=number, positions=amount(25, 200))


@pytest.mark.parametrize(
    "names",
    [
        ("trump", "discards", "must.overtrump"),
        ("trump", "must.trump", "must.overtrump", "discards"),
        ("trump", "may_trump", "must.overtrump"),
        ("trump", "may_trump", "must.head"),
        ("trump", "may_trump", "must.head", "must.overtrump", "discards"),
        ("trump", "top_trumps", "exempt with a suit"),
        ("trump", "exempt trumps", "must.trump", "must.overtrump"),
        ("trump that is none", "must.trump", "discards"),
        ("top_trumps", "must.overtrump", "discards, no trumps"),
        ("exempt with a suit", "leads"),
    ],
    ids=" + ".join,
)
def test_keys_that_bind_the_same_player(names: tuple[str, ...]) -> None:
    compare(written(*names), seed=1, positions=150)
