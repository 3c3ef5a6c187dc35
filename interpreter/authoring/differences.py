"""The differences of two rulesets, by address.

Two resolved rulesets are compared rule by rule, so that a variant or a child can be compared with
its base, however it is written. Effect text is compared by its syntax tree, so spaces and redundant
brackets make no difference. Facts about the game and scenarios are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..diagnostics import Span
from ..resolve.options import show
from ..resolve.resolve import Resolved
from ..source.located import Mapping, Node, PlainData, Scalar, plain
from ..source.schema import schema_at
from .formatting import same_text

Kind: TypeAlias = Literal["added", "removed", "changed", "moved", "set"]

_ASIDE = ("cardrules", "about", "scenarios", "required")


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        kind: `added`, `removed`, `changed`; `moved` if the rules of a section have another order,
            `set` if an option has another value but the same default.
        address: the address of the rule; for `moved` that of the section.
        before, after: the old and the new content; for `moved` the names in order.
        help: the `help` of a rule that was added or removed.
        span: the place of the new rule, or of the removed one.
    """

    kind: Kind
    address: str
    before: PlainData
    after: PlainData
    help: str
    span: Span


def compare(one: Resolved, other: Resolved) -> list[Change]:
    """Return the differences of two rulesets, section by section.

    Args:
        one: the old ruleset.
        other: the new one.

    >>> from cardrules.interpreter.resolve.resolve import resolve
    >>> plain = resolve("hearts")
    >>> other = resolve("hearts", variant="omnibus")
    >>> [(each.address, each.before, each.after) for each in compare(plain, other)]
    [('options.jack_of_diamonds', 0, -10)]
    """
    changes = list(_mappings(one.tree, other.tree, ()))
    for name, value in other.options.items():
        same_default = f"options.{name}.default" not in {each.address for each in changes}
        if name in one.options and one.options[name] != value and same_default:
            place = other.option_nodes[name].span
            before, after = _listed(one.options[name]), _listed(value)
            changes.append(Change("set", f"options.{name}", before, after, "", place))
    return changes


def _listed(value: object) -> PlainData:
    return list(value) if isinstance(value, tuple) else value  # type: ignore[return-value]


def _mappings(one: Mapping, other: Mapping, path: tuple[str, ...]) -> Iterator[Change]:
    """Yield the differences of two mappings: removed, changed and added entries, and the order."""
    aside = _ASIDE if not path else ()
    old = {key: entry for key, entry in one.entries.items() if key not in aside}
    new = {key: entry for key, entry in other.entries.items() if key not in aside}
    for key, entry in old.items():
        if key not in new:
            address = ".".join((*path, key))
            words = _help(entry.value)
            yield Change("removed", address, plain(entry.value), None, words, entry.span)
    for key, entry in new.items():
        if key in old:
            yield from _values(old[key].value, entry.value, (*path, key), entry.span)
        else:
            address = ".".join((*path, key))
            words = _help(entry.value)
            yield Change("added", address, None, plain(entry.value), words, entry.span)
    orders = [[key for key in each if key in old and key in new] for each in (old, new)]
    ordered = len(path) == 1 and "properties" not in schema_at("ruleset", path)
    if ordered and orders[0] != orders[1]:
        before: list[PlainData] = [*orders[0]]
        after: list[PlainData] = [*orders[1]]
        yield Change("moved", path[0], before, after, "", other.span)


def _values(one: Node, other: Node, path: tuple[str, ...], span: Span) -> Iterator[Change]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        yield from _mappings(one, other, path)
    elif plain(one) != plain(other) and not _alike(one, other, path):
        yield Change("changed", ".".join(path), plain(one), plain(other), "", span)


def _alike(one: Node, other: Node, path: tuple[str, ...]) -> bool:
    """Return whether two values are effect text with the same meaning."""
    if not isinstance(one, Scalar) or not isinstance(other, Scalar):
        return False
    return same_text(one, other, "ruleset", path)


def _help(node: Node) -> str:
    """Return the `help` of an entry."""
    words = node.get("help") if isinstance(node, Mapping) else None
    return words.text.strip() if isinstance(words, Scalar) else ""


# -- in words


def sentence(change: Change) -> str:
    """Return a difference as a sentence; long texts are shown after it, line by line.

    >>> nowhere = Span("", 0, 0)
    >>> sentence(Change("changed", "actions.draw.do", "draw 1", "draw 2", "", nowhere))
    'actions.draw.do: `draw 1` becomes `draw 2`.'
    """
    address = change.address
    match change.kind:
        case "added":
            return f"{address} is new. {change.help}".rstrip()
        case "removed":
            return f"{address} is removed. {change.help}".rstrip()
        case "moved":
            return f"{address}: the order is now {_words(change.after)}, not {_words(change.before)}."
        case "set":
            name = address.removeprefix("options.")
            return f"The option {name} is {_shown(change.after)}, not {_shown(change.before)}."
        case _:
            pass
    if is_long(change):
        return f"{address} is different."
    if address.startswith("options.") and address.endswith(".default"):
        name = address.removeprefix("options.").removesuffix(".default")
        before, after = _shown(change.before), _shown(change.after)
        return f"The option {name} is {after} by default, not {before}."
    return f"{address}: {_shown(change.before)} becomes {_shown(change.after)}."


def is_long(change: Change) -> bool:
    """Return whether a change is shown line by line instead of in a sentence."""
    if change.kind in ("added", "removed"):
        return True
    texts = [_shown(each) for each in (change.before, change.after)]
    return change.kind == "changed" and (sum(map(len, texts)) > 60 or any("\n" in text for text in texts))


def _words(names: PlainData) -> str:
    return ", ".join(map(str, names)) if isinstance(names, list) else str(names)


def _shown(value: PlainData) -> str:
    if isinstance(value, str):
        return f"`{value.strip()}`"
    return show(value)
