"""Sentences of rulebooks on tricks, combinations, piles, and cards that may be missing."""

from __future__ import annotations

import pytest

from .plain_text import text_of

LEADING = """\
cardrules: 1
name: Leading
summary: Tricks in which a marriage is led, and cards that are put aside.
players: 4
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
zones:
  stock:  {faces: hidden}
  hand:   {each: player, faces: owner}
  aside:  {each: player, faces: owner}
  played: {each: player, faces: shown}
  won:    {each: player, faces: hidden}
variables:
  wed:   {type: suit}
  laid:  {type: boolean, each: player}
teams: {seats: opposite}
tricks:
  phase: tricks
  leader: eldest
  trump: diamonds
  top_trumps: [rank is Q, rank is 8 and colour is red, it is 7C]
  leads: (hand where suit is wed and rank is in [Q, K]) if wed is not none else hand
  must: {trump: taker is not partner of actor, overtrump: laid}
  discards: hand where laid or suit is not hearts
deal: {do: shuffle stock then deal 8 each to hand}
phases:
  turn:   {players: each once}
  tricks: {players: each once from leader}
actions:
  lay:
    phase: turn
    choose: {card: a card from hand}
    when: size of aside is 0 or aside has rank A or size of aside is 3
    do: move card to aside then laid becomes true
  strong: {phase: turn, when: aside has no rank K and hand has no rank K}
  show:   {phase: turn, when: aside where rank is Q is empty, do: wed becomes suit of first of hand}
  play:   {phase: tricks, choose: {card: a card from playable}, do: move card to played}
match: {winner: highest}
"""


@pytest.mark.parametrize(
    "told",
    [
        "If there is a wed suit, only cards that are of the wed suit and that are queens or kings "
        "may be led unless the leader has no other cards.",
        "must play a trump, if they have one (if the player who takes the trick so far is not their partner).",
        "than those in the trick, if possible (if they have the mark “laid”).",
        "Others may play any card, but they may not play hearts if they have no mark “laid”, "
        "unless they have nothing else.",
    ],
)
def test_what_must_be_played_is_told_of_others_than_you(told: str) -> None:
    assert told in text_of(LEADING)


@pytest.mark.parametrize(
    ("must", "told"),
    [
        ("{overtrump: true}", "Players who cannot follow may play any card, but {lower}."),
        (
            "{overtrump: laid}",
            "Players who cannot follow may play any card, but {lower} (if they have the mark “laid”).",
        ),
        ("{trump: laid, overtrump: true}", "Others may play any card, but {lower}."),
        ("{trump: true, overtrump: true}", "Others may play any card. Diamonds"),
        ("{trump: true}", "Others may play any card. Diamonds"),
    ],
)
def test_lower_trumps_are_the_last_choice_of_those_who_must_overtrump_and_need_not_trump(must: str, told: str) -> None:
    lines = LEADING.splitlines(keepends=True)
    plain = "".join(each for each in lines if not each.startswith(("  discards:", "  top_trumps:")))
    text = text_of(plain.replace("{trump: taker is not partner of actor, overtrump: laid}", must))
    lower = "a trump that is not higher than those in the trick only if they have nothing else"
    assert told.format(lower=lower) in text


def test_a_condition_on_the_duty_to_follow_is_told() -> None:
    must = "{follow: laid, overtrump: laid}"
    text = text_of(LEADING.replace("{trump: taker is not partner of actor, overtrump: laid}", must))
    assert "Players who have a card of the suit led must play one if they have the mark “laid”." in text


def test_a_trump_in_place_of_the_suit_led_must_be_higher_where_overtrumping_is_a_duty() -> None:
    text = text_of(LEADING.replace("  discards:", "  may_trump: true\n  discards:"))
    assert "must play one or a trump. Such a trump must be higher than those in the trick (if they have" in text
    assert (
        "Others may play a trump that is not higher than those in the trick only if they have nothing else (if they "
        "have the mark “laid”). Others may play any card, but they may not play hearts" in text
    )


