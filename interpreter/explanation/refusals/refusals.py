"""Messages that tell a player why an action is not legal, without revealing hidden cards.

The reason is searched in this order: whether the options allow the action, whether it belongs to
the phase, whether its general conditions hold, and for each argument whether it can be chosen and
whether the conditions on it hold. Conditions on cards that the player does not know are skipped,
whether they hold or not. If no reason is found, the message names the rule only.
"""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from ...diagnostics import brief, suggest
from ...errors import CardrulesError, IllegalActionError
from ...game.action import CARDS
from ...program import ir
from ...program.tree_walk import mentions
from ...runtime.compounds import matcher
from ...runtime.melds import cards_of, set_of
from ...speech.english import a, count, listed
from ...speech.grammar import Value
from ...syntax import types as ty
from .choice_reasons import ChoiceReasons
from .meld_reasons import why_no_meld
from .reasons import conjuncts
from .trick_reasons import why_not_playable
from .wording import Wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...game.rules import Rules
    from ...program.program import Action, Meld, Parameter
    from ...runtime.position import Position
    from ...speech.grammar import Part

_SHOWN: Final = 6  # the most legal actions in a message
_TRIED: Final = 40  # the most choices that are tried to find the nearest reason


def refusal(rules: Rules, position: Position, legal: Sequence[str], wanted: str, typed: str) -> IllegalActionError:
    """Return why an action is not legal, and the legal actions.

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
        nearest = suggest(verb, [text.partition(" ")[0] for text in legal])
        hint = f"; did you mean '{nearest}'?" if nearest else ""
        return IllegalActionError(f"this game has no move {brief(typed)}{hint}", now)
    action = program.actions[verb]
    same = [text for text in legal if text.partition(" ")[0] == verb]
    search = _Search(rules, position, action, same)
    if is_excluded(action):
        never = next(each for each in conjuncts(action.when, {}) if _is_never(each))
        return IllegalActionError(f"this game is played without '{verb}'{search.reasons.deciding(never)}", now)
    if verb not in site.actions:
        verbs = list(dict.fromkeys(text.partition(" ")[0] for text in legal))
        return IllegalActionError(_out_of_place(rules, position, verb, verbs), now)
    try:
        reason = search.reason(words) if same or words else search.nearest()
    except CardrulesError:  # a condition cannot be evaluated with these arguments
        reason = None
    if same:
        reason = reason or f"{brief(wanted)} is not possible now"
        return IllegalActionError(str(reason), f"; legal with '{verb}': {_some(same)}")
    nothing = f"there is nothing that can be chosen for '{verb}' now"
    reason = reason or (nothing if action.parameters else f"'{verb}' is not possible now")
    return IllegalActionError(str(reason), now)


def is_excluded(action: Action) -> bool:
    """Return whether the options of the game never allow an action."""
    return _is_never(action.when)


def _is_never(condition: ir.Expr | None) -> bool:
    match condition:
        case ir.Const(value=value):
            return not value
        case ir.Logic(conjunction=True, left=left, right=right):
            return _is_never(left) or _is_never(right)
        case _:
            return False


def _some(texts: Sequence[str]) -> str:
    return ", ".join(texts[:_SHOWN]) + (", …" if len(texts) > _SHOWN else "")


def _either(names: Sequence[str]) -> str:
    return listed([f"'{name}'" for name in names], "or")


def _numbers(piles: Sequence[int], names: Sequence[str]) -> str:
    """Return which piles there are, as actions name them."""
    if len(piles) > 1 and piles[-1] - piles[0] == len(piles) - 1:
        return f"they go from {names[0]} to {names[-1]}"
    return f"there {'is' if len(piles) == 1 else 'are'} only {listed(names)}"


def _out_of_place(rules: Rules, position: Position, verb: str, now: Sequence[str]) -> str:
    """Return why an action is not among the actions of the current decision."""
    program, site = rules.program, rules.machine.sites[position.pc]
    if not any(verb in each.actions for each in rules.machine.sites):
        return f"this game is played without '{verb}'"
    if site.asked:
        return f"you have been asked: answer with {_either(site.actions)}, not with '{verb}'"
    steps = program.phases[site.phase].steps
    here = [step for step, _ in steps].index(site.step)
    if any(verb in actions for _, actions in steps[here + 1 :]):
        return f"'{verb}' comes later in the turn: first choose {_either(now)}"
    places = [step for p in program.phases.values() for step, actions in p.steps if verb in actions]
    if not places:
        return f"'{verb}' is only an answer, and you have not been asked"
    where = _either(list(dict.fromkeys(program.label(place) for place in places)))
    return f"'{verb}' is possible only in {where}; this is '{program.label(site.step)}'"


class _Search:
    """Searches the reason why an action with certain arguments is not legal."""

    def __init__(self, rules: Rules, position: Position, action: Action, legal: Sequence[str] = ()) -> None:
        """Prepare to search.

        Args:
            rules: the game.
            position: the position, in the recording build.
            action: the action that is not legal.
            legal: the legal actions of its name.
        """
        self.rules = rules
        self.action = action
        self.legal = [rules.notation.divided(action.name, text.split()[1:])[0] for text in legal]
        self.divided: list[list[str]] = []
        self.reasons = ChoiceReasons(Wording(rules, position, position.actor))
        self.gap = sys.maxsize
        self.no_meld = False
        self.conditions = list(conjuncts(action.when, rules.program.definitions))

    @property
    def wording(self) -> Wording:
        """Describes values to the seat."""
        return self.reasons.wording

    def reason(self, words: list[str]) -> Part | None:
        """Return why the action with these words is not legal, or None if no reason is found."""
        parameters = self.action.parameters
        divided, rest = self.rules.notation.divided(self.action.name, words)
        self.divided = divided
        found = self._failed([])
        for index, (parameter, mine) in enumerate(zip(parameters, divided, strict=True)):
            if found is not None:
                return found
            if not mine and (parameter.kind != "cards" or not words):
                return self._dead_end(index - 1) or self._missing(parameters[index:], words)
            value = self._chosen(parameter, mine)
            if isinstance(value, str | Value):
                return value
            bounds = self._bounds(parameter)
            self.reasons = self.reasons.naming(parameter.name, parameter.type, value, bounds)
            found = self._failed([each.name for each in parameters[: index + 1]])
        if found is None and rest:
            too_much = brief(" ".join(rest))
            if not parameters:
                return f"'{self.action.name}' is the whole move; leave out {too_much}"
            takes = listed(["cards" if each.kind == "cards" else f"one {self._kind(each)}" for each in parameters])
            return f"'{self.action.name}' takes {takes}; leave out {too_much}"
        return found or self._unseen()

    def _bounds(self, parameter: Parameter) -> tuple[int, int] | None:
        """Return the least and the most of a number, if the player knows them."""
        said, least, most = self.wording, parameter.source, parameter.last
        if most is None or not (said.knows(least) and said.knows(most)):
            return None
        return said.value(least), said.value(most)

    def _unseen(self) -> str | None:
        """Return that the player does not see a card that was chosen, if that is so."""
        said = self.wording
        for name, value in said.names.items():
            if said.types[name] == ty.CARD and said.is_secret(1 << value):
                return f"you do not see {said.rules.program.pack.text[value]}"
        return None

    def _missing(self, parameters: Sequence[Parameter], words: list[str]) -> Part:
        """Return what is still to be typed, unless there is nothing to choose."""
        for parameter in parameters:
            empty = self._nothing_for(parameter, words)
            if empty is not None:
                return empty
        kinds = [each.kind if each.kind == "cards" else a(self._kind(each)) for each in parameters]
        also = "also " if words else ""
        return f"'{self.action.name}' {also}needs {listed(kinds)}"

    def _dead_end(self, index: int) -> str | None:
        """Return that a number can be followed by nothing, if there are others that can."""
        if index < 0 or self.action.parameters[index].last is None:
            return None
        able, number = self._legal_numbers(index), int(self.divided[index][0])
        return self._not_taken(able, number) if able and number not in able else None

    def _legal_numbers(self, index: int) -> list[int]:
        """Return the numbers that can be chosen after the choices before: a prompt names them."""
        before = self.divided[:index]
        return sorted({int(each[index][0]) for each in self.legal if each[:index] == before})

    def _not_taken(self, able: Sequence[int], typed: object, step: int = 1) -> str:
        """Return that something is not among the numbers that can be chosen."""
        steps = f" in steps of {step}" if step > 1 else ""
        some = f"a number from {able[0]} to {able[-1]}{steps}"
        return f"'{self.action.name}' takes {some if able[0] < able[-1] else f'only {able[0]}'}, " + (f"not {typed}")

    def _nothing_for(self, parameter: Parameter, words: Sequence[str] = ()) -> Part | None:
        """Return that there is nothing to choose from after some words, if that is so."""
        said, source = self.wording, parameter.source
        if parameter.last is not None:
            return self._no_number(parameter)
        if not said.knows(source):
            source = self.reasons.whole(source)
        if parameter.kind == "number" or not said.knows(source):
            return None
        value = said.value(source)
        if cards_of(value) if isinstance(value, int) else list(value):
            return None
        whole = self.reasons.whole(source)
        if parameter.kind == "pile" and not self._filled(parameter):
            return self._no_piles()
        if ty.holds_cards(whole.type) and said.knows(whole) and not said.value(whole):
            return said.clause(ir.Op("is_empty", (whole,), type=ty.BOOLEAN))
        what = parameter.kind if parameter.kind in ("pile", "player") else "card"
        if what == "pile" and self.rules.program.melds:
            what = "meld on the table"
        if words and mentions(source, *(each.name for each in self.action.parameters)):
            return f"there is no {what} that {' '.join(words)} fits now"
        return f"there is no {what} that can be chosen for '{self.action.name}' now"

    def nearest(self) -> Part | None:
        """Return why the action is impossible, from the choice that comes nearest to a legal one.

        Only choices of one card are tried, and of several reasons the one with the smallest
        difference of numbers is given.
        """
        parameters = self.action.parameters
        found = self._failed([])
        if found is not None or not parameters:
            return found
        gaps: dict[str, int] = {}
        for words in islice(self._combinations([]), _TRIED):
            search = _Search(self.rules, self.wording.position, self.action)
            reason = search.reason(words)
            if reason is not None and not search.no_meld:
                gaps.setdefault(str(reason), search.gap)
        if gaps:
            nearest = min(gaps, key=lambda reason: gaps[reason])
            alone = len(gaps) == 1 or gaps[nearest] < sys.maxsize
            return nearest if alone else f"nothing fits; for example, {nearest}"
        for parameter in parameters:
            empty = self._nothing_for(parameter)
            if empty is not None:
                return empty
        first = parameters[0]
        if first.kind == "meld":
            return f"you have no {self._kind(first)} to choose for '{self.action.name}'"
        return None

    def _combinations(self, words: list[str]) -> Iterator[list[str]]:
        """Yield words for all choices after some, and words of which one cannot be chosen."""
        search = _Search(self.rules, self.wording.position, self.action)
        if words:
            search.reason(words)
        made = len(words)
        if made == len(self.action.parameters) or len(search.wording.names) < made:
            yield words
            return
        for word in search._tried(self.action.parameters[made]):
            yield from self._combinations([*words, word])

    def _tried(self, parameter: Parameter) -> list[str]:
        """Return words that could be typed for a choice, whether they can be chosen or not."""
        said, source = self.wording, self.reasons.whole(parameter.source)
        pack = self.rules.program.pack
        if not said.knows(source):
            return []
        value = said.value(source)
        if parameter.last is not None:
            if not said.knows(parameter.last):
                return []
            return [str(each) for each in range(value, said.value(parameter.last) + 1)]
        if parameter.kind in CARDS:
            cards = cards_of(value if isinstance(value, int) else set_of(value))
            return list(dict.fromkeys(pack.text[card] for card in cards))
        names = pack.names(parameter.type)
        if parameter.kind == "pile":
            return [self._pile_name(parameter, pile) for pile in value]
        return [names[each] if names else str(each) for each in value]

    def _failed(self, named: list[str]) -> Part | None:
        """Return why a condition fails, among those that depend on the last of some choices."""
        later = [each.name for each in self.action.parameters if each.name not in named]
        for condition in self.conditions:
            if mentions(condition, *later) or (named and not mentions(condition, named[-1])):
                continue
            found = self.reasons.why_not(condition)
            if found is not None:
                self.gap = self.reasons.gap(condition)
                return found
        return None

    def _kind(self, parameter: Parameter) -> str:
        """Return what a choice is: a card, a number, a set or run."""
        program = self.rules.program
        match parameter.kind:
            case "meld":
                return listed([program.label(meld.name) for meld in self._melds(parameter)], "or")
            case "choice":
                return program.label(parameter.name)
            case kind:
                return kind

    def _melds(self, parameter: Parameter) -> list[Meld]:
        """Return the melds as one of which cards can be chosen; all that are possible if it is open which."""
        melds = [self.rules.program.melds[name] for name in parameter.melds]
        which = parameter.which
        number: int = self.wording.value(which) if which is not None and self.wording.knows(which) else -1
        melds = melds[number : number + 1] if number >= 0 else melds
        return [meld for meld in melds if meld.present]

    # -- choices

    def _chosen(self, parameter: Parameter, words: list[str]) -> Any:
        """Return the raw value of a choice, or the reason why it cannot be chosen."""
        text = " ".join(words)
        match parameter.kind:
            case "card":
                cards = self._cards(parameter, words)
                return cards[0] if isinstance(cards, list) else cards
            case "cards" | "meld":
                return self._several(parameter, words)
            case "number":
                return self._number(parameter, text)
            case "player":
                if not text.isdecimal() or int(text[:9]) >= self.rules.players:
                    return self._instead(f"there is no player {brief(text)}", parameter)
                return self._member(parameter, int(text))
            case "pile":
                number, at, seat = text.removeprefix("#").partition("@")
                if not number.isdecimal() or not int(number[:9]) > 0 or bool(at) != seat.isdecimal():
                    pack = self.rules.program.pack
                    cards = pack.cards_of(number)
                    before = [each.kind for each in self.action.parameters]
                    if cards and "card" in before[: before.index("pile")]:
                        more = pack.text[cards[0]]
                        return f"'{self.action.name}' takes one card at a time; leave out {more}"
                    told = f"the number of a pile is needed, not {brief(text.removeprefix('#'))}"
                    return self._instead(told, parameter)
                return self._pile(parameter, text)
            case _:
                names = self.rules.program.pack.names(parameter.type)
                if text not in names:
                    return self._instead(f"{brief(text)} is not {a(self._kind(parameter))}", parameter, names)
                return self._member(parameter, names.index(text))

    def _instead(self, what: str, parameter: Parameter, names: Sequence[str] = ()) -> Part:
        """Return what is wrong, and what can be chosen instead."""
        said, source = self.wording, parameter.source
        members = said.value(source) if said.knows(source) else ()
        return said.instead(what, parameter.type, members or range(len(names)))

    def _cards(self, parameter: Parameter, words: list[str]) -> list[int] | Part:
        """Return cards with these faces, legal choices if possible, or a reason."""
        pack = self.rules.program.pack
        source = parameter.source
        among = -1
        if self.wording.knows(source):
            value = self.wording.value(source)
            among = value if isinstance(value, int) else set_of(value)
        found: list[int] = []
        for word in words:
            every = pack.cards_of(word)
            copies = [card for card in every if card not in found]
            if not every and (pack.rank_index(word) is not None or word.lower() in pack.suits):
                return f"{brief(word)} alone names no card"
            if not every:
                return f"{brief(word)} is not a card of this game"
            if not copies:
                return f"{word} is named too often: there is only {count(len(every), 'such card')}"
            card = next((card for card in copies if among >> card & 1), copies[0])
            reason = why_not_playable(self.reasons, source, card)
            reason = reason or self.reasons.why_outside(source, card)
            if reason is not None:
                held = len(every) - len(copies)
                only = f"there is only {count(held, 'such card')} to choose"
                return f"{word} is named too often: {only}" if held else reason
            found.append(card)
        return found

    def _several(self, parameter: Parameter, words: list[str]) -> int | Part:
        cards = self._cards(parameter, words)
        if not isinstance(cards, list):
            return cards
        program, chosen = self.rules.program, set_of(cards)
        if parameter.kind == "meld":
            melds = self._melds(parameter)
            if any(matcher(program.pack, meld).matches(chosen) for meld in melds):
                return chosen
            self.no_meld = True
            return why_no_meld(self.wording.book, melds, chosen, " ".join(words))
        for bound, word in ((parameter.least, "least"), (parameter.most, "most")):
            if bound is None or not self.wording.knows(bound):
                continue
            number = self.wording.value(bound)
            if len(cards) < number if word == "least" else len(cards) > number:
                how = "" if parameter.most == parameter.least else f"at {word} "
                if not cards:
                    return f"'{self.action.name}' also needs {how}{count(number, 'card')}"
                needs = "needs" if word == "least" else "takes"
                return f"'{self.action.name}' {needs} {how}{count(number, 'card')}, " + (f"not {len(cards)}")
        return chosen

    def _number(self, parameter: Parameter, text: str) -> int | Part:
        is_number = text.lstrip("-").isdecimal() and len(text) <= 20
        if parameter.last is None:
            if not is_number:
                return self._instead(f"{brief(text)} is not a number", parameter)
            return self._member(parameter, int(text))
        bounds = self._bounds(parameter)
        if bounds is None:
            return int(text) if is_number else f"{brief(text)} is not a number"
        least, most = bounds
        if is_number and least <= int(text) <= most and (int(text) - least) % parameter.step == 0:
            return int(text)
        if least > most:
            return self._no_number(parameter) or ""
        able = self._legal_numbers(self.action.parameters.index(parameter)) or [least, most]
        return self._not_taken(able, text if is_number else brief(text), parameter.step)

    def _no_number(self, parameter: Parameter) -> str | None:
        """Return that there is no number to choose, if that is so."""
        bounds = self._bounds(parameter)
        if bounds is None:
            return None
        least, most = bounds
        if least <= most:
            return None
        return f"'{self.action.name}' needs at least {least}, but at most {most} is possible"

    def _member(self, parameter: Parameter, value: int) -> int | Part:
        """Return a value if it can be chosen, or else the reason why not."""
        reason = self.reasons.why_no_member(parameter.source, parameter.type, value)
        return value if reason is None else reason

    def _pile(self, parameter: Parameter, text: str) -> int | Part:
        """Return the pile that is called so, or the reason why it cannot be chosen."""
        found = {self._pile_name(parameter, pile): pile for pile in self._piles(parameter)}
        name = f"#{text.removeprefix('#')}"
        if name not in found:
            there = self._filled(parameter) if self.rules.program.melds else [*found.values()]
            names = [self._pile_name(parameter, pile) for pile in there]
            are = _numbers(there, names) if there else self._no_piles()
            return f"there is no pile {name}; {are}"
        return self._member(parameter, found[name])

    def _pile_name(self, parameter: Parameter, pile: int) -> str:
        return self.rules.notation.pile(parameter.type.choices[0], pile)

    def _piles(self, parameter: Parameter) -> list[int]:
        """Return the numbers of the piles among which a choice is made, from 0.

        If they belong to one player, those are that player's.
        """
        said, zone = self.wording, parameter.type.choices[0]
        every = ir.ZoneRef(zone, None, type=ty.list_of(ty.place_in(zone)))
        piles: list[int] = said.value(every)
        each = self.rules.notation.piles_by_owner(zone)
        if not each:
            return piles
        source = parameter.source
        while isinstance(source, ir.Filter | ir.Best):
            source = source.collection
        owner = said.position.actor
        if isinstance(source, ir.ZoneRef) and source.seat is not None and said.knows(source.seat):
            owner = said.value(source.seat)
        elif said.knows(source) and (some := said.value(source)):
            owner = some[0] // each
        return [pile for pile in piles if pile // each == owner]

    def _no_piles(self) -> str:
        """Return that there are no piles, which are melds in a game that has these."""
        return f"there are no {'melds on the table' if self.rules.program.melds else 'piles'} yet"

    def _filled(self, parameter: Parameter) -> list[int]:
        """Return those of the piles among which a choice is made that are not empty."""
        held = getattr(self.wording.position, f"z_{parameter.type.choices[0]}")
        return [pile for pile in self._piles(parameter) if held[pile]]
