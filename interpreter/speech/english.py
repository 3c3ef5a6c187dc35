"""English: prints noun phrases and clauses, and knows agreement, articles, possessives, negation, lists and numerals.

Only this file looks into texts. What others need to know about a phrase they ask of its value (`grammar.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from .grammar import (
    Cases,
    Clause,
    Depending,
    Each,
    Exactly,
    Fixed,
    Joint,
    Listed,
    Noun,
    NounPhrase,
    Part,
    Place,
    Possessive,
    Relative,
    Table,
    Value,
    Words,
    none_of,
)

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
ADVERBS = frozenset("also already just never now only still".split())
_PLURALS = {"ace": "aces", "six": "sixes", "sheep": "sheep"}
_ORDER = re.compile(r"(?:add|take|put|give|turn|show|deal|shuffle|lay) ")
_SHORT = 24  # the most letters of a noun that takes an apostrophe
_AUXILIARY = frozenset("is was has can may must will does did had would could".split())


class English:
    """Prints values in English."""

    def text(self, part: Part, *, subject: bool = False) -> str:
        """Return the text of a value; a text is its own.

        Args:
            part: the value.
            subject: whether it is the subject of a clause: `they`, not `them`.
        """
        match part:
            case str():
                return part
            case NounPhrase():
                return self._noun_phrase(part, subject=subject)
            case Noun(one=one):
                return one
            case Words(parts=parts):
                return "".join(map(self.text, parts))
            case Listed(items=items, conjunction=conjunction):
                return listed(map(self.text, items), conjunction)
            case Clause():
                return self._clause(part)
            case Relative(clause=clause):
                return self.text(clause)
            case Joint():
                return self._joint(part)
            case Depending(test=test, then=then, other=other):
                return f"({then} if {test}, or else {other})"
            case Exactly(first=first, second=second):
                return f"{first} exactly if {second}"
            case Fixed(words=words):
                return self.text(words)
            case Place(noun=noun):
                return f"{_preposition(noun)} {noun}"
            case Possessive(owner=owner):
                return self._possessive(owner)
            case Cases(rows=rows, other=other):
                joint = "; otherwise" if len(rows) > 1 else ", otherwise"
                return f"{'; '.join(f'{value} if {test}' for value, test in rows)}{joint} {other}"
            case Each(member=member, amount=amount):
                return f"for each {member}, {amount}"
            case Table(rows=rows, other=other, simple=simple):
                told = [f"{value} {key}" if simple else f"{key} {value}" for value, key in rows]
                if other is None and simple:
                    return listed(told)
                return (", " if simple else "; ").join([*told, *([] if other is None else [f"otherwise {other}"])])
            case _:
                raise TypeError(part)

    def _noun_phrase(self, noun: NounPhrase, *, subject: bool) -> str:
        if noun.oblique and not subject:
            return noun.oblique
        head = noun.head.several if isinstance(noun.head, Noun) and noun.plural else self.text(noun.head)
        determiner = self.text(noun.determiner)
        if noun.owner is not None:
            short = noun.owner.person and not noun.owner.rest and len(noun.owner.text) <= _SHORT
            if noun.owner.whose or short:
                determiner = self._possessive(noun.owner)
            else:
                determiner, head = "the", f"{head} of {noun.owner}"
        if determiner in ("a", "an"):
            phrase = a(head)
        else:
            phrase = f"{determiner} {head}" if determiner and head else determiner or head
        rest = self.text(noun.rest)
        return phrase + ("" if not rest or rest[0] in ",;)" else " ") + rest

    def _possessive(self, owner: NounPhrase) -> str:
        text = self.text(owner, subject=True)
        return owner.whose or text + ("'" if text.endswith("s") else "'s")

    def _clause(self, clause: Clause) -> str:
        subject, rest, holds = clause.subject, clause.rest, clause.holds
        if clause.there:
            subject = subject if holds else _none(subject)
            be = "are" if subject.plural else "is"
            return self._with(f"there {be} {subject}", rest)
        if not holds and clause.verb == "has" and isinstance(rest, NounPhrase) and none_of(rest) is not None:
            rest, holds = replace(_none(rest), plural=True), True
        who = self.text(subject, subject=True)
        if not clause.verb:
            return self._with(who if holds else f"it is not so that {who}", rest)
        first, space, more = clause.verb.partition(" ")
        if holds:
            spoken = verb(clause.verb, plural=subject.plural)
        elif first in _AUXILIARY:
            spoken = f"{verb(first, plural=subject.plural)} {clause.denial}{space}{more}".replace("can not", "cannot")
        elif clause.denial != "not":
            spoken = f"{clause.denial} {verb(clause.verb, plural=subject.plural)}"
        else:
            spoken = f"{verb('does', plural=subject.plural)} not {verb(clause.verb, plural=True)}"
        return self._with(f"{who} {spoken}", rest)

    def _with(self, text: str, rest: Part) -> str:
        more = self.text(rest)
        return f"{text} {more}" if more and more[0] not in ",;)" else text + more

    def _joint(self, joint: Joint) -> str:
        word = "and" if joint.conjunction else "or"
        texts = [f"({each})" if isinstance(each, Joint) else str(each) for each in joint.parts]
        texts = list(dict.fromkeys(texts))
        return f"{',' if len(texts) > 2 else ''} {word} ".join(texts)


Value.printer = English()


def _none(noun: NounPhrase) -> NounPhrase:
    """Return the phrase that denies that there is something: `no cards` of `cards`."""
    if noun.determiner == "some" and not noun.head:
        return replace(noun, determiner="none")
    return none_of(noun) or replace(noun, determiner="no")


def _preposition(noun: NounPhrase) -> str:
    """Return the preposition of a place of cards."""
    head = noun.head.several if isinstance(noun.head, Noun) else str(noun.head)
    words = head.split()
    if noun.determiner == "the" and head == "table" and not noun.rest:
        return "on"
    if noun.determiner == "all" and words[-1:] == ["hands"]:
        return "in"
    if (
        noun.determiner in ("all", "those", "these")
        or words[-1:] in (["cards"], ["piles"], ["sets"])
        or words[:1] == ["top"]
    ):
        return "among"
    return "among" if noun.plural and noun.determiner == "the" and isinstance(noun.rest, Place) else "in"


def verb(word: str, *, plural: bool) -> str:
    """Return a verb, given as it stands after `it`, in the singular or plural.

    >>> verb("has", plural=True), verb("draws", plural=True), verb("passes", plural=True)
    ('have', 'draw', 'pass')
    """
    if not plural:
        return word
    first, _, rest = word.partition(" ")
    if first in ADVERBS:
        return f"{first} {verb(rest, plural=True)}"
    more = f" {rest}" if rest else ""
    if first in _IRREGULAR:
        return _IRREGULAR[first] + more
    if first.endswith(("sses", "shes", "ches")):
        return first[:-2] + more
    if first.endswith("ies"):
        return first[:-3] + "y" + more
    return first.removesuffix("s") + more


def singular_noun(word: str) -> str:
    """Return the singular of a noun that may be a plural.

    >>> singular_noun("tricks"), singular_noun("bonus"), singular_noun("for the bid")
    ('trick', 'bonus', 'for the bid')
    """
    ends = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if ends and plural(word[:-1]) == word else word


def in_a_row(words: Iterable[str]) -> str:
    """Return words after one another, in the singular what stands after a 1.

    >>> in_a_row(["1", "spades"]), in_a_row(["2", "spades"]), in_a_row(["1", "no trump"])
    ('1 spade', '2 spades', '1 no trump')
    """
    row = list(words)
    after = pairwise(row)
    return " ".join([*row[:1], *(singular_noun(b) if a == "1" else b for a, b in after)])


def plural(word: str) -> str:
    """Return the plural of a noun; of several words the last one changes.

    >>> plural("card"), plural("two of clubs"), plural("suit"), plural("escalera"), plural("box")
    ('cards', 'twos of clubs', 'suits', 'escaleras', 'boxes')
    """
    first, of, rest = word.partition(" of ")
    if of:
        return f"{plural(first)} of {rest}"
    head, space, last = word.rpartition(" ")
    if last in _PLURALS:
        return head + space + _PLURALS[last]
    if re.search(r"(s|x|ch|sh)$", last):
        return f"{word}es"
    if re.search(r"[^aeiou]y$", last):
        return f"{word[:-1]}ies"
    return f"{word}s"


def number(value: int) -> str:
    """Return a number in words, if it is small.

    >>> number(3), number(13), number(-1)
    ('three', '13', '−1')
    """
    if 1 <= value < len(_NUMBERS):
        return _NUMBERS[value]
    return f"−{-value:,}" if value < 0 else f"{value:,}"


def digits(value: int) -> str:
    """Return a number in digits."""
    return f"−{-value:,}" if value < 0 else f"{value:,}"


def count(value: int, word: str) -> str:
    """Return a number of things.

    >>> count(1, "card"), count(3, "card"), count(0, "card")
    ('one card', 'three cards', 'no cards')
    """
    if value == 0:
        return f"no {plural(word)}"
    return f"{number(value)} {word if value == 1 else plural(word)}"


def ordinal(value: int) -> str:
    """Return an ordinal number.

    >>> ordinal(2), ordinal(12), ordinal(23)
    ('second', '12th', '23rd')
    """
    if 0 < value < len(_ORDINALS):
        return _ORDINALS[value]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{'th' if value % 100 in (11, 12, 13) else ending}"


def letter(seat: int) -> str:
    """Return what examples call the player of a seat, which is counted from 0.

    >>> letter(0), letter(3)
    ('A', 'D')
    """
    return chr(ord("A") + seat % 26)


def a(word: Part) -> str:
    """Return a noun with its indefinite article.

    >>> a("ace"), a("card"), a("one-card run"), a("8"), a("three of a kind"), a("J♦")
    ('an ace', 'a card', 'a one-card run', 'an 8', 'three of a kind', 'J♦')
    """
    word = str(word)
    if re.match(r"(?:two|three|four|five) of\b|\w+[♣♦♥♠]", word):
        return word
    vowel = re.match(r"(?!one|uni|use)[aeiouAEIOU]|8|11\b|18\b", word)
    return f"{'an' if vowel else 'a'} {word}"


def listed(items: Iterable[Part], conjunction: str = "and") -> str:
    """Return a list in words.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a, b and c', 'a or b')
    """
    found = list(map(str, items))
    if len(found) < 2:
        return "".join(found)
    inner = any("," in item or f" {conjunction} " in item for item in found)
    comma = "," if inner else ""
    return f"{', '.join(found[:-1])}{comma} {conjunction} {found[-1]}"


def joined(sentences: Sequence[str]) -> str:
    """Return sentences as one: with `and` if they are short, or else with semicolons."""
    if len(sentences) == 2 and all("," not in each and ";" not in each for each in sentences):
        first, second = sentences
        several = re.match(r"(?:that|the|each) ", first) and _ORDER.match(second)
        if len(first) + len(second) < 110 and not second.startswith("if ") and not several:
            return f"{first} and {second}"
    return "; ".join(sentences)


def conditional(test: str) -> str:
    """Return the condition with which a sentence begins: `if hearts are led,`."""
    return f"if {test}," if "," not in test[-40:] else f"if {test}:"


def sentence(text: Part) -> str:
    """Return a text as a sentence, with a capital and a full stop.

    >>> sentence("the dealer wins"), sentence("Who wins?"), sentence("")
    ('The dealer wins.', 'Who wins?', '')
    """
    text = " ".join(str(text).split()).strip(" ;,")
    text = re.sub(r"\bthat that player (has|is|does)\b", _they, text)
    if not text:
        return ""
    end = "" if re.search(r"[.!?:]['”\")]?$", text) else "."
    return text[:1].upper() + text[1:] + end


def _they(found: re.Match[str]) -> str:
    return f"that they {_IRREGULAR[found[1]]}"


def lowered(text: Part) -> str:
    """Return a sentence as a part of another: without its capital and full stop.

    >>> lowered("Draw a card."), lowered("A♠ wins.")
    ('draw a card', 'A♠ wins')
    """
    text = str(text).strip().removesuffix(".")
    if re.match(r"[A-Z](?:[a-z' ])", text) and not re.match(r"[A-Z] (?!\w)", text):
        return text[:1].lower() + text[1:]
    return text


def title(text: str) -> str:
    """Return the name of a rule as a heading: `Trick taking`."""
    return text[:1].upper() + text[1:]


def superlative(highest: bool) -> str:
    """Return the word for an extreme."""
    return "highest" if highest else "lowest"


def prose(sentences: Iterable[Part]) -> str:
    """Return sentences as a paragraph."""
    return " ".join(filter(None, map(sentence, sentences)))
