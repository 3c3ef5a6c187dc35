"""Sentences of rulebooks: each means one thing, in English, whatever the rules are."""

from __future__ import annotations

import pytest

from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.rulebook.markdown import markdown
from cardrules.interpreter.rulebook.rulebook import chapters

from .plain_text import text_of

WORDED = """\
cardrules: 1
name: Worded
summary: A game of points and of sides that are formed in it.
players: 4
deck:
  ranks: 7 8 9 T J Q K A
  suits: clubs diamonds hearts spades
  attributes: {points: {A: 11, T: 10}}
zones:
  stock:  {faces: hidden}
  hand:   {each: player, faces: owner}
  played: {each: player, faces: shown}
  won:    {each: player, faces: hidden, ordered: true}
variables:
  named:  {type: rank}
  struck: {type: boolean, internal: true}
  memo:   {type: number, internal: true}
teams: {scope: match}
define:
  taken: {with: player p, is: total points over won of p}
  sum:   {with: players side, is: total taken(it) over side}
tricks:
  phase: tricks
  leader: eldest
  do: 'if led is clubs: struck becomes true'
deal:
  do: shuffle stock then deal 104 each to hand
  after: |
    for each p in players: add total points over won of p to score of p
    add points of first of won of dealer to score of dealer
    if won of players is empty: add 1 to score of dealer
    if sum([dealer, left of dealer]) > 60: add 1 to score of dealer
phases:
  turn:   {players: each once}
  tricks: {players: each once from leader}
actions:
  ally:  {phase: turn, do: actor + dealer against the rest}
  two:   {phase: turn, do: actor + dealer against left of actor}
  name:  {phase: turn, choose: {wanted: a rank}, do: named becomes wanted then add 1 to memo}
  burn:  {phase: turn, choose: {card: a card from hand where rank is named}, do: move card to won}
  climb:
    phase: turn
    choose: {card: a card from hand where rank is rank above none if named is K else hand}
    do: move card to won
  pass:  {phase: turn, when: easy}
  play:
    phase: tricks
    choose: {card: a card from playable}
    when: size of trick > 0 or not struck
    do: move card to played
effects:
  rest: {on: pass, when: not easy, do: end deal}
  side: {on: play, when: rank of card is A, do: actor against the rest}
options: {easy: {type: boolean, default: true}}
match: {winner: highest}
"""


@pytest.mark.parametrize(
    "told",
    [
        "Deal all the cards to the players, one at a time",
        "You and the dealer play together against all others.",
        "You and the dealer play together against the player on your left; all others play alone.",
        "If the card is an ace, you play alone against all others",
        "The players of each side put together what they have.",
        "Choose a card from your hand that is of the named rank.",
        "Choose a card from your hand that is of the lowest rank if the named rank is a king; "
        "otherwise a card from your hand.",
        "Pass: Do nothing.",
        "You may do this only if the trick is not empty or the mark “struck” is not set. Play the card.",
        "If the suit led is clubs, the mark “struck” is set.",
        "Each player scores the total points of their won cards.",
        "The dealer scores the points of the first of the dealer's won cards.",
        "If all won cards are empty, the dealer scores 1 point.",
        "the total points of the won cards of the dealer and the player on the dealer's left is",
    ],
)
def test_words_of_rules_without_phrases(told: str) -> None:
    text = text_of(WORDED)
    assert told in text
    assert "memo" not in text  # no rule depends on it


def test_statements_are_repeated_for_those_there_are() -> None:
    after = "each p in (players where score of it > 9) otherwise players"
    text = text_of(WORDED.replace("each p in players", after))
    each = "Each player who has more than 9 points or, if there is none, each player scores"
    assert f"{each} the total points of their won cards." in text
    burn = "do: move card to won}"
    text = text_of(WORDED.replace(burn, "do: 'repeat memo times: move card to won'}"))
    assert "Repeat this as many times as the memo: put the card among your won cards." in text


def test_that_nobody_has_nothing_is_told_as_that_everybody_has_something() -> None:
    of_all = "if won of players is empty:"
    none = "(players where (hand of it) where rank is K is empty) is empty:"
    text = text_of(WORDED.replace(of_all, f"if {none}"))
    assert "If every player has a king, the dealer scores 1 point." in text
    none = "(players where hand of it is not empty) is empty:"
    text = text_of(WORDED.replace(of_all, f"if {none}"))
    assert "If every player's hand is empty, the dealer scores 1 point." in text


