"""Every statement of the language, by playing it in both builds."""

from __future__ import annotations

import traceback

import pytest

from cardrules.interpreter.errors import ColumnError, RulesetError, StepBudgetError
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime.journal import Changed

from ..positions import in_both_builds
from .playing import Play, game

END = "  finish: {phase: turn, do: actor wins}\n"


def do(text: str, more: str = "", variables: str = "", players: int = 2, seed: int = 0) -> Play:
    """Play one action whose `do` is `text`, after three cards each."""
    lines = "".join(f"      {line}\n" for line in text.strip().splitlines())
    body = (
        f"variables: {{x: {{type: number, help: A number.}}{variables}}}\n"
        "deal: {do: deal 3 each to hand}\n"
        "phases:\n  turn: {players: in turn}\n"
        f"actions:\n  act:\n    phase: turn\n    do: |\n{lines}{END}{more}"
    )
    return Play(body, seed, players=players)("act")


def test_the_deal_goes_round_from_eldest_and_from_the_top() -> None:
    play = Play("deal: {do: deal 3 each to hand}\nphases: {turn: {players: in turn}}\nactions:\n" + END)
    assert play.cards("hand", 0) == "5H 6H 7H"
    assert play.cards("hand", 1) == "5C 6C 7C"
    assert play.cards("stock") == "2C 2H 3C 3H 4C 4H"
    assert play.actor == 0


def test_move() -> None:
    play = do("move hand where rank >= 6 to pile\nmove top of stock to hand of opponent")
    assert play.cards("pile") == "6H 7H"
    assert play.cards("hand", 0) == "5H"
    assert play.cards("hand", 1) == "4H 5C 6C 7C"


@pytest.mark.parametrize(
    ("text", "pile", "stock"),
    [
        ("move stock to pile", "2C 2H 3C 3H 4C 4H", ""),
        ("move pile to stock", "", "2C 2H 3C 3H 4C 4H"),
        ("move top 2 of stock to pile", "4C 4H", "2C 2H 3C 3H"),
        ("move bottom 2 of stock to pile", "2C 2H", "3C 3H 4C 4H"),
        ("move first of hand to pile\nmove hand to pile", "5H 6H 7H", "2C 2H 3C 3H 4C 4H"),
        ("move hand + top of stock to pile", "4H 5H 6H 7H", "2C 2H 3C 3H 4C"),
        ("move stock - top 4 of stock to pile", "2C 2H", "3C 3H 4C 4H"),
        ("move stock + pile to pile", "2C 2H 3C 3H 4C 4H", ""),
        ("let c be top of stock\nmove c to pile\nmove c to stock\nmove c to pile", "4H", "2C 2H 3C 3H 4C"),
        ("move hand of players to pile", "5H 6H 7H 5C 6C 7C", "2C 2H 3C 3H 4C 4H"),
    ],
)
def test_cards_on_the_move(text: str, pile: str, stock: str) -> None:
    play = do(text)
    assert play.cards("pile") == pile
    assert play.cards("stock") == stock


def test_deal_to_one_zone_and_from_another() -> None:
    play = do("deal 2 to pile\ndeal 1 from pile to hand of opponent\ndeal 1 each from pile to hand")
    assert play.cards("pile") == ""
    assert play.cards("hand", 1) == "4C 5C 6C 7C"
    assert play.cards("hand", 0) == "4H 5H 6H 7H"


def test_deal_stops_with_the_cards() -> None:
    play = do("deal 99 to pile\ndeal 1 each to hand")
    assert play.cards("pile") == "4H 4C 3H 3C 2H 2C"


def test_draw() -> None:
    play = do("draw 2\nopponent draws 1 from stock to pile\nopponent draws 1")
    assert play.cards("hand", 0) == "4C 4H 5H 6H 7H"
    assert play.cards("pile") == "3H"
    assert play.cards("hand", 1) == "3C 5C 6C 7C"


def test_draw_until() -> None:
    play = do("draw until rank of drawn is 3 to pile\nopponent draws until suit of drawn is clubs")
    assert play.cards("pile") == "4H 4C 3H"
    assert play.cards("hand", 1) == "3C 5C 6C 7C"
    assert do("draw until rank of drawn > 4 to pile").cards("stock") == ""
    assert do("draw 0\ndraw 1 - 5").cards("stock") == "2C 2H 3C 3H 4C 4H"


