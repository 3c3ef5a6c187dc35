"""Sentences of rulebooks: each means one thing, in English, whatever the rules are."""

from __future__ import annotations

import pytest

from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.markdown import markdown
from cardrules.interpreter.rulebook.rulebook import chapters


def text_of(rules: str) -> str:
    """Return the rulebook of a ruleset on one line."""
    loaded = load_text(rules)
    assert loaded.program is not None, loaded.failure()
    return " ".join(d.plain(line) for line in d.lines(chapters(loaded)))


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
        "You may do this only if the trick is not empty or the mark “struck” is not set. Play the "
        "card.",
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
    assert "If every player has kings, the dealer scores 1 point." in text
    none = "(players where hand of it is not empty) is empty:"
    text = text_of(WORDED.replace(of_all, f"if {none}"))
    assert "If every player's hand is empty, the dealer scores 1 point." in text


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
        "for each player except that player: that player scores the number of cards in the other "
        "player's hand.",
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
            "counter-clockwise",
        ),
    ):
        assert told.format(around) in markdown(chapters(load_text(rules)))


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
        "clubs if the made is 1; hearts if the made is 2; otherwise none.",
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
            "for each of clubs and hearts, the number of cards in their hand that are of it",
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
            "The paid is the smaller of 5 and your score. You lose the paid. "
            "Add the paid to your bet.",
        ),
        (
            "add paid to bet of p\n      add -paid to score of p",
            "Add the smaller of 5 and your score to your bet. "
            "You lose the smaller of 5 and your score.",
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
        ("(sets of 2 or more of hand where total value over it is 5) is empty",
         "the total value of no two or more cards in your hand is 5."),
        ("(sets of 2 to 3 of hand where total value over it is 5) is not empty",
         "the total value of two to three cards in your hand is 5."),
        ("own_ranks is empty", "there are none of your own numbers."),
    ],
)  # fmt: skip
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
        "must play a trump, if they have one (if the player who takes the trick so far is not "
        "their partner).",
        "than those in the trick, if possible (if they have the mark “laid”).",
        "Others may play any card, but they may not play hearts if they have no mark “laid”, "
        "unless they have nothing else.",
    ],
)
def test_what_must_be_played_is_told_of_others_than_you(told: str) -> None:
    assert told in text_of(LEADING)


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
summary: What may be done while there is no card on the pile, and while there is one.
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
        ("gifts_of(p, K)", "Words used here: Gifts for the player and the rank: The number of"),
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
            "For each other player, beginning on your left: if there is no doubter, that player "
            "has to doubt.",
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
        "divided by 4, rounded down, to each player.",
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
