"""The resolve stage: merges a ruleset with its parents and gives each option a value.

The tree is merged from the topmost parent down to the requested file; each node keeps the place
where it was written, in any of these files. An option has the value that the caller gives, else the
value of the variant, else its default.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ... import rulesets
from ..diagnostics import (
    Diagnostic,
    Guess,
    Label,
    Source,
    Span,
    brief,
    error,
    guess,
    has_errors,
    in_order,
    printable,
)
from ..errors import CardrulesError, OptionError, PlayerCountError, RulesetError
from ..shared import shared
from ..source import heads
from ..source.files import is_kind, near_file, read_source
from ..source.located import Mapping, Node, Scalar, Sequence
from ..source.schema import check, examine
from ..source.yaml_parser import parse, with_moved_line
from .merge import has_address, merge, scalars, without_inheritance
from .options import (
    OptionValue,
    check_definitions,
    check_value,
    check_values,
    default_of,
    parse_option_value,
    read_option,
    show,
    unknown,
    value_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as Table

    from ..diagnostics import Sources

read_ruleset = partial(read_source, suites=False)
"""Reads a file that can be no suite."""

Loader: TypeAlias = Callable[[Path], tuple[Source | None, list[Diagnostic]]]
"""Reads a file; returns None and the reason if it cannot be read."""

Data: TypeAlias = "tuple[Node | None, list[Diagnostic]]"
"""What was read from a text: its data, and the problems."""

GIVEN_OPTIONS: Final = "<options>"
GIVEN_SETTINGS: Final = "--set"
GIVEN_VARIANT: Final = "<variant>"
GIVEN_PLAYERS: Final = "<players>"
"""Shown in place of a file name where a diagnostic is about something that the caller gave."""
_GIVEN: Final = frozenset((GIVEN_OPTIONS, GIVEN_SETTINGS, GIVEN_VARIANT, GIVEN_PLAYERS))


@dataclass(frozen=True, slots=True)
class Parent:
    """The parent of a ruleset.

    Attributes:
        path: The parent's file.
        link: The `extends` of the child.
        removed: The addresses that the child removes.
    """

    path: Path
    link: Scalar
    removed: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A ruleset with everything that it inherits, and a value for each option.

    Attributes:
        name: The ruleset's id, the stem of its file.
        path: Its file.
        tree: The merged tree, without the keys that say how a file differs from its parent. Parts
            with errors are left out.
        options: The value of each option; a placeholder where the given value is an error.
        option_nodes: The definition of each option.
        players: The number of players.
        variant: The name of the variant, or None.
        sources: The texts that the tree and the diagnostics refer to.
        diagnostics: What is wrong, in the order of the files.
        parent: What the file extends, if it extends a ruleset.
        loader: What its files were read with.
    """

    name: str
    path: Path
    tree: Mapping
    options: Table[str, OptionValue]
    option_nodes: Table[str, Mapping]
    players: int
    variant: str | None
    sources: Sources
    diagnostics: tuple[Diagnostic, ...]
    parent: Parent | None = None
    loader: Loader = field(default=read_ruleset, compare=False, repr=False)

    def failure(self) -> CardrulesError | None:
        """Return the exception for the errors, None if there are none.

        Errors in files take precedence over errors in the options, the variant and the number of
        players that the caller gave.
        """
        errors = [each for each in self.diagnostics if each.severity == "error"]
        in_files = [each for each in errors if each.span.file not in _GIVEN]
        if in_files:
            return RulesetError(in_files, self.sources)
        if not errors:
            return None
        kind = PlayerCountError if errors[0].span.file == GIVEN_PLAYERS else OptionError
        parts = (errors[0].message, errors[0].help)
        return kind(" ".join(part for part in parts if part))


def resolve(
    name_or_path: str | os.PathLike[str],
    *,
    options: Table[str, object] | None = None,
    settings: Iterable[str] = (),
    variant: str | None = None,
    players: int | None = None,
    loader: Loader = read_ruleset,
) -> Resolved:
    """Find a ruleset and resolve it.

    Never raises on account of the content of a file or the value of an option: the diagnostics of
    the result say what is wrong.

    Args:
        name_or_path: The bare name of a bundled ruleset, or the path of a file.
        options: Values of options, as Python values.
        settings: Values of options, as texts `option=value`; they override `options`.
        variant: One of the ruleset's variants.
        players: The number of players; by default the ruleset's own.
        loader: Reads a file.
    """
    text = os.fspath(name_or_path)
    chain = _Chain(loader)
    chain.check_name(text, Span(show(text), 0, 0))
    path = _find(text, Path())
    source = chain.load(path, text)
    given = _Given(dict(options or {}), tuple(settings), variant, players)
    return _resolve(chain, source, path, given)