def test_who_can_is_asked_until_nobody_does() -> None:
    ask = "do: 'ask whoever can among players from dealer to steal or hold then move card to won'}"
    text = text_of(WORDED.replace("do: move card to won}", ask).replace("actions:\n", "actions:\n" + STEALING))
    assert "Whoever can may steal: ask all players, beginning with the dealer, until nobody does. Put the card" in text


STEALING = "  steal: {when: hand is not empty, do: actor leaves}\n  hold: {}\n"


def test_a_phrase_that_names_a_thing_of_a_player_says_your() -> None:
    text = text_of(WORDED + "phrases: {won: 'the pile of {player}'}\n")
    assert "Put the card into your pile." in text
    assert "of you" not in text


def test_tricks_that_go_round_anticlockwise_are_not_told_to_go_clockwise() -> None:
    scheme = "each once from leader"
    order = "[dealer, right of dealer, left of dealer]"
    text = text_of(CAREFUL.replace(scheme, f"'{scheme} by {order}'"))
    who = "the dealer, the player on the dealer's right and the player on the dealer's left"
    assert f"The order of play is {who}, round and round." in text
    assert "every player plays one card, in this order, beginning with its leader" in text


PAYING = """\
cardrules: 1
name: Paying
summary: A game of columns in which players pay each other.
players: 3
deck: {ranks: A 2 3 4 5 6 7 8 9 T J Q K, suits: clubs diamonds hearts spades}
zones:
  stock:   {faces: hidden}
  columns: {faces: shown, piles: 4}
  hand:    {each: player, faces: owner}
variables:
  opener: {type: player}
  chosen: {type: number, internal: true}
deal:
  dealer: nobody
  do: |
    shuffle stock then deal 5 each to hand
    for each n in 1 to 4: move top of stock to pile n of columns
  after: |
    let winner be first of (players with highest size of hand of it)
    for each p in players where hand of it is empty:
      for each q in players - p:
        add size of hand of q to score of p
        add -size of hand of q to score of q
    for each p in players - winner:
      add size of hand of p to score of winner
phases:
  turn:  {players: in turn from eldest, until: stock is empty}
  later: {players: each once}
actions:
  open:
    phase: turn
    when: >-
      opener is not nobody or (sets of 2 of hand where it share a rank and value of first of it > 9)
      is not empty
    do: opener becomes actor
  lead:
    phase: turn
    choose: {card: a card from hand}
    when: card is first of (hand where suit is suit of card)
    do: move card to stock
  drop:  {phase: [turn, later], choose: {cards: 0 to 3 cards from hand}, do: move cards to stock}
  clear: {phase: later, choose: {cards: 0 or more cards from hand}, do: move cards to stock}
  shift:
    phase: later
    choose: {n: a number from 1 to 2, card: a card from hand}
    when: cards of pile n of columns is not empty and cards of pile (n + 2) of columns is empty
    do: move card to pile n of columns
match: {winner: highest, deals: 3}
"""


@pytest.mark.parametrize(
    "told",
    [
        "The dealer of each later deal is chosen in the same way.",
        "put the top card of the stock on pile number n of the columns.",
        "the pile of the columns whose number is the n plus 2.",
        "for each player except that player: that player scores the number of cards in the other player's hand.",
        "each player except that player loses the number of cards in their hand",
        "scores the number of cards in that player's hand",
        "there is an opener",
        "there are two cards in your hand that are of the same rank and",
        "the card is the first card in your hand that is of the same suit as the card",
        "Choose up to three cards from your hand.",
        "Choose any number of cards from your hand.",
    ],
)
def test_who_pays_whom_and_which_cards_are_meant(told: str) -> None:
    assert told in text_of(PAYING)


def test_a_deal_may_reverse_the_direction_of_all_turns() -> None:
    told = "Players take turns {}, beginning with the player on the dealer's left."
    for rules, around in (
        (PAYING, "clockwise"),
        (
            PAYING.replace("do: |\n    shuffle", "do: |\n    reverse\n    shuffle"),
            "counterclockwise",
        ),
    ):
        assert told.format(around) in markdown(chapters(load_text(rules)))


def test_the_next_player_sits_on_the_right_in_a_counterclockwise_game() -> None:
    text = text_of(PAYING.replace("do: |\n    shuffle", "direction: counterclockwise\n  do: |\n    shuffle"))
    assert "Players take turns counterclockwise, beginning with the player on the dealer's right." in text
    assert " clockwise" not in text
    assert "dealer's left" not in text


