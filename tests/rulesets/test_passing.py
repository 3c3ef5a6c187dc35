"""Every bundled game goes to its end whoever passes, folds, declines or gives up whenever possible.

A deal in which nobody does anything has no bidder, no winner, no trick and no cards: rules that ask
for what belongs to them stop the game. Such mistakes show where the match is decided, so the last
deal is played so under all settings, and in `make soak` the whole match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from cardrules.interpreter.authoring.trials import Setting, settings
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.scenarios.games import Games
from cardrules.rulesets import bundled
from tests.loading import loaded


def quiet(game: Game) -> Iterator[int]:
    """Yield the actions that say no more than their names, such as to pass."""
    for verb, action in enumerate(rules_of(game).program.actions.values()):
        if not action.parameters:
            yield verb


def play(game: Game, verb: int, most: int, *, last: bool) -> bool:
    """Play a match, or its last deal, with an action wherever it is legal; tell whether it ended.

    Where it is not legal, the first action is played, and so the lowest bid and the lowest card.

    Args:
        game: the game.
        verb: the number of the action.
        most: the most decisions; a match in which nobody ever scores can take very many.
        last: whether to begin with the last deal.
    """
    machine, deal = rules_of(game).bare, rules_of(game).program.match_deals if last else 1
    position = initial_position(rules_of(game), machine, 1, deal=deal)
    machine.advance(position, START_OF_DEAL)
    for _ in range(most):
        if position.pc < 0:
            break
        legal = machine.legal[position.pc](position)
        machine.play(position, next((raw for raw in legal if raw[0] == verb), legal[0]))
    return position.pc < 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", bundled())
def test_who_never_does_anything_reaches_the_end(name: str, amount: Callable[[int, int], int]) -> None:
    found = rules_of(loaded(name)).loaded
    games = Games(found, name)
    tried: list[Setting] = settings(found)
    for setting in tried[:: amount(max(1, len(tried) // 2), 1)]:
        compiled = games.compiled(setting.options, setting.variant, setting.players)
        assert isinstance(compiled, Rules)
        game = Game(compiled)
        for verb in quiet(game):
            ended = play(game, verb, amount(1_000, 20_000), last=True)
            if amount(0, 1):
                assert ended or not setting.usual, (setting, verb)
                play(game, verb, 20_000, last=False)
