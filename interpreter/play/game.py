"""The public API to load a ruleset and to begin games: `cardrules.load` and `Game`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from ..check.load import load_ruleset
from ..diagnostics import brief
from ..errors import DeckError, OptionError, SetupError
from ..game.plain import plain
from ..game.rules import Rules
from ..game.setup.opening import dealt, given
from ..game.setup.shuffles import first_deal
from ..interchange.decks import begun
from ..notebooks import table
from .playouts import Returns, playouts
from .state import State

if TYPE_CHECKING:
    from ..game.setup.opening import Deck


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
            has won the deal. Who wins is decided by `match.winner`, else by `match.result` if it
            names winners, else by the highest score.

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
    rules = Rules(loaded, source, single_deal=single_deal)
    if single_deal and not rules.has_result():
        raise SetupError(
            f"a single deal of {rules.program.title} has no result: its rules count no score, and "
            "nobody wins or loses in a deal; play whole matches"
        )
    return Game(rules)


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


class Game:
    """A ruleset with options: begins games and reads saved games. Threads may share it."""

    def __init__(self, rules: Rules) -> None:
        """Make a game from its rules; users call `load` instead."""
        self._rules = rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._rules.players

    @property
    def single_deal(self) -> bool:
        """Whether a game stops after one deal."""
        return self._rules.single_deal

    def settings(self) -> dict[str, Any]:
        """Return with what the game was loaded, as data for JSON.

        These are `ruleset`, its name; `players`, their number; `options`, a mapping of their names to
        their values; `variant`, its name or None; and `single_deal`.
        """
        return self._rules.settings()

    def fingerprint(self) -> str:
        """Return a hash of the rules in use: resolved ruleset, `settings` and version.

        Games with equal fingerprints play equally from equal seeds. Comments, scenarios and notes
        of a ruleset do not count.

        >>> load("hearts").fingerprint() == load("hearts", options={"target": 50}).fingerprint()
        False
        """
        return self._rules.origin["fingerprint"]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules without the compiled code."""
        return Game, (self._rules,)

    def __repr__(self) -> str:
        """Return a Python expression for an equal game."""
        return f"cardrules.load({self._rules.arguments()})"

    def _repr_html_(self) -> str:
        """Return a table of the settings for a notebook."""
        settings = self.settings()
        options = ", ".join(f"{name}={value}" for name, value in settings["options"].items())
        rows = [
            ("ruleset", settings["ruleset"]),
            ("seats", settings["players"]),
            ("a game is", "one deal" if self.single_deal else "a match"),
            ("variant", settings["variant"] or ""),
            ("options", options),
            ("fingerprint", self.fingerprint()),
        ]
        return table(self._rules.program.title, [row for row in rows if row[1] != ""])

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
        return State.begun(self._rules, begun(self._rules, seed, deck, dealer, deal))

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
            SetupError: the seed is not an integer.

        >>> game = load("gin_slaughtre")
        >>> again = game.new_initial_state(7, deck=game.first_deck(7))
        >>> again.observation(0).cards("hand") == game.new_initial_state(7).observation(0).cards("hand")
        True
        """
        program = self._rules.program
        found = first_deal(self._rules, dealt(self._rules, seed)).decks
        count = 1 if program.tables is None else program.tables.number
        if len(found) < count:
            raise DeckError("the game does not begin with a shuffle, so it has no deck")
        text = program.pack.text
        decks = [" ".join(text[card] for card in found[table]) for table in range(count)]
        return decks[0] if program.tables is None else decks

    def first_dealer(self, seed: int = 0) -> int | None:
        """Return the seat of the dealer in the first deal.

        Args:
            seed: the seed of the game.

        Returns:
            The seat, from 0. None if the game has several tables: each has a dealer, and they come
            from the seed only.

        Raises:
            SetupError: the seed is not an integer.

        >>> load("gin_slaughtre").first_dealer(7)
        1
        """
        return first_deal(self._rules, dealt(self._rules, seed)).dealer

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
        return State.begun(self._rules, given(self._rules, position, seed=seed, dealer=dealer, deal=deal))

    def rollouts(self, states: Iterable[State], n: int = 1, *, policy: str = "random", seed: int = 0) -> Returns:
        """Make playouts of many states in one call; see `State.playouts`.

        The first state has the seeds from `seed` on, the second the next `n`, and so on.

        Args:
            states: states of this game.
            n: how many playouts of each.
            policy: how all players choose: `random` or `quick`.
            seed: the seed of the first playout.

        Returns:
            A sequence with the returns of each state; `numpy.asarray` makes an array of it, with shape
            (states, n, players).

        Raises:
            CardrulesError: the rules fail in a playout, or a playout never ends.
            SetupError: an argument is wrong, or a state is of another game.

        >>> game = load("hearts", single_deal=True)
        >>> game.rollouts([game.new_initial_state(seed) for seed in range(3)], 5).shape
        (3, 5, 4)
        """
        given = list(states)
        for place, state in enumerate(given):
            if not isinstance(state, State):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise SetupError(f"states[{place}] is a State, not {brief(state)}")
            if state.game is not self._rules and state.game.key != self._rules.key:
                raise SetupError(f"states[{place}] is of another game: {state.game.arguments()}")
        if not given:
            raise SetupError("there is no state to begin with")
        positions = [state.position for state in given]
        return playouts(self._rules, positions, n, policy, seed, several=True)

    def state_from_json(self, text: str) -> State:
        """Return the state that `State.to_json` saved.

        Args:
            text: the JSON text.

        Raises:
            SaveFileError: the text is damaged, edited, or of another game.
        """
        return State.from_json(self._rules, text)


def rules_of(game: Game) -> Rules:
    """Return a game from inside: what the other rooms of this package work with."""
    return game._rules  # pyright: ignore[reportPrivateUsage]
