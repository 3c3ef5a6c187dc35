"""What the rulebook says about a word: a card, a move, an option, or anything else in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..check.load import Loaded
from ..diagnostics import spaced
from ..program import ir
from ..program.program import Zone
from ..program.tree_walk import parts
from ..speech.book import FAMILIAR, Book, face, shown_signs
from ..speech.english import (
    a,
    digits,
    is_leaning,
    listed,
    lowered,
    number,
    ordinal,
    plural,
    prose,
    sentence,
    shortened,
    title,
)
from ..speech.grammar import Prose, Sentence, the
from ..speech.reading import is_in_notation
from ..speech.speech import Speech
from ..syntax import types as ty
from . import document as d
from .reach import available, used
from .rulebook import book_of, reference

_MOST: Final = 8  # lines about a word
_FACES: Final = 8  # cards that are listed of a rank
_GLOSSARY: Final = ("words", "terms")  # titles of lines that explain words come first
_ASIDE: Final = ("Players",)  # chapters that only mention the words in them
_LONG: Final = 360  # characters of a line of which only a part is given
_NUMBERS: Final = frozenset("two three four five six seven eight nine ten".split())
_LEADS: Final = ("a", "an", "the", "no", "red", "black", "every", "each", "or")
_OF_TRICKS: Final = {
    "trick": "One card from each player. The player of the best card takes them all.",
    "lead": "To play the first card of a trick, or that card.",
    "leader": "The player who plays the first card of a trick.",
    "led": "The suit led is that of the first card of the trick.",
    "follow": "To play a card of the suit that was led.",
    "void": "Without a card of a suit.",
}
"""What players call the parts of a game of tricks."""
_TRUMP: Final = "A card of the suit that beats all others."
_TRUMPS: Final = "A card that belongs to the trumps, which beat all other cards."
_QUOTED: Final = re.compile(r"“[^”]*”")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the rulebook, and the chapter that it stands in.

    Attributes:
        chapter: the title of the chapter; empty for what the rulebook does not say so.
        line: the whole line.
        brief: of a long line, the part that is about the word; None if the line is given whole.
    """

    chapter: str
    line: d.Line
    brief: d.Line | None = None

    @property
    def title(self) -> str:
        """The words with which the line begins and which say what it is about."""
        first = self.line[0] if self.line else ""
        return first.text if isinstance(first, d.Strong) else ""


