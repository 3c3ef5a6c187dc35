"""English: prints noun phrases and clauses, and knows agreement, articles, possessives, negation, lists and numerals.

Only this file looks into texts. What others need to know about a phrase they ask of its value (`grammar.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from itertools import pairwise
from typing import cast

from ..source.halves import HALF
from ..syntax.types import NUMBER, Type
from .grammar import (
    Aside,
    Bracketed,
    Calculation,
    Case,
    Cases,
    Clause,
    Conditional,
    Depending,
    Each,
    Exactly,
    Explained,
    Fixed,
    ForEach,
    Instruction,
    Joint,
    Listed,
    Modified,
    Noun,
    NounPhrase,
    Numeral,
    Part,
    Place,
    Possessive,
    Prepositional,
    Pronoun,
    Proposition,
    Prose,
    Relative,
    Repeated,
    Sentence,
    Steps,
    Subordinate,
    Table,
    Together,
    Value,
    Words,
    about,
    first_clause,
    none_of,
    statements,
    subject_of,
)

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
ADVERBS = frozenset("also already just never now only still".split())
_PLURALS = {"ace": "aces", "six": "sixes", "sheep": "sheep", "life": "lives"}
_SINGULARS = {many: one for one, many in _PLURALS.items()}
_COMMA, _SEMICOLON = 1, 2
_SHORT_STEPS = 110  # the most letters of two statements that are joined by `and`
_SENTENCE = 200  # the most letters of a sentence with several cases
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
                return self._words(parts)
            case Prepositional(preposition=preposition, noun=inner):
                return f"{preposition} {inner}"
            case Aside(words=words):
                return f", {words}"
            case Pronoun(antecedent=noun):
                return "they" if noun.plural or noun.person else "it"
            case Modified():
                return self._head(part, plural=False)
            case Numeral(value=value, spelled=spelled, kind=kind):
                return number(value) if spelled and not kind.halves else digits(value, kind)
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
            case Calculation(words=words):
                return self.text(words)
            case Each(member=member, amount=amount):
                return f"for each {member}, {amount}"
            case Bracketed(inner=inner):
                return f"({inner})"
            case Explained(what=what, why=why):
                reason = self.text(why)
                return f"{what}{';' if ': ' in reason else ':'} {reason}"
            case Together():
                return self._together(part)
            case Table(rows=rows, other=other, simple=simple):
                told = [f"{value} {key}" if simple else f"{key} {value}" for value, key in rows]
                if other is None and simple:
                    return listed(told)
                return (", " if simple else "; ").join([*told, *([] if other is None else [f"otherwise {other}"])])
            case Prose(sentences=sentences):
                return " ".join(map(self.text, sentences))
            case Sentence(parts=parts, begins=begins):
                return sentence("; ".join(map(self.text, parts)), begins=begins)
            case _:
                return self._statement(part)

    def _statement(self, part: Part) -> str:
        match part:
            case Instruction(verb=word, rest=rest):
                return self._with(verb(word, plural=True), rest)
            case Subordinate(conjunction=conjunction, clause=clause):
                return f"{conjunction} {clause}"
            case Steps(parts=(first, second)) if _is_short(part):
                return f"{first} and {_continued(second, subject_of(first))}"
            case Steps(parts=parts):
                return "; ".join(map(self.text, parts))
            case Case():
                return self._case(part)
            case Conditional(cases=cases, trailing=False):
                return "; ".join(map(self._case, cases))
            case Conditional(cases=(first, *others)):
                who = subject_of(first.then)
                rows = [_trailing(first, None), *(_trailing(each, who) for each in others)]
                return "; otherwise ".join(rows)
            case Repeated(body=body, test=None, times=Numeral(value=value)):
                return f"{number(value)} times: {body}"
            case Repeated(body=body, test=None, times=times):
                return f"repeat this as many times as {times}: {body}"
            case Repeated(body=body, test=test):
                return f"as long as {test}, repeat this: {body}"
            case ForEach(member=member, pronoun=pronoun, body=body):
                subjects = all(subject_of(each) == pronoun for each in statements(body))
                if not pronoun.person or not subjects or _weight(body) == _SEMICOLON:
                    return f"for {member}: {body}"
                first, *others = statements(body)
                return " and ".join(map(str, (about(first, member), *(_continued(each, pronoun) for each in others))))
            case _:
                raise TypeError(part)

    def _case(self, case: Case) -> str:
        lead = "otherwise " if case.otherwise else ""
        if case.test is None:
            return f"{lead}{case.then}"
        several = _weight(case.then) == _SEMICOLON or isinstance(case.then, Conditional | Case)
        sign = ":" if several or _ends_in_a_list(case.test) else ","
        return f"{lead}if {case.test}{sign} {case.then}"

    def _words(self, parts: Iterable[Part]) -> str:
        text, is_open = "", False
        for part in parts:
            more = self.text(part)
            if not more.strip():
                text += more
                continue
            if is_open and more.lstrip()[0] not in ",;:()":
                more = f"{text[len(text.rstrip()) :]}{more}"
                text = f"{text.rstrip()},"
            text += more
            is_open = _is_open(part)
        return text

    def _noun_phrase(self, noun: NounPhrase, *, subject: bool) -> str:
        if noun.oblique and not subject:
            return noun.oblique
        head = self._head(noun.head, noun.plural)
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

    def _head(self, head: Part, plural: bool) -> str:
        match head:
            case Noun(several=several) if plural:
                return several
            case Modified(adjective=adjective, noun=noun):
                return f"{adjective} {self._head(noun, plural)}"
            case _:
                return self.text(head)

    def _possessive(self, owner: NounPhrase) -> str:
        text = self.text(owner, subject=True)
        return owner.whose or text + ("'" if text.endswith("s") else "'s")

    def _clause(self, clause: Clause) -> str:
        subject, rest, holds = clause.subject, clause.rest, clause.holds
        if clause.there:
            be = "are" if subject.plural else "is"
            if not holds and clause.denial == "not":
                subject = _none(subject)
            more = f"{clause.denial} " if not holds and clause.denial != "not" else ""
            return self._with(f"there {be} {more}{subject}", rest)
        if not holds and clause.verb == "has" and isinstance(rest, NounPhrase) and none_of(rest) is not None:
            rest, holds = replace(_none(rest), plural=True), True
        who = self.text(subject, subject=True) + ("," if _is_open(subject) else "")
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
        return self._with(f"{who} {spoken}".lstrip(), rest)

    def _with(self, text: str, rest: Part) -> str:
        more = self.text(rest)
        return f"{text} {more}" if more and more[0] not in ",;:)" else text + more

    def _together(self, together: Together) -> str:
        first, texts = first_clause(together.parts[0]), [self.text(each) for each in together.parts]
        if first is None or not together.denies_one:
            return ", and ".join(texts)
        again = f"{self.text(first.subject, subject=True)} {verb('is', plural=first.subject.plural)} "
        *before, last = [text.removeprefix(again) for text in texts]
        return f"{again}{', '.join(before)}{',' if together.apart else ''} and {last}"

    def _joint(self, joint: Joint) -> str:
        word = "and" if joint.conjunction else "or"
        texts = [f"({each})" if isinstance(each, Joint) else str(each) for each in joint.parts]
        texts = list(dict.fromkeys(texts))
        return f"{',' if len(texts) > 2 else ''} {word} ".join(texts)


Value.printer = English()


def _continued(part: Part, subject: NounPhrase | None) -> Part:
    """Return a statement without its subject, if that has just been said."""
    if subject is None or subject_of(part) != subject:
        return part
    return about(part, NounPhrase("", plural=subject.plural))


def _trailing(case: Case, subject: NounPhrase | None) -> str:
    """Return what depends on a condition, and then the condition."""
    if case.test is None:
        return str(_continued(case.then, subject))
    return f"{case.then} {Subordinate('if', case.test)}"


def _weight(part: object) -> int:
    """Return the heaviest sign that divides a value: a comma, a semicolon, or none."""
    found = 0
    match part:
        case str():
            return _SEMICOLON if ";" in part else _COMMA if "," in part else 0
        case tuple():
            return max(map(_weight, cast("tuple[object, ...]", part)), default=0)
        case Steps():
            found = 0 if _is_short(part) else _SEMICOLON
        case Conditional(cases=rows) | Cases(rows=rows):
            found = _SEMICOLON if len(rows) > 1 else 0 if isinstance(part, Conditional) and part.trailing else _COMMA
        case Table(simple=simple):
            found = _COMMA if simple else _SEMICOLON
        case Case(test=test):
            found = _COMMA if test is not None else 0
        case Aside() | Each():
            found = _COMMA
        case Listed(items=items) | Joint(parts=items):
            found = _COMMA if len(items) > 2 else 0
        case Numeral(value=value):
            found = _COMMA if abs(value) >= 1000 else 0
        case Value():
            pass
        case _:
            return 0
    return max(found, *(_weight(getattr(part, each.name)) for each in fields(part)))  # pyright: ignore


def _ends_in_a_list(test: Proposition) -> bool:
    """Return whether the end of a condition has commas, so that one more would not be seen."""
    match test:
        case Joint(parts=(_, last)):
            return _weight(last) > 0
        case _:
            return _weight(test) > 0


def _is_instruction(part: Part) -> bool:
    """Return whether a statement says what to do, and not who does it."""
    match part:
        case Steps(parts=(first, *_)) | Words(parts=(first, *_)):
            return _is_instruction(first)
        case _:
            return isinstance(part, Instruction)


def _is_short(node: Steps) -> bool:
    """Return whether steps are joined by `and`: two short ones of one kind."""
    if node.apart or len(node.parts) != 2 or any(map(_weight, node.parts)):
        return False
    first, second = node.parts
    mixed = subject_of(first) is not None and _is_instruction(second)
    return not mixed and len(f"{first}{second}") < _SHORT_STEPS


def _is_open(part: Part) -> bool:
    """Return whether a value ends with an aside, which a comma closes where something follows."""
    match part:
        case Aside():
            return True
        case NounPhrase(head=head, rest=rest):
            return _is_open(rest or head)
        case Calculation(words=inner):
            return _is_open(inner)
        case Words(parts=(*_, last)) | Listed(items=(*_, last)) | Prepositional(noun=last):
            return _is_open(last)
        case _:
            return False


def divided(part: Part) -> tuple[Part, ...]:
    """Return a statement as one or more sentences: a long one with several cases is divided."""
    if not isinstance(part, Conditional) or part.trailing:
        return (part,) if part != "" else ()
    return part.cases if sum(len(str(each)) for each in part.cases) >= _SENTENCE else (part,)


def _none(noun: NounPhrase) -> NounPhrase:
    """Return the phrase that denies that there is something: `no cards` of `cards`."""
    if noun.determiner == "some" and not noun.head:
        return replace(noun, determiner="none")
    return none_of(noun) or replace(noun, determiner="no")


def _preposition(noun: NounPhrase) -> str:
    """Return the preposition of a place of cards."""
    if isinstance(noun.rest, Bracketed) and isinstance(noun.head, NounPhrase):
        return _preposition(noun.head)
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

    >>> singular_noun("tricks"), singular_noun("bonus"), singular_noun("for the bid"), singular_noun("boxes")
    ('trick', 'bonus', 'for the bid', 'box')
    >>> singular_noun("lives")
    'life'
    >>> singular_noun("points taken"), singular_noun("tricks won")
    ('point taken', 'trick won')
    >>> singular_noun("tricks beyond the call")
    'trick beyond the call'
    """
    noun, beyond, rest = word.partition(" beyond ")
    if beyond:
        return f"{singular_noun(noun)}{beyond}{rest}"
    before, _, last = word.rpartition(" ")
    if before and last in ("taken", "won", "made", "left", "lost", "played", "bid"):
        return f"{singular_noun(before)} {last}"
    if last in _SINGULARS:
        return word.removesuffix(last) + _SINGULARS[last]
    if word.endswith("xes"):
        return word[:-2]
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


