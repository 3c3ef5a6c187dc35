"""A rulebook under options: its examples, variants and other numbers of players are those of these options."""

from __future__ import annotations

from cardrules.interpreter.check.load import load_ruleset, load_text
from cardrules.interpreter.rulebook.markdown import markdown
from cardrules.interpreter.rulebook.rulebook import rulebook

SET = """\
cardrules: 1
name: Set
players: {least: 2, most: 3}
deck: {ranks: 2 3 4 5 T, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}, pile: {faces: shown}}
define: {share: 6 div size of players}
deal: {do: shuffle stock then deal share each to hand, after: add 1 to score of dealer}
phases: {turn: {players: in turn from eldest}}
actions:
  play:
    phase: turn
    choose: {card: a card from hand}
    when: not strict or pile is empty or suit of card is suit of top of pile
    do: move card to pile
  stop: {phase: turn, when: stopping is both_ways or pile is not empty, do: end deal}
match: {until: score of any player >= target, deals: 9, winner: highest}
options:
  strict:   {type: boolean, default: false, help: Only cards of the same suit are played.}
  stopping: {type: choice, choices: [both_ways, when_played], default: both_ways, help: When one may stop.}
  target:   {type: integer, default: 3, minimum: 1, maximum: 9, help: Points that end the match.}
variants:
  stern: {help: The same suit only., options: {strict: true}}
  idle:  {help: No stopping without a card., options: {stopping: when_played}}
notes:
  actions: |
    play 2C    play the two of clubs
    stop       end the deal
  dealing: One card at a time. (deal.do)
  the play: '{strict: Only cards of the suit on the pile are played.}{not strict: Any card is played.} (actions.play)'
scenarios:
  any-card:
    help: Another suit may be played, too.
    given: {hand: [2C, 3C], pile: 4H, actor: 0}
    tests: [{legal: [play 2C, stop]}]
  same-suit:
    help: The suit is the same.
    given: {hand: [2H, 3C], pile: 4H, actor: 0}
    tests: [{legal: [play 2H, stop]}]
  to-three:
    help: The deal before has brought 3 points.
    given: {hand: [2H, 3C], pile: 4H, actor: 0}
    tests: [{legal: [play 2H, stop]}]
  in-words:
    help: The deal before has brought three points.
    given: {hand: [2H, 3C], pile: 4H, actor: 0}
    tests: [{legal: [play 2H, stop]}]
  nothing-played:
    help: One may stop before a card is played.
    given: {hand: [2H, 3C], actor: 0}
    tests: [{includes: [stop]}]
  three-players:
    help: There may be a third hand.
    players: 3
    given: {hand: [2H, 3C, 5H], pile: 4H, actor: 0}
    tests: [{legal: [play 2H, stop]}]
"""


def written(*settings: str, players: int | None = None, variant: str | None = None) -> str:
    """Return the rulebook of the small game."""
    loaded = load_text(SET, settings=settings, players=players, variant=variant)
    assert loaded.failure() is None, loaded.diagnostics
    return " ".join(markdown(rulebook(loaded)).split())


def part(text: str, title: str) -> str:
    """Return one chapter of a rulebook."""
    return text.partition(f"## {title} ")[2].partition(" ## ")[0]


def test_examples_of_other_options_are_shown_if_they_hold() -> None:
    shown = part(written("strict=true"), "Examples")
    assert "**Same suit**. The suit is the same." in shown
    assert "Another suit may be played" not in shown
    assert "Nothing played" in shown
    assert "Nothing played" not in part(written("stopping=when_played"), "Examples")


def test_examples_name_only_what_is_otherwise() -> None:
    """The number of players; not the options under which the example holds as well."""
    shown = part(written("stopping=when_played", "strict=true"), "Examples")
    assert "**Three players** (with three players). There may be a third hand." in shown
    assert "option" not in shown


def test_examples_that_speak_of_another_number_are_left_out() -> None:
    assert "3 points" in part(written("strict=true"), "Examples")
    assert "3 points" not in part(written("target=4"), "Examples")
    assert "three points" not in part(written("target=4"), "Examples")


def test_other_numbers_of_players_keep_the_options() -> None:
    text = part(written("strict=true", "target=4"), "Other numbers of players")
    assert "With three players" in text
    assert "Any card" not in text
    assert "3 points" not in text


def test_a_variant_that_is_set_is_not_told_as_a_change() -> None:
    variants = part(written("strict=true"), "Variants")
    assert "**stern**" not in variants
    assert "**idle**" in variants
    assert "Any card" not in variants
    assert "**stern**" not in part(written(variant="stern"), "Variants")


def test_a_variant_without_effect_says_so() -> None:
    """As all bid at once, no bid is the last one."""
    loaded = load_ruleset("oh_hell", settings=["bidding=simultaneous", "hook=must_not_equal"])
    variants = part(" ".join(markdown(rulebook(loaded)).split()), "Variants")
    told = variants.partition("**bids must add up**")[2].partition("**up and down**")[0]
    assert "It changes nothing here." in told


