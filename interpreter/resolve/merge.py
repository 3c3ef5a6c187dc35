"""Merges a child ruleset with its parent: `remove`, then `change`, then `add`.

What is changed or removed must exist in the parent, what is added must not; so a misspelt override
is never taken for an addition. Every value keeps the place where it was written, in either file.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..diagnostics import Diagnostic, Guess, Label, Span, error, guess
from ..source.located import Entry, Mapping, Node, Scalar, Sequence
from ..source.schema import first_key

INHERITING: Final = ("extends", "change", "add", "remove")
"""The keys that say how a file differs from its parent; a merged tree does not have them."""

NAMING: Final = ("labels", "phrases")
"""Sections that say what rules are called. The words of a removed rule are removed with it."""

REPLACED: Final = ("name", "summary")
"""Keys of a child that replace the parent's without `change`."""

OF_ONE_GAME: Final = ("aliases", "sources")
"""Keys of `about` that a child does not inherit, for a variant is another game."""

EXTENDED: Final = ("notes", "variants")
"""Keys of a child whose entries are added to the parent's without `add`."""


def merge(parent: Mapping, child: Mapping) -> tuple[Mapping, list[Diagnostic]]:
    """Merge a child with its parent.

    Args:
        parent: A merged tree, without `extends`.
        child: A valid tree with `extends`.

    Returns:
        The merged tree and the problems of the child's sections. Keys keep the order of the parent;
        additions come last. Only the child's scenarios are kept.
    """
    return _Merge(parent).apply(child)


def without_inheritance(tree: Mapping) -> Mapping:
    """Return a tree without the keys that say how it differs from a parent."""
    return _without(tree, *INHERITING)


class _Merge:
    """Applies the sections of one child and collects their problems. Use once."""

    def __init__(self, parent: Mapping) -> None:
        self.parent = parent
        self.problems: list[Diagnostic] = []
        self.removed: dict[str, Span] = {}

    def apply(self, child: Mapping) -> tuple[Mapping, list[Diagnostic]]:
        """Return the merged tree and the problems."""
        tree = _without(self.parent, "scenarios")
        for address in scalars(child.get("remove")):
            tree = self.remove(tree, address)
        tree = self.change(tree, _section(child, "change"))
        tree = self.add(tree, _section(child, "add"))
        tree = self.without_words(tree, child)
        tree = self.add(tree, _only(child, EXTENDED))
        tree = _joined(tree, child, "required")
        own = {k: e for k, e in child.entries.items() if k in (*REPLACED, "cardrules", "scenarios")}
        tree = replace(tree, entries={**tree.entries, **own}, span=child.span)
        return _described(tree, child), self.problems

    # -- remove

    def remove(self, tree: Mapping, address: Scalar) -> Mapping:
        """Return the tree without the entry at a dotted address."""
        if address.text in self.removed:
            self.problems.append(
                error(
                    "CR205",
                    f"'{address.text}' is removed twice.",
                    address.span,
                    Label(self.removed[address.text], "removed here already"),
                    help="Delete one of the two.",
                )
            )
            return tree
        names = address.text.split(".")
        if self._known(tree, names, address) and not self._required(tree, address):
            self.removed[address.text] = address.span
            return _drop(tree, names)
        return tree

    def without_words(self, tree: Mapping, child: Mapping) -> Mapping:
        """Return the tree without the parent's words for rules that the child has removed."""
        gone: set[str] = set()
        for address in self.removed:
            section, *names = address.split(".")
            whole = None if names else _section(self.parent, section)
            if whole is not None:
                gone |= whole.entries.keys()
            elif len(names) == 1:
                gone.add(names[0])
        left = {
            name
            for key, entry in tree.entries.items()
            if key not in NAMING and isinstance(entry.value, Mapping)
            for name in entry.value.entries
        }
        for key in NAMING:
            entry = tree.entries.get(key)
            if entry is None or not isinstance(entry.value, Mapping):
                continue
            stale = [
                name
                for name, each in entry.value.entries.items()
                if name in gone - left and each.key_span.file != child.span.file
            ]
            words = replace(entry, value=_without(entry.value, *stale))
            tree = replace(tree, entries={**tree.entries, key: words})
        return tree

    def _required(self, tree: Mapping, address: Scalar) -> bool:
        """Return whether the parent requires an address or something in it, and report that."""
        for needed in scalars(tree.get("required")):
            if f"{needed.text}.".startswith(f"{address.text}."):
                self.problems.append(
                    error(
                        "CR207",
                        f"'{address.text}' cannot be removed because the parent requires '{needed.text}'.",
                        address.span,
                        Label(needed.span, "required here"),
                        help="Change it instead, or delete this removal.",
                    )
                )
                return True
        return False

    def _known(self, tree: Mapping, names: list[str], address: Scalar) -> bool:
        """Return whether the address exists; report the first name that does not."""
        node: Node = tree
        start = 0
        for index, name in enumerate(names):
            if not isinstance(node, Mapping) or name not in node.entries:
                span = address.span_of(start, start + len(name))
                self._missing("CR205", "remove", node, names[: index + 1], span, address.text)
                return False
            node = node.entries[name].value
            start += len(name) + 1
        return True

    # -- change

    def change(self, tree: Mapping, changes: Mapping | None, *path: str) -> Mapping:
        """Return the tree with its leaves replaced by those of `changes`."""
        entries = dict(tree.entries)
        for name, entry in changes.entries.items() if changes else ():
            here = (*path, name)
            old = entries.get(name)
            if old is None:
                address = ".".join(here)
                self._missing("CR203", "change", tree, list(here), entry.key_span, address)
            elif isinstance(old.value, Mapping) and isinstance(entry.value, Mapping):
                entries[name] = replace(old, value=self.change(old.value, entry.value, *here))
            else:
                entries[name] = entry
        return replace(tree, entries=entries)

    # -- add

    def add(self, tree: Mapping, additions: Mapping | None, *path: str) -> Mapping:
        """Return the tree with the leaves of `additions` added."""
        entries = dict(tree.entries)
        for name, entry in additions.entries.items() if additions else ():
            here = (*path, name)
            old = entries.get(name)
            if old is None:
                entries[name] = entry
            elif path and _has_all(old, entry):
                self._existing(".".join(here), entry, old)
            elif isinstance(old.value, Mapping) and isinstance(entry.value, Mapping):
                entries[name] = replace(old, value=self.add(old.value, entry.value, *here))
            else:
                self._existing(".".join(here), entry, old)
        return replace(tree, entries=entries)

    # -- reports

    def _existing(self, address: str, entry: Entry, old: Entry) -> None:
        self.problems.append(
            error(
                "CR204",
                f"'{address}' cannot be added because it exists already.",
                entry.key_span,
                Label(old.key_span, f"the existing '{address}'"),
                help="Put it under 'change' to replace it, or give the new one another name.",
            )
        )

    def _missing(self, code: str, verb: str, node: Node, names: list[str], span: Span, address: str) -> None:
        """Report that there is no entry at `names`; `node` is the last that exists on the way."""
        wrong, outside = ".".join(names), ".".join(names[:-1])
        gone = self.removed.get(wrong)
        known = node.entries if isinstance(node, Mapping) and not gone else {}
        sections = self.parent.entries.items() if verb == "remove" and len(names) == 1 else ()
        whole = [f"{key}.{wrong}" for key, each in sections if has_address(self.parent, f"{key}.{wrong}") and each]
        near = Guess(whole[0], sole=len(whole) == 1) if whole else guess(names[-1], known)
        if gone:
            label = Label(gone, "removed here")
        else:
            where = f"the parent's '{outside}'" if outside else "the parent"
            label = Label(_place(self.parent, names[:-1]), where)
        message, way_out = f"There is no '{wrong}' to {verb}.", f"Delete '{address}' from the list."
        if verb == "change":
            way_out = "Put something new under 'add'."
        problem = error(code, message, span, label, help=way_out, near=near)
        if near and verb == "change":
            problem = replace(problem, help=f"{problem.help} {way_out}")
        self.problems.append(problem)