def digits(value: int, kind: Type = NUMBER) -> str:
    """Return a number in digits, as it is stored for its type.

    >>> from ..syntax.types import HALVES
    >>> digits(-61), digits(-61, HALVES), digits(1, HALVES)
    ('−61', '−30½', '½')
    """
    whole, half = divmod(abs(value), 2) if kind.halves else (abs(value), 0)
    return "−" * (value < 0) + (f"{whole:,}" if whole or not half else "") + HALF * half


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


def sentence(text: Part, *, begins: bool = True) -> str:
    """Return a text as a sentence, with a full stop and, if it begins there, a capital.

    >>> sentence("the dealer wins"), sentence("Who wins?"), sentence("")
    ('The dealer wins.', 'Who wins?', '')
    """
    text = " ".join(str(text).split()).strip(" ;,")
    text = re.sub(r"\bthat that player (has|is|does)\b", _they, text)
    if not text:
        return ""
    end = "" if re.search(r"[.!?:]['”\")]?$", text) else "."
    return (title(text) if begins else text) + end


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


_LEANING = re.compile(
    r"(But|Then|They|It|He|She|This|That|These|Those|Otherwise|So|Also)\b"
    r"|.*\b(does|do|has done) (it|so|this)\b"
    r"|.*\b(have|has|had|is|are|be) none\b(?! of)"
)
"""What a sentence begins with, or contains, that is understood only after the one before."""


