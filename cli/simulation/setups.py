"""The game and bots of a simulation: from a command line, or from a saved simulation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...interpreter.bots.bots import check_bots, file_of, make_bot
from ...interpreter.errors import OptionError, PlayerCountError, SaveFileError, SetupError
from ...interpreter.simulation.simulate import Simulation
from ..files import digest
from ..loading import load, place
from ..players import one_for_each_seat, parse_players
from .options import BUDGET, Playing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...interpreter.game.rules import Rules
    from ...interpreter.simulation.simulate import Scribe
    from ...interpreter.simulation.tournament import Tournament

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setup:
    """A simulation, and the name or path of its ruleset."""

    simulation: Simulation
    file: str

    @property
    def game(self) -> Rules:
        """The game that is played."""
        return self.simulation.game

    def data(self) -> dict[str, Any]:
        """Return what `again` needs."""
        return described(self.simulation, self.file)


def described(experiment: Simulation | Tournament, file: str) -> dict[str, Any]:
    """Return what `again` needs.

    Args:
        experiment: What is played.
        file: The name or path of its ruleset.
    """
    settings = experiment.settings()
    files = set(filter(None, map(file_of, settings["bots"])))
    return {
        "file": file,
        "rules": experiment.game.origin["fingerprint"],
        "settings": settings,
        "bot_files": {each: digest(Path(each).expanduser()) for each in sorted(files)},
    }


def setup(
    file: str,
    playing: Playing,
    *,
    settings: tuple[str, ...],
    variant: str | None,
    scribe: Callable[[Rules, Sequence[str]], Scribe] | None = None,
) -> Setup:
    """Make the simulation that a command line asks for.

    Args:
        file: The name or path of the ruleset.
        playing: The options about players.
        settings: The options of the game.
        variant: Its variant.
        scribe: Returns what writes down each decision, given the game and the bots.

    Raises:
        click.exceptions.Exit: The ruleset has errors, which were shown.
        click.UsageError: There is no such player, or native code cannot play the game.
        OptionError, PlayerCountError: The game does not offer that.
        SetupError: The game is too large for a player.
    """
    kinds, count = parse_players(playing.players, humans=False)
    single_deal = playing.single_deal
    with one_for_each_seat(playing.players):
        game = load(file, players=count, settings=settings, variant=variant, single_deal=single_deal)
    bots = kinds or ("random",)
    bots *= game.players if len(bots) == 1 else 1
    check_bots(game, bots)
    simulation = Simulation(
        game,
        bots,
        seed=playing.seed or 0,
        budget=playing.budget or BUDGET,
        engine=playing.engine,
        scribe=None if scribe is None else scribe(game, bots),
    )
    check_engine(simulation)
    return Setup(simulation, place(game, file))


def again(data: Any, source: str, make: Callable[[Rules, dict[str, Any]], T]) -> tuple[str, T]:
    """Return the name of the ruleset of a saved simulation, and the simulation.

    Args:
        data: What `described` returned.
        source: The name of the file, for messages.
        make: Makes the simulation from its game and its settings.

    Raises:
        SaveFileError: The ruleset or a bot's file has changed, or the data is damaged.
    """
    try:
        wanted: dict[str, Any] = data["settings"]
        game = load(
            data["file"],
            players=wanted["players"],
            options=wanted["options"],
            variant=wanted["variant"],
            single_deal=wanted["single_deal"],
        )
        for name in data["bot_files"]:
            if not Path(name).expanduser().is_file():
                raise SetupError(f"there is no file '{name}' here; continue in the folder in which it was begun")
        for bot in wanted["bots"]:
            make_bot(bot)
        made = make(game, wanted)
        unchanged = {data["file"]: data["rules"] == game.origin["fingerprint"]}
        for name, mark in data["bot_files"].items():
            unchanged[name] = mark == digest(Path(name).expanduser())
    except (OptionError, PlayerCountError) as error:
        reason = str(error).rstrip(".")
        message = f"'{source}' does not fit the ruleset as it is now: {reason}."
        raise SaveFileError(message) from None
    except SetupError as error:
        raise SaveFileError(f"'{source}' cannot be continued: {error}.") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise SaveFileError(f"'{source}' is damaged: its first line lacks the game.") from None
    for name, same in unchanged.items():
        if not same:
            raise SaveFileError(f"'{source}' cannot be continued: '{name}' has been changed since; start anew.")
    return data["file"], made


def saved(data: Any, source: str, playing: Playing) -> Setup:
    """Make the simulation that a file was saved from; arguments and errors are those of `again`."""

    def make(game: Rules, wanted: dict[str, Any]) -> Simulation:
        bots: list[str] = wanted["bots"]
        if len(bots) != game.players:
            raise ValueError
        return Simulation(
            game,
            bots,
            seed=int(wanted["seed"]),
            budget=int(wanted["budget"]),
            engine=playing.engine,
        )

    file, simulation = again(data, source, make)
    check_engine(simulation)
    return Setup(simulation, file)


def check_engine(experiment: Simulation | Tournament) -> None:
    """Refuse an engine that cannot play.

    Raises:
        click.UsageError: It cannot.
    """
    if experiment.engine == "native" and experiment.hindrance is not None:
        raise click.UsageError(f"--engine native: {experiment.hindrance}; leave --engine out, and Python plays.")
