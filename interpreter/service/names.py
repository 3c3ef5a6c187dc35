"""The names in documents: where each is declared and used, and what else may be said about a place.

All that has a name of its own in a ruleset shares one set of names, and nothing may hide such a name. So what a word
of effect text means follows from the word, and a name can be found in a document that YAML cannot read. Names of
parameters, choices and `let` count in their rule, and those of an action's choices also in the effects after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as File
from typing import TYPE_CHECKING, Final

from ..authoring.formatting import start_of
from ..diagnostics import Span, has_errors
from ..resolve.origins import origin
from ..source.schema import schema_at
from ..syntax.operations.table import BUILT_IN, LEADING, RESERVED
from .outline import KINDS, section_of
from .reading import Item, Path, structure
from .values import Edit, Kind, Token
from .words import entry_of, named, rules_of
from .workspace import beside

if TYPE_CHECKING:
    from ..check.load import Loaded
    from ..diagnostics import Source
    from .workspace import Workspace

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+[A-Za-z]+")
_COMMENT: Final = re.compile(r"#[^\r\n]*")
_BINDING: Final = re.compile(r"\b(?:let|for\s+each)\s+([A-Za-z_]\w*)\b|\b([A-Za-z_]\w*)\s+in\s")
_ADDRESS: Final = re.compile(r"\b([a-z_]+)\.([a-z_][a-z0-9_]*)")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_PROSE: Final = ("text", "a label", "text or a list of texts")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a document that may be a name.

    Attributes:
        text: the word.
        span: its place.
        path: the key or value in which it stands.
        key: whether it is the key, or in it.
        effect: whether it stands in effect text.
    """

    text: str
    span: Span
    path: Path
    key: bool
    effect: bool


def words(source: Source, kind: str = "ruleset") -> Iterator[Word]:
    """Yield the words of a document that may be names; prose is left out."""
    for item in structure(source.text).items:
        if isinstance(item.path[-1], str):
            yield from _in(source, item.path, item.start, item.stop, key=True, effect=False)
        if item.form in ("nothing", "brackets"):
            continue
        if "notes" in item.path[:2]:
            yield from _cited(source, item)
        effect = kind == "ruleset" and start_of("ruleset", item.path) is not None
        schema = schema_at("suite" if kind == "suite" else "ruleset", item.path)
        if effect or _holds_names(schema, item, kind):
            yield from _in(source, item.path, *item.value, key=False, effect=effect)


def _holds_names(schema: dict[str, object], item: Item, kind: str) -> bool:
    """Return whether a value other than effect text may hold names."""
    if kind == "suite" or "scenarios" in item.path[:1]:
        return "help" not in item.path[-1:] and item.path[-1:] != ("deck",)
    return (
        schema.get("title") not in _PROSE
        and item.path[-1] not in ("name", "summary", "help", "extends")
        and item.path[0] != "about"
        and "notes" not in item.path[:2]
    )


def _cited(source: Source, item: Item) -> Iterator[Word]:
    """Yield the names in addresses that a note cites, such as that of `zones.hand`."""
    start, stop = item.value
    for found in _ADDRESS.finditer(source.text, start, stop):
        if found[1] in (*KINDS, "attributes"):
            yield Word(found[2], Span(source.file, *found.span(2)), item.path, key=False, effect=False)


def _in(source: Source, path: Path, start: int, stop: int, *, key: bool, effect: bool) -> Iterator[Word]:
    text = source.text[start:stop]
    if effect:
        text = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    for found in _WORD.finditer(text):
        span = Span(source.file, start + found.start(), start + found.end())
        yield Word(found[0], span, path, key, effect)


def word_at(source: Source, offset: int, kind: str = "ruleset") -> Word | None:
    """Return the word at a place; None if there is none that may be a name."""
    return next((each for each in words(source, kind) if each.span.start <= offset <= each.span.end), None)


# ----------------------------------------------------------------------------- what names mean


def _local(rule: Path) -> Path:
    """Return the path of the rule in which a path is."""
    section, rest = section_of(rule)
    around = rule[: len(rule) - len(rest)]
    return (*around, rest[0]) if rest and section not in ("deal", "match", "tricks", "limits", "bots") else around


