"""Coverage: which rules, conditions and statements of a ruleset its scenarios reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..diagnostics import Diagnostic, Source, warning
from ..program.coverage_points import Point
from ..program.trace import Trace


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of one file.

    Attributes:
        file: the file.
        points: its rules, conditions and statements.
        counts: two numbers for each point: how often a rule or statement ran, and 0; or how often
            a condition was true, and how often it was false.
    """

    file: str
    points: tuple[Point, ...]
    counts: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """The number of outcomes to cover: one for each rule, up to two for each condition."""
        return sum(point.outcomes for point in self.points if point.kind != "statement")

    @property
    def seen(self) -> int:
        """The number of covered outcomes."""
        return sum(sum(map(bool, count[: point.outcomes])) for point, count in self if _counts(point))

    @property
    def percent(self) -> float:
        """The covered outcomes in percent; 100 if there are none to cover."""
        return 100 * self.seen / self.total if self.total else 100.0

    def __iter__(self) -> Iterator[tuple[Point, tuple[int, int]]]:
        """Yield each point with its counts."""
        return iter(zip(self.points, self.counts, strict=True))

    def missed(self) -> Iterator[Diagnostic]:
        """Yield a warning for each rule and condition that is not covered."""
        for point, (yes, no) in self:
            if not _counts(point) or (yes and (no or point.outcomes == 1)):
                continue
            if point.kind != "condition":
                message = f"No scenario reaches the {point.kind} {point.address}."
                way_out = "Add a scenario that reaches it, or remove it."
                yield warning("CR901", message, point.span, help=way_out)
                continue
            if not yes and not no:
                outcome = "is evaluated"
            else:
                outcome = "is false" if yes else "is true"
            message = f"In no scenario the condition `{point.text}` {outcome} ({point.address})."
            way_out = f"Add a scenario in which it {outcome}, or remove the condition."
            yield warning("CR902", message, point.span, help=way_out)


def _counts(point: Point) -> bool:
    return point.kind != "statement"


def of_file(trace: Trace[Point], file: str) -> Coverage:
    """Return the coverage of one file, without its parents.

    Args:
        trace: the counts.
        file: the name of the file, as in the spans of its points.
    """
    mine = [
        (point, (count[0], count[1]))
        for point, count in zip(trace.points, trace.counts, strict=True)
        if point.span.file == file
    ]
    return Coverage(file, tuple(p for p, _ in mine), tuple(c for _, c in mine))


def merged(parts: Iterable[Coverage]) -> list[Coverage]:
    """Return one coverage for each file: the sum of all coverages of that file."""
    files: dict[str, dict[Point, tuple[int, int]]] = {}
    for part in parts:
        counts = files.setdefault(part.file, {})
        for point, (yes, no) in part:
            before = counts.get(point, (0, 0))
            counts[point] = (before[0] + yes, before[1] + no)
    return [Coverage(file, tuple(c), tuple(c.values())) for file, c in files.items()]


def lcov(coverage: Coverage, source: Source) -> str:
    """Return a coverage as a record of an lcov file: rules are functions, conditions are branches.

    Args:
        coverage: the coverage of one file.
        source: the text of the file.
    """
    lines: dict[int, int] = {}
    rules: list[tuple[int, int, str]] = []
    branches: list[tuple[int, int, int, int | None]] = []
    for number, (point, (yes, no)) in enumerate(coverage):
        line, _ = source.position(point.span.start)
        lines[line] = max(lines.get(line, 0), yes + no)
        if point.kind == "condition":
            reached = yes or no
            branches += [(line, number, 0, yes if reached else None)]
            branches += [(line, number, 1, no if reached else None)]
        elif point.kind != "statement":
            rules.append((line, yes, point.address))
    text = ["TN:", f"SF:{coverage.file}"]
    text += [f"FN:{line},{address}" for line, _, address in rules]
    text += [f"FNDA:{count},{address}" for _, count, address in rules]
    text += [f"FNF:{len(rules)}", f"FNH:{sum(count > 0 for _, count, _ in rules)}"]
    for line, block, branch, taken in sorted(branches, key=lambda each: each[:3]):
        text.append(f"BRDA:{line},{block},{branch},{'-' if taken is None else taken}")
    text += [f"BRF:{len(branches)}", f"BRH:{sum(bool(taken) for *_, taken in branches)}"]
    text += [f"DA:{line},{count}" for line, count in sorted(lines.items())]
    text += [f"LF:{len(lines)}", f"LH:{sum(count > 0 for count in lines.values())}"]
    return "".join(f"{line}\n" for line in [*text, "end_of_record"])
