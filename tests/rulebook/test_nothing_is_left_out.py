"""A rulebook tells every condition and every statement: what is added to a rule is told, too.

A condition and a statement that no rule has, with a number that no text has, are put at each place
of each game where its rules have conditions and statements. The notes, which may stand for rules,
are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from cardrules import rulesets
from cardrules.interpreter.check.load import load_ruleset, load_text
from cardrules.interpreter.program import ir
from cardrules.interpreter.program.program import Action, Effect, Parameter, Phase, Program
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.reach import available, happens, settle
from cardrules.interpreter.rulebook.rulebook import chapters, with_remarks
from cardrules.interpreter.speech.book import Book
from cardrules.interpreter.syntax import types as ty
from cardrules.rulesets import bundled

RARE: Final = ir.Const(7777, type=ty.NUMBER)
ADDED: Final = ir.Op("eq", (ir.Op("turn_number", (), type=ty.NUMBER), RARE), type=ty.BOOLEAN)
DEALER: Final = ir.Op("dealer", (), type=ty.PLAYER)
ANYBODY: Final = ir.Op("random", (ir.Op("players", (), type=ty.PLAYERS),), type=ty.PLAYER)
SCORE: Final = ir.VarRef("score", DEALER, type=ty.NUMBER)
STATEMENT: Final = ir.Assign(SCORE, ir.Op("add", (SCORE, RARE), type=ty.NUMBER))
WINS: Final = ir.Outcome(DEALER, True)
"""A statement that every rulebook tells, without the number."""
MEANT: Final = ("leader", "leads", "discards", "taker", "trump", "exempt", "may_trump", "plays_for")
"""The parts of the section `tricks` that are definitions, besides those that begin as these do."""
SEVERAL: Final = ("top_", "must.", "order_")

Case = tuple[str, Program]
Body = tuple[ir.Stmt, ...]


def both(condition: ir.Expr | None) -> ir.Expr:
    """Return a condition and the added one."""
    return ADDED if condition is None else ir.Logic(True, condition, ADDED, type=ty.BOOLEAN)


def either(condition: ir.Expr | None) -> ir.Expr:
    """Return a condition or the added one."""
    return ADDED if condition is None else ir.Logic(False, condition, ADDED, type=ty.BOOLEAN)


def changed(value: ir.Expr) -> ir.Expr:
    """Return a value that depends on the added condition."""
    match value.type:
        case ty.BOOLEAN:
            return both(value)
        case ty.PLAYER:
            other = ANYBODY if value == DEALER else DEALER
            return ir.Cond(ADDED, value, other, type=value.type)
        case ty.SUIT:
            return ir.Cond(ADDED, value, ir.Const(-1, type=ty.SUIT), type=value.type)
        case _:
            return ir.Filter(value, "x", ADDED, type=value.type)


def of_definitions(program: Program) -> Iterator[Case]:
    """Yield changes of the section `tricks`."""
    for name, each in program.definitions.items():
        part = name.removeprefix("·")
        ours = name != part and (part in MEANT or part.startswith(SEVERAL))
        if ours and each.value is not None and not isinstance(each.value, ir.Const):
            new = replace(each, value=changed(each.value))
            yield part, replace(program, definitions={**program.definitions, name: new})


def of_parameter(each: Parameter) -> Iterator[Parameter]:
    """Yield changes of what is chosen with an action."""
    if each.kind == "number":
        yield replace(each, source=RARE)
        yield replace(each, source=RARE, last=replace(RARE, value=9000))
    else:
        yield replace(each, source=changed(each.source))
    if each.kind == "cards":
        yield replace(each, least=RARE)
        yield replace(each, most=RARE)


def of_actions(program: Program, actions: dict[str, Action]) -> Iterator[Case]:
    """Yield changes of actions."""

    def with_(new: Action) -> Program:
        return replace(program, actions={**program.actions, new.name: new})

    for name, each in actions.items():
        yield f"actions.{name}.when", with_(replace(each, when=both(each.when)))
        for do in ((*each.do, STATEMENT), (STATEMENT, *each.do)):
            yield f"actions.{name}.do", with_(replace(each, do=do))
        yield (
            f"actions.{name}.do",
            with_(replace(each, do=(*each.do, ir.If(ADDED, (STATEMENT,), ())))),
        )
        for index, parameter in enumerate(each.parameters):
            for new in of_parameter(parameter):
                given = (*each.parameters[:index], new, *each.parameters[index + 1 :])
                yield f"actions.{name}.choose.{new.name}", with_(replace(each, parameters=given))


def of_effects(program: Program, actions: dict[str, Action], book: Book) -> Iterator[Case]:
    """Yield changes of the effects of actions."""
    effects = {each.name: each for action in actions.values() for each in action.effects}

    def with_(new: Effect) -> Program:
        def inside(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
            return tuple(new if each.name == new.name else each for each in effects)

        return replace(
            program,
            actions={name: replace(each, effects=inside(each.effects)) for name, each in program.actions.items()},
            events={name: inside(each) for name, each in program.events.items()},
        )

    for name, each in effects.items():
        if happens(book, each):
            yield f"effects.{name}.do", with_(replace(each, do=(*each.do, STATEMENT)))
            when = replace(each, when=both(each.when), do=(*each.do, WINS))
            yield f"effects.{name}.when", with_(when)


def written(address: str, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """Return statements with one more where an author wrote those of an address."""
    rest: list[ir.Stmt] = []
    own: tuple[ir.Stmt, ...] = ()
    for each in body:
        if isinstance(each, ir.Sugar) and each.meant == ir.Section(address):
            own = each.body
        else:
            rest.append(each)
    return ir.Sugar(ir.Section(address), (*own, STATEMENT)), *rest


def of_tricks(phase: Phase) -> Iterator[Phase]:
    """Yield changes of the phase of the tricks, where its author has written its parts."""
    first, last = phase.before[0], phase.after[-1]
    assert isinstance(first, ir.If)
    assert isinstance(last, ir.If)
    before = written(f"phases.{phase.name}.before", first.then)
    yield replace(phase, before=(replace(first, then=before),))
    yield replace(phase, after=(phase.after[0], *written("tricks.do", phase.after[1:])))
    end = replace(last, other=written(f"phases.{phase.name}.after", last.other))
    yield replace(phase, after=(*phase.after[:-1], end))
    go_on = ir.Op("not", (ADDED,), type=ty.BOOLEAN)
    rest = last.test.right if isinstance(last.test, ir.Logic) else last.test
    until = replace(last, test=ir.Logic(True, go_on, rest, type=ty.BOOLEAN))
    yield replace(phase, after=(*phase.after[:-1], until))


def of_phase(phase: Phase) -> Iterator[Phase]:
    """Yield changes of a phase that is not that of the tricks."""
    yield replace(phase, before=(*phase.before, STATEMENT))
    yield replace(phase, after=(*phase.after, STATEMENT))
    yield replace(phase, until=either(phase.until))
    if phase.scheme != "at once":
        yield replace(phase, players=changed(phase.players))


def of_phases(program: Program, book: Book) -> Iterator[Case]:
    """Yield changes of phases."""
    for name, each in program.phases.items():
        if not happens(book, each):
            continue
        tricks = (
            book.rules.tricks is not None
            and book.rules.tricks.phase is not None
            and (book.rules.tricks.phase.text == name)
        )
        news = [
            replace(each, when=both(each.when)),
            replace(each, turn_before=(*each.turn_before, STATEMENT)),
            replace(each, turn_after=(*each.turn_after, STATEMENT)),
            *(of_tricks(each) if tricks else of_phase(each)),
        ]
        if each.scheme in ("in turn", "each once"):
            among = each.among or ir.Op("players", (), type=ty.PLAYERS)
            news.append(replace(each, among=changed(among)))
        for new in news:
            yield f"phases.{name}", replace(program, phases={**program.phases, name: new})


def of_deals(program: Program) -> Iterator[Case]:
    """Yield changes of the deal and of the match."""
    yield "deal.do", replace(program, deal_do=(*program.deal_do, STATEMENT))
    yield "deal.after", replace(program, deal_after=(*program.deal_after, STATEMENT))
    yield "deal.together", replace(program, deal_together=(STATEMENT,))
    yield "match.until", replace(program, match_until=either(program.match_until))
    yield "match.result", replace(program, match_result=(*program.match_result, STATEMENT))
    if program.match_deals > 1:
        yield "match.deals", replace(program, match_deals=7777)
        yield "deal.dealer", replace(program, dealer=changed(program.dealer))
    first = program.first_dealer
    yield "deal.first", replace(program, first_dealer=changed(first or DEALER))


SAMPLE: Final = ("hearts", "love_letter")
"""The games of which a sample tries all changes."""


@pytest.mark.parametrize("name", bundled())
def test_what_is_added_to_a_rule_is_told(name: str, amount: Callable[[int, int], int]) -> None:
    """Of one player no sentence says whose turn it is."""
    loaded = load_ruleset(name)
    assert loaded.program is not None
    assert loaded.ruleset is not None
    program, rules = loaded.program, loaded.ruleset
    if program.players == 1 or (name not in SAMPLE and not amount(0, 1)):
        return
    book = Book(program, rules)
    settle(book)
    actions = available(book)
    cases = [
        *of_definitions(program),
        *of_actions(program, actions),
        *of_effects(program, actions, book),
        *of_phases(program, book),
        *of_deals(program),
    ]
    for address, changed_program in cases:
        other = Book(changed_program, rules)
        settle(other)
        text = " ".join(d.plain(line) for line in d.lines(with_remarks(other)))
        assert "7,777" in text, address


def text_of(rules: str) -> str:
    loaded = load_text(rules)
    assert loaded.program is not None, loaded.failure()
    return " ".join(d.plain(line) for line in d.lines(chapters(loaded)))


HOUSE_RULE = "cardrules: 1\nextends: hearts\nname: Test\nadd: {actions: {play: {when: WHEN}}}\n"
FILTERED = """\
cardrules: 1
extends: hearts
name: Test
change: {actions: {play: {choose: {card: a card from CARDS}}}}
"""


def test_a_house_rule_on_the_play_to_a_trick_is_told() -> None:
    """The usual play stands in the paragraph about following alone."""
    assert "Play: " not in text_of("cardrules: 1\nextends: hearts\nname: Test\n")
    text = text_of(HOUSE_RULE.replace("WHEN", "rank of card is not A or size of hand < 5"))
    assert "Choose a card from the cards that may be played." in text
    assert "only if the card is not an ace or you have fewer than five cards in hand" in text
    text = text_of(FILTERED.replace("CARDS", "playable where rank is not A"))
    assert "Choose a card from the cards that may be played that is not an ace." in text
    text = text_of(FILTERED.replace("CARDS", "(playable where rank is not A) otherwise playable"))
    assert "that is not an ace (or else any of these)." in text


CHANGED = """\
cardrules: 1
extends: hearts
name: Test
change:
  actions: {give: {choose: {gift: 4 cards from hand}, do: move gift to hand of left of actor}}
