"""By whom a mistake is: in which file of a child and its parents it is told.

A child may remove or change a rule that other rules of its parent use. The stages report what is then wrong
where it is, in the parent's file, which the author of the child did not write. Only the parent by itself shows
whether the child has brought it, and the parent is checked only if something is wrong in its file. So this is
decided last, and not where the mistake is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from ..diagnostics import Diagnostic, Label, Sources, error, has_errors, in_order
from ..resolve.origins import address_at
from ..resolve.resolve import Parent, Resolved
from ..source.located import Scalar

_SHOWN: Final = 3  # places of one removed rule


def by_whom(
    problems: list[Diagnostic], resolved: Resolved, inherited: Callable[[Parent], Iterable[Diagnostic]]
) -> list[Diagnostic]:
    """Return the diagnostics, with those in a parent's file as mistakes of the child if the parent alone has none.

    If the child has errors of its own, they probably bring the others, which are left out.

    Args:
        problems: the diagnostics of a ruleset with all that it inherits.
        resolved: the ruleset.
        inherited: returns the diagnostics of a parent by itself. They are kept as they are.
    """
    parent = resolved.parent
    elsewhere = [each for each in problems if parent is not None and _is_inherited(each, parent)]
    if parent is None or not elsewhere:
        return problems
    known = {(each.code, each.span) for each in inherited(parent)}
    caused = [each for each in elsewhere if (each.code, each.span) not in known]
    own = [each for each in problems if each not in caused]
    if has_errors(own):
        return own
    errors = [each for each in caused if each.severity == "error"]
    told = [*_removed(caused, parent, resolved)]
    if errors and not told:
        told = [_misfit(errors, parent, resolved)]
    return in_order([*own, *(told or (_left_over(each, parent, resolved) for each in caused))])


def _is_inherited(problem: Diagnostic, parent: Parent) -> bool:
    return problem.span.file != parent.link.span.file and not problem.span.file.startswith(("<", "--"))


def _removed(caused: list[Diagnostic], parent: Parent, resolved: Resolved) -> Iterator[Diagnostic]:
    """Yield an error for each removed rule that other rules use."""
    for address in parent.removed:
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


def _misfit(errors: list[Diagnostic], parent: Parent, resolved: Resolved) -> Diagnostic:
    """Return the first of the errors in a parent at the `extends` of the child that causes it."""
    first, *others = errors
    address = address_at(resolved, first.span)
    labels = [Label(first.span, "here, after the changes of this file")]
    labels += [Label(each.span, "and here") for each in others[: _SHOWN - 1]]
    help = f"The changes do not fit the parent's '{address}'; change that as well."
    place = parent.link.span
    return replace(first, span=place, labels=tuple(labels), help=help, fix=None)


def _left_over(warning: Diagnostic, parent: Parent, resolved: Resolved) -> Diagnostic:
    """Return a warning about a rule of a parent at the `extends` of the child that causes it."""
    address = address_at(resolved, warning.span)
    help = f"remove it as well, with '{address}' under 'remove', or use it"
    where = Label(warning.span, "here, after the changes of this file")
    place = parent.link.span
    return replace(warning, span=place, labels=(where, *warning.labels), help=help, fix=None)


def _excerpt(problem: Diagnostic, sources: Sources) -> str:
    source = sources.get(problem.span.file)
    return source.excerpt(problem.span) if source is not None else ""