class Lookup:
    """Finds what the rulebook of a game says about words.

    Args:
        loaded: a ruleset without errors.
    """

    def __init__(self, loaded: Loaded) -> None:
        """Write the rulebook, without examples and variants."""
        assert loaded.program is not None
        assert loaded.ruleset is not None
        self._book = Book(loaded.program, loaded.ruleset)
        self._document = reference(loaded)
        self._entries = list(map(_printed, _entries(self._document)))
        self._texts = [d.plain(entry.line) for entry in self._entries]
        told = book_of(loaded)
        self._available = available(told)
        self._used = used(told)

    @property
    def titles(self) -> list[str]:
        """What the rulebook has lines or chapters about."""
        found = [entry.title or entry.chapter for entry in self._entries]
        ranks = [self._book.rank(index) for index in range(len(self._book.program.pack.ranks))]
        return list(dict.fromkeys(word.lower() for word in (*found, *ranks)))

    def about(self, word: str) -> list[Entry]:
        """Return the lines about a word, those that it is the title of first.

        Args:
            word: a rank, a card, a name in the rules or a part of one, or any word.
        """
        word = self._suit_named(word)
        whole = self._completed(word)
        found = self._about(whole) if whole else []
        more = self._about(word) if not found or any(self._worth(word)) else []
        told = list(dict.fromkeys([*found, *more]))[:_MOST] or self._of_its_phase(word)
        told = told or self._with_a_value(word)
        terms = [self._term(entry) for entry in told]
        if terms and all(terms):  # what the rules do with them
            told = list(dict.fromkeys([*told, *(entry for term in terms for entry in self._about(term))]))[:_MOST]
        if all(entry.chapter == "Options" for entry in told):
            told = [*self._summary(word), *told]
        return told

    def _suit_named(self, word: str) -> str:
        """Return the name of a suit for its sign or letter; another word as it is."""
        pack, typed = self._book.program.pack, word.strip().lower()
        for index, (letters, sign) in enumerate(zip(pack.signs, shown_signs(pack.suits), strict=True)):
            is_rank = letters.lower() in map(str.lower, pack.ranks)
            if typed == sign or (typed == letters.lower() and not is_rank):
                return self._book.suit(index)
        return word

    def _with_a_value(self, word: str) -> list[Entry]:
        """Return the lines about what a screen shows by a name, if its value was typed, too."""
        program, typed = self._book.program, spaced(word.strip()).lower()
        names = {
            program.label(name).lower() for name in (*program.zones, *program.variables, *program.definitions, "score")
        }
        begun = [name for name in names if typed.startswith(f"{name} ")]
        return self._about(max(begun, key=len)) if begun else []

    def _of_its_phase(self, word: str) -> list[Entry]:
        """Return the lines about the part of a deal in which a move is made, or about the moves of a part."""
        program, typed = self._book.program, spaced(word.strip()).lower()
        for phase in program.phases.values():
            names = [name for _, actions in phase.steps for name in actions]
            if typed in [each.lower() for name in names for each in (spaced(name), program.label(name))]:
                return self._about(program.label(phase.name))
            if typed == program.label(phase.name).lower():
                return list(dict.fromkeys(each for name in names for each in self._about(program.label(name))))[:_MOST]
        return []

    def _summary(self, word: str) -> Iterator[Entry]:
        """Yield what the game is about, if a word is in it."""
        summary = self._book.prose(self._book.program.summary)
        if self._pattern(word, self._forms(word)).search(summary):
            yield Entry("", (summary,))

    def _worth(self, word: str) -> Iterator[d.Line]:
        """Yield what the cards are worth, if a word is what that is called, or "points"."""
        typed = spaced(word.strip()).lower()
        for table in self._document:
            if not isinstance(table, d.Table) or not table.about:
                continue
            label = self._book.label(table.about)
            if typed in ("point", "points", label.lower()):
                rows = [f"{lowered(d.plain(cards))} {d.plain(worth)}" for cards, worth in table.rows]
                yield d.line(d.Strong(title(label)), f": {'; '.join(rows)}.")

    def _completed(self, word: str) -> str:
        """Return the name that typed words are a part of; empty if there is none, or several.

        A single word must be the first of the name, and be no name itself.
        """
        program, typed = self._book.program, spaced(word.strip()).lower()
        rules = self._book.rules
        names = (*program.actions, *program.zones, *rules.variables, *rules.definitions, *program.phases)
        labels = {program.label(name).lower() for name in names}
        known = {*self.titles, *labels, *(spaced(name).lower() for name in names)}
        if typed in known or self.cards(word) or list(self._common(word)):
            return ""
        pattern = rf"(?<!\w){re.escape(typed)}(?!\w)"
        found = {label for label in labels if (re.search(pattern, label) if " " in typed else re.match(pattern, label))}
        return found.pop() if len(found) == 1 else ""

    def _about(self, word: str) -> list[Entry]:
        """Return the lines about a word, as it was typed or completed."""
        words, acting = self._forms(word), self._acting(word)
        common = [*self._common(word), *self._of_any_game(word)]
        of_cards = list(self._facts(word))
        facts = [Entry("", line) for line in (*common, *of_cards, *self._worth(word))]
        exact = [
            entry
            for entry in self._entries
            if _same(entry.title, acting)
            or _same(entry.title, words)
            or (not entry.title and _same(entry.chapter, words))
        ]
        exact.sort(key=lambda entry: not entry.title)
        if of_cards:  # they tell the numbers
            exact = [each for each in exact if each.chapter != "Cards" or not each.title]
        explained = bool(common) or any(entry.title for entry in exact)
        titles = {d.plain(line[:1]).lower() for line in common}
        helps = [line for line in self._named(word, only_shown=explained) if d.plain(line[:1]).lower() not in titles]
        facts += [Entry("", line) for line in helps]
        mentions = list(self._mentions(self._pattern(word, words), exact, facts))
        if self._is_after_a_move(word):
            mentions = []
        suits = self._suits_of(word)
        if suits:
            ranks = map(self._book.rank, range(len(self._book.program.pack.ranks)))
            others = "".join(rf"(?<!\b{re.escape(rank)} of )" for rank in ranks)
            pattern = re.compile(rf"(?<!\w){others}(?:{'|'.join(suits)})(?!\w)", re.IGNORECASE)
            also = self._mentions(pattern, [*exact, *mentions], facts)
            mentions += (entry for entry in also if entry.chapter != "Options")
        named = self.cards(word)
        pack = self._book.program.pack
        numbers = self._numbers([card for card in self._book.faces if pack.text[card] in named])
        counted = "|".join(re.escape(name) for name, n in numbers if name != "value" and n != "0")
        if counted:
            pattern = re.compile(rf"(?<!\w)(?:{counted})(?!\w)", re.IGNORECASE)
            also = self._mentions(pattern, [*exact, *mentions], facts)
            tricks = self._book.rules.tricks
            played = tricks.phase.text if tricks is not None and tricks.phase is not None else ""
            chapters = ("Scoring", title(self._book.label(played)))
            mentions += (entry for entry in also if entry.chapter in chapters)
        options = [entry for entry in exact if entry.chapter == "Options"]
        mentions = options + mentions
        exact = [entry for entry in exact if entry.chapter != "Options"]
        mentions.sort(key=lambda entry: (entry.title.lower() not in _GLOSSARY, entry.chapter == "Options"))
        mentions += self._terms_in([*exact, *mentions])
        terms = {self._term(entry).lower() for entry in mentions}  # they repeat the help
        facts = [each for each in facts if each.line not in helps or each.title.lower() not in terms]
        lines = list(dict.fromkeys([*facts, *exact, *self._helps(word), *mentions]))
        chapters = [entry.chapter for entry in lines]
        lines.sort(key=lambda entry: chapters.index(entry.chapter))
        told = [each for each in lines if each.chapter != "Options" or each in options]
        return (told or lines)[:_MOST]

    def _mentions(self, pattern: re.Pattern[str], told: list[Entry], facts: list[Entry]) -> Iterator[Entry]:
        """Yield the sentences that a pattern is in, of lines that are not said whole."""
        titles = {(entry.chapter, entry.title) for entry in told if entry.title}
        lines = {(entry.chapter, entry.line) for entry in told}
        for entry, text in zip(self._entries, self._texts, strict=True):
            if (entry.chapter, entry.title) in titles or (entry.chapter, entry.line) in lines:
                continue
            if not pattern.search(text):
                continue
            if entry.chapter in _ASIDE:
                continue
            if entry.chapter == "Cards" and (facts or (titles and not entry.title)):
                continue
            if entry.chapter == "Options" and not entry.title:
                continue  # what stands above all options
            if "“" not in pattern.pattern and not pattern.search(_QUOTED.sub("", text)):
                continue  # a heading is quoted
            brief = _only(entry.line, pattern)
            yield Entry(entry.chapter, entry.line, None if brief == entry.line else brief)

    def _term(self, entry: Entry) -> str:
        """Return the name of the term that a line explains, as players see it; empty if it explains none."""
        match entry.line:
            case (d.Strong(about=about), *_) if about.startswith("define."):
                return self._book.label(about.removeprefix("define."))
            case _:
                return ""

    def _terms_in(self, told: list[Entry]) -> Iterator[Entry]:
        """Yield the explanations of the terms that lines of the same chapters use."""
        for entry in self._entries:
            term = self._term(entry)
            pattern = rf"(?<!\w){re.escape(term)}(?!\w)"
            if (
                term
                and entry not in told
                and any(
                    each.chapter == entry.chapter
                    and re.search(pattern, d.plain(each.brief or each.line), re.IGNORECASE)
                    for each in told
                )
            ):
                yield entry

    def _is_after_a_move(self, word: str) -> bool:
        """Return whether a word is a value that is called after a move, such as "melded".

        Sentences in which it is a verb are about the move.
        """
        program, typed = self._book.program, spaced(word.strip()).lower()
        moves = {self._book.label(name).lower() for name in program.actions}
        return typed in {self._book.label(name).lower() for name in program.variables} and any(
            typed in (f"{move}ed", f"{move}d", f"{move}{move[-1]}ed") for move in moves
        )

    def _suits_of(self, word: str) -> list[str]:
        """Return what cards of its suit are called, if a word is a card."""
        book, pack = self._book, self._book.program.pack
        typed = spaced(word.strip()).lower()
        for card in book.faces:
            if pack.suit[card] >= 0 and typed in self._names_of_card(card):
                kind = book.of_suit(pack.suit[card])
                return [kind.several, kind.one]
        return []

    def _names_of_card(self, card: int) -> set[str]:
        """Return the ways to type a card: "th", "10h", "10♥" and "ten of hearts"."""
        book, pack = self._book, self._book.program.pack
        shown = face(pack.text[card], pack.suits).lower()
        names = {pack.text[card].lower(), shown}
        if pack.suit[card] >= 0:
            names.add(f"{shown[:-1]}{pack.text[card][-1].lower()}")
            ranks = (book.rank(pack.rank[card]), shown[:-1])
            names |= {f"{rank} of {book.suit(pack.suit[card])}".lower() for rank in ranks}
        return names

    def cards(self, word: str) -> set[str]:
        """Return the cards that a word names, as actions write them: one, or those of a rank."""
        pack = self._book.program.pack
        typed = spaced(word.strip()).lower()
        ranks = [rank for rank in range(len(pack.ranks)) if typed in self._names_of(rank)]
        return {
            pack.text[card]
            for card in range(pack.size)
            if pack.rank[card] in ranks or typed in self._names_of_card(card)
        }

    def _pattern(self, word: str, words: set[str]) -> re.Pattern[str]:
        """Return what a sentence contains that mentions a word.

        A number is a rank only after an article or the like, and a move of one word is meant where
        sentences quote it: the rules give and play much else.
        """
        forms: list[str] = []
        actions = {self._book.label(name).lower() for name in self._book.program.actions}
        suits = "|".join(map(re.escape, self._book.program.pack.suits)) or "$"
        for form in sorted(words, key=len, reverse=True):
            text = re.escape(form)
            if form in _NUMBERS:
                counts = rf"(?! \w+s\b| of\b(?! (?:{suits})\b))"
                forms += [rf"(?<=\b{lead} ){text}{counts}" for lead in _LEADS]
            elif form in actions and form == spaced(word.strip()).lower() and " " not in form:
                forms.append(rf"(?<=“){text}(?=”)")
            else:
                forms.append(rf"(?<!\w){text}(?!\w)")
        return re.compile("|".join(forms), re.IGNORECASE)

    def _facts(self, word: str) -> Iterator[d.Line]:
        """Yield what a card or a rank is in this pack."""
        book, pack = self._book, self._book.program.pack
        typed = spaced(word.strip()).lower()
        named = self.cards(word)
        cards = [card for card in book.faces if pack.text[card] in named]
        if not cards:
            if typed in FAMILIAR:
                yield (f"There are no {plural(typed)} in this game.",)
            return
        copies = {pack.text.count(pack.text[card]) for card in cards}
        title = book.card(cards[0]) if len(cards) == 1 else plural(book.rank(pack.rank[cards[0]]))
        written = {pack.text[card] for card in cards if pack.suit[card] < 0}
        if len(written) == 1 and title not in written:
            title += f" ({written.pop()})"
        told = [listed([book.card(card) for card in cards])] if 1 < len(cards) <= _FACES else []
        if copies != {1}:
            told.append(
                f"there are {listed(map(number, sorted(copies)), 'or')} of each"
                if len(cards) > 1
                else f"there are {number(copies.pop())}"
            )
        told += [f"{name} {value}" for name, value in self._numbers(cards)]
        between = self._between(pack.rank[cards[0]])
        told += [between] if between else []
        if told:
            yield d.line(d.Strong(title[:1].upper() + title[1:]), f": {'; '.join(told)}.")

    def _common(self, word: str) -> Iterator[d.Line]:
        """Yield what a word of all games of tricks means, if this is one."""
        tricks = self._book.rules.tricks
        if tricks is None:
            return
        means = dict(_OF_TRICKS)
        if tricks.trump is not None or tricks.top_trumps:
            means["trump"] = _TRUMPS if tricks.top_trumps else _TRUMP
        typed = spaced(word.strip()).lower()
        for name, meaning in means.items():
            if typed in (name, plural(name), f"{name}ing", f"{name} suit", f"suit {name}"):
                yield d.line(d.Strong(name.title()), f": {meaning}")

    def _of_any_game(self, word: str) -> Iterator[d.Line]:
        """Yield what a word means that screens show beside the players of any game."""
        book, program = self._book, self._book.program
        typed = spaced(word.strip()).lower()
        whose = "a side has" if program.shares_scores else "a player has"
        best = "lowest" if program.low_wins else "highest"
        points = f"The points that {whose} so far. The {best} score wins."
        means = {"dealer": "The player who has dealt the cards of this deal."}
        if program.uses_scores:
            means[book.label("score").lower()] = points
        if program.departures:
            means["out of this deal"] = "Takes no further part in this deal."
            means["out of the game"] = "Takes no further part in the match."
        if program.teams is not None:
            means["partner"] = "A player of your own side."
            means["both"] = means["(both)"] = "Both players of a side have it together."
            means["(side)"] = "All players of a side have it together."
        for name, meaning in means.items():
            if typed in (name, plural(name)):
                yield d.line(d.Strong(title(name)), f": {meaning}")

    def of_move(self, name: str) -> str:
        """Return the first sentence of what the rulebook says about a move; empty if nothing."""
        for entry in self._entries:
            match entry.line:
                case (d.Strong(about=about), *more) if about == f"actions.{name}":
                    text = next((str(each.sentences[0]) for each in more if isinstance(each, Prose)), "")
                    return "" if self.is_example(text) else text
                case _:
                    pass
        return ""

    def offers(self, name: str) -> bool:
        """Return whether the game has an action: its options may exclude it."""
        return name in self._available

    def is_example(self, help: str) -> bool:
        """Return whether the help of a move explains one such move, which may not be possible.

        That is so if it names a card, or if it is the text beside a move in the notes and tells
        what that move chooses ("two sevens", "make hearts trump"), or names something as the
        notation writes it.
        """
        book, pack = self._book, self._book.program.pack
        text = help.lower()
        if any(
            f"{book.rank(pack.rank[card])} of {book.suit(pack.suit[card])}" in text
            for card in book.faces
            if pack.suit[card] >= 0
        ):
            return True
        for noted in book.rules.notes.get("actions", "").lower().splitlines():
            move, _, said = noted.strip().partition("  ")
            if said.strip() == text.rstrip("."):
                named = {each for word in move.split()[1:] for each in self._told_as(word)}
                return is_in_notation(text) or not named.isdisjoint(re.findall(r"\w+", text))
        return False

    def _told_as(self, word: str) -> Iterator[str]:
        """Yield what a text may call the word of a move: a number, the rank of a card, or it."""
        book, pack = self._book, self._book.program.pack
        yield word
        if word.isdecimal():
            yield from (number(int(word)), ordinal(int(word)))
        for card in book.faces:
            if pack.text[card].lower() == word:
                rank = book.rank(pack.rank[card]).lower()
                yield from (rank, plural(rank))

    def _named(self, word: str, *, only_shown: bool) -> Iterator[d.Line]:
        """Yield what a move, a place, a value or a part of the deal is for, by its help text.

        Args:
            word: What was typed.
            only_shown: Leave out all but values that the table shows, and moves of which the rulebook does
                not say the same: the rest is known already.
        """
        program, rules = self._book.program, self._book.rules
        typed = spaced(word.strip()).lower()
        shown = {name for name, each in program.variables.items() if not each.internal}
        shown |= {name for name, each in program.definitions.items() if each.shown}
        helps = [
            *((name, action.help) for name, action in program.actions.items()),
            *((name, zone.help or _seen(zone)) for name, zone in program.zones.items()),
            *((name, phase.help) for name, phase in program.phases.items()),
            *((name, variable.help) for name, variable in rules.variables.items()),
            *((name, each.help) for name, each in rules.definitions.items() if name in self._used),
        ]
        for name, help in helps:
            label = program.label(name)
            if typed not in (spaced(name).lower(), label.lower()):
                continue
            action = program.actions.get(name)
            excluded = action is not None and not self.offers(name)
            example = action is not None and self.is_example(help)
            told = example or self._told.issuperset(map(str, prose([self._book.prose(help)]).sentences))
            if only_shown and name not in shown and (action is None or told):
                continue
            parts = [self._book.prose(help)] if help and not example else []
            parts += ["The options of this game exclude it."] if excluded else []
            parts = parts or self._phrased(name) or self._choices(name)
            if parts:
                yield d.line(d.Strong(title(label)), f": {' '.join(parts)}")
        for phase in program.phases.values():
            for step, actions in phase.steps if len(phase.steps) > 1 and not only_shown else ():
                label = program.label(step)
                if typed in (spaced(step).lower(), label.lower()):
                    able = [name for name in actions if name in self._available]
                    choices = listed([f"“{program.label(name)}”" for name in able], "or")
                    part = f": The part of a turn in which you choose {choices}."
                    yield d.line(d.Strong(title(label)), part)

    def _choices(self, name: str) -> list[str]:
        """Return what a variable can be, if that is one of several words."""
        variable = self._book.program.variables.get(name)
        words = variable.type.choices if variable is not None else ()
        return [f"One of {listed(map(self._book.label, words))}."] if words else []

    def _phrased(self, name: str) -> list[str]:
        """Return how sentences name a variable or a definition, if that says more than its name."""
        book, program = self._book, self._book.program
        words = book.called("variables", name) or book.called("define", name)
        if not words or spaced(name).lower() in words.lower().split(" ", 1)[-1:]:
            return []
        definition = program.definitions.get(name)
        names = [each for each, _ in definition.parameters] if definition is not None else []
        someone = the("player", person=True)
        speech = Speech(book).naming("actor", someone)
        values = {each.removeprefix("·"): someone for each in (*names, "player")}
        return [sentence(speech.filled(words, values))]

    def _numbers(self, cards: list[int]) -> Iterator[tuple[str, str]]:
        """Yield what cards are worth, if rules ask for it and all are worth the same."""
        book, pack = self._book, self._book.program.pack
        named = ("value", "deadwood", "against", "melding", "loose", "laid_off")
        columns = [(name, each) for name, each in pack.attributes.items()]
        if any(map(book.uses, named)):
            columns.insert(0, ("value", pack.value))
        for name, numbers in columns:
            found = {numbers[card] for card in cards}
            if len(found) == 1:
                yield (name if name == "value" else book.label(name)), digits(found.pop(), pack.unit(name))

    def _between(self, rank: int) -> str:
        """Return which ranks are next to one, if there is one order of the ranks."""
        book, pack = self._book, self._book.program.pack
        present = [r for r in range(pack.ranked) if r in pack.rank]
        if (
            pack.orders
            or rank not in present
            or len(set(pack.lines)) > 1
            or not (any(map(book.uses, ("rank_above", "rank_below", "lt", "gt", "le", "ge"))))
        ):
            return ""
        place = present.index(rank)
        below = [book.rank(r) for r in present[place - 1 : place]]
        above = [book.rank(r) for r in present[place + 1 : place + 2]]
        parts = [f"above {a(each)}" for each in below] + [f"below {a(each)}" for each in above]
        return f"in the order of the ranks {' and '.join(parts)}" if parts else ""

    def _acting(self, word: str) -> set[str]:
        """Return what the effects are called that are about a word.

        Their conditions name the rank, also by definitions, or they set the variable.
        """
        program, typed = self._book.program, spaced(word.strip()).lower()
        named = self._ranks_of(word)
        variables = {name for name in program.variables if typed in (spaced(name).lower(), program.label(name).lower())}
        effects = [each for action in program.actions.values() for each in action.effects]
        effects += [each for several in program.events.values() for each in several]
        return {
            program.label(effect.name).lower()
            for effect in effects
            if named & set(self._ranks((effect.when, effect.do)))
            or variables & {each.target.variable for each in parts(effect.do, ir.Assign)}
        }

    def _helps(self, word: str) -> Iterator[Entry]:
        """Yield the help of definitions that name a rank, where no line of the book has it."""
        named, program = self._ranks_of(word), self._book.program
        for name, written in self._book.rules.definitions.items():
            if name not in self._used:
                continue
            help = prose([self._book.prose(written.help)])
            definition = program.definitions.get(name)
            if not help or definition is None or self._told.issuperset(map(str, help.sentences)):
                continue
            if named & set(self._ranks(definition.value, opened=False)):
                label = self._book.label(name)
                yield Entry("Terms", d.line(d.Strong(title(label)), ": ", help))

    @cached_property
    def _told(self) -> set[str]:
        """The sentences of the rulebook."""
        return {str(each) for entry in self._entries for each in _sentences(entry.line)}

    def _ranks_of(self, word: str) -> set[int]:
        """Return the ranks that a word names, also that of a card."""
        pack = self._book.program.pack
        typed = spaced(word.strip()).lower()
        named = {index for index in range(len(pack.ranks)) if typed in self._names_of(index)}
        return named | {pack.rank[card] for card in range(pack.size) if typed in self._names_of_card(card)}

    def _ranks(self, tree: object, *, opened: bool = True) -> Iterator[int]:
        """Yield the ranks that a part of the rules names, also by definitions if they count."""
        for node in parts(tree, ir.Const):
            if node.type == ty.RANK and isinstance(node.value, int):
                yield node.value
            elif node.type.of == ty.RANK and isinstance(node.value, tuple):
                yield from node.value
        for name in {node.definition for node in parts(tree, ir.Use)} if opened else ():
            yield from self._ranks(self._book.program.definitions[name].value)

    def _names_of(self, rank: int) -> set[str]:
        """Return the ways to type a rank."""
        return {*self._signs(rank), *self._called(rank)}

    def _called(self, rank: int) -> set[str]:
        """Return the words for a rank, for one card and for several."""
        name = self._book.rank(rank).lower()
        return {name, plural(name)}

    def _signs(self, rank: int) -> set[str]:
        """Return the letter or number of a rank; a ten is written in two ways."""
        sign = self._book.program.pack.ranks[rank].lower()
        return {sign, "10"} if sign == "t" else {sign}

    def _forms(self, word: str) -> set[str]:
        """Return the words by which the rulebook may name something."""
        typed = spaced(word.strip()).lower()
        program, pack = self._book.program, self._book.program.pack
        found = {typed}
        for name in (*program.actions, *program.zones, *program.variables, *program.phases):
            if typed in (spaced(name).lower(), program.label(name).lower()):
                found |= {spaced(name).lower(), program.label(name).lower()}
        for index, rank in enumerate(pack.ranks):
            if typed in self._names_of(index):
                found -= self._signs(index) - self._called(index)  # "a" is also a word
                found |= self._called(index)
                found |= {rank.lower()} if rank.isalpha() and len(rank) > 1 else set()
                found |= {self._book.card(c).lower() for c in self._book.faces if pack.rank[c] == index and pack.suits}
        for card in range(pack.size):
            shown = face(pack.text[card], pack.suits)
            if typed in self._names_of_card(card):
                rank = self._book.rank(pack.rank[card]).lower()
                found |= {*self._names_of_card(card), shown.lower(), rank, plural(rank)}
                found.discard(pack.text[card].lower())  # "as" is also a word
        if any(typed == program.label(name).lower() for name in program.actions):
            pass
        elif len(found) == 1 and typed.endswith("s"):
            found.add(typed[:-1])
        elif len(found) == 1:
            found.add(plural(typed))
        return found - {""}


