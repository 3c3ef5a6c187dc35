"""Prints syntax trees as effect text: one canonical spelling, without unneeded brackets.

`syntax.parse(show(node), ...)` gives the same node again. Comments, line breaks inside
expressions and brackets that change nothing are not part of a tree, and so are not written.
"""

from __future__ import annotations

import re

from ..source import halves
from . import nodes as n
from .operations.table import BEHIND_A_NAME, FORMS, LEADING, OPERATIONS, RESERVED

WIDTH = 100
"""A block of one simple statement follows its `:` on the same line up to this length."""

# How tightly an expression binds; the numbers are the layers of `grammar.lark`, outermost first.
_ANY, _FALLBACK, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _FILTER, _OF, _ATOM = range(12)

# The layers of the words that can follow an expression. An expression that ends in an open place
# of that layer or an outer one would swallow the word: `a where b` must be bracketed before `or`.
_FOLLOW = {
    "if": _ANY,
    "otherwise": _FALLBACK,
    "or": _OR,
    "and": _AND,
    "is": _COMPARISON,
    "+": _SUM,
    "*": _PRODUCT,
    "where": _FILTER,
    "with": _FILTER,
    "sorted": _FILTER,
}


def _instead() -> dict[tuple[str, ...], set[str]]:
    found: dict[tuple[str, ...], set[str]] = {(): {*LEADING}}
    for form in FORMS:
        for index, word in enumerate(form.pattern):
            found.setdefault(form.pattern[:index], set()).add(word)
    return found


_INSTEAD = _instead()
"""By the words before it, the words of statements with which a value must not begin: `until` after `draw`."""


def show(node: n.Node) -> str:
    """Return the canonical text of a tree; that of a block has no final line break.

    >>> from cardrules.interpreter.syntax.syntax import parse
    >>> show(parse("(rank of (c)) is 9 or (not (done))", "expression").node)
    'rank of c is 9 or not done'
    """
    match node:
        case n.Block():
            return "\n".join(_block(node, 0))
        case n.Amount():
            return _amount(node)
        case n.MeldPart(meld=meld, count=count, size=size):
            many = "" if count == 1 else f"{count} "
            return many + meld.name + ("" if size is None else f" of {_amount(size)}")
        case n.Scheme():
            return _scheme(node)
        case n.Choice():
            return _choice(node)
        case n.Preference(extreme=extreme, key=key, condition=condition):
            best = [] if key is None else [f"{extreme} {_expr(key, _OR, 'if')}"]
            when = [] if condition is None else [f"if {_expr(condition, _OR)}"]
            return " ".join(best + when)
        case n.Row():
            return _row(node)
        case _ if isinstance(node, n.Key):
            return _key(node)
        case _:
            return "\n".join(_statement(node, 0))  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------- expressions


def _expr(node: n.Expr, level: int = _ANY, before: str = "") -> str:
    """Return the text of an expression at a grammar layer, followed by the word `before`."""
    text = _text(node)
    if _level(node) < level or (before and _swallows(node, before)):
        return f"({text})"
    return text


def _level(node: n.Expr) -> int:
    match node:
        case n.IfElse():
            return _ANY
        case n.Otherwise():
            return _FALLBACK
        case n.Logic(operator=operator):
            return _OR if operator == "or" else _AND
        case n.Not():
            return _NOT
        case n.Order() | n.Equal() | n.Within() | n.Possible() | n.Kind() | n.Share() | n.Has():
            return _COMPARISON
        case n.Phrase(name=name):
            if OPERATIONS[name].pattern[0] == "_":
                return _COMPARISON
            return _OF if OPERATIONS[name].rule else _ATOM
        case n.Arithmetic(operator=operator):
            return _SUM if operator in "+-" else _PRODUCT
        case n.Negative():
            return _UNARY
        case n.Where() | n.With() | n.Named():
            return _FILTER
        case n.Of() | n.Part() | n.Fold() | n.InOrder() | n.Quantified():
            return _OF
        case _:
            return _ATOM


