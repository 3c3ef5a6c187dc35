"""A second printer of what rulebooks say: German, for the end of the match and the scores of some games.

It needs only the values and `german.yaml`: rules are put into words as they are for English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import yaml

from cardrules.interpreter.speech.grammar import (
    Calculation,
    Case,
    Clause,
    Conditional,
    ForEach,
    Joint,
    Modified,
    Noun,
    NounPhrase,
    Numeral,
    Part,
    Prepositional,
    Pronoun,
    Proposition,
    Relative,
    Subordinate,
    Value,
    Words,
    about,
    statements,
    subject_of,
)

NOMINATIVE, ACCUSATIVE, DATIVE, GENITIVE = range(4)
STRONG: Final = {"m": "er en em es", "f": "e e er er", "n": "es es em es", "plural": "e e en er"}
"""The endings of articles, and of adjectives without one, by gender and case."""
WEAK: Final = {"m": "e en en en", "f": "e e en en", "n": "e e en en", "plural": "en en en en"}
"""Those of adjectives after an article."""
DEFINITE: Final = {"m": "der den dem des", "f": "die die der der", "n": "das das dem des", "plural": "die die den der"}
INDEFINITE: Final = {
    "m": "ein einen einem eines",
    "f": "eine eine einer einer",
    "n": "ein ein einem eines",
    "plural": "eine eine einen einer",
}
"""The forms of the article, and of possessives with their own stem."""
PRONOUNS: Final = {"m": "er ihn ihm", "f": "sie sie ihr", "n": "es es ihm", "plural": "sie sie ihnen"}
PRONOMINAL: Final = {"each": "jed", "that": "dies", "all": "all", "those": "diejenig"}
POSSESSIVE: Final = {"m": "sein", "f": "ihr", "n": "sein"}
NUMBERS: Final = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split()


class Untranslated(LookupError):
    """What has no German words yet."""


@dataclass(frozen=True, slots=True)
class German:
    """Prints values in German.

    Attributes:
        lexicon: the words, by kind and by their English ones.
    """

    lexicon: Mapping[str, Mapping[str, object]]

    def prose(self, sentences: Iterable[Part]) -> str:
        """Return statements as a paragraph."""
        told = [self.statement(each) for each in sentences if each != ""]
        return " ".join(f"{each[:1].upper()}{each[1:].rstrip(',')}." for each in told)

    def statement(self, part: Part, before: str = "") -> str:
        """Return a statement as a main clause.

        Args:
            part: the statement.
            before: what begins the sentence, so that the subject follows the verb.
        """
        match part:
            case Clause():
                return self._clause(part, before)
            case Words(parts=parts):
                return self._in_a_row(parts, before)
            case Case(test=None, then=then, otherwise=True):
                return self.statement(then, "sonst")
            case Case(test=Proposition() as test, then=then, otherwise=False):
                return self.statement(then, _joined([before, f"{self._subordinate('if', test)},"]))
            case Conditional(cases=cases, trailing=False):
                return "; ".join(self.statement(each) for each in cases)
            case ForEach(member=member, pronoun=pronoun, body=body) if all(
                subject_of(each) == pronoun for each in statements(body)
            ):
                return self.statement(about(body, member), before)
            case str():
                raise Untranslated(f"an author's words have no German ones: “{part}”")
            case _:
                raise Untranslated(f"german.py has no rule for this statement yet: {part}")

    def _in_a_row(self, parts: tuple[Part, ...], before: str) -> str:
        """Return what stands before a clause and the clause, or two clauses with a conjunction."""
        match parts:
            case (Prepositional() | Subordinate() as front, str() as sign, *more) if sign in (" ", ", "):
                return self._in_a_row(tuple(more), f"{self._adverbial(front)}{sign.strip()}")
            case (Value() as first, ", but ", *more):
                return f"{self.statement(first)}, {self._word('words', 'but')} {self._in_a_row(tuple(more), before)}"
            case (Value() as only,):
                return self.statement(only, before)
            case _:
                raise Untranslated(f"german.py has no rule for this order of words yet: {Words(parts)}")

    def _clause(self, clause: Clause, before: str = "", *, last: bool = False, who: str = "") -> str:
        """Return a clause.

        Args:
            clause: the clause.
            before: what begins the sentence.
            last: whether its verb stands at the end.
            who: a relative pronoun in the place of the subject.
        """
        if clause.there or not clause.holds:
            raise Untranslated(f"german.py has no rule for this clause yet: {clause}")
        subject = who or self.noun(clause.subject, NOMINATIVE)
        verb = self._forms("verbs", clause.verb)[clause.subject.plural or _is_all(clause.subject)]
        rest = list(_flat(clause.rest))
        objects = [self.noun(each, ACCUSATIVE) for each in rest if isinstance(each, NounPhrase)]
        said = [each for each in rest if isinstance(each, str)]
        participles = [each for each in said if each in self.lexicon["participles"]]
        adverbs = [self._word("words", each) for each in said if each not in participles]
        placed = [self._adverbial(each) for each in rest if isinstance(each, Prepositional)]
        ends = [self._word("participles", each) for each in participles]
        middle = [*objects, *adverbs, *placed, *ends]
        if last:
            words = [before, subject, *middle, verb]
        elif before:
            words = [before, verb, subject, *middle]
        else:
            words = [subject, verb, *middle]
        after = [self._adverbial(each) for each in rest if isinstance(each, Subordinate)]
        return ", ".join([_joined(words), *after])

    def _adverbial(self, part: Prepositional | Subordinate) -> str:
        match part:
            case Prepositional(preposition=word, noun=NounPhrase() as noun):
                return f"{self._word('prepositions', word)} {self.noun(noun, DATIVE)}"
            case Subordinate(conjunction=word, clause=clause):
                return self._subordinate(word, clause)
            case _:
                raise Untranslated(f"german.py has no rule for these words yet: {part}")

    def _subordinate(self, conjunction: str, clause: Proposition) -> str:
        return f"{self._word('conjunctions', conjunction)} {self._verb_last(clause)}"

    def _verb_last(self, clause: Proposition) -> str:
        match clause:
            case Clause():
                return self._clause(clause, last=True)
            case Joint(parts=parts, conjunction=conjunction):
                return (" und " if conjunction else " oder ").join(map(self._verb_last, parts))
            case _:
                raise Untranslated(f"german.py has no rule for this clause yet: {clause}")

    # -- nouns

    def noun(self, noun: NounPhrase, case: int) -> str:
        """Return a noun phrase in a case."""
        match noun:
            case NounPhrase(head=Pronoun(antecedent=antecedent)):
                return PRONOUNS[self._gender(antecedent)].split()[case]
            case NounPhrase(head=Numeral(value=value), determiner=""):
                return f"{value:,}".replace(",", ".")
            case NounPhrase(head=Calculation(words=Words() as words)):
                return self._calculated(words.parts, case)
            case NounPhrase(head=Words(parts=parts), determiner="", owner=None):
                return self._calculated(parts, case)
            case NounPhrase(head=str() as word, determiner="") if word in self.lexicon["pronouns"]:
                return self._word("pronouns", word)
            case _:
                return _joined([self._determined(noun, case), self._after(noun)])

    def _determined(self, noun: NounPhrase, case: int) -> str:
        """Return a noun with its article, adjective and owner."""
        gender, many = self._gender(noun), noun.plural or _is_all(noun)
        match noun:
            case NounPhrase(owner=NounPhrase(whose="their") as owner):
                ending = INDEFINITE[gender].split()[case].removeprefix("ein")
                article = POSSESSIVE[self._gender(owner)] + ending
            case NounPhrase(owner=NounPhrase() as owner):
                return f"{self._determined(_the(noun), case)} {self.noun(owner, GENITIVE)}"
            case NounPhrase(determiner="the"):
                article = DEFINITE[gender].split()[case]
            case NounPhrase(determiner="a"):
                article = INDEFINITE[gender].split()[case]
            case NounPhrase(determiner=str() as word) if word in PRONOMINAL:
                endings = WEAK if word == "those" else STRONG
                article = PRONOMINAL[word] + endings[gender].split()[case]
            case NounPhrase(determiner=Numeral(value=value, spelled=spelled)):
                article = NUMBERS[value] if spelled and 1 < value < len(NUMBERS) else f"{value:,}".replace(",", ".")
            case NounPhrase(determiner=""):
                article = ""
            case _:
                raise Untranslated(f"german.py has no rule for this noun phrase yet: {noun}")
        adjective, head = "", noun.head
        if isinstance(head, Modified):
            endings = WEAK if noun.determiner == "the" else STRONG
            adjective = self._word("adjectives", head.adjective) + endings[gender].split()[case]
            head = head.noun
        if head == "":
            return article
        _, one, several = self._forms("nouns", _named(head))
        thing = several if many else one
        if many and case == DATIVE and thing[-1] not in "ns":
            thing += "n"
        if not many and case == GENITIVE and gender in "mn":
            thing += "s"
        return _joined([article, adjective, thing])

    def _after(self, noun: NounPhrase) -> str:
        """Return what stands after a noun."""
        match noun.rest:
            case "":
                return ""
            case str() as word:
                return self._word("words", word)
            case Relative(clause=Clause(subject=subject) as clause, pronoun=pronoun) if subject == pronoun:
                who = DEFINITE[self._gender(noun)].split()[NOMINATIVE]
                return f", {self._clause(clause, last=True, who=who)},"
            case _:
                raise Untranslated(f"german.py has no rule for this yet: {noun.rest}")

    def _calculated(self, parts: tuple[Part, ...], case: int) -> str:
        """Return a calculation."""
        text = ""
        for part in parts:
            match part:
                case NounPhrase():
                    text += self.noun(part, case)
                case Subordinate():
                    text = f"{text.rstrip()}, {self._adverbial(part)}"
                case str():
                    sign = part.strip(" ,")
                    text += f" {self._word('words', sign)} " if sign else part
                case _:
                    raise Untranslated(f"german.py has no rule for this calculation yet: {Words(parts)}")
        return text

    def _gender(self, noun: NounPhrase) -> str:
        if noun.plural or _is_all(noun):
            return "plural"
        head = noun.head.noun if isinstance(noun.head, Modified) else noun.head
        return self._forms("nouns", _named(head))[0]

    # -- words

    def _word(self, kind: str, word: str) -> str:
        return cast("str", self._entry(kind, word))

    def _forms(self, kind: str, word: str) -> tuple[str, ...]:
        return tuple(cast("list[str]", self._entry(kind, word)))

    def _entry(self, kind: str, word: str) -> object:
        found = self.lexicon[kind].get(word)
        if found is None:
            raise Untranslated(f"german.yaml has no “{word}” among its {kind}; add it there")
        return found


def german() -> German:
    """Return the printer with its words."""
    return German(yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8")))


def _flat(part: Part) -> Iterator[Part]:
    """Yield what stands after a verb, one by one."""
    match part:
        case Words(parts=parts):
            for each in parts:
                yield from _flat(each)
        case str():
            if part.strip():
                yield part.strip()
        case _:
            yield part


def _is_all(noun: NounPhrase) -> bool:
    return noun.determiner == "all" and noun.head == ""


def _the(noun: NounPhrase) -> NounPhrase:
    return NounPhrase(noun.head, "the", plural=noun.plural)


def _named(head: Part) -> str:
    """Return the English word of a noun."""
    match head:
        case Noun(one=word) | str(word):
            return word
        case _:
            raise Untranslated(f"german.py has no rule for this noun yet: {head}")


def _joined(words: Iterable[str]) -> str:
    return " ".join(filter(None, words)).replace(" ,", ",")