def test_an_action_told_before_is_cited_by_the_title_of_its_part() -> None:
    rules = PAYING.replace("drop:  {", "drop:  {help: Drop as many cards as you like or none., ")
    text = text_of(rules)
    assert "Drop: As in “Turns”." in text


def test_a_condition_on_the_order_of_the_ranks_in_tricks_is_told() -> None:
    rules = "cardrules: 1\nextends: skat\nname: Test\nremove: [notes]\n"
    text = text_of(rules)
    assert "If the contract is not null game, in tricks the cards rank in this order" in text


CAREFUL = """\
cardrules: 1
name: Careful
summary: A game whose sentences could be read in two ways.
players: 3
deck: {ranks: A 2 3 4 5 6 7, suits: clubs diamonds hearts spades}
zones:
  stock:  {faces: hidden}
  hand:   {each: player, faces: owner}
  played: {each: player, faces: shown}
  won:    {each: player, faces: hidden}
variables:
  asked:  {type: suit}
  called: {type: card}
  declared: {type: cards, each: player}
  ready:  {type: boolean, each: player}
  made:   {type: number}
melds:
  three: {same: rank, size: 3, ranks: A 2 3}
  run:   {same: suit, consecutive: rank, size: 3, ranks: A 2 3}
define:
  price: {with: number n, is: 9 if n is 1 else 2 * n}
tricks:
  phase: tricks
  leader: eldest
  trump: clubs if made is 1 else hearts if made is 2 else none
deal:
  do: shuffle stock then deal 5 each to hand
  after: |
    for each p in players:
      let bonus be price(made) + size of won of p
      add 1 to score of p
      for each q in players - p: add bonus to score of q
      for each q in players: add size of hand of p to score of q
phases:
  turn:   {players: each once, until: asked is not none}
  tricks: {players: each once from leader}
actions:
  ask:  {phase: turn, choose: {named: a suit}, do: asked becomes named}
  call:
    phase: turn
    choose: {card: a card from hand}
    when: card is not called or size of hand > 2 and (made is 0 if ready else made is 1)
    do: called becomes card then ready becomes true
  show:
    phase: turn
    choose: {cards: a three or run from hand}
    do: declared becomes declared + cards
  bid:
    phase: turn
    choose: {tricks_bid: a number from 1 to 3}
    when: price(tricks_bid) > made
    do: made becomes tricks_bid
  play: {phase: tricks, choose: {card: a card from playable}, do: move card to played}
match:
  deals: 9
  until: players where (score of it >= 5 and ready of it) or score of it <= -5 is not empty
  winner: highest
"""


@pytest.mark.parametrize(
    "told",
    [
        "This part ends when there is an asked suit.",
        "the card is not the called card",
        "The cards are added to your declared cards.",
        "Three aces, twos or threes of the same rank.",
        "Three aces, twos and threes of one suit in sequence.",
        "by the made: clubs for 1, hearts for 2, otherwise none.",
        "only if (9 if the tricks bid is 1, otherwise twice the tricks bid) is more than the made.",
        "Each player except that player scores the number of that player's won cards",
        "Each player scores the number of cards in that player's hand.",
        "such that (they have 5 points or more and they have the mark “ready”) or they have −5",
    ],
)
def test_a_sentence_can_be_read_in_one_way(told: str) -> None:
    text = text_of(CAREFUL)
    assert told in text
    assert "((" not in text


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        (
            "total (2 if rank is K else 1) over hand of p",
            "for each card in their hand, 2 if it is a king, otherwise 1",
        ),
        (
            "total (2 if rank is K else 1) over hand of p - size of stock",
            "(for each card in their hand, 2 if it is a king, otherwise 1) minus the number of",
        ),
        (
            "highest of_suit(hand of p, it) over [clubs, hearts]",
            "the highest number of cards in their hand that are of one of clubs and hearts",
        ),
        (
            "total of_suit(hand of p, it) over [clubs, hearts]",
            "sum over clubs and hearts of the number of cards in their hand that are of that suit",
        ),
    ],
)
def test_amounts_that_are_added_up_over_cards_and_suits(amount: str, told: str) -> None:
    of_suit = "{with: 'cards held, suit s', is: size of (held where suit is s)}"
    text = PAYING.replace("deal:\n", f"define: {{of_suit: {of_suit}}}\ndeal:\n", 1).replace(
        "    let winner be",
        f"    for each p in players: add {amount} to score of p\n    let winner be",
    )
    assert told in text_of(text)