def resolve_text(
    text: str,
    file_name: str = "ruleset.yaml",
    *,
    options: Table[str, object] | None = None,
    settings: Iterable[str] = (),
    variant: str | None = None,
    players: int | None = None,
    loader: Loader = read_ruleset,
    data: Data | None = None,
) -> Resolved:
    """Resolve a ruleset that is given as text; paths of parents are relative to `file_name`.

    The other arguments are those of `resolve`; `data` is what was read from the text, if it was read before.
    """
    given = _Given(dict(options or {}), tuple(settings), variant, players)
    return _resolve(_Chain(loader, data), Source(file_name, text), Path(file_name), given)


def resolve_tree(tree: Mapping, file_name: str, *, loader: Loader = read_ruleset) -> Resolved:
    """Resolve a ruleset that is given as data, with its defaults; the arguments are those of `resolve_text`."""
    return resolve_text("", file_name, loader=loader, data=(tree, []))


def unedited(sources: Sources) -> bool:
    """Return whether files still have the texts that were read from them.

    Args:
        sources: the texts, and perhaps values that the caller gave.
    """
    files = [each for each in sources.values() if each.file not in _GIVEN]
    return all(found is not None and found.text == each.text for each in files for found in read_source(each.file)[:1])


def again(
    resolved: Resolved,
    *,
    variant: str | None = None,
    players: int | None = None,
    options: Table[str, OptionValue] | None = None,
) -> Resolved:
    """Return a resolved ruleset with other options, a variant or another number of players.

    Args:
        resolved: the ruleset.
        variant: the variant; None for no variant.
        players: the number of players; None for the usual one.
        options: the options that do not have their defaults, or what the variant gives them.
    """
    values = _Values(resolved.tree, _Given(options or {}, (), variant, players))
    if resolved.tree.entries:
        values.apply_given()
    return replace(
        resolved,
        options=values.values,
        players=values.players,
        variant=variant,
        sources={**resolved.sources, **values.sources},
        diagnostics=tuple(in_order([*resolved.diagnostics, *values.problems])),
    )


@dataclass(frozen=True, slots=True)
class _Given:
    """The options, variant and number of players that the caller gave."""

    options: Table[str, object]
    settings: tuple[str, ...]
    variant: str | None
    players: int | None


def _resolve(chain: _Chain, source: Source | None, path: Path, given: _Given) -> Resolved:
    tree = chain.merged(source, path)
    values = _Values(tree, given)
    if tree.entries:  # else the file or a parent could not be read
        values.check_ruleset()
        values.apply_given()
    return Resolved(
        name=path.stem,
        path=path,
        tree=tree,
        options=values.values,
        option_nodes=values.definitions,
        players=values.players,
        variant=given.variant,
        sources={**chain.sources, **values.sources},
        diagnostics=tuple(in_order([*chain.problems, *values.problems])),
        parent=chain.parent,
        loader=chain.loader,
    )


# -- files


def is_name(text: str) -> bool:
    """Return whether a text is the bare name of a ruleset, not a path."""
    return not any(each in text for each in (os.sep, "/", "."))


def _find(text: str, folder: Path) -> Path:
    """Return the file of a bare name, or of a path relative to a folder."""
    bundled = rulesets.path(text) if is_name(text) else None
    return bundled or folder / text


