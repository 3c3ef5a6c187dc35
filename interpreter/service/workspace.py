"""Documents that are being written, and what the stages find out about them.

A workspace holds the texts of open documents by the names of their files. Parents and suites are found through it,
too; what is not open is read from the disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...rulesets import known
from ...rulesets import path as named_file
from ..authoring.survey import Unwanted, first_look, survey
from ..check.load import Loaded, checked
from ..diagnostics import Diagnostic, Source, Survey, in_order
from ..resolve.resolve import Data, is_name, resolve_text, resolve_tree
from ..scenarios.games import Games
from ..scenarios.suite import is_suite, open_suite
from ..source.files import is_kind, read_source
from ..source.located import Mapping, Scalar
from ..source.sections import parse_again
from .reading import rebuilt

if TYPE_CHECKING:
    from ...schema import Kind
    from .values import Trials


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it is now.

    Attributes:
        source: its text.
        kind: whether it is a ruleset or a suite.
        tree: its data; of a text that cannot be read the data of the last one that could, or what can be seen of it.
        loaded: the ruleset, also if it has mistakes; of a suite its ruleset. None if there is none.
        fresh: whether `tree` and `loaded` are those of this text.
        sound: whether `tree` was read as YAML.
    """

    source: Source
    kind: Kind
    tree: Mapping
    loaded: Loaded | None
    fresh: bool
    sound: bool