NAMED_FIRST = """\
cardrules: 1
name: Named First
summary: A card is named before somebody may draw it.
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
phases: {turn: {players: in turn}}
actions:
  take:
    phase: turn
    do: |
      let fished be top of stock
      STATEMENT
      if rank of fished is 2: actor wins
"""


@pytest.mark.parametrize("statement", ["draw 1", "if hand is empty: draw 1"])
def test_a_card_that_is_named_before_a_move_keeps_its_name(statement: str) -> None:
    text = text_of(NAMED_FIRST.replace("STATEMENT", statement))
    assert "Call the top card of the stock the fished." in text
    assert "If the fished is a two, you win the game." in text


def test_a_card_that_is_named_without_a_move_needs_no_name() -> None:
    text = text_of(NAMED_FIRST.replace("STATEMENT", "add 1 to score"))
    assert "If the top card of the stock is a two, you win the game." in text


def test_a_label_may_name_a_rank_that_is_a_numeral() -> None:
    text = text_of(NAMED_FIRST.replace("STATEMENT", "draw 1") + "labels: {2: deuce}\n")
    assert "If the fished is a deuce, you win the game." in text


def test_a_limit_that_nobody_has_written_is_not_told() -> None:
    match = "match: {until: score of any player >= 9, winner: highest}\n"
    text = text_of(NAMED_FIRST.replace("STATEMENT", "add 1 to score") + match)
    assert "The match ends after a deal if a player has 9 points or more." in text
    assert "in any case" not in text
    text = text_of(NAMED_FIRST.replace("STATEMENT", "add 1 to score") + match.replace("winner", "deals: 50, winner"))
    assert "It ends after 50 deals in any case." in text


@pytest.mark.parametrize(
    ("statement", "card"), [("draw 1", "the fished"), ("add 1 to score", "the top card of the stock")]
)
def test_an_effect_calls_a_card_that_may_have_moved_by_its_name(statement: str, card: str) -> None:
    effect = "effects:\n  four: {on: take, when: rank of fished is 4, do: actor loses}\n"
    text = text_of(NAMED_FIRST.replace("STATEMENT", statement) + effect)
    assert f"If {card} is a four, you lose the game." in text


def test_an_effect_says_a_condition_that_the_action_has_tested() -> None:
    """What was so before cards moved is said as it was, and denied."""
    named = "draw 1 then let odd be rank of fished is 4"
    effects = "effects:\n  four: {on: take, when: not odd, do: actor loses}\n"
    text = text_of(NAMED_FIRST.replace("STATEMENT", named) + effects)
    assert "If the fished is not a four, you lose the game." in text


PAYOFF = """\
cardrules: 1
name: Payoff
summary: A game of piles that are played away.
players: 3
deck: {ranks: A 2 3 4 5 6 7, suits: clubs hearts, cards: {wizard: 2, jester: 2}, packs: 2}
teams: {scope: deal}
zones:
  stock:  {faces: hidden}
  spent:  {faces: hidden}
  payoff: {each: player, faces: top, ordered: true}
  shop:   {faces: top}
  hand:   {each: player, faces: owner}
  played: {each: player, faces: shown}
  won:    {each: player, faces: hidden}
variables:
  caller:  {type: player}
  callers: {type: players}
define:
  wild:    caller is nobody
  finders: players where it is in callers
  others:  players - finders
  fits: {with: number n, is: n is 3}
  make_known: {do: caller becomes actor then finders against others}
tricks:
  phase: tricks
  leader: eldest
  trump: hearts
  top_trumps: [it is 2C and wild, rank is A and wild]
  exempt: rank is in [wizard, jester]
  taker: owner of first of (trick where it is a wizard) if trick has rank wizard else owner of best
deal:
  do: |
    shuffle stock
    deal 5 each to payoff
    deal 4 to shop
    deal 3 each to hand
phases:
  turn:   {players: each once, when: callers is not empty}
  tricks: {players: each once from leader}
actions:
  call:
    phase: turn
    when: payoff is not empty
    do: |
      callers becomes callers + actor
      finders against others
      make_known
  clear: {phase: turn, when: fits(size of payoff), do: move spent to bottom of stock}
  play:  {phase: tricks, choose: {card: a card from playable}, do: move card to played}
effects:
  out: {on: play, when: payoff is empty, do: actor wins}
  known: {on: clear, when: spent is empty, do: caller becomes actor then make_known}
  all_done: {on: clear, when: stock is empty, do: players with lowest size of payoff of it wins}
phrases:
  payoff: '{player''s} pay-off pile'
  spent: the full piles
  callers: the players who have called
  finders: the finders
  fits: your pile has {n} cards
  others: the searchers
  make_known: Now everybody knows who plays with whom.
"""


