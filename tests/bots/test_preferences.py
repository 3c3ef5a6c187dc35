"""The actions that a ruleset's `bots.prefer` prefers."""

from pathlib import Path

import pytest

from cardrules import load
from cardrules.interpreter.bots.bots import make_bot
from cardrules.interpreter.bots.quick import QuickBot
from cardrules.interpreter.bots.view import View
from cardrules.interpreter.play.game import rules_of

RULES = """
cardrules: 1
name: Totals
players: 1
deck: {ranks: 2 3 4 5 6 7 8 9, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
phases: {turn: {players: in turn}}
actions:
  hit: {phase: turn, do: draw 1}
  stand: {phase: turn, do: actor wins}
  drop:
    phase: turn
    choose: {card: a card from hand}
    do: move card to stock
bots:
  prefer:
    - drop: highest value of card if total value over hand > 21 and value of card < 9
    - hit: if total value over hand < 17
    - stand
"""


@pytest.mark.parametrize(
    ("hand", "preferred"),
    [
        ("9C 7C", ["hit"]),  # 16
        ("9C 8C", ["stand"]),
        ("9C 9H 8C 7H", ["drop 8C"]),  # nines are never dropped
        ("9C 9H 8C 8H", ["drop 8C", "drop 8H"]),
    ],
)
def test_a_preference_may_have_a_condition(tmp_path: Path, hand: str, preferred: list[str]) -> None:
    path = tmp_path / "totals.yaml"
    path.write_text(RULES)
    game = load(path)
    state = game.state_from_position({"hand": [hand]})
    actions = state.raw_legal_actions()
    chosen = rules_of(game).machine.preferred(state.position, actions)
    texts = [str(action) for action in state.legal_actions()]
    assert [texts[actions.index(each)] for each in chosen] == preferred


def test_a_quick_player_gives_up_only_if_nothing_else_is_left() -> None:
    game = load("streets_and_alleys")
    bot = make_bot("quick", 3)
    assert isinstance(bot, QuickBot)
    begun = game.state_from_position({"columns": ["9C", "TC", "8D", "KH AH KC", "QD", "5S", "5C", "3H"]})
    found = dict(bot.policy(View(begun, 0)))
    assert found.pop("give_up") == 0
    assert min(found.values()) > 0
    lost = game.state_from_position(
        {"columns": ["2C AH KC", "2D AS KD", "2H AC KH", "2S AD KS", "9C", "9D", "9H", "9S"]}
    )
    assert bot.policy(View(lost, 0)) == {"give_up": 1}
