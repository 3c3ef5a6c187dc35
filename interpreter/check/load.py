"""The front end in one call: a file or text to a checked program, with every diagnostic."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from ..diagnostics import Diagnostic, has_errors, in_order
from ..errors import CardrulesError, PlayerCountError, RulesetError
from ..program.program import Program
from ..resolve.mentions import mentions
from ..resolve.options import OptionValue
from ..resolve.resolve import Loader, Parent, Resolved, again, read_ruleset, resolve, resolve_text
from ..syntax.passing import with_passing
from ..syntax.ruleset import Ruleset
from ..syntax.ruleset_reader import read
from ..syntax.tricks import with_tricks
from ..syntax.turns import with_turns
from .causes import stopped_by_names, told
from .check import check
from .inheritance import by_whom
from .lost import lost_in
from .sound_fixes import sound
from .watching import Watch


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded ruleset: the results of all stages, and their diagnostics."""

    resolved: Resolved
    ruleset: Ruleset | None
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    unread: tuple[Diagnostic, ...] = ()  # those of the diagnostics that are about texts that cannot be read

    def failure(self) -> CardrulesError | None:
        """Return the exception for the errors; None if the program can be run."""
        found = self.resolved.failure()
        if found is not None:
            return found
        errors = [each for each in self.diagnostics if each.severity == "error"]
        return RulesetError(errors, self.resolved.sources) if errors else None


def load_ruleset(
    name_or_path: str | os.PathLike[str],
    *,
    options: Mapping[str, object] | None = None,
    settings: Iterable[str] = (),
    variant: str | None = None,
    players: int | None = None,
    loader: Loader = read_ruleset,
) -> Loaded:
    """Run all stages up to the typed program on a ruleset.

    The arguments are those of `resolve.resolve`. No content of a file raises an exception.
    """
    resolved = resolve(
        name_or_path, options=options, settings=settings, variant=variant, players=players, loader=loader
    )

    def anew(text: str, file: str) -> Resolved:
        return resolve_text(
            text, file, options=options, settings=settings, variant=variant, players=players, loader=loader
        )

    return _with_sound_fixes(checked(resolved), anew)


def load_again(
    loaded: Loaded,
    *,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Loaded:
    """Check a loaded ruleset again, with other options, a variant or another number of players.

    The arguments are those of `resolve.again`.
    """
    resolved = again(loaded.resolved, variant=variant, players=players, options=options)
    if loaded.ruleset is None:
        return checked(resolved)
    return _of_ruleset(resolved, loaded.ruleset, loaded.unread)


def load_text(text: str, file_name: str = "ruleset.yaml", **arguments: object) -> Loaded:
    """Do the same for a ruleset given as text; `arguments` are those of `resolve_text`."""
    anew: Callable[[str, str], Resolved] = partial(resolve_text, **arguments)  # type: ignore[arg-type]
    return _with_sound_fixes(checked(anew(text, file_name)), anew)


def _with_sound_fixes(loaded: Loaded, anew: Callable[[str, str], Resolved]) -> Loaded:
    """Return a loaded ruleset whose diagnostics suggest only what is correct where it stands.

    Args:
        loaded: the ruleset.
        anew: resolves another text of its file with the same options.
    """
    file = str(loaded.resolved.path)
    source = loaded.resolved.sources.get(file)
    if source is None:
        return loaded

    def errors_of(text: str) -> Iterable[Diagnostic]:
        return checked(anew(text, file)).diagnostics

    return replace(loaded, diagnostics=sound(loaded.diagnostics, source, errors_of))


def check_text(text: str, name: str = "ruleset.yaml") -> list[Diagnostic]:
    r"""Return every diagnostic of a ruleset given as text.

    >>> [d.code for d in check_text("cardrules: 1\nname: [", "bad.yaml")]
    ['CR007']
    """
    return list(load_text(text, name).diagnostics)


def checked(resolved: Resolved, watch: Watch | None = None) -> Loaded:
    """Run the stages after the first two; what the diagnostics suggest is not tried yet.

    Args:
        resolved: the ruleset.
        watch: what looks on while types are given, if an editor asks about a place.
    """
    problems = list(resolved.diagnostics)
    if has_errors(problems) and not resolved.tree.entries:
        return Loaded(resolved, None, None, tuple(in_order(problems)))
    written, unread = read(resolved.tree, resolved.name)
    ruleset, wrong = with_tricks(written)
    ruleset, more = with_passing(ruleset)
    ruleset, clashes = with_turns(ruleset)
    unread = stopped_by_names([*unread, *wrong, *more, *clashes], ruleset, resolved.sources)
    return _of_ruleset(resolved, ruleset, tuple(unread), watch)


def _of_ruleset(
    resolved: Resolved, ruleset: Ruleset, unread: tuple[Diagnostic, ...], watch: Watch | None = None
) -> Loaded:
    lost = lost_in(resolved.diagnostics, unread, resolved.sources)
    program, found = check(ruleset, dict(resolved.options), resolved.players, lost, watch)
    if watch is not None:
        return Loaded(resolved, ruleset, program, (*resolved.diagnostics, *unread, *found), unread)
    diagnostics = told([*resolved.diagnostics, *unread, *found], resolved.sources)
    usable = None if has_errors(diagnostics) else program
    diagnostics = by_whom(diagnostics, resolved, partial(_by_itself, players=resolved.players, loader=resolved.loader))
    if usable is not None:
        diagnostics = in_order([*diagnostics, *mentions(resolved.tree)])
    return Loaded(resolved, ruleset, usable, tuple(diagnostics), unread)


def _by_itself(parent: Parent, players: int, loader: Loader) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a parent by itself, if possible with a number of players."""
    loaded = load_ruleset(parent.path, players=players, loader=loader)
    if isinstance(loaded.failure(), PlayerCountError):
        loaded = load_ruleset(parent.path, loader=loader)
    return loaded.diagnostics