@pytest.mark.parametrize(
    "told",
    [
        "Pay-off pile (one for each player, only the top card is seen)",
        "Deal five cards to each player, the last one face up, as the player's pay-off pile.",
        "Deal four cards to the shop, the last one face up.",
        "only if there are players who have called.",
        "The trick goes to the player who has played the first wizard in the trick if there is",
        "the players with the lowest number of cards in their pay-off pile win the game.",
        "only if your pay-off pile is not empty.",
        "The finders play together against the searchers. Now everybody knows who plays with whom.",
        "only if your pile has the number of cards in your pay-off pile.",
        "you become the caller and now everybody knows who plays with whom.",
        "put all the full piles under the stock",
        "the highest trumps are, from the top: 2♣ (if there is no caller); aces (if there is no",
        "A wizard or jester may always be played; it counts neither as led nor as the highest card",
        "The end The game ends as told under “All done” and “Out”.",
    ],
)
def test_words_for_piles_parties_and_cards_that_are_always_played(told: str) -> None:
    assert told.lower() in text_of(PAYOFF).lower()


def test_cards_are_dealt_face_down_where_some_lie_open_later() -> None:
    shut = PAYOFF.replace("  shop:   {faces: top}", "  shop:   {each: player, faces: turned}")
    text = text_of(shut.replace("deal 4 to shop", "deal 2 each to shop"))
    assert "Deal two cards to each player, face down, as the player's shop." in text
    text = text_of(shut.replace("deal 4 to shop", "deal size of stock each to shop"))
    assert "Deal all the cards to the players, face down, as each player's shop." in text


STAKES = """\
cardrules: 1
name: Stakes
summary: A game of numbers that are named before they change.
players: 3
deck: {ranks: 2 3 4, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
variables:
  bet:  {each: player}
  kept: {scope: match}
define:
  put_in:
    with: player p, number amount
    do: |
      let paid be min(amount, score of p)
      STATEMENTS
deal:
  after: |
    add kept to score of dealer
    kept becomes 0
phases: {turn: {players: each once}}
actions:
  pay:  {phase: turn, do: 'put_in(actor, 5)'}
  keep: {phase: turn, do: add 1 to kept}
match: {deals: 3, winner: highest}
"""


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        (
            "add -paid to score of p\n      add paid to bet of p",
            "The paid is the smaller of 5 and your score. You lose the paid. Add the paid to your bet.",
        ),
        (
            "add paid to bet of p\n      add -paid to score of p",
            "Add the smaller of 5 and your score to your bet. You lose the smaller of 5 and your score.",
        ),
        (
            "for each q in players: add -paid to score of q",
            "The paid is the smaller of 5 and your score.",
        ),
        (
            "if paid > 3:\n        add -1 to score of p\n        add paid to bet of p",
            "The paid is the smaller of 5 and your score.",
        ),
        (
            "if paid > 3: add -paid to score of p",
            "If the smaller of 5 and your score is more than 3, you lose the smaller",
        ),
    ],
)
def test_a_number_that_is_named_before_a_change_keeps_its_name(statements: str, told: str) -> None:
    assert told in text_of(STAKES.replace("STATEMENTS", statements))


def test_what_lasts_for_the_match_is_told_to_begin_anew() -> None:
    text = text_of(STAKES.replace("STATEMENTS", "add paid to bet of p"))
    assert "The dealer scores the kept. The kept becomes 0." in text


def test_an_event_that_leads_to_itself_is_told_once() -> None:
    echo = "{on: echo, when: score < 9, do: add 1 to score then announce echo}"
    effects = f"effects: {{more: {echo}}}\nactions:\n"
    rules = NAMED_FIRST.replace("STATEMENT", "announce echo").replace("actions:\n", effects)
    assert "you score 1 point and all of this happens again." in text_of(rules)


