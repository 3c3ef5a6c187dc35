"""The rules of docs/architecture.md for `compile/`, and properties of generated code."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardrules import rulesets
from cardrules.interpreter.core import nodes
from cardrules.interpreter.core.build import inside, names_given, nodes_in, targets_of
from cardrules.interpreter.core.effects import DRAWING, STOPPING
from cardrules.interpreter.core.labels import FIXED, Kind, Label, Labels
from cardrules.interpreter.core.pack_tables import TABLES
from cardrules.interpreter.play.game import rules_of
from cardrules.interpreter.runtime import budgets, piles, primitives, seats, subsets
from cardrules.interpreter.syntax.operations.declaration import Operation
from cardrules.interpreter.syntax.operations.table import OPERATIONS

from ..loading import loaded

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "interpreter" / "compile").rglob("*.py"))
CLASSES = {
    node.name: node
    for path in FILES
    for node in ast.parse(path.read_text("utf-8")).body
    if isinstance(node, ast.ClassDef)
}

KINDS_OF = {"Machine": ["Outline"], "TableMachine": ["Machine"]}
"""Classes of which a user may be given one for another; all others stand alone."""

BUILDERS = {
    "Names",
    "Frame",
    "Labels",
    "PackTables",  # tables of the context, which are only added to
    "Pieces",
    "_Joining",
    "_Found",  # made for one body of statements, and thrown away after it
}

GAMES = [
    *rulesets.bundled(),
    *(str(path) for path in sorted((ROOT / "tests" / "games").glob("*.yaml"))),
    *(str(path) for path in sorted((ROOT / "examples").glob("*.yaml"))),
]


@pytest.mark.parametrize("name", CLASSES)
def test_no_class_inherits_the_code_of_another(name: str) -> None:
    bases = [ast.unparse(base) for base in CLASSES[name].bases]
    assert [base for base in bases if base in CLASSES] == KINDS_OF.get(name, [])


@pytest.mark.parametrize("name", sorted(set(CLASSES) - BUILDERS))
def test_no_part_changes_after_it_is_made(name: str) -> None:
    for method in CLASSES[name].body:
        if isinstance(method, ast.FunctionDef) and method.name != "__init__":
            for node in ast.walk(method):
                stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
                assert not (stored and ast.unparse(node).startswith("self.")), method.name


def test_labels() -> None:
    labels = Labels()
    assert [labels.code(kind) for kind in FIXED] == [-kind for kind in FIXED]
    entered, turn = labels.code(Kind.ENTER, "play"), labels.code(Kind.TURN, "play")
    assert (labels.code(Kind.ENTER, "play"), turn) == (entered, entered - 1)
    assert labels.piece("then") != labels.piece("then")
    functions = [label.function for label in labels.in_order()]
    assert len(set(functions)) == len(functions)
    assert labels.function(entered) == Label(Kind.ENTER, "play").function == "block_enter_play"


# -- generated code


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_locals_of_generated_code(name: str) -> None:
    """They are set before they are read, and hide no function and no constant."""
    game = loaded(name)
    assert rules_of(game).machine.frame == rules_of(game).bare.frame  # a world takes the frame over
    for machine in (rules_of(game).machine, rules_of(game).bare):
        trees = machine.functions.trees()
        functions = {tree.name for tree in trees}
        for tree in trees:
            assert unset(tree) == set(), tree.name
            own = locals_of(tree)
            assert not own & functions, tree.name
            assert not [local for local in own if local.isupper()], tree.name


def locals_of(tree: nodes.FunctionDef) -> set[str]:
    """Return all locals of a function, its parameters among them."""
    parameters = (node.name for node in nodes_in(tree) if isinstance(node, nodes.Parameter))
    return {*names_given(tree), *parameters}


def unset(tree: nodes.FunctionDef) -> set[str]:
    """Return the locals that are read where they may not have been set.

    >>> unset(function_of("def f(a):\\n if a: b = a\\n return b"))
    {'b'}
    >>> unset(function_of("def f(a):\\n for b in a:\\n  break\\n else: b = 0\\n return b"))
    set()
    """
    found: set[str] = set()
    _run(tree.body, {argument.name for argument in tree.parameters}, locals_of(tree), found, [])
    return found


def _run(
    body: Sequence[nodes.Statement], known: set[str], own: set[str], found: set[str], breaks: list[set[str]]
) -> set[str] | None:
    """Return what is set after some statements; None if they always lead elsewhere.

    What is set where they leave a loop is added to `breaks`.
    """
    for node in body:
        match node:
            case nodes.If(test=test, body=then, orelse=other):
                _read(test, known, own, found)
                ends = [_run(each, set(known), own, found, breaks) for each in (then, other)]
                going_on = [end for end in ends if end is not None]
                if not going_on:
                    return None
                known = {local for local in going_on[0] if all(local in end for end in going_on)}
            case nodes.For(target=target, iter=over, body=inner, orelse=other):
                _read(over, known, own, found)
                names = {n.id for n in nodes_in(target) if isinstance(n, nodes.Name)}
                left: list[set[str]] = []
                _run(inner, known | names, own, found, left)
                if other:
                    end = _run(other, set(known), own, found, breaks)
                    left += [] if end is None else [end]
                    known = {local for local in left[0] if all(local in each for each in left)}
            case nodes.While(test=test, body=inner):
                _read(test, known, own, found)
                _run(inner, set(known), own, found, [])
            case nodes.Assign(value=value):
                _read(value, known, own, found)
                for target in targets_of(node):
                    if isinstance(target, nodes.Name):
                        known = known | {target.id}
                    else:
                        _read(target, known, own, found)
            case nodes.AnnAssign(target=nodes.Name(id=local), value=nodes.Expression() as value):
                _read(value, known, own, found)
                known = known | {local}
            case nodes.AugAssign(target=nodes.Name(id=local)):
                _read(node.value, known, own, found)
                found |= {local} - known
            case nodes.Break():
                breaks.append(known)
                return None
            case nodes.Return():
                _read(node, known, own, found)
                return None
            case _:
                _read(node, known, own, found)
    return known


def _read(node: nodes.Node, known: set[str], own: set[str], found: set[str]) -> None:
    match node:
        case nodes.ListComp() | nodes.GeneratorExp():
            for generator in node.generators:
                _read(generator.iter, known, own, found)
                names = {n.id for n in nodes_in(generator.target) if isinstance(n, nodes.Name)}
                known = known | names
                for test in generator.ifs:
                    _read(test, known, own, found)
            _read(node.elt, known, own, found)
        case nodes.Lambda():
            _read(node.body, known | {a.name for a in node.parameters}, own, found)
        case nodes.Name(id=local):
            if local in own and local not in known:
                found.add(local)
        case _:
            for part in inside(node):
                _read(part, known, own, found)


def test_what_raises_is_known_to_stop_a_game() -> None:
    """Code that may stop a game is neither left out nor moved, so it must be known which does."""
    raising: set[str] = set()
    for module in (primitives, piles, seats, subsets, budgets):
        functions = {
            node.name: node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.FunctionDef)
        }
        found = {name for name, node in functions.items() if _raises(node)}
        while more := {name for name, node in functions.items() if name not in found and _calls(node, found)}:
            found |= more
        raising |= {f"_{name}" for name in found} | found
    known = {name for name, value in primitives.NAMES.items() if getattr(value, "__name__", "") in raising}
    never_in_expressions = {"_seating", "_stuck", "_seat_of", "__check_column", "__no_column"}
    assert known - never_in_expressions - DRAWING <= STOPPING
    for operation in OPERATIONS.values():
        texts = (operation.code, operation.sets, operation.lists, operation.departures)
        stops = any(re.search(rf"{name}\(", text) for name in STOPPING for text in texts)
        assert operation.stops == stops, operation.name


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda each: each.name)
def test_templates_mention_only_what_there_is(operation: Operation) -> None:
    """A wrong name fails here, not when the first game uses the word."""
    made = "ARRANGE KINDS GROW RANKINGS R _owner _place _on_top _beneath _upward".split()
    known = {*"abcdsxzN", "zone", "laid", *made} | TABLES | primitives.NAMES.keys() | vars(builtins).keys()
    texts = (operation.code, operation.sets, operation.lists, operation.departures, operation.divided, operation.call)
    names = [each for text in texts if text for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Name)]
    bound = {each.id for each in names if isinstance(each.ctx, ast.Store)}
    assert {each.id for each in names} - bound <= known
    assert {*(operation.alike or ())} <= TABLES


def _raises(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Raise) for each in ast.walk(node))


def _calls(node: ast.FunctionDef, names: set[str]) -> bool:
    return any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(node))
