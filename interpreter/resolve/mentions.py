"""Reports addresses in notes and help that do not exist, and parts of notes that never hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..diagnostics import Diagnostic, Label, guess, warning
from ..source.located import Mapping, Node, Scalar, Sequence
from .merge import has_address

_SECTIONS: Final = (
    "options",
    "variants",
    "deck",
    "zones",
    "melds",
    "rankings",
    "variables",
    "define",
    "deal",
    "phases",
    "match",
    "limits",
    "teams",
    "tables",
    "tricks",
    "actions",
    "effects",
    "bots",
    "scenarios",
)
CASE: Final = re.compile(r"\{(?P<conditions>(?:not )?[a-z][^:{}]*):(?P<text>[^{}]*)\}")
"""A part of a note that holds under some options: `{seven_zero: …}`, `{players is 5: …}`."""

NOT_REMARKS: Final = ("actions", "bots")
"""Notes whose text is not prose of the rulebook."""

_ADDRESS: Final = re.compile(r"(?<![\w./-])[a-z]\w*(?:\.[A-Za-z_][\w-]*)+(?![\w/-])")


def mentions(tree: Mapping) -> Iterator[Diagnostic]:
    """Yield a warning for each address or option in the prose of a file that does not exist.

    Prose is the text of `notes`, `summary` and `help`. The prose of parents is not examined: a
    child may have removed what it mentions.

    Args:
        tree: a resolved ruleset without errors.
    """
    for text in _prose(tree, inside=False):
        if text.span.file == tree.span.file:
            for found in _ADDRESS.finditer(text.text):
                yield from _wrong(tree, text, found)
    notes = tree.get("notes")
    for topic, entry in notes.entries.items() if isinstance(notes, Mapping) else ():
        note = entry.value
        if topic in NOT_REMARKS or note.span.file != tree.span.file:
            continue
        if isinstance(note, Scalar):
            yield from _parts(tree, note)


def _parts(tree: Mapping, note: Scalar) -> Iterator[Diagnostic]:
    """Yield a warning for each option that a part of a note names wrongly, and for a lone brace."""
    options = tree.get("options")
    known = ["players", *(options.entries if isinstance(options, Mapping) else ())]
    for found in CASE.finditer(note.text):
        for name in re.finditer(r"(?:^|\band )\s*(?:not )?([a-z]\w*)", found["conditions"]):
            if name[1] in known:
                continue
            start = found.start("conditions")
            span = note.span_of(start + name.start(1), start + name.end(1))
            near = guess(name[1], known)
            message = f"There is no option '{name[1]}', on which these words depend."
            yield warning("CR218", message, span, help="Write the name of an option.", near=near)
    rest = CASE.sub(lambda found: " " * len(found[0]), note.text)
    lone = re.search(r"[{}]", rest)
    if lone is not None:
        yield warning(
            "CR303",
            "This brace belongs to no part of a note.",
            note.span_of(*lone.span()),
            help="A part is '{option: words}', and has no other part within it.",
        )


def _prose(node: Node, *, inside: bool) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for key, entry in node.entries.items():
            yield from _prose(entry.value, inside=inside or key in ("notes", "summary", "help"))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _prose(item, inside=inside)
    elif inside:
        yield node


def _wrong(tree: Mapping, text: Scalar, found: re.Match[str]) -> Iterator[Diagnostic]:
    """Yield a warning at the first part of an address that does not exist."""
    names = found[0].split(".")
    if names[0] not in _SECTIONS:
        section = guess(names[0], _SECTIONS)
        if section is None or not has_address(tree, ".".join([section.word, *names[1:]])):
            return  # an ordinary word, such as the name of a file
    node: Node | None = tree
    start = found.start()
    for index, name in enumerate(names):
        known = node.entries if isinstance(node, Mapping) else {}
        if name not in known:
            span = text.span_of(start, start + len(name))
            near = guess(name, known if index else [each for each in _SECTIONS if each in known])
            address = ".".join(names[: index + 1])
            way_out = "Write the address of a rule that exists."
            labels: tuple[Label, ...] = ()
            if near and near.word in known and known[near.word].key_span.file == span.file:
                labels = (Label(known[near.word].key_span, f"'{near.word}' is here"),)
            message = f"There is no '{address}', which is mentioned here."
            yield warning("CR218", message, span, *labels, help=way_out, near=near)
            return
        node = known[name].value
        start += len(name) + 1
