"""The games that the scenarios of one ruleset are played with, each compiled once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..check.check import check as check_rules
from ..check.load import Loaded
from ..diagnostics import Diagnostic, error
from ..game.rules import Rules
from ..program.trace import Trace
from ..resolve.options import OptionValue, check_values, unknown, value_of
from ..source.located import Mapping
from .scenario import Scenario, integer

if TYPE_CHECKING:
    from ..program.coverage_points import Point
    from .coverage import Coverage


@dataclass(slots=True)
class Games:
    """The games of one ruleset, one for each combination of options, variant and players.

    A game is compiled when a scenario first needs it.

    Attributes:
        loaded: the ruleset, loaded without options, variant or number of players.
        source: its bare name or path.
        trace: where games note what they pass; None if coverage is not measured.
    """

    loaded: Loaded
    source: str
    trace: Trace[Point] | None = None
    _known: dict[object, Rules | tuple[Diagnostic, ...]] = field(
        default_factory=dict[object, "Rules | tuple[Diagnostic, ...]"], init=False
    )

    def of(self, scenario: Scenario) -> Rules | tuple[Diagnostic, ...]:
        """Return the game of a scenario, or the errors of the ruleset under its options.

        Args:
            scenario: a scenario for which `setting_problems` finds no problem.
        """
        variant = scenario.variant.text if scenario.variant else None
        options = self.options(scenario)
        players = integer(scenario.players, self.loaded.resolved.players)
        single = scenario.single_deal is not None and scenario.single_deal.value is True
        key = (tuple(options.items()), variant, players, single)
        if key not in self._known:
            self._known[key] = self.compiled(options, variant, players, single_deal=single)
        return self._known[key]

    def options(self, scenario: Scenario) -> dict[str, OptionValue]:
        """Return the values of all options in a scenario."""
        variant = scenario.variant.text if scenario.variant else None
        options = dict(self.loaded.resolved.options)
        variants = self.loaded.resolved.tree.get("variants")
        chosen = variants.get(variant) if isinstance(variants, Mapping) and variant else None
        preset = chosen.get("options") if isinstance(chosen, Mapping) else None
        for values in (preset, scenario.options):
            for name, entry in values.entries.items() if isinstance(values, Mapping) else ():
                options[name] = value_of(entry.value)
        return options

    def compiled(
        self,
        options: dict[str, OptionValue],
        variant: str | None,
        players: int,
        *,
        single_deal: bool = False,
    ) -> Rules | tuple[Diagnostic, ...]:
        """Return the game under these options, or the errors of the ruleset under them.

        Args:
            options: a value for each option.
            variant: the name of the variant, if any; only for the game's description.
            players: the number of players.
            single_deal: whether games stop after one deal.
        """
        ruleset = self.loaded.ruleset
        assert ruleset is not None
        program, found = check_rules(ruleset, dict(options), players)
        errors = tuple(each for each in found if each.severity == "error")
        if errors or program is None:
            return errors
        resolved = replace(self.loaded.resolved, options=options, variant=variant, players=players)
        found_rules = Loaded(resolved, ruleset, program, ())
        return Rules(found_rules, self.source, single_deal=single_deal, trace=self.trace)

    def coverage(self) -> Coverage | None:
        """Return the coverage of the ruleset's own file; None if it is not measured."""
        if self.trace is None or self.loaded.ruleset is None:
            return None
        from .coverage import of_file

        return of_file(self.trace, self.loaded.resolved.tree.span.file)

    def watch(self) -> None:
        """Measure coverage from now on."""
        from ..program.coverage_points import points  # imported only if coverage is measured

        assert self.loaded.ruleset is not None
        self.trace = Trace(points(self.loaded.ruleset))


def setting_problems(loaded: Loaded, scenario: Scenario) -> Iterator[Diagnostic]:
    """Yield what is wrong with the options, the variant and the players of a scenario.

    Loading a ruleset reports these for the scenarios in the ruleset; this is for suites.
    """
    resolved, ruleset = loaded.resolved, loaded.ruleset
    yield from check_values(resolved.option_nodes, scenario.options)
    variants = resolved.tree.get("variants")
    known = variants.entries if isinstance(variants, Mapping) else {}
    variant = scenario.variant
    if variant is not None and variant.text not in known:
        yield unknown("CR214", "variant", variant.text, known, variant.span)
    if scenario.players is not None and ruleset is not None:
        count, least, most = scenario.players.value, ruleset.least, ruleset.most
        if type(count) is not int or not least <= count <= most:
            fits = str(least) if least == most else f"{least} to {most}"
            message = f"The game is for {fits} players, not for {count}."
            yield error("CR215", message, scenario.players.span, help=f"Choose {fits} players.")