def test_refill() -> None:
    play = do("refill hand to 5\nrefill hand of opponent to 2\nrefill pile to 2 from hand")
    assert play.cards("hand", 1) == "5C 6C 7C"
    drawn, below = play.cards("pile").split()
    assert below == "4H"
    assert {drawn, *play.cards("hand", 0).split()} == {"4C", "5H", "6H", "7H"}


def test_exchange() -> None:
    play = do("exchange hand for hand of opponent")
    assert (play.cards("hand", 0), play.cards("hand", 1)) == ("5C 6C 7C", "5H 6H 7H")
    play = do("exchange top 2 of stock for hand where rank is 6")
    assert play.cards("hand", 0) == "4C 4H 5H 7H"
    assert play.cards("stock") == "2C 2H 3C 3H 6H"
    play = do("exchange hand for pile")
    assert (play.cards("hand", 0), play.cards("pile")) == ("", "5H 6H 7H")
    for seed in range(6):  # one player, also where chance names the place
        text = "exchange hand of random of players for top of stock"
        play = do(text, seed=seed)
        assert {len(play.cards("hand", seat).split()) for seat in (0, 1)} == {1, 3}
        assert len(play.cards("stock").split()) == 8


def test_shuffle_is_decided_by_the_seed() -> None:
    body = "deal: {do: shuffle stock}\nphases: {turn: {players: in turn}}\nactions:\n" + END
    assert Play(body, seed=1).cards("stock") == Play(body, seed=1).cards("stock")
    assert len({Play(body, seed=seed).cards("stock") for seed in range(10)}) == 10


def test_reveal() -> None:
    body = (
        'deal: {do: "shuffle stock\\ndeal 3 each to hand"}\nphases: {turn: {players: in turn}}\n'
        "actions:\n  show: {phase: turn, do: reveal first of hand}\n"
        '  peek: {phase: turn, do: "reveal top of stock to actor\\nplay again"}\n' + END
    )

    def seen(play: Play, seat: int, zone: str, owner: int | None = None) -> list[str]:
        cards = dict(play.state.observation(seat).zones)[zone]
        return [str(card) for card in (cards if owner is None else cards[owner])]

    play = Play(body, players=3)
    held = play.cards("hand", 0).split()
    assert seen(play, 1, "hand", 0) == ["??"] * 3
    play("show")
    assert seen(play, 1, "hand", 0).count("??") == 2
    assert held[0] in seen(play, 2, "hand", 0)
    play("peek")
    top = play.cards("stock").split()[-1]
    assert seen(play, 1, "stock")[-1] == top
    assert seen(play, 0, "stock")[-1] == "??"


def test_becomes_and_add() -> None:
    play = do(
        "x becomes 3\nadd x to x\ny of opponent becomes x + 1\nadd 2 to y\nadd 5 to score of actor\n"
        "who becomes left of actor\nbest becomes top of stock\ncolor becomes suit of best\n"
        "those becomes hand where rank > 5\nstack becomes top 2 of stock\nyes becomes x is 6\n"
        "all_of becomes players from who\nhigh becomes rank of best",
        variables=", y: {type: number, each: player}, who: {type: player}, best: {type: card}, "
        "color: {type: suit, help: a}, those: {type: cards, help: a}, yes: {type: boolean, help: a}, "
        "all_of: {type: players, help: a}, high: {type: rank, help: a}, stack: {type: pile, help: a}",
    )
    card = rules_of(play.game).program.pack.text.index
    assert play.variable("x") == 6
    assert play.variable("y") == [2, 7]
    assert play.state.scores() == [5, 0]
    assert play.variable("who") == 1
    assert play.variable("best") == card("4H")
    assert play.variable("color") == 1
    assert play.variable("those") == 1 << card("6H") | 1 << card("7H")
    assert play.variable("stack") == (card("4C"), card("4H"))
    assert play.variable("yes") is True
    assert play.variable("all_of") == (1, 0)
    assert play.variable("high") == 2


def test_a_variable_holds_as_many_digits_as_a_ruleset_may_write() -> None:
    for sign, most in (("", 10**18 - 1), ("-", 1 - 10**18)):
        play = do(f"x becomes {sign}{10**9 - 1}\nx becomes x * {10**9 + 1}")
        assert in_both_builds(play.state.position)["v_x"] == most
        with pytest.raises(StepBudgetError, match="more than 18 digits"):
            do(f"x becomes {sign}{10**9}\nx becomes x * {10**9}")