def _seen(zone: Zone) -> str:
    """Return whose a place is, and who sees the cards in it."""
    whose = "each player has their own" if zone.each else ""
    whose = "each side has its own" if zone.team else whose
    seen = {
        "owner": "only its player sees the cards",
        "shown": "the cards lie face up",
        "hidden": "the cards lie face down",
        "others": "only the other players see the cards",
        "top": "only the top card is seen",
    }
    return sentence("; ".join(part for part in (whose, seen.get(zone.faces, "")) if part))


def _same(title: str, words: set[str]) -> bool:
    return spaced(title).lower() in words


def _entries(text: d.Document) -> Iterator[Entry]:
    """Yield the lines of a document with their chapters; a row of a table is a line."""
    chapter = ""
    for block in text:
        match block:
            case d.Heading(text=title):
                chapter = title
            case d.Paragraph(line=line, leads=False):
                yield Entry(chapter, line)
            case d.Bullets(items=items):
                for line in items:
                    yield Entry(chapter, line)
            case d.Steps():
                yield from (Entry(chapter, line) for line in d.lines((block,)))
            case d.Table(head=head, rows=rows):
                for first, *others in rows:
                    *cells, (name, meaning) = zip(head[1:], map(d.plain, others), strict=True)
                    more = ", ".join(f"{name.lower()} {cell}" for name, cell in cells if cell)
                    said: d.Inline = prose([meaning]) if cells else f"{name.lower()} {meaning}"
                    yield Entry(chapter, d.line(d.Strong(d.plain(first)), ": ", said, f" ({more})" if more else ""))
            case d.Paragraph() | d.Cards():
                pass