TELLING = """\
cardrules: 1
name: Telling
summary: A game of sides, of entries and of sets of cards.
players: 4
deck: {ranks: A 2 3 4 5 6, suits: clubs diamonds hearts spades}
teams: {seats: opposite}
zones:
  stock: {faces: hidden}
  hand:  {each: player, faces: owner}
  won:   {each: team, faces: hidden}
variables:
  step:    {}
  marked:  {type: boolean, each: suit}
  marker:  {type: player, each: suit}
  users:   {type: players, each: suit}
  counted: {each: suit}
melds: {run: {same: suit, consecutive: rank, size: 3}}
define:
  raised: 4 if stock is empty else 2
  leaders: teams with highest score of it
  busy: players where score of it > 3
  own_ranks: '[2, 3, 4] where it > step'
phases: {turn: {players: each once}}
actions:
  act:
    phase: turn
    choose: {card: a card from hand}
    when: CONDITION
    do: |
      move card to won
      STATEMENT
match: {winner: highest}
phrases: {own_ranks: your own numbers, won: 'the cards that {player''s} side has taken'}
"""


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("step becomes step + raised - 1", "plus (4 if the stock is empty, otherwise 2) minus 1"),
        ("step becomes min(raised, 3)", "smaller of (4 if the stock is empty, otherwise 2), and 3"),
        (
            "marked of suit of card becomes true",
            "The mark “marked” for the suit of the card is set",
        ),
        ("marked of hearts becomes false", "The mark “marked” for hearts is taken away."),
        ("marker of suit of card becomes actor", "You become the marker for the suit of the card."),
        ("marker of hearts becomes nobody", "There is no longer a marker for hearts."),
        ("users of hearts becomes users of hearts + actor", "You are now among the users for hea"),
        ("counted of hearts becomes 3", "The counted for hearts is now 3."),
        (
            "if size of leaders is 1: end deal",
            "If only one side has the highest score, the deal ends.",
        ),
        (
            "if size of teams with lowest score of it > 1: end deal",
            "If more than one side has the lowest score, the deal ends.",
        ),
        (
            "for each p in teams with highest size of won of it: add 1 to score of p",
            "sides with the highest number of cards that their side has taken scores 1 point.",
        ),
        ("step becomes step", "has taken. The end"),
        ("the others have one more turn", "Everybody else has one more turn, and then this part ends."),
        ("repeat until stock is empty: draw 1", "As long as the stock is not empty, repeat this: "),
        ("play on until the turn comes back to dealer", "Play goes on until the turn comes back to the dealer."),
        ("arrange stock as in the last deal", "Put the cards in the order that they had in the last deal."),
        ("left of actor plays next", "The player on your left has the next turn."),
        ("exchange hand for hand of dealer", "Exchange your hand for the dealer's hand."),
        (
            "exchange hand where suit is hearts for stock",
            "Exchange the hearts in your hand for the stock.",
        ),
        (
            "busy where score of it > 9 or it is dealer wins",
            "The players who have more than 3 points and (who have more than 9 points or who are "
            "the dealer) win the game.",
        ),
        (
            "busy where score of it < 9 wins",
            "The players who have more than 3 points and who have fewer than 9 points win the game",
        ),
    ],
)
def test_what_statements_tell_of_cases_entries_and_sides(statement: str, told: str) -> None:
    text = text_of(TELLING.replace("STATEMENT", statement).replace("CONDITION", "step < 9"))
    assert told in text


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("(sets of 3 of hand where it is a run) is not empty", "three cards in your hand are a"),
        (
            "(sets of 2 or more of hand where total value over it is 5) is empty",
            "the total value of no two or more cards in your hand is 5.",
        ),
        (
            "(sets of 2 to 3 of hand where total value over it is 5) is not empty",
            "the total value of two to three cards in your hand is 5.",
        ),
        ("own_ranks is empty", "there are none of your own numbers."),
    ],
)
def test_how_many_cards_fulfil_a_condition_is_told(condition: str, told: str) -> None:
    text = text_of(TELLING.replace("STATEMENT", "draw 1").replace("CONDITION", condition))
    assert told in text


