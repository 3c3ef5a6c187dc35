"""A person at a terminal, in this process: what is shown and asked between lines that are typed."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

import cardrules
from cardrules import rulesets
from cardrules.cli.play import rule_help, saves
from cardrules.cli.play.choice_view import ChoiceView
from cardrules.cli.play.keeping import Setting
from cardrules.cli.play.session import Screen, Session
from cardrules.interpreter.bots.assessment import Assessment, Candidate
from cardrules.interpreter.explanation.refusals.refusals import is_excluded
from cardrules.interpreter.game.observation.view import Observation
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.advice import reason
from cardrules.interpreter.presentation.card_order import hand_order
from cardrules.interpreter.presentation.choice import Choice
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.match_end import why_over
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.signs import Legend
from cardrules.interpreter.presentation.story import Story
from cardrules.interpreter.presentation.table_view import table
from cardrules.table.board import board

Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Play a game with lines that are typed, and return what the screen shows."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def played(state: cardrules.State, *lines: str, practice: int | None = None) -> str:
        typed: Iterator[str] = iter(lines)
        out = StringIO()

        def read(prompt: str = "") -> str:
            line = next(typed, None)
            if line is None:
                raise EOFError
            out.write(f"{prompt}{line}\n")
            return line

        monkeypatch.setattr("builtins.input", read)
        kinds = ("human", *["quick"] * (state.game.players - 1))
        setting = Setting("hearts", Players.named(kinds), 1, 10, None, None, practice)
        console = Console(file=out, width=80, height=24, color_system=None)
        style = Style(symbols=True, colour=False)
        Session(state, setting, Screen(console, style, interactive=True)).play()
        return out.getvalue()

    return played


def hearts() -> cardrules.State:
    return cardrules.load("hearts").new_initial_state(7)


def test_a_letter_that_is_a_rank_or_a_suit_is_no_command(play: Play) -> None:
    shown = play(hearts(), "3c", "J", "a", "S", "qu")
    assert "Which jack: 'jc' or 'jd'?" in shown
    assert "No ace can be chosen now." in shown
    assert "Which spade: '3s', '4s' or '5s'?" in shown
    assert shown.index("Which spade: ") < shown.index("> qu") < shown.index("Saved as")
    assert shown.count("Hearts") == 1  # not drawn again


def test_a_command_is_guessed_only_from_a_slip(play: Play) -> None:
    shown = play(hearts(), "take the queen", "take", "tabel", "score sheet")
    assert "This game has no move 'take the queen'." in shown
    assert "This game has no move 'take'." in shown
    assert shown.count("Did you mean 'table'?") == 1
    assert "Did you mean 'scores'?" in shown


def test_a_command_that_does_nothing_now_is_not_suggested(play: Play) -> None:
    shown = play(hearts(), "bakc", "cancle", "3c", "bakc")
    assert "Did you mean 'back'?" not in shown
    assert "Did you mean 'cancel'?" not in shown


def test_done_says_what_is_missing(play: Play) -> None:
    shown = play(hearts(), "done", "3c", "done")
    assert "Choose 3 cards; 3 are missing." in shown
    assert "Choose 3 cards; 2 are missing." in shown


def test_help_says_how_a_card_is_typed(play: Play) -> None:
    shown = " ".join(play(hearts(), "?").split())
    assert (
        "Type a card as its rank and the letter of its suit (C, D, H, S): 'as' is the ace of "
        "spades; a ten is 10 or T." in shown
    )


def test_a_word_is_explained_with_its_present_value_and_without_options_of_its_suit(
    play: Play,
) -> None:
    shown = play(hearts(), "? broken", "? 2d")
    assert "Now: hearts are not broken." in shown.partition("? 2d")[0]
    assert "jack_of_diamonds" not in shown


def test_words_that_card_players_use_are_explained(play: Play) -> None:
    shown = play(hearts(), "? lead", "? trump", "? 3c")
    assert "Lead: To play the first card of a trick" in shown
    assert "There are no trumps: no suit beats the suit led." in shown
    assert "Now you can: pass in 66 ways" in shown.partition("? 3c")[2]


def test_an_answer_quotes_what_a_sentence_leans_on(play: Play) -> None:
    shown = " ".join(play(hearts(), "? score", "? shooting the moon", "? hearts broken").split())
    score, moon, broken = shown.split("> ?")[1:]
    assert "it is called shooting the moon. The player who does it scores none" in score
    assert score.count("Scoring") == 1
    assert "100 points or more" in score
    assert "The player who does it scores none of them in that deal, and each" in moon
    assert "If the card is a heart, from now on hearts are broken." in broken
    assert "or the leader has no other cards." in broken
    assert "having taken all 26" in " ".join(play(hearts(), "? shot the moon").split())


def test_signs_are_explained_below_the_first_table_and_when_asked_about(play: Play) -> None:
    shown = play(hearts(), "", "? │", "? ×13", "? table")
    legend = " │ parts the suits of a hand; ▒▒ ×9 means nine cards face down"
    assert shown.count(legend) == 1
    assert "> ? │\n│ parts the suits of a hand.\n" in shown
    assert "> ? ×13\n▒▒ ×9 means nine cards face down.\n" in shown
    assert "The line “table” shows what lies between the players" in shown
    state = hearts()
    painter = Painter(state.game, Players.named(("human",) * 4), Style(symbols=True, colour=True))
    console = Console(file=StringIO(), width=80, force_terminal=True, color_system="256", _environ={})
    with console.capture() as drawn:
        console.print(table(painter, state, 0))
    assert f" {Legend(painter).line(drawn.get())}" == legend
    for typed in ("=9♥", "Jo (as 9♥)"):
        assert "stands for 9♥ in its meld" in play(loba_after_a_deal((105, 62, 85, 81)), f"? {typed}")
    assert "do not mention" in play(hearts(), "? =9♥")
    suit, change, taken = play(hearts(), "? ♥", "? (+5)", "? hearts taken 3").split("> ?")[1:]
    assert "Breaking hearts: " in suit
    assert "by how much a score has changed" in change
    assert "Hearts taken: " in taken


def test_what_stands_beside_a_player_is_explained_and_told(play: Play) -> None:
    given = {
        "phase": "trick_taking",
        "leader": 0,
        "won": [[], [], [], ["8C"]],
        "hand": ["AH KH QH", "2H 5H TS", "3H 6H JS", "4H 7H 9S"],
    }
    state = cardrules.load("hearts").state_from_position(given)
    hearts, points, broken = play(state, "kh", "? hearts taken", "? points", "? broken").split("> ?")[1:]
    assert "Now, hearts taken: you 4, Anna 0, Ben 0" in hearts
    assert "Points: Q♠ 13; hearts 1; clubs, diamonds and other spades 0." in points
    assert "Now: hearts are broken." in broken
    loba = play(loba_after_a_deal((105, 62, 85, 81)), "? melded", "? gone out")
    assert "Now, melded: nobody." in loba
    assert "may be melded" not in loba.partition("? gone out")[0]
    other = play(loba_after_a_deal((105, 62, 85, 81)), "? set", "? out of this deal")
    assert "Lay down sets (piernas)" in other
    assert "Out of this deal: Takes no further part in this deal." in other
    assert "Now, gone out: you." in loba


def test_a_card_is_explained_with_what_it_scores(play: Play) -> None:
    shown = play(cardrules.load("scopa").new_initial_state(3), "? 7d", "? primiera")
    seven, primiera = (" ".join(each.split()) for each in shown.split("> ?")[1:])
    assert "7D: value 7; primiera 21;" in seven
    assert "for the seven of coins (the settebello)" in seven
    assert seven.count("Of each suit the card with the highest number counts") == 1
    assert "Primiera: sevens 21; sixes 18; aces 16;" in primiera


def test_a_word_that_is_a_card_is_no_other_word(play: Play) -> None:
    ace, ten, queen = play(hearts(), "? as", "? 10h", "? qs").split("> ?")[1:]
    assert "as is told below" not in ace
    assert "A♠: " in ace
    assert "10♥: " in ten
    assert "Q♠: points 13" in queen
    assert "nobody may play a heart or the queen of spades" in " ".join(queen.split())
    assert "nobody may play a heart or the queen" not in " ".join(ace.split())
    assert "who has 2♣ must lead it" in " ".join(play(hearts(), "? 2").split())
    assert "turn to deal" not in play(hearts(), "? passes")


def test_only_enter_goes_on_between_deals(play: Play) -> None:
    given = {
        "phase": "trick_taking",
        "leader": 0,
        "hand": ["AH KH", "2H 5H", "3H 6H", "4H 7H"],
        "won": [[], [], [], ["8C"]],
    }
    shown = play(cardrules.load("hearts").state_from_position(given), "ah", "3c", "undo", "")
    before, _, after = shown.partition("> 3c")
    assert "Deal 2 begins" not in before
    assert after.index("Type only Enter to go on") < after.index("Nothing is taken back")
    assert after.index("Nothing is taken back") < after.index("Deal 2 begins")
    assert "cardrules run --resume hearts --practice" in after  # as it works here


def test_a_game_for_practice_is_taken_back_between_deals(play: Play) -> None:
    given = {
        "phase": "trick_taking",
        "leader": 0,
        "hand": ["AH KH", "2H 5H", "3H 6H", "4H 7H"],
        "won": [[], [], [], ["8C"]],
    }
    state = cardrules.load("hearts").state_from_position(given)
    shown = play(state, "ah", "undo", "kh", practice=0)
    back = shown.partition("> undo")[2]
    assert back.index("Taken back.") < back.index("> kh") < back.index("Enter goes on.")
    assert "Deal 2 begins" not in back


def test_what_all_have_chosen_is_told_apart(play: Play) -> None:
    shown = " ".join(play(hearts(), "give 3c 4s 5s", "log").partition("> log")[2].split())
    given = "3 hidden cards (now all have chosen: Q♥ A♦ A♠ from Clara's hand to your hand)"
    assert given in shown


def test_picking_is_explained_where_cards_are_picked(play: Play) -> None:
    shown = play(hearts(), "?", "give 3c 4s 5s", "?")
    passing, tricks = shown.split("> ?")[1:]
    assert "name it again" in " ".join(passing.split())
    assert "name it again" not in " ".join(tricks.split())
    assert "pass in 66 ways with this card" in play(hearts(), "? 3c")


def test_it_is_said_why_a_match_is_over(play: Play) -> None:
    given = {
        "phase": "trick_taking",
        "leader": 0,
        "hand": ["AH", "2H", "3H", "4H"],
        "won": [[], [], [], ["8C"]],
        "score": [97, 20, 30, 40],
    }
    shown = play(cardrules.load("hearts").state_from_position(given))
    assert "the match ends: you have reached 100" in shown
    assert "points taken" not in shown.partition("the match ends")[2]


@pytest.mark.parametrize(
    ("games", "why"),
    [(1, "you have reached 100"), (3, "has now won more than half of the games")],
)
def test_the_target_of_one_game_is_said_as_such(games: int, why: str) -> None:
    rules = cardrules.load("gin_rummy", options={"best_of": games})
    position = {
        "phase": "drawing",
        "hand": ["AC AD AH 2C 2D 2H 3C 3D 3H 9S", 10],
        "actor": 0,
        "points": [[95], [0]],
        "score": [95, 0],
        "games_won": [games // 2, 0],
    }
    state = rules.state_from_position(position)
    painter = Painter(state.game, Players.named(("human",) * 2), Style(symbols=True, colour=False))
    while not state.is_terminal():
        legal = [action.text for action in state.legal_actions()]
        state.apply_action(next((each for each in legal if each.startswith("knock")), legal[0]))
    assert why in why_over(painter, state, 0)


def test_a_card_that_is_named_again_is_put_back(play: Play) -> None:
    shown = play(hearts(), "give 3c", "give 4s", "give 3c")
    assert [line.strip() for line in shown.splitlines() if "chosen:" in line] == [
        "chosen: 3♣   choose 2 more",
        "chosen: 3♣ 4♠   choose 1 more",
        "chosen: 4♠   choose 2 more",
    ]


def test_a_number_that_is_also_a_rank_is_asked_about(play: Play) -> None:
    shown = play(hearts(), "3", "4", "99")
    assert "3♣, 3♥ or 3♠, or number 3 of the list, 7♦? Type '3c', '3h', '3s' or '7d'." in shown
    assert "4♠, or number 4 of the list, 10♦? Type '4s' or 'td'." in shown
    assert "chosen:" not in shown
    assert "There is no number 99" in shown


def test_a_hint_of_few_tries_is_called_a_guess() -> None:
    game = cardrules.load("hearts")
    painter = Painter(rules_of(game), Players.named(("human",) * 4), Style(symbols=True, colour=False))
    action, other = game.new_initial_state(7).legal_actions()[:2]
    for tried, guess in ((3, True), (40, False)):
        moves = Candidate(action, tried, 0.0, -3.0), Candidate(other, 20, 0.0, -4.0)
        found = Assessment(moves, 286, 60)
        assert ("only 3 of them with it: a guess" in reason(painter, found, 286)) is guess


def test_the_position_is_looked_at_a_few_times_to_draw_it(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many moves are legal: of thirteen cards, three can be passed in 286 ways."""
    state, looked = hearts(), list[int]()
    assert len(state.legal_actions()) == 286
    assert hand_order(state, 0)
    observed = cardrules.State.observation

    def counting(self: cardrules.State, seat: int) -> Observation:
        looked.append(seat)
        return observed(self, seat)

    monkeypatch.setattr(cardrules.State, "observation", counting)
    play(state, "3c")
    assert len(looked) <= 10


