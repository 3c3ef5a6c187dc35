"""Hypothesis strategies for syntax trees: everything that the grammar can produce."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from cardrules.interpreter.syntax import nodes as n
from cardrules.interpreter.syntax.operations.declaration import Operation, Statement
from cardrules.interpreter.syntax.operations.table import (
    FOLDS,
    FORMS,
    LEADING,
    OPERATIONS,
    PHRASES,
    RESERVED,
)

Strategy = st.SearchStrategy[Any]

WORDS = """hand pile c p x rank suit first top size min hearts T play draw turn card cards number
to from until times on extends among leaves each all once poll by be becomes draws wins share div
mod highest again more""".split()
names: Strategy = st.sampled_from([word for word in WORDS if word not in RESERVED])
atoms: Strategy = st.one_of(
    st.builds(n.Name, names),
    st.builds(n.Name, st.sampled_from(["5S", "10H", "nobody", "true"])),
    st.builds(n.Number, st.integers(0, 10**18 - 1)),
    st.builds(n.Halves, st.integers(0, 10**17 - 1).map(lambda whole: 2 * whole + 1)),
    st.builds(n.Players, st.none(), single=st.booleans()),
)
nouns: Strategy = st.sampled_from(["card", "player", "pile", "set"])
orders: Strategy = st.none() | names


def _phrases(phrase: Operation, inner: Strategy) -> Strategy:
    """Trees of an operation with a form of its own."""
    negated = st.booleans() if phrase.pattern[1] == "is" else st.just(False)
    return st.builds(n.Phrase, st.just(phrase.name), st.tuples(*[inner] * len(phrase.operands)), negated)


def _bigger(inner: Strategy) -> Strategy:
    several = st.lists(inner, min_size=1, max_size=3).map(tuple)
    signs = st.booleans()
    return st.one_of(
        st.builds(n.Of, names, inner),
        st.builds(n.Part, names.filter(lambda word: word not in FOLDS), inner, inner),
        st.builds(n.Call, names, several),
        st.builds(n.ListOf, several),
        st.builds(n.Where, inner, inner),
        st.builds(n.Named, names.filter(lambda name: name != "highest"), inner),
        st.builds(
            n.With,
            inner,
            st.sampled_from(["highest", "lowest"]),
            inner,
            orders,
            every=st.booleans(),
        ),
        st.builds(
            n.InOrder,
            st.sampled_from(["rank_above", "rank_below", "position", "pattern", "parts"]),
            inner,
            orders,
        ),
        st.builds(n.Fold, st.sampled_from(list(FOLDS)), inner, inner),
        st.builds(n.Otherwise, inner, inner),
        st.builds(n.IfElse, inner, inner, inner),
        st.builds(n.Not, inner),
        st.builds(n.Logic, st.sampled_from(["and", "or"]), inner, inner),
        st.builds(n.Negative, inner),
        st.builds(n.Arithmetic, st.sampled_from(["+", "-", "*", "div", "mod"]), inner, inner),
        st.builds(n.Order, st.sampled_from(["<", "<=", ">", ">="]), inner, inner, orders),
        st.builds(n.Equal, inner, inner, signs),
        st.builds(n.Within, inner, inner, signs),
        st.builds(n.Possible, inner, signs),
        st.builds(n.Kind, inner, names, signs),
        st.builds(n.Share, inner, names, signs),
        st.builds(n.Has, inner, names, inner, signs),
        *(_phrases(phrase, inner) for phrase in (*PHRASES, OPERATIONS["cards_above"], OPERATIONS["cards_below"])),
        st.builds(n.Quantified, st.sampled_from(["any", "every", "no"]), nouns, st.none() | inner),
        st.builds(n.Quantified, st.just("exactly"), nouns, st.none() | inner, inner),
        st.builds(n.Players, inner, single=st.booleans(), order=st.none() | inner),
    )


expressions: Strategy = st.recursive(atoms, _bigger, max_leaves=8)
maybe: Strategy = st.none() | expressions


def _formed(form: Statement) -> Strategy:
    """Trees of a statement that is declared with its form."""
    parts = {"{": expressions, "<": names}
    values = [
        st.none() | parts[word[0]] if optional else parts[word[0]]
        for optional, words in form.groups
        for word in words
        if word[0] in parts
    ]
    return st.tuples(*values).map(lambda found: form.made(found, n.NOWHERE, n.NOWHERE))


simple: Strategy = st.one_of(
    *map(_formed, FORMS),
    st.builds(n.End, st.sampled_from(["turn", "phase", "deal", "game"])),
    st.builds(n.Sides, st.lists(expressions, min_size=2, max_size=3).map(tuple), st.just(False)),
    st.builds(n.Sides, st.lists(expressions, min_size=1, max_size=2).map(tuple), st.just(True)),
    st.builds(n.Ask, expressions, st.lists(names, min_size=1, max_size=3).map(tuple), whoever=st.booleans()),
    st.builds(n.Perform, expressions),
)


def _blocks(statement: Strategy) -> Strategy:
    return st.builds(n.Block, st.lists(statement, min_size=1, max_size=3).map(tuple))


def _compound(inner: Strategy) -> Strategy:
    block = _blocks(inner)
    return st.one_of(
        st.builds(n.If, expressions, block, st.none() | block),
        st.builds(n.ForEach, names, expressions, maybe, block),
        st.builds(n.Repeat, expressions, st.none(), block),
        st.builds(n.Repeat, st.none(), expressions, block),
    )


statements: Strategy = st.recursive(simple, _compound, max_leaves=5)
blocks: Strategy = _blocks(statements)
amounts: Strategy = st.one_of(st.builds(n.Amount, expressions, maybe), expressions.map(lambda e: n.Amount(e, e)))
schemes: Strategy = st.one_of(
    st.builds(n.Scheme, st.sampled_from(["in turn", "each once"]), maybe, maybe, order=maybe),
    st.builds(n.Scheme, st.just("in turn"), maybe, maybe, st.sampled_from(["out", "in a row"])),
    st.builds(n.Scheme, st.sampled_from(["poll", "one"]), expressions),
    st.just(n.Scheme("at once", None)),
)
_kinds = ("card", "cards", "number", "player", "suit", "rank", "pile")
melds: Strategy = st.builds(n.Name, names.filter(lambda name: name not in _kinds))
choices: Strategy = st.one_of(
    st.builds(n.Choice, st.sampled_from(["card", "player", "pile"]), expressions),
    st.builds(n.Choice, st.sampled_from(["suit", "rank"]), maybe),
    st.builds(n.Choice, st.just("cards"), expressions, amounts),
    st.builds(n.Choice, st.just("number"), expressions, st.none(), expressions),
    st.builds(n.Choice, st.just("number"), expressions, st.none(), expressions, st.just(()), expressions),
    st.builds(n.Choice, st.just("number"), expressions),
    st.builds(
        n.Choice,
        st.just("meld"),
        expressions,
        st.none(),
        st.none(),
        st.lists(melds, min_size=1, max_size=3).map(tuple),
    ),
)

TREES: dict[str, Strategy] = {
    "expression": expressions,
    "block": blocks,
    "scheme": schemes,
    "choice": choices,
    "size": amounts,
    "meld_part": st.builds(n.MeldPart, melds, st.integers(1, 10**6), st.none() | amounts),
    "preference": st.one_of(
        st.builds(n.Preference, st.sampled_from(["highest", "lowest"]), expressions, maybe),
        st.builds(n.Preference, st.none(), st.none(), expressions),
    ),
}

KEYWORDS = RESERVED | LEADING
