"""The notes of a ruleset: remarks that stand beside the rules that they are about, or at the end.

A note may end with addresses in brackets, such as `(deal.after)`. The first of them says which rule
the note is about. Parts of a note in braces hold under some options only: `{seven_zero: …}`, or for
some numbers of players: `{players is 5: …}`. A note
about a rule that other options have changed says so; one about a rule that a child has changed is
left out, since it may no longer hold. So are the help and the phrase of such a rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Mapping as Table
from dataclasses import dataclass, replace
from typing import Final, TypeVar, cast

from ..check.load import Loaded
from ..diagnostics import spaced
from ..program import ir
from ..program.program import Action as Checked
from ..program.program import Program
from ..resolve.mentions import CASE, NOT_REMARKS
from ..source.located import Mapping, Node, Scalar
from ..speech import english
from ..speech.book import Book, Remark
from ..syntax import nodes as n
from ..syntax.ruleset import Action, Definition, Effect, Phase, Ruleset
from .reach import used

Explained = TypeVar("Explained", Action, Checked, Definition, Effect, Phase)

DEALING: Final = "dealing"
"""The note about how the cards are dealt."""

_ADDRESS: Final = re.compile(r"\b([a-z]+)\.([a-z_0-9]+)")
_CITED: Final = re.compile(
    r"\(((?:deck|zones|melds|rankings|variables|options|define|deal|phases|match|limits|teams|tables|"
    r"tricks|actions|effects|bots)(?:\.[a-z_][\w.]*)?)(?:,[^()]*)?\)"
)
_CONDITION: Final = re.compile(r"(?P<off>not )?(?P<option>[a-z]\w*)(?: is (?P<other>not )?(?P<values>.+))?")
_CODED: Final = re.compile(r"\s*\([A-Z][A-Z0-9]-C\d+[^)]*\)$")
_CODE: Final = re.compile(r"[A-Z][A-Z0-9]-")

_NO_RULES: Final = ("options", "variables", "bots", "zones")
"""The sections about which notes may hold although a child has changed them."""

_EXPLAINED: Final = {
    "actions": ("choose", "do"),
    "effects": ("on", "do"),
    "define": ("with", "is", "by", "table", "do"),
    "phases": ("players",),
}
"""The parts of rules that their help explains."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What has been changed since words for it were written.

    Attributes:
        loaded: the ruleset; a child has changed what is written in a nearer file.
        addresses: texts that count as changed, such as `define.room.is`.
        unused: the definitions on which no rule depends under the options: words hold though they change.
    """

    loaded: Loaded
    addresses: Collection[str]
    unused: frozenset[str]

    def since(self, file: str, *address: str) -> bool:
        """Return whether a rule, one of its parts or a section is other than when a file was written."""
        at = ".".join(address)
        changed = any(each == at or each.startswith(f"{at}.") for each in self.addresses)
        return changed or not _nearer(self.loaded, file).isdisjoint(_files(self._at(address)))

    def between(self, old: str, new: str, *address: str) -> bool:
        """Return whether a rule was changed after one file, but not after another that extends it."""
        later = _nearer(self.loaded, old) - _nearer(self.loaded, new)
        return not later.isdisjoint(_files(self._at(address)))

    def _at(self, address: Iterable[str]) -> Node | None:
        """Return what is written at an address."""
        node: Node | None = self.loaded.resolved.tree
        for name in address:
            node = node.get(name) if isinstance(node, Mapping) else None
        return node

    def in_use(self, node: n.Node, file: str, apart: Collection[str]) -> bool:
        """Return whether a node is part of a changed text, or names a definition that counts as changed.

        Args:
            node: the node.
            file: where the words are written.
            apart: definitions that have words of their own.
        """
        if node.span.file in _nearer(self.loaded, file):
            return True
        if isinstance(node, n.Ask):
            return any(each.startswith(f"actions.{name}.") for name in node.actions for each in self.addresses)
        if not isinstance(node, n.Name | n.Of | n.Call) or node.name in (*apart, *self.unused):
            return False
        return any(each.startswith(f"define.{node.name}.") for each in self.addresses)


def changes(loaded: Loaded, addresses: Collection[str] = ()) -> Changes:
    """Return what has been changed since words for it were written.

    Args:
        loaded: the ruleset.
        addresses: texts that count as changed, too.
    """
    program, rules = loaded.program, loaded.ruleset
    assert program is not None
    assert rules is not None
    if not addresses and len(loaded.resolved.sources) == 1:
        return Changes(loaded, (), frozenset())
    book = Book(program, rules)
    known = used(book) | {
        name for name in program.definitions if isinstance(book.simplifier.definition(name), ir.Const)
    }
    return Changes(loaded, addresses, frozenset(rules.definitions.keys() - known))


def without_old_words(changes: Changes) -> tuple[Program, Ruleset, set[str]]:
    """Leave out the words for rules that a child has changed, or rules without words that they use.

    Returns:
        the program and its ruleset without these words, the definitions that have lost theirs, and
        the variables that the changed texts set.
    """
    program, rules = changes.loaded.program, changes.loaded.ruleset
    assert program is not None
    assert rules is not None
    helped, named = _old_words(changes)

    def each(section: str, table: Table[str, Explained]) -> dict[str, Explained]:
        return {name: replace(rule, help="") if f"{section}.{name}" in helped else rule for name, rule in table.items()}

    rules = replace(
        rules,
        actions=each("actions", rules.actions),
        effects=each("effects", rules.effects),
        definitions=each("define", rules.definitions),
        phases=each("phases", rules.phases),
        phrases={name: words for name, words in rules.phrases.items() if name not in named},
    )
    anew = {name for name in rules.definitions if name in named or f"define.{name}" in helped}
    return replace(program, actions=each("actions", program.actions)), rules, anew | _set(changes)


def _set(changes: Changes) -> set[str]:
    """Return the variables that changed texts set."""
    rules = changes.loaded.ruleset
    assert rules is not None
    found: set[str] = set()
    for address in changes.addresses:
        section, name, *parts = [*address.split("."), ""]
        for node in uses(rules, section, name, rules.definitions, parts):
            if isinstance(node, n.Assign | n.Add):
                target = cast("n.Node", node.target)
                found |= {each.name for each in n.walk(target) if isinstance(each, n.Name | n.Of)}
    for action in rules.actions if len(changes.loaded.resolved.sources) > 1 else ():
        for node in uses(rules, "actions", action, rules.definitions, ["do"]):
            if isinstance(node, n.Assign | n.Add):
                for each in n.walk(cast("n.Node", node.target)):
                    named = isinstance(each, n.Name | n.Of) and rules.variables.get(each.name)
                    if named and node.span.file in _nearer(changes.loaded, named.span.file):
                        found.add(named.name)
    return found & rules.variables.keys()


def _nearer(loaded: Loaded, file: str) -> set[str]:
    """Return the files whose ruleset extends that of a file, directly or not."""
    files = [*loaded.resolved.sources]
    return set(files[: files.index(file)]) if file in files else set()


def _old_words(changes: Changes) -> tuple[set[str], set[str]]:
    """Return what words no longer hold.

    Returns:
        the addresses of rules with a help, and the names of definitions with a phrase.
    """
    loaded = changes.loaded
    rules, tree = loaded.ruleset, loaded.resolved.tree
    assert rules is not None
    phrases, notes = tree.get("phrases"), tree.get("notes")
    typed = notes.get("actions") if isinstance(notes, Mapping) else None
    helped: set[str] = set()
    named: set[str] = set()
    for section in _EXPLAINED:
        holder = tree.get(section)
        for name, entry in holder.entries.items() if isinstance(holder, Mapping) else ():
            rule = entry.value
            help = rule.get("help") if isinstance(rule, Mapping) else None
            if help is None and section == "actions" and rules.actions[name].help:
                help = typed  # the note tells what the action is
            phrase = phrases.get(name) if section == "define" and isinstance(phrases, Mapping) else None
            for words, old, what in ((help, helped, f"{section}.{name}"), (phrase, named, name)):
                if words is not None and _is_new(changes, words.span.file, section, name):
                    old.add(what)
    return helped, named


def _is_new(changes: Changes, file: str, section: str, name: str) -> bool:
    """Return whether a rule, or one without words that it uses, is other than when a file was written."""
    loaded = changes.loaded
    rules, holder = loaded.ruleset, loaded.resolved.tree.get(section)
    assert rules is not None
    rule, parts = holder.get(name) if isinstance(holder, Mapping) else None, _EXPLAINED[section]
    places = [(part,) for part in parts] if isinstance(rule, Mapping) else [()]
    worded = {each for each, rule in rules.definitions.items() if rule.help or each in rules.phrases}
    return any(changes.since(file, section, name, *place) for place in places) or any(
        changes.in_use(node, file, worded) for node in uses(rules, section, name, worded | changes.unused, parts)
    )


def _files(node: Node | None) -> Iterator[str]:
    """Yield the files in which the texts of a part of a ruleset are written."""
    match node:
        case None:
            pass
        case Mapping(entries=entries):
            for entry in entries.values():
                yield from _files(entry.value)
        case _:
            yield node.span.file


def remarks(changes: Changes) -> Iterator[Remark]:
    """Yield the notes of a ruleset, but for those about rules that options have changed."""
    loaded = changes.loaded
    assert loaded.ruleset is not None
    changed = _changed(loaded)
    found: list[tuple[Remark, dict[str, bool]]] = []
    helped, named = _old_words(changes)
    anew = named | {each.removeprefix("define.") for each in helped if each.startswith("define.")}
    direct: set[str] = set()  # the options that some note tells apart, or whose rule reads them
    for topic, written in loaded.ruleset.notes.items():
        words = written.split()
        known = written.startswith("options.") or topic in NOT_REMARKS
        bare = len(words) < 4 or re.match(r"^[\w.]+(, \w+)*$", " ".join(words))  # only addresses
        if known or bare:
            continue
        note, told = under_options(loaded, written)
        if not _is_said(loaded, note):
            continue  # all of it is about other options
        quoted = {option for option in changed if f"`{option}`" in note}
        against = _against(loaded, topic, note, changed - told, changes)
        name = "" if _CODE.match(topic) else english.title(spaced(topic))
        about = "deal.do" if topic == DEALING else _about(note)
        section, *parts = about.split(".")
        whole = bool(name) and len(parts) == (section != "match")
        if against is None or (against and not whole):
            continue
        direct |= told | quoted | {option for option, here in against.items() if here}
        news = frozenset(each for each in anew if _is_new(changes, _file(loaded, topic), "define", each))
        found.append((Remark(name, note, ".".join([section, *parts[:1]]), whole, news), against))
    explained: set[str] = set()
    said: set[tuple[str, str]] = set()  # a rule, and an option that a note about it has named
    for remark, against in found:
        here = [
            option
            for option, near in against.items()
            if (near or option not in direct) and (remark.about, option) not in said
        ]
        said |= {(remark.about, option) for option in here}
        yield replace(
            remark,
            text=" ".join([remark.text, *(_here(loaded, each, again=each in explained) for each in here)]),
        )
        explained.update(here)
        direct.update(here)


def under_options(loaded: Loaded, note: str) -> tuple[str, set[str]]:
    """Return a note with the parts that hold under the options, and the options it tells apart."""
    options = {"players": loaded.resolved.players, **loaded.resolved.options}
    told: set[str] = set()

    def part(found: re.Match[str]) -> str:
        conditions = [_CONDITION.fullmatch(" ".join(each.split())) for each in found["conditions"].split(" and ")]
        known = [each for each in conditions if each is not None and each["option"] in options]
        if len(known) < len(conditions):
            return found[0]
        told.update(each["option"] for each in known)
        holds = all(_holds(each, options[each["option"]]) for each in known)
        return found["text"].removeprefix(" ") if holds else ""

    return CASE.sub(part, note), told


def _is_said(loaded: Loaded, note: str) -> bool:
    """Return whether a note says something under the options."""
    return bool(_CITED.sub("", under_options(loaded, note)[0]).strip())


def _holds(condition: re.Match[str], value: object) -> bool:
    """Return whether a condition on an option holds for its value."""
    if condition["values"] is None:
        return bool(value) != bool(condition["off"])
    values = [each.strip() for each in condition["values"].split(" or ")]
    return (_written(value) in values) != bool(condition["other"])


def _written(value: object) -> str:
    """Return a value of an option as notes write it."""
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value)


def _here(loaded: Loaded, option: str, *, again: bool) -> str:
    """Return the sentence that an option changes what a note has said.

    Args:
        loaded: the ruleset.
        option: the option.
        again: whether another note has said what it means.
    """
    node, value = loaded.resolved.option_nodes[option], loaded.resolved.options[option]
    help = node.get("help")
    text = ""
    if isinstance(help, Scalar) and not again:
        text = english.lowered(_CODED.sub("", help.text)).rstrip(".")
    if isinstance(value, bool):
        text = text or f"“{spaced(option)}” is a rule"
        return f"But here {text}." if value else f"But this does not hold here: {text}."
    meaning = f": {text}" if text else f" as “{spaced(option)}”"
    if value is None:
        return f"But nothing is agreed here on this{meaning}."
    shown = english.digits(value) if type(value) is int else f"“{spaced(_written(value))}”"
    return f"But here {shown} is agreed{meaning}."


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
    return {name for name, node in resolved.option_nodes.items() if resolved.options[name] != default_of(node)}


def _file(loaded: Loaded, topic: str) -> str:
    """Return the file in which a note is written."""
    notes = loaded.resolved.tree.get("notes")
    return notes.entries[topic].value.span.file if isinstance(notes, Mapping) else loaded.resolved.tree.span.file


def _against(loaded: Loaded, topic: str, note: str, changed: set[str], changes: Changes) -> dict[str, bool] | None:
    """Return the options under which a note may no longer hold; None if it is to be left out.

    They are changed options that it names, and those that are read by a rule which it cites or, the
    value is then false, by a definition that this rule uses. The note of a parent about a rule that
    a child has changed is left out, also one about an option to which the child gives a default.
    """
    rules, tree = loaded.ruleset, loaded.resolved.tree
    assert rules is not None
    file = _file(loaded, topic)
    inherited = file != tree.span.file
    others = _others_options(loaded, file) if inherited else set[str]()
    changed = changed | others
    quoted = {option for option in changed if f"`{option}`" in note and type(loaded.resolved.options[option]) is int}
    gates = _gates(rules, _about(note))
    changed = {each for each in changed - quoted if rules.spoken[each] not in gates}
    against = {each: True for each in changed if _names(note, each)}
    told = {
        name
        for each in rules.notes.values()
        for section, name in _ADDRESS.findall(each)
        if section == "define" and each != note
    }
    spoken = {rules.spoken[option]: option for option in changed}
    cited = _ADDRESS.findall(note) + [(found[1], "") for found in _CITED.finditer(note) if "." not in found[1]]
    ends = ("deal", "after"), ("deal", "together")
    if not set(ends).isdisjoint(cited):  # such a note stands for both
        cited += ends
    if topic == DEALING:  # it tells where the cards lie, and so whether they lie open
        dealt = {each.name for each in uses(rules, "deal", "do") if isinstance(each, n.Name)}
        cited += [("deal", "do"), *(("zones", zone) for zone in dealt & rules.zones.keys())]
    if any(
        section not in _NO_RULES
        and name not in changes.unused
        and changes.since(file, *((section, name) if name else (section,)))
        for section, name in cited
    ):
        return None
    phases = {name for section, name in cited if section == "phases"}
    if any(
        changes.since(file, "actions", action)
        or any(changes.in_use(node, file, ()) for node in uses(rules, "actions", action, changes.unused))
        for action, rule in rules.actions.items()
        if not phases.isdisjoint(word.text for word in rule.phases)
    ):
        return None
    titled = [
        each
        for other, each in rules.notes.items()
        if other != topic
        and not _CODE.match(other)
        and _is_said(changes.loaded, each)
        and not changes.between(_file(loaded, other), file, *_about(each).split("."))
    ]
    worded = {_about(each).removeprefix("define.") for each in titled}
    if any(
        changes.in_use(node, file, worded)
        for section, name in cited
        for node in uses(rules, section, name, worded | changes.unused)
    ):
        return None
    for section, name in cited:
        for left_out in (set(rules.definitions), told):
            for node in uses(rules, section, name, left_out):
                if isinstance(node, n.Name | n.Of | n.Call) and node.name in spoken:
                    against.setdefault(spoken[node.name], left_out is not told)
    return None if others & against.keys() else against


def _names(note: str, option: str) -> bool:
    """Return whether a note names an option; one that is a word may also be just this word."""
    marked = option if "_" in option else f"(?:`|options\\.){option}"
    return bool(re.search(rf"{marked}\b", note))


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
            case n.Name(name=gate) if gate not in rules.definitions:
                found.add(gate)
            case n.Name(name=name) | n.Call(name=name) if name in rules.definitions:
                value = rules.definitions[name].is_
                parts += [] if value is None else [value]
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


def uses(
    rules: Ruleset, section: str, name: str, told: Collection[str] = (), only: Collection[str] = ()
) -> Iterator[n.Node]:
    """Yield the parts of a rule, of the definitions that it uses, and of the actions that it asks for.

    Args:
        rules: the ruleset.
        section: the section of the rule.
        name: its name; empty for a whole section.
        told: the definitions that have words of their own, which are left out.
        only: the parts of the rule, if not all of them.
    """
    sections: dict[str, dict[str, object]] = {
        "define": dict(rules.definitions),
        "actions": dict(rules.actions),
        "effects": dict(rules.effects),
        "phases": dict(rules.phases),
        "melds": dict(rules.melds),
        "zones": dict(rules.zones),
    }
    rule = sections.get(section, {}).get(name)
    if section in ("deal", "match", "tricks", "limits"):
        whole: object = getattr(rules, section)
        rule = getattr(whole, name, None) if name else whole
    texts = [rule] if isinstance(rule, n.Node) else [*_texts(rule, only), *_nodes(rule)]
    seen, asked = set(told), set[str]()
    while texts:
        for node in n.walk(texts.pop()):
            yield node
            if isinstance(node, n.Name | n.Of | n.Call) and node.name in rules.definitions and (node.name not in seen):
                seen.add(node.name)
                texts += _texts(rules.definitions[node.name])
            if isinstance(node, n.Ask):
                for name in {*node.actions} - asked:
                    asked.add(name)
                    texts += _texts(rules.actions[name]) if name in rules.actions else []


def _texts(rule: object, only: Collection[str] = ()) -> Iterator[n.Node]:
    slots: tuple[str, ...] = getattr(type(rule), "__slots__", ())
    names = {*slots, *getattr(rule, "__dataclass_fields__", {})}
    for name in sorted(names):
        value: object = getattr(rule, name, None)
        if only and name.rstrip("_") not in only:
            continue
        if isinstance(value, n.Node):
            yield value
        yield from _nodes(value)


def _nodes(value: object) -> Iterator[n.Node]:
    """Yield the nodes in a tuple, also those in tuples in it."""
    if isinstance(value, tuple):
        for each in cast("tuple[object, ...]", value):
            if isinstance(each, n.Node):
                yield each
            yield from _nodes(each)