def test_the_table_of_a_deal_is_shown_before_a_card_is_played_for_somebody(play: Play) -> None:
    state, chance = hearts(), Random(1)
    while state.current_player() != 0 or len(state.legal_actions()) > 1:
        state.apply_action(chance.choice(state.legal_actions()))
    card = state.legal_actions()[0].text[5:-1]
    shown = play(state)
    told = re.search(rf"You: play {card}. \(your only move\)", shown)
    assert told is not None
    assert shown.index("  hand ") < told.start()
    assert shown.count("nly move") == 1


def test_those_who_are_out_can_look_at_the_rules_and_the_scores(play: Play) -> None:
    state = hearts()
    state.position.gone = 1
    shown = play(state, "what", "score", "quit")
    assert "'rules', 'scores' and 'log' work, too" in shown
    assert "No deal is over yet." in shown


def loba_after_a_deal(score: tuple[int, ...] = (30, 62, 95, 91)) -> cardrules.State:
    """Return a game in which the player in seat 0 has just gone out."""
    position = {
        "phase": "playing",
        "hand": ["2C", "TC", "TD", "TH"],
        "score": list(score),
        "laid_before": [True],
        "stock": 20,
        "actor": 0,
    }
    state = cardrules.load("loba_de_menos").state_from_position(position)
    state.apply_action("discard 2C")
    return state


