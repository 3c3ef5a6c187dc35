"""The choice of a move: what is typed and picked, in positions of many games."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Final

import pytest

import cardrules
from cardrules.cli.play.choice_view import ChoiceView
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.card_order import hand_order
from cardrules.interpreter.presentation.choice import MOST_LISTED, RefusedError
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.move_input import TypedChoice
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.rulesets import bundled

from ..loading import loaded

SAMPLE = ("hearts", "oh_hell", "scopa", "love_letter", "loba_de_menos")


@cache
def load(name: str) -> cardrules.Game:
    return cardrules.load(name)


def after(name: str, *actions: str, seed: int = 7, deck: str | None = None) -> TypedChoice:
    state = load(name).new_initial_state(seed, deck=deck)
    for action in actions:
        state.apply_action(action)
    return TypedChoice(state, Players.named(("human",) * state.game.players).names)


def chosen(choice: TypedChoice) -> str | None:
    return None if choice.action is None else choice.action.text


def confirmed(choice: TypedChoice) -> str | None:
    """What is chosen when a proposal is confirmed."""
    if choice.proposal is not None:
        choice.confirm()
    return chosen(choice)


# ------------------------------------------------------------------------------------- Oh Hell


def test_a_number_is_the_number_that_one_bids() -> None:
    state = load("oh_hell").new_initial_state(7)
    while "bid 3" not in [action.text for action in state.legal_actions()]:
        state.apply_action(state.legal_actions()[0])
    for number in (0, 1, 2):
        choice = TypedChoice(state)
        assert not choice.numbered
        choice.type(str(number))
        assert chosen(choice) == f"bid {number}"


def test_a_number_that_cannot_be_bid_is_refused() -> None:
    with pytest.raises(RefusedError, match="Choose a number from 0 to"):
        after("oh_hell").type("99")


# ------------------------------------------------- numbers that are ranks, or places of a list


@pytest.mark.parametrize("name", ["gin_slaughtre", "blackjack", "scopa"])
def test_cards_of_others_do_not_make_a_number_unclear(name: str) -> None:
    """Numbers of the list are refused for cards that somebody else holds or that lie somewhere."""
    state, choices = load(name).new_initial_state(3), Random(3)
    asked = 0
    for _ in range(40):
        if state.is_terminal():
            break
        seat = state.current_player()
        assert seat is not None
        choice = TypedChoice(state, (), hand_order(state, seat))
        able = {word[0] for move in choice.moves for some in move.choices for word in some}
        for number in range(1, len(choice.options()) + 1 if choice.numbered else 1):
            choice = TypedChoice(state, (), hand_order(state, seat))
            if str(number) not in able:
                choice.type(str(number))  # it is not refused
                asked += 1
        state.apply_action(choices.choice(state.legal_actions()))
    assert asked > 20


def of_loba(*hand: str) -> TypedChoice:
    state = load("loba_de_menos").state_from_position({"phase": "playing", "actor": 0, "hand": [[*hand], 9, 9, 9]})
    return TypedChoice(state, (), hand_order(state, 0))


def test_a_number_behind_a_verb_for_one_card_is_its_rank() -> None:
    """A rank after a verb is taken for a place in the list of cards."""
    hand = ["3C", "4C", "8D", "9H", "TC", "TD", "JD", "QH", "KS", "AS", "5S", "8H"]
    choice = of_loba(*hand[:-1])
    choice.type("discard 8")
    assert confirmed(choice) == "discard 8D"
    assert str(refused(of_loba(*hand), "discard 8")) == "Which eight: '8d' or '8h'?"
    choice = of_loba(*hand)
    choice.type("discard 6")  # no six is held: the sixth of the list
    assert confirmed(choice) == f"discard {of_loba(*hand).options()[5].text.split()[-1]}"


@pytest.mark.parametrize("typed", ["cover ac", "cover 9c ac", "cover ace", "ac"])
def test_a_card_that_is_the_only_one_to_choose_need_not_be_typed(typed: str) -> None:
    """A choice of one card without an alternative is asked for, though one of a number is not."""
    given = {
        "phase": "defence",
        "trump": "hearts",
        "attacks": "9C",
        "stock": 0,
        "actor": 1,
        "attacker": 0,
        "defender": 1,
        "opener": 0,
        "hand": [["6S", "7S"], ["AC", "TC", "6D"]],
    }
    game = cardrules.load("durak", players=2)
    choice = TypedChoice(game.state_from_position(given))
    choice.type(typed)
    assert confirmed(choice) == "cover 9C AC"


def test_one_of_many_cards_is_chosen_by_one_line_where_only_one_can_be() -> None:
    """Lists that are too long to be shown as moves, of which Enter had to be typed twice."""
    hand = "6C 7C 8C 9C TC JC QC KC AC 6D 7D".split()
    given = {
        "phase": "opening",
        "trump": "hearts",
        "attacks": "",
        "stock": 0,
        "actor": 0,
        "attacker": 0,
        "defender": 1,
        "hand": [hand, ["6S", "7S"]],
    }
    state = cardrules.load("durak", players=2).state_from_position(given)
    choice = TypedChoice(state, (), hand_order(state, 0))
    assert not choice.listed
    choice.type("3")
    assert confirmed(choice) == "attack 8C"


def test_all_cards_of_a_rank_are_those_that_can_be_chosen() -> None:
    """Cards of the own hand that are counted twice, because others see them, too."""
    state = load("cribbage").new_initial_state(5)
    seat = state.current_player()
    assert seat is not None
    assert len(hand_order(state, seat)) == 6  # each card once
    choice = TypedChoice(state, (), hand_order(state, seat))
    choice.type("kings")
    assert confirmed(choice) == "lay_away KC KS"


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", bundled())
def test_each_card_and_rank_that_is_typed_alone_is_answered(name: str) -> None:
    """Moves of another shape beside those that take cards, such as a pass."""
    state, chance = load(name).new_initial_state(5), Random(5)
    for _ in range(4):
        if state.is_terminal():
            break
        seat = state.current_player()
        assert seat is not None
        pack = state.game.program.pack
        words = [*dict.fromkeys(pack.text), *pack.ranks, *map(str, range(12))]
        for word in chance.sample(words, min(len(words), 12)):
            choice = TypedChoice(state, (), hand_order(state, seat))
            with contextlib.suppress(RefusedError):
                choice.type(word)
        state.apply_action(chance.choice(state.legal_actions()))


def test_without_colour_a_number_is_told_from_the_card_behind_it() -> None:
    """Numbers and cards that run together: `1 7♥ J♥   2 7♥ K♥`."""
    state = load("hearts").new_initial_state(7)
    for colour, first in ((False, " 1)  5♦"), (True, " 1  5♦")):
        style = Style(symbols=True, colour=colour)
        painter = Painter(state.game, Players.named(("human",) * 4), style)
        lines = ChoiceView(painter, TypedChoice(state, (), hand_order(state, 0))).lines(80)
        assert first in "\n".join(line.plain.replace("\xa0", " ") for line in lines)


def test_a_card_behind_a_verb_that_fits_one_move_proposes_it() -> None:
    """The same, where the other choice is open: the ace beats only one of two attacks."""
    given = {
        "phase": "defence",
        "trump": "hearts",
        "attacks": "9C 9S",
        "stock": 0,
        "actor": 1,
        "attacker": 0,
        "defender": 1,
        "opener": 0,
        "hand": [["6S", "7S"], ["AC", "TS", "6D"]],
    }
    choice = TypedChoice(cardrules.load("durak", players=2).state_from_position(given))
    choice.type("cover ac")
    assert confirmed(choice) == "cover 9C AC"


# -------------------------------------------------------------------------------------- Bridge


@pytest.mark.parametrize(
    ("typed", "bid"),
    [
        ("2nt", "bid 2 notrump"),
        ("2 nt", "bid 2 notrump"),
        ("bid 2NT", "bid 2 notrump"),
        ("b 2 no trump", "bid 2 notrump"),
        ("2s", "bid 2 spades"),
        ("bid 2s", "bid 2 spades"),
        ("2♠", "bid 2 spades"),
        ("2hearts", "bid 2 hearts"),
    ],
)
def test_a_number_and_a_word_may_be_written_together(typed: str, bid: str) -> None:
    choice = after("bridge", "bid 1 notrump")
    choice.type(typed)
    assert chosen(choice) == bid


def test_a_choice_of_several_words_is_known_by_its_initials() -> None:
    choice = after("bridge", "bid 1 notrump")
    choice.type("bid 2")
    choice.type("nt")
    assert chosen(choice) == "bid 2 notrump"
    assert "'nx' is not a trump" in str(refused(after("bridge"), "2nx"))


def test_what_is_bid_too_low_names_the_numbers_that_can_be_bid() -> None:
    numbers = "'bid' takes a number from 2 to 7, not"
    for typed, which in {"bid x": "'x'", "bid 99": "99", "bid 1": "1", "bid 0 s": "0"}.items():
        assert str(refused(after("bridge", "bid 1 notrump"), typed)) == f"{numbers} {which}."


@pytest.mark.parametrize(
    ("bids", "typed", "answer"),
    [
        ("bid 1 notrump", "1s", "1 spade is too low: choose a number above 1"),
        ("bid 2 hearts", "2c", "2 clubs is too low: choose a number above 2 or a trump above hearts"),
        ("bid 2 hearts", "2h", "2 hearts is too low: choose a number above 2 or a trump above hearts"),
        ("bid 7 hearts", "7c", "7 clubs is too low: choose a trump above hearts"),
    ],
)
def test_a_bid_is_too_low_as_a_whole(bids: str, typed: str, answer: str) -> None:
    assert str(refused(after("bridge", bids), typed)) == f"{answer}."


@pytest.mark.parametrize("typed", ["bid garde sans", "garde sans", "bid garde_sans", "Garde Sans"])
def test_what_cannot_be_chosen_is_known_by_its_label(typed: str) -> None:
    choice = after("french_tarot", "bid garde_sans")
    answer = "Garde sans is too low: it must be higher than garde sans (the contract)."
    assert str(refused(choice, typed)) == answer


# -------------------------------------------------------------------------------------- Hearts


def hand(choice: TypedChoice) -> list[str]:
    return [option.text for option in choice.options()]


def test_a_card_that_is_named_is_picked_and_no_other() -> None:
    choice = after("hearts")
    first, second, third = hand(choice)[:3]
    choice.type(first)
    assert chosen(choice) is None
    assert choice.proposal is None
    assert choice.chosen.cards == (first,)
    assert list(choice.wanted()) == [2]
    choice.type(f"{second} {third}")
    assert chosen(choice) is None  # until `done`
    choice.done()
    assert sorted(str(chosen(choice)).split()[1:]) == sorted([first, second, third])


def test_a_card_is_put_back_by_its_name_and_by_its_number() -> None:
    choice = after("hearts")
    first, second = hand(choice)[:2]
    choice.type("1 2")
    assert choice.chosen.cards == (first, second)
    choice.type("1")
    assert choice.chosen.cards == (second,)
    choice.type(second)
    assert choice.chosen.cards == ()
    with pytest.raises(RefusedError, match="Choose 3 cards; 3 are missing"):
        choice.done()


def exchanging() -> TypedChoice:
    """A choice of 1 to 5 cards, each number of which is a move that cannot be taken back."""
    state = loaded("ecarte").new_initial_state(5)
    for action in ("propose", "accept"):
        state.apply_action(action)
    return TypedChoice(state)


def test_one_card_of_a_choice_of_several_is_picked_and_not_played() -> None:
    choice = exchanging()
    choice.type("tc")
    assert (choice.action, choice.chosen.cards) == (None, ("TC",))
    choice.type("ts")
    choice.done()
    assert str(choice.action) == "put_out TC TS"


@pytest.mark.parametrize("line", ["tc ts", "put_out tc ts"])
def test_a_list_of_cards_is_a_whole_move(line: str) -> None:
    choice = exchanging()
    choice.type(line)
    assert str(choice.action) == "put_out TC TS"


def test_a_list_with_all_that_is_picked_puts_nothing_back() -> None:
    choice = exchanging()
    choice.type("tc")
    choice.type("ad")
    choice.type("ts tc ad")
    assert sorted(choice.chosen.cards) == ["AD", "TC", "TS"]
    choice.type("ts")
    assert sorted(choice.chosen.cards) == ["AD", "TC"]


def test_a_fourth_card_does_not_fit() -> None:
    choice = after("hearts")
    choice.type("1 2 3")
    assert [option.after is not None for option in choice.options()][3:] == [False] * 10
    with pytest.raises(RefusedError, match="does not fit"):
        choice.type("4")


def test_a_card_that_does_not_fit_changes_nothing() -> None:
    choice = after("gin_slaughtre")
    choice.type("keep ah 8h")
    before = choice.chosen
    for typed in ("2c", "2c 3c", "as 2c", "as td jc", "foo", "99"):
        with pytest.raises(RefusedError):
            choice.type(typed)
        assert choice.chosen == before
        assert choice.action is None
    choice = after("loba_de_menos", "draw_stock", "discard KS", "draw_stock")
    choice.type("meld jc")
    for typed in ("2s", "7s", "as"):  # cards that could be discarded
        with pytest.raises(RefusedError):
            choice.type(typed)
    assert choice.chosen.cards == ("JC",)
    assert choice.action is None


def refused(choice: TypedChoice, typed: str) -> RefusedError:
    with pytest.raises(RefusedError) as found:
        choice.type(typed)
    return found.value


def test_what_fits_no_pile_is_told_of_the_card_and_not_of_one_among_many() -> None:
    position = {
        "phase": "playing",
        "hand": [["2C", "3S", "KD"], 4, 4, 4],
        "table": ["5S 6S 7S 8S"],
        "has_melded": [True],
        "stock": 20,
        "actor": 0,
    }
    state = load("loba_de_menos").state_from_position(position)
    assert str(refused(TypedChoice(state), "lay off 3S")) == ("There is no meld on the table that 3S fits now.")
    assert str(refused(TypedChoice(state), "lay off")) == (
        "Nothing fits; for example, 2C cannot be added to #1 (an escalera needs cards of one suit)."
    )
    assert str(refused(TypedChoice(state), "lay off 3S #1")) == (
        "3S cannot be added to #1 (an escalera needs cards in sequence)."
    )


@pytest.mark.parametrize(
    ("pile", "card", "why"),
    [
        ("TC TD TH", "TS", "a pierna takes only three different suits"),
        ("4S Jo 6S 7S", "5S", "Jo stands for 5S there already"),
        ("4S 5S 6S 7S", "5S", "5S is there already"),
        ("4S 5S 6S 7S", "TS", "an escalera needs cards in sequence"),
    ],
)
def test_what_cannot_be_added_is_told_by_the_condition_that_fails(pile: str, card: str, why: str) -> None:
    position = {
        "phase": "playing",
        "hand": [[card, "3C", "KD"], 4, 4, 4],
        "table": [pile],
        "stock": 20,
        "actor": 0,
    }
    state = load("loba_de_menos").state_from_position(position)
    said = f"{card} cannot be added to #1 ({why})."
    assert str(refused(TypedChoice(state), f"lay off {card} #1")) == said


def playing_loba() -> cardrules.State:
    """Return a position in which a joker can be laid off on one of two melds."""
    position = {
        "phase": "playing",
        "hand": [["2S", "3C", "KD", "Jo"], 4, 4, 4],
        "table": ["5S 5H 5D", "TH JH QH KH"],
        "stock": 20,
        "actor": 0,
    }
    return load("loba_de_menos").state_from_position(position)


def test_a_move_of_another_phase_is_known_by_its_beginning() -> None:
    said = str(refused(TypedChoice(playing_loba()), "draw"))
    assert said == "'draw_stock' is possible only in 'drawing'; this is 'playing'."


def test_a_number_behind_the_verb_means_a_card_of_a_short_list() -> None:
    """The bug: with few cards in hand "1" was refused as no card of the game."""
    position = {"phase": "playing", "hand": [["KD", "9S", "3C"], 4, 4, 4], "stock": 20, "actor": 0}
    choice = TypedChoice(load("loba_de_menos").state_from_position(position))
    assert [option.text for option in choice.options()] == [
        "discard 3C",
        "discard 9S",
        "discard KD",
    ]
    choice.type("discard 2")
    assert confirmed(choice) == "discard 9S"


def test_a_reason_that_holds_for_several_moves_is_told_once() -> None:
    """The bug: each of the moves was told in a sentence of its own that it was not an answer."""
    options = {"take_discard": "any_meld"}
    game = cardrules.load("loba_de_menos", options=options)
    position = {"phase": "playing", "hand": ["2C", "TC", "TD", "TH"], "score": [30, 62, 95, 91]}
    state = game.state_from_position(position | {"laid_before": [True], "stock": 20})
    state.apply_action("discard 2C")
    assert str(refused(TypedChoice(state), "take")) == (
        "You have been asked: answer with 'reenter' or 'leave', not with 'take_discard' or 'take_for_meld'."
    )


def test_a_word_that_only_one_move_has_is_enough() -> None:
    turn = ("pass", "pass")
    for typed in ("stock", "the stock"):
        choice = after("gin_rummy", *turn)
        choice.type(typed)
        assert chosen(choice) is None  # it shows a card
        assert confirmed(choice) == "draw_stock"
    assert str(refused(after("gin_rummy", *turn), "discard")).startswith("'discard' comes later in the turn")


def test_words_in_a_row_that_only_one_move_has_are_enough() -> None:
    for typed in ("by hand", "hand", "By Hand"):
        choice = after("skat", "bid 18", "hold", "pass", "pass")
        choice.type(typed)
        assert confirmed(choice) == "play_by_hand"


def test_the_only_player_who_can_be_chosen_is_left_out() -> None:
    game = cardrules.load("love_letter", players=2)
    hand = ["guard priest", "baron"]
    for typed in ("guess prince", "prince", "guess 1 prince"):
        state = game.state_from_position({"hand": hand, "actor": 0})
        state.apply_action("play guard")
        choice = TypedChoice(state, Players.named(("human",) * 2).names)
        choice.type(typed)
        assert confirmed(choice) == "guess 1 prince"


def test_an_article_says_nothing() -> None:
    for typed in ("draw the discard", "the draw discard"):
        choice = after("gin_rummy", "pass", "take_upcard", "discard KC")
        choice.type(typed)
        assert confirmed(choice) == "draw_discard"


def test_the_word_card_says_nothing() -> None:
    for typed in ("draw card", "draw a card", "draw the card", "draw cards"):
        choice = after("uno", seed=3)
        choice.type(typed)
        assert chosen(choice) == "draw"
    for typed in ("the", "my card", "a card"):
        refused(after("gin_rummy"), typed)
    assert "no move 'take the card'" in str(refused(after("uno", seed=3), "take the card"))
    choice = after("hearts")
    choice.type("give the card kd")
    assert choice.chosen.cards == ("KD",)


def test_the_moves_of_another_step_are_known_by_their_first_word() -> None:
    choice = after("gin_rummy", "take_upcard")
    for typed in ("draw", "draw card"):
        assert str(refused(choice, typed)) == (
            "'draw_stock' or 'draw_discard' is possible only in 'drawing'; this is 'discarding'."
        )
    assert str(refused(choice, "stock")) == ("'draw_stock' is possible only in 'drawing'; this is 'discarding'.")


def test_cards_in_the_place_of_a_pile_are_too_many() -> None:
    said = str(refused(TypedChoice(playing_loba()), "lay off 2s jo #2"))
    assert said == "'lay_off' takes one card at a time; leave out Jo."


def test_the_only_move_that_is_left_is_proposed_at_each_step() -> None:
    choice = TypedChoice(playing_loba())
    for typed in ("lay off", "jo"):
        choice.type(typed)
        assert choice.proposal is not None
        assert choice.proposal.text == "lay_off Jo #2"
    assert choice.confirm()


def test_a_condition_of_several_parts_is_told_by_its_rule() -> None:
    position = {
        "phase": "playing",
        "hand": [["2C", "3S", "KD", "Jo"], 4, 4, 4],
        "stock": 20,
        "actor": 0,
    }
    state = load("loba_de_menos").state_from_position(position)
    assert str(refused(TypedChoice(state), "discard jo")) == (
        "Jo may not be discarded: a joker only as the very last card."
    )


def test_what_is_missing_is_counted() -> None:
    choice = after("hearts")
    choice.type("1 2")
    with pytest.raises(RefusedError, match=r"^Choose 3 cards; 1 is missing\.$"):
        choice.done()


def test_numbers_behind_a_verb_are_those_of_the_cards() -> None:
    choice = after("hearts")
    first, second, third = hand(choice)[:3]
    choice.type("give 1 2 3")
    assert sorted(str(chosen(choice)).split()[1:]) == sorted([first, second, third])
    refused(after("hearts"), "give 1 2 99")


def test_a_rank_behind_a_verb_names_a_card() -> None:
    choice = after("hearts")
    assert str(refused(choice, "give q")) == "Which queen: 'qc' or 'qh'?"
    assert "or number 5 of the list" in str(refused(choice, "give 5"))
    assert str(refused(after("hearts", seed=10), "give 4")) == (
        "4C, 4H or 4S, or number 4 of the list, 4H? Type '4c', '4h' or '4s'."
    )
    choice.type("give k")
    assert choice.chosen.cards == ("KD",)


def test_a_rank_or_a_suit_names_cards_and_no_command() -> None:
    asked = {
        "q": "Which queen: 'qc' or 'qh'?",
        "QUEEN": "Which queen: 'qc' or 'qh'?",
        "♠": "Which spade: '6s' or 'as'?",
        "spades": "Which spade: '6s' or 'as'?",
        "K S": "Type 'ks' for KS.",
        "twos": "No two can be chosen now.",
    }
    for typed, answer in asked.items():
        error = refused(after("hearts"), typed)
        assert (str(error), error.known) == (answer, True)
    choice = after("hearts")
    choice.type("Queen of Hearts")
    assert choice.chosen.cards == ("QH",)
    assert not refused(after("hearts"), "z").known


def test_ranks_and_suits_among_several_cards_name_those_that_fit() -> None:
    for typed in ("3h king", "lay away 3h king", "lay away k and the 3h", "the three, a king"):
        choice = after("cribbage", seed=3)
        choice.type(typed)
        assert chosen(choice) == "lay_away 3H KC"
    choice = after("cribbage", seed=3)
    assert str(refused(choice, "king and spade")) == ("'spade' can be 2S, 5S, 6S or 9S: type '2s', '5s', '6s' or '9s'.")
    assert str(refused(choice, "lay away 3h queen")) == "No queen can be chosen now."
    assert str(refused(choice, "lay away 3h queen of clubs")) == "You do not hold QC."
    assert str(refused(choice, "lay away king foo")) == "'foo' is not a card of this game."
    assert str(refused(choice, "3 and k")) == ("3H, or number 3 of the list, 5S? Type '3h' or '5s'.")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1 4s", "Number 1 of the list is 2S: type only numbers, or only cards, such as '2s'."),
        ("4s 1", "Number 1 of the list is 2S: type only numbers, or only cards, such as '2s'."),
        ("lay away 1 king", "Number 1 of the list is 2S: type only numbers, or only cards, such as '2s'."),
        ("1 foo", "Number 1 of the list is 2S: type only numbers, or only cards, such as '2s'."),
        ("1-2", "Number 1 of the list is 2S: type only numbers, or only cards, such as '2s'."),
        ("#1 2.", "Number 1 of the list is 2S: type only numbers, or only cards, such as '2s'."),
        ("3h 99", "There is no number 99; they go from 1 to 6."),
        ("lay away 99", "There is no number 99; they go from 1 to 6."),
    ],
)
def test_a_number_of_the_list_among_other_words_is_told_as_one(typed: str, answer: str) -> None:
    """A number of the list beside other words: the answer speaks of a number, not of a card."""
    assert str(refused(after("cribbage", seed=3), typed)) == answer


def test_words_between_cards_and_numbers_say_nothing() -> None:
    for typed in ("2s and 6s", "2s + 6s", "1 and 4", "number 1 and number 4"):
        choice = after("cribbage", seed=3)
        choice.type(typed)
        assert choice.chosen.cards == ("2S", "6S") or chosen(choice) == "lay_away 2S 6S"


@pytest.mark.parametrize(
    ("held", "typed", "answer"),
    [
        ("KD KS 2C 7H", "k k 2", "meld 2C KD KS"),
        ("KD KD 2C 7H", "kings king two", "meld 2C KD KD"),
        ("KD KS KS 2C", "ks k ks 2", "meld 2C KD KS KS"),
        ("KD KS KH 2C", "k k k", "meld KD KH KS"),
        ("KD KS KH 7C", "kings", "meld KD KH KS"),
        ("KD KS 2C 7H", "kings and 2", "meld 2C KD KS"),
        ("KD KS KH 2C", "kings 2", "meld 2C KD KH KS"),
        ("KD KD KH 2C", "kings 2", "meld 2C KD KD KH"),
        ("KD KS KH 2C", "k k 2", "'k' can be KD, KS or KH: type 'kd', 'ks' or 'kh'."),
        (
            "KD KS 7H 2C",
            "k k 7",
            "7H KD KS are not a set (cards of one rank) or black threes (only threes).",
        ),
    ],
)
def test_a_rank_is_as_many_cards_as_it_is_named(held: str, typed: str, answer: str) -> None:
    hand, others = held.split(), "AC AD AH 8S".split()
    position = {"phase": "playing", "hand": [[*hand, *others], 5, 5, 5], "stock": 40, "actor": 0}
    choice = TypedChoice(load("canasta").state_from_position(position), order=hand)
    if answer.startswith("meld "):
        choice.type(f"meld {typed}")
        assert confirmed(choice) == answer
    else:
        assert str(refused(choice, f"meld {typed}")) == answer


def test_a_rank_in_the_plural_is_all_cards_of_it_that_are_held() -> None:
    hand = "9C 9D 2C 2D 7H".split()
    position = {"phase": "playing", "hand": [[*hand, *"AC AD AH".split()], 5, 5, 5], "stock": 40, "actor": 0}
    choice = TypedChoice(load("canasta").state_from_position(position), order=hand)
    choice.type("meld nines")
    assert sorted(choice.chosen.cards) == ["9C", "9D"]
    choice.type("2d")
    assert sorted(choice.chosen.cards) == ["2D", "9C", "9D"]


def test_what_fits_is_found_once() -> None:
    """Three of thirteen cards can be chosen in 286 ways; a screen asks for each card again."""
    choice = after("hearts")
    assert len(choice.moves) == 286
    assert choice.fitting() is choice.fitting()
    assert choice.options() is choice.options()


@pytest.mark.parametrize("name", SAMPLE)
def test_a_move_that_is_not_legal_now_is_answered_alike_however_it_is_spelt(name: str) -> None:
    program = rules_of(load(name)).program
    legal = {move.verb for move in after(name).moves}
    for verb in program.actions.keys() - legal:
        answers = {
            (str(error), error.known)
            for typed in (verb, verb.upper(), verb.replace("_", " "), f" {program.label(verb)}  ")
            for error in [refused(after(name), typed)]
        }
        assert len(answers) == 1
        assert answers.pop()[1]


def test_a_verb_alone_begins_a_choice() -> None:
    choice = after("hearts")
    choice.type("g")
    assert choice.begun
    assert choice.chosen.verb == "give"
    assert chosen(choice) is None
    assert choice.back()
    assert not choice.back()


# --------------------------------------------------------------------------------- confirmation


def test_what_shows_something_is_confirmed_if_it_was_shortened() -> None:
    state = load("gin_rummy").new_initial_state(3)
    while not {"draw_stock", "draw_discard"} <= {a.verb for a in state.legal_actions()}:
        state.apply_action(state.legal_actions()[-1])
    for typed, asked in (("draw_stock", False), ("draw stock", False), ("draw s", True)):
        choice = TypedChoice(state)
        choice.type(typed)
        assert (choice.proposal is not None) is asked
        assert confirmed(choice) == "draw_stock"
    choice = TypedChoice(state)
    with pytest.raises(RefusedError, match="'draw_stock' or 'draw_discard'"):
        choice.type("dr")


def test_the_only_form_of_a_verb_is_proposed() -> None:
    state = load("loba_de_menos").new_initial_state(3)
    chance = Random(1)
    while True:
        legal = state.legal_actions()
        alone = [
            action for action in legal if " " in action.text and sum(each.verb == action.verb for each in legal) == 1
        ]
        if alone:
            break
        state.apply_action(chance.choice(legal))
    choice = TypedChoice(state)
    choice.type(alone[0].verb)
    assert chosen(choice) is None
    assert confirmed(choice) == alone[0].text


def test_the_few_forms_of_a_verb_are_offered_whole() -> None:
    game = load("loba_de_menos")
    hand = "2C 2D 2H 5S 6S 7S 8S TC QD KH"
    state = game.state_from_position({"phase": "playing", "hand": [hand.split(), 4, 4, 4], "stock": 20, "actor": 0})
    offered = [option.text for option in TypedChoice(state).options()]
    assert offered == ["discard", "meld 2C 2D 2H", "meld 5S 6S 7S 8S"]
    choice = TypedChoice(state)
    choice.pick(choice.options()[2])
    assert chosen(choice) == "meld 5S 6S 7S 8S"
    choice = TypedChoice(state)
    choice.type("meld")
    assert [option.kind for option in choice.options()] == ["action", "action"]
    choice.type("5s")  # cards can be picked all the same
    assert choice.chosen.cards == ("5S",)


# ------------------------------------------------------------------------------------ players


def test_players_are_named() -> None:
    state = load("love_letter").new_initial_state(1)
    chance = Random(1)
    while not any(action.verb == "guess" for action in state.legal_actions()):
        state.apply_action(chance.choice(state.legal_actions()))
    wanted = next(a.text for a in state.legal_actions() if a.verb == "guess")
    _, seat, rank = wanted.split()
    name = Players.named(("human",) * state.game.players).names[int(seat)]
    for typed in (wanted, f"guess {name} {rank}", f"GUESS {name.lower()} {rank}"):
        choice = TypedChoice(state, Players.named(("human",) * state.game.players).names)
        choice.type(typed)
        assert chosen(choice) == wanted


# ------------------------------------------------------------------------------------ any game


def step_by_step(choice: TypedChoice, wanted: str) -> None:
    """Pick the parts of an action from the options."""
    move = next(move for move in choice.moves if move.action.text == wanted)
    for _ in range(60):
        if choice.action is not None:
            return
        if not choice.options():
            choice.type(move.choices[len(choice.chosen.settled)][0])
            continue
        made = len(choice.chosen.settled)
        words = move.choices[made] if made < len(move.choices) else ()
        left = list(words)
        for card in choice.chosen.cards:
            left.remove(card)
        if words and not left and choice.finishes:
            choice.done()
            continue
        named = {"action": wanted, "verb": move.verb}
        found = [
            option
            for option in choice.options()
            if option.text == (named.get(option.kind) or left[0]) and not option.picked
        ]
        choice.pick(found[0])
    pytest.fail(f"{wanted} cannot be picked")


@pytest.mark.parametrize("name", bundled())
def test_every_move_can_be_typed_and_picked(
    name: str, amount: Callable[[int, int], int], request: pytest.FixtureRequest
) -> None:
    if name not in SAMPLE and not request.config.getoption("--soak"):
        pytest.skip("one of the games that --soak plays")
    game = load(name)
    players = Players.named(("human",) * game.players)
    painter = Painter(rules_of(game), players, Style(symbols=False, colour=False))
    chance = Random(5)
    state = game.new_initial_state(5)
    for _ in range(amount(10, 150)):
        if state.is_terminal():
            state = game.new_initial_state(chance.randrange(1000))
        wanted = chance.choice(state.legal_actions()).text
        choice = TypedChoice(state, players.names)
        lines = [line.plain for line in ChoiceView(painter, choice).lines(80)]
        assert len(lines) <= 8
        assert max(map(len, lines)) <= 80
        assert len(choice.options()) <= max(MOST_LISTED, 40)
        choice.type(wanted)
        assert chosen(choice) == wanted
        choice = TypedChoice(state, players.names)
        step_by_step(choice, wanted)
        assert chosen(choice) == wanted
        choice = TypedChoice(state, players.names)
        move = next(move for move in choice.moves if move.action.text == wanted)
        choice.type(move.verb)  # then each word in a line of its own
        for number, words in enumerate(move.choices):
            for word in words if number >= len(choice.chosen.settled) else ():
                if choice.action is None and choice.proposal is None:
                    is_player = move.kinds[number] == "player"
                    choice.type(players.names[int(word)] if is_player else word)
        if choice.action is None and choice.proposal is None:
            choice.done()
        assert confirmed(choice) == wanted
        state.apply_action(wanted)


# ------------------------------------------------------------------------------------ Klondike

# A four of hearts can be carried to the second column, and a six of spades.
FOUR: Final = (
    "4C 7C TC 7H AC 8D 4D 8C JS TH AS 7S KH 9H KS 5D 9C 2H 6C 7D 3S 8H 4H JC 2D 5H "
    "5S AH KC 2C KD 3C TS JD TD 3D 6D QS 3H 2S 6H 4S 9S QH 9D 6S JH 5C 8S AD QC QD "
)
SIX: Final = (
    "AC JS 4S 8C KD 9S 2D 4H 2C 3H 2S 5C AD TH TC QS 3S 3C 7S AS TD 3D 8S 6S 5S KH "
    "7D KC 8H KS 4C QH 7H JH 2H 9D 6C QD JC 4D 6H 5H 9H 6D QC 7C 8D TS 9C 5D AH JD "
)


def test_moves_with_piles_are_listed_with_numbers() -> None:
    choice = after("klondike", deck=FOUR)
    texts = [option.text for option in choice.options()]
    assert choice.numbered
    choice.type("2")
    assert confirmed(choice) == texts[1]


def test_a_pile_is_chosen_by_its_own_number() -> None:
    state = load("klondike").new_initial_state(4, deck=FOUR)
    rng = Random(4)
    choice = TypedChoice(state)
    while len(choice.moves) <= MOST_LISTED or "carry" not in choice.verbs:
        moves = [move for move in state.legal_actions() if move.verb != "give_up"]
        state.apply_action(rng.choice(moves))
        choice = TypedChoice(state)
    choice.type("carry")
    last = choice.options()[-1].text
    assert not choice.numbered
    choice.type(last.removeprefix("#"))
    assert choice.action is not None or choice.chosen.settled == ((last,),)


def test_a_card_alone_proposes_the_only_move_that_takes_it() -> None:
    choice = after("klondike", deck=FOUR)
    assert "carry #2 4H" in [move.action.text for move in choice.moves]
    choice.type("4h")
    assert choice.action is None
    assert confirmed(choice) == "carry #2 4H"
    choice = after("klondike", "carry #2 6S", deck=SIX)
    assert str(refused(choice, "4h")) == "No move with 4H is possible now."
    assert str(refused(choice, "4h to 5s")) == "No move with 4H to 5S is possible now."


@pytest.mark.parametrize("typed", ["4h #2", "4h to #2", "#2 4h", "carry 4h #2", "carry to #2 4h", "carry the 4h to #2"])
def test_a_pile_may_stand_behind_the_card_that_goes_to_it(typed: str) -> None:
    choice = after("klondike", deck=FOUR)
    choice.type(typed)
    assert confirmed(choice) == "carry #2 4H"


@pytest.mark.parametrize("typed", ["6s 7d", "6s to 7d", "6S on the 7D", "7d 6s", "carry 6s to 7d"])
def test_a_pile_may_be_named_by_a_card_that_lies_in_it(typed: str) -> None:
    choice = after("klondike", deck=SIX)
    choice.type(typed)
    assert confirmed(choice) == "carry #2 6S"


def test_a_pile_is_not_named_by_a_card_face_down() -> None:
    """Otherwise one could find out where a card lies."""
    state = load("klondike").new_initial_state(deck=SIX)
    columns = state.open_observation().zones["columns"]
    hidden = columns[1][0]
    assert columns[1] == (hidden, "7D")
    choice = TypedChoice(state)
    assert str(refused(choice, f"6s {hidden}")) == f"No move with 6S {hidden} is possible now."
