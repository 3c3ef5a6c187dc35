"""Reads the words of authors, and of declarations, as noun phrases and clauses.

Words have slots for what they are about: `{p}`, `{p's}` and `{p has}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from .english import ADVERBS, lowered, plural, singular_noun
from .grammar import (
    IT,
    THEY,
    WHO,
    WHO_ONE,
    YOU,
    Clause,
    Fixed,
    NounPhrase,
    Part,
    Proposition,
    Relative,
    Words,
    none_of,
    said,
    some_of,
)

_SLOT: Final = re.compile(r"\{(\w+)('s)?(?: ([\w ]+))?\}")
_DETERMINER: Final = re.compile(
    r"(the|an?|your|all|each|every|one|no|any|some|that|those|these|their|its|what|how|who)\s+(?=\S)"
)
_NAMED: Final = re.compile(r"(?:[A-Z][a-z]+|nobody|somebody|everybody|\w+'s|\d|[A-Z0-9]+[♣♦♥♠])\b")
_REST: Final = re.compile(
    r"(?:^|\s+)(?=(?:that|of|in|on|who|which|to|from|at|above|below|beneath|with|for|among)\b|\{\w+ \w)"
)
_AUXILIARY: Final = re.compile(
    r"\b(is|are|was|were|has|have|cannot|can|may|must|will|do|does|did|had|would|could)\b( not\b)?"
)
_SINGULAR: Final = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes"}
_MODAL: Final = frozenset("can may must will would could".split())
_OWNERS: Final = {"your": YOU, "their": THEY, "its": IT}
_HOW_MANY: Final = re.compile(r"How many (\w+) have( .*[^.])\.?")
_PRONOUN: Final = re.compile(r"(nobody|somebody) (\w+)\b")


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads words, with what their slots stand for.

    Attributes:
        values: the noun phrases for the slots.
        label: what other names are called.
    """

    values: Mapping[str, NounPhrase]
    label: Callable[[str], str]

    def words(self, text: str) -> Part:
        """Return words as they are, with their slots filled in."""
        return said(*self._parts(text)) if text else ""

    def instruction(self, text: str) -> Part:
        """Return a sentence as a part of others, without its capital and full stop."""
        return self.words(lowered(text))

    def statement(self, text: str) -> Part:
        """Return a statement in the words of its declaration: a clause, if it begins with a slot that has a verb."""
        slot = _SLOT.match(text)
        return self.clause(text) if slot is not None and slot[3] and slot[1] in self.values else self.words(text)

    def _parts(self, text: str) -> list[Part]:
        """Return words and what stands in their slots."""
        found: list[Part] = []
        place = 0
        for slot in _SLOT.finditer(text):
            found += [text[place : slot.start()], self._slot(slot)]
            place = slot.end()
            noun = self.values.get(slot[1])
            following = re.match(r" (\w+)", text[place:])
            if noun is None or slot[2] or slot[3] or following is None:
                continue
            if noun.text == "1":
                found.append(f" {singular_noun(following[1])}")
                place += following.end()
            elif noun.head == "number" and isinstance(noun.rest, Words) and _counts(noun.rest, following[1]):
                place += following.end()  # it would name the cards twice
        return [part for part in (*found, text[place:]) if part != ""]

    def _slot(self, slot: re.Match[str]) -> Part:
        name, possessive, verb = slot.groups()
        noun = self.values.get(name)
        if noun is None:
            return self.label(name)
        if possessive:
            return said(noun.possessive, f" {verb}") if verb else noun.possessive
        return noun.verb(verb) if verb else noun

    def noun(self, text: str, *, plural: bool = False, person: bool = False) -> NounPhrase:
        """Return a noun phrase; one without a determiner gets the article."""
        owned = re.fullmatch(r"(?:the )?\{(\w+)'s\} ([^{}]+)", text)
        if owned is not None and owned[1] in self.values:
            return self.values[owned[1]].of(owned[2], plural=plural, person=person)
        owned = re.fullmatch(r"the ([^{}]+) of \{(\w+)\}", text)
        if owned is not None and self.values.get(owned[2]) == YOU:
            return YOU.of(owned[1], plural=plural, person=person)
        determiner, bare = _determined(text)
        head, rest = _divided(bare)
        owner = _OWNERS.get(determiner or "")
        if (owned := re.match(r"\{(\w+)'s\} ", head)) and owned[1] in self.values:
            owner, head = self.values[owned[1]], head[owned.end() :]
        determiner = "" if owner is not None else "the" if determiner is None else determiner
        return NounPhrase(
            self.words(head),
            determiner,
            self._rest(rest, plural=plural or is_plural(head)),
            plural,
            owner,
            person=person,
        )

    def _rest(self, text: str, *, plural: bool) -> Part:
        """Return what follows a noun; a relative clause about players as such."""
        found = re.fullmatch(r"who ([^{}]+)", text)
        if found is None:
            return said("with ", self.words(text[5:])) if text.startswith("with ") else self.words(text)
        who = WHO if plural else WHO_ONE
        verb, _, rest = (singular(found[1]) if plural else found[1]).partition(" ")
        if verb in ADVERBS:
            word, _, rest = rest.partition(" ")
            verb = f"{verb} {word}"
        holds = not rest.startswith("not ")
        return Relative(Clause(who, verb, rest.removeprefix("not "), holds), who)

    def clause(self, text: str) -> Proposition:
        """Return a clause."""
        slot, auxiliary = _SLOT.search(text), _AUXILIARY.search(_SLOT.sub(lambda found: "_" * len(found[0]), text))
        if slot is not None and slot[3] and (auxiliary is None or auxiliary.start() > slot.start()):
            noun = self.values.get(slot[1])
            if noun is not None:
                before = self.words(text[: slot.start()])
                subject = NounPhrase(said(before, noun), plural=noun.plural) if before else noun
                verb, _, more = slot[3].partition(" ")
                return Clause(subject, _SINGULAR.get(verb, verb), self._after(f"{more}{text[slot.end() :]}"))
        if auxiliary is None or not auxiliary.start():
            found = _PRONOUN.match(text)
            if found is not None:
                return Clause(NounPhrase(found[1], person=True), found[2], self._after(text[found.end() :]))
            subject = self.subject(text, "")
            if none_of(subject) is not None or some_of(subject) is not None:
                return Clause(subject, "")
            return Fixed(self.words(text), said("it is not so that ", self.words(text)))
        subject = self.subject(text[: auxiliary.start()].strip(), auxiliary[1])
        verb = "can" if auxiliary[1] == "cannot" else _SINGULAR.get(auxiliary[1], auxiliary[1])
        holds = not auxiliary[2] and auxiliary[1] != "cannot"
        return Clause(subject, verb, self._after(text[auxiliary.end() :]), holds)

    def _after(self, text: str) -> Part:
        thing = re.fullmatch(r" the (\w+)", text)
        return NounPhrase(thing[1], "the") if thing is not None else self.words(text.removeprefix(" "))

    def subject(self, text: str, verb: str) -> NounPhrase:
        """Return what stands before a verb, which says whether it is in the plural."""
        determiner, bare = _determined(text)
        many = verb in _SINGULAR
        return NounPhrase(self.words(bare), determiner or "", plural=many)

    def is_about(self, text: str) -> bool:
        """Return whether a clause begins with what stands in a slot."""
        slot = _SLOT.match(text)
        return slot is not None and slot[1] in self.values

    def denied(self, text: str) -> Proposition:
        """Return the contrary of a clause.

        What stands in a slot keeps its place: of `a player` it is denied that they have passed.
        """
        clause = self.clause(text)
        return (
            replace(clause, holds=not clause.holds)
            if self.is_about(text) and isinstance(clause, Clause)
            else clause.negated()
        )


