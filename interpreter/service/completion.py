"""What may be written at the cursor: keys, values and effect text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

from ..check.watching import HERE, Seen, Watch
from ..diagnostics import Span
from ..resolve.options import default_of, read_option, show
from ..resolve.origins import origins
from ..source.located import Mapping, Node, Scalar
from ..source.scalars import quoted
from ..source.schema import schema_at
from ..syntax import nodes as n
from ..syntax import types as ty
from ..syntax.syntax import parse
from .examples import keys_of, moves_at, words_of
from .probing import Typed, begun, completed, typed, watched
from .reading import Path, Spot, spot, structure
from .values import Completion, Edit, Kind
from .words import Form, Named, endings, entry_of, forms, named

if TYPE_CHECKING:
    from ..check.load import Loaded
    from .workspace import Document, Workspace

Schema = dict[str, Any]

_STAND_IN: Final = "typed__"
_WORDS: Final = re.compile(r"[A-Za-z0-9_.]*$")
_REST: Final = re.compile(r"[A-Za-z0-9_.]*")


def complete(workspace: Workspace, file: str, offset: int) -> list[Completion]:
    """Return what may be written at a place of a document, the likeliest first.

    Args:
        workspace: the open documents.
        file: the document.
        offset: the place, in characters.
    """
    source = workspace.text(file)
    here = spot(source.text, offset)
    if here is None:
        return []
    document = workspace.latest(file)
    answer = _Answer(workspace, document, source.text, here, offset)
    found = answer.keys() if here.role == "key" else answer.values()
    unique = {each.label: each for each in reversed(list(found))}
    return sorted(unique.values(), key=lambda each: (each.rank, each.label.lower()))


class _Answer:
    """The completions of one place."""

    def __init__(self, workspace: Workspace, document: Document, text: str, here: Spot, offset: int) -> None:
        """Begin at a place."""
        self.workspace = workspace
        self.document = document
        self.file = document.source.file
        self.text = text
        self.spot = here
        self.offset = offset

    @property
    def loaded(self) -> Loaded | None:
        """The ruleset."""
        return self.document.loaded

    def item(
        self,
        label: str,
        kind: Kind,
        text: str | None = None,
        *,
        detail: str = "",
        help: str = "",
        rank: int = 0,
        start: int | None = None,
        stop: int | None = None,
        snippet: bool = False,
    ) -> Completion:
        """Return a completion that replaces what is at the cursor."""
        start = self.spot.start if start is None else start
        stop = self.spot.stop if stop is None else stop
        space = " " if self.spot.tight and start == self.spot.start else ""
        edit = Edit(Span(self.file, start, stop), space + (label if text is None else text))
        return Completion(label, kind, edit, detail, help, rank, snippet)

    # -- keys

    def keys(self) -> Iterator[Completion]:
        """Yield the keys that may stand here, and the names of rules that may be changed here."""
        path = self.spot.path
        schema = schema_at(self.document.kind, path)
        taken = {each.name for each in structure(self.text).inside(path) if each.start != self.spot.start}
        for key, part in self._known_keys(schema, path, taken).items():
            if key not in taken:
                needed = key in schema.get("required", ())
                ending = self._after_key(part)
                yield self.item(
                    key,
                    "key",
                    key if self.spot.again else key + ending,
                    detail=str(part.get("title", "")),
                    help=str(part.get("description", "")),
                    rank=0 if needed else 1,
                )
        for name, what in self._names_of_keys(schema, path):
            if name not in taken:
                ending = "" if self.spot.again else ": "
                yield self.item(name, what.kind, name + ending, detail=what.detail, help=what.help, rank=1)

    def _after_key(self, schema: Schema) -> str:
        """Return what follows a new key: a colon, and a new line where a mapping belongs there."""
        if schema.get("type") != "object" or self.spot.flow:
            return ": "
        line = self.text.rfind("\n", 0, self.spot.start) + 1
        return f":\n{' ' * (self.spot.start - line + 2)}"

    def _known_keys(self, schema: Schema, path: Path, taken: set[str]) -> dict[str, Schema]:
        """Return the keys that the schema has, without those that may not stand here."""
        found: dict[str, Schema] = {}
        for each in _alternatives(schema):
            found |= cast("dict[str, Schema]", each.get("properties", {}))
        if not path:
            child = {"extends", "change", "add", "remove"} & taken
            way = cast("Schema", schema.get("then" if child else "else", {}))
            refused = {key for key, part in way.get("properties", {}).items() if "not" in part}
            lacking = {key for key, needs in schema.get("dependentRequired", {}).items() if not taken.issuperset(needs)}
            return {key: part for key, part in found.items() if key not in refused | lacking}
        if path == ("change",):
            inherited = self._inherited(())
            return {key: part for key, part in found.items() if inherited is None or key in inherited.entries}
        return found

    def _names_of_keys(self, schema: Schema, path: Path) -> Iterator[tuple[str, Named]]:
        """Yield the names that a key may be: of rules of the parent, options, or what a label may be about."""
        if not any(isinstance(each.get("additionalProperties"), dict) for each in _alternatives(schema)):
            return
        if path[:1] == ("change",):
            inherited = self._inherited(path[1:])
            for name in inherited.entries if inherited is not None else ():
                yield name, named(self.loaded, name) or Named("key")
        elif path[-1:] == ("options",) and len(path) > 1:
            yield from self._options()
        elif path[:1] == ("scenarios",):
            yield from keys_of(self.document, path)
        elif path == ("phrases",) or path[-1:] == ("labels",):
            for name in self._watched("text", key=HERE).names:
                yield name, named(self.loaded, name) or Named("word")
        if path[-1:] == ("notes",) and self.loaded is not None:
            for address, _ in origins(self.loaded.resolved):
                if address.count(".") < 2:
                    yield address, Named("key")

    def _inherited(self, path: Path) -> Mapping | None:
        """Return what the parent has at a path; None if there is no parent, or nothing there."""
        parent = self.workspace.parent_of(self.document)
        node: Node | None = parent.resolved.tree if parent is not None else None
        for step in path:
            node = node.get(str(step)) if isinstance(node, Mapping) else None
        return node if isinstance(node, Mapping) else None

    def _options(self) -> Iterator[tuple[str, Named]]:
        rules = self.loaded.ruleset if self.loaded is not None else None
        for name, definition in (rules.options if rules is not None else {}).items():
            words = definition.get("help")
            text = words.text if isinstance(words, Scalar) else ""
            yield name, Named("option", read_option(definition).expected, text)

    # -- values

    def values(self) -> Iterator[Completion]:
        """Yield the values that may stand here."""
        path = self.spot.path
        schema = schema_at(self.document.kind, path)
        text = typed(self.text, self.spot, self.offset, self.document)
        for each in _alternatives(schema):
            meanings = each.get("enumDescriptions", ())
            for number, value in enumerate((*each.get("enum", ()), *([each["const"]] if "const" in each else []))):
                meaning = meanings[number] if meanings else schema.get("description", "")
                yield self.item(show(value), "value", help=str(meaning), rank=number if meanings else 0)
            if each.get("type") == "boolean":
                for value in ("true", "false"):
                    yield self.item(value, "value", help=str(schema.get("description", "")))
        if path in (("extends",), ("ruleset",)):
            for name, what in self.workspace.rulesets(self.file):
                yield self.item(name, "file", detail=what)
        elif path[:1] in (("remove",), ("required",)):
            yield from self._addresses()
        elif len(path) > 2 and path[-2] == "options":
            yield from self._option_values(str(path[-1]))
        elif len(path) == 3 and path[0] == "options" and path[2] == "default":
            yield from self._option_values(str(path[1]))
        elif path[-1:] == ("variant",):
            for name in self._variants():
                yield self.item(name, "variant")
        elif path[-1:] == ("with",):
            yield from self._types(text)
        elif path[:1] == ("scenarios",):
            for move in moves_at(self.workspace, self.document, path):
                text = quoted(move, flow=self.spot.flow) if self.spot.form == "plain" else move
                yield self.item(move, "action", text)
            for name, what in words_of(self.workspace, self.document, path):
                yield self._word(name, what)
        elif self.document.kind == "ruleset":
            yield from self._effect_text(text) if text.start is not None else self._plain_words()

    def _addresses(self) -> Iterator[Completion]:
        parent = self.workspace.parent_of(self.document) if self.spot.path[0] == "remove" else self.loaded
        for address, _ in origins(parent.resolved) if parent is not None else ():
            if "." in address:
                yield self.item(address, "key", rank=address.count("."))

    def _option_values(self, option: str) -> Iterator[Completion]:
        rules = self.loaded.ruleset if self.loaded is not None else None
        definition = rules.options.get(option) if rules is not None else None
        if definition is None:
            return
        known, usual = read_option(definition), default_of(definition)
        values: list[object] = list(known.choices)
        if known.kind == "boolean":
            values = [True, False]
        values += [None] if known.nullable else []
        for value in values:
            detail = "the default" if value == usual else ""
            yield self.item(show(value), "value", detail=detail)

    def _variants(self) -> Iterable[str]:
        tree = self.loaded.resolved.tree if self.loaded is not None else None
        section = tree.get("variants") if tree is not None else None
        return section.entries if isinstance(section, Mapping) else ()

    def _types(self, text: Typed) -> Iterator[Completion]:
        """Yield the types of parameters; after a type comes a name."""
        if len(re.findall(r"\w+", text.before.rpartition(",")[2])) == 0:
            rules = self.loaded.ruleset if self.loaded is not None else None
            for name in rules.types if rules is not None else ty.NAMED:
                yield self._word(name, Named("word"))

    def _watched(self, text: str, key: str | None = None) -> Watch:
        return watched(self.workspace, self.document, self.spot.path, text, key)

    def _plain_words(self) -> Iterator[Completion]:
        """Yield the names that may stand in a text other than effect text, such as those of phases."""
        before, after = self.text[self.spot.start : self.offset], self.text[self.offset : self.spot.stop]
        begin = _WORDS.search(before)
        rest = _REST.match(after)
        start = begin.start() if begin else len(before)
        changed = before[:start] + HERE + after[rest.end() if rest else 0 :]
        for name in self._watched(changed).names:
            yield self._word(name, named(self.loaded, name) or Named("word"))

    def _word(self, name: str, what: Named, *, detail: str = "", rank: int = 0) -> Completion:
        """Return the completion of the word at the cursor alone."""
        before = _WORDS.search(self.text, self.spot.start, self.offset)
        after = _REST.match(self.text, self.offset, max(self.spot.stop, self.offset))
        start = before.start() if before else self.offset
        stop = after.end() if after and start < self.offset else self.offset
        return self.item(
            name, what.kind, detail=detail or what.detail, help=what.help, rank=rank, start=start, stop=stop
        )

    # -- effect text

    def _effect_text(self, text: Typed) -> Iterator[Completion]:
        found = begun(text)
        if found is None:
            return
        words = found.words()
        if found.names:
            whole = completed(text, found)
            watch = self._watched(whole) if whole is not None else Watch()
            yield from self._names(watch, words)
        else:
            watch = Watch()
        leading = {each.first for each in forms() if each.first}
        for word in words:
            if word.isalpha() and (word not in leading or not found.names):
                yield self._word(word, _of_language(word), rank=3)
        for form in endings():
            if not found.names and form.first in words and form.label != form.first:
                yield self._written(form, rank=2)

    def _names(self, watch: Watch, words: list[str]) -> Iterator[Completion]:
        """Yield the names that fit at the cursor, then the forms whose value fits, then statements."""
        seen = watch.seen[-1] if watch.seen else None
        if seen is None:  # a word without a value, such as an action after `ask`
            for name in watch.names:
                yield self._word(name, named(self.loaded, name) or _of_language(name))
            return
        fits = _Fitting(watch, seen)
        loose = seen.is_open
        near = {*seen.env.bindings, *fits.of_member()}
        candidates = dict.fromkeys((*seen.env.bindings, *fits.of_member(), *self._own_names(), *watch.names))
        for name in candidates:
            what = named(self.loaded, name)
            local = name in seen.env.bindings
            if name.startswith("·") or (what is not None and what.kind in ("action", "phase", "effect")):
                continue
            if what is not None and what.kind == "option" and fits.is_nothing(name, self.loaded):
                continue  # an option that is null now fits wherever nothing does
            if seen.is_statement and not fits.name(name, self.loaded):
                kind = fits.shown_type(name, self.loaded)
                if (what is not None and what.kind == "variable") or kind == str(ty.PLAYER):
                    yield self._word(name, what or _of_language(name), detail=kind, rank=1 if what is not None else 2)
            elif fits.name(name, self.loaded):
                what = (
                    Named("parameter") if local else _of_language(name) if name in near else what or _of_language(name)
                )
                kind = fits.shown_type(name, self.loaded)
                yield self._word(name, what, detail=kind or what.detail, rank=0 if name in near or what.address else 1)
            elif fits.of_player(name, loose=loose):
                yield self._of_each(name, what or _of_language(name), rank=1)
            elif loose and (what is not None or name in watch.names) and fits.has_value(name, self.loaded):
                yield self._word(name, what or _of_language(name), detail=fits.shown_type(name, self.loaded), rank=2)
        for form in forms():
            if form.statement and form.first in words:
                yield self._written(form, rank=1)
            elif not form.statement and not seen.is_statement and fits.form(form):
                yield self._written(form, rank=1 if form.result is not None else 2)
            elif not form.statement and loose and not seen.is_statement and fits.anywhere(form):
                yield self._written(form, rank=2)

    def _own_names(self) -> Iterator[str]:
        rules = self.loaded.ruleset if self.loaded is not None else None
        if rules is not None:
            yield from (name for kind, name, _ in rules.declared if kind not in ("phase", "action", "attribute"))

    def _of_each(self, name: str, what: Named, rank: int) -> Completion:
        """Return the completion of what each player has, with a place for the player."""
        found = self._word(name, what, rank=rank)
        edit = Edit(found.edit.span, f"{name} of ${{1:player}}")
        return Completion(f"{name} of PLAYER", found.kind, edit, found.detail, found.help, rank, snippet=True)

    def _written(self, form: Form, rank: int) -> Completion:
        """Return the completion of a whole form, with places for its operands."""
        kind: Kind = "statement" if form.statement else "operation"
        detail = str(form.result) if form.result is not None else ""
        found = self._word(form.label, Named(kind, detail, form.help), rank=rank)
        edit = Edit(found.edit.span, form.snippet)
        return Completion(form.label, kind, edit, detail, form.help, rank, snippet=form.operands > 0)


class _Fitting:
    """Which names and values the checker accepts at the cursor."""

    def __init__(self, watch: Watch, seen: Seen) -> None:
        """Ask at one place."""
        self._watch, self._seen = watch, seen
        self._types: dict[ty.Type, bool] = {}

    def of_member(self) -> Iterator[str]:
        """Yield what stands for the member that a condition looks at: `it`, and its attributes."""
        from ..syntax.operations.table import ATTRIBUTES

        if self._seen.env.members:
            kind = self._seen.env.members[-1][1]
            yield from ("it", *ATTRIBUTES.get(kind.name, ()))

    def _node(self, name: str, loaded: Loaded | None) -> n.Expr:
        rules = loaded.ruleset if loaded is not None else None
        definition = rules.definitions.get(name) if rules is not None and name not in self._seen.env.bindings else None
        if definition is not None and definition.parameters:
            return n.Call(name, tuple(n.Name(self._stand_in(ty.UNKNOWN)) for _ in definition.parameters))
        return n.Number(int(name)) if name.isdecimal() else n.Name(name)

    def _stand_in(self, kind: ty.Type) -> str:
        self._watch.stand_ins[_STAND_IN] = kind
        return _STAND_IN

    def name(self, name: str, loaded: Loaded | None) -> bool:
        """Return whether a name fits."""
        return self._seen.allows(self._node(name, loaded))

    def of_player(self, name: str, *, loose: bool) -> bool:
        """Return whether a name needs a player because nobody acts, and fits with one.

        Args:
            name: what each player has.
            loose: whether any value may begin here.
        """
        if self._seen.env.actor or self._seen.env.members:
            return False
        node = n.Of(name, n.Name(self._stand_in(ty.PLAYER)))
        return self._seen.allows(node) or (loose and self._seen.has_value(node))

    def has_value(self, name: str, loaded: Loaded | None) -> bool:
        """Return whether a name has a value here, of whatever type."""
        return self._seen.has_value(self._node(name, loaded))

    def is_nothing(self, name: str, loaded: Loaded | None) -> bool:
        """Return whether a name stands for nobody or none."""
        return self._seen.type_of(self._node(name, loaded)) == ty.NOTHING

    def shown_type(self, name: str, loaded: Loaded | None) -> str:
        """Return the type of a name, in words; empty if it has none."""
        kind = self._seen.type_of(self._node(name, loaded))
        return "" if kind in (ty.UNKNOWN, ty.NOTHING) else str(kind)

    def form(self, form: Form) -> bool:
        """Return whether the value of a form fits."""
        if form.result is not None:
            if form.result not in self._types:
                self._types[form.result] = self._seen.allows(n.Name(self._stand_in(form.result)))
            if not self._types[form.result]:
                return False
        return any(map(self._seen.allows, trials_of(form)))

    def anywhere(self, form: Form) -> bool:
        """Return whether a form has a value here, of whatever type."""
        return any(map(self._seen.has_value, trials_of(form)))


@cache
def trials_of(form: Form) -> tuple[n.Expr, ...]:
    """Return a form as trees, with names for its operands."""
    nodes = (parse(each, "expression").node for each in form.trials)
    return tuple(cast("n.Expr", node) for node in nodes if node is not None)


def _of_language(word: str) -> Named:
    """Return what is known about a word that no ruleset declares."""
    entry = entry_of(word)
    if entry is None:
        return Named("card" if word[:1].isupper() or word[:1].isdecimal() else "word")
    return Named("operation" if entry.kind == "expression" else "word", entry.value, entry.meaning)


def _alternatives(schema: Schema) -> Iterator[Schema]:
    """Yield a schema and those that may be fulfilled in its place."""
    yield schema
    for word in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(word, ()):
            yield from _alternatives(cast("Schema", each))