def is_leaning(sentence: Part) -> bool:
    """Return whether a sentence is understood only after the one before."""
    return _LEANING.match(str(sentence)) is not None


def shortened(text: str, most: int) -> str:
    """Return the words of a text that have room, and dots.

    >>> shortened("Shuffle the cards and deal them.", 20)
    'Shuffle the cards …'
    """
    return f"{text[:most].rpartition(' ')[0]} …"


def title(text: str) -> str:
    """Return the name of a rule as a heading: `Trick taking`."""
    return text[:1].upper() + text[1:]


def superlative(highest: bool) -> str:
    """Return the word for an extreme."""
    return "highest" if highest else "lowest"


def prose(statements: Iterable[Part], *, begins: bool = True) -> Prose:
    """Return statements as a paragraph, or as the rest of one that has begun.

    What stands in brackets is not divided.

    >>> [each.parts for each in prose(["Twice (1 if all pass; otherwise 0); then stop. Again."]).sentences]
    [('Twice (1 if all pass; otherwise 0)', 'then stop.'), ('Again.',)]
    >>> prose(["draw a card", "the hand is shown"]).text, prose(["hearts are led"], begins=False).text
    ('Draw a card. The hand is shown.', 'hearts are led.')
    """
    found: list[Sentence] = []
    for each in statements:
        match each:
            case Prose(sentences=several):
                found += several
            case str():
                found += [Sentence(parts) for parts in _read(each)]
            case _:
                found += [Sentence(_parts(part)) for part in divided(each)]
    if found and not begins:
        found[0] = replace(found[0], begins=False)
    return Prose(tuple(found))