def test_a_question_between_deals_says_what_its_answers_mean() -> None:
    state = loba_after_a_deal()
    players = Players.named(("human",) * 4)
    painter = Painter(state.game, players, Style(symbols=True, colour=False))
    lines = [line.plain for line in ChoiceView(painter, Choice(state)).lines(80)]
    assert lines == [
        " 1 come back  Pay one more stake and go on with the highest total below 100; up",
        "              to two times. (afterwards your comebacks: 1; stakes in the pot:",
        "              5; scores: you 72 (−33))",
        " 2 leave      Pay nothing more; you are out of the game and cannot win it.",
    ]


def test_a_list_of_cards_leaves_out_several_or_none() -> None:
    """The thirteenth card takes no more room than to say that there is one more."""
    state = cardrules.load("president").new_initial_state(3)
    state.apply_action("play 3S")
    painter = Painter(state.game, Players.named(("human",) * 4), Style(symbols=True, colour=False))
    lines = [line.plain for line in ChoiceView(painter, Choice(state)).lines(80)]
    assert lines[0] == " 1 play  one of 4♣ 5♦ 5♠ 7♣ 7♦ 7♥ 9♣ 9♦ 10♣ K♥ A♦ 2♦ 2♠"


CLAIM = """
cardrules: 1
name: Claim
players: 2
deck: {ranks: A 2 3 4 5 6 7 8 9 T, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  claimed: {faces: hidden}
  seen: {faces: shown}
  hand: {each: player, faces: owner}
deal:
  do: |
    shuffle stock
    deal 5 each to hand
phases: {turn: {players: in turn from eldest}}
actions:
  claim:
    phase: turn
    choose: {card: a card from hand}
    do: |
      move card to claimed
      ask opponent to doubt or believe
  doubt:
    do: |
      DOUBT
  believe:
    do: |
      move claimed to stock
      add 1 to score
effects: {out: {on: claim, when: hand is empty, do: actor wins}}
match: {winner: highest}
limits: {turns: 100, result: nobody wins}
"""


