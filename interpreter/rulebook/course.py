"""The chapters about the deal and about what players do: phases, turns, actions and effects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ..check import ir
from ..check.program import Action, Effect, Parameter, Phase
from ..compile.tree_walk import inside, parts, walk
from ..speech import english
from ..speech.book import Book
from ..speech.english import Noun, listed, sentence
from ..speech.simplify import alternatives
from ..speech.speech import Speech
from ..syntax import types as ty
from ..syntax.passing import HOLDER, PASSED
from ..syntax.tricks import LEADER
from . import document as d
from .sentences import Teller
from .tricks import Tricks

_PLAIN: Final = (ir.Move, ir.Lay, ir.Draw, ir.Assign, ir.Let, ir.DealOut, ir.Shuffle)
"""Statements that the help of an action tells."""


def deal(book: Book) -> d.Document:
    """Return the chapter about the deal."""
    program = book.program
    teller = Teller(Speech(book, {}))
    text: list[str] = []
    one_deal = program.match_deals == 1
    first = program.first_dealer and book.simplifier.expression(program.first_dealer)
    if program.players > 1:
        if (isinstance(first, ir.Op) and first.name == "random") or first is None:
            text.append("the first dealer is chosen at random")
        else:
            text.append(f"{teller.speech.noun(first)} deals first")
        following = book.simplifier.expression(program.dealer)
        usual = isinstance(following, ir.Op) and (
            following.name == "next_dealer"
            or (
                following.name == "left"
                and isinstance(following.arguments[0], ir.Op)
                and following.arguments[0].name == "dealer"
            )
        )
        if not one_deal and usual:
            text.append("after each deal the turn to deal passes to the left")
        elif not one_deal and isinstance(following, ir.Cond):
            text.append(f"the next dealer is as follows: {teller.speech.noun(following)}")
        elif not one_deal:
            text.append(f"{teller.speech.noun(following)} deals next")
    blocks: list[d.Block] = [d.Heading(2, "The deal")]
    if text:
        blocks.append(d.Paragraph((prose(text),)))
    told = teller.sentences(program.deal_do)
    if any(isinstance(each, ir.DealOut) and each.each for each in inside(program.deal_do)):
        told.append("cards are dealt one at a time, beginning on the dealer's left")
    told += _starts(book, teller.speech)
    if told:
        blocks.append(d.Paragraph((prose(told),)))
    return tuple(blocks)


def _starts(book: Book, speech: Speech) -> list[str]:
    """Return the numbers with which a deal or the match begins, if they are not 0."""
    found: list[str] = []
    for variable in book.program.variables.values():
        start = book.simplifier.expression(variable.start)
        plain = variable.type == ty.NUMBER and not variable.internal and not variable.each
        lasting = variable.scope in ("deal", "match")
        if plain and lasting and isinstance(start, ir.Const) and start.value != 0:
            noun = speech.noun(ir.VarRef(variable.name, None, type=variable.type))
            found.append(f"{noun.verb('is')} {speech.noun(start)} at the beginning")
    return found


def prose(sentences: Iterable[str]) -> str:
    """Return sentences as a paragraph."""
    return " ".join(filter(None, map(sentence, sentences)))


class Course:
    """Tells the phases of a deal and what players do in them."""

    def __init__(self, book: Book) -> None:
        """Prepare for a game."""
        self._book = book
        self._told_effects: dict[tuple[str, ...], str] = {}
        self._asked: dict[str, None] = {}

    def chapters(self) -> d.Document:
        """Return the chapters about the phases."""
        phases = [phase for phase in self._book.program.phases.values() if self._happens(phase)]
        blocks: list[d.Block] = [d.Heading(2, "The play")]
        if len(phases) > 1:
            names = [f"“{self._title(phase)}”" for phase in phases]
            blocks.append(d.Paragraph((f"A deal has these parts: {listed(names)}.",)))
        for phase in phases:
            blocks += self._phase(phase, alone=len(phases) == 1)
        blocks += self._answers()
        return tuple(blocks)

    def _title(self, phase: Phase) -> str:
        return english.title(self._book.label(phase.name))

    def _happens(self, phase: Phase) -> bool:
        if phase.when is None:
            return True
        when = self._book.simplifier.expression(phase.when)
        return not (isinstance(when, ir.Const) and not when.value)

    # -- phases

    def _phase(self, phase: Phase, *, alone: bool) -> list[d.Block]:
        book = self._book
        blocks: list[d.Block] = []
        if not alone:
            blocks.append(d.Heading(3, self._title(phase)))
        tricks = book.rules.tricks
        if tricks is not None and tricks.phase is not None and tricks.phase.text == phase.name:
            return [*blocks, *self._tricks(phase)]
        teller = Teller(Speech(book, {}), phase=phase.name)
        text = [book.prose(book.rules.phases[phase.name].help)]
        if phase.when is not None:
            when = book.simplifier.expression(phase.when)
            if not isinstance(when, ir.Const):
                text.append(f"this part is played only if {teller.speech.clause(when)}")
        text += teller.sentences([each for each in phase.before if not _bookkeeping(each)])
        text += self._scheme(phase, teller)
        if phase.until is not None:
            until = book.simplifier.expression(phase.until)
            if not isinstance(until, ir.Const):
                text.append(f"this part ends when {teller.speech.clause(until)}")
        you = Teller(Speech(book), phase=phase.name)
        before = you.sentences(phase.turn_before)
        if before:
            text.append("at the beginning of your turn: " + "; ".join(before))
        steps = [(step, self._possible(actions)) for step, actions in phase.steps]
        steps = [(step, actions) for step, actions in steps if actions]
        if len(steps) > 1:
            names = [f"“{book.label(step)}”" for step, _ in steps]
            number = english.number(len(steps))
            text.append(f"a turn has {number} parts: {listed(names)}")
        if prose(text):
            blocks.append(d.Paragraph((prose(text),)))
        for step, actions in steps:
            blocks += self._step(step if len(steps) > 1 else "", actions, phase)
        after = you.sentences(phase.turn_after)
        if after:
            blocks.append(d.Paragraph((prose(["at the end of your turn: " + "; ".join(after)]),)))
        end = teller.sentences(phase.after)
        if end:
            lead = "When this part is over"
            blocks += _listed(lead, end)
        if phase.next is not None:
            name = book.label(phase.next)
            blocks.append(d.Paragraph((sentence(f"then “{english.title(name)}” follows"),)))
        return blocks

    def _scheme(self, phase: Phase, teller: Teller) -> list[str]:
        book, speech = self._book, teller.speech
        players = book.simplifier.expression(phase.players)
        if book.program.players == 1 and phase.scheme in ("in turn", "each once"):
            return []
        match phase.scheme:
            case "at once":
                return ["all players choose at the same time, in secret; then all choices are "
                        "shown and carried out"]  # fmt: skip
            case "poll":
                who = speech.noun(players)
                return [f"the following players are asked, one after the other, until all of them "
                        f"have declined: {who}"]  # fmt: skip
            case "one":
                return [f"it is {speech.noun(players).of('turn')}"]
            case "each once":
                lead = f"each player has one turn, beginning with {self._first(players, speech)}"
                if not (isinstance(players, ir.Op) and players.name == "players_from"):
                    lead = f"one after the other, each of these players acts once: " \
                        f"{speech.noun(players)}"  # fmt: skip
            case _:
                lead = f"players take turns, beginning with {speech.noun(players)}"
        text = [lead]
        passing = self._passing(phase)
        among = passing or phase.among
        if among is not None:
            among = book.simplifier.expression(among)
            every = isinstance(among, ir.Op) and among.name in ("players", "everybody")
            if not every:
                text.append(f"only {speech.noun(among)} take part".replace("only all", "only", 1))
        if passing is not None:
            row = self._in_a_row(phase)
            if row:
                text.append("this goes on until all others have passed in a row after the last "
                            "player who did not pass, or all have passed")  # fmt: skip
            else:
                text.append("a player who has passed is out of this part; it goes on until only "
                            "one player has not passed, or all have passed")  # fmt: skip
        return text

    def _first(self, players: ir.Expr, speech: Speech) -> Noun:
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
        found: list[Action] = []
        for name in names:
            action = self._book.program.actions[name]
            when = action.when and self._book.simplifier.expression(action.when)
            if not (isinstance(when, ir.Const) and not when.value):
                found.append(action)
        return found

    def _step(self, step: str, actions: list[Action], phase: Phase) -> list[d.Block]:
        book = self._book
        lead = ""
        if len(actions) > 1:
            lead = "You do one of the following:"
            if phase.scheme == "poll" or phase.scheme in ("one", "each once"):
                lead = "The player whose turn it is does one of the following:"
            lead = "You do one of the following:"
        if step:
            lead = f"{english.title(book.label(step))}. {lead}".strip()
        blocks: list[d.Block] = [d.Paragraph((lead,))] if lead else []
        blocks.append(d.Bullets(tuple(self._action(each, phase.name) for each in actions)))
        blocks += self._effects(actions, phase.name)
        return blocks

    def _answers(self) -> list[d.Block]:
        """Return the list of the actions that players choose when they are asked."""
        program = self._book.program
        asked = dict.fromkeys(
            name
            for each in parts(program, ir.Ask)
            for name in each.actions
            if not any(name in actions for p in program.phases.values() for _, actions in p.steps)
        )
        actions = self._possible(asked)
        if not actions:
            return []
        blocks: list[d.Block] = [d.Heading(3, "When you are asked")]
        blocks.append(d.Bullets(tuple(self._action(each, "") for each in actions)))
        return [*blocks, *self._effects(actions, "")]

    def _action(self, action: Action, phase: str) -> d.Line:
        book = self._book
        speech = speaking(book, action)
        teller = Teller(speech, tuple(each.name for each in action.effects), phase=phase)
        help = self._help(action)
        text = [book.prose(help)]
        choice = self._choice(action, speech)
        plain = bool(help) and all(_is_plain(each) for each in action.parameters)
        if choice and not plain and not _is_said(choice, help):
            text.append(choice)
        if action.when is not None:
            when = book.simplifier.expression(action.when)
            if not isinstance(when, ir.Const):
                conditions = [speech.clause(each) for each in alternatives(when, conjunction=True)]
                text.append(_only_if(conditions))
        do = book.simplifier.block(action.do)
        if help:
            do = tuple(each for each in do if not _is_told(each) or _lets(each, do))
        told = [each for each in teller.sentences(do) if each]
        text += told
        if action.declines and not help:
            text.append("do nothing")
        words = english.title(book.label(action.name))
        return d.line(d.Strong(words), ": ", prose(text) or "You may do this.")

    def _help(self, action: Action) -> str:
        """Return the help of an action, unless it explains one example of it."""
        for line in self._book.rules.notes.get("actions", "").splitlines():
            move, _, meaning = re.sub(r"\s{2,}", "\t", line.strip()).partition("\t")
            same = " ".join(meaning.split()).lower() in action.help.lower()
            if move.split()[:1] == [action.name] and " " in move and meaning and same:
                return ""
        return action.help

    def _choice(self, action: Action, speech: Speech) -> str:
        if not action.parameters:
            return ""
        found: list[str] = []
        several = len(action.parameters) > 1
        kinds = [each.kind for each in action.parameters]
        for parameter in action.parameters:
            text = chosen(speech, parameter)
            if not text:
                continue
            if several and kinds.count(parameter.kind) > 1:
                text += f" (the {self._book.label(parameter.name)})"
            found.append(text)
        if not found:
            return ""
        return f"choose {listed(found)}"

    # -- effects

    def _effects(self, actions: list[Action], phase: str) -> list[d.Block]:
        """Return what follows actions; actions with the same effects are told together."""
        groups: dict[tuple[str, ...], list[Action]] = {}
        for action in actions:
            names = tuple(effect.name for effect in action.effects)
            if names:
                groups.setdefault(names, []).append(action)
        blocks: list[d.Block] = []
        for names, members in groups.items():
            verbs = [self._book.label(each.name) for each in members]
            if names in self._told_effects:
                same = self._told_effects[names]
                text = f"after “{listed(verbs, 'or')}” the same happens as after “{same}”"
                blocks.append(d.Paragraph((sentence(text),)))
                continue
            items = self._told(members[0], phase)
            if not items:
                continue
            self._told_effects[names] = listed(verbs, "or")
            order = ", in this order" if len(items) > 1 else ""
            lead = f"What happens after “{listed(verbs, 'or')}”{order}:"
            blocks.append(d.Paragraph((lead,)))
            blocks.append(d.Bullets(tuple(items), numbered=len(items) > 1))
        return blocks

    def _told(self, action: Action, phase: str) -> list[d.Line]:
        speech = speaking(self._book, action)
        items: list[d.Line] = []
        names = tuple(effect.name for effect in action.effects)
        for index, effect in enumerate(action.effects):
            later = names[index + 1 :]
            teller = Teller(self._bound(speech, action), later, phase=phase)
            item = self._effect(effect, teller)
            if item:
                items.append(item)
        return items

    def _bound(self, speech: Speech, action: Action) -> Speech:
        """Return the speech with the names that the action's statements give."""
        for statement in action.do:
            if isinstance(statement, ir.Let) and statement.name not in speech.names:
                value = self._book.simplifier.expression(statement.value)
                speech = speech.naming(statement.name, speech.noun(value))
        return speech

    def _effect(self, effect: Effect, teller: Teller) -> d.Line:
        book = self._book
        help = book.rules.effects[effect.name].help if effect.name in book.rules.effects else ""
        when = effect.when and book.simplifier.expression(effect.when)
        if isinstance(when, ir.Const):
            if not when.value:
                return ()
            when = None
        told = teller.sentences(effect.do)
        if not told:
            return ()
        text = "; ".join(told) if len(told) > 2 else " and ".join(told)
        if len(told) == 2 and ("," in text or ";" in text):
            text = "; ".join(told)
        if when is not None:
            text = f"if {teller.speech.clause(when)}, {text}"
        name = english.title(book.label(effect.name))
        return d.line(d.Strong(name), ": ", prose([book.prose(help), text]))

    # -- tricks

    def _tricks(self, phase: Phase) -> list[d.Block]:
        book = self._book
        tricks = Tricks(book, phase)
        text = [book.prose(book.rules.phases[phase.name].help)]
        teller = Teller(Speech(book, {}), phase=phase.name)
        if phase.when is not None:
            when = book.simplifier.expression(phase.when)
            free = [
                each for each in alternatives(when, conjunction=False)
                if not any(isinstance(x, ir.VarRef) and x.variable == LEADER for x in walk(each))
            ]  # fmt: skip
            if free and not isinstance(when, ir.Const):
                clauses = [teller.speech.clause(each) for each in free]
                text.append(f"tricks are played only if {' or '.join(clauses)}")
        blocks: list[d.Block] = []
        start = teller.sentences(tricks.before)
        text += start
        if any(text):
            blocks.append(d.Paragraph((prose(text),)))
        blocks += tricks.blocks()
        actions = self._possible(name for _, names in phase.steps for name in names)
        others = [each for each in actions if not tricks.is_play(each)]
        if others:
            blocks.append(d.Bullets(tuple(self._action(each, phase.name) for each in others)))
        blocks += self._effects(actions, phase.name)
        end = teller.sentences(tricks.after)
        if end:
            blocks += _listed("After the last trick", end)
        return blocks