class Workspace:
    """The documents that are open in an editor.

    Attributes:
        tried: what games and scenarios have shown about documents, as far as somebody asked for it (`trials.py`).
    """

    def __init__(self) -> None:
        """Begin without documents."""
        self._open: dict[str, Source] = {}
        self.tried: dict[str, Trials] = {}
        self._known: dict[str, tuple[tuple[Source, ...], Document]] = {}
        self._read: dict[str, tuple[Source, Data]] = {}
        self._rules: dict[str, Loaded] = {}
        self._games: Games | None = None

    def open(self, file: str, text: str) -> None:
        """Take the text of a document, in the place of the one before.

        Args:
            file: the name of its file, under which diagnostics are given; it need not exist.
            text: its text.
        """
        self._open[_key(file)] = Source(file, text)

    def copy(self) -> Workspace:
        """Return a workspace with the same documents, in which others may be tried."""
        other = Workspace()
        other._open.update(self._open)
        return other

    def close(self, file: str) -> None:
        """Forget a document: its file counts again."""
        self._open.pop(_key(file), None)
        for kept in (self.tried, self._known, self._read, self._rules):
            kept.pop(file, None)

    def is_same(self, file: str, other: str) -> bool:
        """Return whether two names are those of one file."""
        return _key(file) == _key(other)

    def files(self) -> list[str]:
        """Return the names of the open documents."""
        return [each.file for each in self._open.values()]

    def read(self, path: Path) -> tuple[Source | None, list[Diagnostic]]:
        """Return the text of a document or a file; None and the reason if it cannot be read."""
        own = self._open.get(_key(path))
        return (Source(str(path), own.text), []) if own is not None else read_source(path)

    def text(self, file: str) -> Source:
        """Return the text of a document or a file; that of a file that cannot be read is empty."""
        source = self._open.get(_key(file)) or self.read(Path(file))[0]
        return Source(file, source.text if source is not None else "")

    def diagnostics(self, file: str) -> Survey:
        """Return what is wrong with a document: the same as `cardrules validate` says of its file."""
        return survey(file, self.text(file).text, self.read)

    def diagnostics_while(self, file: str, wanted: Callable[[], bool]) -> Survey | None:
        """Do the same as long as the answer is wanted; None if it was not wanted any more."""
        try:
            return survey(file, self.text(file).text, self.read, wanted)
        except Unwanted:
            return None

    def first_diagnostics(self, file: str) -> Survey:
        """Return what is wrong with a document with its defaults, without a look at variants and scenarios."""
        source = self.text(file)
        tree, _ = self._parsed(source)
        if isinstance(tree, Mapping) and is_suite(tree):
            suite = open_suite(source, self.read)
            return Survey(tuple(in_order(suite.diagnostics)), suite.sources)
        return first_look(self._checked(source))

    def document(self, file: str) -> Document:
        """Return what is known about a document."""
        source = self.text(file)
        texts, known = self._known.get(file, ((), None))
        if known is not None and known.source == source and all(map(self._is_current, texts)):
            return known
        found = self._examined(source, known)
        loaded = found.loaded
        others = [] if loaded is None else [e for e in loaded.resolved.sources.values() if e.file != file]
        self._known[file] = tuple(others), found
        return found

    def latest(self, file: str) -> Document:
        """Return what was last found out about a document, perhaps before the last changes of its text."""
        found = self._known.get(file)
        return found[1] if found is not None else self.document(file)

    def parent_of(self, document: Document) -> Loaded | None:
        """Return the parent of a ruleset; None if it has none that can be read."""
        link = document.tree.get("extends")
        path = beside(document.source.file, link.text) if isinstance(link, Scalar) else None
        return self.document(str(path)).loaded if path is not None and self.read(path)[0] is not None else None

    def rulesets(self, file: str) -> Iterator[tuple[str, str]]:
        """Yield the rulesets that a document may name, each with where it is."""
        yield from ((name, "a bundled ruleset") for name in known())
        folder = Path(file).parent
        own = Path(file).name
        names = {Path(each).name for each in self.files() if Path(each).parent == folder}
        if folder.is_dir():
            names |= {each.name for each in folder.glob("*.yaml") if is_kind(each, suites=False)}
        yield from ((name, "a file beside this one") for name in sorted(names - {own}))

    def _is_current(self, source: Source) -> bool:
        return source.file.startswith(("<", "--")) or self.read(Path(source.file))[0] == source

    def _parsed(self, source: Source) -> Data:
        """Return the data of a text."""
        if self._read.get(source.file, (None,))[0] != source:
            self._read[source.file] = source, parse_again(source)
        return self._read[source.file][1]

    def _checked(self, source: Source) -> Loaded:
        """Return the ruleset that a text is, with its defaults."""
        known = self._rules.get(source.file)
        if known is None or not self._are_current(known, source):
            data = self._parsed(source)
            known = checked(resolve_text(source.text, source.file, loader=self.read, data=data))
            self._rules[source.file] = known
        return known

    def _are_current(self, loaded: Loaded, source: Source) -> bool:
        """Return whether a ruleset is that of a text, and its parents are as they were."""
        sources = loaded.resolved.sources
        return sources.get(source.file) == source and all(map(self._is_current, sources.values()))

    def _examined(self, source: Source, before: Document | None) -> Document:
        tree, _ = self._parsed(source)
        if not isinstance(tree, Mapping):
            kind: Kind = "suite" if "\ncardrules_suite:" in f"\n{source.text}" else "ruleset"
            if before is not None and before.kind == kind and before.sound:
                return replace(before, source=source, fresh=False)
        sound = isinstance(tree, Mapping)
        tree = tree if isinstance(tree, Mapping) else rebuilt(source)
        if is_suite(tree):
            return Document(source, "suite", tree, self.ruleset_of(source.file, tree), fresh=sound, sound=sound)
        if not sound:
            return Document(
                source, "ruleset", tree, checked(resolve_tree(tree, source.file, loader=self.read)), False, False
            )
        loaded = self._checked(source)
        if loaded.ruleset is None and before is not None and before.kind == "ruleset":
            return Document(source, "ruleset", tree, before.loaded, fresh=False, sound=True)
        return Document(source, "ruleset", tree, loaded, fresh=True, sound=True)

    def ruleset_of(self, file: str, tree: Mapping) -> Loaded | None:
        """Return the ruleset of a suite; None if it names none that can be read."""
        name = tree.get("ruleset")
        if not isinstance(name, Scalar):
            return None
        path = beside(file, name.text)
        source = self.read(path)[0] if path is not None else None
        return None if source is None else self._checked(Source(str(path), source.text))

    def games(self, loaded: Loaded) -> Games:
        """Return the games of a ruleset; they are kept until those of another one are asked for."""
        if self._games is None or self._games.loaded is not loaded:
            self._games = Games(loaded, str(loaded.resolved.path))
        return self._games


def beside(file: str, name: str) -> Path | None:
    """Return the file that a document names: by a bare name, or by a path from its folder."""
    bundled = named_file(name) if is_name(name) else None
    if bundled is not None:
        return bundled
    path = Path(file).parent / name
    return path if path.suffix else None


def _key(file: str | os.PathLike[str]) -> str:
    return os.path.realpath(file)
