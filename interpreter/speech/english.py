"""The grammar of the sentences: nouns, verbs, numbers and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()
_IRREGULAR = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
_ADVERBS = frozenset("also already just never now only still".split())
_MODAL = frozenset("can cannot may must will would could".split())
_PLURALS = {"ace": "aces", "six": "sixes", "sheep": "sheep"}
_SHORT = 24  # the most letters of a noun that takes an apostrophe
AUXILIARY = re.compile(r"\b(is|are|was|were|has|have|can|may|must|will|do|does|did|had|would|could)\b(?! not\b)")
_SUBJECTS = re.compile(r"^(?:somebody|(?:an?|one|any|some) (?=\w))")


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase.

    Attributes:
        text: the phrase, with its article.
        plural: whether verbs have the plural form after it; so they have after `you`.
        whose: its possessive, if that is irregular.
        person: whether it names players.
    """

    text: str
    plural: bool = False
    whose: str = ""
    person: bool = False

    def __str__(self) -> str:
        """Return the phrase."""
        return self.text

    def verb(self, word: str) -> str:
        """Return the phrase with a verb, which is given as it stands after `it`."""
        return f"{self.text} {verb(word, plural=self.plural)}"

    def of(self, thing: str) -> str:
        """Return a thing that belongs to it: `your hand`, `the hand of the player who leads`."""
        thing = thing.removesuffix(" of")  # `points_of` with a player
        if self.whose:
            return f"{self.whose} {thing}"
        several = self.text.startswith(("one of ", "each of ", "none of "))  # `one of them's hand` is theirs
        if self.person and len(self.text) <= _SHORT and not several:
            return f"{self.text}{_apostrophe(self.text)} {thing}"
        return f"the {thing} of {self.text}"

    @property
    def possessive(self) -> str:
        """The possessive: `your`, `the dealer's`."""
        return self.whose or f"{self.text}{_apostrophe(self.text)}"


def _apostrophe(text: str) -> str:
    return "'" if text.endswith("s") else "'s"


YOU = Noun("you", plural=True, whose="your", person=True)
THAT = Noun("that", plural=True, whose="whose")
WHO = Noun("who", plural=True, whose="whose", person=True)
WHO_ONE = replace(WHO, plural=False)
IT = Noun("it", whose="its")
AGAIN = Noun("that one")
THEY = Noun("they", True, whose="their", person=True)


def verb(word: str, *, plural: bool) -> str:
    """Return a verb, given as it stands after `it`, in the singular or plural.

    >>> verb("has", plural=True), verb("draws", plural=True), verb("passes", plural=True)
    ('have', 'draw', 'pass')
    """
    if not plural:
        return word
    first, _, rest = word.partition(" ")
    more = f" {rest}" if rest else ""
    if first in _IRREGULAR:
        return _IRREGULAR[first] + more
    if first.endswith(("sses", "shes", "ches")):
        return first[:-2] + more
    if first.endswith("ies"):
        return first[:-3] + "y" + more
    return first.removesuffix("s") + more


def singular(word: str) -> str:
    """Return a verb, given as it stands after `they`, as it stands after `it`.

    >>> singular("have passed"), singular("are behind"), singular("go"), singular("pass")
    ('has passed', 'is behind', 'goes', 'passes')
    """
    first, space, rest = word.partition(" ")
    if first in _ADVERBS:
        return f"{first} {singular(rest)}"
    known = {plural: single for single, plural in _IRREGULAR.items()}
    if first in known or first in _MODAL:
        return known.get(first, first) + space + rest
    ending = "es" if first.endswith(("s", "sh", "ch", "x")) else "s"
    if re.search(r"[^aeiou]y$", first):
        return f"{first[:-1]}ies{space}{rest}"
    return f"{first}{ending}{space}{rest}"


def one_of(players: str, who: str) -> str | None:
    """Return what is said of several players, said of one; None if it is not a relative clause.

    >>> one_of("the players who have passed", "nobody")
    'nobody has passed'
    >>> one_of("the other players who are not protected", "no other player")
    'no other player is not protected'
    """
    found = re.match(r"(?:the|all) (?:other )?players who (.+)$", players)
    return f"{who} {singular(found[1])}" if found else None


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


def a(word: str) -> str:
    """Return a noun with its indefinite article.

    >>> a("ace"), a("card"), a("one-card run"), a("8"), a("three of a kind"), a("J♦")
    ('an ace', 'a card', 'a one-card run', 'an 8', 'three of a kind', 'J♦')
    """
    if re.match(r"(?:two|three|four|five) of\b|\w+[♣♦♥♠]", word):
        return word
    vowel = re.match(r"(?!one|uni|use)[aeiouAEIOU]|8|11\b|18\b", word)
    return f"{'an' if vowel else 'a'} {word}"


def listed(items: Iterable[str], conjunction: str = "and") -> str:
    """Return a list in words.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a, b and c', 'a or b')
    """
    found = list(items)
    if len(found) < 2:
        return "".join(found)
    inner = any("," in item or f" {conjunction} " in item for item in found)
    comma = "," if inner else ""
    return f"{', '.join(found[:-1])}{comma} {conjunction} {found[-1]}"


