"""The notes of a ruleset: remarks that stand beside the rules that they are about, or at the end.

A note may end with addresses in brackets, such as `(deal.after)`. The first of them says which rule
the note is about. Notes about rules that options have changed are left out, since they may no
longer hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..check.load import Loaded
from ..diagnostics import spaced
from ..source.located import Mapping
from ..speech import english
from ..speech.book import Remark
from ..syntax import nodes as n
from ..syntax.ruleset import Ruleset

DEALING: Final = "dealing"
"""The note about how the cards are dealt."""

_NOT_REMARKS: Final = ("actions", "bots")
_ADDRESS: Final = re.compile(r"\b([a-z]+)\.([a-z_0-9]+)")
_CITED: Final = re.compile(
    r"\(((?:deck|zones|melds|rankings|variables|options|define|deal|phases|match|limits|teams|tables|"
    r"tricks|actions|effects|bots)(?:\.[a-z_][\w.]*)?)(?:,[^()]*)?\)"
)
_CODE: Final = re.compile(r"[A-Z][A-Z0-9]-")


def remarks(loaded: Loaded) -> Iterator[Remark]:
    """Yield the notes of a ruleset, but for those about rules that options have changed."""
    assert loaded.ruleset is not None
    changed = _changed(loaded)
    for topic, note in loaded.ruleset.notes.items():
        words = note.split()
        known = note.startswith("options.") or topic in _NOT_REMARKS
        bare = len(words) < 4 or re.match(r"^[\w.]+(, \w+)*$", " ".join(words))  # only addresses
        if known or bare or _is_void(loaded, topic, note, changed):
            continue
        name = "" if _CODE.match(topic) else english.title(spaced(topic))
        about = "deal.do" if topic == DEALING else _about(note)
        section, *parts = about.split(".")
        yield Remark(
            name,
            note,
            ".".join([section, *parts[:1]]),
            bool(name) and len(parts) == (section != "match"),
        )


def _about(note: str) -> str:
    """Return the address of the rule that a note is about."""
    for found in _CITED.finditer(note):
        if found[1].partition(".")[0] not in ("options", "variables", "bots"):
            return found[1]
    return ""


def _changed(loaded: Loaded) -> set[str]:
    """Return the options that do not have their defaults."""
    from ..resolve.options import default_of

    resolved = loaded.resolved
    return {
        name
        for name, node in resolved.option_nodes.items()
        if resolved.options[name] != default_of(node)
    }


def _is_void(loaded: Loaded, topic: str, note: str, changed: set[str]) -> bool:
    """Return whether a note may no longer hold.

    So it is if it names an option that was changed or cites a rule that reads one, and if it is
    the note of a parent about a rule that a child has changed.
    """
    rules, tree = loaded.ruleset, loaded.resolved.tree
    assert rules is not None
    notes = tree.get("notes")
    file = notes.entries[topic].value.span.file if isinstance(notes, Mapping) else tree.span.file
    inherited = file != tree.span.file
    if inherited:
        changed = changed | _others_options(loaded, file)
    quoted = {
        option for option in changed
        if f"`{option}`" in note and type(loaded.resolved.options[option]) is int
    }  # fmt: skip
    gates = _gates(rules, _about(note))
    changed = {each for each in changed - quoted if rules.spoken[each] not in gates}
    if any(re.search(rf"\b{re.escape(option)}\b", note) for option in changed):
        return True
    told = {
        name for each in rules.notes.values() for section, name in _ADDRESS.findall(each)
        if section == "define" and each != note
    }  # fmt: skip
    spoken = {rules.spoken[option] for option in changed}
    cited = _ADDRESS.findall(note) + [(found[1], "") for found in _CITED.finditer(note)]
    if topic == DEALING:
        cited.append(("deal", "do"))
    return any(
        (isinstance(node, n.Name | n.Of | n.Call) and node.name in spoken)
        or (inherited and node.span.file not in ("", file))
        for section, name in cited
        for node in _nodes(rules, section, name, told)
    )


def _gates(rules: Ruleset, about: str) -> set[str]:
    """Return the names without which a rule never happens; its note holds whenever it does."""
    section, _, name = about.partition(".")
    holders = {"actions": rules.actions, "effects": rules.effects, "phases": rules.phases}
    rule = holders.get(section, {}).get(name)
    parts = [rule.when] if rule is not None and rule.when is not None else []
    found: set[str] = set()
    while parts:
        match parts.pop():
            case n.Logic(operator="and", left=left, right=right):
                parts += [left, right]
            case n.Name(name=gate):
                found.add(gate)
            case _:
                pass
    return found


def _others_options(loaded: Loaded, file: str) -> set[str]:
    """Return the options with defaults from other files than that of a note."""
    return {
        name
        for name, node in loaded.resolved.option_nodes.items()
        if (default := node.get("default")) is not None and default.span.file != file
    }


def _nodes(rules: Ruleset, section: str, name: str, told: set[str]) -> Iterator[n.Node]:
    """Yield the parts of a rule, and of the definitions that it uses.

    Args:
        rules: the ruleset.
        section: the section of the rule.
        name: its name; empty for a whole section.
        told: the definitions that other notes are about, which are left out.
    """
    sections: dict[str, dict[str, object]] = {
        "define": dict(rules.definitions), "actions": dict(rules.actions),
        "effects": dict(rules.effects), "phases": dict(rules.phases), "melds": dict(rules.melds),
    }  # fmt: skip
    rule = sections.get(section, {}).get(name)
    if section in ("deal", "match", "tricks", "limits"):
        whole: object = getattr(rules, section)
        rule = getattr(whole, name, None) if name else whole
    texts = [rule] if isinstance(rule, n.Node) else list(_texts(rule))
    seen = set(told)
    while texts:
        for node in n.walk(texts.pop()):
            yield node
            if isinstance(node, n.Name | n.Of | n.Call) and node.name in rules.definitions and (
                node.name not in seen
            ):  # fmt: skip
                seen.add(node.name)
                texts += _texts(rules.definitions[node.name])


def _texts(rule: object) -> Iterator[n.Node]:
    slots: tuple[str, ...] = getattr(type(rule), "__slots__", ())
    names = {*slots, *getattr(rule, "__dataclass_fields__", {})}
    for name in sorted(names):
        value: object = getattr(rule, name, None)
        if isinstance(value, n.Node):
            yield value
        elif isinstance(value, tuple):
            for each in value:  # pyright: ignore[reportUnknownVariableType]
                if isinstance(each, n.Node):
                    yield each
                elif isinstance(each, tuple):
                    yield from (x for x in each if isinstance(x, n.Node))  # pyright: ignore[reportUnknownVariableType]
