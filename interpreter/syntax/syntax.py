"""Parses effect text, such as that of `when:`, `do:` and `is:`, into syntax trees.

The grammar is in `grammar.lark`. This file turns Lark's tree into the nodes of `nodes.py`, each
with its place in the YAML file. `syntax_errors.py` explains texts that are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial, partialmethod
from typing import TYPE_CHECKING, Any, Literal, cast

from lark import Lark, Token, Tree
from lark.exceptions import LarkError, UnexpectedInput
from lark.indenter import DedentError

from ..diagnostics import Diagnostic, Fix, Span, error, has_errors, warning
from ..shared import shared
from ..source import halves
from ..source.cut_text import in_quotes
from ..source.located import Scalar
from ..source.scalars import MAX_DIGITS
from ..source.yaml_text import TextMap
from . import nodes as n
from .operations.declaration import Statement
from .operations.table import FOLD_TERMINALS, FORMS, LEADING, RESERVED
from .parser_tables import Blocks, parser
from .syntax_errors import Locate, Text, explain, odd_dedent, sunk_line

if TYPE_CHECKING:
    from ..source.yaml_text import TextMap

Start = Literal["expression", "block", "scheme", "choice", "size", "meld_part", "preference"]

OTHERS = tuple("turn phase deal game highest lowest div mod each a an".split())
"""Words that occur only in terminals of several words, or in patterns."""

MAX_TEXT = 20_000
MAX_DEPTH = 60  # of brackets and blocks
MAX_LEVELS = 150  # of operations inside one another


class _Indenter(Blocks):
    def process(self, stream: Iterator[Token]) -> Any:
        # Lark's own indenter counts the brackets and blocks of one text, so each text gets its own.
        # Lark's types leave open what the tokens of a stream are.
        return cast(Any, Blocks()).process(_reserve(stream))


def _reserve(stream: Iterator[Token]) -> Iterator[Token]:
    # Where no keyword is possible, the contextual lexer reads a keyword as a name. Where no name is
    # possible, it reads the beginning of a word as a keyword (`f(x) orb`). Both get a token type
    # that the parser refuses.
    end, word = -1, False
    for token in stream:
        glued = word and token.start_pos == end and (token[:1].isalnum() or token[:1] == "_")
        if glued or (token.type == "NAME" and str(token) in RESERVED):
            yield Token.new_borrow_pos("RESERVED", str(token), token)
        else:
            yield token
        end, word = token.end_pos or -1, token[-1:].isalnum() or token[-1:] == "_"


@shared()
def lark_parser() -> Lark:
    """Return the parser of effect text."""
    return parser(_Indenter())


@dataclass(frozen=True, slots=True)
class Parsed:
    """The result of parsing: a node, or None with the diagnostics."""

    node: n.Node | None
    problems: tuple[Diagnostic, ...] = ()


def parse_scalar(scalar: Scalar, start: Start) -> Parsed:
    """Parse the text of a YAML scalar; every span points into the YAML file.

    A text that many rulesets inherit is parsed once.

    Args:
        scalar: where the text stands. A number or truth value is parsed as it is written.
        start: which part of the grammar the text must be.
    """
    try:
        return _parsed(scalar, start, scalar.positions)
    except RecursionError:  # so that this is not kept: it also depends on who calls
        return _too_long(scalar.text, scalar.span_of)


@lru_cache(maxsize=4096)  # the same file is read again for each variant
def _parsed(scalar: Scalar, start: Start, positions: TextMap | None) -> Parsed:
    """Parse a scalar. `positions` is for the cache: equal scalars may have different places."""
    found = _read(scalar.text, start, scalar.span_of)
    return Parsed(found.node, tuple(_in_yaml(each, scalar) for each in found.problems))


def _in_yaml(problem: Diagnostic, scalar: Scalar) -> Diagnostic:
    """Return a diagnostic whose edit does not bring a colon into a text without quotes: the edit adds them."""
    fix, place = problem.fix, scalar.span
    if fix is None or scalar.style != "plain" or ": " not in fix.replacement:
        return problem
    if fix.others or len(scalar.text) != place.end - place.start:
        return problem
    begin, end = fix.span.start - place.start, fix.span.end - place.start
    whole = scalar.text[:begin] + fix.replacement + scalar.text[end:]
    return replace(problem, fix=replace(fix, span=place, replacement=in_quotes(whole)))


def parse(text: str, start: Start, locate: Locate | None = None) -> Parsed:
    """Parse effect text.

    Args:
        text: the text itself.
        start: `expression`, `block` (statements), `scheme` (`players:`), `choice` or `size`.
        locate: turns character offsets of the text into a place in a file.

    >>> parse("rank of card is 9", "expression").node
    Equal(left=Of(name='rank', operand=Name(name='card')), right=Number(value=9), negated=False)
    """
    locate = locate or partial_span
    try:
        return _read(text, start, locate)
    except RecursionError:
        return _too_long(text, locate)


def _read(text: str, start: Start, locate: Locate) -> Parsed:
    """Parse a text.

    Raises:
        RecursionError: the text, or what calls this, is nested too deeply.
    """
    if len(text) > MAX_TEXT:
        message = f"this text has {len(text)} characters; {MAX_TEXT} are the most a rule may have"
        return Parsed(None, (error("CR301", message, locate(0, 1), help=_IN_PARTS),))
    if not re.sub(r"#[^\n]*", "", text).strip():
        message = "this rule is empty"
        problem = Diagnostic("CR301", "error", message, locate(0, len(text)), help="write it, or remove the key")
        return Parsed(None, (problem,))
    prepared = text.rstrip() + "\n" if start == "block" else _one_line(text)
    too_deep = _too_deep(prepared)
    if too_deep is not None:
        message = f"brackets or blocks are nested more than {MAX_DEPTH} deep here"
        place = locate(too_deep, too_deep + 1)
        return Parsed(None, (error("CR301", message, place, help=_IN_PARTS),))
    accepts, reads = partial(_accepts, start=start), partial(_reads, start=start)
    refused = Text(prepared, start, locate, accepts, reads, keywords(), OTHERS, LEADING, RESERVED)
    try:
        tree = cast("Tree[Token]", cast(Any, lark_parser()).parse(prepared, start=start))
        builder = _Builder(locate, prepared)
        node = builder.build(tree)
        if len(text) > 2 * MAX_LEVELS and _levels(node) > MAX_LEVELS:
            raise RecursionError
        return Parsed(None if has_errors(builder.problems) else node, tuple(builder.problems))
    except DedentError:
        begin, end = odd_dedent(prepared)
        sunk = sunk_line(begin, refused)
        if sunk is not None:
            return Parsed(None, (sunk,))
        message = "this line is indented less than its block, but not as any line before it"
        advice = "indent it as much as the line that opens the block, or as the lines in it"
        return Parsed(None, (error("CR302", message, locate(begin, end), help=advice),))
    except UnexpectedInput as refusal:
        return Parsed(None, (explain(refusal, refused),))
    except LarkError:
        return _too_long(text, locate)


def _too_long(text: str, locate: Locate) -> Parsed:
    """Return that a text cannot be read."""
    message = "this text is too long, or too deeply nested, to be read"
    return Parsed(None, (error("CR301", message, locate(0, len(text)), help=_IN_PARTS),))


_IN_PARTS = "give parts of it names of their own in 'define'"


def _levels(node: n.Node) -> int:
    """Return how deep the nodes inside a node are nested."""
    levels, level = 0, [node]
    while level:
        levels, level = levels + 1, [each for outer in level for each in n.children(outer)]
    return levels


def partial_span(start: int, end: int) -> Span:
    """Return the place of characters in a text that is in no file."""
    return Span("", start, end)


def _one_line(text: str) -> str:
    # An expression may be broken over lines anywhere; offsets must not move, and a comment ends
    # with its line, so comments become spaces as well.
    plain = re.sub(r"#[^\n]*", lambda match: " " * len(match.group()), text)
    return re.sub(r"[\r\n\t]", " ", plain)


def _too_deep(text: str) -> int | None:
    depth = 0
    for offset, character in enumerate(text):
        if character in "([":
            depth += 1
            if depth > MAX_DEPTH:
                return offset
        elif character in ")]":
            depth -= 1
    for match in re.finditer(r"(?m)^[ \t]+", text):
        if len(match.group()) > 8 * MAX_DEPTH:
            return match.start()
    return _nested_words(text)


def _nested_words(text: str) -> int | None:
    """Return where too many `not`, `of` and `-` follow one another, with at most a word between."""
    start, count, others = 0, 0, 0
    for word in re.finditer(r"\w+|-", text):
        if word.group() not in ("not", "of", "-"):
            others += 1
            continue
        if others > 1:
            count = 0
        if not count:
            start = word.start()
        count, others = count + 1, 0
        if count > 4 * MAX_DEPTH:
            return start
    return None


def _reads(text: str, start: Start) -> bool:
    """Return whether the parser accepts a text."""
    try:
        cast(Any, lark_parser()).parse(text, start=start)
    except (LarkError, DedentError):
        return False
    return True


def _accepts(prefix: str, start: Start) -> set[str]:
    """Return the terminals that could follow the beginning of a text."""
    try:
        parser = cast(Any, lark_parser()).parse_interactive(prefix, start=start)
        parser.exhaust_lexer()
        return cast("set[str]", parser.accepts())
    except LarkError:
        return set()


@cache
def keywords() -> dict[str, str]:
    """Return the terminals that are one word or sign, with their texts."""
    words = {terminal: word for word, terminal in FOLD_TERMINALS.items()}
    return words | {
        terminal.name: terminal.pattern.value for terminal in lark_parser().terminals if terminal.pattern.type == "str"
    }


# ----------------------------------------------------------------------------------------- builder


def _until(span: Span, block: n.Block) -> Span:
    """Return the place of a statement that ends with a block, without the line breaks after it."""
    return Span(span.file, span.start, block.span.end)


_COMPARISONS = frozenset(
    "order equal unequal within not_within possible not_possible kind not_kind share not_share has "
    "has_no phrase denied".split()
)
"""The rules of the grammar for comparisons, whose left side is an operand."""

_OPEN = frozenset("of part fold arithmetic negative".split())
"""Rules whose last part is an operand, which may end with `where`."""


_LONG = 80
"""The most characters of a text that advice repeats."""


def _open_where(comparison: Tree[Token]) -> Tree[Token] | None:
    """Return the `where` with which the left side of a comparison ends without brackets."""
    part, start = comparison.children[0], comparison.meta.start_pos
    if not isinstance(part, Tree) or _around(part)[0] != start:
        return None  # such as `fits(…)`: what comes first is a word
    while isinstance(part, Tree) and not part.meta.empty:
        rule = str(part.data).partition("__")[0]
        if _around(part)[1] != part.meta.end_pos:
            return None
        if rule == "where":
            return part
        if rule not in _OPEN:
            return None
        part = part.children[-1]
    return None


def _around(tree: Tree[Token]) -> tuple[int, int]:
    """Return where a part of a text begins and ends, with the brackets around it."""
    meta = tree.meta
    start = getattr(meta, "container_start_pos", meta.start_pos)
    return start, getattr(meta, "container_end_pos", meta.end_pos)


class _Builder:
    """Turns Lark's trees into nodes; each method has the name of its grammar rule."""

    def __init__(self, locate: Locate, text: str) -> None:
        self.locate = locate
        self.text = text
        self.problems: list[Diagnostic] = []

    def build(self, tree: Tree[Token]) -> n.Node:
        return self._visit(tree)

    def _visit(self, item: Any) -> Any:
        if isinstance(item, Tree):
            tree = cast("Tree[Token]", item)
            children = [self._visit(child) for child in tree.children]
            meta = tree.meta
            if meta.empty:
                span = n.NOWHERE
            else:
                span = self.locate(meta.start_pos, meta.end_pos)
            rule, _, name = str(tree.data).partition("__")
            if rule in _COMPARISONS and (left := _open_where(tree)) is not None:
                self._second_comparison(tree, left, children[0])
            match rule:
                case "phrase":
                    return n.Phrase(name, tuple(children), span=span)
                case "denied":
                    return n.Phrase(name, tuple(children), True, span=span)
                case "form":
                    return self._formed(FORMS[int(name)], span, children)
                case "choice":
                    return n.Choice(cast(Any, name), *children, span=span)
                case "fold":
                    return n.Fold(name, *children, span=span)
                case _:
                    return getattr(self, rule)(span, *children)
        return item

    def _second_comparison(self, tree: Tree[Token], left: Tree[Token], compared: n.Node) -> None:
        """Report `hand where rank is 5 is empty`: what is compared needs brackets.

        In `cards of columns where … is empty`, `cards of columns` may need them first.
        """
        begin, end = left.meta.start_pos, left.meta.end_pos
        after = self.text[end : tree.meta.end_pos]
        word = end + len(after) - len(after.lstrip())
        inside = f"({self.text[begin:end]})"
        before = self.text[tree.meta.start_pos : begin]
        message = "this compares all before it, which ends with 'where': brackets are missing"
        better = before + inside + after
        advice = f"write '{better}'" if len(better) < _LONG else ("put brackets around what is compared: '(… where …)'")
        place = self.locate(word, tree.meta.end_pos)
        fix = Fix(self.locate(begin, end), inside, safe=True)
        problem = warning("CR307", message, place, help=advice, fix=fix)
        for each in n.walk(compared):
            if isinstance(each, n.Of) and isinstance(each.operand, n.Where) and each.operand.span == fix.span:
                problem = replace(problem, cause=replace(each.span, end=each.operand.collection.span.end))
        self.problems.append(problem)

    # starts
    def expression(self, _: Span, node: n.Expr) -> n.Expr:
        return node

    def block(self, _: Span, *statements: n.Stmt) -> n.Block:
        # Without the line breaks around it, which the grammar counts as part of a block.
        return n.Block(tuple(statements), span=statements[0].span.to(statements[-1].span))

    suite = block

    def in_turn(
        self,
        span: Span,
        players: n.Expr | None,
        order: n.Expr | None,
        among: n.Expr | None,
        passing: Literal["out", "in a row"] | None,
    ) -> n.Scheme:
        return n.Scheme("in turn", players, among, passing or "", order, span=span)

    def out_for_good(self, _: Span) -> str:
        return "out"

    def in_a_row(self, _: Span) -> str:
        return "in a row"

    def each_once(
        self,
        span: Span,
        players: n.Expr | None,
        order: n.Expr | None,
        among: n.Expr | None,
    ) -> n.Scheme:
        return n.Scheme("each once", players, among, order=order, span=span)

    def at_once(self, span: Span) -> n.Scheme:
        return n.Scheme("at once", None, span=span)

    def poll(self, span: Span, players: n.Expr) -> n.Scheme:
        return n.Scheme("poll", players, span=span)

    def one_seat(self, span: Span, players: n.Expr) -> n.Scheme:
        return n.Scheme("one", players, span=span)

    def choose_cards(self, span: Span, amount: n.Amount, source: n.Expr) -> n.Choice:
        return n.Choice("cards", source, amount, span=span)

    def choose_number(self, span: Span, first: n.Expr, last: n.Expr, step: n.Expr | None) -> n.Choice:
        return n.Choice("number", first, last=last, step=step, span=span)

    def choose_ranks(self, span: Span, first: n.Expr, last: n.Expr) -> n.Choice:
        return n.Choice("rank", first, last=last, span=span)

    def choose_listed(self, span: Span, source: n.Expr) -> n.Choice:
        return n.Choice("number", source, span=span)

    def choose_word(self, span: Span, word: Token) -> n.Choice:
        return n.Choice("meld", None, melds=(self._name(word),), span=span)

    def choose_meld(self, span: Span, *parts: Any) -> n.Choice:
        *names, source = parts
        return n.Choice("meld", source, melds=tuple(map(self._name, names)), span=span)

    def _name(self, token: Token) -> n.Name:
        return n.Name(str(token), span=self._at(token))

    def _at(self, token: Token | None) -> Span:
        """Return the place of one word."""
        if token is None:
            return n.NOWHERE
        begin = token.start_pos or 0
        return self.locate(begin, begin + len(token))

    def size(self, _: Span, amount: n.Amount) -> n.Amount:
        return amount

    def meld_part(self, span: Span, count: Token | None, meld: Token, size: n.Amount | None) -> n.MeldPart:
        return n.MeldPart(self._name(meld), 1 if count is None else int(count[:MAX_DIGITS]), size, span=span)

    def preference(self, span: Span, extreme: Token, key: n.Expr, condition: n.Expr | None) -> n.Preference:
        return n.Preference(cast(Any, str(extreme)), key, condition, span=span)

    def preferred_if(self, span: Span, condition: n.Expr) -> n.Preference:
        return n.Preference(None, None, condition, span=span)

    def exactly(self, span: Span, count: n.Expr) -> n.Amount:
        return n.Amount(count, count, span=span)

    def between(self, span: Span, least: n.Expr, most: n.Expr) -> n.Amount:
        return n.Amount(least, most, span=span)

    def at_least(self, span: Span, least: n.Expr) -> n.Amount:
        return n.Amount(least, None, span=span)

    # statements
    def _formed(self, form: Statement, span: Span, values: Sequence[n.Expr | Token | None]) -> n.Statement:
        """Return the node of a statement that is declared with its form."""
        names = [each for each in values if isinstance(each, Token)]
        plain = [str(each) if isinstance(each, Token) else each for each in values]
        return form.made(plain, span, self._at(names[0] if names else None))

    def end(self, span: Span, scope: Token) -> n.End:
        return n.End(cast(Any, str(scope)), span=span)

    def sides(self, span: Span, *groups: n.Expr) -> n.Stmt:
        return n.Sides(groups, False, span=span)

    def sides_and_rest(self, span: Span, *groups: n.Expr) -> n.Stmt:
        return n.Sides(groups, True, span=span)

    def ask(self, span: Span, player: n.Expr, *actions: Token | None) -> n.Ask[n.Expr]:
        words = [action for action in actions if action is not None]
        places = tuple(self._at(word) for word in words)
        return n.Ask(player, tuple(map(str, words)), places, span=span)

    def ask_whoever(self, span: Span, players: n.Expr, *actions: Token | None) -> n.Stmt:
        return replace(self.ask(span, players, *actions), whoever=True)

    def perform(self, span: Span, call: n.Expr) -> n.Perform:
        return n.Perform(call, span=span)

    def if_(self, span: Span, test: n.Expr, then: n.Block, other: n.Block | None = None) -> n.Stmt:
        return n.If(test, then, other, span=_until(span, other or then))

    def else_if(self, span: Span, test: n.Expr, then: n.Block, other: n.Block | None = None) -> n.Block:
        inner = self.if_(span, test, then, other)
        return n.Block((inner,), span=inner.span)

    def else_(self, _: Span, body: n.Block) -> n.Block:
        return body

    def for_each(self, span: Span, name: Token, series: tuple[n.Expr, n.Expr | None], body: n.Block) -> n.Stmt:
        word = self._at(name)
        return n.ForEach(str(name), *series, body, span=_until(span, body), word=word)

    def each_of(self, _: Span, series: n.Expr) -> tuple[n.Expr, n.Expr | None]:
        return (series, None)

    def each_number(self, _: Span, first: n.Expr, last: n.Expr) -> tuple[n.Expr, n.Expr | None]:
        return (first, last)

    def repeat_times(self, span: Span, times: n.Expr, body: n.Block) -> n.Stmt:
        return n.Repeat(times, None, body, span=_until(span, body))

    def repeat_until(self, span: Span, until: n.Expr, body: n.Block) -> n.Stmt:
        return n.Repeat(None, until, body, span=_until(span, body))

    # expressions
    def if_else(self, span: Span, then: n.Expr, condition: n.Expr, other: n.Expr) -> n.IfElse:
        return n.IfElse(then, condition, other, span=span)

    def otherwise(self, span: Span, first: n.Expr, second: n.Expr) -> n.Otherwise:
        return n.Otherwise(first, second, span=span)

    def or_(self, span: Span, left: n.Expr, right: n.Expr) -> n.Logic:
        return n.Logic("or", left, right, span=span)

    def and_(self, span: Span, left: n.Expr, right: n.Expr) -> n.Logic:
        return n.Logic("and", left, right, span=span)

    def not_(self, span: Span, operand: n.Expr) -> n.Not:
        return n.Not(operand, span=span)

    def order(self, span: Span, left: n.Expr, operator: Token, right: n.Expr, by: Token | None) -> n.Order:
        order = str(by) if by is not None else None
        return n.Order(cast(Any, str(operator)), left, right, order, span=span, word=self._at(by))

    def equal(self, span: Span, left: n.Expr, right: n.Expr, negated: bool = False) -> n.Equal:
        return n.Equal(left, right, negated, span=span)

    unequal = partialmethod(equal, negated=True)

    def within(self, span: Span, member: n.Expr, collection: n.Expr, negated: bool = False) -> n.Within:
        return n.Within(member, collection, negated, span=span)

    not_within = partialmethod(within, negated=True)

    def possible(self, span: Span, action: n.Expr, negated: bool = False) -> n.Possible:
        return n.Possible(action, negated, span=span)

    not_possible = partialmethod(possible, negated=True)

    def kind(self, span: Span, operand: n.Expr, meld: Token, negated: bool = False) -> n.Kind:
        return n.Kind(operand, str(meld), negated, span=span, word=self._at(meld))

    not_kind = partialmethod(kind, negated=True)

    def has(self, span: Span, operand: n.Expr, attribute: Token, value: n.Expr, negated: bool = False) -> n.Has:
        word = self._at(attribute)
        return n.Has(operand, str(attribute), value, negated, span=span, word=word)

    has_no = partialmethod(has, negated=True)

    def share(self, span: Span, operand: n.Expr, attribute: Token, negated: bool = False) -> n.Share:
        word = self._at(attribute)
        return n.Share(operand, str(attribute), negated, span=span, word=word)

    not_share = partialmethod(share, negated=True)

    def arithmetic(self, span: Span, left: n.Expr, operator: Token, right: n.Expr) -> n.Arithmetic:
        return n.Arithmetic(cast(Any, str(operator)), left, right, span=span)

    def negative(self, span: Span, operand: n.Expr) -> n.Negative:
        return n.Negative(operand, span=span)

    def named(self, span: Span, name: Token, collection: n.Expr) -> n.Named:
        return n.Named(str(name), collection, span=span, word=self._at(name))

    def where(self, span: Span, collection: n.Expr, condition: n.Expr) -> n.Where:
        return n.Where(collection, condition, span=span)

    def with_(self, span: Span, collection: n.Expr, extreme: Token, key: n.Expr, by: Token | None) -> n.With:
        order = str(by) if by is not None else None
        which = cast(Any, str(extreme))
        return n.With(collection, which, key, order, span=span, word=self._at(by))

    def sorted(self, span: Span, collection: n.Expr, extreme: Token, key: n.Expr, by: Token | None) -> n.With:
        return replace(self.with_(span, collection, extreme, key, by), every=True)

    def beside(self, span: Span, side: Token, rank: n.Expr, by: Token | None) -> n.InOrder:
        which = cast(Any, f"rank_{side}")
        return n.InOrder(which, rank, by and str(by), span=span, word=self._at(by))

    def beside_card(self, span: Span, side: Token, card: n.Expr) -> n.Phrase:
        return n.Phrase(f"cards_{side}", (card,), span=span)

    def position(self, span: Span, _: Token, rank: n.Expr, by: Token | None) -> n.InOrder:
        return n.InOrder("position", rank, by and str(by), span=span, word=self._at(by))

    def pattern(self, span: Span, cards: n.Expr, by: Token | None) -> n.InOrder:
        return n.InOrder("pattern", cards, by and str(by), span=span, word=self._at(by))

    def parts(self, span: Span, cards: n.Expr, by: Token | None) -> n.InOrder:
        return n.InOrder("parts", cards, by and str(by), span=span, word=self._at(by))

    def of(self, span: Span, name: Token, operand: n.Expr) -> n.Of:
        return n.Of(str(name), operand, span=span, word=self._at(name))

    def part(self, span: Span, name: Token, count: n.Expr, operand: n.Expr) -> n.Part:
        return n.Part(str(name), count, operand, span=span, word=self._at(name))

    def number(self, span: Span, token: Token) -> n.Number:
        if len(token) > MAX_DIGITS:
            message = f"this number has {len(token)} digits; {MAX_DIGITS} are the most"
            self.problems.append(error("CR301", message, span, help="write a smaller number"))
        return n.Number(int(token[:MAX_DIGITS]), span=span)

    def halves(self, span: Span, token: Token) -> n.Number | n.Halves:
        digits = token.partition(".")[0].rstrip(halves.HALF)
        found = halves.read(str(token)[-MAX_DIGITS:])
        if len(digits) >= MAX_DIGITS:
            message = f"this number has {len(digits)} digits; {MAX_DIGITS - 1} are the most before a half"
            self.problems.append(error("CR301", message, span, help="write a smaller number"))
        elif found is None:
            message = f"'{token}' is neither whole nor a half; of fractions only halves exist"
            whole = int(digits)
            advice = f"write '{whole}', '{whole}½' or '{whole + 1}'"
            self.problems.append(error("CR301", message, span, help=advice))
        found = found or 0
        return n.Halves(found, span=span) if found % 2 else n.Number(found // 2, span=span)

    def rounded(self, span: Span, way: Token, number: n.Expr) -> n.Phrase:
        return n.Phrase(f"rounded_{way}", (number,), span=span)

    def name(self, span: Span, token: Token) -> n.Name:
        return n.Name(str(token), span=span)

    def call(self, span: Span, name: Token, *arguments: n.Expr) -> n.Call:
        return n.Call(str(name), tuple(arguments), span=span, word=self._at(name))

    def list(self, span: Span, *items: n.Expr) -> n.ListOf:
        return n.ListOf(tuple(items), span=span)

    def noun(self, _: Span, word: Token | None = None) -> str:
        return "card" if word is None else word.removesuffix("s")

    def quantified(self, span: Span, quantifier: Token, noun: str, collection: n.Expr | None) -> n.Quantified:
        return n.Quantified(cast(Any, str(quantifier)), noun, collection, span=span)

    def so_many(self, span: Span, count: n.Expr, noun: str, collection: n.Expr | None) -> n.Quantified:
        return n.Quantified("exactly", noun, collection, count, span=span)

    def players(self, span: Span, start: n.Expr | None, order: n.Expr | None) -> n.Players:
        return n.Players(start, order=order, span=span)

    def player(self, span: Span, start: n.Expr | None, order: n.Expr | None) -> n.Players:
        return n.Players(start, single=True, order=order, span=span)