def _text(node: n.Expr) -> str:
    match node:
        case n.Number(value=value):
            return str(value)
        case n.Halves(value=value):
            return halves.text(value)
        case n.Name(name=name):
            return name
        case n.Of(name=name, operand=operand):
            return f"{name} of {_expr(operand, _FILTER)}"
        case n.Part(name=name, count=count, operand=operand):
            return f"{name} {_number(count)} of {_expr(operand, _FILTER)}"
        case n.Call(name=name, arguments=arguments):
            return f"{name}({', '.join(map(_text, arguments))})"
        case n.ListOf(items=items):
            return f"[{', '.join(map(_text, items))}]"
        case n.Named(name=name, collection=collection):
            return f"{name} in {_expr(collection, _OF)}"
        case n.Where(collection=collection, condition=condition):
            return f"{_expr(collection, _FILTER, 'where')} where {_expr(condition, _OR)}"
        case n.With(collection=collection, extreme=extreme, key=key, order=order, every=every):
            by = f" by {order}" if order is not None else ""
            of = _expr(key, _OF, "by" if by else "")
            word = "sorted by" if every else "with"
            return f"{_expr(collection, _FILTER, word.split()[0])} {word} {extreme} {of}{by}"
        case n.InOrder(name=name, operand=operand, order=order):
            by = f" by {order}" if order is not None else ""
            words = name.replace("_", " ") if name in ("rank_above", "rank_below") else f"{name} of"
            return f"{words} {_expr(operand, _OF, 'by' if by else '')}{by}"
        case n.Fold(name=name, key=key, collection=collection):
            of = _expr(key, _OF)
            if OPERATIONS[name].word not in RESERVED and _first(of) in BEHIND_A_NAME:
                of = f"({of})"
            return f"{OPERATIONS[name].word} {of} over {_expr(collection, _FILTER)}"
        case n.Phrase():
            return _phrase(node)
        case n.Otherwise(first=first, second=second):
            return f"{_expr(first, _OR, 'otherwise')} otherwise {_expr(second, _FALLBACK)}"
        case n.IfElse(then=then, condition=condition, otherwise=other):
            return f"{_expr(then, _FALLBACK, 'if')} if {_expr(condition, _OR)} else {_text(other)}"
        case n.Table(rows=rows, otherwise=other):
            last = [] if other is None else [f"otherwise: {_text(other)}"]
            return "{" + ", ".join([*map(_row, rows), *last]) + "}"
        case n.Not(operand=operand):
            return f"not {_expr(operand, _NOT)}"
        case n.Logic(operator=operator, left=left, right=right):
            level = _level(node)
            return f"{_expr(left, level, operator)} {operator} {_expr(right, level + 1)}"
        case n.Negative(operand=operand):
            return f"-{_expr(operand, _UNARY)}"
        case n.Arithmetic(operator=operator, left=left, right=right):
            level = _level(node)
            sign = "+" if level == _SUM else "*"
            return f"{_expr(left, level, sign)} {operator} {_expr(right, level + 1)}"
        case n.Quantified(noun=noun, collection=collection, count=count):
            number = "" if count is None else f" {_number(count)}"
            several = count is not None and count != n.Number(1)
            of = "" if collection is None else f" of {_expr(collection, _FILTER)}"
            return f"{node.quantifier}{number} {noun}{'s' if several else ''}{of}"
        case n.Players(start=start, single=single, order=order):
            word = "player" if single else "players"
            if start is None:
                return word
            by = "" if order is None else f" by {_expr(order, _ATOM)}"
            return f"{word} from {_expr(start, _ATOM, 'by' if by else '')}{by}"
        case _:
            return _comparison(node)


def _number(count: n.Expr) -> str:
    """Return the text of a number after a word that may also be a name."""
    text = _expr(count, _ATOM, "of")
    return f"({text})" if isinstance(count, n.Name | n.Call) and count.name in BEHIND_A_NAME else text


def _row(row: n.Row) -> str:
    return f"{' '.join(map(_key, row.keys))}: {_text(row.value)}"


def _key(node: n.Key) -> str:
    match node:
        case n.Range(first=first, last=last):
            return f"{_text(first)} to {_text(last)}"
        case n.OpenRange(bound=bound, below=below):
            return f"below {_text(bound)}" if below else f"{_text(bound)} or more"
        case _:
            return _text(node)