def sentence(text: str) -> str:
    """Return a text as a sentence, with a capital and a full stop.

    >>> sentence("the dealer wins"), sentence("Who wins?"), sentence("")
    ('The dealer wins.', 'Who wins?', '')
    """
    text = " ".join(text.split()).strip(" ;,")
    text = re.sub(r"\bthat that player (has|is|does)\b", _they, text)
    if not text:
        return ""
    end = "" if re.search(r"[.!?:]['”\")]?$", text) else "."
    return text[:1].upper() + text[1:] + end


def _they(found: re.Match[str]) -> str:
    return f"that they {_IRREGULAR[found[1]]}"


def lowered(text: str) -> str:
    """Return a sentence as a part of another: without its capital and full stop.

    >>> lowered("Draw a card."), lowered("A♠ wins.")
    ('draw a card', 'A♠ wins')
    """
    text = text.strip().removesuffix(".")
    if re.match(r"[A-Z](?:[a-z' ])", text) and not re.match(r"[A-Z] (?!\w)", text):
        return text[:1].lower() + text[1:]
    return text


def title(text: str) -> str:
    """Return the name of a rule as a heading: `Trick taking`."""
    return text[:1].upper() + text[1:]


def negated(text: str) -> str:
    """Return the contrary of a clause.

    >>> negated("hearts are broken"), negated("a player has passed"), negated("you win")
    ('hearts are not broken', 'no player has passed', 'it is not so that you win')
    >>> negated("no card was drawn"), negated("nobody has bid")
    ('a card was drawn', 'somebody has bid')
    """
    if _SUBJECTS.match(text):
        if text.startswith("somebody"):
            return "nobody" + text.removeprefix("somebody")
        return re.sub(r"^\w+", "no", text)
    if re.match(r"nobody\b", text):
        return "somebody" + text.removeprefix("nobody")
    if re.match(r"no (?=\w)", text):
        return a(text.removeprefix("no "))
    if re.search(r"\b(?:is|are|has|have|can|may|must|was|were) not\b", text):
        return re.sub(r"\b(is|are|has|have|can|may|must|was|were) not\b", r"\1", text, count=1)
    if re.match(r"can ?not\b", text):
        return text
    found = AUXILIARY.search(text)
    if found is None:
        return f"it is not so that {text}"
    return f"{text[: found.end()]} not{text[found.end() :]}".replace("can not", "cannot")


def be(noun: Noun, what: str, holds: bool) -> str:
    """Return that something is so: `the card is a heart`."""
    return f"{noun.verb('is')} {'' if holds else 'not '}{what}"


def the(thing: str) -> str:
    """Return a noun with its article, unless it has one, or is a name.

    >>> the("dealer"), the("each player"), the("North")
    ('the dealer', 'each player', 'North')
    """
    if re.match(
        r"(?:[A-Z][a-z]+|the|an?|your|all|each|every|one|no|that|those|these|their|its|what|how|who|"
        r"nobody|somebody|everybody|\w+'s|\d|[A-Z0-9]+[♣♦♥♠])\b",
        thing,
    ):
        return thing
    return f"the {thing}"


def of_attribute(attribute: str, value: Noun) -> str:
    """Return that a card has a rank, suit or colour.

    >>> of_attribute("rank", Noun("the named rank")), of_attribute("suit", Noun("hearts"))
    ('of the named rank', 'of the suit hearts')
    """
    if value.text.endswith(f" {attribute}"):
        return f"of {the(value.text)}"
    return f"of the {attribute} {value}"


def without_article(thing: str) -> str:
    """Return a noun without its article."""
    return re.sub(r"^(?:the|an?) ", "", thing)


def inside(place: Noun) -> str:
    """Return where cards are: `in your hand`, `among the cards`, `on the table`."""
    if place.text == "the table":
        return "on the table"
    if re.match(r"all \w*hands\b", place.text):
        return f"in {place}"
    if re.match(r"(?:the cards|the top|the piles|all|those|these)\b|.* cards$", place.text):
        return f"among {place}"
    if place.plural and re.match(r"the .+ (?:in|among) ", place.text):
        return f"among {place}"  # the kings in your hand
    return f"in {place}"


def is_plural(thing: str) -> bool:
    """Return whether a noun, before what is said about it, is in the plural."""
    thing = re.sub(r"^(?:the )?\{\w+'s\} ", "", thing)
    head = re.split(r" (?:that|of|in|on|who|which|to|from|at|above|below|with)\b|\{", thing)[0].strip()
    return bool(re.search(r"[^s]s$", head)) or " and " in head


def superlative(highest: bool) -> str:
    """Return the word for an extreme."""
    return "highest" if highest else "lowest"


def prose(sentences: Iterable[str]) -> str:
    """Return sentences as a paragraph."""
    return " ".join(filter(None, map(sentence, sentences)))