@pytest.mark.parametrize(
    "doubt",
    [
        "reveal claimed; if claimed has colour red: actor wins; else: opponent wins",
        "move claimed to seen",
        "move claimed to hand",
        "move top of stock to seen",
        "if claimed has colour red: opponent draws 2; else: draw 2",
        "if claimed has colour red: add 5 to score",
        "add value of first of claimed to score",
    ],
)
def test_an_answer_does_not_tell_before_what_is_hidden(tmp_path: Path, doubt: str) -> None:
    path = tmp_path / "claim.yaml"
    path.write_text(CLAIM.replace("DOUBT", doubt.replace("; ", "\n      ")))
    game = cardrules.load(path)
    painter = Painter(rules_of(game), Players.named(("human",) * 2), Style(symbols=True, colour=False))
    told: set[tuple[str, ...]] = set()
    for seed in range(12):
        state = game.new_initial_state(seed=seed)
        state.apply_action(state.legal_actions()[0])
        told.add(tuple(line.plain for line in ChoiceView(painter, Choice(state)).lines(80)))
    (lines,) = told
    assert lines[0].strip() == "1 doubt"
    assert "your score: 1" in " ".join(lines) or "scores" in " ".join(lines)


def test_how_often_one_may_come_back_is_told_with_the_name_on_the_screen(play: Play) -> None:
    shown = " ".join(play(loba_after_a_deal((105, 62, 85, 81)), "? come back").split())
    assert "up to two times" in shown
    assert "100 points or more" in shown


def test_the_card_that_comes_from_elsewhere_is_marked(play: Play) -> None:
    position = {"hand": ["4C 4H 9S KD", 4, 4, 4], "discards": "4S", "stock": 20, "actor": 0}
    shown = play(cardrules.load("loba_de_menos").state_from_position(position))
    assert "take discard 4♣ 4♥ 4♠ (4♠ from discards)" in shown
    position |= {"hand": ["5D 5H 5S KC 9H", 4, 4, 4], "discards": "5D"}  # one like it is held
    shown = play(cardrules.load("loba_de_menos").state_from_position(position))
    assert "take discard 5♦ 5♥ 5♠ (5♦ from discards)" in shown
    assert "take discard 5♦ 5♦ 5♥ 5♠ (one 5♦ from discards)" in shown
    position |= {"hand": ["5C 5H 5S KC 9H", 4, 4, 4]}
    shown = play(cardrules.load("loba_de_menos").state_from_position(position))
    assert "take discard (5♦ from discards)  2) 5♣ 5♦ 5♥   3) 5♣ 5♦ 5♠" in shown


