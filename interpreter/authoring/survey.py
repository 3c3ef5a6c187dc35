"""All problems of a ruleset in all of its variants, or of a suite.

Options are constants to the checker, so a mistake may appear in one variant or with one number of
players only. A file is therefore checked with its defaults, then in each named variant, and with
each number of players that it allows. The effect text in scenarios is checked, but scenarios
are not played.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from ... import rulesets
from ..check.load import Loaded, checked, load_again
from ..check.sound_fixes import sound
from ..diagnostics import Diagnostic, Source, Survey, in_order
from ..resolve.resolve import Loader, Resolved, resolve, resolve_text
from ..scenarios.examining import examine_scenarios, examine_suite
from ..scenarios.suite import is_suite
from ..source.files import read_source
from ..source.located import Mapping, Scalar
from ..source.yaml_parser import parse
from .suppression import suppress


class Unwanted(Exception):
    """Nobody wants the result any more."""


def _always() -> bool:
    return True


def survey(
    name_or_path: str | os.PathLike[str],
    text: str | None = None,
    loader: Loader = read_source,
    wanted: Callable[[], bool] = _always,
) -> Survey:
    """Check a ruleset in all its variants and with each number of players, or a suite.

    Each problem is reported once. A problem that does not occur with the defaults names the variant
    or the number of players with which it occurs.

    Args:
        name_or_path: The bare name of a bundled ruleset, or the path of a file.
        text: The content of the file; by default the file is read.
        loader: Reads a file.
        wanted: Whether the result is still wanted; it is asked again and again.

    Raises:
        Unwanted: It is not.

    >>> survey("gin_slaughtre").diagnostics
    ()
    """
    own = os.fspath(name_or_path)
    suite = _suite(own, text, loader)
    if suite is not None:
        problems, texts = examine_suite(suite, loader)
        return Survey(tuple(in_order(suppress(problems, texts, own))), texts)
    plain = checked(resolve(own, loader=loader) if text is None else resolve_text(text, own, loader=loader))
    found = _of_ruleset(plain, own, wanted)
    file = str(plain.resolved.path)
    if file not in found.sources:
        return found

    def again(text: str) -> tuple[Diagnostic, ...]:
        return _of_ruleset(checked(resolve_text(text, file, loader=loader)), own, wanted).diagnostics

    return Survey(sound(found.diagnostics, found.sources[file], again), found.sources)


def first_look(loaded: Loaded) -> Survey:
    """Return what is wrong with a ruleset that was checked with its defaults alone; what is suggested is not tried."""
    resolved = loaded.resolved
    found = suppress(loaded.diagnostics, resolved.sources, str(resolved.path), unused=False)
    return Survey(tuple(in_order(found)), resolved.sources)


def _of_ruleset(plain: Loaded, own: str, wanted: Callable[[], bool]) -> Survey:
    """Check a ruleset in all its variants and with each number of players.

    Args:
        plain: the ruleset with its defaults.
        own: its bare name or path.
        wanted: whether the result is still wanted.
    """
    found = {_identity(each): each for each in plain.diagnostics}
    sources = dict(plain.resolved.sources)
    for variant, players in _ways(plain):
        if not wanted():
            raise Unwanted
        loaded = load_again(plain, variant=variant, players=players)
        way = f"in the variant '{variant}'" if variant is not None else f"with {players} players"
        for each in loaded.diagnostics:
            if not each.span.file.startswith("<"):
                found.setdefault(_identity(each), _in_way(each, way))
    if plain.program is not None:
        problems = examine_scenarios(plain, own)
        found |= {_identity(each): each for each in problems if _identity(each) not in found}
    shown = str(plain.resolved.path)
    return Survey(tuple(in_order(suppress(found.values(), sources, shown))), sources)


def variants(resolved: Resolved) -> dict[str, str]:
    """Return the named variants of a ruleset with their help."""
    section = resolved.tree.get("variants")
    entries = section.entries if isinstance(section, Mapping) else {}
    result: dict[str, str] = {}
    for name, entry in entries.items():
        words = entry.value.get("help") if isinstance(entry.value, Mapping) else None
        result[name] = words.text if isinstance(words, Scalar) else ""
    return result


def _suite(path: str, text: str | None, loader: Loader) -> Source | None:
    """Return the text of a suite of scenarios; None if the file is not a suite."""
    if rulesets.path(path) is not None:
        return None
    source = loader(Path(path))[0] if text is None else Source(path, text)
    if source is None or "cardrules_suite" not in source.text:  # reading it costs more than this look
        return None
    return source if is_suite(parse(source)[0]) else None


def _ways(plain: Loaded) -> Iterator[tuple[str | None, int | None]]:
    """Yield the variants, and the numbers of players, besides the defaults."""
    if plain.ruleset is None:
        return
    for variant in variants(plain.resolved):
        yield variant, None
    for players in range(plain.ruleset.least, plain.ruleset.most + 1):
        if players != plain.resolved.players:
            yield None, players


def _identity(problem: Diagnostic) -> tuple[object, ...]:
    """Return the key by which diagnostics are equal; their texts may differ in values."""
    return problem.code, problem.span


def _in_way(problem: Diagnostic, way: str) -> Diagnostic:
    """Return a diagnostic that names the variant or number of players with which it occurs."""
    return replace(problem, message=f"{problem.message.removesuffix('.')} ({way}).")