def speaking(book: Book, action: Action) -> Speech:
    """Return the speech to a player who has chosen an action."""
    speech = Speech(book)
    kinds = [each.kind for each in action.parameters]
    for parameter in action.parameters:
        alone = kinds.count(parameter.kind) == 1
        noun = {
            "card": Noun("the card"),
            "cards": Noun("the cards", plural=True),
            "meld": Noun("the cards", plural=True),
            "number": Noun("the number"),
            "player": Noun("that player", whose="their", person=True),
            "suit": Noun("that suit"),
            "rank": Noun("that rank"),
            "pile": Noun("that pile"),
        }.get(parameter.kind, Noun(f"the {book.label(parameter.name)}"))
        if parameter.kind == "pile" and any(
            zone.piles and not zone.fixed for zone in book.program.zones.values()
        ):
            noun = Noun("that meld")
        if not alone or parameter.kind in ("number", "choice"):
            many = parameter.kind in ("cards", "meld")
            noun = replace(noun, text=f"the {book.label(parameter.name)}", plural=many)
        if parameter.kind in ("cards", "meld") and _is_single(parameter):
            noun = replace(noun, plural=False, text=noun.text.replace("cards", "card"))
        speech = speech.naming(parameter.name, noun)
    return speech


def _is_single(parameter: Parameter) -> bool:
    most = parameter.most
    return isinstance(most, ir.Const) and most.value == 1


