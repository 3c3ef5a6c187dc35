"""The results of a simulation as tables, for the terminal and the HTML report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...interpreter.diagnostics import counted, printable
from ...interpreter.presentation.figures import Table, between, fine, percent, plain, points

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType

Report = dict[str, Any]

STAR: Final = "* sure, all of these together, with 95 % confidence"
"""What the star at a difference means; it stands below the table."""


def seats(report: Report) -> Table:
    """Return the wins by seat, and what part of the games that is: several may win one."""
    scored = "mean_score" in report["seats"][0]
    name = "part" if "part" in report["seats"][0] else "won"
    columns = ("seat", "player", "wins", name, "95 % interval")
    rows = [
        (
            str(seat["seat"]),
            seat["player"],
            f"{seat['wins']:,}",
            percent(found["value"]),
            between(found["interval"], percent),
            *((f"{seat['mean_score']:.2f}",) if scored else ()),
        )
        for seat in report["seats"]
        for found in (part_of(seat),)
    ]
    words = frozenset(("player", "95 % interval"))
    return Table((*columns, "mean score") if scored else columns, rows, words)


def part_of(seat: Report) -> Report:
    """Return the part of the games that a seat has, with its interval.

    Of a game that several win, each has a part; so the parts of all seats add up to 1. Where nobody
    wins against another, it is the share of games that are won.
    """
    return seat.get("part") or {"value": seat["share"], "interval": seat["interval"]}


def kinds(report: Report) -> Table:
    """Return the wins by kind of bot."""
    rows = [
        (
            kind["player"],
            ", ".join(map(str, kind["seats"])),
            percent(kind["part"]["value"]),
            between(kind["part"]["interval"], percent),
            percent(kind["expected"]),
        )
        for kind in report["kinds"]
    ]
    columns = ("player", "seats", "part of the games", "95 % interval", "an even part")
    return Table(columns, rows, frozenset(("player", "seats", "95 % interval")))


def measures(report: Report) -> list[tuple[str, str]]:
    """Return the other measures with their names."""
    games: int = report["games"]
    length, fairness = report["length"], report["fairness"]
    rows = [
        ("won by nobody", f"{report['draws']:,} ({percent(report['draws'] / games)})"),
        ("stopped by limit", f"{report['limit_decided']:,} ({percent(report['limit_decided'] / games)})"),
        (
            "decisions a game",
            f"mean {length['mean']:.1f} ({between(length['interval'], plain)}), "
            f"median {length['median']:,}, longest {length['longest']:,}",
        ),
    ]
    if report["deals"] > games:
        rows.append(("deals a game", f"mean {report['deals'] / games:.1f}"))
    if "branching" in report:
        branching = report["branching"]
        text = f"mean {branching['mean']:.2f}, most {branching['most']:,}, only one in "
        rows.append(("legal actions", f"{text}{percent(branching['forced'])} of decisions"))
    edge = fairness["edge"]
    rows.append(("first turn's edge", f"{points(edge['value'])} points ({between(edge['interval'], points)})"))
    rows.append(
        (
            "seats",
            f"{100 * fairness['spread']:.1f} points between the best and the worst, "
            f"evenness {fairness['evenness']:.3f}",
        )
    )
    rows += _course(report.get("course", {}))
    if "engine" in report:
        rows.append(("engine", report["engine"]))
    return rows


def _course(course: Report) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    if course:
        changes = course["lead_changes"]
        text = f"{changes['value']:.1f} a game ({between(changes['interval'], plain)})"
        rows.append(("lead changes", text))
    if "drama" in course:
        behind, late = course["behind"]["value"], course["turning_point"]["value"]
        comeback = course["comeback"]["value"]
        rows.append(
            ("winner behind", f"in {percent(behind)} of decisions, at half-time in {percent(comeback)} of games")
        )
        rows.append(("drama", f"{course['drama']['value']:.3f} of 1 ({between(course['drama']['interval'], fine)})"))
        rows.append(("decided", f"after {percent(late)} of the game"))
    return rows


def rules(report: Report) -> Table:
    """Return the use of each rule."""
    rows = [
        (
            address,
            plain(rule["per_game"], 2) if "per_game" in rule else "",
            percent(rule["offered"]) if "offered" in rule else "",
            percent(rule["taken"]) if "taken" in rule else "",
            percent(rule["holds"]) if "holds" in rule else "",
        )
        for address, rule in report["rules"].items()
    ]
    return Table(("rule", "a game", "offered", "taken", "holds"), rows, frozenset(("rule",)))


# ----------------------------------------------------------------------------- at the terminal


def show(title: str, report: Report, rate: float | None) -> None:
    """Print the results of a simulation."""
    from rich.text import Text

    from ..terminal import console

    screen = console()
    name, games = printable(title), report["games"]
    if not games:
        screen.print(Text(f"{name}: no game was finished."))
        return
    speed = f", {per_second(rate, 'games')}" if rate else ""
    plural = "s" if games != 1 else ""
    head = f"{name}: {games:,} game{plural} from seed {report['seed']}{speed}"
    screen.print(Text(head, "bold"), Text(), rich_table(seats(report)), sep="\n")
    if "kinds" in report:
        screen.print(Text(), rich_table(kinds(report)), sep="\n")
    screen.print()
    for label, text in measures(report):
        screen.print(Text(f"{label:<19}{text}"), soft_wrap=True)
    if report["rules"]:
        screen.print(Text(), rich_table(rules(report)), sep="\n")
    screen.print(Text(), Text(made_from(report), "dim"), sep="\n")


def per_second(rate: float, things: str) -> str:
    """Return how many things there are in a second, in words.

    >>> per_second(1234.5, "games"), per_second(1.25, "pairs")
    ('1,234 games/s', '1.2 pairs/s')
    """
    return f"{rate:,.{0 if rate >= 10 else 1}f} {things}/s"


def made_from(*reports: Report) -> str:
    """Return a line that says of which rules and of which version results are."""
    marks = " and ".join(report["fingerprint"] for report in reports)
    return f"Fingerprint {marks}, cardrules {reports[0]['version']}"


def show_tournament(title: str, report: Report) -> None:
    """Print the results of a tournament."""
    from rich.text import Text

    from ..terminal import console

    screen = console()
    games = report["games"]
    if games:
        seats = f"{counted(report['players'], 'seat')}, from seed {report['seed']}"
        head = f"{printable(title)}: {games:,} game{'s' * (games != 1)}, {seats}"
        names = short(report["bots"])
        screen.print(Text(head, "bold"), Text(), rich_table(rated(report, names)), sep="\n")
        screen.print(Text(), rich_table(matches(report, names)), sep="\n")
        screen.print(Text(), Text(f"Engine: {report['engine']}."), sep="\n", soft_wrap=True)
    else:
        screen.print(Text(f"{printable(title)}: no game was finished."))
    for failure in report["failures"]:
        times = f" ({failure['times']:,} times)" if failure["times"] > 1 else ""
        screen.print(Text(printable(f"Failure: {failure['message']}{times}")), soft_wrap=True)
    screen.print(Text(), Text(made_from(report), "dim"), sep="\n")


def short(bots: Sequence[str]) -> dict[str, str]:
    """Return names for different bots, without the folders that do not tell them apart.

    >>> list(short(["/a/x.py:Bot", "b/x.py:Bot", "b/y.py:Bot", "quick"]).values())
    ['a/x.py:Bot', 'b/x.py:Bot', 'y.py:Bot', 'quick']
    """
    parts = {bot: Path(bot).parts for bot in bots}
    names = {bot: bot for bot in bots}
    for bot, own in parts.items():
        for count in range(1, len(own)):
            if sum(each[-count:] == own[-count:] for each in parts.values()) == 1:
                names[bot] = str(Path(*own[-count:]))
                break
    return names


def rated(report: Report, names: Mapping[str, str]) -> Table:
    """Return the bots of a tournament by their short names, the best first."""
    rows = [
        (
            names[bot["player"]],
            f"{bot['rating']['value']:+.0f}",
            _known(bot["rating"]["interval"], "{:+.0f}".format),
            "" if bot["mean_return"] is None else plain(bot["mean_return"], 2),
            plain(bot["milliseconds"]),
            f"{bot['failures']:,}",
        )
        for bot in sorted(report["results"], key=lambda bot: -bot["rating"]["value"])
    ]
    columns = ("bot", "Elo", "95 % interval", "mean return", "ms a decision", "failures")
    return Table(columns, rows, frozenset(("bot", "95 % interval")))


def matches(report: Report, names: Mapping[str, str]) -> Table:
    """Return the results of each pair of bots, by their short names."""
    rows = [
        (
            *(names[bot] for bot in pair["players"]),
            f"{pair['won']:,}-{pair['drawn']:,}-{pair['lost']:,}",
            percent(pair["share"]["value"]) if pair["deals"] else "",
            _known(pair["share"]["interval"], "{:.0%}".format),
            f"{pair['difference']['value']:+.2f}" if pair["difference"] else "",
            _within(pair["difference"]),
        )
        for pair in report["pairs"]
    ]
    columns = ("bot", "against", "W-D-L", "points", "interval", "difference", "95 %")
    return Table(columns, rows, frozenset(("bot", "against", "interval", "95 %")))


def _known(interval: Sequence[float] | None, text: Callable[[float], str]) -> str:
    """Return an interval as text; nothing for bots that have played no game."""
    return between(interval, text) if interval else ""


def _within(estimate: Report | None) -> str:
    """Return the half-width of a symmetric interval as text; nothing if there is none."""
    ends: list[float] | None = estimate["interval"] if estimate else None
    return f"± {(ends[1] - ends[0]) / 2:.2f}" if ends else ""


def rich_table(table: Table) -> RenderableType:
    """Return a table for rich."""
    from rich.table import Table as RichTable

    result = RichTable(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in table.columns:
        justify = "left" if column in table.words else "right"
        result.add_column(column, justify=justify, overflow="fold")
    for row in table.rows:
        result.add_row(*row)
    return result
