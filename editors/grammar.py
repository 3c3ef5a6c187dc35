"""Writes the TextMate grammar of rulesets: YAML, with effect text where the schema has it, word by word as declared.

`make vscode` checks that the file is what this writes; `python editors/grammar.py` writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

from cardrules.interpreter.syntax.operations.table import BUILT_IN, CALLS, FOLDS, LEADING, NAMES, OF, PARTS
from cardrules.interpreter.syntax.parser_tables import grammar as effect_language

FILE: Final = Path(__file__).parent / "vscode" / "syntaxes" / "cardrules.tmLanguage.json"
SCHEMA: Final = Path(__file__).parents[1] / "schema" / "ruleset.schema.json"

EFFECTS: Final = frozenset(("expression", "amount", "block", "scheme", "choice", "preference"))
"""The definitions of the schema whose texts are effect text."""
BLOCKS: Final = frozenset(("if", "else", "for", "repeat", "ask", "end", "then"))
"""The words of `grammar.lark` that begin or join statements and have no declaration."""

Json = dict[str, Any]
_KEY: Final = r"[^\s:#{}\[\],&*!|>'\"%@`-][^:#{}]*?"
_KEY_IN_BRACES: Final = r"[^\s:#{}\[\],'\"][^:#{}\[\],]*?"
_BLOCK: Final = r"([|>][-+0-9]*)[ ]*(?=#|$)"


def words() -> dict[str, frozenset[str]]:
    """Return the words of effect text by what they do, from their declarations."""
    keywords = frozenset(re.findall(r'"([a-z]+)"', effect_language()))
    known = LEADING | BLOCKS | OF.keys() | PARTS.keys() | CALLS.keys() | FOLDS.keys() | NAMES.keys()
    nouns = frozenset(re.findall(r"NOUN: /\(([\w|]+)\)", effect_language())[0].split("|"))
    nouns |= {f"{noun}s" for noun in nouns}
    return {
        "statement": LEADING - BLOCKS,
        "block": BLOCKS,
        "attribute": frozenset(OF) | frozenset(PARTS),
        "fold": frozenset(FOLDS),
        "call": frozenset(CALLS),
        "name": frozenset(BUILT_IN) - known - nouns | NAMES.keys() - nouns,
        "noun": nouns,
        "operator": keywords - known - nouns | {"and", "or", "not", "an", "a", "div", "mod", "any", "every", "no"},
    }


def keys() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the keys of effect text, those whose entries are effect text, and what such entries have of other text."""
    schema: Json = json.loads(SCHEMA.read_text("utf-8"))
    definitions: Json = schema["$defs"]
    effect = {name for name, value in _properties(schema) if _named(value) in EFFECTS or _is_list(value)}
    entries: dict[str, set[bool]] = {}
    plain: set[str] = set()
    for name, value in _properties(schema):
        resolved = definitions.get(_named(value), value)
        inside = _named(resolved.get("additionalProperties") or resolved.get("items", {}).get("additionalProperties"))
        entry = definitions.get(inside, {})
        mixed = "is" in entry.get("properties", {}) and "string" in entry["type"]
        if "properties" in resolved or inside or "inherited" in json.dumps(value):
            entries.setdefault(name, set()).update([inside in EFFECTS or mixed] if inside else [])
        if mixed:
            plain |= {each for each, _ in _properties(entry) if each not in effect}
    return frozenset(effect), frozenset(name for name, all_ in entries.items() if all_ == {True}), frozenset(plain)


def _named(value: object) -> str:
    return str(cast("Json", value).get("$ref", "")).rpartition("/")[2] if isinstance(value, dict) else ""


def _is_list(value: Json) -> bool:
    return _named(value.get("items")) in EFFECTS


def _properties(node: object) -> Iterator[tuple[str, Json]]:
    """Yield the properties of all objects of a schema."""
    if isinstance(node, Mapping):
        branches = cast("Json", node)
        for name, value in branches.get("properties", {}).items():
            if isinstance(value, dict):
                yield name, cast("Json", value)
        for name, value in branches.items():
            if name != "examples":
                yield from _properties(value)
    elif isinstance(node, list):
        for each in cast("list[object]", node):
            yield from _properties(each)


def _any(them: Iterable[str]) -> str:
    """Return a pattern that finds each of these words."""
    return "|".join(sorted(them, key=lambda word: (-len(word), word)))