def first_part(text: str) -> str:
    """Return a sentence up to its first semicolon, without its full stop.

    >>> first_part("one more card is drawn; the hand is shown.")
    'one more card is drawn'
    """
    return text.partition(";")[0].rstrip(".")


def _counts(rest: Words, thing: str) -> bool:
    """Return whether a number is one of such things: `of cards in your hand`."""
    match rest.parts:
        case ("of ", NounPhrase(head=str(head))):
            return head.split()[:1] == [thing]
        case _:
            return False


def _determined(text: str) -> tuple[str | None, str]:
    """Return a noun phrase in two: its determiner, and what follows; None if it should have one."""
    found = _DETERMINER.match(text)
    if found is not None:
        return found[1], text[found.end() :]
    return ("" if _NAMED.match(text) else None), text


def _divided(text: str) -> tuple[str, str]:
    """Return a noun, and what stands after it."""
    found = _REST.search(text)
    return (text[: found.start()], text[found.end() :]) if found is not None and found.start() else (text, "")


def belonging(label: str) -> str:
    """Return a label as the noun for what belongs to something: `worth` of `worth of`."""
    return label.removesuffix(" of")


def infinitive(label: str) -> str:
    """Return a label as a verb after `can`: `pass` of `to pass`."""
    return label.removeprefix("to ")


