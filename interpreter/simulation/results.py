"""The public API of simulations and tournaments, and their results as tables and data frames."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from ..bots.bots import make_bot
from ..bots.own_bots import LIMIT
from ..bots.search.clock import DEFAULT_BUDGET
from ..diagnostics import brief
from ..errors import SetupError
from ..installing import how_to_install
from ..native.availability import ENGINES
from ..notebooks import table
from ..play.game import Game, load, rules_of
from .report import report
from .simulate import HALF_SCORE, Simulation, scale_of
from .tally import Tally
from .tournament import Tournament
from .tournament import report as report_of_tournament

if TYPE_CHECKING:
    from pandas import DataFrame  # pyright: ignore[reportMissingTypeStubs]

    from ..game.rules import Rules
    from .spread import Row

_MOST_GAMES: Final = 10_000_000

Table: TypeAlias = tuple[tuple[str, ...], list[tuple[Any, ...]]]
"""The names of columns, and the values of each row; None where there is no value."""


class Result:
    """What a simulation or a tournament found out.

    Attributes:
        data: all figures, as `--json` of the command prints them; schemas describe them.
        tables: the tables by name. A simulation has `games`, `seats` and `rules`, a tournament `bots` and
            `pairs`.

    >>> result = simulate("leduc_poker", games=20)
    >>> result
    <Leduc Poker: 20 games from seed 0>
    >>> result.tables["seats"][0][:3]
    ('seat', 'player', 'wins')
    """

    def __init__(self, title: str, data: dict[str, Any], tables: dict[str, Table], shown: str) -> None:
        """Keep results; users call `simulate` or `tournament` instead.

        Args:
            title: the title of the game.
            data: all figures.
            tables: the tables by name.
            shown: the name of the table that a notebook shows.
        """
        self.data = data
        self.tables = tables
        self._title = title
        self._shown = shown

    def dataframe(self, name: str | None = None) -> DataFrame:
        """Return a table as a data frame of pandas.

        Args:
            name: the name of the table; by default the first one: `games` or `bots`.

        Raises:
            SetupError: there is no such table, or pandas is not installed.
        """
        name = next(iter(self.tables)) if name is None else name
        if name not in self.tables:
            raise SetupError(f"there is no table {brief(name)}; there are {', '.join(self.tables)}")
        try:
            pandas: Any = import_module("pandas")
        except ModuleNotFoundError:
            raise SetupError(f"a data frame needs the library pandas: {how_to_install('data')}") from None
        columns, rows = self.tables[name]
        return pandas.DataFrame.from_records(rows, columns=list(columns))

    def __repr__(self) -> str:
        """Return the result in one line."""
        return f"<{self._headline}>"

    def _repr_html_(self) -> str:
        """Return a table for a notebook."""
        columns, rows = self.tables[self._shown]
        origin = f"fingerprint {self.data['fingerprint']}, cardrules {self.data['version']}"
        return table(f"{self._headline}; {origin}", [tuple(map(_cell, row)) for row in rows], columns)

    @property
    def _headline(self) -> str:
        return f"{self._title}: {self.data['games']:,} games from seed {self.data['seed']}"


def simulate(
    game: str | os.PathLike[str] | Game,
    bots: str | Sequence[str] = "random",
    games: int = 1000,
    *,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    engine: str | None = None,
) -> Result:
    """Let bots play many games, and measure them; `cardrules simulate` does it with many processes.

    The same arguments give the same games. docs/simulation.md defines the measures.

    Args:
        game: a loaded game, or the name or path of a ruleset.
        bots: the name of the bot at all seats, or one for each seat.
        games: how many games are played.
        seed: the seed of the first game; each later game has the next.
        budget: simulations for each decision, for bots that simulate.
        engine: `native` or `python`; by default native code where it can play. The results are the same.

    Raises:
        CardrulesError: the ruleset cannot be loaded, or the rules failed in a game.
        SetupError: there is no such bot or engine, or a number is not possible.
    """
    rules = _rules(game)
    names = _names(bots)
    if len(names) == 1:
        names *= rules.players
    if len(names) != rules.players:
        raise SetupError(f"{len(names)} bots are named, and the game has {rules.players} seats")
    number, first = _whole("games", games, 1), _whole("seed", seed)
    simulation = Simulation(rules, names, seed=first, budget=_whole("budget", budget, 1), engine=_engine(engine))
    _check(simulation)
    tally, rows = Tally(), list["Row"]()
    at, start = 0, perf_counter()
    while at < number:
        at = simulation.play_on(at, number, tally, rows)
    data = report(simulation, tally)
    data |= {"seconds": round(perf_counter() - start, 3), "engine": simulation.engine_used(number)}
    columns = simulation.columns()
    tables = {
        "games": (
            ("game", *map(told_name, columns)),
            [(at, *told_values(columns, row)) for at, row in enumerate(rows)],
        ),
        "seats": _flat(data["seats"]),
        "rules": _flat([{"rule": name, **found} for name, found in data["rules"].items()]),
    }
    return Result(rules.program.title, data, tables, "seats")


def tournament(
    game: str | os.PathLike[str] | Game,
    bots: Sequence[str],
    games: int = 100,
    *,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    limit: float = LIMIT,
    engine: str | None = None,
) -> Result:
    """Let each pair of bots play the same deals with exchanged seats, and rate them.

    `cardrules tournament` does it with many processes.

    Args:
        game: a loaded game, or the name or path of a ruleset.
        bots: the names of at least two different bots.
        games: how many games each pair plays: half as many deals; an odd number becomes the next even one.
        seed: the seed of the first deal; each later deal has the next.
        budget: simulations for each decision, for bots that simulate.
        limit: the most seconds for a decision of a bot of one's own.
        engine: `native` or `python`, for random against quick players. The results are the same.

    Raises:
        CardrulesError: the ruleset cannot be loaded.
        SetupError: there is no such bot or engine, or a number is not possible.

    >>> result = tournament("leduc_poker", ["random", "quick"], games=20)
    >>> len(result.tables["bots"][1]), result.data["pairs"][0]["deals"]
    (2, 10)
    """
    rules = _rules(game)
    names = _names(bots, limit)
    if len(set(names)) < max(2, len(names)):
        raise SetupError("a tournament is one of at least two different bots")
    deals = (1 + _whole("games", games, 1)) // 2
    contest = Tournament(
        rules,
        names,
        seed=_whole("seed", seed),
        budget=_whole("budget", budget, 1),
        limit=limit,
        engine=_engine(engine),
    )
    _check(contest)
    tally = Tally()
    at, last, start = 0, deals * len(contest.pairs), perf_counter()
    while at < last:
        at = contest.play_on(at, last, tally)
    data = report_of_tournament(contest, tally)
    data |= {"seconds": round(perf_counter() - start, 3), "engine": contest.engine_used(last)}
    tables = {"bots": _flat(data["results"]), "pairs": _flat(data["pairs"])}
    return Result(rules.program.title, data, tables, "bots")


def told_name(column: str) -> str:
    """Return the name by which a measure is told; in a comparison it follows the name of its side.

    >>> told_name("half_score.0"), told_name("base half_score.0")
    ('score.0', 'base score.0')
    """
    return column.replace(HALF_SCORE, "score.")


def told_values(columns: Sequence[str], row: Row) -> list[int | float | None]:
    """Return the measures of a game as they are told: fractions are no longer multiplied."""
    scales = (scale_of(column.rpartition(" ")[2]) for column in columns)
    return [value if value is None or scale == 1 else value / scale for value, scale in zip(row, scales, strict=True)]


# ------------------------------------------------------------------------------------ arguments


def _rules(game: object) -> Rules:
    return rules_of(game if isinstance(game, Game) else load(cast("str", game)))


def _names(bots: object, limit: float = LIMIT) -> tuple[str, ...]:
    """Return the names of bots, each of which can be made."""
    if not isinstance(bots, Sequence):
        raise SetupError(f"bots are a name or a list of names, not {brief(bots)}")
    names = (bots,) if isinstance(bots, str) else tuple(cast("Sequence[str]", bots))
    for name in names:
        make_bot(name, limit=limit)
    return names


def _whole(what: str, value: object, least: int | None = None) -> int:
    """Return a whole number."""
    try:
        number = index(cast("int", value))
    except TypeError:
        raise SetupError(f"{what} is a whole number, not {brief(value)}") from None
    if least is not None and not least <= number <= _MOST_GAMES:
        raise SetupError(f"{what} is a number from {least} to {_MOST_GAMES:,}, not {number}")
    return number


def _engine(engine: str | None) -> str | None:
    if engine is not None and engine not in ENGINES:
        raise SetupError(f"there is no engine {brief(engine)}; there are {' and '.join(ENGINES)}")
    return engine


def _check(experiment: Simulation | Tournament) -> None:
    if experiment.engine == "native" and experiment.hindrance is not None:
        raise SetupError(f"native code cannot play this: {experiment.hindrance}")


# ---------------------------------------------------------------------------------------- tables


def _flat(entries: Sequence[Mapping[str, Any]]) -> Table:
    """Return entries as a table; what an entry has several of gets several columns.

    >>> _flat([{"a": 1, "b": {"value": 2, "interval": [1, 3]}}, {"a": 4, "who": ["x", "y"]}])
    (('a', 'b', 'b_low', 'b_high', 'who.0', 'who.1'), [(1, 2, 1, 3, None, None), (4, None, None, None, 'x', 'y')])
    """
    found = [dict(_fields(entry)) for entry in entries]
    columns = tuple(dict.fromkeys(name for each in found for name in each))
    return columns, [tuple(each.get(name) for name in columns) for each in found]


def _fields(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the columns of an entry: an interval has the columns `low` and `high`."""
    for name, value in entry.items():
        if isinstance(value, dict):
            estimate = cast("dict[str, Any]", value)
            yield name, estimate["value"]
            yield from _limits(f"{name}_", estimate["interval"])
        elif name.endswith("interval"):
            yield from _limits(name.removesuffix("interval"), value)
        elif isinstance(value, list):
            yield from ((f"{name}.{at}", each) for at, each in enumerate(cast("list[Any]", value)))
        else:
            yield name, value


def _limits(name: str, interval: Sequence[float] | None) -> Iterator[tuple[str, float | None]]:
    low, high = interval or (None, None)
    yield f"{name}low", low
    yield f"{name}high", high


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
