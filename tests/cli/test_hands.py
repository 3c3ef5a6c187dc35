"""The screen: how hands and past actions are shown to a player."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

import cardrules
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.presentation.card_order import holders, sort_hand
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.score_sheet import score_sheet
from cardrules.interpreter.presentation.signs import meaning
from cardrules.interpreter.presentation.story import Story
from cardrules.interpreter.presentation.table_view import table
from cardrules.table.board import board

from ..loading import loaded

PLAIN = Style(symbols=False, colour=False)


TO_THE_RIGHT = Path(__file__).parents[1] / "games" / "counterclockwise.yaml"


def people(count: int) -> Players:
    """So many people, who have the usual names."""
    return Players.named(("human",) * count)


def test_a_hand_is_shown_in_its_melds_with_the_deadwood() -> None:
    game = loaded("gin_rummy")
    hand = "4S 5S 6S AC AD AH 9D 9H KD KC 2C".split()
    groups, note = sort_hand(game.new_initial_state(1), rules_of(game).program.zones["hand"], sorted(hand), 0)
    assert sorted(map(sorted, groups[:-1])) == [["4S", "5S", "6S"], ["AC", "AD", "AH"]]
    assert sorted(groups[-1]) == ["2C", "9D", "9H", "KC", "KD"]
    assert note == "deadwood 40"


def test_first_melds_that_are_worth_too_little_are_told_before_the_discard() -> None:
    """A rule that takes back what was done, which the screen does not tell in time."""
    game = loaded("canasta")
    state = game.new_initial_state(4)
    state = game.state_from_position(
        {
            "phase": "playing",
            "actor": 0,
            "score": [0, 0],
            "stock": 40,
            "hand": ["4D 4H Jo 5S 9C TD TH TS 8D QC", 11, 11, 11],
            "discards": "7C",
        }
    )

    def screen() -> str:
        painter = Painter(rules_of(game), people(4), PLAIN)
        console = Console(file=StringIO(), width=300)
        with console.capture() as drawn:
            console.print(table(painter, state, 0))
        return drawn.get()

    assert "first melds need 50" in screen()
    assert "a discard takes them back" not in screen()
    state.apply_action("meld TD TH TS")
    assert "first melds need 50   laid so far 30   too little yet, a discard takes" in screen()
    state.apply_action("meld 4D 4H Jo")
    assert "first melds" not in screen()


def test_a_hand_is_shown_by_suit() -> None:
    state = loaded("oh_hell").new_initial_state(1)
    groups, note = sort_hand(state, state.game.program.zones["hand"], "2S 3C 5S TD QS".split(), 0)
    assert groups == [["TD"], ["2S", "5S", "QS"], ["3C"]]  # clubs are trump
    assert note == ""


def test_what_is_not_seen_is_not_sorted() -> None:
    state = loaded("oh_hell").new_initial_state(1)
    zones = state.game.program.zones
    assert sort_hand(state, zones["hand"], ["3C", "??"], 0) == ([["3C", "??"]], "")
    assert sort_hand(state, zones["trump_card"], ["3C"], 0) == ([["3C"]], "")


@pytest.mark.parametrize(
    ("game", "given", "hand", "shown"),
    [
        (
            "skat",
            {"contract": "hearts", "declarer": 0},
            "7C QD KD TD 8H QH TH JS JC AS",
            "QD KD TD | AS | 7C | 8H QH TH JS JC",
        ),
        ("skat", {"contract": "null_game", "declarer": 0}, "7C TC JC QC KC AC", "7C TC JC QC KC AC"),
        ("euchre", {"trump": "hearts", "maker": 0}, "JD AD JH 9H JC", "JC | AD | 9H JD JH"),
    ],
)
def test_a_hand_of_tricks_is_shown_in_their_order_with_the_trumps_together(
    game: str, given: dict[str, object], hand: str, shown: str
) -> None:
    rules = cardrules.load(game)
    others = [len(hand.split())] * (rules.players - 1)
    position = {"phase": "trick_taking", "hand": [hand, *others], "actor": 0, "leader": 0, **given}
    state = rules.state_from_position(position)
    zone, pack = rules_of(rules).program.zones["hand"], rules_of(rules).program.pack
    cards = sorted(hand.split(), key=pack.text.index)
    groups, _ = sort_hand(state, zone, cards, 0)
    assert " | ".join(map(" ".join, groups)) == shown


def test_a_hand_is_shown_where_its_order_depends_on_a_leader_who_is_not_known_yet() -> None:
    """The dealer of scarto puts cards away before a leader is known; red suits have an order by the suit led."""
    state = cardrules.load("scarto").new_initial_state(1)
    cards = "2H 10H KH 20T 21T fool".split()
    groups, _ = sort_hand(state, state.game.program.zones["hand"], cards, state.current_player())
    assert sorted(card for group in groups for card in group) == sorted(cards)
    assert ["21T", "20T"] in groups  # the angel is the highest


def test_a_card_that_is_shown_for_two_melds_is_told_once() -> None:
    """The queen of clubs is part of a marriage and of four queens; the other one is not shown."""
    hand = ["AC", "KC QC QC QD QH QS", "9D", "9H"]
    position = {"phase": "naming", "holder": 0, "actor": 0, "hand": hand, "bid_points": 250}
    state = cardrules.load("pinochle").state_from_position(position)
    state.apply_action("name diamonds")
    painter = Painter(state.game, people(4), PLAIN)
    told = "\n".join(line.plain for line in Story(painter, state, 0).lines())
    assert "KC QC QD QH QS are shown in Ben's hand" in told


@pytest.mark.parametrize(("players", "told"), [(2, "your sweeps: 1"), (4, "sweeps of you and Clara: 1")])
def test_the_value_of_a_side_of_one_player_is_that_players(players: int, told: str) -> None:
    hand = ["7B 6C", "2C 3C", "2D 3D", "2S 3S"][:players]
    position = {"hand": hand, "table": "3B 4C", "actor": 0}
    state = cardrules.load("scopa", players=players).state_from_position(position)
    state.apply_action("take 7B 3B 4C")
    painter = Painter(state.game, people(players), PLAIN)
    shown = "\n".join(line.plain for line in Story(painter, state, 0).lines())
    assert told in shown


def test_a_trick_and_the_scores_are_told_in_a_line_each() -> None:
    game = loaded("oh_hell")
    deck = "4H 5H 6H 7H 2S".split()
    rest = [card for card in rules_of(game).program.pack.text if card not in deck]
    state = game.new_initial_state(dealer=0, deck=[*deck, *rest])
    for action in ("bid 0", "bid 0", "bid 0", "bid 1", *(f"play {n}H" for n in (4, 5, 6, 7))):
        state.apply_action(action)
    story = Story(Painter(rules_of(game), people(4), PLAIN), state, 0, 7)
    told = [line.plain.strip() for line in story.lines()]
    assert told[0] == "You: play 7H - you take the trick"
    assert told[1] == "bid: you 1, Ben 0, Clara 0, David 0; tricks: you 1, Ben 0, Clara 0, David 0"
    assert told[2] == "scores: you 11 (+11), Ben 10 (+10), Clara 10 (+10), David 10 (+10)"
    assert not any("score of" in line for line in told)


@pytest.mark.parametrize(
    ("laid", "added", "shown"),
    [
        (["9H", "TH", "QH", "Jo", "Jo"], "8H", "8H 9H TH Jo (as JH) QH Jo (as KH)"),
        (["3H", "4H", "5H", "Jo"], None, "3H 4H 5H Jo (as 2H or 6H)"),
        (["2H", "3H", "5H", "Jo", "Jo"], None, "2H 3H Jo (as 4H) 5H Jo (as AH or 6H)"),
        (["JS", "QS", "KS", "AS"], "TS", "TS JS QS KS AS"),
        (["5D", "5H", "5S"], "5H", "5D 5H 5S 5H"),
    ],
)
def test_a_run_on_the_table_is_shown_in_line(laid: list[str], added: str | None, shown: str) -> None:
    game = loaded("loba_de_menos", players=2)
    hand = " ".join([*laid, *([added] if added else []), "KC", "2C"])
    state = game.state_from_position({"phase": "playing", "hand": [hand, 4], "stock": 20})
    state.apply_action("meld " + " ".join(laid))
    if added:
        state.apply_action(f"lay_off {added} #1")
    lines = _drawn(Painter(rules_of(game), people(2), PLAIN), state).splitlines()
    assert shown in [line.partition("#1 ")[2].partition("   ")[0].rstrip() for line in lines]


def test_scores_are_told_when_they_change() -> None:
    game = loaded("gin_rummy")
    hands = ["5S 6S 7S QC QD QH 3C 3D 3H 4D TC", "KC KD KH QS 8S 4S 2C 2D 9H AH"]
    state = game.state_from_position({"phase": "shedding", "hand": hands, "stock": 20})
    state.apply_action("knock TC")
    story = [line.plain for line in Story(Painter(rules_of(game), people(2), PLAIN), state, 0).lines()]
    (told,) = [line for line in story if "scores" in line]
    assert "scores: you 10 (+10), Ben 0" in told
    assert any("14 deadwood - 4 deadwood of the knocker = 10" in line for line in story)


def test_a_bid_of_nothing_is_shown_once_it_is_made() -> None:
    game = loaded("oh_hell")
    painter = Painter(rules_of(game), people(4), PLAIN)
    state = game.new_initial_state(dealer=0)
    state.apply_action("bid 0")
    shown = _drawn(painter, state)
    assert shown.count("bid 0") == 1


BIDDING = """\
cardrules: 1
name: Bidding
summary: Bid in turn; the highest bid wins.
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
variables:
  bids:  {each: player, start: -1}
  limit: {start: -2}