def test_a_variable_that_is_named_is_explained_by_its_help() -> None:
    declared = "bet:  {each: player, help: Chips in the pot.}"
    rules = STAKES.replace("bet:  {each: player}", declared)
    explained = "Words used here: Bet: Chips in the pot."
    rules = rules.replace("STATEMENTS", "add paid to bet of p")
    assert explained in text_of(rules)
    phrases = "phrases: {bet: bet in the pot}\nmatch:"
    assert explained not in text_of(rules.replace("\nmatch:", f"\n{phrases}"))
    named = rules.replace("add paid to bet of p", "add paid to score of p")
    assert explained not in text_of(named)


COMPARED = """\
cardrules: 1
name: Compared
summary: Players are compared with each other.
players: 4
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades, jokers: 2}
zones:
  stock:  {faces: hidden}
  hand:   {each: player, faces: owner}
  table:  {faces: shown}
  chosen: {each: player, faces: hidden}
teams: {seats: opposite}
melds:
  pair: {same: rank, size: 2, wild: joker}
  set:  {same: rank, size: 3 or more, wild: joker, most_wild: 3}
deal:
  do: shuffle stock then deal 5 each to hand
  after: |
    for each p in players: reveal chosen of p
    add AMOUNT to score of dealer
phases: {turn: {players: in turn from eldest}}
actions:
  go:  {phase: turn, choose: {card: a card from hand}, when: CONDITION, do: move card to chosen}
  lay: {phase: turn, choose: {cards: a pair or set from hand}, do: move cards to table}
  out: {phase: turn, do: end deal}
match: {deals: 2, winner: highest}
"""


@pytest.mark.parametrize(
    ("amount", "condition", "told"),
    [
        (
            "1",
            "(p in players where (players where score of it > score of p) is empty) is not empty",
            "there is a player such that there is no player whose score is more than that player's score.",
        ),
        (
            "1",
            "(p in players where (players where score of it > score of p) is empty) is empty",
            "there is no player such that there is no player whose score is more than that player's score.",
        ),
        ("1", "hand of every player of opponents of actor is empty", "the hand of each of your opponents is empty."),
        ("1", "hand of no player of opponents of actor is empty", "the hand of none of your opponents is empty."),
        (
            "min(6, size of hand of dealer + size of stock) - size of table",
            "hand is not empty",
            "(the smaller of 6 and (the number of cards in the dealer's hand plus the number of cards in the stock)) "
            "minus the number of cards in the table.",
        ),
        (
            "size of stock mod 3 + 1",
            "hand is not empty",
            "(the remainder of the number of cards in the stock divided by 3) plus 1",
        ),
        ("size of stock div 2 * score of dealer", "hand is not empty", "divided by 2, rounded down) times"),
        (
            "1",
            "hand is not empty",
            "Pair: Two cards of the same rank. Jokers are wild: they stand for any card, at most one",
        ),
        ("1", "hand is not empty", "at most three in one meld. It has at least one card that is not wild."),
        ("1", "hand is not empty", "their chosen cards to all players."),
    ],
)
def test_what_belongs_together_is_told_so(amount: str, condition: str, told: str) -> None:
    text = text_of(COMPARED.replace("AMOUNT", amount).replace("CONDITION", condition))
    assert told in text


def test_a_condition_on_who_has_closed_is_told_where_only_the_last_turns_set_it() -> None:
    body = "the others have one more turn"
    knock = f"  knock: {{phase: turn, when: closer is nobody, do: {body}}}\n"
    text = text_of(CLOSING.format(knock=knock))
    assert (
        "Knock: You may do this only if there is no closer. Everybody else has one more turn, and then this part ends."
        in text
    )
    assert "Closer: Before whose turn the phase ends." in text
    text = text_of(CLOSING.format(knock=knock.replace("{phase", "{help: End it., phase")))
    assert "Knock: End it. You may do this only if there is no closer." in text


CLOSING = """\
cardrules: 1
name: Closing
summary: Players knock once.
players: 2
deck: {{ranks: 1 to 12, suits: red blue}}
zones: {{stock: {{faces: hidden}}, hand: {{each: player}}}}
deal: {{do: deal 3 each to hand}}
phases: {{turn: {{players: in turn}}}}
actions:
  wait: {{phase: turn}}
{knock}match: {{winner: highest}}
"""


