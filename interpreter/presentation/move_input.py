"""What a person types to choose a move: a whole move, a step of one, or numbers of a list.

What cannot be read, or is not legal, is refused with a reason.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Final

from ..diagnostics import printable, spaced
from ..errors import CardrulesError, IllegalActionError
from ..explanation.refusals.refusals import is_excluded
from ..game.action import CARDS, END, LISTS, initials
from ..program.cards import spelt
from ..speech.english import listed
from .card_names import CardNames
from .choice import Choice, Chosen, RefusedError, without

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

_MOST_READINGS: Final = 8  # ways to divide a line into names of cards
_MOST_MEANT: Final = 24  # choices that a line with names of cards can mean, while it is read
_IDLE: Final = ("the", "my", "and", "&", "+", "number")  # words that say nothing
_NUMBER: Final = re.compile(r"#?(\d+)(?:[.)]|[-–]\d+)?")  # of the list, as people may write it
_TOWARDS: Final = ("to", "on", "onto")  # words before a pile
_WORDS: Final = ("suit", "colour", "choice")  # kinds of choices that are one of a few words


class TypedChoice(Choice):
    """The choice of a move by a person who types."""

    def type(self, line: str) -> None:
        """Read a line: a whole move, or a step of one.

        The verb may be shortened, or be left out if the rest says enough. Cards are never
        completed: those that are named are those that are chosen.

        Raises:
            RefusedError: The line is neither.
        """
        steps = [*self._steps]
        refused: RefusedError | None = None
        for reading in chain(_readings(line), self._all_held(line), self._with_piles(line)):
            try:
                self._type(reading)
            except RefusedError as error:
                refused = refused or error
                self._steps = [*steps]
            else:
                return
        if refused is not None:
            raise refused

    def _all_held(self, line: str) -> Iterator[str]:
        """Yield a line in which "nines" stands for all nines that can be chosen, if for several."""
        words, able = _words(line), self._able([])
        cards = [self._card_names.all_of.get(spelt(word), set[str]()) for word in words]
        counts = [max(sum(able[card] for card in some), 1) for some in cards]
        if max(counts, default=1) > 1:
            pairs = zip(words, counts, strict=True)
            yield " ".join(word for word, count in pairs for _ in range(count))

    def _with_piles(self, line: str) -> Iterator[str]:
        """Yield lines in which a card that lies in a pile stands for that pile, the last first."""
        words = _plainly(line).split()
        for place in reversed(range(len(words))):
            pile = self._lying.get(spelt(words[place]), "")
            if pile:
                yield from _readings(" ".join([*words[:place], pile, *words[place + 1 :]]))

    @cached_property
    def _lying(self) -> dict[str, str]:
        """The piles that can be chosen, by the cards that are seen in one of them only."""
        game, seat = self._state.game, self._state.position.actor
        program, notation = game.program, game.notation
        takes = {
            (zone, pile)
            for raw in (move.action.raw for move in self.moves)
            for zone, pile in zip(notation.zones(raw[0]), raw[1:], strict=True)
            if zone
        }
        found: dict[str, str] = {}
        if not takes:
            return found
        seen = self._state.observation(seat)
        for zone, pile in takes:
            declared = program.zones[zone]
            owner, number = divmod(pile, declared.fixed) if declared.each else (None, pile)
            for card in self._faces.keys() & set(map(spelt, seen.piles(zone, owner)[number])):
                found[card] = "" if card in found else notation.pile(zone, pile)
        return found

    def _type(self, line: str) -> None:
        """Read a line as it stands.

        Raises:
            RefusedError: It is neither a move nor a step of one.
        """
        self.proposal = None
        line = self._in_notation(line, {move.verb for move in self.moves})
        words = self._apart(_words(line))
        if self.numbered and all(word.isdecimal() for word in words):
            self._ask_which(words)
            self._by_number(words)
            return
        begun, rest, exact = self._verb(words)
        if exact and self._goes_on(begun[0], rest):
            return
        if len(begun) == 1 and not rest and self.begun and self.chosen.verb is None:
            named = replace(self.chosen, verb=begun[0], sure=exact)
            if self.fitting(named):  # the verb for what was chosen before
                self._take(named, whole=True)
                return
        if rest and begun == self.verbs and all(word.isdecimal() for word in rest) and not self._is_rank(begun, rest):
            cards = self._numbered_cards(rest)
            if cards != rest:
                self._ask_which(rest)
            rest = cards
        starts = [Chosen(verb, sure=exact) for verb in begun]
        if self._read(starts, rest, whole=True):
            return
        if not exact:
            # A choice that was settled without being typed may be typed all the same.
            before = [] if self.chosen.cards else self._steps[-2:0:-1]
            faces = {self._faces.get(spelt(word), "") for word in words}
            # A list with all cards that are picked is the whole list, and puts none of them back.
            again = len(words) > 1 and faces >= {*self.chosen.cards}
            for start in (replace(self.chosen, cards=()) if again else self.chosen, *before):
                if self._read([start], words, whole=not self.begun):
                    return
        if self._named(begun, rest, words, exact=exact) or self._propose_with(begun, rest):
            return
        if self._read(starts, rest, whole=True, passes=True):
            return
        if exact or not self._read([self.chosen], words, whole=not self.begun, passes=True):
            raise self._refusal(line, begun, rest)

    def _named(self, begun: list[str], rest: list[str], words: list[str], *, exact: bool) -> bool:
        """Choose cards of which some are named by rank or suit, if only one choice fits.

        Args:
            begun: The verbs that the line begins with.
            rest: The words after the verb.
            words: All words, which may go on with what is chosen.
            exact: Whether the verb is written in full.

        Raises:
            RefusedError: The question which card is meant, where there are several.
        """
        if len(begun) == 1 and self._loosely(Chosen(begun[0], sure=False), rest, whole=True):
            return True
        several = not exact and len(next(self._card_names.readings(words))) > 1
        start = replace(self.chosen, sure=False)
        return several and self._loosely(start, words, whole=not self.begun)

    def _loosely(self, start: Chosen, words: list[str], *, whole: bool) -> bool:
        """Choose what words say that name some cards only by rank or suit, if that is one thing.

        Args:
            start: The beginning.
            words: What was typed after it.
            whole: Whether the line says the whole move.

        Raises:
            RefusedError: The question which card is meant, where there are several.
        """
        for reading in islice(self._card_names.readings(words), _MOST_READINGS):
            found = self._read_names(start, reading)
            found = found or self._read_names(start, reading, passes=True)
            found = [each for each in found if self.complete(each[0])] or found
            if len(found) > 1 and len(reading) == 1:
                return False  # the question names what the cards have in common
            if not found:
                continue
            listed_now = start.verb is None or self.verbs == [start.verb]
            begun = [] if start.verb is None else [start.verb]
            if self.numbered and listed_now and not self._is_rank(begun, words):
                self._ask_which([word for word in words if word.isdecimal()])
            if len(found) > 1:
                names = [Counter(zip(reading, cards, strict=True)) for _, cards in found]
                unclear = {name for each in names for name, _ in each - names[0]}
                name = next(each for each in reading if each in unclear)
                cards = {card for each in names for key, card in each if key == name}
                raise RefusedError(self._unclear(name, self.in_order(cards)), known=True)
            self._take(found[0][0], whole=whole)
            return True
        return False

    def _read_names(
        self, start: Chosen, reading: tuple[tuple[str, ...], ...], *, passes: bool = False
    ) -> list[tuple[Chosen, tuple[str, ...]]]:
        """Return what names of cards can mean after a beginning, and the word for each name.

        Nothing is returned where they can mean too much. With `passes`, they may leave out a choice
        in which there is only one thing.
        """
        found: list[tuple[Chosen, tuple[str, ...]]] = [(start, ())]
        for name in reading:
            able = [" ".join(name), *self._meant(list(name))]
            after: dict[object, tuple[Chosen, tuple[str, ...]]] = {}
            for chosen, before in found:
                for word in dict.fromkeys(able):
                    more = self._absorb(chosen, word, passes=passes)
                    if more is not None and self.fitting(more):
                        cards = frozenset(Counter(more.cards).items())
                        after.setdefault((more.settled, cards), (more, (*before, word)))
            found = list(after.values())
            if len(found) > _MOST_MEANT:
                return []
        return found

    @staticmethod
    def _unclear(name: Sequence[str], cards: list[str]) -> str:
        """Return that words can be several cards, and how these are typed."""
        typed = [f"'{card.lower()}'" for card in cards]
        return f"'{printable(' '.join(name))}' can be {listed(cards, 'or')}: type " + (f"{listed(typed, 'or')}.")

    def _meant(self, words: list[str]) -> list[str]:
        """Return the cards that words name by rank or suit alone."""
        if any(spelt(word) in self._faces for word in words):
            return []
        return self._card_names.meant(words)

    def _able(self, begun: list[str]) -> Counter[str]:
        """Return the cards that can be chosen next, by one of some verbs if there are any.

        They are in order, each as often as one move takes it.
        """
        made = len(self.chosen.settled) if not begun else 0
        moves = self.fitting()
        if not made:
            moves = [move for move in self.moves if not begun or move.verb in begun]
        able: Counter[str] = Counter()
        for move in moves:
            if made < len(move.choices) and move.kinds[made] in CARDS:
                able |= move.counts[made]
        return Counter({card: able[card] for card in self.in_order(able)})

    def _propose_with(self, begun: list[str], rest: list[str]) -> bool:
        """Propose the only move with a card that was typed alone, or alone after a verb.

        Return whether there is one.
        """
        card = self._faces.get(spelt(rest[0])) if len(rest) == 1 and not self.begun else None
        found = [move for move in self.moves if card and move.takes(card) and (not begun or move.verb in begun)]
        if len(found) == 1:
            self.proposal = found[0].action
        return len(found) == 1

    def _in_notation(self, line: str, verbs: Collection[str]) -> str:
        """Return a line in which names are written as actions have them.

        Args:
            line: What was typed; names may be written as screens show them, in capitals or not.
            verbs: The moves that the line may begin with.
        """
        program = self._state.game.program
        line = " ".join(line.split())
        for called, verb in _longest_first(
            (each, name) for name in verbs for each in (program.label(name), spaced(name))
        ):
            if re.match(rf"{re.escape(called)}(?!\w)", line, re.IGNORECASE):
                line = verb + line[len(called) :]
                break
        words = {word for move in self.moves for choice in move.choices for word in choice}
        for parameter in (each for verb in verbs for each in program.actions[verb].parameters):
            words.update(program.pack.names(parameter.type))
        names = [(program.label(word), word) for word in words]
        if re.search(r"\sof\s", line, re.IGNORECASE):
            names += self._card_names.whole.items()
        for called, word in _longest_first(names):
            if " " in called:
                pattern = rf"(?<!\w){re.escape(called)}(?!\w)"
                line = re.sub(pattern, word, line, flags=re.IGNORECASE)
        return line

    def _apart(self, words: list[str]) -> list[str]:
        """Return words in which numbers and letters are apart that mean nothing together now.

        `2s` is a bid of two spades where no card can be chosen.
        """
        begun, *_ = self._verb(words)
        moves = [move for move in self.fitting() if not begun or move.verb in begun]
        takes_cards = any(kind in CARDS for move in moves for kind in move.kinds)
        follows = {after for move in moves for kind, after in pairwise(move.kinds) if kind == "number"}
        if takes_cards or follows.isdisjoint(_WORDS):
            return words
        apart: list[str] = []
        for word in words:
            found = re.fullmatch(r"(\d+)([^\W\d]+|[♣♦♥♠])", word)
            apart += (found[1], spelt(found[2])) if found else (word,)
        return apart

    @cached_property
    def _card_names(self) -> CardNames:
        return CardNames(self._state.game)

    def _verb(self, words: list[str]) -> tuple[list[str], list[str], bool]:
        """Return the verbs that a line begins with, its other words, and whether it has one whole.

        A verb may be shortened as in the rules (`go_al`) or as screens call it (`go al`), and one
        of its words, or several in a row, are enough that no other move has. What begins with a
        card has no verb that is shortened.
        """
        program = self._state.game.program
        written = [
            (verb, each.lower().split())
            for verb in dict.fromkeys(move.verb for move in self.moves)
            for each in dict.fromkeys((verb, program.label(verb)))
        ]
        typed = [word.lower() for word in words]
        whole = [(verb, parts) for verb, parts in written if typed[: len(parts)] == parts]
        if whole:
            verb, parts = max(whole, key=lambda found: len(found[1]))
            return [verb], words[len(parts) :], True
        if spelt(words[0]) in self._faces:
            return [], words, False
        for count in range(len(words), 0, -1):
            start = " ".join(typed[:count])
            begun = [verb for verb, parts in written if " ".join(parts).startswith(start)]
            if begun:
                return list(dict.fromkeys(begun)), words[count:], False
        for count in range(len(words), 1, -1):
            inner = f" {' '.join(typed[:count])} "
            having = [verb for verb, parts in written if inner in f" {' '.join(parts)} "]
            if len({*having}) == 1:
                return having[:1], words[count:], False
        having = list(dict.fromkeys(verb for verb, parts in written if typed[0] in parts))
        known = self._meant(words[:1]) or self._absorb(self.chosen, words[0])  # in a choice
        others = {*self._elsewhere(words[0])}.difference(having)
        if len(having) == 1 and len(words[0]) > 2 and typed[0] not in _IDLE:
            return ([], words, False) if known or others else (having, words[1:], False)
        return [], words, False

    def _goes_on(self, verb: str, words: list[str]) -> bool:
        """Pick cards, or put them back, that were typed after the verb of what is picked so far.

        Return whether that was done: not for all cards of a move, which are taken as they are.
        """
        chosen = self.chosen
        faces = tuple(self._faces.get(spelt(word), "") for word in words)
        if chosen.verb != verb or not chosen.cards or chosen.settled or not all(faces):
            return False
        if not faces or self.complete(Chosen(verb, cards=faces)):
            return False
        return self._read([chosen], words, whole=False)

    def _is_rank(self, begun: list[str], words: list[str]) -> bool:
        """Return whether a number after a verb is a rank: that of a card which it can take."""
        takes_one = {kind for move in self.moves if move.verb in begun for kind in move.kinds[:1]}
        able = self._able(begun)
        return len(words) == 1 and takes_one == {"card"} and any(card in able for card in self._meant(words))

    def _ask_which(self, words: list[str]) -> None:
        """Refuse numbers of the list that are also the rank of other cards that can be chosen now.

        Raises:
            RefusedError: The question what is meant.
        """
        options, made = self.options(), len(self.chosen.settled)
        takes = [m for m in self.fitting() if made < len(m.choices) and m.kinds[made] in CARDS]
        able = self.in_order({card for move in takes for card in move.choices[made]})
        asked: list[str] = []
        for word in words:
            meant = self._card_names.meant([word])
            cards = [card for card in able if card in meant]
            listed_there = options[int(word[:9]) - 1 : int(word[:9])] if int(word[:9]) else []
            if not cards:
                return
            if not listed_there:
                typed = [f"'{card.lower()}'" for card in cards]
                asked.append(f"For {listed(cards, 'or')} type {listed(typed, 'or')}.")
                continue
            text = listed_there[0].text
            if text.split()[-len(cards) :] == cards:
                continue  # it is the same
            typed = [f"'{each.lower()}'" for each in dict.fromkeys((*cards, text))]
            asked.append(f"{listed(cards, 'or')}, or number {word} of the list, {text}? Type {listed(typed, 'or')}.")
        if asked:
            raise RefusedError(asked[0], known=True)

    def _numbered_cards(self, words: list[str]) -> list[str]:
        """Return the cards that numbers stand for, if cards are listed with numbers."""
        options = self.options()
        if not self.numbered or any(not 0 < int(word[:9]) <= len(options) for word in words):
            return words
        if all(option.kind in CARDS for option in options):
            return [options[int(word) - 1].text for word in words]
        if len(words) == 1 and {kind for move in self.moves for kind in move.kinds} == {"card"}:
            return options[int(words[0]) - 1].text.split()[1:]  # whole moves are listed
        return words

    def _by_number(self, words: list[str]) -> None:
        """Pick options by their numbers; of several, all are cards."""
        options = self.options()
        for word in words:
            if not 0 < int(word[:9]) <= len(options):
                raise RefusedError(
                    f"There is no number {printable(word[:20])}; {_numbers(len(options))}."
                    if options
                    else f"'{printable(word[:20])}' is not a move now."
                )
        if len(words) > 1 and any(option.kind not in LISTS for option in options):
            raise RefusedError("Type one number.")
        for word in words:
            self.pick(self.options()[int(word) - 1])

    def _read(self, starts: list[Chosen], words: list[str], *, whole: bool, passes: bool = False) -> bool:
        """Choose what words say, after one of some beginnings; return whether they say something.

        Args:
            starts: The beginnings.
            words: What was typed after them.
            whole: Whether the line says the whole move, so that nothing is to be picked after it.
            passes: Whether they may leave out a choice in which there is only one thing.
        """
        found: list[Chosen] = []
        for start in starts:
            chosen: Chosen | None = start
            for word in words:
                chosen = self._absorb(chosen, word, puts_back=not whole, passes=passes)
                if chosen is None:
                    break
            if chosen is not None and self.fitting(chosen):
                found.append(chosen)
        if not found:
            return False
        if len(found) > 1:
            texts = " or ".join(f"'{chosen.verb}'" for chosen in found)
            raise RefusedError(f"That could be {texts}; type more of it.", known=True)
        self._take(found[0], whole=whole)
        return True

    def _absorb(self, chosen: Chosen, word: str, *, puts_back: bool = False, passes: bool = False) -> Chosen | None:
        """Return what is chosen after one more word, None if it does not fit.

        Args:
            chosen: What is chosen before it.
            word: The word.
            puts_back: Whether to name a card again is to put it back.
            passes: Whether the word may be about a later choice, if there is only one thing to
                choose before it.
        """
        card = self._faces.get(spelt(word))
        if card is not None:
            more = self._with_card(chosen, card)
            if self.fitting(more):
                return more
            if puts_back and card in chosen.cards:
                return without(chosen, card)
        if chosen.cards:  # perhaps a word of the next choice
            made = len(chosen.settled)
            picked = Counter(chosen.cards)
            lists = [m.choices[made] for m in self.fitting(chosen)]
            exact = [cards for cards in lists if Counter(cards) == picked]
            if not exact:
                return None
            after = replace(chosen, settled=(*chosen.settled, exact[0]), cards=())
            return after if word == END else self._absorb(after, word)
        made = len(chosen.settled)
        able = [move for move in self.fitting(chosen) if made < len(move.choices)]
        values = {(move.kinds[made], move.choices[made][0]) for move in able if move.kinds[made] not in CARDS}
        word = spelt(word)
        same = [value for value in values if word in self._spellings(*value)]
        near = same or [value for value in values if self._spellings(*value)[0].startswith(word)]
        label = self._state.game.program.label
        near = near or [value for value in values if initials(label(value[1])) == word]
        only = {move.choices[made] for move in able}
        if passes and not near and len(only) == 1:
            passed = replace(chosen, settled=(*chosen.settled, *only), sure=False)
            return self._absorb(passed, word, passes=True) if self.fitting(passed) else None
        if len({value for _, value in near}) != 1:
            return None
        settled = (*chosen.settled, (near[0][1],))
        return replace(chosen, settled=settled, sure=chosen.sure and bool(same))

    def _spellings(self, kind: str, value: str) -> tuple[str, ...]:
        """Return the ways to write a value, in the spelling in which they are compared."""
        if kind == "player" and self._names:
            return spelt(self._names[int(value)]), value
        if kind == "pile":
            number, _, seat = value.partition("@")
            names = [seat, *(spelt(name) for name in self._names[int(seat) :][:1])] if seat else []
            told = [f"{number}@{name}" for name in names]
            told.append(number)  # that is enough if it is one owner's pile
            return (*told, *(each.removeprefix("#") for each in told))
        return (spelt(value),)

    def _refusal(self, line: str, begun: list[str], rest: list[str]) -> RefusedError:
        """Return in one sentence why a line is not a legal action."""
        program = self._state.game.program
        line = self._in_notation(line, program.actions)
        words = self._apart(_words(line))
        line = " ".join(words)
        card = spelt(words[0]) in self._faces
        known = card or len(begun) == 1 or words[0].lower() in map(str.lower, program.actions)
        known = known or bool(self._elsewhere(words[0]))
        said = rest if len(begun) == 1 else words
        which = self._which(begun, said)
        if not which:
            said, which = self._spelt_out(begun, said)
            rest, words = (said, words) if len(begun) == 1 else (rest, said)
            line = " ".join(words)
        other = words[0].lower() in map(str.lower, program.actions) or self._elsewhere(words[0])
        which = which or ("" if other and not begun else self._mixed(begun, said))
        message = which or self._reason(line, words, begun, rest)
        return RefusedError(message, known=known or bool(which))

    def _mixed(self, begun: list[str], words: list[str]) -> str:
        """Return what to type in place of a number of the list among words that are none; empty if there is none."""
        actions = self._state.game.program.actions
        verbs = begun or list(dict.fromkeys(move.verb for move in self.moves))
        kinds = {parameter.kind for verb in verbs for parameter in actions[verb].parameters}
        if not self.numbered or not kinds or not kinds.isdisjoint(("number", "pile")):
            return ""
        able, options = self._able(begun), self.options()
        for word in words:
            found = _NUMBER.fullmatch(word)
            if found is None:
                continue
            number = int(found[1][:9])
            if spelt(word) in self._faces or any(card in able for card in self._meant([found[1]])):
                continue
            if not 0 < number <= len(options):
                return f"There is no number {found[1][:20]}; {_numbers(len(options))}." if options else ""
            option = options[number - 1]
            if option.kind not in CARDS:
                return f"Number {number} of the list is typed alone: leave out the number, or the other words."
            typed = f"type only numbers, or only cards, such as '{option.text.lower()}'"
            return f"Number {number} of the list is {option.text}: {typed}."
        return ""

    def _spelt_out(self, begun: list[str], words: list[str]) -> tuple[list[str], str]:
        """Return words with cards in the place of their ranks and suits, or what is unclear.

        Args:
            begun: The verb that they stand after, if any.
            words: What was typed; without a verb each word must name a card.
        """
        able = self._able(begun)
        reading = next(self._card_names.readings(words)) if able else ()
        meant = {name: self._meant(list(name)) for name in reading}
        faces = [name for name in reading if spelt(name[0]) in self._faces]
        named = sum(bool(meant[name]) for name in reading) + len(faces)
        if not reading or (not begun and named < len(reading)):
            return words, ""
        takes = [each for move in self.moves if not begun or move.verb in begun for each in move.kinds]
        found: dict[tuple[str, ...], list[str]] = {}
        for name in reading:
            if name in found:
                continue
            count = reading.count(name)
            cards = [card for card in able.elements() if card in meant[name]]
            if len(cards) != count and len(set(cards)) > 1:
                return words, self._unclear(name, list(dict.fromkeys(cards)))
            seen = [card for card in self.in_order(self._order) if card in meant[name]]
            only = seen if len(set(seen)) == 1 else meant[name]
            if not cards and len(set(only)) == 1:
                cards = only  # it is told why this one cannot be chosen
            if meant[name] and not cards and not (name[0].isdecimal() and set(takes) - {*CARDS}):
                return words, self._none_of(name)
            found[name] = cards if len(cards) == count else cards[:1] * count or list(name) * count
        return [found[name].pop(0) for name in reading], ""

    def _none_of(self, words: Sequence[str]) -> str:
        """Return that no card can be chosen that words mean by rank or suit; "no one" would be nobody."""
        kind = self._card_names.kind(words)
        return f"No {'card with a 1' if kind == 'one' else kind} can be chosen now."

    def _which(self, begun: list[str], words: list[str]) -> str:
        """Return the question which card is meant, if words name cards only by rank or suit."""
        meant = self._meant(words) if words else []
        if not meant or (not begun and words[0].isdecimal() and self.numbered):
            return ""
        able = self._able(begun)
        cards = [card for card in able if card in meant]
        if not able:
            return ""
        kind = self._card_names.kind(words)
        if len(cards) == 1 or len(meant) == 1:
            card = (cards or meant)[0]
            return f"Type '{card.lower()}' for {card}."
        if not cards:
            return self._none_of(words)
        typed = [f"'{card.lower()}'" for card in cards]
        return f"Which {kind}: {listed(typed, 'or')}?"

    def _reason(self, line: str, words: list[str], begun: list[str], rest: list[str]) -> str:
        """Return what the rules say against a line."""
        if all(word.isdecimal() for word in words) and not self.begun:
            numbers = [
                int(word)
                for move in self.moves
                for kind, choice in zip(move.kinds[:1], move.choices[:1], strict=True)
                for word in choice
                if kind == "number"
            ]
            if len(set(numbers)) == 1:
                return f"Only {numbers[0]} can be chosen."
            if numbers:
                return f"Choose a number from {min(numbers)} to {max(numbers)}."
        text = line.strip()
        chosen = self.chosen
        if len(begun) == 1:
            text = " ".join([begun[0], *rest])
        elif words[0].lower() in self._state.game.program.actions:
            pass  # an action of another phase
        elif elsewhere := self._elsewhere(words[0]):
            return self._refused_all(elsewhere, " ".join(words[1:]))
        elif self.begun and chosen.verb is not None:
            before = [word for choice in chosen.settled for word in choice]
            text = " ".join([chosen.verb, *before, *chosen.cards, *words])
        elif spelt(words[0]) in self._faces:
            return self._refused_cards(text)
        elif takers := self._choosing(words[0]):
            return self._refused_all(takers, " ".join(words))
        elif words[0][:1].isdigit():
            takers = list(dict.fromkeys(move.verb for move in self.moves if move.choices))
            text = f"{takers[0]} {text}" if len(takers) == 1 else text
        return _sentence(self._why_not(text))

    def _choosing(self, word: str) -> list[str]:
        """Return the moves whose first choice can be a word at other times."""
        program = self._state.game.program
        verbs = dict.fromkeys(move.verb for move in self.moves if move.choices)
        return [
            verb
            for verb in verbs
            for first in program.actions[verb].parameters[:1]
            if spelt(word) in map(spelt, program.pack.names(first.type))
        ]

    def _elsewhere(self, word: str) -> list[str]:
        """Return the moves that a word means, of this phase or of others.

        It begins the only one, or is the first word of each, or a word of the only one.
        """
        program = self._state.game.program
        if spelt(word) in self._faces:
            return []
        word = word.lower()
        written = {
            verb: [name.lower() for name in (verb, program.label(verb))]
            for verb, action in program.actions.items()
            if not is_excluded(action)
        }
        begun = [verb for verb, each in written.items() if any(n.startswith(word) for n in each)]
        whole = [verb for verb in begun if any(n.split()[0] == word for n in written[verb])]
        having = [verb for verb, each in written.items() if any(word in n.split() for n in each)]
        if not begun and len(having) == 1 and len(word) > 2 and word not in _IDLE:
            return having
        return begun if len(begun) == 1 else whole

    def _refused_cards(self, cards: str) -> str:
        """Return why cards that were typed without a verb cannot be chosen."""
        takers = dict.fromkeys(move.verb for move in self.moves if move.kinds and move.kinds[0] in CARDS)
        if takers:
            return self._refused_all(takers, cards)
        if any(kind in CARDS for move in self.moves for kind in move.kinds):
            named = " ".join(self._faces.get(spelt(word), word) for word in cards.split())
            return f"No move with {named} is possible now."
        return "No move takes a card now."

    def _refused_all(self, verbs: Iterable[str], rest: str) -> str:
        """Return why none of some moves is possible with what was typed after them.

        Args:
            verbs: The moves.
            rest: What was typed.
        """
        reasons: dict[tuple[str, ...], list[str]] = {}  # by the text around the name of the move
        for verb in verbs:
            name = f"'{verb}'"
            around = tuple(self._why_not(f"{verb} {rest}".strip()).split(name))
            reasons.setdefault(around, []).append(name)
        told = [
            f"{listed(names, 'or')}: {around[0]}"
            if len(around) == 1 < len(reasons)
            else listed(names, "or").join(around)
            for around, names in reasons.items()
        ]
        return _sentence("; ".join(told))

    def _why_not(self, text: str) -> str:
        """Return why an action is not legal."""
        try:
            self._state.find(text[:200])
        except IllegalActionError as error:
            return error.reason  # the legal ones are on the screen
        except CardrulesError as error:
            return str(error)
        return f"'{text[:40]}' is not a move now"


def _words(line: str) -> list[str]:
    return re.split(r"[\s,]+", line.replace(END, f" {END} ").strip())


def _plainly(line: str) -> str:
    """Return a line without articles and words such as `card`; empty if nothing else is left."""
    rest = " ".join(word for word in line.split() if word.lower() not in _IDLE)
    return " ".join(re.sub(r"(?<!\S)(an? )?cards?(?!\S)", "", rest, flags=re.IGNORECASE).split())


def _readings(line: str) -> Iterator[str]:
    """Yield a line, then without words that say nothing, then with its pile at each place."""
    yield line
    plain = _plainly(line)
    if plain not in ("", line):
        yield plain
    words = [word for word in plain.split() if word.lower() not in _TOWARDS]
    piles = [word for word in words if re.fullmatch(r"#\d+", word)]
    if len(piles) == 1:
        words.remove(piles[0])
        for place in range(len(words) + 1):
            yield " ".join([*words[:place], *piles, *words[place:]])


def _longest_first(names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(names, key=lambda name: len(name[0]), reverse=True)


def _numbers(last: int) -> str:
    if last > 2:
        return f"they go from 1 to {last}"
    return "there are 1 and 2" if last > 1 else "there is only 1"


def _sentence(text: str) -> str:
    message = printable(text).rstrip(".")
    return message[:1].upper() + message[1:] + ("" if message.endswith(("…", "?")) else ".")