def test_top_trumps_that_are_several_are_told_in_the_order_of_their_suits() -> None:
    text = text_of(LEADING)
    assert "from the top: queens; red eights; 7♣. Such cards belong to the trump suit" in text
    decides = "Among queens, and among red eights, the suit decides; from low to high:"
    assert f"{decides} clubs, diamonds, hearts, spades." in text
    tops = "[rank is Q, rank is 8 and colour is red, it is 7C]"
    own = "[rank is J and suit is clubs, rank is J and colour is black, it is QC]"
    assert "the suit decides" not in text_of(LEADING.replace(tops, "it is QS"))
    text = text_of(LEADING.replace(tops, own).replace("trump: diamonds", "trump: clubs"))
    assert "the suit decides" not in text  # one jack is left


def test_cards_of_another_zone_than_the_hand_are_not_what_you_have() -> None:
    text = text_of(LEADING)
    assert "there are three cards in your aside" in text
    assert "there is no king in your aside" in text
    assert "you have no king" in text
    assert "cards in hand" not in text


MISSING = """\
cardrules: 1
name: Missing
summary: Some actions need a card on the pile, and others an empty pile.
players: 2
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
variables:
  named: {type: rank}
define:
  couple: 'hand where suit is hearts and rank is in [Q, K]'
deal: {do: shuffle stock then deal 5 each to hand}
phases:
  turn: {players: in turn, until: hand of dealer is empty}
actions:
  open:  {phase: turn, when: rank of top of pile is none, do: draw 1}
  raise: {phase: turn, when: rank of top of pile is not none, do: draw 2}
  wed:   {phase: turn, when: size of couple is 2, do: draw 4}
  play:
    phase: turn
    choose: {card: a card from hand}
    do: |
      if rank of card is named: draw 3
      move card to pile
match: {winner: highest}
"""


def test_a_card_that_may_be_missing_may_have_no_rank() -> None:
    text = text_of(MISSING)
    assert "Open: You may do this only if there is no top card of the pile. Draw one" in text
    assert "Raise: You may do this only if there is a top card of the pile. Draw two" in text
    assert "three cards" not in text  # no rank is ever named


def test_cards_of_a_kind_are_counted_among_them() -> None:
    told = "there are two cards among the queens and kings of hearts in your hand. Draw four"
    assert told in text_of(MISSING)


UNNAMED = """\
cardrules: 1
name: Unnamed
summary: Somebody may strike and call a suit, if that is agreed.
players: 3
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
variables:
  striker: {type: player}
  called:  {type: suit}
deal:
  do: shuffle stock then deal 5 each to hand
  after: |
    if striker is not nobody: add 2 to score of left of striker
    for each p in players: add 5 if p is striker else 1 to score of p
phases:
  turn: {players: in turn, until: hand of dealer is empty}
actions:
  strike:
    phase: turn
    choose: {suit_called: a suit}
    when: striking
    do: striker becomes actor then called becomes suit_called
  play:
    phase: turn
    choose: {card: a card from hand}
    when: striker is not actor or suit of card is called
    do: move card to pile
options: {striking: {type: boolean, default: false}}
match: {winner: highest}
"""


def test_whom_no_rule_names_is_not_spoken_of() -> None:
    text = text_of(UNNAMED)
    assert "strike" not in text
    assert "called" not in text
    assert "Play: Choose a card from your hand. Put the card on the pile." in text
    assert "each player scores 1 point." in text
    agreed = text_of(UNNAMED.replace("default: false", "default: true"))
    assert "You may do this only if you are not the striker or the card is of the called" in agreed
    assert "5 points if that player is the striker" in agreed