def test_the_number_of_a_pile_is_explained(play: Play) -> None:
    shown = play(loba_after_a_deal((105, 62, 85, 81)), "? #2")
    assert "#2 is the number of a pile on the table; a move such as 'take for meld'" not in shown
    assert "#2 is the number of a pile on the table; a move such as 'lay off' takes it." in shown


def test_the_list_of_saved_games_says_how_they_stand(play: Play, tmp_path: Path) -> None:
    state = loba_after_a_deal()
    for move in ("reenter", "reenter"):
        state.apply_action(move)
    play(state)
    (path,) = tmp_path.rglob("*.cardrules.json")
    assert saves.described(path).endswith(", deal 2, scores 30 72 72 72")


def test_the_help_of_a_move_is_no_example_of_it(play: Play) -> None:
    state = cardrules.load("euchre").new_initial_state(4)
    chance = Random(2)
    while "play" not in {action.verb for action in state.legal_actions()}:
        state.apply_action(chance.choice(state.legal_actions()))
    assert "jack of clubs" not in play(state, "?", "? play")
    president = cardrules.load("president").new_initial_state(4)
    assert "two sevens" not in play(president, "?", "? play")


@pytest.mark.parametrize(
    ("game", "example", "said"),
    [
        ("hanabi", "second card", "play Lay one of your cards open."),
        ("hanabi", "red cards of", "hint colour Point out to another player all the cards of one"),
        ("pinochle", "hearts trump", "bid Say how many points your side will make"),
        ("holdem", "20 in this deal", "Put in more than the highest bet;"),
        ("french_tarot", "garde_sans", "bid Choose one of these: petite, garde,"),
    ],
)
def test_the_help_of_a_move_does_not_tell_what_an_example_chooses(
    play: Play, game: str, example: str, said: str
) -> None:
    shown = " ".join(play(cardrules.load(game).new_initial_state(4), "?").split())
    assert example not in shown
    assert said in shown


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", rulesets.bundled())
def test_each_move_of_the_bundled_games_is_explained(name: str) -> None:
    options = {"spades": {"cards_given": 2}, "uno": {"seven_zero": True}}
    game = cardrules.load(name, options=options.get(name, {}))
    actions = [each.name for each in rules_of(game).program.actions.values() if not is_excluded(each)]
    assert not [each for each in actions if not rule_help.of_move(rules_of(game), each)]


def test_a_move_that_the_options_exclude_is_not_listed(play: Play) -> None:
    """Cards are drawn after twos only in a variant, where a variable counts them."""
    assert "drawn after twos" not in " ".join(play(cardrules.load("crazy_eights").new_initial_state(3), "?").split())


def test_a_letter_that_means_a_card_names_the_command_that_begins_so(play: Play) -> None:
    assert "'quit' is a command" in " ".join(play(cardrules.load("hearts").new_initial_state(3), "q").split())


def test_a_move_without_a_help_text_is_explained_by_the_rulebook(play: Play) -> None:
    shown = " ".join(play(cardrules.load("spades").new_initial_state(5), "?").split())
    assert "bid Choose a number from 1 to 13." in shown


@pytest.mark.parametrize(
    ("game", "move", "said"),
    [
        ("uno", "play", "Play a card that fits by colour, number or sign, or a wild one; its colour is then in play."),
        ("scopa", "take", "Take cards of the table with a card of your hand"),
        ("hanabi", "discard", "Throw one of your cards away, and get back a hint that was used up."),
        ("holdem", "raise to", "the number is all that you have then bet in this deal"),
    ],
)
def test_a_move_is_explained_by_what_it_does(play: Play, game: str, move: str, said: str) -> None:
    """What is chosen for it says less."""
    shown, explained = play(cardrules.load(game).new_initial_state(5), "?", f"? {move}").split("> ?")[1:]
    assert said in " ".join(explained.split())
    assert f"{move} " in shown
    assert f"{move} Choose" not in " ".join(shown.split())


def test_a_term_in_an_answer_is_explained_in_it(play: Play) -> None:
    shown = " ".join(play(cardrules.load("uno").new_initial_state(5), "? play").split())
    assert "The card fits if " in shown


def test_values_and_moves_that_only_have_a_name_are_explained(play: Play) -> None:
    spades = play(cardrules.load("spades").new_initial_state(5), "? tricks")
    assert "Trick: One card from each player." in spades
    assert "Tricks: How many tricks each has taken." in spades
    assert "Now, tricks: you 0, Anna 0, Ben 0, Clara 0." in spades
    skat = " ".join(play(cardrules.load("skat").new_initial_state(5), "? contract").split())
    assert "One of diamonds, hearts, spades, clubs, grand and null game." in skat
    euchre = " ".join(play(cardrules.load("euchre").new_initial_state(5), "? play").split())
    assert "Play a card, of the suit led if you have one." in euchre


