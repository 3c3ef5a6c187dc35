"""All words of effect text in the order of the reference, and the operations by their forms."""

from __future__ import annotations

from itertools import pairwise

from .cards import OF_CARDS, SELECTING
from .conditions import CONDITIONS
from .declaration import Operation, Shape, Word
from .melds import MELDS, SETS
from .numbers import NUMBERS
from .other_words import CHOICES, OF_TRICKS, OF_TURNS, SCHEMES
from .statements import CARDS_MOVE, CASES, COURSE, REMEMBERED
from .values import VALUES

STATEMENTS = {
    "moving cards": CARDS_MOVE,
    "what is remembered": REMEMBERED,
    "the course": COURSE,
    "cases": CASES,
}
"""The tables of statements in docs/language, by the names of their places there."""

EXPRESSIONS: dict[str, tuple[Word, ...]] = {
    "values": VALUES,
    "cards": OF_CARDS,
    "numbers": NUMBERS,
    "conditions": CONDITIONS,
    "selecting": SELECTING,
    "sets": SETS,
    "melds": MELDS,
}
"""The tables of expressions there."""

OTHERS = {"schemes": SCHEMES, "turns": OF_TURNS, "choices": CHOICES, "tricks": OF_TRICKS}
"""The tables there of other words."""

OPERATIONS = {word.name: word for words in EXPRESSIONS.values() for word in words if isinstance(word, Operation)}
"""The operations by the names that they have in the typed tree."""


def _by_word(*shapes: Shape) -> dict[str, tuple[Operation, ...]]:
    found: dict[str, tuple[Operation, ...]] = {}
    for operation in OPERATIONS.values():
        if operation.shape in shapes:
            found[operation.word] = (*found.get(operation.word, ()), operation)
    return found


NAMES = {word: found[0] for word, found in _by_word("name").items()}
"""Operations without operands, such as `dealer`."""
OF = {word: found[0] for word, found in _by_word("of").items()}
"""Operations such as `size of hand`, by the word before `of`."""
PARTS = {word: found[0] for word, found in _by_word("part").items()}
"""Operations such as `top 4 of pile`, by their first word."""
CALLS = {word: found[0] for word, found in _by_word("call").items()}
"""Operations such as `min(a, b)`, by the word before the brackets."""
FOLDS = {word: found[0] for word, found in _by_word("fold").items()}
"""Operations such as `total value over hand`, by their first word."""
SIGNS = _by_word("sign")
"""Operations such as `a + b`, by the sign: one for each kind of operands."""
PHRASES = tuple(each for each in OPERATIONS.values() if each.shape == "phrase" and not each.rule)
"""Operations that get a rule of the grammar by their form."""

ATTRIBUTES: dict[str, dict[str, Operation]] = {
    of: {word: each for word, each in OF.items() if each.operands == (of,)} for of in ("card", "player")
}
"""Attributes of cards and players; inside `where` they need no `of`."""

AFTER_IS = tuple(each.pattern[2] for each in PHRASES if each.pattern[:2] == ("_", "is"))
"""Words such as the last one of `x is empty`."""

BEFORE_A_VALUE = tuple(each.pattern[0] for each in PHRASES if each.pattern[0] != "_")
"""Words such as the first one of `player after p`."""

RESERVED = frozenset(
    "and or not if else is in has no a an possible where with of total over otherwise players player".split()
).union(AFTER_IS, BEFORE_A_VALUE)
"""Words that are keywords in every expression; nothing may have such a name."""

FOLD_TERMINALS = {word: word.upper() if word in RESERVED else f"_{word.upper()}" for word in FOLDS}
"""The terminal of the grammar for the first words of folds."""

FORMS = tuple(each for words in STATEMENTS.values() for each in words if each.form)
"""The forms of statements."""

LEADING = frozenset(each.leads for words in STATEMENTS.values() for each in words if each.leads)
"""Words that begin a statement. Names that can begin a statement (of definitions and variables)
must be different."""

BEHIND_A_NAME = frozenset(
    "against among and by cards div else from has if is mod more of on or otherwise over share sorted times to "
    "until where with".split()
).union(word for each in (*PHRASES, *FORMS) for before, word in pairwise(each.pattern) if before == "_" != word)
"""Words that have a meaning after a name or another value."""

BUILT_IN = tuple(
    dict.fromkeys(
        name
        for words in EXPRESSIONS.values()
        for word in words
        for name in (
            *word.taken.split(),
            *(
                [word.word]
                if isinstance(word, Operation)
                and word.shape in ("name", "of", "part", "call")
                and not word.rule
                and not word.free
                else []
            ),
        )
    )
)
"""Names that no option, zone, variable or definition of a game may have."""