def _comparison(node: n.Expr) -> str:
    match node:
        case n.Order(operator=operator, left=left, right=right, order=order):
            by = f" by {order}" if order is not None else ""
            return f"{_left(left)} {operator} {_expr(right, _SUM, 'by' if by else '')}{by}"
        case n.Equal(left=left, right=right, negated=negated):
            return f"{_left(left)} {_is(negated)} {_expr(right, _SUM)}"
        case n.Within(member=member, collection=collection, negated=negated):
            return f"{_left(member)} {_is(negated)} in {_expr(collection, _SUM)}"
        case n.Possible(action=action, negated=negated):
            return f"{_left(action)} {_is(negated)} possible"
        case n.Kind(operand=operand, meld=meld, negated=negated):
            return f"{_left(operand)} {_is(negated)} {_article(meld)} {meld}"
        case n.Share(operand=operand, attribute=attribute, negated=negated):
            one = "no" if negated else _article(attribute)
            return f"{_left(operand)} share {one} {attribute}"
        case n.Has(operand=operand, attribute=attribute, value=value, negated=negated):
            no = "no " if negated else ""
            return f"{_left(operand)} has {no}{attribute} {_expr(value, _OF)}"
        case _:
            raise AssertionError(node)


def _phrase(node: n.Phrase) -> str:
    operands = list(node.operands)
    words: list[str] = []
    level = _level(node)
    for word in OPERATIONS[node.name].pattern:
        if word != "_":
            words.append(_is(node.negated) if word == "is" else word)
        elif level != _COMPARISON:
            words.append(_expr(operands.pop(0), level))
        else:
            words.append(_left(operands.pop(0)) if not words else _expr(operands.pop(0), _SUM))
    return " ".join(words)


def _left(node: n.Expr) -> str:
    return _expr(node, _SUM, "is")


def _is(negated: bool) -> str:
    return "is not" if negated else "is"


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _swallows(node: n.Expr, word: str) -> bool:
    """Return whether an expression without brackets would swallow the word that follows it."""
    if word == "by" and isinstance(node, n.Order | n.With | n.InOrder) and node.order is None:
        return True
    if isinstance(node, n.Players) and word == ("from" if node.start is None else "by"):
        return node.order is None
    if isinstance(node, n.Order | n.With | n.InOrder) and node.order is not None:
        return False
    if isinstance(node, n.Where) and word == "is":
        return True
    end = _last(node)
    if end is None:
        return False
    child, level = end
    in_brackets = _level(child) < level
    return level <= _FOLLOW.get(word, -1) or (not in_brackets and _swallows(child, word))


def _last(node: n.Expr) -> tuple[n.Expr, int] | None:
    """Return the rightmost part of an expression, and the grammar layer of its place."""
    match node:
        case n.Of(operand=operand) | n.Part(operand=operand) | n.Fold(collection=operand):
            return operand, _FILTER
        case n.Quantified(collection=collection) if collection is not None:
            return collection, _FILTER
        case n.Where(condition=condition):
            return condition, _OR
        case n.With(key=key) | n.InOrder(operand=key) | n.Named(collection=key):
            return key, _OF
        case n.Otherwise(second=second):
            return second, _FALLBACK
        case n.IfElse(otherwise=other):
            return other, _ANY
        case n.Not(operand=operand):
            return operand, _NOT
        case n.Logic(right=right) | n.Arithmetic(right=right):
            return right, _level(node) + 1
        case n.Negative(operand=operand):
            return operand, _UNARY
        case n.Order(right=right) | n.Equal(right=right) | n.Within(collection=right):
            return right, _SUM
        case n.Phrase(name=name, operands=(*_, end)) if OPERATIONS[name].pattern[-1] == "_":
            return end, _SUM if _level(node) == _COMPARISON else _level(node)
        case n.Has(value=value):
            return value, _OF
        case n.Players(start=start, order=order):
            last = order or start
            return None if last is None else (last, _ATOM)
        case _:
            return None


# -------------------------------------------------------------------------------------- statements


def _block(block: n.Block, indent: int) -> list[str]:
    return [line for each in block.statements for line in _statement(each, indent)]


def _statement(node: n.Stmt, indent: int) -> list[str]:
    space = " " * indent
    match node:
        case n.If():
            return _if(node, indent, space + "if ")
        case n.ForEach(name=name, series=series, last=last, body=body):
            to = f" to {_text(last)}" if last is not None else ""
            return _suite(f"{space}for each {name} in {_text(series)}{to}:", body, indent)
        case n.Repeat(times=None, until=until, body=body):
            assert until is not None
            return _suite(f"{space}repeat until {_text(until)}:", body, indent)
        case n.Repeat(times=times, body=body):
            assert times is not None
            count = _text(times)
            return _suite(f"{space}repeat {f'({count})' if _first(count) == 'until' else count} times:", body, indent)
        case _:
            return [space + _simple(node)]


