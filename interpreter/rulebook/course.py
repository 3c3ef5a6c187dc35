"""The chapters about what players do: phases, turns, actions and effects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Final

from ..program import ir
from ..program.program import Action, Effect, Phase
from ..program.tree_walk import parts, walk
from ..speech import english
from ..speech.book import Book
from ..speech.english import listed, prose
from ..speech.grammar import (
    YOU,
    Aside,
    Case,
    Conditional,
    Instruction,
    Joint,
    Listed,
    NounPhrase,
    Numeral,
    Part,
    Proposition,
    Subordinate,
    joint,
    phrase,
    said,
    steps,
    the,
)
from ..speech.simplify import alternatives
from ..speech.speech import Speech
from ..syntax import types as ty
from ..syntax.passing import HOLDER, PASSED
from ..syntax.tricks import LEADER
from . import document as d
from .choices import chosen, is_plain, is_said, speaking
from .reach import available, happens
from .sentences import Teller
from .sequence import in_steps
from .terms import terms
from .tricks import Tricks

THE_PLAY: Final = "The play"
"""The chapter about the phases."""
_PART: Final = NounPhrase("part", "this")
_PLAYERS: Final = NounPhrase("players", plural=True, person=True)
ASKED: Final = "When you are asked"
"""Its section about the actions that players choose when they are asked."""
_PLAIN: Final = (
    ir.Move,
    ir.Lay,
    ir.Draw,
    ir.Assign,
    ir.Let,
    ir.DealOut,
    ir.Shuffle,
    ir.Reveal,
    ir.Tell,
)
"""Statements that the help of an action tells."""

_LONG: Final = 80  # letters of an action that is not said twice


class Course:
    """Tells the phases of a deal and what players do in them."""

    def __init__(self, book: Book) -> None:
        """Prepare for a game."""
        self._book = book
        self._told_effects: dict[tuple[d.Line, ...], tuple[str, str]] = {}
        self._inlined: set[str] = set()
        self._alone = False  # whether there is only one phase, which then has no heading
        # Where actions are told: in which phase, and in which step of it if it has several.
        self._by_note: dict[str, tuple[str, str]] = {}
        self._told_actions: dict[d.Line, tuple[str, str]] = {}
        self._remarks: dict[str, tuple[str, str]] = {}
        self._available = available(book)
        self._asks: dict[str, list[ir.Ask]] = {}
        for ask in parts(book.program, ir.Ask):
            for name in ask.actions:
                self._asks.setdefault(name, []).append(ask)

    def chapters(self) -> d.Document:
        """Return the chapters about the phases."""
        phases = [phase for phase in self._book.program.phases.values() if happens(self._book, phase)]
        blocks: list[d.Block] = [d.Heading(2, THE_PLAY)]
        if len(phases) > 1:
            told = NounPhrase("deal", "a").verb("has", *_parts([self._title(phase.name) for phase in phases]))
            blocks.append(d.paragraph(told))
        self._alone = len(phases) == 1
        for phase in phases:
            blocks += self._phase(phase)
            blocks += terms(self._book)
        blocks += self.answers(later=False)
        blocks += terms(self._book)
        return tuple(blocks)

    def _direction(self) -> str:
        """Return in which direction turns go, which the deal may have reversed."""
        dealt = self._book.simplifier.block(self._book.program.deal_do)
        turned = sum(isinstance(each, ir.Reverse) for each in dealt) % 2
        return "clockwise" if turned == self._book.program.counterclockwise else "counterclockwise"

    def _title(self, phase: str) -> str:
        name = english.title(self._book.label(phase)) if phase else ""
        return "Turns" if name == "Turn" else name

    # -- phases

    def _phase(self, phase: Phase) -> list[d.Block]:
        book = self._book
        blocks: list[d.Block] = []
        if not self._alone:
            blocks.append(d.Heading(3, self._title(phase.name)))
        tricks = book.rules.tricks
        if tricks is not None and tricks.phase is not None and tricks.phase.text == phase.name:
            return [*blocks, *self._tricks(phase)]
        help = book.prose(book.rules.phases[phase.name].help)
        instead = book.notes(f"phases.{phase.name}", whole=True)
        remark = book.remark(f"phases.{phase.name}")
        if instead:
            first, *rest = instead
            *before, last = prose([help, first]), *rest
            blocks += map(d.paragraph, before)
            text = [last, remark]
        else:
            text = [help, remark, *self._way(phase)]
        steps = self._steps(phase)
        text += self._parts(steps)
        if prose(text):
            blocks.append(d.paragraph(*text))
        for step, actions in steps:
            blocks += self._step(step if len(steps) > 1 else "", actions, phase)
        blocks += self._effects([each for _, actions in steps for each in actions], phase.name)
        if not instead:
            blocks += self._end(phase)
        if phase.next is not None:
            name = f"“{english.title(book.label(phase.next))}”"
            blocks.append(d.paragraph(phrase("then", NounPhrase(name).verb("follows"))))
        return blocks

    def _steps(self, phase: Phase) -> list[tuple[str, list[Action]]]:
        """Return the steps of a turn with the actions that the options leave."""
        steps = [(step, self._possible(actions)) for step, actions in phase.steps]
        return [(step, actions) for step, actions in steps if actions]

    def _parts(self, steps: list[tuple[str, list[Action]]]) -> list[Part]:
        """Return the names of the steps of a turn, if there are several."""
        if len(steps) < 2:
            return []
        return [NounPhrase("turn", "a").verb("has", *_parts([self._book.label(step) for step, _ in steps]))]

    def _way(self, phase: Phase) -> list[Part]:
        """Return when a phase is played, who acts in it, and how it begins and ends."""
        book = self._book
        teller = Teller(Speech(book, {}), phase=phase.name)
        text: list[Part] = []
        if phase.when is not None:
            when = book.simplifier.expression(phase.when)
            if not isinstance(when, ir.Const):
                text.append(_PART.verb("is", "played only ", Subordinate("if", teller.speech.clause(when))))
        text += teller.sentences([each for each in phase.before if not _bookkeeping(each)])
        text += self._scheme(phase, teller)
        if phase.until is not None:
            until = book.simplifier.expression(phase.until)
            if not isinstance(until, ir.Const):
                at_once = "; if that is so at its beginning, it is left out" if phase.scheme in ("one", "poll") else ""
                text.append(said(_PART.verb("ends", Subordinate("when", teller.speech.clause(until))), at_once))
        return [*text, *self._in_turns("beginning", phase.turn_before, phase)]

    def _in_turns(self, when: str, body: tuple[ir.Stmt, ...], phase: Phase) -> list[Part]:
        """Return what happens at the beginning or at the end of each turn of a phase."""
        told = Teller(Speech(self._book), phase=phase.name).sentences(body)
        return [said(f"at the {when} of your turn: ", steps(told, apart=True))] if told else []

    def _end(self, phase: Phase) -> list[d.Block]:
        """Return what happens at the end of each turn of a phase, and at its own end."""
        after = prose(self._in_turns("end", phase.turn_after, phase))
        blocks: list[d.Block] = [d.paragraph(after)] if after else []
        end = Teller(Speech(self._book, {}), phase=phase.name).sentences(phase.after)
        return [*blocks, *in_steps(["when this part is over"], end)]

    def _scheme(self, phase: Phase, teller: Teller) -> list[Part]:
        book, speech = self._book, teller.speech
        players = book.simplifier.expression(phase.players)
        if book.program.players == 1 and phase.scheme in ("in turn", "each once"):
            return []
        match phase.scheme:
            case "at once":
                return ["all players choose at once, in secret; when all have chosen, their choices are carried out"]
            case "poll":
                who = speech.noun(players)
                asked = "the following players are asked, one after the other, until all of them have declined: "
                again = "after each answer that does not decline they are asked again, from the first one on"
                return [said(asked, who), again]
            case "one":
                return [NounPhrase("it").verb("is", speech.noun(players).of("turn"))]
            case "each once":
                first = said("beginning with ", self._first(players, speech))
                lead: Part = NounPhrase("player", "each").verb("has", "one turn", Aside(first))
                if not (isinstance(players, ir.Op) and players.name == "players_from"):
                    lead = said("one after the other, each of these players acts once: ", speech.noun(players))
            case _:
                around = self._direction() if book.rules.most > 2 else ""
                first = Aside(said("beginning with ", speech.noun(players)))
                lead = _PLAYERS.verb("takes", phrase("turns", around, first))
                if phase.order is not None:
                    order = book.simplifier.expression(phase.order)
                    lead = _PLAYERS.verb("takes", "turns in this order: ", speech.noun(order))
                    if players != ir.Op("first", (order,), type=players.type, span=players.span):
                        theirs = the("first turn").verb("is", speech.noun(players).possessive)
                        lead = steps((lead, theirs), apart=True)
        text = [lead]
        passing = self._passing(phase)
        among = passing or phase.among
        if among is not None:
            among = book.simplifier.expression(among)
            every = isinstance(among, ir.Op) and among.name in ("players", "everybody")
            if not every:
                who = speech.noun(among)
                who = replace(who, determiner="") if who.determiner == "all" else who
                text.append(phrase("only", replace(who, plural=True).verb("takes", "part")))
        if passing is not None:
            row = self._in_a_row(phase)
            if row:
                text.append(
                    "this goes on until all others have passed in a row after the last "
                    "player who did not pass, or all have passed"
                )
            else:
                text.append(
                    "a player who has passed is out of this part; it goes on until only "
                    "one player has not passed, or all have passed"
                )
        return text

    def _first(self, players: ir.Expr, speech: Speech) -> NounPhrase:
        if isinstance(players, ir.Op) and players.name == "players_from":
            return speech.noun(players.arguments[0])
        return speech.noun(players)

    def _passing(self, phase: Phase) -> ir.Expr | None:
        """Return the players of a phase `until all others have passed`; None if it is not one."""
        match phase.among:
            case ir.Op(
                name="minus_players",
                arguments=(
                    ir.Op(name="minus_players", arguments=(players, ir.VarRef(variable=passed))),
                    _,
                ),
            ) if passed == PASSED and HOLDER not in self._written:
                return players
            case _:
                return None

    @property
    def _written(self) -> set[str]:
        """The variables that the author has written."""
        return {v.name for v in self._book.rules.variables.values() if v.span.end > v.span.start}

    def _in_a_row(self, phase: Phase) -> bool:
        """Return whether a pass counts only until somebody does not pass."""
        for _, actions in phase.steps:
            for name in actions:
                for each in self._book.program.actions[name].do:
                    match each:
                        case ir.Assign(target=ir.VarRef(variable=variable), value=value) if (
                            variable == PASSED and isinstance(value, ir.Const)
                        ):
                            return True
                        case _:
                            pass
        return False

    # -- actions

    def _possible(self, names: Iterable[str]) -> list[Action]:
        """Return the actions that the options do not exclude."""
        return [self._available[name] for name in names if name in self._available]

    def _step(self, step: str, actions: list[Action], phase: Phase) -> list[d.Block]:
        book = self._book
        lead = self._how_many(actions, not step or step == phase.steps[-1][0])
        head: tuple[d.Inline, ...] = (d.Strong(f"{english.title(book.label(step))}."),) if step else ()
        parts_ = d.line(*head, f" {lead}" if step and lead else lead)
        blocks: list[d.Block] = [d.Paragraph(parts_, leads=bool(lead))] if step or lead else []
        blocks.append(d.Bullets(tuple(self._action(each, phase.name, step) for each in actions)))
        return blocks

    def _how_many(self, actions: list[Action], last: bool) -> str:
        """Return how many of the actions of a step are done, if there are several.

        Args:
            actions: the actions.
            last: whether the step is the last one of a turn.
        """
        done = {each.name: self._written_out(each.do) for each in actions}
        ending = [each for each in actions if not any(parts(done[each.name], ir.PlayAgain))]
        again = [each for each in actions if ir.PlayAgain in map(type, done[each.name])]
        if not again or not ending or len(again) + len(ending) < len(actions):
            return "You do one of the following:" if len(actions) > 1 else ""
        names = listed([f"“{self._book.label(each.name)}”" for each in ending], "or")
        end = "ends your turn" if last else "ends this part"
        return f"You may do several of the following, until {names} {end}:"

    def _written_out(self, body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        """Return statements with those of the procedures that they perform."""
        found: list[ir.Stmt] = []
        for each in body:
            found.append(each)
            if isinstance(each, ir.Perform):
                found += self._written_out(self._book.program.definitions[each.definition].do)
        return tuple(found)

    def answers(self, *, later: bool) -> list[d.Block]:
        """Return the list of the actions that players choose when they are asked.

        Args:
            later: only those for which they are asked when a deal is over; otherwise the others.
        """
        program = self._book.program
        after = list(parts((program.deal_after, program.deal_together), ir.Ask))
        asked = [
            name
            for name, asks in self._asks.items()
            if name not in self._inlined
            and all(any(each is ask for each in after) for ask in asks) == later
            and not any(name in actions for p in program.phases.values() for _, actions in p.steps)
        ]
        actions = self._possible(asked)
        if not actions:
            return []
        told = later and any(each.about in ("deal.after", "deal.together") for each in self._book.told)
        items = (self._by_help(each) if told else self._action(each, "") for each in actions)
        blocks: list[d.Block] = [d.Heading(3, ASKED), d.Bullets(tuple(items))]
        return [*blocks, *self._effects(actions, "")]

    def _by_help(self, action: Action) -> d.Line:
        """Return an action whose results a note has described."""
        address = f"actions.{action.name}"
        title = d.Strong(english.title(self._book.label(action.name)), address)
        text = prose([self._book.prose(action.help)])
        return d.line(title, ": " if text else "", text, prose([self._book.remark(address)]))

    def _action(self, action: Action, phase: str, step: str = "") -> d.Line:
        """Return the line about an action.

        Args:
            action: the action.
            phase: the phase; empty for one that is asked for.
            step: the step of the phase, if that has several.
        """
        book, here = self._book, (phase, step)
        speech = speaking(book, action)
        teller = Teller(speech, tuple(each.name for each in action.effects), phase=phase)
        address = f"actions.{action.name}"
        help = book.prose(self._help(action))
        words = english.title(book.label(action.name))
        instead = book.instead(address)
        if instead:
            self._by_note[action.name] = here
            said = help.rstrip(".").lower() == words.lower()  # the title
            return d.line(d.Strong(words, address), ": ", prose(["" if said else help, instead, book.remark(address)]))
        if action.name in self._by_note:
            return d.line(d.Strong(words, address), ": ", self._see(self._by_note[action.name], phase))
        text: list[Part] = [] if help.rstrip(".").lower() == words.lower() else [help]
        choice = self._choice(action, speech)
        plain = bool(help) and all(is_plain(each) for each in action.parameters)
        if choice and not plain and not is_said(choice, help):
            text.append(choice)
        if action.when is not None:
            when = book.simplifier.expression(action.when)
            if not isinstance(when, ir.Const):
                conditions = [speech.clause(each) for each in alternatives(when, conjunction=True)]
                text.append(_only_if(conditions))
        do = book.simplifier.block(action.do)
        if help:
            book.mention_anew(replace(action, effects=()))
            known = tuple(each for each in do if _is_told(each) and not _lets(each, do))
            teller = replace(teller, speech=_drawn(teller.speech, do), known=known)
        text += teller.sentences(do)
        follows = any(happens(book, effect) for effect in action.effects)
        if not (action.parameters or help or follows) and (action.declines or not action.do):
            text.append("do nothing")
        name = d.Strong(words, address)
        line = d.line(name, ": ", prose(text))
        before = self._told_actions.setdefault(line, here)
        if before != here and len(d.plain(line)) > _LONG:
            return d.line(name, ": ", self._see(before, phase))
        return d.line(name, ": ", prose([*text, book.remark(address)]) or prose(["You may do this."]))

    def _see(self, told: tuple[str, str], phase: str) -> d.See:
        """Return where an action of a phase is told: the title of another phase, or of a step of this one."""
        there, step = told
        if there == phase and step:
            return d.See(english.title(self._book.label(step)))
        return d.See(ASKED if not there else THE_PLAY if self._alone else self._title(there))

    def _help(self, action: Action) -> str:
        """Return the help of an action, unless it explains one example of it."""
        for line in self._book.rules.notes.get("actions", "").splitlines():
            move, _, meaning = re.sub(r"\s{2,}", "\t", line.strip()).partition("\t")
            same = " ".join(meaning.split()).lower() in action.help.lower()
            if move.split()[:1] == [action.name] and " " in move and meaning and same:
                return ""
        return action.help

    def _choice(self, action: Action, speech: Speech) -> Part:
        found: list[Part] = []
        several = len(action.parameters) > 1
        kinds = [each.kind for each in action.parameters]
        for parameter in action.parameters:
            text = chosen(speech, parameter)
            if several and kinds.count(parameter.kind) > 1:
                text = said(text, f" (the {self._book.label(parameter.name)})")
            found.append(text)
        return Instruction("chooses", Listed(tuple(found))) if found else ""

    # -- effects

    def _effects(self, actions: list[Action], phase: str, lead: str = "") -> list[d.Block]:
        """Return what follows actions; what follows several of them is said once.

        Args:
            actions: the actions.
            phase: the phase in which they are chosen.
            lead: what they all are; empty for their names.
        """
        steps: list[d.Line] = []  # in their order
        after: dict[d.Line, list[str]] = {}
        for action in actions:
            last = 0
            for item in self._told(action, phase):
                if item in after:
                    last = steps.index(item) + 1
                else:
                    steps.insert(last, item)
                    last += 1
                after.setdefault(item, []).append(self._book.label(action.name))
        if not steps:
            return []
        verbs = {item: listed([f"“{name}”" for name in names], "or") for item, names in after.items()}
        whole = tuple(steps), tuple(verbs.values())
        alike = len(set(verbs.values())) == 1
        lead = lead or verbs[steps[0]]
        if alike and whole[0] in self._told_effects:
            before, part = self._told_effects[whole[0]]
            where = f"in “{part}”" if before == lead and part else f"after {before}"
            return [d.paragraph(f"after {lead} the same happens as {where}")]
        self._told_effects[whole[0]] = lead, self._title(phase)
        order = ", in this order" if len(steps) > 1 else ""
        items = whole[0] if alike else tuple((*item[:1], f" (after {verbs[item]})", *item[1:]) for item in steps)
        head = f"After {lead}{order}:" if alike else f"What follows{order}:"
        announced = replace(d.lead(head), after=verbs[steps[0]] if alike else "")
        return [announced, d.Bullets(items, numbered=len(items) > 1)]

    def _told(self, action: Action, phase: str) -> tuple[d.Line, ...]:
        speech = speaking(self._book, action)
        items: list[d.Line] = []
        names = tuple(effect.name for effect in action.effects)
        for index, effect in enumerate(action.effects):
            if not happens(self._book, effect):
                continue
            later = names[index + 1 :]
            done = (*action.do, *chain.from_iterable(each.do for each in action.effects[:index]))
            teller = Teller(self._bound(speech, action, done), later, phase=phase)
            item = self._effect(effect, teller)
            if item:
                items.append(item)
        return tuple(items)

    def _bound(self, speech: Speech, action: Action, done: tuple[ir.Stmt, ...]) -> Speech:
        """Return the speech with the names that the action's statements give.

        Args:
            speech: the speech of the action.
            action: the action.
            done: its statements and those that follow. What they may have changed is called by its name.
        """
        speech = _drawn(speech, self._book.simplifier.block(action.do))
        for index, statement in enumerate(action.do):
            if isinstance(statement, ir.Let) and statement.name not in speech.names:
                value = self._book.simplifier.expression(statement.value)
                noun = NounPhrase(speech.clause(value)) if value.type == ty.BOOLEAN else speech.noun(value)
                if value.type != ty.BOOLEAN and _may_change(value, self._written_out(done[index + 1 :])):
                    noun = the(self._book.label(statement.name), plural=noun.plural, person=noun.person)
                speech = speech.naming(statement.name, noun)
        return speech

    def _effect(self, effect: Effect, teller: Teller) -> d.Line:
        book = self._book
        help = book.rules.effects[effect.name].help if effect.name in book.rules.effects else ""
        instead, remark = self._remarks_on(effect)
        help = book.prose(help)
        when = effect.when and book.simplifier.expression(effect.when)
        if isinstance(when, ir.Const):  # it always holds
            when = None
        do = book.simplifier.block(effect.do)
        if help:
            book.mention_anew(effect)
            teller = replace(teller, known=tuple(each for each in do if _is_told(each) and not _lets(each, do)))
        title = d.Strong(english.title(book.label(effect.name)), f"effects.{effect.name}")
        if instead:
            self._answers_to(effect)  # the note tells them
            return d.line(title, ": ", prose([help, instead, remark]))
        answers = [d.plain(each[2:]) for each in self._answers_to(effect)]
        told = replace(teller, answers=frozenset(self._inlined)).sentences(do)
        if not told and not (help and effect.do):
            return ()
        text = steps(told)
        if when is not None and told:
            text = Conditional((Case(teller.speech.clause(when), text),))
        return d.line(title, ": ", prose([help, text, *answers, remark]))

    def _remarks_on(self, effect: Effect) -> tuple[str, str]:
        """Return the notes about an effect, also if it is told for several actions."""
        if effect.name not in self._remarks:
            address = f"effects.{effect.name}"
            instead = self._book.instead(address)
            self._remarks[effect.name] = instead, self._book.remark(address)
        return self._remarks[effect.name]

    def _answers_to(self, effect: Effect) -> list[d.Line]:
        """Return the actions that only this effect asks for, of the player who acts."""
        found: list[d.Line] = []
        for ask in parts(effect, ir.Ask):
            own = isinstance(ask.player, ir.Local) and ask.player.name == "actor"
            for action in self._possible(ask.actions):
                alone = len(ask.actions) == 1 and self._asks[action.name] == [ask]
                if own and alone and not action.effects:
                    self._inlined.add(action.name)
                    found.append(self._action(action, ""))
        return found

    # -- tricks

    def _tricks(self, phase: Phase) -> list[d.Block]:
        book = self._book
        tricks = Tricks(book, phase)
        text: list[Part] = [
            book.prose(book.rules.phases[phase.name].help),
            book.remark(f"phases.{phase.name}"),
        ]
        teller = Teller(Speech(book, {}), phase=phase.name)
        if phase.when is not None:
            when = book.simplifier.expression(phase.when)
            free = [
                each
                for each in alternatives(when, conjunction=False)
                if not any(isinstance(x, ir.VarRef) and x.variable == LEADER for x in walk(each))
            ]
            if free and not isinstance(when, ir.Const):
                clauses = [teller.speech.clause(each) for each in free]
                only = Subordinate("if", joint(clauses, conjunction=False))
                text.append(NounPhrase("tricks", plural=True).verb("is", "played only ", only))
        blocks: list[d.Block] = []
        text += teller.sentences(tricks.before)
        text += self._in_turns("beginning", phase.turn_before, phase)
        if any(text):
            blocks += [d.paragraph(*text), *terms(book)]
        blocks += tricks.blocks()
        blocks += map(d.paragraph, book.notes("tricks"))
        steps = self._steps(phase)
        actions = [each for _, several in steps for each in several]
        others = [each for each in actions if not tricks.is_play(each)]
        if len(steps) > 1:
            blocks.append(d.paragraph(*self._parts(steps)))
            for step, several in steps:
                blocks += self._step(step, several, phase)
        elif others:
            blocks.append(d.Bullets(tuple(self._action(each, phase.name) for each in others)))
        blocks += self._effects(actions, phase.name, "" if others else "a card has been played")
        after = prose(self._in_turns("end", phase.turn_after, phase))
        blocks += [d.paragraph(after)] if after else []
        end = teller.sentences(tricks.after)
        return [*blocks, *in_steps(["after the last trick"], end)]


def _parts(names: list[str]) -> tuple[Part, ...]:
    """Return how many parts something has, and what they are called."""
    several = NounPhrase("parts", Numeral(len(names), spelled=True), plural=True)
    return several, ": ", Listed(tuple(f"“{name}”" for name in names))


def _only_if(conditions: list[Proposition]) -> Part:
    short = len(conditions) < 3 and not any(isinstance(each, Joint) for each in conditions)
    tests = [joint(conditions)] if short else conditions
    parts_ = [part for each in tests for part in ("; and ", Subordinate("if", each))][1:]
    return said(YOU.verb("may", "do this only "), *parts_)


def _is_told(statement: ir.Stmt) -> bool:
    """Return whether a statement needs no words beside the help of its action."""
    if isinstance(statement, ir.Sugar):
        return all(map(_is_told, statement.body))
    if isinstance(statement, ir.Assign):
        return statement.target.variable != "score"
    if isinstance(statement, ir.Move) and isinstance(statement.target, ir.ZoneRef):
        return not isinstance(statement.target.seat, ir.Use)  # a player whom rules determine
    return isinstance(statement, _PLAIN)


def _drawn(speech: Speech, body: tuple[ir.Stmt, ...]) -> Speech:
    """Return the speech with names for what is chosen at random, which is chosen only once."""
    for each in body:
        if isinstance(each, ir.Let) and any(
            isinstance(part, ir.Op) and part.name in ("random", "random_n") for part in walk(each.value)
        ):
            plural = each.value.type == ty.CARDS or speech.noun(each.value).plural
            noun = the(speech.book.label(each.name), plural=plural, person=speech.noun(each.value).person)
            speech = speech.naming(each.name, noun)
    return speech


def _may_change(value: ir.Expr, body: tuple[ir.Stmt, ...]) -> bool:
    """Return whether a value may be another one after some statements: of moved cards, or of other variables."""
    moving = any(parts(body, ir.Move, ir.Draw, ir.Lay, ir.DealOut))
    set_ = {each.target.variable for each in parts(body, ir.Assign)}
    return any(
        (moving and isinstance(each, ir.ZoneRef)) or (isinstance(each, ir.VarRef) and each.variable in set_)
        for each in walk(value)
    )


def _lets(statement: ir.Stmt, body: tuple[ir.Stmt, ...]) -> bool:
    """Return whether a statement names a value that a sentence of the same action needs."""
    if not isinstance(statement, ir.Let) or any(
        isinstance(part, ir.Op) and part.name in ("random", "random_n") for part in walk(statement.value)
    ):
        return False
    told = [each for each in body if not _is_told(each)]
    return any(each.name == statement.name for each in parts(tuple(told), ir.Local))


def _bookkeeping(statement: ir.Stmt) -> bool:
    """Return whether a statement only resets what the section `passing` remembers."""
    return isinstance(statement, ir.Assign) and statement.target.variable in (PASSED, HOLDER)
