"""What happens as numbered steps, where what a condition governs stands under it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..speech.english import divided
from ..speech.grammar import (
    Case,
    Conditional,
    ForEach,
    Part,
    Prepositional,
    Repeated,
    Steps,
    Subordinate,
    said,
)
from . import document as d

_FEW: Final = 2  # so many statements under one condition are told as one sentence


def in_steps(lead: Iterable[Part], told: Iterable[Part]) -> list[d.Block]:
    """Return when something happens, and its steps.

    Args:
        lead: when it happens.
        told: what happens.
    """
    when = ", ".join(map(str, lead))
    items = [step for each in told for step in steps(each)]
    match items:
        case []:
            return []
        case [d.Step(text=text, under=())]:
            return [d.paragraph(said(when, ", ", text))]
        case [d.Step(text=text, under=under)]:
            return [d.lead(said(when, ", ", text, ":")), d.Steps(under)]
        case _:
            return [d.lead(f"{when}:"), d.Steps(tuple(items))]


def steps(part: Part) -> list[d.Step]:
    """Return the steps of a statement."""
    match part:
        case Steps(parts=several):
            return [step for each in several for step in steps(each)]
        case Conditional(cases=cases, trailing=False) if any(_is_long(each.then) for each in cases):
            return [_case(each) for each in cases]
        case ForEach(member=member, body=body) if _is_long(body):
            return [_under(Prepositional("for", member), body)]
        case Repeated(body=body, test=test) if test is not None and _is_long(body):
            return [_under(said(Subordinate("as long as", test), ", repeat this"), body)]
        case _:
            return [d.Step(each) for each in divided(part)]


def _case(case: Case) -> d.Step:
    """Return what happens if something is so."""
    if not _is_long(case.then):
        return d.Step(case)
    test: Part = "otherwise" if case.test is None else Subordinate("if", case.test)
    return _under(said("otherwise ", test) if case.otherwise and case.test is not None else test, case.then)


def _under(lead: Part, part: Part) -> d.Step:
    return d.Step(lead, tuple(steps(part)))


def _is_long(part: Part) -> bool:
    """Return whether statements stand under their condition."""
    found = steps(part)
    return len(found) > _FEW or any(each.under for each in found)