@dataclass(slots=True)
class _Chain:
    """Reads a file and its parents, and merges them.

    Attributes:
        own: what was read from the file, if that is known.
    """

    loader: Loader
    own: Data | None = None
    sources: dict[str, Source] = field(default_factory=dict[str, Source])
    problems: list[Diagnostic] = field(default_factory=list[Diagnostic])
    parent: Parent | None = None

    def load(self, path: Path, text: str) -> Source | None:
        """Return the text of the file that the caller named, None if it cannot be read."""
        source, problems = self.loader(path)
        if source is None and is_name(text) and problems[0].code == "CR001":
            message = f"There is no ruleset '{show(text)}', and no file of that name."
            problems = [error("CR201", message, Span(show(text), 0, 0), help=_nearest(text))]
        self.problems.extend(problems)
        return source

    def check_name(self, text: str, span: Span) -> None:
        """Report a bare name that belongs to several rulesets."""
        files = rulesets.places(text) if is_name(text) else []
        if len(files) > 1:
            message = f"Two rulesets have the name '{show(text)}': {files[0]} and {files[1]}."
            way_out = "Rename one of the files, or give the path of the one you mean."
            self.problems.append(error("CR206", message, span, help=way_out))

    def merged(self, source: Source | None, path: Path) -> Mapping:
        """Return the tree of a file merged with its parents; invalid parts are left out."""
        trees = self._read(source, path)
        if not trees:
            return Mapping({}, Span(str(path), 0, 0))
        *children, tree = trees
        self.problems.extend(_unknown_requirements(tree, tree))
        for child in reversed(children):
            tree, problems = merge(tree, child)
            self.problems.extend(problems)
            self.problems.extend(_unknown_requirements(tree, child))
        if children and not has_errors(self.problems):
            self.problems.extend(_with_removals(check(tree), children))
        return without_inheritance(tree)

    def _read(self, source: Source | None, path: Path) -> list[Mapping]:
        """Return the trees of a file and its parents, the file itself first.

        The list is empty if the file or a parent cannot be read, because then it is not known what
        the ruleset contains.
        """
        trees: list[Mapping] = []
        links: dict[str, Scalar] = {}  # the `extends` of each file
        while source is not None:
            tree = self._tree(source)
            if tree is None:
                return []
            trees.append(tree)
            parent = tree.get("extends")
            if not isinstance(parent, Scalar):
                return trees if not self._lacks_parent(tree) else []
            links[os.path.realpath(path)] = parent
            self.check_name(parent.text, parent.span)
            path = _find(parent.text, path.parent)
            self.parent = self.parent or Parent(path, parent, tuple(scalars(tree.get("remove"))))
            if os.path.realpath(path) in links:
                self.problems.append(_cycle(list(links.values()), parent))
                return []
            source = self._parent(path, parent)
        return []

    def _lacks_parent(self, tree: Mapping) -> bool:
        """Return whether a tree is a child whose `extends` was invalid."""
        return any(key in tree.entries for key in ("change", "add", "remove"))

    def _tree(self, source: Source) -> Mapping | None:
        """Return the valid part of a text; None if it is not a mapping, or in a newer format."""
        self.sources[source.file] = source
        if self.own is not None and not self.sources.keys() - {source.file}:
            tree, problems = _examined(self.own[0], list(self.own[1]))
        else:
            tree, problems = _understood(source)
        self.problems.extend(problems)
        newer = any(each.code == "CR111" for each in problems)  # its keys are unknown
        return None if newer else tree

    def _parent(self, path: Path, name: Scalar) -> Source | None:
        """Return the text of a parent; report at its name why it cannot be read."""
        source, problems = self.loader(path)
        if source is not None:
            self.problems.extend(problems)
            return source
        self.problems += unreadable("parent", name, path, problems)
        return None