def test_whom_no_rule_names_is_still_nobody_where_something_depends_on_it() -> None:
    spoken = text_of(UNNAMED.replace("in turn,", "in turn from left of striker,"))
    assert "beginning with the player on the striker's left" in spoken
    assert "you are not the striker" in spoken


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        ("3 * size of hand of p", "each player scores 3 for each card in their hand."),
        ("2 * size of pile", "each player scores 2 for each card in the pile."),
        ("2 * size of (pile where rank is A)", "scores 2 for each of the aces in the pile."),
        ("gifts_of(p, K)", "scores the gifts for that player and a king."),
        ("gifts_of(p, K)", "Words used here: Gifts for the player and the rank: The sum of these: the number of"),
        ("score of p div tricks_of(p)", "each player scores their score divided by their tricks"),
    ],
)
def test_amounts_for_each_card_and_names_that_end_with_of(amount: str, told: str) -> None:
    long = "size of hand of p div 2 + 3 * size of pile + size of ((hand of p) where rank is 7)"
    gifts = f"gifts_of: {{with: 'player p, rank r', is: '{long} + size of (pile where rank is r)'}}"
    define = f"define: {{tricks_of: {{with: player p, is: '{long}'}}, {gifts}}}\n"
    rules = UNNAMED.replace("5 if p is striker else 1", amount)
    assert told in text_of(rules.replace("deal:\n", f"{define}deal:\n", 1))


CLIMBING = """\
cardrules: 1
name: Climbing
summary: Pairs are beaten by pairs, and three cards by three.
players: 3
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
zones: {stock: {faces: hidden}, heap: {faces: shown}, hand: {each: player, faces: owner}}
melds:
  pair:   {same: rank, size: 2}
  triple: {same: rank, size: 3}
  suited: {same: suit, size: 3}
rankings:
  twos:   {patterns: [[pair]]}
  threes: {patterns: triple suited}
options: {threes: {as: three_cards, type: boolean, default: true}}
deal: {do: shuffle stock then deal 8 each to hand}
phases: {turn: {players: in turn}}
actions:
  play:
    phase: turn
    choose: {cards: 'a pair, triple or suited from hand'}
    when: cards > heap by twos or (three_cards and cards >= heap by threes)
    do: move cards to heap
  pass: {phase: turn, do: actor wins}
"""


def test_rankings_that_conditions_compare_cards_by_are_told_and_named() -> None:
    text = text_of(CLIMBING)
    assert "Twos: Only combinations of the same kind and size are compared" in text
    assert "Threes: From the highest to the lowest: triple; suited." in text
    assert "the cards rank above the heap by “twos” or the cards rank at least as high as" in text
    assert "the heap by “threes”" in text
    alone = text_of(CLIMBING.replace("default: true", "default: false"))
    assert "Only combinations of the same kind and size are compared" in alone
    assert "Threes" not in alone
    assert "by “twos”" not in alone


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (
            "1 to (3 if size of hand > 24 else 4) cards",
            "one or more cards, but at most three cards (if you have more than 24 cards in hand) "
            "or four cards (otherwise), from your hand",
        ),
        ("1 to 4 cards", "one to four cards from your hand"),
        (
            "0 to (2 if heap is empty else 3) cards",
            "any number of cards, but at most two cards (if the heap is empty) or three cards "
            "(otherwise), from your hand",
        ),
    ],
)
def test_how_many_cards_may_be_chosen_is_told(cards: str, told: str) -> None:
    rules = CLIMBING.replace("a pair, triple or suited from hand", f"{cards} from hand")
    assert told in text_of(rules)


@pytest.mark.parametrize(
    ("loop", "told"),
    [
        (
            "(players from actor) - actor: if doubter is nobody: ask p to doubt",
            "For each other player, beginning on your left: if there is no doubter, that player has to doubt.",
        ),
        (
            "players: if stock is not empty: p draws 1",
            "For each player: if the stock is not empty, that player draws one card.",
        ),
        (
            "players - actor: if doubter is nobody: p draws 1",
            "If there is no doubter, each other player draws one card.",
        ),
        (
            "(players from dealer) - dealer: p draws 1",
            "Each player except the dealer, beginning on the dealer's left, draws one card.",
        ),
    ],
)
def test_a_condition_that_a_loop_can_change_is_told_of_each_round(loop: str, told: str) -> None:
    players, body = loop.split(": ", 1)
    text = f"|\n      move cards to heap\n      for each p in {players}:\n        {body}"
    rules = CLIMBING.replace("move cards to heap", text)
    rules += "  doubt: {phase: turn, do: doubter becomes actor}\n"
    rules += "variables: {doubter: {type: player}}\n"
    assert told in text_of(rules)


