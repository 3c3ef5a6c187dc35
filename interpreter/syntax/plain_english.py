"""Words and turns of English, and of other languages, with what this language says instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

NAMES_OF_RANKS = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "10": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
"""The names of ranks in words, by the letters and numerals that decks usually have."""

RANKS_BY_NAME = {name: rank for rank, name in NAMES_OF_RANKS.items()} | {"deuce": "2"}
"""These letters and numerals by what people say; a ten is `10`."""

_RANK = rf"(?P<rank>\d+|[TJQKA]|{'|'.join(RANKS_BY_NAME)})s?"
_SUIT = r"(?P<suit>club|diamond|heart|spade)s?"
_ONE = r"(?:(?:an?|the|one|any|some) )?"
_ITEM = r"[A-Za-z0-9_]+"
_ZONE = rf"\b(?P<zone>{_ITEM}(?: of {_ITEM})?)"
_GOAL = rf"(?P<goal>{_ITEM}(?: of {_ITEM})?)\b"
_CARD = r"(?:\d+|[TJQKA])[A-Z]"
_OF = rf"{_ITEM}(?: of {_ITEM})*"
_RANKS = rf"(?P<one>rank of {_OF}) is"
_LISTED = rf"(?P<list>{_ITEM}(?:, {_ITEM})+)"


_FAR = 200
"""So many characters before and after a word are looked at."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of English, and what is written instead.

    Attributes:
        said: finds it; single spaces stand for any number of spaces.
        written: makes what is written from what was found.
    """

    said: re.Pattern[str]
    written: Callable[[re.Match[str]], str]


def _turn(said: str, written: str) -> Turn:
    def make(found: re.Match[str]) -> str:
        groups = {key: value or "" for key, value in found.groupdict().items()}
        rank = groups.get("rank", "")
        return written.format(**groups | {"rank": RANKS_BY_NAME.get(rank, rank)})

    return Turn(re.compile(said.replace(" ", r"\s+")), make)


_TURNS = (
    _turn(r"\bnot in\b", "is not in"),
    _turn(r"\bisn't in\b", "is not in"),
    _turn(rf"\bhas {_ONE}rank {_RANK}\b", "has rank {rank}"),
    _turn(rf"\bhas {_ONE}suit {_SUIT}\b", "has suit {suit}s"),
    _turn(rf"\bhas no {_RANK}\b", "has no rank {rank}"),
    _turn(rf"\bhas {_ONE}{_RANK}\b", "has rank {rank}"),
    _turn(rf"\bhas no {_SUIT}\b", "has no suit {suit}s"),
    _turn(rf"\bhas {_ONE}{_SUIT}\b", "has suit {suit}s"),
    _turn(r"\bhas no (?P<colour>red|black)\b", "has no colour {colour}"),
    _turn(rf"\bhas {_ONE}(?P<colour>red|black)\b", "has colour {colour}"),
    _turn(rf"{_ZONE} has no jokers?\b", "joker is not in {zone}"),
    _turn(rf"{_ZONE} has {_ONE}jokers?\b", "joker is in {zone}"),
    _turn(rf"{_ZONE} has no cards?\b", "{zone} is empty"),
    _turn(rf"{_ZONE} has {_ONE}cards?\b", "{zone} is not empty"),
    _turn(rf"\bis in {_LISTED}", "is in [{list}]"),
    _turn(rf"\bis not in {_LISTED}", "is not in [{list}]"),
    _turn(rf"\bis not {_LISTED}", "is not in [{list}]"),
    _turn(rf"\bis {_LISTED}", "is in [{list}]"),
    _turn(rf"{_ZONE} (?P<word>empty|possible)\b", "{zone} is {word}"),
    _turn(rf"\b(?:number|count|amount) of cards (?:in|on) {_ZONE}", "size of {zone}"),
    _turn(rf"\bcards (?:in|on|from) {_ZONE}", "{zone}"),
    _turn(rf"\brandom card (?:from|of) {_ZONE}", "random of {zone}"),
    _turn(rf"{_ZONE} (?:has|contains|includes) (?P<card>{_CARD})\b", "{card} is in {zone}"),
    _turn(rf"{_ZONE} with (?P<of>rank|suit|colour) (?P<word>{_ITEM})\b", "{zone} where {of} is {word}"),
    _turn(
        rf"\b{_RANKS} (?:next|adjacent) to (?P<other>{_OF})", "position of {one} - position of {other} is in [-1, 1]"
    ),
    _turn(
        rf"\b{_RANKS} (?:one|1) (?:above|higher than|more than|after) (?P<other>{_OF})",
        "position of {one} is position of {other} + 1",
    ),
    _turn(
        rf"\b{_RANKS} (?:one|1) (?:below|lower than|less than|before) (?P<other>{_OF})",
        "position of {one} is position of {other} - 1",
    ),
    _turn(r"\bis (?:at least|no less than)\b", ">="),
    _turn(r"\bis (?:at most|no more than)\b", "<="),
    _turn(r"\bis (?:more|greater|higher|bigger|larger) than\b", ">"),
    _turn(r"\bis (?:less|fewer|lower|smaller) than\b", "<"),
    _turn(r"\bis (?:the )?(?:same as|equal to)\b", "is"),
    _turn(rf"\bcan (?P<word>{_ITEM})\b", "{word} is possible"),
    _turn(rf"\bmy (?P<word>{_ITEM})\b", "{word}"),
    _turn(rf"\b(?P<owner>{_ITEM})'s (?P<word>{_ITEM})\b", "{word} of {owner}"),
    _turn(rf"\b(?P<word>{_ITEM})\[0\]", "first of {word}"),
    _turn(rf"\b(?P<word>{_ITEM})\[-1\]", "last of {word}"),
    _turn(r"\b(?:except|without)\b", "-"),
    _turn(rf"\b(?:increase|raise) (?P<word>{_ITEM}) by (?P<count>{_ITEM})\b", "add {count} to {word}"),
    _turn(rf"\b(?:decrease|reduce) (?P<word>{_ITEM}) by (?P<count>{_ITEM})\b", "add -{count} to {word}"),
    _turn(rf"\b(?:subtract|remove) (?P<count>\d+) from (?P<word>{_ITEM})\b", "add -{count} to {word}"),
    _turn(rf"\badd (?P<count>\d+) points? to {_GOAL}", "add {count} to {goal}"),
    _turn(rf"\bset {_ZONE} to {_GOAL}", "{zone} becomes {goal}"),
    _turn(rf"\b(?:put|place|play|discard|give) {_ZONE} (?:on|onto|to|in|into) {_GOAL}", "move {zone} to {goal}"),
    _turn(rf"\btake (?P<count>\d+) (?:cards )?from {_ZONE}", "draw {count} from {zone}"),
    _turn(rf"\bmove all (?:cards (?:of|in|from) )?{_ZONE} to {_GOAL}", "move {zone} to {goal}"),
    _turn(rf"\b(?:show|flip) (?P<word>{_ITEM}) (?:to (?:all|everybody|everyone)|face up|up)\b", "reveal {word}"),
    _turn(rf"\bfor (?P<word>(?!each\b){_ITEM}) in {_ZONE}", "for each {word} in {zone}"),
    _turn(r"\bfor each player:", "for each p in players:"),
    _turn(rf"\brepeat (?P<count>{_ITEM}):", "repeat {count} times:"),
    _turn(rf"\bgo (?P<word>(?!to\b){_ITEM})\b", "go to {word}"),
    _turn(r"\bskip (?:(?:the )?next player|(?:one|1) player)\b", "skip 1"),
)


HABITS = {
    "then": "the condition is followed by ':'",
    "contains": "write '… is in …', or 'has rank …' and the like",
    "includes": "write '… is in …', or 'has rank …' and the like",
    "equals": "write 'is'",
    "becomes": "write 'is' in a condition; 'becomes' is a statement, which changes a variable",
    "equal": "write 'is'",
    "are": "write 'is'",
    "isnt": "write 'is not'",
    "greater": "write '>'",
    "bigger": "write '>'",
    "more": "write '>'",
    "than": "write '>' or '<'",
    "higher": "write '>'",
    "lower": "write '<'",
    "between": "compare twice: 'x >= 2 and x <= 5'",
    "matches": "say in what: 'rank of card is rank of top of pile'",
    "gets": "write 'add 1 to score of …'",
    "scores": "write 'add 1 to score of …'",
    "plus": "write '+'",
    "minus": "write '-'",
    "times": "write '*'",
    "next": "write 'player after actor'",
    "previous": "write 'player before actor'",
    "less": "write '<'",
    "fewer": "write '<'",
    "the": "leave out 'the'",
    "any": "write 'a card from …'",
    "one": "write 'a card from …', or the number: 1",
    "all": "leave out 'all'",
}
"""Words of other languages and of plain English, with the words of this language."""

OPENINGS = {
    "elif": "write 'else if …:'",
    "elsif": "write 'else if …:'",
    "elseif": "write 'else if …:'",
    "while": "write 'repeat until …:'",
    "set": "write '… becomes …'",
    "goto": "write 'go to …'",
    "give": "write 'move … to …'",
    "next": "write 'end turn', or 'skip 1' for the player after this one",
    "swap": "give one of them a name, 'let held be …', and move one after the other",
    "return": "write 'end turn', or 'if …:' around what follows",
    "call": "write the name of the definition alone",
    "print": "write 'reveal …' to show cards, 'tell …' to tell something",
    "flip": "write 'reveal …'",
    "take": "write 'draw 1', or 'move … to hand'",
    "player": "write 'actor', or which players: 'players with lowest score of it wins'",
    "turn": "write 'deal 1 to …' to turn a card up",
    "put": "write 'move … to …'",
    "when": "write 'if …:'",
    "unless": "write 'if not …:'",
    "foreach": "write 'for each … in …:'",
    "subtract": "write 'add -… to …'",
}
"""The same for the beginning of a statement."""


def turns(text: str, offset: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the turns of English around a word: where each begins and ends, and what is written.

    Args:
        text: the text.
        offset: where the word begins.
        end: where it ends.
    """
    first, last = max(offset - _FAR, 0), end + _FAR
    for turn in _TURNS:
        for found in turn.said.finditer(text, first, last):
            if found.start() <= end and found.end() + 1 >= offset:
                yield *found.span(), turn.written(found)


def called(text: str, offset: int, end: int) -> tuple[int, int, str] | None:
    """Return `exact p` as a call, `exact(p)`, if two names stand side by side around a word."""
    found = re.search(r"(?<!\bof )\b([a-z][a-z0-9_]+)\s+$", text[:offset])
    word = text[offset:end]
    if found is None or word in (found[1], *HABITS) or not re.fullmatch(r"[a-z][a-z0-9_]*", word):
        return None
    return found.start(1), end, f"{found[1]}({word})"