phases: {bidding: {players: each once from eldest}}
actions:
  bid: {phase: bidding, choose: {number: a number from 0 to 3}, do: bids becomes number}
deal: {after: 'for each p in players: add bids of p to score of p'}
match: {winner: highest}
"""


def test_a_number_that_is_missing_is_not_shown_and_0_is_a_number(tmp_path: Path) -> None:
    """A number that starts below 0 is missing there, as the language advises; 0 means something."""
    (tmp_path / "bidding.yaml").write_text(BIDDING, encoding="utf-8")
    game = cardrules.load(tmp_path / "bidding.yaml")
    painter = Painter(rules_of(game), people(2), PLAIN)
    state = game.state_from_position({"bids": [-1, 0], "limit": 0, "actor": 0})
    shown = _drawn(painter, state)
    beside = [note for each in board(state, painter, 0).others for note in map(str, (*each.line, *each.signs))]
    assert shown.count("bids") == 1
    assert "bids 0" in shown
    assert "limit 0" in shown
    assert "bids 0" in beside
    assert "limit" not in _drawn(painter, game.state_from_position({"bids": [-1, -1]}))


def test_internal_variables_are_not_told() -> None:
    game = loaded("gin_rummy")
    painter = Painter(rules_of(game), people(2), PLAIN)
    state, chance = game.new_initial_state(3), Random(1)
    for _ in range(30):
        state.apply_raw(chance.choice(state.raw_legal_actions()))
    story = " ".join(line.plain for line in Story(painter, state, 0).lines())
    assert "taken" not in story + _drawn(painter, state)
    assert "knock limit 10" in _drawn(painter, state)


def _drawn(painter: Painter, state: cardrules.State, viewer: int = 0) -> str:
    out = StringIO()
    Console(file=out, width=100, color_system=None).print(table(painter, state, viewer))
    return out.getvalue()


def test_the_own_table_is_drawn_and_the_other_told_in_a_line() -> None:
    game = loaded("gin_rummy_partnership")
    painter = Painter(rules_of(game), people(4), PLAIN)
    state = game.new_initial_state(seed=3)
    for action in ("pass", "take_upcard"):
        state.apply_action(action)
    told = [line.plain for line in Story(painter, state, 0).lines()]
    assert told[0] == " table 1, You: pass"
    assert told[1].startswith(" table 2, Clara: ")

    def drawn(viewer: int) -> str:
        console = Console(width=200, color_system=None)
        with console.capture() as captured:
            console.print(table(painter, state, viewer))
        return captured.get()

    own, other = drawn(0).split("table 2 ")
    assert "Clara" not in own
    assert other.strip().startswith("Clara and David, discarding")
    assert " table 1  Anna and Ben" in drawn(2)


def test_the_cards_of_a_whole_pack_are_not_listed() -> None:
    game = loaded("blackjack")
    state = game.new_initial_state(seed=1)
    painter = Painter(rules_of(game), people(1), PLAIN)
    shown = _drawn(painter, state)
    assert "312 cards" in shown
    assert "with" not in shown


def shown(sheet: RenderableType) -> list[str]:
    """Return the lines of a score sheet."""
    console = Console(file=StringIO(), width=80)
    console.print(sheet)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


def test_what_is_decided_between_deals_has_rows_of_its_own_in_the_score_sheet() -> None:
    game = cardrules.load("loba_de_menos")
    position = {
        "phase": "playing",
        "hand": ["2C", "TC", "TD", "TH"],
        "score": [30, 62, 95, 91],
        "laid_before": [True],
        "stock": 20,
    }
    state = game.state_from_position(position)
    painter = Painter(rules_of(game), people(4), Style(symbols=True, colour=False))
    for move in ("discard 2C", "reenter", "reenter"):
        if move == "reenter":
            heading = str(getattr(painter.heading(state), "title", ""))
            assert heading == "Loba de menos, come back or leave"
            sheet = shown(score_sheet(painter, state, 0))  # with the deal that is just over
            assert sheet[1].split() == "deal 1 0 10 10 10".split()
        state.apply_action(move)
    story = [line.plain.strip() for line in Story(painter, state, 0).lines()]
    assert "scores: you 30, Ben 72 (+10), Clara 105 (+10), David 101 (+10)" in " ".join(story)
    assert story[-2:] == [
        "David's comebacks: 1; stakes in the pot: 6; scores: David 72 (−29)",
        "deal 2 begins",
    ]
    rows = [line.split() for line in shown(score_sheet(painter, state, 0))[1:]]
    assert rows == [
        "deal 1 0 10 10 10".split(),
        "then: come back 0 0 −33 −29".split(),
        "total 30 72 72 72".split(),
    ]


def test_who_plays_the_cards_of_another_says_so() -> None:
    state = cardrules.load("bridge").new_initial_state(4)
    for call in ("bid 1 notrump", "pass", "pass", "pass"):
        state.apply_action(call)
    lead = state.legal_actions()[0]
    state.apply_action(lead)  # the dummy follows, whose cards the declarer plays
    declarer = state.current_player()
    assert declarer is not None
    card = state.legal_actions()[0].text.split()[1]
    (dummy,) = holders(state, declarer, [card])
    assert dummy is not None
    assert dummy != declarer
    state.apply_action(f"play {card}")
    painter = Painter(state.game, people(4), PLAIN)
    (line,) = [each.plain for each in Story(painter, state, declarer, 5).lines()]
    assert line.startswith(f" You, for {painter.who(dummy, declarer)}: play {card}")


def test_the_same_again_is_told_once() -> None:
    game = cardrules.load("love_letter", players=2)
    state = game.new_initial_state(1)
    painter = Painter(rules_of(game), people(2), PLAIN)
    story = Story(painter, state, 0)
    story._lines = lambda: iter(map(Text, ["a", "b", "b", "b"]))  # type: ignore[method-assign]
    assert [line.plain for line in story.lines()] == ["a", "b x3"]


def test_secret_choices_that_are_carried_out_are_of_those_who_made_them() -> None:
    state = cardrules.load("gin_slaughtre").new_initial_state(1)
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    story = Story(Painter(state.game, people(2), PLAIN), state, None).lines()
    assert not [line.plain for line in story if ", for " in line.plain]


def test_what_a_side_has_taken_stands_at_both_its_players() -> None:
    state = cardrules.load("bridge").new_initial_state(4)
    for call in ("bid 1 notrump", "pass", "pass", "pass"):
        state.apply_action(call)
    while sum(state.observation(0).variables["tricks"]) < 1:
        state.apply_action(state.legal_actions()[0])
    assert _drawn(Painter(state.game, people(4), PLAIN), state).count("tricks (both) 1") == 2


def test_hidden_cards_are_counted_in_one_way() -> None:
    """However many there are; cards whose places count are drawn side by side."""
    for name, hand in (("hearts", "?? x13"), ("skat", "?? x10"), ("hanabi", "?? ?? ?? ?? ??")):
        state = cardrules.load(name).new_initial_state(4)
        assert hand in _drawn(Painter(state.game, people(state.game.players), PLAIN), state)


def test_what_a_player_was_told_of_cards_stands_on_their_backs() -> None:
    game = cardrules.load("hanabi", players=2)
    position = {"hand": ["1R 2R 3R 4R 5R", "3G 1B 3B 2W 4W"], "rest": "stock"}
    state = game.state_from_position(position)
    hints = "hint_rank 1 3", "hint_colour 0 red", "hint_colour 1 blue", "hint_rank 0 1"
    for action in (*hints, "discard 1"):
        state.apply_action(action)
    painter = Painter(state.game, people(2), PLAIN)
    assert "hand ?R ?R ?R ?R ??" in _drawn(painter, state)
    assert "hand 3? ?B 3B ?? ??" in _drawn(painter, state, viewer=1)
    assert "you were told a part" in meaning(painter, "?B")
    assert "you were told a part" in meaning(painter, "3?")
    own = board(state, painter, 1).own
    assert own is not None
    backs = own.hand[0].cards
    assert [(card.text, card.note) for card in backs] == [
        (None, "3?, not blue"),
        (None, "?B, not 3"),
        ("3B", ""),
        (None, "not blue, not 3"),
        (None, "not blue, not 3"),
    ]
    assert [card.words.partition(": ")[2] for card in backs] == [card.note for card in backs]


def test_the_next_player_sits_on_the_right_in_a_counterclockwise_game() -> None:
    for to_the_left, seats in ((True, [2, 3, 0]), (False, [0, 3, 2])):
        game = cardrules.load(str(TO_THE_RIGHT), options={"to_the_left": to_the_left}, players=4)
        state, painter = game.new_initial_state(seed=1), Painter(rules_of(game), people(4), PLAIN)
        assert [plate.seat for plate in board(state, painter, 1).others] == seats