def _include(*names: str) -> list[Json]:
    return [{"include": f"#{name}"} for name in names]


def _captures(**scopes: str) -> Json:
    return {number.lstrip("_"): {"name": scope} for number, scope in scopes.items()}


_TAG: Final = "entity.name.tag.yaml"
_COLON: Final = "punctuation.separator.key-value.mapping.yaml"
_DASH: Final = "punctuation.definition.block.sequence.item.yaml"
_SIGN: Final = "keyword.control.flow.block-scalar.yaml"
_MORE: Final = r"^(?=\1[ ]+\S|[ ]*$)"


def _values(key: str) -> list[Json]:
    """Return the rules of a key, in a block, whose value is effect text."""
    head = rf"^([ ]*)((?:-[ ]+)*)({key})(:)"
    begun = {"_2": _DASH, "_3": _TAG, "_4": _COLON}
    inside: Json = {"contentName": "meta.effect.cardrules", "patterns": _include("effect")}
    quoted = [
        {
            "begin": rf"{head}[ ]+({sign})",
            "end": sign,
            "beginCaptures": _captures(**begun, _5="punctuation.definition.string.begin.yaml"),
            "endCaptures": _captures(_0="punctuation.definition.string.end.yaml"),
            **inside,
        }
        for sign in ('"', "'")
    ]
    return [
        {"begin": rf"{head}[ ]+{_BLOCK}", "while": _MORE, "beginCaptures": _captures(**begun, _5=_SIGN), **inside},
        *quoted,
        {
            "begin": rf"{head}[ ]+(\[)",
            "end": r"\]",
            "beginCaptures": _captures(**begun),
            **inside,
        },
        {
            "begin": rf"{head}[ ]+(?=[^\s|>\"'{{\[#&*!])",
            "while": rf"^(?=\1[ ]+(?!-[ ]|{_KEY}:(?:\s|$))\S)",
            "beginCaptures": _captures(**begun),
            **inside,
        },
    ]


def _values_in_braces(key: str) -> Json:
    """Return the rule of a key in braces whose value is effect text."""
    return {
        "begin": rf"(?<=[{{,\s])({key})(:)[ ]+(?=[^\s{{\[])",
        "end": r"(?=[,}\]]|$)",
        "beginCaptures": _captures(_1=_TAG, _2=_COLON),
        "contentName": "meta.effect.cardrules",
        "patterns": [{"begin": sign, "end": f"{sign}|$", "patterns": _include("effect")} for sign in ('"', "'")]
        + _include("effect"),
    }


def _braces(*inside: str) -> list[Json]:
    """Return the rules of braces and of lists in brackets."""
    return [
        {"begin": begin, "end": end, "patterns": _include("comment", *inside)}
        for begin, end in ((r"\{", r"\}"), (r"\[", r"\]"))
    ]


