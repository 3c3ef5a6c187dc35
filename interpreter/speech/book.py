"""What a rulebook knows about its game: names of cards, words of the ruleset, terms to explain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from ..diagnostics import spaced
from ..program import ir
from ..program.cards import COLOURS, JOKER, NONE, signs_of
from ..program.program import Program
from ..program.tree_walk import parts
from ..syntax.plain_english import NAMES_OF_RANKS
from ..syntax.ruleset import Ruleset
from ..syntax.tricks import TURN_OF, WORDS
from . import english
from .english import plural
from .grammar import Noun
from .simplify import Simplifier

_RANKS: Final = {**NAMES_OF_RANKS, "0": "zero", "1": "one", "Jo": "joker"}
FAMILIAR: Final = frozenset(_RANKS.values()) - {"zero", "one"}
"""Names of ranks that players know from other games."""

_PARTICIPLE: Final = re.compile(
    r"\w+ed|won|taken|thrown|open|blind|hidden|laid|dealt|chosen|given|drawn|shown|kept|seen"
)
_TRICK_WORDS: Final = {
    "trick": "the trick",
    "led": "the suit led",
    "best": "the highest card of the trick",
    "taker": "the player who takes the trick so far",
    "playable": "the cards that may be played",
    "turn_of": "the player whose hand is played from",
    "is_trump": "{c is} a trump",
    "takes": "{c takes} the trick",
}
"""What sentences call the definitions that the section `tricks` gives."""

_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_FRENCH: Final = {"clubs", "diamonds", "hearts", "spades"}
_SEATS: Final = re.compile(r"\b[Ss]eats? (\d+(?:(?:, | and | or )\d+)*)(?!\w)")
_NUMBER: Final = re.compile(r"\d+")
_NAME: Final = re.compile(r"\b[A-Za-z]\w*_\w+\b")


@dataclass(frozen=True, slots=True)
class Remark:
    """A note.

    Attributes:
        topic: its title; empty if it has only a code.
        text: what the author wrote.
        about: the address of the rule that it is about, such as `actions.draw`; empty if it is
            about no rule of which the rulebook has a line of its own.
        whole: whether it can stand for what the rulebook would say about that rule.
        news: the definitions and variables that have changed since it was written.
    """

    topic: str
    text: str
    about: str
    whole: bool
    news: frozenset[str] = frozenset()


class Book:
    """What a rulebook knows about its game.

    Attributes:
        program: the typed program.
        rules: the ruleset as written, whose words the sentences use.
        simplifier: simplifies expressions.
        rankings: the rankings of which a rulebook tells; where there are several, its sentences
            name them.
        terms: the definitions and variables that sentences named, in the order in which they did.
        explained: how many of these terms have been explained.
        remarks: the notes that no chapter has used yet.
        told: the others.
        anew: the definitions, and the variables that changed rules set, of which an author's words
            may no longer hold: their rules are told.
    """

    def __init__(
        self, program: Program, rules: Ruleset, remarks: Iterable[Remark] = (), anew: Collection[str] = ()
    ) -> None:
        """Begin a book; see the class for the arguments."""
        self.program = program
        self.rules = rules
        self.remarks = list(remarks)
        self.told: list[Remark] = []
        self.anew = frozenset(anew)
        named = rules.phrases.keys() & rules.definitions.keys()
        self._given = {*WORDS, TURN_OF} if rules.tricks else set[str]()
        self.simplifier = Simplifier(
            program, named | self._given, {name for name in program.definitions if self.has_help(name)}
        )
        self.rankings = set[str]()
        self.terms: list[str] = []
        self.explained = 0
        self._operations: set[str] | None = None
        self._read: set[str] | None = None
        self._performed: Counter[str] | None = None

    def instead(self, *addresses: str) -> str:
        """Return the notes that can stand for what the rulebook would say about some rules."""
        return " ".join(self.notes(*addresses, whole=True))

    def remark(self, *addresses: str) -> str:
        """Return the notes about some rules; each is said once."""
        return " ".join(self.notes(*addresses))

    def notes(self, *addresses: str, whole: bool = False) -> list[str]:
        """Return the notes about some rules, or those that can stand for them, each by itself."""
        found = [each for each in self._about(addresses) if each.whole or not whole]
        told = self._about(addresses) if whole and found else found  # they stand for all others
        self.remarks = [each for each in self.remarks if each not in told]
        self.told += told
        for each in told:
            self.mention_anew(self._rule(each.about), each.news)
        return [english.sentence(self.prose(each.text)) for each in found]

    def _about(self, addresses: tuple[str, ...]) -> list[Remark]:
        return [
            each
            for each in self.remarks
            if any(each.about == address or each.about.startswith(f"{address}.") for address in addresses)
        ]

    def _rule(self, address: str) -> object:
        """Return the trees of the rule at an address."""
        program, (section, _, name) = self.program, address.partition(".")
        match section:
            case "actions":
                return replace(program.actions[name], effects=())
            case "effects":
                return [each for a in program.actions.values() for each in a.effects if each.name == name]
            case "phases":
                return program.phases[name]
            case "define":
                return program.definitions[name]
            case "tricks":
                return program.definitions.get(f"·{name}")
            case "deal":
                return {"do": program.deal_do, "after": program.deal_after, "together": program.deal_together}.get(name)
            case "match":
                return program.match_until, program.match_result
            case _:
                return None

    def called(self, section: str, name: str) -> str:
        """Return what the ruleset calls a rule in sentences; empty if it does not say."""
        found = self.rules.phrases.get(name)
        words = found[0] if found is not None else ""
        tricks = self.program.tricks
        if not words and section == "zones" and tricks is not None and name == tricks.played:
            return "the card that {player has} played"
        if not words and section == "define" and self.rules.tricks is not None:
            return _TRICK_WORDS.get(name, "")
        return words

    def has_help(self, name: str) -> bool:
        """Return whether a definition has a `help`, by which the book can explain it."""
        return name in self.rules.definitions and bool(self.rules.definitions[name].help)

    def performed(self, name: str) -> int:
        """Return at how many places the rules carry out a procedure."""
        if self._performed is None:
            self._performed = Counter(each.definition for each in parts(self.program, ir.Perform))
        return self._performed[name]

    def label(self, name: str) -> str:
        """Return what a rule is called, or its name as words."""
        return self.program.label(name)

    def zone(self, name: str) -> str:
        """Return the name of a zone as a noun: `removed cards`."""
        return self.cards(name, "cards")

    def cards(self, name: str, what: str) -> str:
        """Return the name of a zone or of a variable for cards as a noun: `called card`."""
        label = self.label(name)
        return f"{label} {what}" if _PARTICIPLE.fullmatch(label) else label

    def attribute(self, which: ir.Expr) -> str:
        """Return what an attribute of cards is called, which a typed program numbers."""
        names = [*self.program.pack.attributes]
        assert isinstance(which, ir.Const)
        assert isinstance(which.value, int)
        return self.label(names[which.value])

    def prose(self, text: str) -> str:
        """Return an author's text with names of rules as words, and without addresses."""
        text = re.sub(
            r"\s*\((?:[A-Z][A-Z0-9]-C?\d+[^)]*|[a-z_]+\.[a-z][^)]*|"
            r"(?:deck|melds|rankings|teams|deal|tricks|match)(?:,[^)]*)?)\)",
            "",
            text,
        )
        text = _SEATS.sub(lambda found: _NUMBER.sub(_letter, found[1]), text)
        text = re.sub(r"`([^`]+)`( [a-z]{3,}s\b)?", self._quoted, " ".join(text.split()))
        text = re.sub(r"\b(?:options|define|actions|effects|phases|variables|melds)\.(?=\w)", "", text)
        return _NAME.sub(self._named, text)

    def _named(self, found: re.Match[str]) -> str:
        words = spaced(found[0])
        if found[0] not in self.program.options or found.string[found.start() - 1] == "“":
            return words
        return f"“{words}”"

    def _quoted(self, found: re.Match[str]) -> str:
        """Return a word that an author's text quotes; the value of an option that is a number."""
        value = self.program.options.get(found[1])
        if isinstance(value, int) and not isinstance(value, bool):
            things = found[2] or ""
            points = things in ("", " points")  # these are written in digits
            many = english.digits(value) if points or not value else english.number(value)
            return many + (english.singular_noun(things) if value == 1 else things)
        return f"“{found[1]}”{found[2] or ''}"

    def mention(self, name: str) -> None:
        """Note that a sentence names a definition or a variable, which the book then explains."""
        variable = self.rules.variables.get(name)
        written = variable is not None and (variable.span.end > variable.span.start or not variable.internal)
        known = name in self.rules.definitions or (variable and written and variable.help)
        if known and name not in (*self.terms, *self._given):
            self.terms.append(name)

    def mention_anew(self, tree: object, news: Collection[str] | None = None) -> None:
        """Note the definitions on which rules depend that an author's words tell, if others have lost theirs.

        Args:
            tree: the rules.
            news: the definitions that are new to the author's words; all that have lost theirs, if not given.
        """
        news = self.anew if news is None else self.anew & frozenset(news)
        waiting, seen = [tree], set[str]()
        while news and waiting:
            found = {each.definition for each in parts(waiting.pop(), ir.Use, ir.Perform)} - seen
            seen |= found
            for name in sorted(found):
                if name in news:
                    self.mention(name)
                waiting.append(self.program.definitions[name])

    def uses(self, operation: str) -> bool:
        """Return whether the rules, apart from hints for bots, use an operation."""
        if self._operations is None:
            program = replace(self.program, prefer=(), value=None)
            self._operations = {each.name for each in parts(program, ir.Op)}
        return operation in self._operations

    def reads(self, variable: str) -> bool:
        """Return whether the rules, apart from hints for bots, depend on a variable."""
        if self._read is None:
            read, more = set[str](), self._reading({"score"})
            while more != read:  # to change a variable is not to read it, unless others depend on it
                read, more = more, self._reading({"score", *more})
            self._read = read
        return variable in self._read

    def _reading(self, needed: Collection[str]) -> set[str]:
        """Return the variables that rules read, but for those that change other variables than the needed ones."""
        trees: list[object] = [replace(self.program, prefer=(), value=None, definitions={})]
        read, used = set[str](), set[str]()
        while trees:
            tree = trees.pop()
            found = Counter(each.variable for each in parts(tree, ir.VarRef))
            uses = Counter(each.definition for each in parts(tree, ir.Use, ir.Perform))
            for each in parts(tree, ir.Assign):
                name = each.target.variable
                own = Counter(ref.variable for ref in parts(each, ir.VarRef))
                found -= Counter({name: own[name]}) if name in needed else own
                if name not in needed:
                    uses -= Counter(use.definition for use in parts(each, ir.Use))
            read |= found.keys()
            trees += [self.program.definitions[name] for name in uses.keys() - used]
            used |= uses.keys()
        return read

    # -- names of cards

    def rank(self, index: int) -> str:
        """Return the name of a rank."""
        name = self.program.pack.ranks[index]
        return self.program.labels.get(name) or _RANKS.get(name, spaced(name))

    def suit(self, index: int) -> str:
        """Return the name of a suit."""
        return self.label(self.program.pack.suits[index])

    def card(self, index: int) -> str:
        """Return a card as it is written on the screen."""
        return face(self.program.pack.text[index], self.program.pack.suits)

    def named(self, index: int) -> str:
        """Return a card in words, if its suit has no sign: `one of trumps`."""
        pack = self.program.pack
        shown = self.card(index)
        if pack.suit[index] < 0 or shown[-1:] in _SIGNS.values():
            return shown
        return f"{self.rank(pack.rank[index])} of {self.suit(pack.suit[index])}"

    @property
    def faces(self) -> tuple[int, ...]:
        """One card of each face."""
        pack = self.program.pack
        return tuple(dict(zip(pack.text, range(pack.size), strict=True)).values())

    @property
    def typing(self) -> tuple[str, str, str]:
        """How a card is typed: the text before an example, the example, the text after it; empty if none has a suit."""
        pack = self.program.pack
        card = next((each for each in reversed(self.faces) if pack.suit[each] != NONE), None)
        if card is None:
            return "", "", ""
        letters = "letter" if all(len(sign) == 1 for sign in pack.signs) else "letters"
        name = f"{self.rank(pack.rank[card])} of {self.suit(pack.suit[card])}".lower()
        also = "; a ten is 10 or T" if "T" in pack.ranks else ""
        also += "; a joker is Jo" if JOKER in pack.text else ""
        before = f"its rank and the {letters} of its suit ({', '.join(pack.signs)}): "
        return before, pack.text[card], f" is the {name}{also}."

    def rank_in(self, index: int) -> Noun:
        """Return the noun for cards of a rank."""
        name = self.rank(index)
        return Noun(name, plural(name))

    def of_suit(self, index: int) -> Noun:
        """Return the noun for cards of a suit."""
        name = self.suit(index)
        if name.endswith("s") and not name.endswith("ss"):
            return Noun(name[:-1], name)
        return Noun(f"{name} card", f"{name} cards")

    def of_colour(self, index: int) -> Noun:
        """Return the noun for cards of a colour."""
        return Noun(f"{COLOURS[index]} card", f"{COLOURS[index]} cards")


def _letter(found: re.Match[str]) -> str:
    return english.letter(int(found[0]))


def face(text: str, suits: tuple[str, ...]) -> str:
    """Return a card as it is written on the screen: `10♥`.

    >>> face("TH", ("clubs", "hearts")), face("Jo", ()), face("7B", ("bastoni",))
    ('10♥', 'joker', '7B')
    """
    if text == "Jo":
        return "joker"
    for letters, sign in zip(signs_of(suits), shown_signs(suits), strict=True):
        if text.endswith(letters) and text != letters:
            rank = text.removesuffix(letters)
            return ("10" if rank == "T" else rank) + sign
    return spaced(text)


def shown_signs(suits: tuple[str, ...]) -> tuple[str, ...]:
    """Return how suits are written on the screen: `♥`, or the letters that stand for them.

    >>> shown_signs(("clubs", "hearts", "stars", "swords"))
    ('♣', '♥', 'St', 'Sw')
    """
    return tuple(
        _SIGNS[letters] if name in _FRENCH and len(letters) == 1 else letters
        for name, letters in zip(suits, signs_of(suits), strict=True)
    )