def _parts(part: Part) -> tuple[Part, ...]:
    """Return the parts of a statement that semicolons divide."""
    match part:
        case Steps(parts=several) if not _is_short(part):
            return tuple(inner for each in several for inner in _parts(each))
        case Conditional(cases=cases, trailing=False):
            return tuple(inner for each in cases for inner in _parts(each))
        case Case(test=test, then=then, otherwise=otherwise) if test is not None and _weight(then) == _SEMICOLON:
            lead, (first, *more) = "otherwise " if otherwise else "", _parts(then)
            return (Words((lead, Subordinate("if", test), ": ", first)), *more) if more else (part,)
        case _:
            return (part,)


def _read(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the sentences of a text, each as the parts that semicolons divide; brackets are not divided."""
    for whole in _outside_brackets(re.split(r"(?<=[.?!])\s+(?=[^a-z])", text), " "):
        parts = tuple(filter(None, (each.strip(" ;,") for each in _outside_brackets(whole.split("; "), "; "))))
        if parts:
            yield parts


def _outside_brackets(parts: list[str], joint: str) -> list[str]:
    """Return parts of a text, of which those are joined again between which a bracket is open."""
    found: list[str] = []
    for part in parts:
        if found and found[-1].count("(") > found[-1].count(")"):
            found[-1] += joint + part
        else:
            found.append(part)
    return found
