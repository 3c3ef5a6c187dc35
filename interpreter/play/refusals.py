"""Messages that tell a player why an action is not legal, without revealing hidden cards.

The reason is searched in this order: whether the action belongs to the phase, whether its general
conditions hold, and for each argument whether it can be chosen and whether the conditions on it
hold. Conditions on cards that the player does not know are skipped, whether they hold or not. If no
reason is found, the message names the rule only.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..check import ir
from ..compile.tree_walk import mentions
from ..diagnostics import brief, suggest
from ..errors import CardrulesError
from ..runtime.compounds import matcher
from ..runtime.melds import cards_of, set_of
from ..syntax import types as ty
from .trick_reasons import why_not_playable
from .wording import Wording, conjuncts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..check.program import Action, Parameter
    from ..runtime.position import Position
    from .rules import Rules

_SHOWN = 6  # the most legal actions in a message
_TRIED = 30  # the most cards that are tried to find the nearest reason


def refusal(rules: Rules, position: Position, legal: Sequence[str], wanted: str, typed: str) -> str:
    """Return a sentence with the reason why an action is not legal, and the legal actions.

    Args:
        rules: the game.
        position: the position, in the recording build.
        legal: the legal actions.
        wanted: the action in canonical notation, as far as it was understood.
        typed: the action as it was typed.
    """
    verb, *words = wanted.split(" ")
    program, site = rules.program, rules.machine.sites[position.pc]
    now = f"; legal now: {_some(legal)}"
    if verb not in program.actions:
        nearest = suggest(verb, list(program.actions))
        hint = f"; did you mean '{nearest}'?" if nearest else ""
        return f"{brief(typed)} is not an action of this game{hint}{now}"
    if verb not in site.actions:
        verbs = list(dict.fromkeys(text.partition(" ")[0] for text in legal))
        return _out_of_place(rules, position, verb, verbs) + now
    same = [text for text in legal if text.partition(" ")[0] == verb]
    try:
        search = _Search(rules, position, program.actions[verb])
        reason = search.reason(words) if same or words else search.nearest()
    except CardrulesError:  # a condition cannot be evaluated with these arguments
        reason = None
    if same:
        reason = reason or f"{brief(wanted)} is not legal here"
        return f"{reason}; legal with '{verb}': {_some(same)}"
    return (reason or f"'{verb}' is not possible now") + now


def _some(texts: Sequence[str]) -> str:
    return ", ".join(texts[:_SHOWN]) + (", …" if len(texts) > _SHOWN else "")


def _either(names: Sequence[str]) -> str:
    return " or ".join(names)


def _out_of_place(rules: Rules, position: Position, verb: str, now: Sequence[str]) -> str:
    """Return why an action is not among the actions of the current decision."""
    program, site = rules.program, rules.machine.sites[position.pc]
    if site.asked:
        return f"you are asked to {_either(site.actions)}, not to {verb}"
    steps = program.phases[site.phase].steps
    here = [step for step, _ in steps].index(site.step)
    if any(verb in actions for _, actions in steps[here + 1 :]):
        return f"you may not {verb} until you {_either(now)}"
    places = [step for p in program.phases.values() for step, actions in p.steps if verb in actions]
    if not places:
        return f"'{verb}' is possible only as an answer, and you have not been asked"
    where = _either([f"'{program.label(place)}'" for place in places])
    here = program.label(site.step)
    return f"'{verb}' is not possible in the phase '{here}', only in {where}"


class _Search:
    """Searches the reason why an action with certain arguments is not legal."""

    def __init__(self, rules: Rules, position: Position, action: Action) -> None:
        self.rules = rules
        self.action = action
        self.wording = Wording.of(rules, position, position.actor)
        self.gap = sys.maxsize
        self.no_meld = False
        self.conditions = list(conjuncts(action.when, rules.program.definitions))

    def reason(self, words: list[str]) -> str | None:
        """Return why the action with these words is not legal, or None if no reason is found."""
        parameters = self.action.parameters
        divided, rest = self.rules.notation.divided(self.action.name, words)
        found = self._failed([])
        for index, (parameter, mine) in enumerate(zip(parameters, divided, strict=True)):
            if found is not None:
                return found
            if not mine and parameter.kind != "cards":
                return f"'{self.action.name}' also needs a {self._kind(parameter)}"
            value = self._chosen(parameter, mine)
            if isinstance(value, str):
                return value
            self.wording = self.wording.naming(parameter.name, parameter.kind, value)
            found = self._failed([each.name for each in parameters[: index + 1]])
        if found is None and rest:
            kinds = (
                each.kind if each.kind == "cards" else f"a {self._kind(each)}"
                for each in parameters
            )
            takes = " and ".join(kinds)
            only = f"takes only {takes}" if takes else "is a move by itself"
            return f"'{self.action.name}' {only}; leave out {brief(' '.join(rest))}"
        return found

    def nearest(self) -> str | None:
        """Return why the action is impossible, from the choice that comes nearest to a legal one.

        Only choices of one card are tried, and of several reasons the one with the smallest
        difference of numbers is given.
        """
        parameters = self.action.parameters
        if not parameters or parameters[0].kind not in ("card", "meld"):
            return self.reason([])
        first = parameters[0]
        found = self._failed([])
        if found is not None or not self.wording.knows(first.source):
            return found
        value = self.wording.value(first.source)
        cards = cards_of(value if isinstance(value, int) else set_of(value))
        reasons: dict[str, int] = {}
        for card in cards[:_TRIED]:
            search = _Search(self.rules, self.wording.position, self.action)
            reason = search.reason([self.rules.program.pack.text[card]])
            if reason is not None and not search.no_meld:
                reasons.setdefault(reason, search.gap)
        if not reasons:
            return f"you have no {self._kind(first)} for it"
        return min(reasons, key=lambda reason: reasons[reason])

    def _failed(self, named: list[str]) -> str | None:
        """Return why a condition fails, among those that depend on the last of some choices."""
        later = [each.name for each in self.action.parameters if each.name not in named]
        for condition in self.conditions:
            if mentions(condition, *later) or (named and not mentions(condition, named[-1])):
                continue
            found = self.wording.why_not(condition)
            if found is not None:
                self.gap = self.wording.gap(condition)
                return found
        return None

    def _kind(self, parameter: Parameter) -> str:
        """Return what a choice is: a card, a number, a set or run."""
        if parameter.kind != "meld":
            return parameter.kind
        program = self.rules.program
        return _either([program.label(name) for name in parameter.melds])

    # -- choices

    def _chosen(self, parameter: Parameter, words: list[str]) -> Any:
        """Return the raw value of a choice, or a text with the reason why it cannot be chosen."""
        text = " ".join(words)
        match parameter.kind:
            case "card":
                cards = self._cards(parameter, words)
                return cards if isinstance(cards, str) else cards[0]
            case "cards" | "meld":
                return self._several(parameter, words)
            case "number":
                if not text.lstrip("-").isdecimal() or len(text) > 20:
                    return f"{brief(text)} is not a number"
                return self._number(parameter, int(text))
            case "player":
                if not text.isdecimal() or int(text[:9]) >= self.rules.players:
                    return f"there is no seat {brief(text)}"
                return self._member(parameter, int(text), self.wording.who(int(text)))
            case "pile":
                number = text.removeprefix("#")
                if not number.isdecimal() or not int(number[:9]) > 0:
                    return f"{brief(text)} is not a pile; piles are written #1, #2 and so on"
                return self._pile(parameter, int(number[:9]) - 1)
            case _:
                return self._named(parameter, text, self.rules.program.pack.names(parameter.type))

    def _cards(self, parameter: Parameter, words: list[str]) -> list[int] | str:
        """Return cards with these faces, legal choices if possible, or a text with a reason."""
        pack = self.rules.program.pack
        source = parameter.source
        among = -1
        if self.wording.knows(source):
            value = self.wording.value(source)
            among = value if isinstance(value, int) else set_of(value)
        found: list[int] = []
        for word in words:
            copies = [card for card in pack.cards_of(word) if card not in found]
            if not copies:
                known = pack.cards_of(word)
                return f"{word} is named too often" if known else f"{brief(word)} is not a card"
            card = next((card for card in copies if among >> card & 1), copies[0])
            reason = why_not_playable(self.wording, self.rules.program, source, card)
            reason = reason or self.wording.why_outside(source, card)
            if reason is not None:
                return reason
            found.append(card)
        return found

    def _several(self, parameter: Parameter, words: list[str]) -> int | str:
        cards = self._cards(parameter, words)
        if isinstance(cards, str):
            return cards
        program, chosen = self.rules.program, set_of(cards)
        if parameter.kind == "meld":
            melds = [program.melds[name] for name in parameter.melds]
            if any(m.present and matcher(program.pack, m).matches(chosen) for m in melds):
                return chosen
            self.no_meld = True
            names = _either([program.label(meld.name) for meld in melds if meld.present])
            return f"{' '.join(words)} is not a {names}"
        for bound, word in ((parameter.least, "least"), (parameter.most, "most")):
            if bound is None or not self.wording.knows(bound):
                continue
            number = self.wording.value(bound)
            if len(cards) < number if word == "least" else len(cards) > number:
                exactly = parameter.most == parameter.least
                how = "exactly" if exactly else f"at {word}"
                plural = "" if number == 1 else "s"
                return f"'{self.action.name}' takes {how} {number} card{plural}, not {len(cards)}"
        return chosen

    def _number(self, parameter: Parameter, number: int) -> int | str:
        if parameter.last is None:
            return self._member(parameter, number, str(number))
        if not (self.wording.knows(parameter.source) and self.wording.knows(parameter.last)):
            return number
        least = self.wording.value(parameter.source)
        most = self.wording.value(parameter.last)
        if least <= number <= most and (number - least) % parameter.step == 0:
            return number
        if least > most:
            return f"there is no number to choose for '{self.action.name}' now"
        steps = f" by {parameter.step}" if parameter.step > 1 else ""
        return f"'{self.action.name}' takes a number from {least} to {most}{steps}, not {number}"

    def _member(self, parameter: Parameter, value: int, text: str) -> int | str:
        """Return a value if it can be chosen, or else a text with the reason why not."""
        source = parameter.source
        if isinstance(source, ir.Filter) and self.wording.knows(source.collection):
            inner = self.wording.naming(source.name, parameter.kind, value)
            if value in self.wording.value(source.collection):
                reason = inner.why_not(source.condition)
                if reason is not None:
                    return reason
        if not self.wording.knows(source) or value in self.wording.value(source):
            return value
        return f"{text} cannot be chosen"

    def _pile(self, parameter: Parameter, pile: int) -> int | str:
        zone = (parameter.source.type.of or parameter.source.type).choices[0]
        every = ir.ZoneRef(zone, None, type=ty.list_of(ty.place_in(zone)))
        if pile not in self.wording.value(every):
            return f"there is no #{pile + 1} in {self.rules.program.label(zone)}"
        return self._member(parameter, pile, f"#{pile + 1}")

    def _named(self, parameter: Parameter, text: str, names: Sequence[str]) -> int | str:
        if text not in names:
            return f"{brief(text)} is not a {parameter.kind}"
        return self._member(parameter, names.index(text), text)