def chosen(speech: Speech, parameter: Parameter) -> str:
    """Return what a player chooses: `a card from your hand`."""
    book = speech.book
    source = book.simplifier.expression(parameter.source)
    match parameter.kind:
        case "card":
            return _one_card(speech, source)
        case "cards":
            assert parameter.least is not None
            least = book.simplifier.expression(parameter.least)
            most = parameter.most and book.simplifier.expression(parameter.most)
            if most is None:
                many = f"{speech.noun(least)} or more cards"
                many = many.replace("1 or more", "one or more")
            elif most == least:
                many = speech.amount(least, "card")
            else:
                many = f"{speech.noun(least)} to {speech.amount(most, 'card')}"
                many = many.replace("1 to", "one to")
            return f"{many} {_from(speech, source)}"
        case "meld":
            names = [
                english.a(_meld_noun(book, name))
                for name in parameter.melds
                if book.program.melds[name].present
            ]
            return f"{listed(names, 'or')} {_from(speech, source)}"
        case "number":
            if parameter.last is None:
                return f"a number: {speech.noun(source)}".replace(" and ", " or ")
            last = book.simplifier.expression(parameter.last)
            step = f", in steps of {parameter.step}" if parameter.step > 1 else ""
            return f"a number from {speech.noun(source)} to {speech.noun(last)}{step}"
        case "player":
            who = speech.noun(source).text
            who = who.replace("all other players", "another player")
            return who if who.startswith("another") else f"one of {who}".replace("of all", "of the")
        case "pile":
            if isinstance(source, ir.ZoneRef):
                return f"a pile of {speech.noun(source)}"
            return f"one of {speech.noun(source)}"
        case kind:
            pack = book.program.pack
            names = {"suit": pack.suits, "rank": pack.ranks[: pack.ranked]}.get(kind)
            if names is not None and isinstance(source, ir.Const):
                chosen = source.value
                if isinstance(chosen, tuple) and len(chosen) >= len(names):
                    return f"a {kind}"
            return f"one of these: {speech.noun(source).text.replace(' and ', ' or ')}"