def grammar() -> Json:
    """Return the grammar."""
    known = words()
    effect, entries, plain = keys()
    free = rf"(?!(?:{_any(plain)})[ ]*:)"
    scalar = rf"(?!{_KEY_IN_BRACES}:(?:\s|$))"
    repository: dict[str, list[Json]] = {
        "comment": [{"match": r"(?:^|(?<=\s))#.*$", "name": "comment.line.number-sign.yaml"}],
        "named": [
            {
                "begin": rf"^([ ]*)({_any(entries)})(:)[ ]*(?=#|$)",
                "while": r"^(?=\1[ ]+\S|[ ]*(?:#|$))",
                "beginCaptures": _captures(_2=_TAG, _3=_COLON),
                "patterns": _include("comment", "entries", "texts", "pairs", "entry-braces", "scalars"),
            },
            *(
                {
                    "begin": rf"{before}({_any(entries)})(:)[ ]+(?=\{{)",
                    "end": r"(?<=\})|$",
                    "beginCaptures": _captures(_1=_TAG, _2=_COLON),
                    "patterns": _include("entry-braces"),
                }
                for before in (r"^[ ]*(?:-[ ]+)*", r"(?<=[{,\s])")
            ),
        ],
        "entries": _values(free + _KEY),
        "entry-braces": _braces("entry-values", "pairs-in-braces", "entry-braces", "scalars"),
        "entry-values": [_values_in_braces(free + _KEY_IN_BRACES)],
        "values": _values(_any(effect)),
        "braces": _braces("named", "values-in-braces", "pairs-in-braces", "braces", "scalars"),
        "values-in-braces": [_values_in_braces(_any(effect))],
        "texts": [
            {
                "begin": rf"^([ ]*)((?:-[ ]+)*)({_KEY})(:)[ ]+{_BLOCK}",
                "while": _MORE,
                "beginCaptures": _captures(_2=_DASH, _3=_TAG, _4=_COLON, _5=_SIGN),
                "contentName": "string.unquoted.block.yaml",
            }
        ],
        "pairs": [
            {
                "match": rf"^[ ]*((?:-[ ]+)*)({_KEY})(:)(?=\s|$)",
                "captures": _captures(_1=_DASH, _2=_TAG, _3=_COLON),
            },
            {"match": r"^[ ]*(-)(?=\s)", "captures": _captures(_1=_DASH)},
        ],
        "pairs-in-braces": [
            {"match": rf"(?<=[{{\[,\s])({_KEY_IN_BRACES})(:)(?=\s|$)", "captures": _captures(_1=_TAG, _2=_COLON)}
        ],
        "scalars": [
            {
                "begin": '"',
                "end": '"',
                "name": "string.quoted.double.yaml",
                "patterns": [{"match": r"\\.", "name": "constant.character.escape.yaml"}],
            },
            {"begin": r"(?<=[\s\[{,])'", "end": "'", "name": "string.quoted.single.yaml"},
            {"match": r"(?<=[\s\[{,])-?[0-9]+(?:\.[0-9]+)?(?=\s*(?:[,}\]#]|$))", "name": "constant.numeric.yaml"},
            {"match": r"(?<=[\s\[{,])(?:true|false|null)(?=\s*(?:[,}\]#]|$))", "name": "constant.language.yaml"},
            {"match": rf"{scalar}[^\s,\[\]{{}}#'\"-][^,\[\]{{}}#]*", "name": "string.unquoted.plain.out.yaml"},
        ],
        "effect": [
            {"match": r"#.*$", "name": "comment.line.number-sign.cardrules"},
            {"match": rf"\b(?:{_any(known['block'])})\b", "name": "keyword.control.cardrules"},
            {
                "match": rf"(?:\G|^|(?<=then|else|:))\s*\b({_any(known['statement'])})\b",
                "captures": _captures(_1="keyword.other.statement.cardrules"),
            },
            {"match": r"[0-9]*½|[0-9]+\.[0-9]+|\b[0-9]+\b", "name": "constant.numeric.cardrules"},
            {"match": r"\b(?:[0-9]+[A-Za-z]+|[A-Z]{1,2})\b", "name": "constant.other.card.cardrules"},
            {"match": r"\b(?:true|false|nobody|none|nothing)\b", "name": "constant.language.cardrules"},
            {"match": rf"\b(?:{_any(known['call'])})(?=\()", "name": "support.function.cardrules"},
            {"match": rf"\b(?:{_any(known['fold'])})\b", "name": "support.function.cardrules"},
            {
                "match": rf"\b(?:{_any(known['attribute'])})(?=\s+(?:\S+\s+)?of\b)",
                "name": "support.function.cardrules",
            },
            {"match": r"\b[A-Za-z_]\w*(?=\()", "name": "entity.name.function.cardrules"},
            {"match": rf"\b(?:{_any(known['noun'])})\b", "name": "support.type.cardrules"},
            {"match": r"\b(?:actor|it)\b", "name": "variable.language.cardrules"},
            {"match": rf"\b(?:{_any(known['name'])})\b", "name": "support.variable.cardrules"},
            {"match": rf"\b(?:{_any(known['operator'])})\b", "name": "keyword.operator.word.cardrules"},
            {"match": r"[-+*<>]=?|=", "name": "keyword.operator.cardrules"},
        ],
    }
    return {
        "information": "Written by editors/grammar.py from the declarations of the language: change those.",
        "name": "Cardrules",
        "scopeName": "source.cardrules",
        "patterns": _include("comment", "named", "values", "texts", "pairs", "braces", "scalars"),
        "repository": {name: {"patterns": patterns} for name, patterns in repository.items()},
    }


def text() -> str:
    """Return the text of the file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