def test_let_holds_a_value_that_does_not_change() -> None:
    play = do(
        "let before be stock\nmove stock to pile\nadd size of before to x\nlet p be pile\n"
        "move p to stock\nadd size of p to x"
    )
    assert play.variable("x") == 12


@pytest.mark.parametrize("x", [1, 2, 3])
def test_if(x: int) -> None:
    text = f"x becomes {x}\nif x is 1: add 10 to x\nelse if x is 2:\n  add 20 to x\nelse: add 30 to x"
    assert do(text).variable("x") == 11 * x if x < 3 else 33


def test_for_each() -> None:
    assert do("for each p in players from opponent: x becomes 10 * x + size of hand of p").variable("x") == 33
    assert do("for each c in hand: x becomes 10 * x + value of c").variable("x") == 567
    assert do("for each c in stock: x becomes 10 * x + value of c").variable("x") == 223344
    assert do("for each k in 2 to 4: x becomes 10 * x + k").variable("x") == 234
    assert do("for each k in 4 to 2: add 1 to x").variable("x") == 0
    assert do("for each k in [4, 2, 7]: x becomes 10 * x + k").variable("x") == 427
    assert do("for each c in stock: move c to pile").cards("pile") == "2C 2H 3C 3H 4C 4H"
    assert do("for each c in hand:\n  for each d in hand: add 1 to x").variable("x") == 9


def test_repeat() -> None:
    assert do("repeat 3 times: add 2 to x").variable("x") == 6
    assert do("repeat 1 times:\n  add 2 to x\nadd 1 to x").variable("x") == 3
    assert do("repeat -2 times: add 2 to x").variable("x") == 0
    assert do("repeat until x >= 5: add 2 to x").variable("x") == 6
    assert do("repeat until stock is empty: move top of stock to pile").cards("stock") == ""
    assert do("repeat 2 times:\n  repeat 3 times:\n    add 1 to x").variable("x") == 6


def test_ends() -> None:
    assert do("actor wins").state.returns() == [1, -1]
    assert do("opponent loses").state.returns() == [1, -1]
    assert do("nobody wins").state.returns() == [0, 0]
    assert do("players with lowest size of hand of it wins").state.returns() == [0, 0]
    assert do("everybody wins").state.returns() == [1, 1]
    assert do("players loses").state.returns() == [-1, -1]
    assert do("actor - actor wins").state.returns() == [0, 0]
    assert do("players from actor where it is not actor wins", players=3).state.returns() == [
        -1,
        1,
        1,
    ]
    assert do("end game").state.returns() == [0, 0]
    assert do("end deal").over
    assert do("if x is 0: end turn\nadd 1 to x").variable("x") == 0
    assert do("if x is 0: end phase\nadd 1 to x").over


def test_play_again_skip_and_reverse() -> None:
    assert do("play again").actor == 0
    assert do("x becomes 1", players=3).actor == 1
    assert do("skip 1", players=3).actor == 2
    assert do("reverse", players=3).actor == 2
    assert do("reverse\nskip 1", players=3).actor == 1
    for turned, word, side in (("", "after", "left"), ("reverse", "after", "right"), ("reverse", "before", "left")):
        asked = f"x becomes 1 if player {word} actor is {side} of actor else 2"
        assert do(f"{turned}\n{asked}".strip(), players=3).variable("x") == 1
    assert do("reverse\nreverse", players=3).actor == 1
    assert do("play again\nskip 1", players=3)("finish").over
    assert do("left of left of actor plays next", players=3).actor == 2
    assert do("left of actor plays next\nskip 1\nactor plays next", players=3).actor == 0
    assert do("the others have one more turn", players=3).actor == 1
    assert do("play on until the turn comes back to left of left of actor", players=3).actor == 1
    assert do("play on until the turn comes back to left of actor", players=3).over
    assert (
        do("play on until the turn comes back to actor\nplay on until the turn comes back to left of actor").actor == 1
    )


def test_a_deed() -> None:
    more = (
        "define:\n  give:\n    with: card c, player p\n    do: |\n      move c to hand of p\n"
        '      add 1 to x\n  twice: {with: card c, do: "give(c, opponent)\\ngive(c, actor)"}\n'
        "  quit: {do: actor wins}\n"
    )
    play = do("for each c in hand: give(c, opponent)\ntwice(top of stock)", more)
    assert play.cards("hand", 1) == "5C 5H 6C 6H 7C 7H"
    assert play.cards("hand", 0) == "4H"
    assert play.variable("x") == 5
    assert do("quit\nadd 1 to x", more.replace("twice(", "twice(")).over