HELPED = """\
cardrules: 1
name: Helped
summary: Definitions that have a help and no words.
players: 2
deck: {ranks: A 2 3 4 5 6 7 8 9 T J Q K, suits: clubs diamonds hearts spades}
zones: {stock: {faces: hidden}, layout: {each: player, faces: turned, piles: 6}, hand: {each: player}}
variables:
  refused: {type: suit}
  proposed: {type: suit}
  marked: {type: boolean, each: player}
define:
  column_of: {with: 'player p, number n', is: cards of pile n of layout of p + cards of pile (n + 3) of layout of p}
  cost: {help: A pair is free., with: cards pair, is: 0 if pair share a rank else total value over pair}
  falling:
    help: Open cards downwards.
    with: cards run
    is: >-
      (c in run where c is not face up or position of rank of c + size of run
      is not position of rank of first of run + size of stock) is empty
  gain:
    help: Much brings more.
    with: player p, number n
    do: |
      add n to score of p
      if score of p >= 30 and not marked of p:
        add 5 to score of p
        marked of p becomes true
deal:
  do: deal 3 each to hand then proposed becomes random of (s in suits where s is not refused)
  after: |
    for each p in players: add cost(column_of(p, 1)) + cost(column_of(p, 2)) to score of p
    if score of every player is 0: nobody wins
    if score of any player is not 7: gain(dealer, 9)
    gain(left of dealer, 2)
phases: {turn: {players: in turn}}
actions:
  wait: {phase: turn}
  give: {phase: turn, when: falling(hand), do: refused becomes hearts then end deal}
match: {winner: highest}
"""


@pytest.mark.parametrize(
    "told",
    [
        "Each player scores the cost of the first pile of their layout and the fourth pile of their layout plus the "
        "cost of the second pile",
        "Cost of the cards: A pair is free. 0 if the cards are of the same rank, otherwise the total value",
        "You may do this only if “falling” is true of your hand.",
        "Falling of the cards: Open cards downwards.",
        "do what “gain” says for the dealer and 9.",
        "Do what “gain” says for the player on the dealer's left and 2.",
        "Gain for the player and the number: Much brings more. The player scores the number.",
    ],
)
def test_what_is_long_and_has_a_help_is_named_and_explained_once(told: str) -> None:
    assert told in text_of(HELPED)


@pytest.mark.parametrize(
    "told",
    [
        "The proposed suit is now a random one of the suits that are not the refused suit.",
        "If every player has exactly 0 points, nobody wins.",
        "If a player has not exactly 7 points,",
    ],
)
def test_scores_and_random_choices_are_told_plainly(told: str) -> None:
    assert told in text_of(HELPED)


PILED = """\
cardrules: 1
name: Piled
summary: Piles that lie one after the other, and players who leave.
players: 3
deck: {ranks: A 2 3 4 5 6 7 8 9 T J Q K, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  trick: {faces: shown, piles: true}
  layout: {each: player, faces: shown, piles: 6}
  hand: {each: player}
variables: {needed: {type: number, help: How many plays complete the trick.}}
deal: {do: deal 3 each to hand}
phases: {turn: {players: in turn}}
actions:
  put:
    phase: turn
    choose: {card: a card from hand}
    when: trick is empty or rank of card > rank of last of cards of last of trick
    do: |
      lay card on trick
      needed becomes size of players
      if size of trick is needed: end deal
      if hand is empty: actor leaves
      if size of players is 1: players wins
match: {winner: highest}
"""


@pytest.mark.parametrize(
    "told",
    [
        "higher than the last card of the last pile of the trick",
        "The needed number is now the number of players who are left.",
        "If only one player is still in the game, that player wins the game.",
    ],
)
def test_piles_numbers_and_the_last_player_are_nouns_that_say_what_they_are(told: str) -> None:
    assert told in text_of(PILED)


COUNTED = """\
cardrules: 1
name: Counted
players: 2
deck: {ranks: 7 8 9 T, suits: clubs hearts spades}
zones: {stock: {faces: hidden}, hand: {each: player}, homes: {faces: shown, piles: 3}}
define:
  earned: 5 * size of (cards of homes) - 12
  best: (s in suits where hand has suit s) otherwise suits
deal: {do: deal 3 each to hand}
phases: {turn: {players: in turn}}
actions:
  go:
    phase: turn
    choose: {chosen: a suit from best}
    do: |
      add earned to score
      actor wins
"""


@pytest.mark.parametrize("told", ["5 for each card in the homes minus 12", "or any suit if there are none"])
def test_what_is_counted_or_chosen_has_its_own_noun(told: str) -> None:
    """Cards of piles are counted, not the piles; and where suits are chosen, nobody is told of cards."""
    assert told in text_of(COUNTED)
