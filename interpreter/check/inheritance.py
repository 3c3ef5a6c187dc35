"""Diagnostics in the files of a parent that a child causes, told as mistakes of the child.

A child may remove or change a rule that other rules of its parent use. The stages report what is
then wrong where it is, in the parent's file, which the author of the child did not write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ..diagnostics import Diagnostic, Label, Sources, error, has_errors, in_order
from ..resolve.origins import address_at
from ..resolve.resolve import Resolved
from ..source.located import Scalar

_SHOWN: Final = 3  # places of one removed rule


def in_parent(problem: Diagnostic, resolved: Resolved) -> bool:
    """Return whether a diagnostic is about another file than the ruleset's own."""
    parent = resolved.parent
    return (
        parent is not None
        and problem.span.file != parent.link.span.file
        and not problem.span.file.startswith(("<", "--"))
    )


def blame_child(
    problems: Iterable[Diagnostic], inherited: Iterable[Diagnostic], resolved: Resolved
) -> list[Diagnostic]:
    """Return the diagnostics of a child, with those that it causes in its parent as its own.

    If the child has errors of its own, what is wrong in its parent is probably their consequence,
    and is left out.

    Args:
        problems: all diagnostics of the child with all that it inherits.
        inherited: the diagnostics of the parent by itself; they are kept as they are.
        resolved: the child.
    """
    known = {(each.code, each.span) for each in inherited}
    kept: list[Diagnostic] = []
    caused: list[Diagnostic] = []
    for problem in problems:
        own = not in_parent(problem, resolved) or (problem.code, problem.span) in known
        (kept if own else caused).append(problem)
    if has_errors(kept):
        return kept
    missing = list(_removed(caused, resolved))
    errors = [each for each in caused if each.severity == "error"]
    if errors and not missing:
        missing = [_misfit(errors, resolved)]
    return in_order([*kept, *(missing or (_left_over(each, resolved) for each in caused))])


def _removed(caused: list[Diagnostic], resolved: Resolved) -> Iterator[Diagnostic]:
    """Yield an error for each removed rule that other rules use."""
    assert resolved.parent is not None
    for address in resolved.parent.removed:
        name = address.text.rpartition(".")[2]
        uses = [each for each in caused if _excerpt(each, resolved.sources) == name]
        if uses:
            yield _still_used(address, uses, resolved)


def _still_used(address: Scalar, uses: list[Diagnostic], resolved: Resolved) -> Diagnostic:
    addresses = list(dict.fromkeys(address_at(resolved, each.span) for each in uses))
    more = len(addresses) - _SHOWN
    shown = ", ".join(addresses[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
    return error(
        "CR209",
        f"'{address.text}' is removed, but other rules use it.",
        address.span,
        *(Label(each.span, "used here") for each in uses[:_SHOWN]),
        help=f"Remove or change these rules as well: {shown}.",
    )


def _misfit(errors: list[Diagnostic], resolved: Resolved) -> Diagnostic:
    """Return the first of the errors in a parent at the `extends` of the child that causes it."""
    assert resolved.parent is not None
    first, *others = errors
    address = address_at(resolved, first.span)
    labels = [Label(first.span, "here, after the changes of this file")]
    labels += [Label(each.span, "and here") for each in others[: _SHOWN - 1]]
    help = f"The changes do not fit the parent's '{address}'; change that as well."
    place = resolved.parent.link.span
    return replace(first, span=place, labels=tuple(labels), help=help, fix=None)


def _left_over(warning: Diagnostic, resolved: Resolved) -> Diagnostic:
    """Return a warning about a rule of a parent at the `extends` of the child that causes it."""
    assert resolved.parent is not None
    address = address_at(resolved, warning.span)
    help = f"remove it as well, with '{address}' under 'remove', or use it"
    where = Label(warning.span, "here, after the changes of this file")
    place = resolved.parent.link.span
    return replace(warning, span=place, labels=(where, *warning.labels), help=help, fix=None)


def _excerpt(problem: Diagnostic, sources: Sources) -> str:
    source = sources.get(problem.span.file)
    return source.excerpt(problem.span) if source is not None else ""