def _one_card(speech: Speech, source: ir.Expr) -> str:
    """Return a card to choose: `a card from your hand that is higher than the target`."""
    if not isinstance(source, ir.Filter):
        return f"a card {_from(speech, source)}"
    whole = _from(speech, source.collection)
    kind = speech.kind(source.condition, source.name)
    if kind is not None:
        return f"{english.a(kind.one)} {whole}"
    return f"a card {whole} {speech.relative(source.condition, source.name, one=True)}"


def _meld_noun(book: Book, name: str) -> str:
    meld = book.program.melds[name]
    if meld.least == meld.most == 1:
        return "single card"
    return book.label(name)


def _from(speech: Speech, source: ir.Expr) -> str:
    match source:
        case ir.ZoneRef():
            noun = speech.noun(source)
            return f"from {noun}"
        case ir.Cond(test=test, then=then, other=other):
            return f"{_from(speech, then)} if {speech.clause(test)}, otherwise " \
                f"{_from(speech, other)}"  # fmt: skip
        case ir.Op(name="join" | "join_piles"):
            return f"from {speech.noun(source)}"
        case ir.Op(name="minus", arguments=(whole, less)):
            return f"from {speech.cards_in(whole)}, except {speech.noun(less)}"
        case ir.Filter() | ir.Op():
            return f"among {speech.noun(source)}"
        case ir.Use():
            inlined = speech.book.simplifier.inlined(source)
            short = isinstance(inlined, ir.ZoneRef | ir.Cond)
            named = speech.book.called("define", source.definition)
            if inlined is not None and short and not named:
                return _from(speech, inlined)
            return f"from {speech.noun(source)}"
        case _:
            return f"from {speech.noun(source)}"