def has_slots(text: str) -> bool:
    """Return whether words have slots for what they are about."""
    return _SLOT.search(text) is not None


def is_owned(text: str) -> bool:
    """Return whether words are what a player has: `{player's} hand`."""
    return re.fullmatch(r"\{player's\} ([^{]+)", text) is not None


def without_the(text: str) -> str:
    """Return words without their article."""
    return text.removeprefix("the ")


def several(name: str) -> str:
    """Return a name in the plural.

    >>> several("bids"), several("number of tricks"), several("point below the line")
    ('bids', 'numbers of tricks', 'points below the line')
    """
    first, space, rest = name.partition(" ")
    if first.endswith("s"):
        return name
    if re.match(r"(?:of|in|on|at|for|below)\b", rest):
        return f"{plural(first)}{space}{rest}"
    return plural(name)


def without_contrast(sentence: Part) -> Part:
    """Return what a note says of present options as what it says by itself: `here …` of `But here …`."""
    return sentence.removeprefix("But ") if isinstance(sentence, str) and sentence.startswith("But here ") else sentence


def is_in_notation(text: str) -> bool:
    """Return whether a text names something as the notation writes it, other than an option that it cites."""
    return "_" in re.sub(r"\(options\.\w+\)", "", text)


def besides(name: str, text: str) -> tuple[bool, str]:
    """Return what a text about something says besides its name, with which it may begin, and whether after a comma.

    >>> besides("cards taken", "The cards taken."), besides("stock", "The stock is drawn from.")
    ((False, ''), (False, 'The stock is drawn from.'))
    >>> besides("open card", "The open card; its suit is trump."), besides("kitty", "The kitty, which wins.")
    ((False, 'its suit is trump'), (True, 'which wins'))
    """
    found = re.match(rf"(?:the |an? )?{re.escape(name)}(?=[,;.]|$| (?:on|of|in|that)\b)", text, re.IGNORECASE)
    rest = text[found.end() :].strip(" ;.") if found else text
    return rest.startswith(","), rest.lstrip(", ")


def without_slots(text: str) -> NounPhrase:
    """Return a noun phrase without its article, and without what its slots are about: `hand` of `{p's} hand`."""
    text = re.sub(r"\s*(?:that )?\{[^}]*\}", "", text).strip()
    return replace(Reader({}, str).noun(text), determiner="")


def how_many(help: str, number: int) -> str:
    """Return that a number has come to some amount, whose help says how many things have been done; else nothing.

    >>> how_many("How many deals have been scored.", 6), how_many("How many deals have been scored.", 1)
    ('6 deals have been scored', '1 deal has been scored')
    """
    found = _HOW_MANY.fullmatch(help)
    if found is None:
        return ""
    things = f"{singular_noun(found[1])} has" if number == 1 else f"{found[1]} have"
    return f"{number} {things}{found[2]}"


def is_plural(thing: str) -> bool:
    """Return whether a noun, before what is said about it, is in the plural."""
    thing = re.sub(r"^(?:the )?\{\w+'s\} ", "", thing)
    head = re.split(r" (?:that|of|in|on|who|which|to|from|at|above|below|with)\b|\{", thing)[0].strip()
    return bool(re.search(r"[^s]s$", head)) or " and " in head


def singular(word: str) -> str:
    """Return a verb, given as it stands after `they`, as it stands after `it`.

    >>> singular("have passed"), singular("are behind"), singular("go"), singular("pass")
    ('has passed', 'is behind', 'goes', 'passes')
    """
    first, space, rest = word.partition(" ")
    if first in ADVERBS:
        return f"{first} {singular(rest)}"
    if first in _SINGULAR or first in _MODAL:
        return _SINGULAR.get(first, first) + space + rest
    ending = "es" if first.endswith(("s", "sh", "ch", "x")) else "s"
    if re.search(r"[^aeiou]y$", first):
        return f"{first[:-1]}ies{space}{rest}"
    return f"{first}{ending}{space}{rest}"
