"""Reads a resolved ruleset into typed data. Only this file reads the keys of a ruleset.

The JSON Schema and `docs/language` document the keys. A test checks that the schema admits
exactly the keys that are read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from ..diagnostics import Diagnostic, Span, error, printable
from ..source import halves
from ..source.located import Mapping, Node, Scalar, Sequence
from . import nodes as n
from . import types as ty
from .ruleset import (
    FACE_UP,
    About,
    Action,
    Assigned,
    Attribute,
    Bots,
    Deal,
    Deck,
    Definition,
    Effect,
    Head,
    Limits,
    Match,
    Meld,
    Phase,
    Ranking,
    Rule,
    Ruleset,
    Suit,
    Tables,
    Teams,
    Tricks,
    Variable,
    Word,
    Zone,
)
from .syntax import Start, parse, parse_scalar

Value = str | int | float | bool | None
N = TypeVar("N", bound=n.Node)


class _Reader:
    """Reads mappings and collects the diagnostics of their texts."""

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []

    # -- plain values

    def node(self, tree: Node | None, key: str) -> Node | None:
        return tree.get(key) if isinstance(tree, Mapping) else None

    def section(self, tree: Node | None, key: str) -> Mapping | None:
        node = self.node(tree, key)
        return node if isinstance(node, Mapping) else None

    def entries(self, tree: Node | None, key: str) -> list[tuple[str, Span, Node]]:
        section = self.section(tree, key)
        if section is None:
            return []
        return [(name, e.key_span, e.value) for name, e in section.entries.items()]

    def value(self, tree: Node | None, key: str) -> Value:
        node = self.node(tree, key)
        return node.value if isinstance(node, Scalar) else None

    def text(self, tree: Node | None, key: str) -> str:
        node = self.node(tree, key)
        return node.text.strip() if isinstance(node, Scalar) and node.value is not None else ""

    def texts(self, tree: Node | None, key: str) -> tuple[str, ...]:
        node = self.node(tree, key)
        items = node.items if isinstance(node, Sequence) else ()
        return tuple(item.text.strip() for item in items if isinstance(item, Scalar))

    def word(self, tree: Node | None, key: str) -> Word | None:
        words = self.words(tree, key)
        return words[0] if words else None

    def words(self, tree: Node | None, key: str) -> tuple[Word, ...]:
        """A list of words, or one text with spaces or commas between them."""
        return self.split(self.node(tree, key))

    def split(self, node: Node | None) -> tuple[Word, ...]:
        if isinstance(node, Sequence):
            return tuple(word for item in node.items for word in self.split(item))
        if not isinstance(node, Scalar) or node.value is None:
            return ()
        words: list[Word] = []
        start: int | None = None
        for offset, character in enumerate(node.text + " "):
            if character in " ,\t\r\n":
                if start is not None:
                    words.append(Word(node.text[start:offset], node.span_of(start, offset)))
                start = None
            elif start is None:
                start = offset
        return _in_full(words)

    # -- effect text

    def parsed(self, tree: Node | None, key: str, start: Start, kind: type[N]) -> N | None:
        return self.syntax(self.node(tree, key), start, kind)

    def syntax(self, node: Node | None, start: Start, kind: type[N]) -> N | None:
        if not isinstance(node, Scalar) or node.value is None:
            return None
        if isinstance(node.value, bool):
            return cast(N, n.Name("true" if node.value else "false", span=node.span))
        result = parse_scalar(node, start)
        self.problems.extend(result.problems)
        return cast("N | None", result.node)

    def expression(self, tree: Node | None, key: str) -> n.Expr | None:
        return self.expression_of(self.node(tree, key))

    def expression_of(self, node: Node | None) -> n.Expr | None:
        return cast("n.Expr | None", self.syntax(node, "expression", n.Node))

    def block(self, tree: Node | None, key: str) -> n.Block | None:
        return self.parsed(tree, key, "block", n.Block)


def read(tree: Mapping, name: str) -> tuple[Ruleset, list[Diagnostic]]:
    """Read a resolved tree that passed the schema.

    Args:
        tree: the merged tree of `resolve.py`.
        name: the ruleset's id, usually its file's stem.

    Returns:
        The ruleset and the diagnostics of its texts; a text that cannot be parsed is None.
    """
    r = _Reader()
    head = read_head(tree, name)
    deal, match = r.section(tree, "deal"), r.section(tree, "match")
    limits, bots = r.section(tree, "limits"), r.section(tree, "bots")
    zones = _rules(r, tree, "zones", _zone)
    ruleset = Ruleset(
        id=head.id,
        title=head.title,
        summary=head.summary,
        about=head.about,
        notes={key: node.text.strip() for key, _, node in r.entries(tree, "notes") if isinstance(node, Scalar)},
        least=head.least,
        most=head.most,
        default_players=head.default_players,
        options={key: node for key, _, node in r.entries(tree, "options") if isinstance(node, Mapping)},
        option_places={key: span for key, span, node in r.entries(tree, "options") if isinstance(node, Mapping)},
        deck=_deck(r, r.section(tree, "deck"), tree.span),
        zones=zones,
        variables={**_rules(r, tree, "variables", _variable), **_face_up(zones)},
        melds=_rules(r, tree, "melds", _meld),
        rankings=_rules(r, tree, "rankings", _ranking),
        definitions=_rules(r, tree, "define", _definition),
        teams=_teams(r, tree),
        tables=_tables(r, tree),
        tricks=_tricks(r, tree),
        deal=Deal(
            r.block(deal, "do"),
            r.block(deal, "after"),
            r.block(deal, "together"),
            r.expression(deal, "dealer"),
            r.expression(deal, "first"),
            deal.span if deal else tree.span,
            r.expression(deal, "direction"),
        ),
        phases=_in_order(_rules(r, tree, "phases", _phase)),
        actions=_explained(_rules(r, tree, "actions", _action), r.text(r.section(tree, "notes"), "actions")),
        effects=_rules(r, tree, "effects", _effect),
        match=Match(
            r.expression(match, "start"),
            r.expression(match, "until"),
            r.expression(match, "deals"),
            r.block(match, "result"),
            r.text(match, "winner") or None,
            r.value(match, "half_points") is True,
            match.span if match else tree.span,
        ),
        limits=Limits(
            r.expression(limits, "turns"),
            r.expression(limits, "steps"),
            r.block(limits, "result"),
            limits.span if limits else tree.span,
        ),
        labels={
            key: (printable(node.text.strip()), span)
            for key, span, node in r.entries(tree, "labels")
            if isinstance(node, Scalar)
        },
        bots=Bots(_preferences(r, bots), r.expression(bots, "value")),
        scenarios=r.section(tree, "scenarios"),
        phrases={
            key: (node.text.strip(), node, span)
            for key, span, node in r.entries(tree, "phrases")
            if isinstance(node, Scalar)
        },
        span=tree.span,
    )
    return ruleset, r.problems


def read_head(tree: Mapping, name: str) -> Head:
    """Read what a ruleset tells about its game, without its rules.

    Args:
        tree: the merged tree of `resolve.py`.
        name: the ruleset's id.
    """
    r = _Reader()
    players = tree.get("players")
    if isinstance(players, Mapping):
        least = cast(int, r.value(players, "least") or 1)
        most = cast(int, r.value(players, "most") or least)
        default = cast(int, r.value(players, "default") or least)
    else:
        least = most = default = cast(int, r.value(tree, "players") or 2)
    title, summary = r.text(tree, "name") or name, r.text(tree, "summary")
    return Head(name, title, summary, _about(r, r.section(tree, "about")), least, most, default)


def _about(r: _Reader, about: Mapping | None) -> About:
    best = r.section(about, "best")
    least = r.value(best, "least") if best else r.value(about, "best")
    most = r.value(best, "most") if best else least
    return About(
        r.text(about, "family"),
        r.texts(about, "aliases"),
        (least, most) if type(least) is int and type(most) is int else None,
        cast("int | None", r.value(about, "minutes")) or 0,
        r.text(about, "difficulty"),
        r.text(about, "origin"),
        r.texts(about, "sources"),
    )


def _explained(actions: dict[str, Action], note: str) -> dict[str, Action]:
    """Return actions in which one without a help has that of its line in the note `actions`.

    Such a line shows the action as it is typed, and says after two or more spaces what it means.
    """
    meant: dict[str, str] = {}
    for line in note.splitlines():
        shown, _, meaning = line.strip().partition("  ")
        if shown and meaning:
            meaning = meaning.strip()
            meant.setdefault(shown.split()[0], meaning[0].upper() + meaning[1:].rstrip(".") + ".")
    return {
        name: action if action.help or name not in meant else replace(action, help=meant[name])
        for name, action in actions.items()
    }


_NUMBER = re.compile(r"-?[0-9]{0,12}(½|\.[0-9]{1,2})?")
_RANGE = re.compile(r"[0-9]{1,3} to [0-9]{1,3}")


def _in_full(words: list[Word]) -> tuple[Word, ...]:
    """Return words with all numerals from 2 to 10 in place of the three words `2 to 10`."""
    full: list[Word] = []
    at = 0
    while at < len(words):
        three = words[at : at + 3]
        at += 1
        if _RANGE.fullmatch(" ".join(each.text for each in three)):
            first, last = int(three[0].text), int(three[2].text)
            step = 1 if first <= last else -1
            place = three[0].span.to(three[2].span)
            full += (Word(str(each), place) for each in range(first, last + step, step))
            at += 2
        else:
            full.append(three[0])
    return tuple(full)


R = TypeVar("R", bound=Rule)


def _rules(r: _Reader, tree: Mapping, section: str, make: Callable[[_Reader, Rule, Node], R]) -> dict[str, R]:
    rules: dict[str, R] = {}
    for name, span, node in r.entries(tree, section):
        rule = Rule(name, f"{section}.{name}", span, r.text(node, "help"))
        rules[name] = make(r, rule, node)
    return rules


def _head(rule: Rule) -> tuple[str, str, Span, str]:
    return rule.name, rule.address, rule.span, rule.help


def _deck(r: _Reader, deck: Mapping | None, outside: Span) -> Deck:
    return Deck(
        deck.span if deck else outside,
        r.words(deck, "ranks"),
        _suits(r, deck),
        r.expression(deck, "jokers"),
        r.expression(deck, "packs"),
        tuple((words[0], number) for words, number in _assigned(r, deck, "cards") if words),
        _assigned(r, deck, "copies"),
        _assigned(r, deck, "values"),
        {
            name: Attribute(
                name,
                f"deck.attributes.{name}",
                span,
                "",
                _assigned(r, r.section(deck, "attributes"), name),
            )
            for name, span, _ in r.entries(deck, "attributes")
        },
        tuple((Word(key, span), r.split(node)) for key, span, node in r.entries(deck, "orders")),
        _without(r, deck),
        r.word(deck, "zone"),
    )


def _suits(r: _Reader, deck: Mapping | None) -> tuple[Suit, ...]:
    """The suits: words, or a mapping that says what is special about each."""
    special = r.section(deck, "suits")
    if special is None:
        return tuple(Suit(word.text, word.span) for word in r.words(deck, "suits"))
    return tuple(
        Suit(
            name,
            entry.key_span,
            r.words(r.section(special, name), "ranks"),
            r.word(r.section(special, name), "colour"),
        )
        for name, entry in special.entries.items()
    )


def _assigned(r: _Reader, tree: Node | None, key: str) -> Assigned:
    """What is given to each of some cards: an expression for one or more words."""
    entries = r.entries(tree, key)
    return tuple((_in_full(_key_words(words, span)), r.expression_of(node)) for words, span, node in entries)


def _key_words(words: str, span: Span) -> list[Word]:
    """Return the words of a key, which may stand in quotes."""
    begin = span.start + (span.end - span.start > len(words))  # after a quote
    return [
        Word(each.group(), Span(span.file, begin + each.start(), begin + each.end()))
        for each in re.finditer(r"[^\s,]+", words)
    ]


def _preferences(r: _Reader, bots: Mapping | None) -> tuple[tuple[Word, n.Preference | None], ...]:
    """Verbs, the best first; one may say which of its forms is best."""
    node = r.node(bots, "prefer")
    result: list[tuple[Word, n.Preference | None]] = []
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Mapping):
            for verb, entry in item.entries.items():
                preference = r.syntax(entry.value, "preference", n.Preference)
                result.append((Word(verb, entry.key_span), preference))
        else:
            result += [(word, None) for word in r.split(item)]
    return tuple(result)


def _without(r: _Reader, deck: Mapping | None) -> Assigned:
    """What is left out: always (a text), or under a condition on options and players."""
    if r.section(deck, "without") is not None:
        return _assigned(r, deck, "without")
    words = r.words(deck, "without")
    return ((words, None),) if words else ()


def _face_up(zones: dict[str, Zone]) -> dict[str, Variable]:
    """Return the variable of the cards that lie face up, if a zone may have `faces: turned`."""
    for zone in zones.values():
        if any(isinstance(node, n.Name) and node.name == "turned" for node in n.walk(zone.faces)):
            help = "The cards that lie face up."
            type = Word("cards", zone.span)
            variable = Variable(
                FACE_UP,
                f"variables.{FACE_UP}",
                zone.span,
                help,
                type=type,
                each=False,
                start=None,
                scope="deal",
                internal=True,
                columns=None,
            )
            return {FACE_UP: variable}
    return {}


def _zone(r: _Reader, rule: Rule, tree: Node) -> Zone:
    each, team = _owners(r, tree)
    ordered = r.value(tree, "ordered")
    faces = r.expression(tree, "faces") or n.Name("owner" if each else "hidden", span=rule.span)
    piles = r.value(tree, "piles")
    several = piles is not None and piles is not False
    fixed = r.expression(tree, "piles") if several and piles is not True else None
    in_order = several or ((not each) if ordered is None else bool(ordered))
    order = r.text(tree, "sorted") or "rank"
    drawn, place = r.text(tree, "drawn"), r.text(tree, "place")
    rows = r.text(tree, "rows")
    return Zone(*_head(rule), each, faces, in_order, several, fixed, order, team, drawn, place, rows)


def _variable(r: _Reader, rule: Rule, tree: Node) -> Variable:
    each, team = _owners(r, tree)
    return Variable(
        *_head(rule),
        r.word(tree, "type") or Word("number", rule.span),
        each,
        r.expression(tree, "start"),
        r.text(tree, "scope") or "deal",
        bool(r.value(tree, "internal")),
        r.expression(tree, "columns"),
        choices=r.words(tree, "choices"),
        index=None if each else r.word(tree, "each"),
        team=team,
    )


def _owners(r: _Reader, tree: Node | None) -> tuple[bool, bool]:
    """Whether there is one for each player or side, and whether for each side."""
    each = r.text(tree, "each")
    return each in ("player", "team"), each == "team"


def _teams(r: _Reader, tree: Mapping) -> Teams | None:
    found = r.section(tree, "teams")
    if found is None:
        return None
    listed = found.get("seats")
    groups = listed.items if isinstance(listed, Sequence) else ()
    return Teams(
        tuple(r.split(group) for group in groups) or r.word(found, "seats"),
        r.expression(found, "when"),
        r.text(found, "scope"),
        found.span,
    )


def _meld(r: _Reader, rule: Rule, tree: Node) -> Meld:
    return Meld(
        *_head(rule),
        r.word(tree, "same"),
        r.word(tree, "consecutive"),
        r.parsed(tree, "size", "size", n.Amount),
        r.expression(tree, "when"),
        r.words(tree, "by"),
        r.expression(tree, "around"),
        r.words(tree, "wild"),
        r.expression(tree, "most_wild"),
        r.parsed(tree, "suits", "size", n.Amount),
        r.expression(tree, "roles"),
        r.expression(tree, "each"),
        _parts(r, r.node(tree, "parts")),
        r.words(tree, "ranks"),
        r.expression(tree, "least_natural"),
    )


def _parts(r: _Reader, node: Node | None) -> tuple[n.MeldPart, ...]:
    """Read what a meld is made of: texts with commas between them, or the names of melds alone."""
    if isinstance(node, Sequence):
        return tuple(part for item in node.items for part in _parts(r, item))
    if not isinstance(node, Scalar) or node.value is None:
        return ()
    found: list[n.MeldPart] = []
    for each in re.finditer(r"[^,]+", node.text):
        words = list(re.finditer(r"\w+", each[0]))
        if not words:
            continue
        start, end = each.start() + words[0].start(), each.end()
        names = each[0].split()
        if len(names) > 1 and all(name.isidentifier() and name != "of" for name in names):
            places = (node.span_of(each.start() + word.start(), each.start() + word.end()) for word in words)
            spans = zip(names, places, strict=True)
            found += [n.MeldPart(n.Name(name, span=span), span=span) for name, span in spans]
            continue
        result = parse(node.text[start:end].rstrip(), "meld_part", lambda a, b, at=start: node.span_of(at + a, at + b))
        r.problems.extend(result.problems)
        if isinstance(result.node, n.MeldPart):
            found.append(result.node)
    return tuple(found)


def _ranking(r: _Reader, rule: Rule, tree: Node) -> Ranking:
    patterns = r.node(tree, "patterns")
    levels: list[tuple[Word, ...]] = []
    for item in patterns.items if isinstance(patterns, Sequence) else (patterns,):
        if isinstance(item, Sequence):
            levels.append(r.split(item))
        else:
            levels += [(word,) for word in r.split(item)]
    return Ranking(
        *_head(rule),
        tuple(levels),
        r.expression(tree, "best"),
        r.word(tree, "by"),
        r.expression(tree, "suits"),
    )


def _definition(r: _Reader, rule: Rule, node: Node) -> Definition:
    if isinstance(node, Scalar):
        return Definition(*_head(rule), (), r.expression_of(node), None)
    parameters = _parameters(r, node)
    value, table = r.expression(node, "is"), r.section(node, "table")
    if table is not None:
        value = _table(r, _looked_up_by(r, node, parameters), table)
    return Definition(
        *_head(rule),
        parameters,
        value,
        r.block(node, "do"),
        shown=bool(r.value(node, "shown")),
    )


def _looked_up_by(r: _Reader, node: Node, parameters: tuple[tuple[Word, Word], ...]) -> list[n.Expr | None]:
    """What a table is looked up by: one or more expressions, or the parameters one after the other."""
    by = r.node(node, "by")
    if by is None:
        return [n.Name(word.text, span=word.span) for _, word in parameters]
    return [r.expression_of(each) for each in (by.items if isinstance(by, Sequence) else (by,))]


def _table(r: _Reader, by: list[n.Expr | None], table: Mapping, *, inner: bool = False) -> n.Expr | None:
    """A table; a row that is a table itself is looked up by the next expression."""
    if not by:
        message = f"'by' does not say by what this {'inner ' * inner}table is looked up"
        example = "[suit of c, rank of c]', for a table of tables" if inner else "rank of c', or another value"
        r.problems.append(error("CR432", message, table.span, help=f"write 'by: {example}"))
        return None
    first, *others = by
    rows: list[n.Row] = []
    otherwise: n.Expr | None = None
    complete = first is not None
    for key, entry in table.entries.items():
        node = entry.value
        value = _table(r, others, node, inner=True) if isinstance(node, Mapping) else r.expression_of(node)
        complete = complete and value is not None
        if key == "otherwise":
            otherwise = value
        elif value is not None:
            keys = _keys(_key_words(key, entry.key_span))
            rows.append(n.Row(keys, value, span=entry.span))
    return n.Table(first, tuple(rows), otherwise, span=table.span) if first is not None and complete else None


def _keys(words: list[Word]) -> tuple[n.Key, ...]:
    """The keys of a row: values, `20 to 24`, `25 or more`, `below 0`."""
    found: list[n.Key] = []
    while words:
        match [each.text for each in words[:3]]:
            case ["below", _, *_]:
                used = words[:2]
                key = n.OpenRange(_value(used[1]), True, span=_place(used))
            case [_, "or", "more"]:
                used = words[:3]
                key = n.OpenRange(_value(used[0]), False, span=_place(used))
            case [_, "to", _]:
                used = words[:3]
                key = n.Range(_value(used[0]), _value(used[2]), span=_place(used))
            case _:
                used = words[:1]
                key = _value(used[0])
        found.append(key)
        words = words[len(used) :]
    return tuple(found)


def _place(words: list[Word]) -> Span:
    return words[0].span.to(words[-1].span)


def _value(word: Word) -> n.Expr:
    found = halves.read(word.text) if re.fullmatch(_NUMBER, word.text) else None
    if found is None:
        return n.Name(word.text, span=word.span)
    return n.Halves(found, span=word.span) if found % 2 else n.Number(found // 2, span=word.span)


def _parameters(r: _Reader, tree: Node | None) -> tuple[tuple[Word, Word], ...]:
    words = r.words(tree, "with")
    pairs: list[tuple[Word, Word]] = []
    for index in range(0, len(words) - 1, 2):
        pairs.append((words[index], words[index + 1]))
    if len(words) % 2:
        odd = words[-1]
        missing = "name" if odd.text in ty.NAMED else "type"
        message = f"the parameter '{odd.text}' has no {missing}"
        advice = "write each parameter as a type and a name: 'card c, player p'"
        r.problems.append(error("CR306", message, odd.span, help=advice))
        nothing = Word("", odd.span)
        pairs.append((odd, nothing) if missing == "name" else (nothing, odd))
    return tuple(pairs)


def _tables(r: _Reader, tree: Mapping) -> Tables | None:
    found = r.section(tree, "tables")
    if found is None:
        return None
    seats = r.section(found, "seats")
    return Tables(
        r.expression(found, "number"),
        _parameters(r, seats),
        r.expression(seats, "is"),
        r.expression(found, "open"),
        (seats or found).span,
    )


def _tricks(r: _Reader, tree: Mapping) -> Tricks | None:
    found = r.section(tree, "tricks")
    if found is None:
        return None
    must, top = r.section(found, "must"), found.get("top_trumps")
    tops = top.items if isinstance(top, Sequence) else (top,) if top is not None else ()
    place = tree.entries["tricks"].key_span
    unnamed = Span(place.file, place.start, place.start)
    plays_for = found.get("plays_for")
    rule = Rule("plays_for", "tricks.plays_for", place, "")
    return Tricks(
        r.word(found, "phase"),
        r.word(found, "hand") or Word("hand", unnamed),
        r.word(found, "played") or Word("played", unnamed),
        r.word(found, "won") or Word("won", unnamed),
        r.expression(found, "leader"),
        r.expression(found, "trump"),
        tuple(r.expression_of(each) for each in tops),
        r.expression(found, "order"),
        r.expression(found, "trump_order"),
        r.expression(found, "exempt"),
        r.expression(found, "leads"),
        r.expression(found, "discards"),
        r.expression(must, "follow"),
        r.expression(must, "trump"),
        r.expression(must, "overtrump"),
        r.expression(must, "head"),
        r.expression(found, "may_trump"),
        r.expression(found, "taker"),
        _who_plays(r, rule, plays_for),
        r.block(found, "do"),
        place,
    )


def _who_plays(r: _Reader, rule: Rule, node: Node | None) -> Definition | None:
    if not isinstance(node, Mapping):
        return None
    return Definition(*_head(rule), _parameters(r, node), r.expression(node, "is"), None, ty.PLAYER)


def _phase(r: _Reader, rule: Rule, tree: Node) -> Phase:
    return Phase(
        *_head(rule),
        r.parsed(tree, "players", "scheme", n.Scheme),
        r.expression(tree, "when"),
        r.block(tree, "before"),
        r.expression(tree, "until"),
        r.block(tree, "after"),
        r.word(tree, "next"),
        r.words(tree, "steps"),
        r.block(r.section(tree, "turn"), "before"),
        r.block(r.section(tree, "turn"), "after"),
        r.word(tree, "precedes"),
        r.word(tree, "follows"),
    )


def _in_order(phases: dict[str, Phase]) -> dict[str, Phase]:
    """Return phases in the order in which they come.

    Those whose place cannot be found are last.
    """
    order = [name for name, each in phases.items() if not (each.precedes or each.follows)]
    waiting = [name for name in phases if name not in order]
    while waiting:
        left: list[str] = []
        for name in waiting:
            phase = phases[name]
            beside = phase.precedes or phase.follows
            if beside is not None and beside.text in order:
                order.insert(order.index(beside.text) + (phase.precedes is None), name)
            else:
                left.append(name)
        if left == waiting:
            break
        waiting = left
    return {name: phases[name] for name in (*order, *waiting)}


def _action(r: _Reader, rule: Rule, tree: Node) -> Action:
    choose: list[tuple[Word, n.Choice]] = []
    for name, span, value in r.entries(tree, "choose"):
        choice = r.syntax(value, "choice", n.Choice)
        choose.append((Word(name, span), choice or n.Choice("unread", None, span=value.span)))
    return Action(
        *_head(rule),
        r.words(tree, "phase"),
        tuple(choose),
        r.expression(tree, "when"),
        r.block(tree, "do"),
    )


def _effect(r: _Reader, rule: Rule, tree: Node) -> Effect:
    return Effect(
        *_head(rule),
        r.words(tree, "on"),
        r.expression(tree, "when"),
        r.block(tree, "do"),
        r.word(tree, "before"),
        r.word(tree, "after"),
    )
