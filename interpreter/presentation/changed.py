"""How often the rules apply that a change of the rules has touched, in a player's words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..authoring.differences import compare
from ..diagnostics import spaced, times
from ..rulebook import document as d
from ..rulebook.rulebook import rulebook
from ..source.located import Mapping, plain
from ..speech.english import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..check.load import Loaded
    from ..simulation.tally import Tally

_RULES: Final = ("actions", "effects")
_NAMES: Final = ("options", "define", "variables")
_MOST: Final = 4
"""The most rules that are told of; those come first that are touched themselves."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A rule that a change has touched.

    Attributes:
        address: the address of the rule; `deals` for what is done in each deal.
        title: what the rulebook calls it.
        before, after: whether the rules without and with the change have it.
        on: the actions after which it may apply, by address and title.
    """

    address: str
    title: str
    before: bool
    after: bool
    on: tuple[tuple[str, str], ...] = ()


def touched(base: Loaded, variant: Loaded) -> list[Touched]:
    """Return the rules that differ between two rulesets, then those that mention what differs.

    Args:
        base: the rules without a change; they have no errors.
        variant: the rules with it; they have no errors.
    """
    differing = [tuple(each.address.split(".")) for each in compare(base.resolved, variant.resolved)]
    own = [".".join(each[:2]) for each in differing if each[0] in _RULES and len(each) > 1]
    names = {each[1] for each in differing if each[0] in _NAMES and len(each) > 1}
    sides = base.resolved.tree, variant.resolved.tree
    reached = [*_mentioning(sides[1], names)] if names else []
    deals = ["deals"] if any(each[0] == "deal" for each in differing) else []
    titles = [_titles(each) for each in (base, variant)]
    known = titles[0] | titles[1]
    return [
        Touched(
            address,
            known.get(address) or spaced(address.partition(".")[2]),
            _has(sides[0], address),
            _has(sides[1], address),
            tuple((on, known.get(on) or spaced(on.partition(".")[2])) for on in _events(variant, address)),
        )
        for address in [*dict.fromkeys([*own, *deals, *reached])][:_MOST]
    ]


def told(rules: Sequence[Touched], games: int, base: Tally, variant: Tally) -> list[str]:
    """Return sentences that say how often rules applied.

    Args:
        rules: the rules.
        games: how many games were played with the change, and as many without it.
        base: what was counted in games without the change.
        variant: what was counted in games with it.
    """
    found = [_sentence(each, games, base, variant) for each in rules]
    played = "In a game" if games == 1 else f"In {games:,} games"
    return [f"{played} {each}." for each in found] or [f"{played} no single rule is counted that the change touches."]


def _sentence(rule: Touched, games: int, base: Tally, variant: Tally) -> str:
    now, then = (side.of(rule.address).total for side in (variant, base))
    if rule.address == "deals":
        return f"cards were dealt {times(now)}; your change is in the deal"
    if not rule.after:
        return f"without your change “{rule.title}” {_applied(then, rule)}; now it is gone"
    without = f", and {times(then)} without your change" if rule.before else ""
    events = [(title, variant.of(address).total) for address, title in rule.on]
    happened = listed([f"“{title}” was chosen {times(count)}" for title, count in events if count])
    if not happened:
        return f"“{rule.title}” {_applied(now, rule)}{without}"
    applied = "applied each time" if now == sum(count for _, count in events) else _applied(now, rule)
    return f"{happened}; the rule “{rule.title}” {applied}{without}"


def _applied(count: int, rule: Touched) -> str:
    chosen = rule.address.startswith("actions.")
    if not count:
        return "was never chosen" if chosen else "never applied"
    return f"{'was chosen' if chosen else 'applied'} {times(count)}"


def _mentioning(tree: Mapping, names: set[str]) -> Iterable[str]:
    """Yield the rules that mention one of some names, also through definitions."""
    defined = {name: _words(tree, "define", name) for name in _entries(tree, "define")}
    known = {*names}
    while new := {name.partition("(")[0] for name, words in defined.items() if words & known} - known:
        known |= new
    for section in _RULES:
        yield from (f"{section}.{name}" for name in _entries(tree, section) if _words(tree, section, name) & known)


def _entries(tree: Mapping, section: str) -> Sequence[str]:
    found = tree.get(section)
    return [*found.entries] if isinstance(found, Mapping) else []


def _words(tree: Mapping, section: str, name: str) -> set[str]:
    """Return the words of the text of a rule."""
    found = tree.get(section)
    assert isinstance(found, Mapping)
    return set(re.findall(r"\w+", str(plain(found.entries[name].value))))


def _has(tree: Mapping, address: str) -> bool:
    section, _, name = address.partition(".")
    return not name or name in _entries(tree, section)


def _titles(loaded: Loaded) -> dict[str, str]:
    """Return what the rulebook calls each rule, by its address."""
    lines = d.lines(rulebook(loaded))
    return {line[0].about: line[0].text for line in lines if line and isinstance(line[0], d.Strong)}


def _events(loaded: Loaded, address: str) -> Iterable[str]:
    """Yield the addresses of the actions after which an effect may apply."""
    section, _, name = address.partition(".")
    assert loaded.program is not None
    if section == "effects":
        for action in loaded.program.actions.values():
            if any(each.name == name for each in action.effects):
                yield f"actions.{action.name}"