LAYOUT = """\
cardrules: 1
name: Layout
summary: Cards lie in columns of two.
players: 3
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  grid:  {each: player, piles: 6, faces: turned}
  hand:  {each: player, faces: owner}
variables: {opener: {type: player}}
define:
  worth:
    with: player p, number n
    is: |
      0 if cards of pile n of grid of p + cards of pile (n + 3) of grid of p share a rank
      else total value over (cards of pile n of grid of p + cards of pile (n + 3) of grid of p)
deal:
  do: |
    shuffle stock
    for each n in 1 to 6:
      for each p in players from eldest: move top of stock to pile n of grid of p
    deal size of stock div 4 each to hand
    opener becomes first of players where (hand of it) has rank A and 7D is in hand of it
  after: |
    for each p in players: add total worth(p, it) over [1, 2, 3] to score of p
    let all be total (total value over cards of pile it of grid of dealer) over [1, 2]
    add all to score of eldest
phases: {turn: {players: each once}}
actions:
  show: {phase: turn, when: AS is in hand, do: end deal}
  pass: {phase: turn, when: AS is not in hand}
match: {winner: lowest}
"""


@pytest.mark.parametrize(
    "told",
    [
        "For each number n from 1 to 6: for each player, beginning with the player on the dealer's "
        "left: put the top card of the stock on pile number n of their grid.",
        "divided by 4, rounded down, to each player, one at a time,",
        "The player who has an ace and who has 7♦ becomes the opener.",
        "Worth for the player and the number: 0 if the pile of the player's grid with that number "
        "and the pile of the player's grid whose number is the number plus 3 are of the same rank",
        "for each of 1 and 2, the total value of the pile of the dealer's grid with that number",
        "scores for each of 1, 2 and 3, the worth for that player and that number.",
        "You may do this only if you have A♠.",
        "You may do this only if you do not have A♠.",
    ],
)
def test_words_for_numbered_piles_and_named_cards(told: str) -> None:
    assert told in text_of(LAYOUT)


@pytest.mark.parametrize("trump", ["diamonds", "wed"])
@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("trump_order: high", ["trumps rank in this order, from low to high: 7 8 Q K 10 A 9 J"]),
        ("order: high", ["cards rank in this order, from low to high: 7 8 Q K 10 A 9 J"]),
        ("order: high, trump_order: high", ["cards rank in this order"]),
        (
            "order: low, trump_order: high",
            [
                "trumps rank in this order, from low to high: 7 8 Q K",
                "other cards rank in this order, from low to high: A 10",
            ],
        ),
    ],
)
def test_an_order_is_told_of_the_cards_that_it_is_about(trump: str, keys: str, told: list[str]) -> None:
    """Whatever names the trump suit: a suit, a variable or an expression."""
    text = LEADING.replace("ranks: 7 8 9 T J Q K A, ", "ranks: 7 8 9 J Q K T A, ").replace(
        "clubs diamonds hearts spades}",
        "clubs diamonds hearts spades, orders: {high: 7 8 Q K T A 9 J, low: A T K Q J 9 8 7}}",
    )
    cut = text.index("  top_trumps"), text.index("deal:")
    text = f"{text[: cut[0]]}  {keys.replace(', ', chr(10) + '  ')}\n{text[cut[1] :]}"
    shown = text_of(text.replace("trump: diamonds", f"trump: {trump}"))
    assert shown.count("rank in this order") == len(told)
    for sentence in told:
        assert f"n tricks the {sentence}" in shown


@pytest.mark.parametrize(
    ("address", "suit", "tops"),
    [("trump", False, True), ("top_trumps", False, False), ("order", True, True)],
)
def test_a_note_replaces_only_what_it_is_about(address: str, suit: bool, tops: bool) -> None:
    text = text_of(f"{LEADING}notes: {{trumps: So they say. (tricks.{address})}}\n")
    assert "So they say." in text
    assert ("Diamonds are trumps." in text, "The highest trumps are, from the top:" in text) == (suit, tops)
