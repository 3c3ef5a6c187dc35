"""Mutation testing: mutants tried on scenarios in all processes, and the survivors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...interpreter.scenarios.mutation import Mutant, Trial

_trial: tuple[list[Mutant], Trial] | None = None
"""The mutants of the ruleset that this process works on."""


def show_mutants(file: str, only: str) -> None:
    """Try the mutants of a ruleset on its scenarios, and list those that no scenario notices.

    Args:
        file: a ruleset, or a suite whose scenarios all pass.
        only: as for `--filter`.
    """
    from ...interpreter.diagnostics import counted, in_order
    from ...interpreter.scenarios.suite import opened
    from ..diagnostics.render import full
    from ..terminal import has_colours

    suite = opened(file)
    if suite.games is None or not suite.scenarios:
        return
    _prepare(file, only)
    assert _trial is not None
    mutants, _ = _trial
    verdicts = list(_verdicts(file, only, len(mutants)))
    survivors = [m for m, verdict in zip(mutants, verdicts, strict=True) if verdict is False]
    found = in_order(mutant.survives() for mutant in survivors)
    click.echo(full(found, suite.sources, colour=has_colours()), nl=False)
    tried = sum(verdict is not None for verdict in verdicts)
    noticed = counted(tried, "change")
    click.echo(
        "\n" * bool(found) + f"{file}: {noticed} to the rules tried, {tried - len(survivors)} noticed by scenarios."
    )


def _prepare(file: str, only: str) -> None:
    """Load a file, and play its scenarios once without mutants."""
    from ...interpreter.scenarios.mutation import Trial, mutants
    from ...interpreter.scenarios.suite import opened

    global _trial
    suite = opened(file)
    assert suite.games is not None
    assert suite.games.loaded.ruleset is not None
    scenarios = [*suite.examples, *suite.chosen(only)]
    _trial = mutants(suite.games.loaded.ruleset), Trial(suite.games, scenarios)


def _verdict(index: int) -> bool | None:
    """Try one mutant in a worker process."""
    assert _trial is not None
    mutants, trial = _trial
    return trial.notices(mutants[index])


def _verdicts(file: str, only: str, number: int) -> Iterator[bool | None]:
    """Yield for each mutant, in order, whether a scenario noticed it."""
    from functools import partial

    from ...interpreter.shared import cores
    from ..processes import Workers

    jobs = min(cores(), 8)
    if jobs == 1 or number < 40:  # to start a process takes as long as to try twenty mutants
        yield from map(_verdict, range(number))
        return
    with Workers(jobs, prepare=partial(_prepare, file, only)) as workers:
        yield from workers.map(_verdict, range(number))
