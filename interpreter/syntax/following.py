"""What may follow the beginning of an effect text, and how that beginning can be ended.

The tables of the parser say both: an editor asks while a line is half typed.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from lark.exceptions import LarkError
from lark.indenter import DedentError
from lark.parsers.lalr_analysis import Shift

from .operations.declaration import Operation, Statement
from .operations.table import EXPRESSIONS, FOLD_TERMINALS, FORMS, RESERVED, STATEMENTS
from .syntax import OTHERS, Start, keywords, lark_parser

_END: Final = "$END"
_LONGEST: Final = 8  # words that end a text
_STATES: Final = 4_000
_OPEN: Final = ("NAME", "NUMBER", "FACE", "HALVES", "_NL", "COMMENT")  # terminals whose words are open


@dataclass(frozen=True, slots=True)
class Beginning:
    """The beginning of a text, as the parser has read it.

    Attributes:
        states: the stack of the parser.
    """

    states: tuple[int, ...]
    _table: Any
    _last: int

    @property
    def names(self) -> bool:
        """Whether a name may follow."""
        return "NAME" in self._table[self.states[-1]] and self._after(self.states, "NAME") is not None

    @property
    def ends(self) -> bool:
        """Whether the text may end here."""
        return self._ended(self.states)

    def words(self) -> list[str]:
        """Return the words and signs of the language that may follow."""
        texts = _words_of_terminals()
        found = [
            word
            for terminal in self._table[self.states[-1]]
            if terminal in texts and self._after(self.states, terminal) is not None
            for word in texts[terminal]
        ]
        return list(dict.fromkeys(found))

    def ended(self, filler: str) -> str | None:
        """Return the shortest text that ends the beginning after one more name; None if none is short.

        Args:
            filler: the name that stands for each missing value.
        """
        first = self._after(self.states, "NAME")
        if first is None:
            return None
        texts = _dividing() | {"NAME": filler, "_NL": "\n", "_DEDENT": ""}
        waiting, known = deque([(first, "")]), {first}
        while waiting and len(known) < _STATES:
            states, text = waiting.popleft()
            if self._ended(states):
                return text
            if text.count(" ") > _LONGEST:
                continue
            for terminal, word in texts.items():
                new = self._after(states, terminal)
                if new is not None and new not in known:
                    known.add(new)
                    waiting.append((new, f"{text} {word}" if word.strip() else text + word))
        return None

    def _after(self, states: tuple[int, ...], terminal: str) -> tuple[int, ...] | None:
        """Return the stack after one more terminal; None if the parser refuses it."""
        stack = list(states)
        while (step := self._table[stack[-1]].get(terminal)) is not None:
            action, argument = step
            if action is Shift:
                return (*stack, argument)
            if argument.expansion:
                del stack[-len(argument.expansion) :]
            stack.append(self._table[stack[-1]][argument.origin.name][1])
            if terminal == _END and stack[-1] == self._last:
                return tuple(stack)
        return None

    def _ended(self, states: tuple[int, ...]) -> bool:
        for more in ((), ("_NL",), ("_NL", "_DEDENT"), ("_DEDENT",)):
            stack: tuple[int, ...] | None = states
            for terminal in (*more, _END):
                stack = self._after(stack, terminal) if stack is not None else None
            if stack is not None:
                return True
        return False


def beginning(text: str, start: Start) -> Beginning | None:
    """Return what the parser knows after the beginning of a text; None if it refuses it.

    Args:
        text: the text before the cursor, without a word that is half typed.
        start: which part of the grammar the text is.

    >>> found = beginning("hand is ", "expression")
    >>> found is not None and found.names and "empty" in found.words()
    True
    """
    parser = cast(Any, lark_parser()).parse_interactive(text, start=start)
    state = parser.parser_state
    try:
        for token in parser.lexer_thread.lex(state):
            if token.type == "_DEDENT" and not token:
                break  # of the end of the text, which is not its end
            state.feed_token(token)
    except (LarkError, DedentError, KeyError):
        return None
    return Beginning(tuple(state.state_stack), state.parse_conf.states, state.parse_conf.end_state)


@cache
def _dividing() -> dict[str, str]:
    """Return the terminals that stand between values or after them, but for operators on values."""
    words = {word for each in FORMS for group in each.groups for word in group[1] if word.isidentifier()}
    words |= {"to", "of", "over", "by", "can", "times", "in", "else", ")", "]", ":", "is"}
    return {terminal: text for terminal, text in keywords().items() if text in words}


@cache
def _words_of_terminals() -> dict[str, tuple[str, ...]]:
    """Return for each terminal the words of the language that it reads."""
    found: dict[str, tuple[str, ...]] = {name: (text,) for name, text in keywords().items()}
    known = list(dict.fromkeys(_all_words()))
    for terminal in lark_parser().terminals:
        if terminal.pattern.type == "re" and terminal.name not in _OPEN:
            pattern = re.sub(r"\(\?[=!](?:[^()]|\([^()]*\))*\)", "", terminal.pattern.value).replace(r"\b", "")
            words = tuple(each for each in known if re.fullmatch(pattern, each))
            found.setdefault(terminal.name, words)
    return {name: words for name, words in found.items() if words}


def _all_words() -> Iterator[str]:
    """Yield the words of all forms, and those that stand in the grammar alone."""
    for table in (EXPRESSIONS, STATEMENTS):
        for words in table.values():
            for each in words:
                form = each.form if isinstance(each, Operation | Statement) else ""
                for text in (form, each.shown):
                    yield from re.findall(r"[a-z]+|[*+-]", re.sub(r"\{.*?\}|<.*?>", " ", text))
    yield from (*OTHERS, *RESERVED, *FOLD_TERMINALS)
