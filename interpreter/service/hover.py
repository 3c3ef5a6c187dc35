"""What is known about the word at the cursor, what an operation takes, and what a child inherits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ..check.load import checked
from ..check.watching import Watch
from ..diagnostics import Span
from ..resolve.resolve import resolve_text
from ..source.located import Mapping, Node, Scalar, Sequence, plain
from ..source.scalars import quoted
from ..source.schema import schema_at
from ..syntax import types as ty
from .examples import KEY_MEANINGS, words_of
from .names import binding, word_at
from .probing import typed
from .reading import Path, spot, structure
from .trials import rules_of as tried_rules
from .values import Hint, Hover, Signature
from .words import entry_of, forms, named, rules_of

if TYPE_CHECKING:
    from .names import Word
    from .workspace import Document, Workspace

_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_LONGEST: Final = 60
_VALUE: Final = re.compile(r"\w+")
_PLAIN: Final = {
    "zone": "A zone is a place for cards, such as a hand, a stock or a pile.",
    "variable": "A variable is what the rules remember, such as the trump suit.",
    "phase": "A phase is a part of a deal in which players take turns, such as the bidding.",
    "actor": "The actor is the player who decides now: mostly the one whose turn it is.",
    "null": "there is no value",
}
"""What words mean that somebody who only plays cards may not know."""


def hover(workspace: Workspace, file: str, offset: int) -> Hover | None:
    """Return what is known about the word at a place; None if nothing is."""
    source = workspace.text(file)
    document = workspace.document(file)
    here = spot(source.text, offset)
    word = word_at(source, offset, document.kind)
    if here is not None and here.role == "key" and here.again:
        return _of_key(workspace, document, (*here.path, source.text[here.start : here.stop]), here.start, here.stop)
    if here is not None and here.role == "value" and (word is None or not word.effect):
        value = _of_value(workspace, document, here.path, offset)
        if value is not None:
            return value
    if word is None:
        return None
    lines = list(_about(workspace, document, word))
    return Hover(word.span, "\n\n".join(lines)) if lines else None


def _of_value(workspace: Workspace, document: Document, path: Path, offset: int) -> Hover | None:
    """Return what a word of a scenario means, such as the number of a seat, or `null` anywhere."""
    text = document.source.text
    found = next((each for each in _VALUE.finditer(text) if each.start() <= offset <= each.end()), None)
    if found is None:
        return None
    known = {"null": _PLAIN["null"]} if found[0] == "null" else {}
    if path[:1] == ("scenarios",):
        known |= {name: what.detail for name, what in words_of(workspace, document, path) if what.kind == "value"}
    said = known.get(found[0])
    return Hover(Span(document.source.file, *found.span()), f"**{found[0]}**: {said}") if said else None


def _about(workspace: Workspace, document: Document, word: Word) -> Iterator[str]:
    """Yield paragraphs about a word: what it is, its type here, and its help."""
    local = word.effect and binding(document.source, word) is not None
    what = None if local else named(document.loaded, word.text)
    kind = _type_at(workspace, document, word.span) if word.effect else ""
    if local:
        yield f"**{word.text}**: {kind or 'a name that this rule binds'}"
        return
    if what is not None:
        title = what.detail if what.detail.startswith(f"{word.text}(") else word.text
        detail = kind or (what.detail if title == word.text else "")
        yield f"**{title}**, {_article(what.kind)}" + (f": {detail}" if detail else "")
        if what.help:
            yield what.help
        if what.kind in _PLAIN:
            yield _PLAIN[what.kind]
        yield from _written(document, what.address)
        return
    entry = entry_of(word.text) if word.effect else None
    if entry is not None:
        yield "  \n".join(f"`{form}`" for form in entry.forms) + (f": {entry.value}" if entry.value else "")
        yield _LINK.sub(r"\1", entry.meaning)
        if word.text in _PLAIN:
            yield _PLAIN[word.text]
        if kind:
            yield f"Here: {kind}"
    elif kind:
        yield f"**{word.text}**: {kind}"


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _type_at(workspace: Workspace, document: Document, span: Span) -> str:
    """Return the type of the smallest expression at a place, in words; empty if it has none."""
    if document.kind != "ruleset" or not document.fresh:
        return ""
    watch = Watch(span)
    source = document.source
    checked(resolve_text(source.text, source.file, loader=workspace.read), watch)
    kind = watch.typed[1].type if watch.typed is not None else ty.UNKNOWN
    return "" if kind == ty.UNKNOWN else str(kind)


def _written(document: Document, address: str) -> Iterator[str]:
    """Yield the text of a short definition."""
    node: Node | None = document.loaded.resolved.tree if document.loaded is not None and address else None
    for step in address.split("."):
        node = node.get(step) if isinstance(node, Mapping) else None
    if isinstance(node, Mapping) and address.startswith("define."):
        node = node.get("is") or node.get("do")
    if isinstance(node, Scalar) and len(node.text) < 400:
        yield f"```\n{node.text.strip()}\n```"


def _of_key(workspace: Workspace, document: Document, path: Path, start: int, stop: int) -> Hover | None:
    """Return what the schema says about a key, or what is known of the rule of that name."""
    name = str(path[-1]).partition("(")[0]
    schema = schema_at(document.kind, path)
    known = name in _properties(schema_at(document.kind, path[:-1]))
    lines: list[str] = []
    what = None if known else named(document.loaded, name)
    if what is not None:
        lines.append(f"**{name}**, {_article(what.kind)}" + (f": {what.detail}" if what.detail else ""))
        lines += [what.help] if what.help else []
        lines += [_PLAIN[what.kind]] if what.kind in _PLAIN else []
    elif path[:1] == ("scenarios",) and name in KEY_MEANINGS:
        lines.append(f"**{name}**: {KEY_MEANINGS[name]}")
    elif schema:
        lines.append(f"**{name}**: {schema.get('title', '')}")
        lines += [_LINK.sub(r"\1", str(schema["description"]))] if "description" in schema else []
        lines += [f"For example `{_shown(example)}`." for example in schema.get("examples", ())[:1]]
    inherited = _inherited(workspace, document, path)
    if inherited is not None:
        lines.append(f"The parent has `{inherited}`.")
    return Hover(Span(document.source.file, start, stop), "\n\n".join(lines)) if lines else None


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    found = dict(schema.get("properties", {}))
    for word in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(word, ()):
            found |= _properties(each)
    return found


def _shown(value: object) -> str:
    return str(value) if isinstance(value, str) else re.sub(r"['\"]", "", str(value))


def _inherited(workspace: Workspace, document: Document, path: Path) -> str | None:
    """Return what the parent has where a child changes it, on one line; None if it has nothing short."""
    if path[:1] != ("change",) or len(path) < 2:
        return None
    parent = workspace.parent_of(document)
    node: Node | None = parent.resolved.tree if parent is not None else None
    for step in path[1:]:
        node = node.get(str(step)) if isinstance(node, Mapping) else None
    if isinstance(node, Scalar):
        text = " ".join(node.text.split())
    elif isinstance(node, Sequence):
        text = ", ".join(str(plain(each)) for each in node.items)
    else:
        return None
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def hints(workspace: Workspace, file: str) -> list[Hint]:
    """Return what a child replaces in its parent, after each value; and which rules no scenario reaches.

    The latter is told if `tried` of `trials.py` has found it out.
    """
    source = workspace.text(file)
    document = workspace.latest(file)
    found: list[Hint] = []
    for item in structure(source.text).items:
        if item.form in ("plain", "quoted") and item.path[:1] == ("change",):
            old = _inherited(workspace, document, item.path)
            new = " ".join(source.text[slice(*item.value)].split())
            if old is not None and old not in (new, quoted(new, flow=False)):
                end = item.value[1] + (item.form == "quoted")
                found.append(Hint(Span(file, end, end), f"was: {old}", "What the parent has here."))
    known = workspace.tried.get(file)
    unreached = known.unreached if known is not None else frozenset[str]()
    for item, address in tried_rules(source.text):
        if address in unreached:
            end = min(item.stop + 1, len(source.text))
            help = "Add a scenario that reaches this rule, or remove it."
            found.append(Hint(Span(file, end, end), "no scenario reaches this", help))
    return found


# ----------------------------------------------------------------------------- signatures


def signature(workspace: Workspace, file: str, offset: int) -> Signature | None:
    """Return how the call or the statement at the cursor is written; None if there is none."""
    source = workspace.text(file)
    document = workspace.latest(file)
    here = spot(source.text, offset)
    if here is None or here.role != "value":
        return None
    text = typed(source.text, here, offset, document)
    if text.start is None:
        return None
    before = text.before + text.word
    return _of_call(document, before) or _of_statement(before)


def _of_call(document: Document, before: str) -> Signature | None:
    """Return the signature of the innermost call whose brackets are open."""
    depth, commas = 0, 0
    for place in range(len(before) - 1, -1, -1):
        sign = before[place]
        if sign in ")]":
            depth += 1
        elif sign in "([" and depth:
            depth -= 1
        elif sign == "," and not depth:
            commas += 1
        elif sign == "(":
            name = re.search(r"(\w+)$", before[:place])
            found = _signature_of(document, name[1], commas) if name else None
            if found is not None:
                return found
            commas = 0
    return None


def _signature_of(document: Document, name: str, active: int) -> Signature | None:
    rules = document.loaded.ruleset if document.loaded is not None else None
    definition = rules_of(rules, "definition").get(name) if rules is not None else None
    if rules is not None and definition is not None:
        listed = [f"{kind.text} {word.text}" for kind, word in rules.definitions[name].parameters]
        return _signature(f"{name}(", listed, ", ", ")", active, definition.help)
    for form in forms():
        if form.label.startswith(f"{name}("):
            listed = form.label[len(name) + 1 : -1].split(", ")
            return _signature(f"{name}(", listed, ", ", ")", min(active, len(listed) - 1), form.help)
    return None


def _signature(begin: str, parts: list[str], between: str, end: str, active: int, help: str) -> Signature:
    label, places = begin, list[tuple[int, int]]()
    for number, part in enumerate(parts):
        label += between if number else ""
        places.append((len(label), len(label) + len(part)))
        label += part
    return Signature(label + end, tuple(places), active, help)


def _of_statement(before: str) -> Signature | None:
    """Return the form of the statement that is being written, with the operand at the cursor."""
    line = re.split(r"\n|\bthen\b|:\s", before)[-1].lstrip()
    written = line.split()
    if not written or (len(written) == 1 and not line.endswith(" ")):
        return None
    fitting = [form for form in forms() if form.statement and form.first == written[0]]
    for form in sorted(fitting, key=lambda form: -len(set(form.label.split()) & set(written))):
        places = [found.span() for found in re.finditer(r"[A-Z]+", form.label)]
        passed = [word for word in re.findall(r"[a-z]+", form.label) if word in written]
        last = form.label.rindex(passed[-1]) if passed else 0
        active = next((number for number, place in enumerate(places) if place[0] >= last), 0)
        return Signature(form.label, tuple(places), active, form.help)
    return None
