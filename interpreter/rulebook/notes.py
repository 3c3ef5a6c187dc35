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
from ..speech import english
from ..speech.book import Remark
from ..syntax import nodes as n

DEALING: Final = "dealing"
"""The note about how the cards are dealt."""

_NOT_REMARKS: Final = ("actions", "bots")
_ADDRESS: Final = re.compile(r"\b([a-z]+)\.([a-z_0-9]+)")
_CITED: Final = re.compile(r"\(([a-z_]+(?:\.[a-z_][\w.]*)?)(?:,[^()]*)?\)")
_CODE: Final = re.compile(r"[A-Z][A-Z0-9]-")


def remarks(loaded: Loaded) -> Iterator[Remark]:
    """Yield the notes of a ruleset, but for those about rules that options have changed."""
    assert loaded.ruleset is not None
    changed = _changed(loaded)
    for topic, note in loaded.ruleset.notes.items():
        words = note.split()
        known = note.startswith("options.") or topic in _NOT_REMARKS
        bare = len(words) < 4 or re.match(r"^[\w.]+(, \w+)*$", " ".join(words))  # only addresses
        if known or bare or _concerns(loaded, topic, note, changed):
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
        if found[1].partition(".")[0] not in ("options", "variables", "limits", "bots"):
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


def _concerns(loaded: Loaded, topic: str, note: str, changed: set[str]) -> bool:
    """Return whether a note names an option that was changed, or a rule that reads one."""
    if not changed:
        return False
    if any(re.search(rf"\b{re.escape(option)}\b", note) for option in changed):
        return True
    rules = loaded.ruleset
    assert rules is not None
    spoken = {rules.spoken[option] for option in changed}
    sections: dict[str, dict[str, object]] = {
        "define": dict(rules.definitions), "actions": dict(rules.actions),
        "effects": dict(rules.effects), "phases": dict(rules.phases), "melds": dict(rules.melds),
    }  # fmt: skip
    cited = _ADDRESS.findall(note) + [(found[1], "") for found in _CITED.finditer(note)]
    if topic == DEALING:
        cited.append(("deal", "do"))
    for section, name in cited:
        rule = sections.get(section, {}).get(name)
        if rule is None and section in ("deal", "match", "tricks"):
            rule = getattr(rules, section)
        if rule is not None and _reads(rule, spoken, sections["define"], set()):
            return True
    return False


def _reads(rule: object, options: set[str], definitions: dict[str, object], seen: set[str]) -> bool:
    """Return whether a rule reads one of some options, itself or through definitions."""
    for text in _texts(rule):
        for node in n.walk(text):
            if not isinstance(node, n.Name | n.Of | n.Call):
                continue
            if node.name in options:
                return True
            if node.name in definitions and node.name not in seen:
                seen.add(node.name)
                if _reads(definitions[node.name], options, definitions, seen):
                    return True
    return False


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