def _if(node: n.If[n.Expr, n.Block, n.Block | None], indent: int, head: str) -> list[str]:
    space = " " * indent
    lines = _suite(f"{head}{_text(node.test)}:", node.then, indent)
    if node.other is None:
        return lines
    match node.other.statements:
        case (n.If() as inner,):
            return lines + _if(inner, indent, space + "else if ")
        case _:
            return lines + _suite(space + "else:", node.other, indent)


def _suite(head: str, body: n.Block, indent: int) -> list[str]:
    match body.statements:
        case (n.If() | n.ForEach() | n.Repeat(),):
            pass
        case (only,):
            line = f"{head} {_simple(only)}"
            if len(line) <= WIDTH:
                return [line]
        case _:
            pass
    return [head, *_block(body, indent + 2)]


def _simple(node: n.Stmt) -> str:
    match node:
        case n.Sides(groups=(first, *others), rest=rest):
            groups = [_open(first), *map(_text, others), *(["the rest"] if rest else [])]
            return " against ".join(groups)
        case n.Section(body=body):
            return "\n".join(_block(body, 0))
        case n.Ask(player=player, actions=actions, whoever=whoever):
            who = f"whoever can among {_text(player)}" if whoever else _text(player)
            return f"ask {who} to {' or '.join(actions)}"
        case n.End(scope=scope):
            return f"end {scope}"
        case n.Perform(call=call):
            return _open(call)
        case _:
            return _formed(node)


def _formed(node: n.Statement) -> str:
    """Return the text of a statement that is declared with its form."""
    words = next(found for form in FORMS if (found := form.words(node)))
    written: list[str] = []
    before: tuple[str, ...] = ()
    for word, after in zip(words, [*words[1:], ""], strict=True):
        text = word
        if word[0] == "<":
            text = getattr(node, word[1:-1])
        elif word[0] == "{":
            text = _expr(getattr(node, word[1:-1]), before=after)
            text = f"({text})" if _first(text) in _INSTEAD.get(before, ()) else text
        written.append(text)
        before += ("_" if word[0] == "{" else word,)
    return " ".join(written)


def _from(source: n.Expr | None) -> str:
    return "" if source is None else f" from {_text(source)}"


def _to(target: n.Expr | None) -> str:
    return "" if target is None else f" to {_text(target)}"


def _open(node: n.Expr) -> str:
    """Return the text of an expression at the start of a statement, in brackets if needed."""
    text = _text(node)
    return f"({text})" if _first(text) in LEADING else text


def _first(text: str) -> str:
    """The first word of a text, if it begins with one."""
    found = re.match(r"\w*", text)
    return found.group() if found else ""


# ---------------------------------------------------------------------------- the smaller languages


def _amount(node: n.Amount) -> str:
    if node.most is None:
        return f"{_expr(node.least, _SUM, 'or')} or more"
    if node.least == node.most:
        return _expr(node.least, _SUM)
    return f"{_expr(node.least, _SUM)} to {_expr(node.most, _SUM)}"


def _scheme(node: n.Scheme) -> str:
    match node.kind:
        case "in turn" | "each once":
            order = "" if node.order is None else f" by {_text(node.order)}"
            start = ""
            if node.players is not None:
                start = f" from {_expr(node.players, before='by' if order else '')}"
            among = "" if node.among is None else f" among {_text(node.among)}"
            passing = " until all others have passed" if node.passing else ""
            row = " in a row" if node.passing == "in a row" else ""
            return node.kind + start + order + among + passing + row
        case "at once":
            return "all at once"
        case "poll":
            assert node.players is not None
            return f"poll {_text(node.players)}"
        case "one":
            assert node.players is not None
            text = _text(node.players)
            return f"({text})" if _first(text) in ("all", "each", "poll") else text


def _choice(node: n.Choice) -> str:
    match node.kind:
        case "cards":
            assert node.amount is not None
            return f"{_amount(node.amount)} cards{_from(node.source)}"
        case "number":
            if node.last is None or node.step is None:
                return f"a number{_from(node.source)}{_to(node.last)}"
            last = _expr(node.last, before="by")
            return f"a number{_from(node.source)} to {last} by {_text(node.step)}"
        case "meld":
            names = [meld.name for meld in node.melds]
            listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
            return f"{_article(names[0])} {listed}{_from(node.source)}"
        case _:
            return f"a {node.kind}{_from(node.source)}{_to(node.last)}"