def unreadable(what: str, name: Scalar, path: Path, problems: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield why a ruleset that another file names cannot be read, at its name.

    Args:
        what: what it is to that file.
        name: its bare name or path.
        path: its file.
        problems: why it cannot be read.
    """
    for problem in problems:
        message = f"The {what} '{show(name.text)}' cannot be read: {_sentence(problem)}"
        near, way_out = None, problem.help
        if not os.path.exists(path):
            near = _near_ruleset(name.text) if is_name(name.text) else None
            near = near or _beside(name.text, near_file(path, suites=False))
        if is_name(name.text):
            way_out = _all_names()
        yield error("CR201", message, name.span, help=way_out, near=near)


def _beside(text: str, near: Guess | None) -> Guess | None:
    """Return guessed names of files as paths to the folder of a path."""
    if near is None:
        return None
    folder = text[: max(text.rfind("/"), text.rfind(os.sep)) + 1]
    return Guess(folder + near.word, near.sole, tuple(folder + each for each in near.others))


def _unknown_requirements(tree: Mapping, file: Mapping) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each required address that does not exist."""
    listed = file.get("required")
    for address in listed.items if isinstance(listed, Sequence) else ():
        if isinstance(address, Scalar) and not has_address(tree, address.text):
            yield error(
                "CR208",
                f"There is no '{printable(address.text)}' to require.",
                address.span,
                help="Write the address of a rule, such as 'zones.stock', or delete this.",
            )


@shared(most=16)  # a file is read again for each of its variants
def _understood(source: Source) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """Return the valid part of a text, None if it is not a mapping, and the problems."""
    node, problems = _examined(*parse(source))
    return node, tuple(with_moved_line(source, list(problems)))


def _examined(node: Node | None, problems: list[Diagnostic]) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """Return the valid part of data, None if it is not a mapping, and the problems."""
    if node is not None:
        node, wrong = heads.written_out(node)
        structure, node = examine(node)
        problems += wrong
        known = {problem.span for problem in problems}  # a key that is not text is not a name
        problems += [each for each in structure if each.span not in known]
    return node if isinstance(node, Mapping) else None, tuple(problems)


def _sentence(problem: Diagnostic) -> str:
    return problem.message[:1].lower() + problem.message[1:]


def _nearest(name: str) -> str:
    """Return the advice for the name of a ruleset that does not exist."""
    near = _near_ruleset(name) or near_file(name, suites=False)
    if near is None:
        return _all_names()
    begun = [each for each in near.others if near.word.startswith(name) and each.startswith(name)]
    *most, last = [f"'{printable(each)}'" for each in (near.word, *begun)]
    return f"Did you mean {', '.join(most)}{' or ' if most else ''}{last}?"


def _near_ruleset(name: str) -> Guess | None:
    """Return the bare name that was probably meant: one that begins like it, or is like it."""
    names = [each for each in rulesets.known() if all(is_kind(path, suites=False) for path in rulesets.places(each))]
    begun = [each for each in names if name and each.startswith(name)]
    return Guess(begun[0], len(begun) == 1, tuple(begun[1:])) if begun else guess(name, names)


def _all_names() -> str:
    return f"The names are: {', '.join(rulesets.known())}. For a file, give its path."


def _with_removals(problems: list[Diagnostic], children: list[Mapping]) -> Iterator[Diagnostic]:
    """Yield the problems of a merged tree; those in other files get the removals as labels."""
    removals = [entry for child in children if (entry := child.entries.get("remove"))]
    for problem in problems:
        elsewhere = [each for each in removals if each.key_span.file != problem.span.file]
        labels = (Label(each.span, "after this is removed") for each in elsewhere)
        yield replace(problem, labels=(*problem.labels, *labels))


def _cycle(links: list[Scalar], last: Scalar) -> Diagnostic:
    labels = [Label(link.span, "by way of this") for link in links if link is not last]
    return error(
        "CR202",
        "The ruleset extends itself, directly or through its parents.",
        last.span,
        *labels,
        help="Remove the 'extends' from one of the files.",
    )


# -- values


class _Values:
    """The values of a tree's options and its number of players, and what is wrong with them."""

    def __init__(self, tree: Mapping, given: _Given) -> None:
        self.tree = tree
        self.given = given
        self.definitions = _mappings(tree.get("options"))
        self.variants = _mappings(tree.get("variants"))
        self.sources: dict[str, Source] = {}
        self.problems: list[Diagnostic] = []
        self.values = {name: default_of(each) for name, each in self.definitions.items()}
        self.least, self.most, self.players = _player_range(tree.get("players"))

    # -- what the files say

    def check_ruleset(self) -> None:
        """Report what is wrong with the ruleset's own options, variants and player counts."""
        self.problems.extend(check_definitions(self.definitions))
        self.problems.extend(_check_players(self.tree.get("players")))
        self.problems.extend(_check_best(self.tree))
        for variant in self.variants.values():
            self.problems.extend(check_values(self.definitions, variant.get("options")))
        for scenario in _mappings(self.tree.get("scenarios")).values():
            self.problems.extend(self._check_scenario(scenario))

    def _check_scenario(self, scenario: Mapping) -> Iterator[Diagnostic]:
        yield from check_values(self.definitions, scenario.get("options"))
        variant = scenario.get("variant")
        if isinstance(variant, Scalar) and variant.text not in self.variants:
            yield unknown("CR214", "variant", variant.text, self.variants, variant.span)
        players = scenario.get("players")
        if isinstance(players, Scalar):
            yield from self._check_count(players.value, players.span)

    # -- what the caller says

    def apply_given(self) -> None:
        """Put the caller's variant, options and player count in place of the defaults."""
        self._apply_variant(None if self.given.variant is None else _name(self.given.variant))
        options = self.given.options.items()
        given = [(_name(name), _frozen(value), show(value)) for name, value in options]
        self._apply(GIVEN_OPTIONS, given)
        self._apply(GIVEN_SETTINGS, list(self._settings()))
        if self.given.players is not None:
            span = self._quote(GIVEN_PLAYERS, brief(self.given.players))
            problems = list(self._check_count(self.given.players, span))
            self.problems.extend(problems)
            self.players = self.players if problems else self.given.players

    def _apply_variant(self, name: str | None) -> None:
        if name is None:
            return
        variant = self.variants.get(name)
        if variant is None:
            span = self._quote(GIVEN_VARIANT, printable(name))
            self.problems.append(unknown("CR214", "variant", name, self.variants, span))
            return
        options = variant.get("options")
        for option, entry in options.entries.items() if isinstance(options, Mapping) else ():
            definition, value = self.definitions.get(option), value_of(entry.value)
            if definition and read_option(definition).allows(value):
                self.values[option] = value

    def _settings(self) -> Iterator[tuple[str, object, str]]:
        """Yield name, value and text of each setting `option=value`."""
        for setting in self.given.settings:
            name, sign, text = setting.partition("=")
            name = name.strip()
            definition = self.definitions.get(name)
            if not sign:
                span = self._quote(GIVEN_SETTINGS, printable(setting))
                message = f"'{printable(setting)}' gives the option no value."
                way_out = f"Write `{printable(name)}=value`."
                self.problems.append(error("CR217", message, span, help=way_out))
            else:
                yield name, parse_option_value(definition, text) if definition else text, text

    def _apply(self, file: str, given: list[tuple[str, object, str]]) -> None:
        """Apply values; diagnostics quote each as `name=text` in the source `file`."""
        for name, value, text in given:
            span = self._quote(file, f"{printable(name)}={printable(text)}")
            middle = span.start + len(printable(name))
            key, place = Span(file, span.start, middle), Span(file, middle + 1, span.end)
            problems = list(check_value(self.definitions, name, value, key, place, "none"))
            self.problems.extend(problems)
            if not problems:
                self.values[name] = cast("OptionValue", value)

    def _quote(self, file: str, text: str) -> Span:
        """Return the place of a text in a source made for it, so that a diagnostic can show it."""
        before = self.sources[file].text if file in self.sources else ""
        self.sources[file] = Source(file, f"{before}{text}\n")
        return Span(file, len(before), len(before) + len(text))

    def _check_count(self, count: object, place: Span) -> Iterator[Diagnostic]:
        """Yield what is wrong with a number of players."""
        if type(count) is not int or not self.least <= count <= self.most:
            several = f"{self.least} to {self.most}"
            fits = str(self.least) if self.least == self.most else several
            message = f"The game is for {fits} players, not for {brief(count)}."
            if type(count) is not int:
                message = f"The number of players is a whole number, not {brief(count)}."
            yield error("CR215", message, place, help=f"Choose {fits} players.")


def _name(given: object) -> str:
    """Return the name that a caller gave, or a short description of a value that is not text."""
    return given if isinstance(given, str) else brief(given)


def _frozen(value: object) -> object:
    return tuple(cast("list[object]", value)) if isinstance(value, list) else value


def _mappings(node: Node | None) -> dict[str, Mapping]:
    """Return the entries of a section that are mappings, by name."""
    entries = node.entries if isinstance(node, Mapping) else {}
    return {name: e.value for name, e in entries.items() if isinstance(e.value, Mapping)}


def _number(node: Node | None, otherwise: int) -> int:
    value = node.value if isinstance(node, Scalar) else None
    return value if type(value) is int else otherwise


def _player_range(node: Node | None) -> tuple[int, int, int]:
    """Return the least, the largest and the default number of players."""
    if isinstance(node, Mapping):
        least = _number(node.get("least"), 1)
        return least, _number(node.get("most"), least), _number(node.get("default"), least)
    count = _number(node, 2)
    return count, count, count


def _check_best(tree: Mapping) -> Iterator[Diagnostic]:
    """Yield that a game is best with a number of players that it does not allow."""
    about = tree.get("about")
    best = about.get("best") if isinstance(about, Mapping) else None
    if best is None:
        return
    yield from _check_players(best)
    (low, high, _), (least, most, _) = _player_range(best), _player_range(tree.get("players"))
    if low <= high and not least <= low <= high <= most:
        fits = str(least) if least == most else f"{least} to {most}"
        best_with = str(low) if low == high else f"{low} to {high}"
        message = f"It cannot be best with {best_with} players: 'players' allows {fits}."
        yield error("CR216", message, best.span, help="Choose among these numbers.")


def _check_players(node: Node | None) -> Iterator[Diagnostic]:
    """Yield the contradictions in `players`."""
    least, most, usual = _player_range(node)
    low, high = (node.get("least"), node.get("most")) if isinstance(node, Mapping) else (None, None)
    if low is None or high is None or least <= usual <= most:
        return
    default = cast(Mapping, node).get("default")
    if most < least or default is None:
        message = f"No number of players is at least {least} and at most {most}."
        yield error("CR216", message, high.span, Label(low.span, "the least"), help="Swap the two.")
    else:
        message = f"The default number of players, {usual}, is not from {least} to {most}."
        labels = Label(low.span, "the least"), Label(high.span, "the most")
        yield error("CR216", message, default.span, *labels, help="Choose a number in this range.")
