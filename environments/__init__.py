"""Environments for learning: any ruleset in PettingZoo, Gymnasium, OpenSpiel, or as a vector.

The functions import their libraries when they are called: from a checkout `pip install '.[rl]'`
installs those for PettingZoo and Gymnasium; OpenSpiel is the package `open_spiel`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..interpreter.errors import SetupError
from ..interpreter.installing import how_to_install

if TYPE_CHECKING:
    import os

    from gymnasium.vector import AutoresetMode

    from ..interpreter.bots.view import View
    from ..interpreter.game.rules import Rules
    from ..interpreter.play.game import Game
    from .aec import Table
    from .batch import Vector
    from .game_spaces import Spaces
    from .sb3 import SeatVecEnv
    from .seat import Others, Seat
    from .simultaneous import Simultaneous
    from .vector_env import SeatVector

__all__ = [
    "gymnasium",
    "gymnasium_vector",
    "openspiel",
    "parallel",
    "pettingzoo",
    "register",
    "spaces",
    "stable_baselines3",
    "vector",
]


def pettingzoo(
    ruleset: str | os.PathLike[str] | Game,
    players: int | None = None,
    *,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    single_deal: bool = False,
    render_mode: str | None = None,
    scaled: bool = False,
    engine: str | None = None,
) -> Table:
    """Return a ruleset as an environment of PettingZoo, with one agent for each seat (AEC).

    Args:
        ruleset: the bare name or path of a ruleset, or a loaded game.
        players: the number of players; by default the ruleset's.
        options: the values of options.
        variant: the name of a variant.
        single_deal: whether an episode is one deal and not a whole match.
        render_mode: `ansi` or `human`.
        scaled: whether the entries of observations are scaled to a like size.
        engine: `native` or `python`; by default native code where it can play, once it pays.

    Raises:
        CardrulesError: the ruleset cannot be loaded as asked.
        SetupError: PettingZoo is not installed, or the engine cannot play.
    """
    aec = _module("aec", "pettingzoo", "rl")
    game = _game(ruleset, players, options, variant, single_deal)
    return aec.Table(game, render_mode=render_mode, scaled=scaled, engine=engine)


def parallel(
    ruleset: str | os.PathLike[str] | Game,
    players: int | None = None,
    *,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    single_deal: bool = False,
    render_mode: str | None = None,
    scaled: bool = False,
) -> Simultaneous:
    """Return a ruleset as an environment of PettingZoo in which all agents choose at once.

    Args:
        ruleset: the bare name or path of a ruleset, or a loaded game.
        players: the number of players; by default the ruleset's.
        options: the values of options.
        variant: the name of a variant.
        single_deal: whether an episode is one deal and not a whole match.
        render_mode: `ansi` or `human`.
        scaled: whether the entries of observations are scaled to a like size.

    Raises:
        CardrulesError: the ruleset cannot be loaded as asked.
        SetupError: PettingZoo is not installed, or not all players choose at once.
    """
    module = _module("simultaneous", "pettingzoo", "rl")
    return module.Simultaneous(
        _game(ruleset, players, options, variant, single_deal), render_mode=render_mode, scaled=scaled
    )


def register() -> tuple[str, ...]:
    """Register the bundled games in Gymnasium, and return their ids.

    After this call `gymnasium.make("cardrules/Hearts-v1")` makes an environment. Other arguments of
    it are those of the function `gymnasium` here.

    Raises:
        SetupError: Gymnasium is not installed.
    """
    return tuple(_module("ids", "gymnasium", "rl").IDS)


def gymnasium(
    ruleset: str | os.PathLike[str] | Game,
    players: int | None = None,
    *,
    seat: int = 0,
    others: Others = "random",
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    single_deal: bool = False,
    on_illegal: str | float = "error",
    render_mode: str | None = None,
    scaled: bool = False,
    engine: str | None = None,
) -> Seat:
    """Return one seat of a ruleset as an environment of Gymnasium; bots play the other seats.

    Args:
        ruleset: the bare name or path of a ruleset, or a loaded game.
        players: the number of players; by default the ruleset's.
        seat: the seat of the learner, from 0.
        others: a bot or its name for all other seats, a list with one for each of them in their
            order, or a mapping of each of them to one.
        options: the values of options.
        variant: the name of a variant.
        single_deal: whether an episode is one deal and not a whole match.
        on_illegal: what follows an illegal action: `error`, an exception; `random`, a legal action is
            played in its place; or a number, the reward with which the game ends.
        render_mode: `ansi` or `human`.
        scaled: whether the entries of observations are scaled to a like size.
        engine: `native` or `python`; by default native code where it can play, once it pays. It
            can where the others are `random`.

    Raises:
        CardrulesError: the ruleset cannot be loaded as asked, or there is no such seat or bot.
        SetupError: Gymnasium is not installed, or the engine cannot play.
    """
    module = _module("seat", "gymnasium", "rl")
    game = _game(ruleset, players, options, variant, single_deal)
    return module.Seat(game, seat, others, on_illegal=on_illegal, render_mode=render_mode, scaled=scaled, engine=engine)


def gymnasium_vector(
    ruleset: str | os.PathLike[str] | Game,
    n: int,
    *,
    players: int | None = None,
    seat: int = 0,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    single_deal: bool = False,
    autoreset_mode: AutoresetMode | str = "NextStep",
    engine: str | None = None,
    threads: int | None = None,
) -> SeatVector:
    """Return one seat of `n` games of a ruleset as a vector environment of Gymnasium; the others choose at random.

    Args:
        ruleset: the bare name or path of a ruleset, or a loaded game.
        n: the number of games.
        players: the number of players; by default the ruleset's.
        seat: the seat of the learner, from 0.
        options: the values of options.
        variant: the name of a variant.
        single_deal: whether an episode is one deal and not a whole match.
        autoreset_mode: how a game that has ended is followed by a new one: a mode of Gymnasium or its name, `NextStep`,
            `SameStep` or `Disabled`.
        engine: `native` or `python`; by default native code where it can play, once it pays.
        threads: how many threads step the games in native code; by default one, and where games are so many that
            others pay, as many as there are cores. What the games lead to does not depend on it.

    Raises:
        CardrulesError: the ruleset cannot be loaded as asked, or there is no such seat.
        SetupError: Gymnasium is not installed, `n` is not positive, there is no such mode, or the engine cannot play.
    """
    module = _module("vector_env", "gymnasium", "rl")
    game = _game(ruleset, players, options, variant, single_deal)
    return module.SeatVector(game, n, seat, autoreset_mode=autoreset_mode, engine=engine, threads=threads)


def openspiel() -> str:
    """Register rulesets as a game of OpenSpiel, and return its short name.

    After this call `pyspiel.load_game("python_cardrules", {"ruleset": "gin_rummy"})` loads any
    ruleset; see `openspiel_game.py` for the parameters.

    Raises:
        SetupError: OpenSpiel is not installed.
    """
    return _module("openspiel_game", "pyspiel", "openspiel").NAME


def stable_baselines3(
    ruleset: str | os.PathLike[str] | Game,
    n: int,
    *,
    players: int | None = None,
    seat: int = 0,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    single_deal: bool = False,
    engine: str | None = None,
    threads: int | None = None,
) -> SeatVecEnv:
    """Return one seat of `n` games as a `VecEnv` of Stable-Baselines3; the others choose at random.

    Args:
        ruleset: the bare name or path of a ruleset, or a loaded game.
        n: the number of games.
        players: the number of players; by default the ruleset's.
        seat: the seat of the learner, from 0.
        options: the values of options.
        variant: the name of a variant.
        single_deal: whether an episode is one deal and not a whole match.
        engine: `native` or `python`; by default native code where it can play, once it pays.
        threads: how many threads step the games in native code; by default one, and where games are so many that
            others pay, as many as there are cores. What the games lead to does not depend on it.

    Raises:
        CardrulesError: the ruleset cannot be loaded as asked, or there is no such seat.
        SetupError: Stable-Baselines3 is not installed, `n` is not positive, or the engine cannot play.
    """
    module = _module("sb3", "stable_baselines3", "sb3")
    game = _game(ruleset, players, options, variant, single_deal)
    return module.SeatVecEnv(game, n, seat, engine=engine, threads=threads)


def vector(
    ruleset: str | os.PathLike[str] | Game,
    n: int,
    *,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    single_deal: bool = False,
    engine: str | None = None,
    threads: int | None = None,
) -> Vector:
    """Return `n` games of a ruleset that are stepped together, with arrays in and out.

    Args:
        ruleset: the bare name or path of a ruleset, or a loaded game.
        n: the number of games.
        seed: the seed of the first game; each game that begins later has the next.
        players: the number of players; by default the ruleset's.
        options: the values of options.
        variant: the name of a variant.
        single_deal: whether an episode is one deal and not a whole match.
        engine: `native` or `python`; by default native code where it can play, once it pays.
        threads: how many threads step the games in native code; by default one, and where games are so many that
            others pay, as many as there are cores. What the games lead to does not depend on it.

    Raises:
        CardrulesError: the ruleset cannot be loaded as asked.
        SetupError: numpy is not installed, `n` is not positive, or the engine cannot play.
    """
    module = _module("batch", "numpy", "rl")
    game = _game(ruleset, players, options, variant, single_deal)
    return module.Vector(game, n, seed, engine, threads=threads)


def spaces(
    ruleset: str | os.PathLike[str] | Game | View,
    players: int | None = None,
    *,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    single_deal: bool = False,
) -> Spaces:
    """Return the spaces of a game: the numbers of its actions, and the entries of its observations.

    With them a policy plays as a bot: `spaces(view).choose(view, policy)`.

    Args:
        ruleset: the bare name or path of a ruleset, a loaded game, or the view of a bot.
        players: the number of players; by default the ruleset's.
        options: the values of options.
        variant: the name of a variant.
        single_deal: whether the game is one deal and not a whole match.

    Raises:
        CardrulesError: the ruleset cannot be loaded as asked.
        SetupError: numpy is not installed.

    >>> from cardrules import environments
    >>> environments.spaces("leduc_poker", players=2).actions.names
    ('fold', 'call', 'raise')
    """
    module = _module("game_spaces", "numpy", "rl")
    return module.kept_spaces(_game(ruleset, players, options, variant, single_deal))


def _module(name: str, library: str, extra: str) -> Any:
    """Import a module of this package, which needs a library."""
    try:
        return import_module(f".{name}", __name__)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.partition(".")[0] not in (library, "numpy", "gymnasium"):
            raise
        raise SetupError(f"this needs the library {missing}; install it with {how_to_install(extra)}") from None


def _game(
    ruleset: str | os.PathLike[str] | Game | View,
    players: int | None,
    options: Mapping[str, object] | None,
    variant: str | None,
    single_deal: bool,
) -> Rules:
    from ..interpreter.bots.view import View, read_game
    from ..interpreter.play.game import Game, load, rules_of

    if isinstance(ruleset, Game | View):
        if players is not None or options or variant is not None or single_deal:
            raise SetupError(
                "give players, options, variant and single_deal to cardrules.load, or the name of "
                "a ruleset instead of a loaded game"
            )
        return rules_of(ruleset) if isinstance(ruleset, Game) else read_game(ruleset, lambda state, seat: state.game)
    return rules_of(load(ruleset, players=players, options=options, variant=variant, single_deal=single_deal))
