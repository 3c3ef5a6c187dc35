"""The parser of the effect language, from prebuilt tables.

Lark needs longer to build the LALR tables of the grammar than the other stages need to check a
ruleset. The tables are therefore built once, together with the package, and written as JSON beside
the grammar. The file names the grammar and the version of Lark that it was built for; a parser for
any other grammar or version is built in memory. This module never writes a file by itself: the
build of the package (`setup.py`), `make` and the test suite call `refresh`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

from lark import Lark
from lark import __version__ as lark_version
from lark.exceptions import LarkError
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from .operations.table import BEHIND_A_NAME, FOLD_TERMINALS, FOLDS, FORMS, PHRASES, RESERVED

GRAMMAR: Final = Path(__file__).with_name("grammar.lark")
TABLES: Final = Path(__file__).with_name("grammar.tables.json")

_OPTIONS: Final[dict[str, Any]] = {
    "parser": "lalr",
    "lexer": "contextual",
    "start": ["expression", "block", "scheme", "choice", "size", "meld_part", "preference"],
    "propagate_positions": True,
    "maybe_placeholders": True,
}


def grammar() -> str:
    """Return the grammar: `grammar.lark`, with a rule for each operation and statement that has its own form."""
    rules = [GRAMMAR.read_text("utf-8"), _before_a_value("_EXACTLY", "exactly")]
    for word, terminal in FOLD_TERMINALS.items():
        first = f'"{word}"'
        if word not in RESERVED:
            first = terminal
            rules.append(_before_a_value(terminal, word))
        name = FOLDS[word].name
        rules.append(f'%extend of_chain: {first} of_chain "over" of_operand -> fold__{name}')
    for phrase in PHRASES:
        infix = phrase.pattern[0] == "_"
        rule, operand = ("comparison", "sum") if infix else ("atom", "atom")
        words = [operand if word == "_" else f'"{word}"' for word in phrase.pattern]
        rules.append(f"%extend {rule}: {' '.join(words)} -> phrase__{phrase.name}")
        if phrase.pattern[1] == "is":
            denied = " ".join([*words[:2], '"not"', *words[2:]])
            rules.append(f"%extend {rule}: {denied} -> denied__{phrase.name}")
    for number, statement in enumerate(FORMS):
        parts = [f"[{_rule(words)}]" if optional else _rule(words) for optional, words in statement.groups]
        rules.append(f"%extend simple: {' '.join(parts)} -> form__{number}")
    return "\n".join(rules) + "\n"


def _before_a_value(terminal: str, word: str) -> str:
    """Return the terminal of a word that may also be a name; then a word that can follow a name comes next."""
    others = "|".join(sorted(BEHIND_A_NAME))
    return f"{terminal}.3: /{word}(?=[ \\t]+(?!({others})\\b)[\\w(\\[])/"


def _rule(words: Sequence[str]) -> str:
    """Return words of a statement as the grammar writes them."""
    return " ".join({"{": "expr", "<": "NAME"}.get(word[0], f'"{word}"') for word in words)


class Blocks(Indenter):
    """The tokens from which Lark makes indented blocks; brackets suspend them."""

    NL_type = "_NL"  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
    INDENT_type = "_INDENT"  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
    DEDENT_type = "_DEDENT"  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]
    tab_len = 8  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]


def parser(blocks: Blocks, tables: Path = TABLES) -> Lark:
    """Return the parser, from the tables of a file if they are those of the grammar.

    Args:
        blocks: turns indentation into tokens. It does not change the tables.
        tables: a file that `refresh` wrote, or that does not exist.
    """
    text = grammar()
    damaged = (ValueError, LookupError, TypeError, AttributeError, AssertionError, LarkError)
    with suppress(OSError, *damaged):
        content = json.loads(tables.read_bytes())
        if content["for"] == _made_for(text):
            return _restored(content, blocks)
    return _built(text, blocks)


def refresh(tables: Path = TABLES) -> bool:
    """Write the tables of the grammar, unless the file holds them already.

    Returns:
        Whether the file was written.

    Raises:
        OSError: it cannot be written.
    """
    from ..source.files import write_whole

    text = grammar()
    with suppress(OSError, ValueError, LookupError, TypeError):
        if json.loads(tables.read_bytes())["for"] == _made_for(text):
            return False
    # Lark's own types leave open what is in the data.
    data, memo = cast(Any, _built(text, Blocks())).memo_serialize([TerminalDef, Rule])
    data["options"] = _OPTIONS  # the others are Lark's defaults, or no data
    content = {"for": _made_for(text), "data": data, "memo": memo}
    write_whole(tables, content)
    return True


def _made_for(text: str) -> list[str]:
    """Return the key of the tables: the grammar, the options, and the minor version of Lark."""
    parts = json.dumps([text, _OPTIONS]).encode()
    return [sha256(parts).hexdigest(), ".".join(lark_version.split(".")[:2])]


def _built(text: str, blocks: Blocks) -> Lark:
    return Lark(text, postlex=blocks, **_OPTIONS)


def _restored(content: dict[str, Any], blocks: Blocks) -> Lark:
    """Return the parser of a file's content, in which JSON has turned numeric keys into texts.

    Raises:
        ValueError, LookupError, TypeError, AttributeError, AssertionError, LarkError: the content
            is damaged.
    """
    data = content["data"]
    data["options"] = {**data["options"], "postlex": blocks}
    table = data["parser"]["parser"]
    table["states"] = {int(state): actions for state, actions in table["states"].items()}
    memo = {int(number): item for number, item in content["memo"].items()}
    return cast(Any, Lark).load({"data": data, "memo": memo})


if __name__ == "__main__":
    refresh()