def bindings(source: Source) -> dict[Path, dict[str, Span]]:
    """Return the names that rules bind, each with its place: parameters, choices, and those of `let` and loops."""
    found: dict[Path, dict[str, Span]] = {}
    for item in structure(source.text).items:
        rule, text = _local(item.path), source.text[slice(*item.value)] if item.form not in ("nothing",) else ""
        own = found.setdefault(rule, {})
        if item.path[-1:] == ("with",) and item.form in ("plain", "quoted"):
            _bind_parameters(source, item.value[0], text, own)
        elif len(item.path) > 1 and item.path[-2] == "choose" and isinstance(item.path[-1], str):
            own.setdefault(item.name, Span(source.file, item.start, item.stop))
        elif "(" in item.name:
            head = source.text[item.start : item.stop]
            _bind_parameters(source, item.start + head.index("(") + 1, head.partition("(")[2].rstrip(")"), own)
        if start_of("ruleset", item.path) is not None and item.form not in ("nothing", "brackets"):
            for each in _BINDING.finditer(text):
                group = 1 if each[1] else 2
                if each[group] not in RESERVED:
                    start = item.value[0] + each.start(group)
                    own.setdefault(each[group], Span(source.file, start, start + len(each[group])))
    return found


def _bind_parameters(source: Source, start: int, text: str, own: dict[str, Span]) -> None:
    listed = list(re.finditer(r"\w+", text))
    for each in listed[1::2]:
        own.setdefault(each[0], Span(source.file, start + each.start(), start + each.end()))


def _actions_of(source: Source, rule: Path) -> list[Path]:
    """Return the actions whose choices an effect, or a hint for bots, may use."""
    section, rest = section_of(rule)
    if section not in ("effects", "bots") or not rest:
        return []
    text = structure(source.text)
    on = text.at((*rule, "on"))
    listed = _WORD.findall(source.text[slice(*on.value)]) if on is not None else []
    return [each.path for each in text.items if section_of(each.path) in [("actions", (name,)) for name in listed]]


def binding(source: Source, word: Word) -> Span | None:
    """Return where the name of a parameter, choice, `let` or loop is bound; None if the word is another name."""
    bound = bindings(source)
    rule = _local(word.path)
    for path in (rule, *_actions_of(source, rule)):
        if word.text in bound.get(path, {}):
            return bound[path][word.text]
    return None


def definition(workspace: Workspace, file: str, offset: int) -> Span | None:
    """Return where what stands at a place is declared: in the document, or in a parent."""
    source = workspace.text(file)
    document = workspace.document(file)
    for item in structure(source.text).items:
        if item.path in (("extends",), ("ruleset",)) and item.value[0] <= offset <= item.value[1]:
            path = beside(file, source.text[slice(*item.value)])
            return None if path is None or workspace.read(path)[0] is None else Span(str(path), 0, 0)
    word = word_at(source, offset, document.kind)
    if word is None:
        return None
    if word.effect and (place := binding(source, word)) is not None:
        return place
    if not word.key and word.path[:1] in (("remove",), ("required",)):
        return _of_address(workspace, file, source, offset)
    return declaration(workspace, file, word)


def declaration(workspace: Workspace, file: str, word: Word) -> Span | None:
    """Return where the rule of a name is declared; for the key of a change that is in the parent."""
    document = workspace.document(file)
    loaded: Loaded | None = document.loaded
    if word.key and word.path[0] == "change":
        loaded = workspace.parent_of(document) or loaded
        found = origin(loaded.resolved, ".".join(map(str, word.path[1:]))) if loaded is not None else None
        if found is not None:
            return found
    rules = loaded.ruleset if loaded is not None else None
    if rules is None:
        return None
    places = {name: place for _, name, place in rules.declared}
    if word.text in places:
        return places[word.text]
    effect = rules_of(rules, "effect").get(word.text)
    return effect.span if effect is not None else None


def _of_address(workspace: Workspace, file: str, source: Source, offset: int) -> Span | None:
    """Return where the rule is declared whose address stands at a place."""
    document = workspace.document(file)
    loaded = workspace.parent_of(document) or document.loaded
    begin = re.compile(r"[\w.]*$").search(source.text, 0, offset)
    rest = re.compile(r"[\w.]*").match(source.text, offset)
    address = (begin[0] if begin else "") + (rest[0] if rest else "")
    return origin(loaded.resolved, address) if loaded is not None else None


def references(workspace: Workspace, file: str, offset: int) -> list[Span]:
    """Return the places of a name in its document and in the open documents and parents that share it.

    The place of its declaration is among them.
    """
    source = workspace.text(file)
    word = word_at(source, offset, workspace.latest(file).kind)
    if word is None:
        return []
    local = binding(source, word) if word.effect or _binds(source, word) else None
    if local is not None:
        return [each.span for each in words(source) if each.text == word.text and _same(source, each, local)]
    place = declaration(workspace, file, word)
    if place is None:
        return []
    found: dict[Span, None] = {}
    for each in _family(workspace, file, place.file):
        text = workspace.text(each)
        for other in words(text, workspace.latest(each).kind):
            if other.text == word.text and _may_mean(text, other):
                found[other.span] = None
    return list(found)