def test_the_book_says_how_cards_are_typed() -> None:
    text = part(written(), "How moves are typed")
    assert "A card is typed as its rank and the letter of its suit (C, H): `TH` is the ten of hearts" in text
    assert "a ten is 10 or T." in text
    assert "in any order" not in text  # no move takes several cards
    assert "Several cards may be typed in any order." in markdown(rulebook(load_ruleset("hearts")))


def test_the_book_says_how_choices_and_piles_are_typed() -> None:
    text = part(told("french_tarot"), "How moves are typed")
    assert "As the call of `bid` type `petite`, `garde`, `garde_sans` or `garde_contre`." in text
    text = part(told("skat"), "How moves are typed")
    assert "`grand` or `null_game`; as the level of `declare` type `normal`, " in text
    assert "`#2` is the second of the melds of your side." in part(told("canasta"), "How moves are typed")
    assert "`#2` is the second of the columns." in part(told("klondike"), "How moves are typed")


def test_the_book_says_that_an_empty_pack_gives_nothing() -> None:
    """Where an effect draws from it, whether cards are left or not."""
    words = "When it is empty, nothing is drawn."
    assert words in part(told("hanabi"), "Cards")
    assert words not in told("gin_rummy")


def test_the_book_says_who_becomes_the_player_that_a_variable_remembers() -> None:
    """Also if no screen shows it: its words do not say who that is."""
    assert "The player who has the opening card becomes the player who opens." in part(told("gin_slaughtre"), "Dealing")


def test_a_part_of_one_player_may_be_left_out() -> None:
    """As its end has come before anybody has acted."""
    text = SET.replace("turn: {players: in turn from eldest}", "turn: {players: dealer, until: pile is not empty}")
    loaded = load_text(text)
    assert loaded.program is not None
    words = "This part ends when the pile is not empty; if that is so at its beginning, it is left out."
    assert words in markdown(rulebook(loaded))


def test_a_deal_ends_with_its_tricks() -> None:
    assert "until the hands are empty; then the deal is over." in told("hearts")
    assert "then the deal is over" not in told("president")


def test_the_sizes_of_all_deals_are_listed() -> None:
    """Also where more deals may follow, in which the size stays as it is."""
    loaded = load_ruleset("oh_hell", settings=["sequence=down_up", "tie=extra_hand"], players=7)
    text = markdown(rulebook(loaded))
    assert "Deal by deal: 7 6 5 4 3 2 1 2 3 4 5 6 7, and 7 in each later deal." in text


def told(name: str, *settings: str, players: int | None = None) -> str:
    """Return the rulebook of a bundled game."""
    return " ".join(markdown(rulebook(load_ruleset(name, settings=settings, players=players))).split())


def test_players_who_are_out_of_the_game_take_no_part() -> None:
    """Who deals next may be a rule of its own: in Hold'em the place of one who is out may be that of the dealer."""
    words = "Players who are out of the game get no cards"
    assert f"{words}, no turns and no deal." in told("loba_de_menos")
    assert f"{words} and no turns." in told("holdem", "dead_button=true")
    assert words not in told("hearts")


def test_runs_and_their_jokers() -> None:
    """An ace is at one end of a run only; the joker has its name, and is typed."""
    text = told("loba_de_menos")
    assert "or high, as in J Q K A, but not both: K A 2 is not a sequence." in text
    assert "until an added card decides which; then it stays that card." in text
    fixed = told("loba_de_menos", "joker_role=fixed")
    assert "a joker remains the card that it stood for when it was laid or added" in fixed
    assert "a joker is Jo." in text


def test_the_limit_of_a_deal_counts_choices() -> None:
    assert "A deal that has not ended after 3,000 choices of players is stopped and scored." in told("loba_de_menos")


def test_equal_scores() -> None:
    """The end of a match that no note tells."""
    shared = "Those who share it win together, but if all have the same score, nobody wins."
    assert f"The highest score wins. {shared}" in told("canasta", players=3)
    assert "The highest score wins. With equal scores nobody wins." in told("canasta")


def test_other_numbers_of_players_tell_that_there_are_no_sides() -> None:
    assert "Everybody plays alone." in part(told("canasta"), "Other numbers of players")


def test_rules_that_other_players_or_a_variant_leave_out_are_named() -> None:
    two = part(told("canasta"), "Other numbers of players").partition("**With three players**")[0]
    assert "**Ask leave**: Left out." in two
    assert "Left out" not in part(told("canasta", players=2), "Other numbers of players")
    variants = part(told("gin_rummy", "big_gin=true"), "Variants")
    assert "Left out" not in variants


def test_the_order_of_a_ranking_says_where_it_begins() -> None:
    words = "The ranks are compared in this order, from low to high: 2, A, K,"
    assert words in told("president", "revolutions=true")


def test_an_example_of_other_players_has_their_sides() -> None:
    text = told("canasta", players=2)
    assert "Melds of A and C's side" in text
    assert "Melds of A's side" not in text


def test_a_term_is_not_explained_by_its_name() -> None:
    text = told("gin_rummy", "oklahoma=true", "knock_arrangement=manual", "big_gin=false")
    assert "left with. The limit for knocking." not in text


def test_several_tables_go_on_by_turns() -> None:
    words = "The tables go on by turns, one choice each, table 1 first; one that has finished waits."
    assert words in told("gin_rummy_partnership")