def _only_if(conditions: list[str]) -> str:
    if len(conditions) == 1:
        return f"this is allowed only if {conditions[0]}"
    if len(conditions) == 2 and all(" or " not in each for each in conditions):
        return f"this is allowed only if {conditions[0]} and {conditions[1]}"
    return f"this is allowed only if {'; and if '.join(conditions)}"


def _is_plain(parameter: Parameter) -> bool:
    """Return whether the help of an action is enough to say what is chosen."""
    if parameter.kind == "card":
        return isinstance(parameter.source, ir.ZoneRef)
    if parameter.kind == "cards":
        fixed = isinstance(parameter.least, ir.Const) and parameter.least == parameter.most
        return fixed and isinstance(parameter.source, ir.ZoneRef)
    return parameter.kind in ("suit", "rank") and isinstance(parameter.source, ir.Const)


def _is_said(choice: str, help: str) -> bool:
    """Return whether the help of an action says all that there is to choose."""
    usual = {"choose", "from", "your", "hand", "card", "cards", "single", "whole"}
    words = set(re.findall(r"[a-z]{4,}|[0-9]+", choice.lower())) - usual
    return bool(words) and words <= set(re.findall(r"[a-z]{4,}|[0-9]+", help.lower()))


def _is_told(statement: ir.Stmt) -> bool:
    """Return whether a statement needs no words beside the help of its action."""
    if isinstance(statement, ir.Assign):
        return statement.target.variable != "score"
    if isinstance(statement, ir.Move) and isinstance(statement.target, ir.ZoneRef):
        return not isinstance(statement.target.seat, ir.Use)  # a player whom rules determine
    return isinstance(statement, _PLAIN)


def _lets(statement: ir.Stmt, body: tuple[ir.Stmt, ...]) -> bool:
    """Return whether a statement names a value that a sentence of the same action needs."""
    if not isinstance(statement, ir.Let):
        return False
    told = [each for each in body if not _is_told(each)]
    return any(each.name == statement.name for each in parts(tuple(told), ir.Local))


def _bookkeeping(statement: ir.Stmt) -> bool:
    """Return whether a statement only resets what the section `passing` remembers."""
    return isinstance(statement, ir.Assign) and statement.target.variable in (PASSED, HOLDER)


def _listed(lead: str, sentences: list[str]) -> list[d.Block]:
    if len(sentences) == 1:
        text = sentences[0]
        return [d.Paragraph((sentence(f"{lead}, {text}"),))]
    items = tuple((sentence(each),) for each in sentences)
    return [d.Paragraph((f"{lead}:",)), d.Bullets(items, numbered=True)]