def _binds(source: Source, word: Word) -> bool:
    return any(word.span == place for own in bindings(source).values() for place in own.values())


def _same(source: Source, word: Word, place: Span) -> bool:
    """Return whether a word is the local name that is bound at a place."""
    return word.span == place or (word.effect and binding(source, word) == place)


def _may_mean(source: Source, word: Word) -> bool:
    """Return whether a word can be the name of a rule: it is not a key of the language, or a local name."""
    if word.effect:
        return binding(source, word) is None
    if not word.key:
        return True
    schema = schema_at("ruleset", word.path[:-1])
    return word.path[-1] not in schema.get("properties", {}) and not _binds(source, word)


def _family(workspace: Workspace, file: str, declared: str) -> list[str]:
    """Return the document, the files between it and a declaration, and the open documents that build on these."""
    found = [file]
    loaded = workspace.latest(file).loaded
    chain = [name for name in (loaded.resolved.sources if loaded is not None else ()) if not name.startswith("<")]
    if declared in chain:
        found += [name for name in chain if name not in found]
    for other in workspace.files():
        known = workspace.latest(other).loaded if other not in found else None
        if known is not None and {str(File(each)) for each in known.resolved.sources} & {declared}:
            found.append(other)
    return found


# ----------------------------------------------------------------------------- renaming


class RenameError(ValueError):
    """Why a name cannot be changed, in a sentence."""


def rename(workspace: Workspace, file: str, offset: int, name: str) -> list[Edit]:
    """Return the changes that give something another name.

    Raises:
        RenameError: there is no name here, the new one is not allowed, or it would have another meaning somewhere.
    """
    source = workspace.text(file)
    word = word_at(source, offset, workspace.document(file).kind)
    places = references(workspace, file, offset)
    if word is None or not places:
        raise RenameError("There is no name of this ruleset here.")
    if _NAME.fullmatch(name) is None:
        raise RenameError("A name has small letters, digits and underscores, and begins with a letter.")
    if name in RESERVED or name in BUILT_IN or name in LEADING:
        raise RenameError(f"'{name}' is a word of the language.")
    foreign = {each.file for each in places} - {file, *workspace.files()}
    if foreign:
        raise RenameError(f"The name is declared in {File(min(foreign)).name}; open this file to change it there, too.")
    edits = [Edit(each, name) for each in places]
    _try(workspace, file, edits)
    return edits


def _try(workspace: Workspace, file: str, edits: list[Edit]) -> None:
    """Check a document with changes: it must have no mistakes that it has not now."""
    changed = workspace.copy()
    for each in {edit.span.file for edit in edits}:
        text = workspace.text(each).text
        own = sorted((edit for edit in edits if edit.span.file == each), key=lambda edit: -edit.span.start)
        for edit in own:
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        changed.open(each, text)
    for each in {file, *(edit.span.file for edit in edits)}:
        before = workspace.first_diagnostics(each).diagnostics
        after = changed.first_diagnostics(each).diagnostics
        if has_errors(after) and len(after) > len(before):
            new = next(found for found in after if found.severity == "error")
            raise RenameError(f"The new name would be a mistake: {new.message}")


# ----------------------------------------------------------------------------- tokens


def tokens(workspace: Workspace, file: str) -> list[Token]:
    """Return the words of effect text in a document, and the names it declares, each with what it is."""
    source = workspace.text(file)
    document = workspace.latest(file)
    bound = bindings(source)
    found: list[Token] = []
    for word in words(source, document.kind):
        within = word.effect or (word.key and not str(word.path[-1]).startswith(word.text))  # of a head
        local = within and any(
            word.text in bound.get(path, {}) for path in (_local(word.path), *_actions_of(source, _local(word.path)))
        )
        kind = "parameter" if local else _kind(document.loaded, word)
        if kind is not None:
            found.append(Token(word.span, kind, word.key))
    return found


def _kind(loaded: Loaded | None, word: Word) -> Kind | None:
    if word.key:
        section, rest = section_of(word.path)
        if len(rest) != 1 or section in ("deal", "match", "limits", "deck", "players", "bots", "tricks", "teams"):
            return None
    if word.effect and word.text in RESERVED:
        return "word"
    what = named(loaded, word.text)
    if what is not None:
        return what.kind
    if not word.effect:
        return None
    if word.text in LEADING:
        return "statement"
    entry = entry_of(word.text)
    if entry is not None or word.text in BUILT_IN:
        return "operation" if entry is None or entry.kind == "expression" else "word"
    return "card" if word.text[:1].isupper() or word.text[:1].isdecimal() else None