def test_a_deal_that_is_over_is_told_before_the_next_one_goes_on(play: Play) -> None:
    state = cardrules.load("oh_hell").new_initial_state(4)
    shown = play(state, "0", "scores", "", "1")
    first, _, second = shown.partition("Enter goes on.")
    assert "for the exact bid" in first
    assert first.rindex(" total ") > first.index("takes the trick")
    assert "deal 2 begins" not in first
    assert second.index("Deal 2 begins") < second.index("Oh Hell, deal 2")
    assert "trump" not in first.partition("takes the trick")[2]  # that of the next deal
    assert "deal 1 " in second.partition("> \n")[0]  # `scores` shows them again
    assert "Oh Hell, deal 2" in second.partition("> \n")[2]


def test_what_a_player_passes_is_told_once(play: Play) -> None:
    shown = play(hearts(), "give 3c 4s 5s")
    assert shown.count("You: pass ") == 1
    assert "from your hand" not in shown
    assert " to your hand" in shown


def test_a_line_of_the_log_is_indented_where_it_is_broken(play: Play) -> None:
    state = cardrules.load("gin_slaughtre").new_initial_state(7)
    shown = play(state, "keep ah as 4d", "log").partition("> log\n")[2]
    lines = shown.partition("\n\n")[0].splitlines()
    assert [line[:6].strip() for line in lines][:3] == ["1", "2", ""]


def test_a_phase_that_is_left_out_is_announced(play: Play) -> None:
    """In each fourth deal of Hearts nobody passes cards; the player is told so."""
    state, chance = hearts(), Random(3)
    while state.position.deal < 3 or state.current_player() != 0 or state.position.turns < 1:
        state.apply_action(chance.choice(state.legal_actions()))
    while len(state.observation(0).zones["hand"][0]) > 1 or state.current_player() != 0:
        state.apply_action(chance.choice(state.legal_actions()))
    shown = play(state, "", "")
    assert "Deal 4 begins, without passing" in shown
    assert "without" not in play(hearts(), "")


def test_what_happened_is_told_before_the_last_table(play: Play) -> None:
    given = {
        "phase": "trick_taking",
        "leader": 0,
        "hand": ["AH", "2H", "3H", "4H"],
        "won": [[], [], [], ["8C"]],
        "score": [97, 20, 30, 40],
    }
    shown = play(cardrules.load("hearts").state_from_position(given))
    assert shown.index("you take the trick") < shown.rindex("Hearts, to 100 points ──") < shown.index(" wins with")


def test_it_is_said_why_a_deal_ends(play: Play) -> None:
    """Somebody went out, or the stock is used up: the condition under which the rules end it."""
    position = {
        "phase": "drawing",
        "hand": ["2C 9H", "4D 6D", "5D 7D", "TH JC"],
        "stock": 0,
        "reshuffles": 2,
        "actor": 3,
    }
    state = cardrules.load("loba_de_menos").state_from_position(position)
    painter = Painter(state.game, Players.named(("human",) * 4), Style(True, False))
    state.apply_action("draw_stock")
    told = " ".join(line.plain for line in Story(painter, state, 0).lines())
    assert "the deal ends: the stock is empty and no new one can be made" in told
    state = loba_after_a_deal()
    told = " ".join(line.plain for line in Story(painter, state, 1).lines())
    assert "the deal ends: Anna's hand is empty" in told


def test_the_places_of_all_players_are_told_though_only_some_have_changed() -> None:
    given = {"finish": [2, 3, 1], "hand": ["9H", "5C 6C", "4C 7C"], "actor": 0, "leader": 0}
    game = cardrules.load("president", players=3)
    state = game.state_from_position({"phase": "round", **given}, deal=2)
    for move in ("play 9H", "pass", "pass", "play 5C", "play 7C", "pass", "play 4C"):
        state.apply_action(move)
    painter = Painter(rules_of(game), Players.named(("human", "quick", "quick")), Style(True, False))
    lines = " ".join(line.plain for line in Story(painter, state, 0).lines())
    assert "standing: you 1, Anna 3, Ben 2" in lines


@pytest.mark.parametrize(
    ("cards", "moves", "said"),
    [
        (["guard king", "baron", "priest"], ("play guard", "guess 1 baron"), "Anna is out of"),
        (["baron guard", "king", "priest"], ("play baron", "compare 1"), "you are out of"),
        (["princess king", "baron", "priest"], ("play princess",), "you are out of"),
        (["prince king", "princess", "priest"], ("play prince", "exchange 1"), "Anna is out of"),
    ],
)
def test_who_is_out_of_a_deal_is_told(cards: list[str], moves: tuple[str, ...], said: str) -> None:
    game = cardrules.load("love_letter", players=3)
    state = game.state_from_position({"hand": cards, "stock": 6, "actor": 0})
    for move in moves:
        state.apply_action(move)
    painter = Painter(rules_of(game), Players.named(("human", "quick", "quick")), Style(True, False))
    told = " ".join(line.plain for line in Story(painter, state, 0).lines())
    assert f"{said} this deal" in " ".join(told.split())