"""


def test_the_help_and_the_notes_of_a_rule_that_a_child_has_changed_are_left_out() -> None:
    """They may no longer hold; a help that the child writes itself stands."""
    text = text_of(CHANGED)
    assert "Pass: Choose four cards from your hand. Give the cards to the player on your left." in (text)
    assert "three cards" not in text
    text = text_of(CHANGED.replace("choose:", "help: Choose four cards to pass on., choose:"))
    assert "Pass: Choose four cards to pass on." in text


STEPS = """\
cardrules: 1
extends: hearts
name: Test
change: {actions: {play: {phase: playing}}}
add:
  phases: {trick_taking: {steps: [saying, playing]}}
  variables: {called: {type: suit}}
  actions: {call: {phase: saying, do: called becomes hearts}}
"""


def test_the_steps_of_a_turn_in_tricks_are_told() -> None:
    text = text_of(STEPS)
    assert "A turn has two parts: “saying” and “playing”. Saying. Call: " in text
    assert "Playing. Play: " in text


NOTED = "Thus said by hand."


@pytest.mark.parametrize(
    ("parent", "about", "change", "new"),
    [
        ("spades", "match", "match: {winner: lowest}", "The lowest score wins."),
        ("durak", "match", "match: {winner: highest}", "The highest score wins."),
        ("euchre", "tricks.top_trumps", "tricks: {top_trumps: [rank is A]}", "from the top: aces."),
        ("loba_de_menos", "melds.pierna", "melds: {pierna: {size: 3 to 4}}", "Three or four cards"),
        (
            "hearts",
            "phases.passing",
            "define: {recipient: {is: left of left of p}}",
            "Give the cards to the second player on your left.",
        ),
        ("hearts", "tricks.leader", "tricks: {leader: owner of 3C}", "The player who has 3♣"),
        ("durak", "phases.adding", "define: {throwers: {is: players - defender}}", "players but the defender"),
        ("bridge", "actions.double", "actions: {double: {do: stake becomes 3}}", "is now 3."),
        ("bridge", "deal.after", "define: {penalty: 77 * undertricks}", "77 times"),
        ("pinochle", "define.show_melds", "define: {times: {table: {0: 0, 1: 1, 2: 12, otherwise: 20}}}", "12 for 2"),
        ("durak", "phases.adding", "define: {in_play: players where size of hand of it > 7}", "more than seven cards"),
    ],
)
def test_notes_about_what_a_child_has_changed_are_left_out(
    tmp_path: Path, parent: str, about: str, change: str, new: str
) -> None:
    """Also about parts that are not texts of the effect language, such as a winner or a size."""
    noted = tmp_path / "noted.yaml"
    path = rulesets.path(parent)
    assert path is not None
    noted.write_text(path.read_text("utf-8").replace("\nnotes:\n", f"\nnotes:\n  told: {NOTED} ({about})\n"), "utf-8")
    assert NOTED in text_of(f"cardrules: 1\nextends: {noted}\nname: Test\n")
    text = text_of(f"cardrules: 1\nextends: {noted}\nname: Test\nchange: {{{change}}}\n")
    assert NOTED not in text
    assert new in text
