"""`cardrules.load` and the `Game`: a compiled ruleset, ready to be played any number of times."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ..check.load import Loaded, load_ruleset
from ..diagnostics import brief
from ..errors import OptionError, SetupError
from .rules import Rules
from .setup.opening import START_OF_DEAL, cards_of_deck, dealt, given
from .state import State

if TYPE_CHECKING:
    from ..check.instrumentation import Probes
    from ..compile.machine import Machine
    from ..runtime.core import Core
    from .setup.opening import Deck


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

    Args:
        name_or_path: a bundled ruleset's bare name, or the path of a file.
        players: how many play; by default the ruleset's own number.
        options: values of options by name.
        settings: values of options as texts `option=value`, as on the command line.
        variant: a named variant of the ruleset.
        single_deal: stop after one deal; `returns()` is then that deal's score.

    Raises:
        RulesetError: there is no such ruleset, or it has errors; `.diagnostics` lists them.
        OptionError, PlayerCountError: the game does not offer that.
        SetupError: an argument is of a wrong kind.

    >>> load("gin_slaughtre").players
    2
    """
    source = _path(name_or_path)
    if options is not None and not isinstance(options, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise OptionError(f"options are a mapping of names to values, not {brief(options)}")
    if not _are_texts(settings):
        raise OptionError(f"settings are a list of texts `option=value`, not {brief(settings)}")
    if type(single_deal) is not bool:
        raise SetupError(f"single_deal is True or False, not {brief(single_deal)}")
    loaded = load_ruleset(
        source, options=options, settings=settings, variant=variant, players=players
    )
    failure = loaded.failure()
    if failure is not None:
        raise failure
    return Game(loaded, source, single_deal=single_deal)


def _path(name_or_path: object) -> str:
    """Return a ruleset's name or path as a text."""
    try:
        text = os.fspath(cast("str | os.PathLike[str]", name_or_path))
    except TypeError:
        text = None
    if not isinstance(text, str):
        raise SetupError(f"a ruleset is a name or a path, not {brief(name_or_path)}")
    return text


def _are_texts(items: object) -> bool:
    """Return whether something is a list of texts, in whatever sequence, and not one text."""
    if not isinstance(items, Sequence) or isinstance(items, str | bytes):
        return False
    return all(isinstance(item, str) for item in cast("Sequence[object]", items))


class Game(Rules):
    """A compiled ruleset with its options: makes states, and reads saved ones.

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
        probes: Probes | None = None,
    ) -> None:
        """Take a checked ruleset; use `load` instead. `probes` count what is played."""
        assert loaded.program is not None
        program = loaded.program
        if single_deal:
            program = replace(program, match_deals=0, match_until=None, match_result=())
        super().__init__(loaded, program, source, single_deal=single_deal, probes=probes)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules, not what is compiled from them."""
        return _again, (self.loaded, self.source, self.single_deal)

    def __repr__(self) -> str:
        """Return an expression that makes the game again."""
        return f"cardrules.load({self.arguments()})"

    def new_initial_state(
        self,
        seed: int = 0,
        *,
        deck: Deck | None = None,
        dealer: int | None = None,
        deal: int = 1,
    ) -> State:
        """Deal a new game.

        Args:
            seed: decides all chance; the same seed gives the same game everywhere.
            deck: the order of the first shuffle, as a list of cards or one text with all of them:
                the first is dealt first. Where there are several tables, a list with one for each.
            dealer: the seat that deals; by default as the rules say. Where there are several
                tables, it deals at its own.
            deal: which deal of the match it is, from 1.

        Raises:
            DeckError: the deck lacks a card of the game, or has one too many or unknown.
            SetupError: there is no such seat, deal or seed.
        """
        return State.begun(self, dealt(self, seed, deck=deck, dealer=dealer, deal=deal))

    def initial_core(
        self,
        machine: Machine,
        seed: int = 0,
        *,
        deck: Deck | None = None,
        dealer: int | None = None,
        deal: int = 1,
    ) -> Core:
        """Return a core before the deal, for either build; see `new_initial_state`."""
        return dealt(self, seed, deck=deck, dealer=dealer, deal=deal).undealt(machine)

    def deck(self, texts: str | Sequence[str]) -> tuple[int, ...]:
        """Return a deck, a list of texts or one text with all cards, as card numbers.

        Raises:
            DeckError: it is not exactly the game's pack.
        """
        return cards_of_deck(self, texts)

    def state_from_position(
        self,
        position: Mapping[str, object],
        *,
        seed: int = 0,
        dealer: int | None = None,
        deal: int = 1,
    ) -> State:
        """Return a state in the middle of a deal, from what lies where.

        Args:
            position: zones and variables by name, as in the `given` of a scenario; a zone's cards
                as a text, bottom to top, or a number of any cards (`4`, `"4 cards"`); for players
                a list.
            seed: decides all chance from then on.
            dealer: the seat that dealt; by default the one before the actor.
            deal: which deal of the match it is, from 1.

        Raises:
            PositionError: there is no such position.
            SetupError: there is no such seat, deal or seed.

        >>> game = load("gin_slaughtre")
        >>> state = game.state_from_position({"pile": "4S 7C", "hand": ["3D 7H", 4], "stock": 6})
        >>> [str(action) for action in state.legal_actions()]
        ['play 7H', 'take']
        """
        return State.begun(self, given(self, position, seed=seed, dealer=dealer, deal=deal))

    def state_from_json(self, text: str) -> State:
        """Return the state that `State.to_json` wrote.

        Raises:
            SaveFileError: the text is damaged, edited, or of another game.
        """
        return State.from_json(self, text)


def _again(loaded: Loaded, source: str, single_deal: bool) -> Game:
    return Game(loaded, source, single_deal=single_deal)


__all__ = ["START_OF_DEAL", "Game", "State", "load"]