def test_who_folds_is_not_told_to_be_out() -> None:
    state = cardrules.load("holdem", players=3).new_initial_state(3)
    state.apply_action("fold")
    painter = Painter(state.game, Players.named(("human",) * 3), Style(True, False))
    assert not any("out of this deal" in each.plain for each in Story(painter, state, 0).lines())


def test_what_the_end_of_a_match_sets_to_nothing_is_not_told() -> None:
    options = {"chips": 2}
    state = cardrules.load("holdem", players=2, options=options).new_initial_state(3)
    while not state.is_terminal():
        state.apply_action("call" if "call" in map(str, state.legal_actions()) else "check")
    painter = Painter(state.game, Players.named(("human", "quick")), Style(True, False))
    lines = " ".join(line.plain for line in Story(painter, state, 0).lines())
    assert "bet in all: you 0" not in lines
    assert "the match ends: only one player has chips" in " ".join(lines.split())


def test_a_new_deal_is_announced_after_the_result_however_much_has_happened(play: Play) -> None:
    """As many moves as bots make before they are told in the middle; the last one ends the deal."""
    position = {
        "phase": "playing",
        "actor": 2,
        "stock": 20,
        "table": ["5S 6S 7S 8S"],
        "hand": ["2C 3D 9H", "4D 6D", "5D 7D QH", "9S TS JS"],
    }
    shown = play(cardrules.load("loba_de_menos").state_from_position(position))
    assert "deal 2 begins" not in shown.partition("Enter goes on.")[0]
    assert "gone out: Clara" in shown


def test_of_two_packs_a_card_that_is_held_once_is_named_once(play: Play) -> None:
    game = cardrules.load("loba_de_menos", players=2)
    hand = ["AC", "AS", "AD", "5H"]
    state = game.state_from_position({"phase": "playing", "hand": [hand, 4], "actor": 0})
    shown = play(state, "meld AC AC AS")
    assert "A♣ is named too often: there is only one such card to choose" in shown


def test_of_two_packs_a_card_that_ends_a_trick_is_played_for_nobody_else() -> None:
    """The other card with that face goes from the taker's place in the trick to the tricks."""
    hands = ["AC 9H", "KC 9S", "QC 9S", "AC 9H"]
    given = {"holder": 0, "leader": 0, "trump": "hearts", "hand": hands}
    state = cardrules.load("pinochle", players=4).state_from_position(given)
    for move in ("play AC", "play KC", "play QC", "play AC"):
        state.apply_action(move)
    painter = Painter(state.game, Players.named(("human",) * 4), Style(True, False))
    told = " ".join(line.plain for line in Story(painter, state, 0).lines())
    assert "Clara: Q♣, David: A♣" in told


def test_a_hand_of_blackjack_is_counted_and_a_tie_is_told(play: Play) -> None:
    shown = play(cardrules.load("blackjack").new_initial_state(2), "2", "stand", "")
    assert "points 19" in shown
    assert "dealer's points: 19\n     you: level with the dealer, the bet returns" in shown


def test_a_number_is_of_the_list_where_no_card_of_that_rank_can_be_chosen(play: Play) -> None:
    """A question about cards that cannot be chosen anyway: here the two of hearts."""
    played = {"hand": [["6C", "9C", "2H"], 3, 3, ["3C", "4D", "5D"]], "played": ["", "", "", ""]}
    state = cardrules.load("hearts").state_from_position({"phase": "trick_taking", "actor": 0, "leader": 0, **played})
    shown = play(state, "2h", "2")
    assert "2♥ may not be led now" in shown
    assert "You: play 9♣" in shown


def test_cards_that_give_way_to_those_played_on_them_are_not_told(play: Play) -> None:
    hands = [["5C", "9C"], ["6C", "9D"], ["3C", "3D"], ["4C", "4D"]]
    given = {"phase": "round", "hand": hands, "trick": "4S", "actor": 0, "leader": 0}
    shown = play(cardrules.load("president").state_from_position(given), "5c", "9c")
    assert "You: play 5♣, Anna: " in shown
    assert "4♠ from the trick" not in shown


def test_a_bid_of_one_is_one_spade() -> None:
    game = cardrules.load("bridge").new_initial_state(4).game
    painter = Painter(game, Players.named(("human",) * 4), Style(symbols=True, colour=False))
    bids = ("bid 1 spades", "bid 2 spades", "bid 1 notrump")
    told = [painter.words(bid).plain for bid in bids]
    assert told == ["bid 1 spade", "bid 2 spades", "bid 1 no trump"]


