"""Scenarios as they are written: the texts of the examples, each with its place in a file.

The classes hold what the YAML says and nothing else. `examining.py` finds mistakes in these texts,
`running.py` plays them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import Span
from ..source.located import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Line:
    """The text of an action in a scenario, with its place in the file."""

    text: str
    node: Scalar

    @property
    def span(self) -> Span:
        """Where the text is written."""
        return self.node.span


@dataclass(frozen=True, slots=True)
class Test:
    """One test of a scenario, as it is written; what is not written is empty or None.

    Attributes:
        number: which test of its scenario this is, from 1.
        span: where the test is written.
        help: the author's description.
        play: the actions to play first, in order.
        legal: exactly the actions that are legal then, or their number.
        legal_span: where `legal` is written.
        includes: actions that must be among the legal ones.
        excludes: actions that must not be legal.
        then: expected cards, values, phase and so on (see `expectations.Expected`).
    """

    number: int
    span: Span
    help: str
    play: tuple[Line, ...]
    legal: tuple[Line, ...] | int | None
    legal_span: Span
    includes: tuple[Line, ...]
    excludes: tuple[Line, ...]
    then: Mapping | None

    @property
    def says_nothing(self) -> bool:
        """Whether the test expects nothing, so that it cannot fail."""
        return not (self.play or self.includes or self.excludes or self.then) and (self.legal is None)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it is written; a key that is not written is None.

    It begins either with a deal (`seed`, `deck`, `dealer`, `deal`) or with a position (`given`).

    Attributes:
        name: its key in the `scenarios` section.
        span: where that key is written.
        help: the author's description.
        options: the options that it changes.
        players: the number of players.
        variant: the variant that it is played under.
        deck: the first cards of the pack, or of each table's pack, top first.
        dealer: the seat of the dealer, from 0.
        deal: the number of the deal, from 1.
        single_deal: whether the match ends after one deal.
        seed: the seed of all chance.
        given: the position to begin with.
        tests: the tests, each of which begins anew.
    """

    name: str
    span: Span
    help: str
    options: Mapping | None
    players: Scalar | None
    variant: Scalar | None
    deck: Node | None
    dealer: Scalar | None
    deal: Scalar | None
    single_deal: Scalar | None
    seed: Scalar | None
    given: Mapping | None
    tests: tuple[Test, ...]

    @property
    def address(self) -> str:
        """The address that diagnostics and results use, such as `scenarios.GS-01`."""
        return f"scenarios.{self.name}"


def read_scenarios(tree: Mapping | None) -> list[Scenario]:
    """Return the scenarios of a `scenarios` section.

    Args:
        tree: the section, which has passed the schema; None if the file has none.
    """
    if tree is None:
        return []
    return [
        _scenario(name, entry.key_span, entry.value)
        for name, entry in tree.entries.items()
        if isinstance(entry.value, Mapping)
    ]


def _scenario(name: str, span: Span, tree: Mapping) -> Scenario:
    given, tests, options = tree.get("given"), tree.get("tests"), tree.get("options")
    return Scenario(
        name=name,
        span=span,
        help=_text(tree.get("help")),
        options=options if isinstance(options, Mapping) else None,
        players=_scalar(tree.get("players")),
        variant=_scalar(tree.get("variant")),
        deck=tree.get("deck"),
        dealer=_scalar(tree.get("dealer")),
        deal=_scalar(tree.get("deal")),
        single_deal=_scalar(tree.get("single_deal")),
        seed=_scalar(tree.get("seed")),
        given=given if isinstance(given, Mapping) else None,
        tests=tuple(
            _test(number, item)
            for number, item in enumerate(tests.items if isinstance(tests, Sequence) else (), 1)
            if isinstance(item, Mapping)
        ),
    )


def _test(number: int, tree: Mapping) -> Test:
    legal, then = tree.get("legal"), tree.get("then")
    wanted: tuple[Line, ...] | int | None = _lines(legal) if legal is not None else None
    if isinstance(legal, Scalar) and type(legal.value) is int:
        wanted = legal.value
    return Test(
        number=number,
        span=tree.span,
        help=_text(tree.get("help")),
        play=_lines(tree.get("play")),
        legal=wanted,
        legal_span=legal.span if legal is not None else tree.span,
        includes=_lines(tree.get("includes")),
        excludes=_lines(tree.get("excludes")),
        then=then if isinstance(then, Mapping) else None,
    )


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) and node.value is not None else None


def _text(node: Node | None) -> str:
    return node.text.strip() if isinstance(node, Scalar) else ""


def _lines(node: Node | None) -> tuple[Line, ...]:
    """Return the actions of a text or of a list of texts."""
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(Line(item.text.strip(), item) for item in items if isinstance(item, Scalar))


def integer(node: Scalar | None, otherwise: int) -> int:
    """Return the number that a scalar holds, or `otherwise` if it holds none."""
    return node.value if node is not None and type(node.value) is int else otherwise
