"""What the options leave of a game: the phases that are played, the actions, and what they set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..program import ir
from ..program.program import Action, Effect, Phase
from ..program.tree_walk import parts, phase_bodies, substitute
from ..speech.book import Book
from ..speech.simplify import Simplifier
from ..syntax import types as ty

_ALL_MELDS = ("melding", "deadwood", "against", "loose", "laid_off", "extends", "extends_as")
_BY_RANKING = ("in_ranking", "ranks_above", "ranks_with", "pattern")
_SETTLED = (ty.BOOLEAN, ty.NUMBER, ty.RANK, ty.SUIT, ty.PLAYER)


def happens(book: Book, rule: Phase | Action | Effect) -> bool:
    """Return whether the options allow a phase, an action or an effect, and leave it what to do."""
    when = rule.when and book.simplifier.expression(rule.when)
    idle = isinstance(rule, Effect) and rule.do and not book.simplifier.block(rule.do)
    return not (idle or (isinstance(when, ir.Const) and not when.value))


def available(book: Book) -> dict[str, Action]:
    """Return the actions that can be chosen, in a turn or as an answer to a question."""
    return _Reach(book).actions


def rankings(book: Book) -> set[str]:
    """Return the rankings by which the rules compare cards."""
    reach, simple = _Reach(book), book.simplifier
    actions = reach.actions.values()
    nodes: list[object] = [*reach.statements, *(each for a in actions for each in a.parameters)]
    tests = [each.when for a in actions for each in (a, *a.effects)]
    tests += (each for p in book.program.phases.values() for each in (p.when, p.until))
    nodes += (simple.expression(each) for each in tests if each is not None)
    nodes += (simple.definition(name) for name in book.program.definitions)
    names = list(book.program.rankings)
    found: set[str] = set()
    for node in parts(tuple(nodes), ir.Op):
        each = simple.expression(node)
        if isinstance(each, ir.Op) and each.name in _BY_RANKING:
            which = each.arguments[-1]
            if isinstance(which, ir.Const) and isinstance(which.value, int):
                found.add(names[which.value])
    return found


def used(book: Book) -> set[str]:
    """Return the definitions on which rules depend under the options, and those of screens.

    What only hints for bots use is not among them.
    """
    program = book.program
    whole = Book(program, book.rules)
    whole.simplifier = Simplifier(program, program.definitions)  # each by its name
    settle(whole)
    found = {name for name, definition in program.definitions.items() if definition.shown}
    shown = map(whole.simplifier.definition, found)
    waiting = [*_Reach(whole).rules(), program.limit_result, program.teams, *shown]
    while waiting:
        tree = waiting.pop()
        names = {each.definition for each in parts(tree, ir.Use, ir.Perform)} - found
        waiting += map(whole.simplifier.definition, names)
        found |= names
    return found


def melds(book: Book) -> set[str]:
    """Return the melds that players lay or that count, also the parts of which others consist."""
    known = book.program.melds
    if book.program.rankings or any(map(book.uses, _ALL_MELDS)):
        return set(known)
    reach = _Reach(book)
    found = {name for a in reach.actions.values() for p in a.parameters for name in p.melds}
    values = (book.simplifier.definition(name) for name in book.program.definitions)
    nodes = (*reach.statements, *(a.when for a in reach.actions.values()), *values)
    found |= {each.meld for each in parts(nodes, ir.IsMeld)}
    for each in parts(nodes, ir.Op):
        match each:
            case ir.Op(name="parts", arguments=(_, ir.Const(value=tuple(numbers)))):
                found |= {list(known)[number] for number in numbers}
            case _:
                pass
    return found | {part.name for name in found for part in known[name].parts}


def zones(book: Book) -> set[str]:
    """Return the zones into which cards come, and that of the pack."""
    found = {book.program.pack_zone}
    for each in _Reach(book).statements:
        match each:
            case ir.Move(target=target) | ir.DealOut(target=target) | ir.Draw(target=target):
                found.add(target.zone)
            case ir.Lay(zone=zone):
                found.add(zone)
            case _:
                pass
    return found


def settle(book: Book) -> None:
    """Let sentences know the values of variables that no rule changes under the options."""
    known = {
        variable.name: replace(variable.start)  # an object that no other expression has
        for variable in book.program.variables.values()
        if variable.type in _SETTLED and isinstance(variable.start, ir.Const)
    }
    while book.simplifier.learn(known):  # rules that set one may be those that lead to others
        reach = _Reach(book)
        changed = {each.target.variable for each in reach.statements if isinstance(each, ir.Assign)}
        if not changed & known.keys():  # sentences cannot say what is done with nobody
            left = set(map(id, parts(reach.told(), ir.Const)))
            changed = {
                name for name, value in known.items() if (value.type in (ty.SUIT, ty.PLAYER) and id(value) in left)
            }
        known = {name: value for name, value in known.items() if name not in changed}


class _Reach:
    """The actions and the statements that the options leave.

    Args:
        book: the book of the game.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self.statements: list[ir.Stmt] = []
        self._events: set[str] = set()  # that have been followed
        program = book.program
        phases = [phase for phase in program.phases.values() if happens(book, phase)]
        waiting = [
            program.deal_do,
            program.deal_after,
            program.deal_together,
            program.match_result,
            *(body for phase in phases for body in phase_bodies(phase)),
        ]
        names = [name for phase in phases for _, actions in phase.steps for name in actions]
        found: set[str] = set()
        while names or waiting:
            for name in names:
                action = program.actions[name]
                if name not in found and happens(book, action):
                    found.add(name)
                    waiting.append(action.do)
                    waiting += (effect.do for effect in action.effects if happens(book, effect))
            names.clear()
            for node in self._inside(waiting.pop(), {}) if waiting else ():
                self.statements.append(node)
                names += node.actions if isinstance(node, ir.Ask) else ()
        self.actions = {name: each for name, each in program.actions.items() if name in found}

    def told(self) -> tuple[object, ...]:
        """Return the statements and the expressions of which the rulebook may tell."""
        values = map(self._book.simplifier.definition, self._book.program.definitions)
        return (*self.rules(), *values)

    def rules(self) -> tuple[object, ...]:
        """Return the statements and the expressions of all rules but definitions."""
        book, simple = self._book, self._book.simplifier.expression
        program = book.program
        actions = self.actions.values()
        phases = [phase for phase in program.phases.values() if happens(book, phase)]
        texts = [
            program.dealer,
            program.first_dealer,
            program.match_until,
            *(each for p in phases for each in (p.when, p.until, p.players, p.among, p.order)),
            *(each.when for a in actions for each in (a, *a.effects)),
            *(each for a in actions for p in a.parameters for each in p.asked),
        ]
        return (*self.statements, *(each and simple(each) for each in texts))

    def _inside(self, body: Iterable[ir.Stmt], given: Mapping[str, ir.Expr]) -> Iterator[ir.Stmt]:
        """Yield statements, also those of the procedures and effects that they start.

        Args:
            body: the statements.
            given: the constants that a procedure has been given.
        """
        program, simple = self._book.program, self._book.simplifier
        for node in simple.block(tuple(body)):
            yield node
            match node:
                case ir.If(test=test, then=then, other=other):
                    known = simple.expression(substitute(test, dict(given)))
                    if not isinstance(known, ir.Const) or known.value:
                        yield from self._inside(then, given)
                    if not isinstance(known, ir.Const) or not known.value:
                        yield from self._inside(other, given)
                case ir.ForEach(body=inner) | ir.Repeat(body=inner) | ir.Sugar(body=inner):
                    yield from self._inside(inner, given)
                case ir.Announce(event=event) if event not in self._events:
                    self._events.add(event)
                    for effect in program.events.get(event, ()):
                        if happens(self._book, effect):
                            yield from self._inside(effect.do, {})
                case ir.Perform(definition=name, arguments=arguments):
                    definition = program.definitions[name]
                    values = [simple.expression(substitute(each, dict(given))) for each in arguments]
                    pairs = zip(definition.parameters, values, strict=True)
                    constants = {word: v for (word, _), v in pairs if isinstance(v, ir.Const)}
                    yield from self._inside(definition.do, constants)
                case _:
                    pass