def test_a_draw_is_called_so(play: Play) -> None:
    given = {
        "phase": "trick_taking",
        "actor": 0,
        "leader": 0,
        "broken": True,
        "hand": [["AH"], ["2H"], ["3H"], ["4H"]],
        "score": [96, 100, 100, 100],
    }
    shown = play(cardrules.load("hearts").state_from_position(given), "ah")
    assert "A draw: all have the same score. Scores: you 100, " in shown


def test_players_who_play_together_have_no_draw(play: Play) -> None:
    given = {"closer": 1, "stock": "", "hand": ["1R", "2R"], "played": "1G 2G 1B 1W", "score": [4], "actor": 0}
    state = cardrules.load("hanabi").state_from_position(given)
    shown = play(state, "hint rank anna 2")
    assert "The game is over. Score: 4." in shown


def test_a_variant_is_known_by_its_name(play: Play) -> None:
    shown = play(cardrules.load("hearts").new_initial_state(1), "? omnibus")
    assert "A variant of this game: The jack of diamonds counts minus ten." in shown


def test_it_is_shown_to_which_side_play_goes_where_that_can_change(play: Play) -> None:
    given = {"pile": "5R", "colour_now": "red", "hand": [["reverseR", "2B"], 3, 3, 3], "actor": 0}
    state = cardrules.load("uno").state_from_position(given)
    painter = Painter(state.game, Players.named(("human",) * 4), Style(symbols=True, colour=False))

    def notes(viewer: int) -> tuple[str, list[str]]:
        console = Console(file=StringIO(), width=120, color_system=None)
        with console.capture() as drawn:
            console.print(table(painter, state, viewer))
        return drawn.get(), board(state, painter, viewer).notes

    for side, after in (("left", "Ben"), ("right", "David")):
        text, beside = notes(0)
        told = f"play goes to the {side}, from you to {after}"
        assert told in text
        assert told in beside
        if side == "left":
            state.apply_action("play reverseR")
    assert "play goes to" not in play(hearts())
    assert "play goes to" not in play(cardrules.load("uno", players=2).new_initial_state(1))


OWNERS = """
cardrules: 1
extends: crazy_eights
name: Owners
add:
  variables:
    owner_of: {type: player, each: suit}
    users: {type: players, each: suit}
  effects:
    owned:
      on: [play, crazy]
      do: |
        owner_of of wanted becomes actor
        users of wanted becomes users of wanted + actor
"""


def test_players_for_each_suit_are_called_by_their_names(play: Play, tmp_path: Path) -> None:
    (tmp_path / "owners.yaml").write_text(OWNERS)
    given = {
        "pile": "7C",
        "wanted": "clubs",
        "hand": [["KC", "QD"], ["4C", "4D"]],
        "actor": 0,
        "owner_of": {"clubs": 1},
        "users": {"hearts": [0, 1]},
    }
    game = cardrules.load(tmp_path / "owners.yaml", players=2)
    shown = play(game.state_from_position(given), "? owner of", "kc")
    assert "owner of clubs Anna" in shown
    assert "Now, owner of: clubs Anna." in shown
    assert "users hearts you, Anna" in shown
    assert "owner of: clubs you" in shown


def test_a_game_that_cannot_be_saved_goes_on_and_says_so_once(
    play: Play, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk while a game is played: a failure that ends it, or that nobody is told."""

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("cardrules.cli.play.saves.replace_file", full)
    with pytest.raises(SystemExit):
        play(cardrules.load("durak", players=2).new_initial_state(3), "1", "1", "1", "1", "1")
    told = capsys.readouterr()
    assert told.err.count("The game goes on") == 1
    assert "No space left on device" in told.err
    assert '"cardrules_run"' in told.out  # the last resort when it is left


def test_a_game_is_saved_elsewhere_if_its_folder_cannot_be_used(
    play: Play,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """A folder that cannot be written, while a game is played."""
    (tmp_path / "cardrules").write_text("a file, no folder")
    monkeypatch.chdir(tmp_path)
    play(cardrules.load("durak", players=2).new_initial_state(3), "1", "1")
    (kept,) = tmp_path.glob("*.cardrules.json")
    assert f"The game is saved as {kept}." in capsys.readouterr().err


def test_what_a_new_deal_costs_is_told_behind_it_and_by_itself(play: Play) -> None:
    given = {
        "phase": "betting",
        "round": 4,
        "hand": [["AC", "AD"], ["KC", "KD"]],
        "actor": 0,
        "board": "2C 5D 8H 9S JC",
        "bet": [10, 10],
        "score": [20, 30],
        "spoken": [False, True],
    }
    state = cardrules.load("holdem", players=2).state_from_position(given)
    shown, _, log = play(state, "check", "", "log").rpartition("> log")
    ended, _, _ = shown.partition("Deal 2 begins")
    assert "chips: you 40 (+20), Anna 30" in ended
    assert "28" not in ended
    told = " ".join(log.split())
    assert told.count("20 from the pot") == 1
    assert "you: 20 from the pot; deal 2 begins; chips: you 39 (−1), Anna 28 (−2))" in told
