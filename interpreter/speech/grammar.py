"""What sentences are made of before they are printed: noun phrases, clauses, and statements made of them.

Rules are put into words as these values. A printer, such as `english.py`, makes text of them; it alone knows
agreement, articles, possessives, negation and lists. Whoever needs to know what was said looks into the values, never
into their text. Nouns, verbs and determiners are named by their English words, which other printers translate.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import ClassVar, Final, Protocol, TypeVar, cast

from ..syntax.types import NUMBER, Type

_Any = TypeVar("_Any")


class Printer(Protocol):
    """Makes text of values."""

    def text(self, part: Part) -> str:
        """Return the text of a value; a text is its own."""
        ...


class Value:
    """What can be printed."""

    __slots__ = ()
    printer: ClassVar[Printer]
    """What `str` prints values with, which `english.py` sets."""

    def __str__(self) -> str:
        """Return its text."""
        return self.printer.text(self)

    @property
    def text(self) -> str:
        """Its text."""
        return str(self)


Part = str | Value


@dataclass(frozen=True, slots=True)
class Words(Value):
    """Parts after one another, with the spaces and signs that they bring along."""

    parts: tuple[Part, ...]


def said(*parts: Part) -> Part:
    """Return parts after one another."""
    return parts[0] if len(parts) == 1 else Words(tuple(part for part in parts if part != ""))


def phrase(*parts: Part) -> Part:
    """Return parts after one another, with spaces between them; empty ones are left out."""
    found: list[Part] = []
    for part in parts:
        if part != "":
            found += [part] if not found or isinstance(part, Aside) else [" ", part]
    return said(*found) if found else ""


@dataclass(frozen=True, slots=True)
class Noun(Value):
    """A noun in both numbers: `red five`, `red fives`.

    Attributes:
        one: the singular; of one of several kinds `king or queen`.
        several: the plural; of several kinds `kings and queens`.
        either: the plural for any of several kinds: `kings or queens`; empty if there is only one.
    """

    one: str
    several: str
    either: str = ""


@dataclass(frozen=True, slots=True)
class Modified(Value):
    """A noun with an adjective: `highest score`."""

    adjective: str
    noun: Part


@dataclass(frozen=True, slots=True)
class NounPhrase(Value):
    """A noun with its determiner and all that belongs to it.

    Attributes:
        head: the noun, with what stands between it and the determiner.
        determiner: the article or the like: `the`, `a`, `no`, `every`, `all`, `three`; empty if there is none.
        rest: what stands after the noun: `in your hand`, `who have passed`.
        plural: whether verbs have the plural form after it; so they have after `you`.
        owner: whose it is, in the place of a determiner.
        whose: its possessive, if that is irregular.
        oblique: what it is called where it is not a subject, if that differs.
        person: whether it names players.
    """

    head: Part
    determiner: Part = ""
    rest: Part = ""
    plural: bool = False
    owner: NounPhrase | None = None
    whose: str = ""
    oblique: str = ""
    person: bool = False

    def verb(self, word: str, *rest: Part, holds: bool = True) -> Clause:
        """Return the phrase with a verb, which is given as it stands after `it`."""
        return Clause(self, word, said(*rest) if rest else "", holds)

    def of(self, thing: Part, *, plural: bool = False, person: bool = False) -> NounPhrase:
        """Return a thing that belongs to it: `your hand`, `the hand of the player who leads`."""
        return NounPhrase(thing, plural=plural, person=person, owner=self)

    @property
    def possessive(self) -> Value:
        """The possessive: `your`, `the dealer's`."""
        return Possessive(self)

    @property
    def bare(self) -> NounPhrase:
        """The phrase without its article."""
        return self.without(None)

    def without(self, it: NounPhrase | None) -> NounPhrase:
        """Return the phrase without its article, or without whose it is: `score` of `their score`."""
        match self:
            case NounPhrase(owner=NounPhrase() as owner) if owner == it:
                return replace(self, owner=None)
            case NounPhrase(owner=NounPhrase(whose="", person=False) as owner):
                return replace(self, owner=None, rest=said("of ", owner)).followed(*self._more)
            case NounPhrase(determiner="", head=NounPhrase() as head):
                return replace(self, head=head.without(it))
            case NounPhrase(determiner="", head=Words(parts=(NounPhrase() as first, *more))):
                return replace(self, head=Words((first.without(it), *more)))
            case _:
                return replace(self, determiner="") if self.determiner in ("the", "a", "an") else self

    @property
    def core(self) -> NounPhrase:
        """The phrase with its determiner, of one that has only something more after it."""
        return self.head.core if isinstance(self.head, NounPhrase) and not self.determiner else self

    def said_of(self, subject: NounPhrase) -> Proposition | None:
        """Return what a relative clause says of these, said of somebody else; None if there is no such clause."""
        match self.rest:
            case Relative() as relative:
                return relative.said_of(subject)
            case Words(parts=(Relative() as relative, *more)):
                found = relative.said_of(subject)
                return replace(found, rest=said(found.rest, *more)) if isinstance(found, Clause) else None
            case _:
                return None

    @property
    def _more(self) -> tuple[Part, ...]:
        return (self.rest,) if self.rest else ()

    def some(self) -> NounPhrase:
        """Return the phrase with the indefinite article: `an opponent of the dealer`."""
        if self.owner is None:
            return replace(self, determiner="a", plural=False)
        some = replace(self, owner=None, determiner="a", plural=False, rest=said("of ", self.owner))
        return some.followed(*self._more)

    def of_attribute(self, attribute: str) -> Part:
        """Return that a card has this rank, suit or colour: `of the suit hearts`, `of the named rank`."""
        if isinstance(self.head, str) and self.head.endswith(f" {attribute}") and self.rest == "":
            return said("of ", self if self.determiner else replace(self, determiner="the"))
        return said(f"of the {attribute} ", self.bare)

    def followed(self, *parts: Part) -> NounPhrase:
        """Return the phrase with more after it."""
        if not parts:
            return self
        return replace(self, rest=phrase(self.rest, said(*parts)))

    def bracketed(self, more: Part) -> NounPhrase:
        """Return the phrase with something in brackets after it: `the top card (9H)`."""
        return NounPhrase(self, "", Bracketed(more), self.plural, person=self.person)

    @property
    def is_definite(self) -> bool:
        """Whether it has the definite article."""
        return self.determiner == "the"

    def is_the(self, *heads: str) -> bool:
        """Return whether it is a noun with the definite article and something after it: `the cards that …`."""
        return self.is_definite and self.head in heads and self.rest != ""


def the(head: Part, *rest: Part, plural: bool = False, person: bool = False) -> NounPhrase:
    """Return a noun phrase with the definite article."""
    return NounPhrase(head, "the", said(*rest) if rest else "", plural, person=person)


@dataclass(frozen=True, slots=True)
class Possessive(Value):
    """Whose something is: `your`, `the dealer's`."""

    owner: NounPhrase


@dataclass(frozen=True, slots=True)
class Place(Value):
    """Where cards are: `in your hand`, `among the cards`, `on the table`."""

    noun: NounPhrase


@dataclass(frozen=True, slots=True)
class Prepositional(Value):
    """A preposition with what stands after it: `from the stock`, `to each player`."""

    preposition: str
    noun: Part


@dataclass(frozen=True, slots=True)
class Aside(Value):
    """What stands between commas: `, rounded down,`."""

    words: Part


@dataclass(frozen=True, slots=True)
class Numeral(Value):
    """A number.

    Attributes:
        value: the number.
        spelled: whether a small one is written as a word, unless it is in halves.
        kind: its type, which says whether it is in halves.
    """

    value: int
    spelled: bool = False
    kind: Type = NUMBER

    @property
    def is_single(self) -> bool:
        """Whether what it counts is in the singular: `1 point`, `½ point`."""
        return 0 < self.value <= 2 if self.kind.halves else self.value == 1


@dataclass(frozen=True, slots=True)
class Pronoun(Value):
    """What stands for something that has been named: `it` for the match."""

    antecedent: NounPhrase


def pronoun(antecedent: NounPhrase) -> NounPhrase:
    """Return the pronoun for something that has been named."""
    return NounPhrase(Pronoun(antecedent), plural=antecedent.plural, person=antecedent.person)


@dataclass(frozen=True, slots=True)
class Listed(Value):
    """A list: `clubs, hearts and spades`."""

    items: tuple[Part, ...]
    conjunction: str = "and"


@dataclass(frozen=True, slots=True)
class Cases(Value):
    """A value that depends on conditions: `13 if …; 1 if …; otherwise 0`."""

    rows: tuple[tuple[Part, Part], ...]
    other: Part


@dataclass(frozen=True, slots=True)
class Each(Value):
    """An amount that is said for one member of many: `for each of the hearts, 1`."""

    member: Part
    amount: Part


@dataclass(frozen=True, slots=True)
class Calculation(Value):
    """A sum, a difference or a quotient, which stands in brackets within other calculations."""

    words: Part


@dataclass(frozen=True, slots=True)
class Table(Value):
    """A value that is looked up: `20 for a jack, 14 for a nine, otherwise 0`.

    Attributes:
        rows: the values, each with its key.
        other: what it is otherwise; None if the keys are all that there are.
        simple: whether the values are short, so that they stand before their keys.
    """

    rows: tuple[tuple[Part, Part], ...]
    other: Part | None
    simple: bool


@dataclass(frozen=True, slots=True)
class Explained(Value):
    """What is so, and why: `it is too low: it must be higher than the king`."""

    what: Part
    why: Part


@dataclass(frozen=True, slots=True)
class Together(Value):
    """Reasons that hold together: `it is not a heart, and the king is not in your hand`.

    What several deny of one thing is said as one: `it is not a heart and not in your hand`.

    Attributes:
        parts: the reasons.
        apart: whether a comma stands before the last one also then.
    """

    parts: tuple[Part, ...]
    apart: bool = False

    @property
    def denies_one(self) -> bool:
        """Whether all parts say of the same thing what it is not."""
        subjects = [each.subject if (each := first_clause(part)) and each.is_denial else None for part in self.parts]
        return subjects[0] is not None and subjects.count(subjects[0]) == len(subjects)


class Proposition(Value, ABC):
    """What is so, or is not."""

    __slots__ = ()

    @abstractmethod
    def negated(self) -> Proposition:
        """Return the contrary."""


_PRONOUNS: Final = {"somebody": "nobody", "something": "nothing"}
_POSITIVE: Final = {none: some for some, none in _PRONOUNS.items()}
_INDEFINITE: Final = ("a", "an", "any", "some", "one")


@dataclass(frozen=True, slots=True)
class Clause(Proposition):
    """A clause: `you have passed`, `there is a heart in your hand`.

    Attributes:
        subject: of whom or what it is said.
        verb: the verb, as it stands after `it`: `is`, `has`, `can`, `plays`; empty where only the rest is said.
        rest: the objects and all else.
        holds: whether it is affirmed; otherwise it is denied of its subject.
        there: whether it says that there is such a subject.
        denial: how it is denied: `not`, `no longer`.
    """

    subject: NounPhrase
    verb: str
    rest: Part = ""
    holds: bool = True
    there: bool = False
    denial: str = "not"

    @property
    def is_denial(self) -> bool:
        """Whether it says of its subject what that is not."""
        return self.verb == "is" and not (self.holds or self.there)

    def negated(self) -> Clause:
        """Return the contrary: `no player has passed` of `a player has passed`."""
        if not self.there:
            for swapped in (none_of(self.subject), some_of(self.subject)):
                if swapped is not None:
                    return replace(self, subject=swapped)
        return replace(self, holds=not self.holds)


def none_of(noun: NounPhrase) -> NounPhrase | None:
    """Return a phrase that denies what is said of an indefinite one: `no card` of `a card`; None for others."""
    if isinstance(noun.head, str) and noun.head in _PRONOUNS:
        return replace(noun, head=_PRONOUNS[noun.head])
    return replace(noun, determiner="no") if noun.determiner in _INDEFINITE else None


def some_of(noun: NounPhrase) -> NounPhrase | None:
    """Return the indefinite phrase that one with `no` denies: `a card` of `no card`; None for others."""
    if isinstance(noun.head, str) and noun.head in _POSITIVE:
        return replace(noun, head=_POSITIVE[noun.head])
    return replace(noun, determiner="" if noun.plural else "a") if noun.determiner == "no" else None


@dataclass(frozen=True, slots=True)
class Bracketed(Value):
    """What stands in brackets after something: `(9H)`."""

    inner: Part


def bracketed(part: Part, more: Part) -> Part:
    """Return a value with another one in brackets after it, if that is not empty."""
    return phrase(part, Bracketed(more)) if more else part


def together(*reasons: Part, apart: bool = False) -> Together:
    """Return reasons as one."""
    parts = (each.parts if isinstance(each, Together) else (each,) for each in reasons)
    return Together(tuple(chain.from_iterable(parts)), apart)


def without_only(clause: _Any) -> _Any:
    """Return a clause that says `one card` in the place of `only one card`."""
    for each in walk(clause):
        match each:
            case NounPhrase(determiner=Words(parts=("only", " ", Numeral() as number))):
                return replaced(clause, each, replace(each, determiner=number))
            case _:
                pass
    return clause


def first_clause(part: Part) -> Clause | None:
    """Return the clause with which a value begins; None if it begins otherwise."""
    match part:
        case Clause():
            return part
        case Explained(what=first) | Words(parts=(first, *_)) | Together(parts=(first, *_)) | Steps(parts=(first, *_)):
            return first_clause(first)
        case _:
            return None


def there_is(noun: NounPhrase, rest: Part = "", *, holds: bool = True) -> Clause:
    """Return that there is something, or that there is none."""
    return Clause(noun, "is", rest, holds, there=True)


def be(noun: NounPhrase, what: Part, holds: bool = True) -> Clause:
    """Return that something is so: `the card is a heart`."""
    return Clause(noun, "is", what, holds)


@dataclass(frozen=True, slots=True)
class Fixed(Proposition):
    """What is said as a whole, and what is said of its contrary."""

    words: Part
    contrary: Part

    def negated(self) -> Fixed:
        """Return the contrary."""
        return Fixed(self.contrary, self.words)


@dataclass(frozen=True, slots=True)
class Joint(Proposition):
    """Several propositions between `and`, or between `or`."""

    parts: tuple[Proposition, ...]
    conjunction: bool

    def negated(self) -> Joint:
        """Return the contrary."""
        return Joint(tuple(each.negated() for each in self.parts), not self.conjunction)


def joint(parts: Iterable[Proposition], *, conjunction: bool = True) -> Proposition:
    """Return propositions as one, each once."""
    found = tuple(dict.fromkeys(parts))
    return found[0] if len(found) == 1 else Joint(found, conjunction)


@dataclass(frozen=True, slots=True)
class Depending(Proposition):
    """One proposition if another holds, or else a third: `(it is a king if hearts are led, or else a queen)`."""

    test: Proposition
    then: Proposition
    other: Proposition

    def negated(self) -> Depending:
        """Return the contrary."""
        return Depending(self.test, self.then.negated(), self.other.negated())


@dataclass(frozen=True, slots=True)
class Exactly(Proposition):
    """Two propositions of which both hold or neither does."""

    first: Proposition
    second: Proposition

    def negated(self) -> Exactly:
        """Return the contrary."""
        return Exactly(self.first, self.second.negated())


@dataclass(frozen=True, slots=True)
class Relative(Value):
    """A relative clause, which is said of a pronoun: `who have passed`."""

    clause: Proposition
    pronoun: NounPhrase

    @property
    def of_one(self) -> Relative:
        """The same, said of one: `who has passed`."""
        one = replace(self.pronoun, plural=False)
        return Relative(replaced(self.clause, self.pronoun, one), one)

    def said_of(self, noun: NounPhrase) -> Proposition:
        """Return the same, said of somebody: `nobody has passed`."""
        return replaced(self.clause, self.pronoun, noun)


@dataclass(frozen=True, slots=True)
class Subordinate(Value):
    """A clause after a conjunction: `if hearts are led`, `when a deal is over`."""

    conjunction: str
    clause: Proposition


@dataclass(frozen=True, slots=True)
class Instruction(Value):
    """What somebody is told to do: `draw a card`.

    Attributes:
        verb: the verb, as it stands after `it`.
        rest: the objects and all else.
    """

    verb: str
    rest: Part = ""


@dataclass(frozen=True, slots=True)
class Steps(Value):
    """What happens, one after the other.

    Attributes:
        parts: the statements.
        apart: whether they are never joined by `and`.
    """

    parts: tuple[Part, ...]
    apart: bool = False


def steps(parts: Iterable[Part], *, apart: bool = False) -> Part:
    """Return statements as one; empty if there are none."""
    found = tuple(parts)
    return Steps(found, apart) if len(found) > 1 else next(iter(found), "")


@dataclass(frozen=True, slots=True)
class Case(Value):
    """What happens if something is so.

    Attributes:
        test: the condition; None if it happens in all other cases.
        then: what happens.
        otherwise: whether it happens only if the case before does not.
    """

    test: Proposition | None
    then: Part
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class Conditional(Value):
    """What depends on conditions.

    Attributes:
        cases: the cases.
        trailing: whether each condition stands after what depends on it.
    """

    cases: tuple[Case, ...]
    trailing: bool = False


@dataclass(frozen=True, slots=True)
class Repeated(Value):
    """What is repeated.

    Attributes:
        body: what is done.
        times: how often, if that is known before.
        test: as long as what is so, if it is not; it may never be so.
    """

    body: Part
    times: Part = ""
    test: Proposition | None = None


@dataclass(frozen=True, slots=True)
class ForEach(Value):
    """What happens for each of several.

    Attributes:
        member: each of them: `each player who has passed`.
        pronoun: what the statements call it: `that player`.
        body: the statements.
    """

    member: NounPhrase
    pronoun: NounPhrase
    body: Part


@dataclass(frozen=True, slots=True)
class Sentence(Value):
    """A sentence.

    Attributes:
        parts: what stands between semicolons.
        begins: whether it has a capital; otherwise it goes on with what stands before it.
    """

    parts: tuple[Part, ...]
    begins: bool = True


@dataclass(frozen=True, slots=True)
class Prose(Value):
    """Sentences, one after the other."""

    sentences: tuple[Sentence, ...]

    def __bool__(self) -> bool:
        """Return whether there is a sentence."""
        return bool(self.sentences)


def statements(part: Part) -> tuple[Part, ...]:
    """Return the statements of which one consists."""
    return part.parts if isinstance(part, Steps) else (part,)


def subject_of(part: Part) -> NounPhrase | None:
    """Return of whom or what a statement says something; None if it does not begin so."""
    match part:
        case NounPhrase():
            return part
        case Clause(subject=noun, there=False):
            return noun
        case Steps(parts=(first, *_)) | Words(parts=(first, *_)):
            return subject_of(first)
        case Conditional(cases=(Case(then=first), *_), trailing=True):
            return subject_of(first)
        case _:
            return None


def about(part: _Any, noun: NounPhrase) -> _Any:
    """Return a statement about somebody else, which has a subject; what follows keeps its own."""
    match part:
        case NounPhrase():
            return noun  # pyright: ignore[reportReturnType]
        case Clause():
            return replace(part, subject=noun)
        case Steps(parts=(first, *more)) | Words(parts=(first, *more)):
            return replace(part, parts=(about(first, noun), *more))
        case Conditional(cases=(first, *more)):
            return replace(part, cases=(replace(first, then=about(first.then, noun)), *more))
        case _:
            raise TypeError(part)


def walk(part: object) -> Iterator[Value]:
    """Yield a value and all values in it."""
    if isinstance(part, tuple):
        for each in cast("tuple[object, ...]", part):
            yield from walk(each)
    elif isinstance(part, Value):
        yield part
        for field in fields(part):  # pyright: ignore[reportArgumentType]
            yield from walk(getattr(part, field.name))


def times(part: object, value: Value) -> int:
    """Return how often a value contains another one; pronouns of relative clauses in it are others."""
    if part == value:
        return 1
    if isinstance(part, tuple):
        return sum(times(each, value) for each in cast("tuple[object, ...]", part))
    if not isinstance(part, Value) or (isinstance(part, Relative) and part.pronoun == value):
        return 0
    return sum(times(getattr(part, each.name), value) for each in fields(part))  # pyright: ignore[reportArgumentType]


def replaced(part: _Any, old: Value, new: Value) -> _Any:
    """Return a value with one value in the place of another, wherever it stands in it."""
    if part == old:
        return new  # pyright: ignore[reportReturnType]
    if isinstance(part, Relative) and part.pronoun == old:
        return part  # the pronoun of another clause
    if isinstance(part, tuple):
        return tuple(replaced(each, old, new) for each in cast("tuple[object, ...]", part))  # pyright: ignore
    if not isinstance(part, Value):
        return part
    inner = {each.name: getattr(part, each.name) for each in fields(part)}  # pyright: ignore[reportArgumentType]
    return replace(part, **{name: replaced(value, old, new) for name, value in inner.items()})  # pyright: ignore


def leading(part: Part) -> Value | None:
    """Return the noun phrase with which a value begins; None if it begins otherwise."""
    match part:
        case NounPhrase(owner=NounPhrase() as owner):
            return owner
        case NounPhrase() | Possessive():
            return part.owner if isinstance(part, Possessive) else part
        case Clause(subject=subject, there=False):
            return leading(subject)
        case Joint(parts=(Clause() as first, *_)) | Words(parts=(first, *_)):
            return leading(first)
        case _:
            return None


YOU: Final = NounPhrase("you", plural=True, whose="your", person=True)
THAT: Final = NounPhrase("that", plural=True, whose="whose")
WHO: Final = NounPhrase("who", plural=True, whose="whose", person=True)
WHO_ONE: Final = replace(WHO, plural=False)
IT: Final = NounPhrase("it", whose="its")
AGAIN: Final = NounPhrase("one", "that")
THEY: Final = NounPhrase("they", plural=True, whose="their", oblique="them", person=True)