def test_an_endless_effect_is_stopped_and_changes_nothing() -> None:
    play = do(
        "play again", "  spin: {phase: turn, do: 'repeat until x is 1: move pile to pile'}\nlimits: {steps: 200}\n"
    )
    before = play.state.to_json()
    with pytest.raises(StepBudgetError, match=r":\d+:\d+: the loop"):
        play.state.apply_action("spin")
    assert play.state.to_json() == before


def test_no_legal_action_is_a_diagnostic() -> None:
    body = "phases: {turn: {players: in turn}}\nactions: {act: {phase: turn, when: stock is empty, do: actor wins}}"
    with pytest.raises(RulesetError) as caught:
        Play(body)
    (problem,) = caught.value.diagnostics
    assert problem.code == "CR801"
    assert "'turn'" in problem.message


def test_tracebacks_point_at_the_yaml_file() -> None:
    body = (
        "variables: {x: {type: number}}\nphases: {turn: {players: in turn}}\nactions:\n  act:\n"
        "    phase: turn\n    do: |\n      x becomes 1\n      x becomes x div size of pile\n" + END
    )
    made = game(body)
    state = made.new_initial_state()

    class Broken(list[int]):
        def __len__(self) -> int:
            raise TypeError("induced")

    state.position.z_pile = Broken()  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="induced") as caught:
        state.apply_action("act")
    frames = [f for f in traceback.extract_tb(caught.tb) if f.filename == "small.yaml"]
    assert [frame.name for frame in frames] == ["apply_0", "act_act"]
    text = rules_of(made).loaded.resolved.sources["small.yaml"].line(frames[-1].lineno or 0)
    assert text.strip() == "x becomes x div size of pile"


COLUMNS = ", sheet: {columns: 3, start: 5}, points: {each: player, columns: 2, scope: match}"


def test_columns_are_numbered_from_one_and_change_one_by_one() -> None:
    play = do(
        "add 10 to column 1 of points of actor\ncolumn 2 of points of opponent becomes 7\n"
        "add column 1 of points of actor to column 1 of points of actor\n"
        "for each c in 2 to 3: column c of sheet becomes column (c - 1) of sheet + c\n"
        "x becomes total it over sheet\nif 7 is in sheet: add 100 to x",
        variables=COLUMNS,
    )
    assert list(play.variable("points")) == [(20, 0), (0, 7)]
    assert play.variable("sheet") == (5, 7, 10)
    assert play.variable("x") == 122


@pytest.mark.parametrize("number", ["x - 1", "x + 4"])
@pytest.mark.parametrize("text", ["x becomes column ({}) of sheet", "column ({}) of sheet becomes 1"])
def test_a_column_that_is_not_there_is_an_error_with_its_place(text: str, number: str) -> None:
    with pytest.raises(ColumnError, match=r"small.yaml:\d+: there is no column -?\d; .* 1 to 3"):
        do(text.format(number), variables=COLUMNS)


@pytest.mark.parametrize("text", ["x becomes played of led", "add 1 to played of led"])
def test_there_is_no_entry_for_none(text: str) -> None:
    with pytest.raises(ColumnError, match=r"small.yaml:\d+: .* 'none' has no entry"):
        do(f"led becomes none\n{text}", variables=", led: {type: suit}, played: {each: suit}")


def test_a_column_holds_no_number_of_more_than_18_digits() -> None:
    large = "9" * 18
    with pytest.raises(StepBudgetError, match="18 digits"):
        do(
            f"column 1 of sheet becomes {large}\nadd {large} to column 1 of sheet",
            variables=COLUMNS,
        )


def test_what_is_told_of_a_variable_is_whose_it_was() -> None:
    """Whose variable changes is settled before it does."""
    play = do(
        "next of actor becomes actor\nnext of (next of actor) becomes opponent",
        variables=", next: {each: player, type: player, help: Who is next.}",
    )
    events = [event for step in play.state.steps() for event in step.events]
    told = [each for each in events if isinstance(each, Changed)]
    assert [(each.seat, each.value) for each in told if each.variable == "next"] == [(0, 0), (0, 1)]
