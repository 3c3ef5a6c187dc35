"""A scenario with its game: the position in which its tests begin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict, cast

from ..diagnostics import Diagnostic, Label, error, has_errors
from ..game.rules import Rules
from ..game.setup.doubts import doubts
from ..game.setup.given_position import build, look_over
from ..game.setup.opening import START_OF_DEAL, Opening, dealt, given
from ..game.setup.values import Faces, Problem, Where, in_words, seat_problem, words_of
from ..source.located import Mapping, Node, Sequence, plain
from .games import Games, setting_problems
from .locating import located, word_spans
from .scenario import Scenario, Test, integer

if TYPE_CHECKING:
    from ..core.machine import Machine, Outline
    from ..runtime.position import Position


class _Start(TypedDict):
    seed: int
    dealer: int | None
    deal: int


@dataclass(frozen=True, slots=True)
class Played:
    """A test together with its scenario and game."""

    setting: Setting
    test: Test


@dataclass(frozen=True, slots=True)
class Setting:
    """A scenario with its game, from which the beginning can be made in either build.

    Attributes:
        scenario: the scenario.
        game: the game under the scenario's options.
        deck: the whole pack in order, or one pack for each table; None if none is given.
    """

    scenario: Scenario
    game: Rules
    deck: tuple[str, ...] | tuple[tuple[str, ...], ...] | None

    @property
    def seed(self) -> int:
        """The seed of all chance."""
        return integer(self.scenario.seed, 0)

    @property
    def _dealer(self) -> int | None:
        dealer = self.scenario.dealer
        return dealer.value if dealer is not None and type(dealer.value) is int else None

    def position(self, machine: Machine) -> Position:
        """Return the beginning in a machine's build: a position that is dealt or given.

        Args:
            machine: either build of the game.

        Raises:
            CardrulesError: the rules fail during the deal, or at the end of a given phase.
        """
        if self.scenario.given is None:
            position = self.opening().undealt(machine)
            machine.advance(position, START_OF_DEAL)
            return position
        position, problems = self.given(machine)
        assert position is not None, problems
        machine.resume(position)
        return position

    def given(self, machine: Outline) -> tuple[Position | None, list[Problem]]:
        """Return the given position, or None and what is wrong with it."""
        return build(self.game, machine, self._given(), **self._start())

    def examined(self) -> list[Problem]:
        """Return what is wrong with the given position, without building it."""
        return look_over(self.game, self._given(), **self._start())

    def doubts(self) -> list[Problem]:
        """Return warnings about probable mistakes in the given position."""
        return doubts(self.game.program, self._given())

    def _given(self) -> dict[str, Any]:
        assert self.scenario.given is not None
        return cast("dict[str, Any]", plain(self.scenario.given))

    def _start(self) -> _Start:
        return {"seed": self.seed, "dealer": self._dealer, "deal": integer(self.scenario.deal, 1)}

    def opening(self) -> Opening:
        """Return how its games begin; `State.begun` begins one.

        Raises:
            CardrulesError: the deck is not the pack of the game, or there is no such seat or deal.
        """
        if self.scenario.given is not None:
            return given(self.game, self._given(), **self._start())
        return dealt(self.game, deck=self.deck, **self._start())


def prepare(scenario: Scenario, games: Games) -> tuple[Setting | None, list[Diagnostic]]:
    """Return a scenario with its game, and what is wrong with its text.

    The texts of its tests are not examined.

    Args:
        scenario: the scenario.
        games: the games of its ruleset.

    Returns:
        The setting, or None if there are errors; and the diagnostics.
    """
    problems = list(setting_problems(games.loaded, scenario))
    if problems:
        return None, problems
    game = games.of(scenario)
    if not isinstance(game, Rules):
        label = Label(scenario.span, "with the options of this scenario")
        return None, [replace(each, labels=(*each.labels, label)) for each in game]
    deck, problems = _deck(scenario, game)
    if scenario.dealer is not None:
        wrong = seat_problem(scenario.dealer.value, game.players, Where("dealer"))
        if wrong is not None:
            problems.append(located(wrong, Mapping({}, scenario.span), scenario.dealer.span))
    setting = Setting(scenario, game, deck)
    if not problems and scenario.given is not None:
        outside = scenario.dealer.span if scenario.dealer else scenario.span
        found = setting.examined() or setting.doubts()
        problems += [located(each, scenario.given, outside) for each in found]
    return (None if has_errors(problems) else setting), problems


def _deck(
    scenario: Scenario, game: Rules
) -> tuple[tuple[str, ...] | tuple[tuple[str, ...], ...] | None, list[Diagnostic]]:
    """Return the whole pack, or one for each table, with the cards of `deck` on top."""
    if scenario.deck is None:
        return None, []
    if scenario.given is not None:
        message = "The scenario has both a position that is given and a deck to deal from."
        way_out = "Leave out 'deck'; the next cards of the stock are 'draws' in 'given'."
        return None, [error("CR710", message, scenario.deck.span, help=way_out)]
    if game.program.tables is None:
        return _pack(scenario.deck, game)
    count = game.program.tables.number
    packs = scenario.deck.items if isinstance(scenario.deck, Sequence) else ()
    if len(packs) != count:
        message = f"There are {count} tables, each with a pack of its own."
        way_out = f"Write a list of {count} texts, the first for table 1."
        return None, [error("CR706", message, scenario.deck.span, help=way_out)]
    found = [_pack(node, game) for node in packs]
    return tuple(cards for cards, _ in found), [each for _, wrong in found for each in wrong]


def _pack(deck: Node, game: Rules) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return a whole pack with the cards of a text on top."""
    pack = game.program.pack
    words = words_of(in_words(pack, plain(deck))) or []
    faces = Faces(pack, words)
    tree = Mapping({}, deck.span)
    problems: list[Diagnostic] = []
    cards: list[int] = []
    spans = word_spans(deck)
    for index, word in enumerate(words):
        card = faces.take(word, Where("deck", None, index))
        if isinstance(card, int):
            cards.append(card)
            continue
        found = located(card, tree, spans[index])
        if card.first is not None and card.first.word is not None:
            found = replace(found, labels=(Label(spans[card.first.word], "first here"),))
        problems.append(found)
    return tuple(pack.text[card] for card in [*cards, *faces.rest()]), problems