def _printed(entry: Entry) -> Entry:
    """Return an entry of which each sentence is a text, as it is looked up often."""
    line = tuple(
        Prose(tuple(Sentence((str(each),), each.begins) for each in part.sentences))
        if isinstance(part, Prose)
        else part
        for part in entry.line
    )
    return Entry(entry.chapter, line)


def _sentences(line: d.Line) -> Iterator[Sentence]:
    """Yield the sentences of a line."""
    for part in line:
        if isinstance(part, Prose):
            yield from part.sentences


def _only(line: d.Line, pattern: re.Pattern[str]) -> d.Line:
    """Return the sentences of a line that a pattern is in; a short line with a title whole."""
    titled = bool(line) and isinstance(line[0], d.Strong)
    every = list(_sentences(line))
    if not every or (titled and len(d.plain(line)) <= _LONG):
        return line
    found = list(_with_their_neighbours(every, pattern)) or every[:1]
    title = (line[0], ": ") if titled else ()
    room, short = _LONG, list[Sentence]()
    for each in found:
        room -= len(str(each)) + 1
        if room < 0:
            break
        short.append(each)
    if len(short) == len(found):
        return *title, Prose(tuple(found))
    if not short:
        return *title, shortened(str(found[0]), _LONG)
    return *title, Prose(tuple(short)), " …"


def _with_their_neighbours(sentences: list[Sentence], pattern: re.Pattern[str]) -> Iterator[Sentence]:
    """Yield the sentences that a pattern is in, and those without which they are not understood."""
    groups: list[list[Sentence]] = []
    for each in sentences:
        if groups and is_leaning(each):
            groups[-1].append(each)
        else:
            groups.append([each])
    for group in groups:
        if any(pattern.search(str(each)) for each in group):
            yield from group
