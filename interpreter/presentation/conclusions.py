"""The results of a comparison, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .figures import Table, between, fine, percent, plain, points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..simulation.compare import Difference

_RULES: Final = ("actions.", "effects.", "define.")
_MOST: Final = 6  # the most sentences about rules

_LABELS: Final = {
    "decisions": "decisions a game",
    "branching": "legal actions at a decision",
    "forced": "forced decisions a game",
    "deals": "deals a game",
    "first_share": "part of who has the first turn",
    "drawn": "games won by nobody",
    "limited": "games stopped by the limit",
    "lead_changes": "lead changes a game",
    "behind": "part of a game with the winner behind",
    "drama": "drama",
    "comeback": "games with the winner behind at half-time",
    "turning_point": "part of a game before it is decided",
}
_SHARES: Final = frozenset("first_share drawn limited behind comeback turning_point".split())

# The sentences for a measure that has increased, and for one that has decreased.
_WORDS: Final = {
    "drawn": ("More games are won by nobody", "Fewer games are won by nobody"),
    "limited": ("More games run into the limit", "Fewer games run into the limit"),
    "branching": ("Players have more to choose from", "Players have less to choose from"),
    "deals": ("A game takes more deals", "A game takes fewer deals"),
    "lead_changes": ("The lead changes more often", "The lead changes less often"),
    "behind": ("The winner is behind for longer", "The winner is behind for a shorter time"),
    "drama": ("Winners come back from further behind", "Winners are less far behind on their way"),
    "comeback": ("More games are turned in the second half", "Fewer games are turned in the second half"),
    "turning_point": ("Games are decided later", "Games are decided earlier"),
}


def verdict(
    differences: Mapping[str, Difference], players: Sequence[str], only: tuple[set[str], set[str]]
) -> list[str]:
    """Return sentences about a comparison, the most important first.

    Args:
        differences: The differences, by measure.
        players: The kinds of players, by seat.
        only: The addresses of the rules that only the base or only the variant has.
    """
    sentences = [_length(differences["decisions"])] if "decisions" in differences else []
    if "first_share" in differences:
        sentences.append(_edge(differences["first_share"], 1 / len(players)))
    sentences += _seats(differences, players)
    sentences += _course(differences)
    sentences += _rules(differences, only)
    silent = [
        f"{_label(name, players)} ({_span(found)})"
        for name, found in differences.items()
        if not found.found and name in _WORDS
    ]
    if silent:
        sentences.append(f"No sure difference was found in: {'; '.join(silent)}.")
    return sentences


def in_short(differences: Mapping[str, Difference], players: int) -> list[str]:
    """Return what people who play want to know: who gains, how long games become, and what else is sure.

    Args:
        differences: The differences, by measure.
        players: How many players there are.
    """
    first, length = differences.get("first_share"), differences.get("decisions")
    sentences: list[str] = []
    if first is not None and players > 1:
        before, after = percent(first.base), percent(first.variant)
        if first.found:
            who = "The player who begins gains" if first.shift.value > 0 else "The players who do not begin gain"
            sentences.append(
                f"{who}: who begins won {before} of the games without the change, and wins {after} with it."
            )
        else:
            sentences.append(
                f"Who begins gains nothing for sure: {before} of the games were won without the change, "
                f"{after} with it."
            )
    if length is not None:
        before, after = plain(length.base), plain(length.variant)
        words = "became longer" if length.shift.value > 0 else "became shorter"
        sentences.append(
            f"Games {words}: a game had {before} moves without the change, and has {after} with it."
            if length.found
            else f"Games are about as long as before: {before} moves without the change, {after} with it."
        )
    return [*sentences, *_course(differences)]


def _course(differences: Mapping[str, Difference]) -> Iterator[str]:
    """Yield what is sure about the course of games."""
    for name, (more, fewer) in _WORDS.items():
        found = differences.get(name)
        if found is not None and found.found:
            words = more if found.shift.value > 0 else fewer
            yield f"{words}: {_from_to(found)}."


def _length(found: Difference) -> str:
    if found.relative is None:
        return "There is nothing to decide in the base."
    span = between((found.relative.low, found.relative.high), _signed)
    if not found.found and not _likely(found):
        return f"No difference in length was found ({span})."
    verb = "Games get" if found.found else "Games seem to get"
    words = "longer" if found.shift.value > 0 else "shorter"
    how_much = f"{abs(100 * found.relative.value):.2g} %"
    return (
        f"{verb} {how_much} {words} ({span}): {plain(found.base)} decisions become "
        f"{plain(found.variant)}{_doubt(found)}."
    )


def _edge(found: Difference, even: float) -> str:
    before, after = found.base - even, found.variant - even
    span = f"a difference of {between((found.shift.low, found.shift.high), points)}"
    if not found.found and not _likely(found):
        return f"The first player's edge stays near {points(before)} points ({span})."
    verb = "goes"
    if before > 0 and after > 0:
        verb = "shrinks" if after < before else "grows"
    return f"The first player's edge {verb} from {points(before)} to {points(after)} points ({span}){_doubt(found)}."


def _likely(found: Difference) -> bool:
    """Return whether a difference would be significant if it were the only one tested."""
    return found.shift.low > 0 or found.shift.high < 0


def _doubt(found: Difference) -> str:
    return "" if found.found else "; among so many measures that may be chance"


def _seats(differences: Mapping[str, Difference], players: Sequence[str]) -> Iterator[str]:
    """Yield the changes for each seat, if the kinds of players differ."""
    for seat, player in enumerate(players):
        found = differences.get(f"share.{seat}")
        if found is not None and found.found:
            words = "more" if found.shift.value > 0 else "less"
            yield (f"Seat {seat} ({player}) wins {abs(100 * found.shift.value):.1f} points {words}: {_from_to(found)}.")


def _rules(differences: Mapping[str, Difference], only: tuple[set[str], set[str]]) -> Iterator[str]:
    """Yield the rules that only one side has, and those whose use has changed most."""
    for addresses, words in zip(only, ("Only the base has", "Only the variant has"), strict=True):
        if addresses:
            yield f"{words} {', '.join(sorted(addresses))}."
    length = differences.get("decisions")
    if length is None:
        return  # too few games
    changed = [each for each in differences.values() if each.measure.startswith(_RULES)]
    changed = [each for each in changed if each.found]
    changed.sort(key=lambda each: -_ratio(each, length))
    for found in changed[:_MOST]:
        name, base, variant = found.measure, found.base, found.variant
        if not base or not variant:
            side, times = ("variant", variant) if variant else ("base", base)
            yield f"{name} happens in the {side} only: {plain(times, 2)} times a game."
            continue
        words = "more" if found.shift.value > 0 else "less"
        rates = [100 * base / length.base, 100 * variant / length.variant]
        yield (
            f"{name} happens {words} often: {plain(base, 2)} times a game become "
            f"{plain(variant, 2)} (in 100 decisions, {_two(rates[0])} become {_two(rates[1])})."
        )


def _ratio(found: Difference, length: Difference) -> float:
    """Return the ratio of the frequencies per decision, at least 1."""
    low, high = sorted((found.base / length.base, found.variant / length.variant))
    return high / low if low else float("inf")


def table(differences: Mapping[str, Difference], players: Sequence[str]) -> Table:
    """Return all differences as a table, with a star for those that are significant."""
    rows: list[tuple[str, ...]] = []
    for name, found in differences.items():
        text, signed = _text(name), _signed_text(name)
        rows.append(
            (
                _label(name, players),
                text(found.base),
                text(found.variant),
                signed(found.shift.value) + ("*" if found.found else " "),
                between((found.shift.low, found.shift.high), signed),
            )
        )
    columns = ("measure", "base", "variant", "difference", "95 % interval")
    return Table(columns, rows, frozenset(("measure", "95 % interval")))


def _label(name: str, players: Sequence[str]) -> str:
    kind, _, rest = name.partition(".")
    match kind:
        case "share":
            return f"part of seat {rest} ({players[int(rest)]})"
        case "bot":
            return f"part of {rest}"
        case "score":
            return f"score of seat {rest}"
        case _:
            return _LABELS.get(name, name)


def _is_share(name: str) -> bool:
    return name in _SHARES or name.startswith(("share.", "bot."))


def _text(name: str) -> Callable[[float], str]:
    """Return a value of a measure as text."""
    if _is_share(name):
        return percent
    return fine if name == "drama" else _two


def _signed_text(name: str) -> Callable[[float], str]:
    """Return a difference of a measure as text."""
    if _is_share(name):
        return points
    return (lambda value: f"{value:+.3f}") if name == "drama" else (lambda value: f"{value:+,.2f}")


def _two(value: float) -> str:
    return plain(value, 2)


def _from_to(found: Difference) -> str:
    text = _text(found.measure)
    return f"{text(found.base)} become {text(found.variant)}"


def _span(found: Difference) -> str:
    """Return the confidence interval of a difference as text."""
    span = between((found.shift.low, found.shift.high), _signed_text(found.measure))
    return f"{span} points" if _is_share(found.measure) else span


def _signed(value: float) -> str:
    return f"{100 * value:+.1f} %"