def _has_all(old: Entry, new: Entry) -> bool:
    """Return whether a rule has several keys, and the existing one has them all."""
    if not isinstance(old.value, Mapping) or not isinstance(new.value, Mapping):
        return False
    return len(new.value.entries) > 1 and new.value.entries.keys() <= old.value.entries.keys()


def _place(tree: Mapping, names: list[str]) -> Span:
    """Return the place of the key at an address; of the empty address, that of the first key."""
    here: Node | None = tree
    place = first_key(tree)
    for name in names:
        entry = here.entries.get(name) if isinstance(here, Mapping) else None
        here, place = (entry.value, entry.key_span) if entry else (None, place)
    return place


def _described(tree: Mapping, child: Mapping) -> Mapping:
    """Return the tree with the facts about the child: its own, and those of the parent that hold for it, too."""
    old, own = tree.entries.get("about"), child.entries.get("about")
    facts = {**old.value.entries} if old is not None and isinstance(old.value, Mapping) else {}
    for key in (*OF_ONE_GAME, *(["best"] if has_address(child, "change.players") else [])):
        facts.pop(key, None)
    if own is not None and isinstance(own.value, Mapping):
        facts |= own.value.entries
    about = own or old
    if about is None or not facts:
        return _without(tree, "about")
    span = about.value.span
    return replace(tree, entries={**tree.entries, "about": replace(about, value=Mapping(facts, span))})


def _section(tree: Mapping, key: str) -> Mapping | None:
    node = tree.get(key)
    return node if isinstance(node, Mapping) else None


def scalars(node: Node | None) -> list[Scalar]:
    """Return the values of a list, such as the addresses under `remove`."""
    items = node.items if isinstance(node, Sequence) else ()
    return [item for item in items if isinstance(item, Scalar)]


def _without(tree: Mapping, *keys: str) -> Mapping:
    return replace(tree, entries={k: e for k, e in tree.entries.items() if k not in keys})


def _only(tree: Mapping, keys: tuple[str, ...]) -> Mapping:
    return replace(tree, entries={k: e for k, e in tree.entries.items() if k in keys})


def _joined(tree: Mapping, child: Mapping, key: str) -> Mapping:
    """Return the tree with a list in which the child's items follow the parent's."""
    mine, more = tree.entries.get(key), child.entries.get(key)
    if more is None or not isinstance(more.value, Sequence):
        return tree
    if mine is not None and isinstance(mine.value, Sequence):
        items = (*mine.value.items, *more.value.items)
        more = replace(mine, value=replace(mine.value, items=items))
    return replace(tree, entries={**tree.entries, key: more})


def has_address(tree: Mapping, address: str) -> bool:
    """Return whether a dotted address exists."""
    node: Node | None = tree
    for name in address.split("."):
        node = node.get(name) if isinstance(node, Mapping) else None
    return node is not None


def _drop(tree: Mapping, names: list[str]) -> Mapping:
    """Return the tree without the entry at an address that exists."""
    first, *rest = names
    if not rest:
        return _without(tree, first)
    entry = tree.entries[first]
    assert isinstance(entry.value, Mapping)
    smaller = replace(entry, value=_drop(entry.value, rest))
    return replace(tree, entries={**tree.entries, first: smaller})
