"""The public API to load a ruleset and to begin games: `cardrules.load` and `Game`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ..check import ir
from ..check.load import Loaded, load_ruleset
from ..compile.analysis.tree_walk import rules
from ..compile.lowering import lowered
from ..diagnostics import brief
from ..errors import DeckError, OptionError, SetupError
from ..game.plain import plain
from ..game.rules import Rules
from ..game.setup.opening import START_OF_DEAL, cards_of_deck, dealt, given
from ..game.setup.shuffles import first_deal
from .state import State

if TYPE_CHECKING:
    from ..check.coverage_points import Point
    from ..check.program import Program
    from ..check.trace import Trace
    from ..compile.code.machine import Machine
    from ..game.setup.opening import Deck
    from ..runtime.position import Position


def load(
    name_or_path: str | os.PathLike[str],
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    settings: Sequence[str] = (),
    variant: str | None = None,
    single_deal: bool = False,
) -> Game:
    """Load a ruleset and compile it.

    Threads may share the game, and call this at once.

    Args:
        name_or_path: the bare name of a bundled ruleset, or the path of a file.
        players: the number of players; by default the one that the ruleset prefers.
        options: the values of options by name.
        settings: the values of options as texts `option=value`, as on the command line.
        variant: the name of a variant of the ruleset.
        single_deal: whether games stop after one deal. `returns()` is then what that deal scored,
            also where the match goes by something else than scores; without scores it tells who
            has won the deal.

    Raises:
        RulesetError: there is no such ruleset, or it has errors; `.diagnostics` lists them.
        OptionError: there is no such option, value or variant.
        PlayerCountError: the game is not for that number of players.
        SetupError: an argument has a wrong type, or a single deal has no result.

    >>> load("gin_slaughtre").players
    2
    """
    source = _path(name_or_path)
    if options is not None:
        if not isinstance(options, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise OptionError(f"options are a mapping of names to values, not {brief(options)}")
        options = {name: plain(value) for name, value in options.items()}
    players, single_deal = plain(players), plain(single_deal)
    if not _are_texts(settings):
        raise OptionError(f"settings are a list of texts `option=value`, not {brief(settings)}")
    if type(single_deal) is not bool:
        raise SetupError(f"single_deal is True or False, not {brief(single_deal)}")
    loaded = load_ruleset(source, options=options, settings=settings, variant=variant, players=players)
    failure = loaded.failure()
    if failure is not None:
        raise failure
    game = Game(loaded, source, single_deal=single_deal)
    if single_deal and not _has_result(game.program):
        raise SetupError(
            f"a single deal of {game.program.title} has no result: its rules count no score, and "
            "nobody wins or loses in a deal; play whole matches"
        )
    return game


def _one_deal(program: Program) -> Program:
    """Return a program whose matches are one deal.

    What the rules count as scores counts, also if the match goes by something else.
    """
    scored = program.uses_scores or any(
        isinstance(node, ir.Assign) and node.target.variable == "score" for node in rules(program)
    )
    return replace(program, match_deals=0, match_until=None, match_result=(), uses_scores=scored)


def _has_result(program: Program) -> bool:
    """Return whether a game can end with scores, or with winners without reaching a limit."""
    played = rules(replace(program, limit_result=()))
    return program.uses_scores or any(isinstance(node, ir.Outcome) for node in played)


def _path(name_or_path: object) -> str:
    """Return the name or path of a ruleset as a text."""
    try:
        text = os.fspath(cast("str | os.PathLike[str]", name_or_path))
    except TypeError:
        text = None
    if not isinstance(text, str):
        raise SetupError(f"a ruleset is a name or a path, not {brief(name_or_path)}")
    return text


def _are_texts(items: object) -> bool:
    """Return whether a value is a sequence of texts, and not a single text."""
    if not isinstance(items, Sequence) or isinstance(items, str | bytes):
        return False
    return all(isinstance(item, str) for item in cast("Sequence[object]", items))


class Game(Rules):
    """A ruleset with options: begins games and reads saved games. Threads may share it.

    Attributes:
        program: the typed rules.
        players: the number of seats.
        single_deal: whether a game stops after one deal.
    """

    def __init__(
        self,
        loaded: Loaded,
        source: str,
        *,
        single_deal: bool = False,
        trace: Trace[Point] | None = None,
    ) -> None:
        """Make a game from a checked ruleset; users call `load` instead.

        Args:
            loaded: the ruleset, which has no errors.
            source: its bare name or path.
            single_deal: whether games stop after one deal.
            trace: where games note which rules they pass, if they do.
        """
        assert loaded.program is not None
        program = lowered(loaded.program)
        if single_deal:
            program = _one_deal(program)
        super().__init__(loaded, program, source, single_deal=single_deal, trace=trace)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules without the compiled code."""
        return _again, (self.loaded, self.source, self.single_deal)

    def __repr__(self) -> str:
        """Return a Python expression for an equal game."""
        return f"cardrules.load({self.arguments()})"

    def new_initial_state(
        self,
        seed: int = 0,
        *,
        deck: Deck | None = None,
        dealer: int | None = None,
        deal: int = 1,
    ) -> State:
        """Begin a new game: deal, and return the state of the first decision.

        Args:
            seed: any integer; the same seed gives the same game on every platform.
            deck: the order of the pack after the first shuffle, as a list of cards or a text with
                all cards, the card that is dealt first at the front. If the game has several
                tables, a list of one such deck for each.
            dealer: the seat of the dealer, from 0; by default the rules decide. If the game has
                several tables, the dealer of that seat's table.
            deal: the number of the deal in the match, from 1.

        Raises:
            DeckError: the deck is not exactly the pack of the game.
            SetupError: there is no such seat, deal or seed.
        """
        return State.begun(self, dealt(self, seed, deck=deck, dealer=dealer, deal=deal))

    def initial_position(
        self,
        machine: Machine,
        seed: int = 0,
        *,
        deck: Deck | None = None,
        dealer: int | None = None,
        deal: int = 1,
    ) -> Position:
        """Return the position before the deal, in a machine's build.

        Args:
            machine: either build of this game.
            seed: as for `new_initial_state`, like all further arguments and the errors.
            deck: as there.
            dealer: as there.
            deal: as there.
        """
        return dealt(self, seed, deck=deck, dealer=dealer, deal=deal).undealt(machine)

    def deck(self, texts: str | Sequence[str]) -> tuple[int, ...]:
        """Return the card numbers of a deck.

        Args:
            texts: the cards as a list of texts, or as one text.

        Raises:
            DeckError: the deck is not exactly the pack of the game.
        """
        return cards_of_deck(self, texts)

    def first_deck(self, seed: int = 0) -> str | list[str]:
        """Return the order of the pack after the first shuffle, so that a deal can be published.

        `new_initial_state` with this deck and the same seed deals the same cards as with the seed
        alone. Chance that follows is other, because a given deck draws no random numbers. The
        dealer comes from the seed, too: `first_dealer` returns it. Cards that lie elsewhere at the
        first shuffle are also in the deck; they stay where they are.

        Args:
            seed: the seed of the game.

        Returns:
            A text with all cards, the card that is dealt first at the front. If the game has
            several tables, a list of one such text for each.

        Raises:
            DeckError: the game does not begin with a shuffle.
            SetupError: the seed is no integer.

        >>> game = load("gin_slaughtre")
        >>> game.new_initial_state(7, deck=game.first_deck(7)).position.z_hand[0] == (
        ...     game.new_initial_state(7).position.z_hand[0]
        ... )
        True
        """
        found = first_deal(self, dealt(self, seed)).decks
        count = 1 if self.program.tables is None else self.program.tables.number
        if len(found) < count:
            raise DeckError("the game does not begin with a shuffle, so it has no deck")
        text = self.program.pack.text
        decks = [" ".join(text[card] for card in found[table]) for table in range(count)]
        return decks[0] if self.program.tables is None else decks

    def first_dealer(self, seed: int = 0) -> int | None:
        """Return the seat of the dealer in the first deal.

        Args:
            seed: the seed of the game.

        Returns:
            The seat, from 0. None if the game has several tables: each has a dealer, and they come
            from the seed only.

        Raises:
            SetupError: the seed is no integer.

        >>> load("gin_slaughtre").first_dealer(7)
        1
        """
        return first_deal(self, dealt(self, seed)).dealer

    def state_from_position(
        self,
        position: Mapping[str, object],
        *,
        seed: int = 0,
        dealer: int | None = None,
        deal: int = 1,
    ) -> State:
        """Return a state in the middle of a deal.

        Args:
            position: the contents of zones and variables by name, as in the `given` of a scenario.
                A zone is a text with its cards, bottom to top, or the number of its cards (`4`,
                `"4 cards"`), which are then any cards that are left. What each player has is a
                list with one entry for each seat; entries may be left out at the end.
            seed: the seed of all chance from then on, any integer.
            dealer: the seat of the dealer, from 0; by default the one before the actor.
            deal: the number of the deal in the match, from 1.

        Raises:
            PositionError: the position is not possible.
            SetupError: there is no such seat, deal or seed.

        >>> game = load("gin_slaughtre")
        >>> state = game.state_from_position({"pile": "4S 7C", "hand": ["3D 7H", 4], "stock": 6})
        >>> [str(action) for action in state.legal_actions()]
        ['play 7H', 'take']
        """
        return State.begun(self, given(self, position, seed=seed, dealer=dealer, deal=deal))

    def state_from_json(self, text: str) -> State:
        """Return the state that `State.to_json` saved.

        Args:
            text: the JSON text.

        Raises:
            SaveFileError: the text is damaged, edited, or of another game.
        """
        return State.from_json(self, text)


def _again(loaded: Loaded, source: str, single_deal: bool) -> Game:
    return Game(loaded, source, single_deal=single_deal)


__all__ = ["START_OF_DEAL", "Game", "State", "load"]
