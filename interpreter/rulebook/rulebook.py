"""The rulebook of a game: all its chapters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ..check.load import Loaded, load_again
from ..resolve.options import as_typed
from ..resolve.resolve import again
from ..speech.book import Book
from ..speech.english import listed, number, sentence, title
from ..syntax import nodes as n
from . import deck, ending, settings
from . import document as d
from .course import Course
from .dealing import deal
from .examples import examples
from .notes import DEALING, changes, remarks, without_old_words
from .reach import rankings, settle
from .terms import terms


def rulebook(loaded: Loaded) -> d.Document:
    """Return the rulebook of a ruleset under its options.

    Args:
        loaded: a ruleset without errors.

    >>> from cardrules.interpreter.check.load import load_ruleset
    >>> rulebook(load_ruleset("hearts"))[0]
    Heading(level=1, text='Hearts')
    """
    book = book_of(loaded)
    rules = _rules(book)
    head: list[d.Block] = [d.Heading(1, book.program.title)]
    if loaded.resolved.variant is not None:
        name = loaded.resolved.variant.replace("_", " ")
        head.append(d.Paragraph((sentence(f"these are the rules of the variant “{name}”"),)))
    if book.program.summary:
        head.append(d.Paragraph((book.prose(book.program.summary),)))
    return (
        *head,
        *rules,
        *_remaining(book),
        *settings.typed(book),
        *examples(loaded, book),
        *_others(loaded),
        *_variants(loaded),
        *settings.options(loaded, book),
    )


def reference(loaded: Loaded) -> d.Document:
    """Return the chapters of the rules, the remarks and the options."""
    book = book_of(loaded)
    return (*_rules(book), *_remaining(book), *settings.options(loaded, book))


def chapters(loaded: Loaded) -> d.Document:
    """Return only the chapters of the rules, without remarks, examples, options and variants."""
    return _rules(book_of(loaded))


def book_of(loaded: Loaded, changed: Collection[str] = ()) -> Book:
    """Return the book of a ruleset, with its notes.

    Args:
        loaded: a ruleset without errors.
        changed: addresses of texts that count as changed since the words for them were written,
            such as `define.room.is`.
    """
    assert loaded.program is not None, "the ruleset has errors"
    since = changes(loaded, changed)
    program, rules, anew = without_old_words(since)
    book = Book(program, rules, remarks(since), anew - since.unused)
    settle(book)
    book.rankings = rankings(book)
    return book


def _rules(book: Book) -> d.Document:
    """Return the chapters of the rules themselves."""
    course = Course(book)
    return (
        *deck.players(book),
        *terms(book),
        *deck.cards(book),
        *deck.places(book),
        *deck.melds(book),
        *deal(book),
        *terms(book),
        *course.chapters(),
        *ending.scoring(book),
        *course.answers(later=True),
        *terms(book),
        *ending.end(book),
        *terms(book),
    )


def with_remarks(book: Book) -> d.Document:
    """Return the chapters of the rules, and the remarks."""
    return (*_rules(book), *_remaining(book))


def _remaining(book: Book) -> d.Document:
    """Return the remarks that no chapter has used, but for those that only have a code.

    These say how an open point of the rules is settled, of which the rulebook speaks anyway.
    """
    items = [
        d.line(d.Strong(each.topic), ": ", sentence(book.prose(each.text)))
        for each in book.remarks
        if each.topic
        and (each.about != "deal.do" or each.topic.lower() != DEALING)
        and not each.about.startswith(("actions.", "effects.", "phases."))  # options exclude them
    ]
    limit = ending.limit(book)
    items += [d.line(d.Strong("Long deals"), ": ", limit)] if limit else []
    return (d.Heading(2, "Remarks"), d.Bullets(tuple(items))) if items else ()


def _others(loaded: Loaded) -> d.Document:
    """Return what is different with other numbers of players."""
    rules = loaded.ruleset
    assert rules is not None
    if rules.least == rules.most or not _depends(loaded):
        return ()
    book = book_of(loaded)
    usual = with_remarks(book)
    found: dict[d.Document, list[int]] = {}
    for players in range(rules.least, rules.most + 1):
        if players == loaded.resolved.players:
            continue
        resolved = loaded.resolved
        other = load_again(loaded, variant=resolved.variant, players=players, options=resolved.options)
        if other.program is not None:
            changes = tuple(_differences(book, usual, with_remarks(book_of(other))))
            found.setdefault(changes, []).append(players)
    blocks: list[d.Block] = []
    for changes, numbers in found.items():
        if not changes:
            continue
        blocks.append(d.Paragraph((d.Strong(f"With {_several(numbers)}"), ":")))
        blocks += changes
    return (d.Heading(2, "Other numbers of players"), *blocks) if blocks else ()


def _several(numbers: list[int]) -> str:
    """Return numbers of players, those that follow one another as a range.

    >>> _several([2, 4, 5, 6]), _several([2])
    ('two or four to six players', 'two players')
    """
    ranges: list[list[int]] = []
    for each in numbers:
        if ranges and each == ranges[-1][-1] + 1:
            ranges[-1].append(each)
        else:
            ranges.append([each])
    parts: list[str] = []
    for each in ranges:
        ends = [number(each[0]), number(each[-1])] if len(each) > 1 else [number(each[0])]
        parts.append(" to ".join(ends) if len(each) > 2 else " or ".join(ends))
    return f"{listed(parts, 'or')} {'player' if numbers == [1] else 'players'}"


def _depends(loaded: Loaded) -> bool:
    """Return whether the rules speak of the number of players."""
    assert loaded.ruleset is not None
    if any(re.search(r"\{(?:not )?players\b", note) for note in loaded.ruleset.notes.values()):
        return True
    found = [*loaded.ruleset.deck.without, *loaded.ruleset.deck.copies]
    texts = [text for _, text in found if text is not None]
    tree = loaded.resolved.tree
    del tree
    nodes = [*texts, *_all_texts(loaded)]
    return any(
        isinstance(each, n.Of)
        and each.name == "size"
        and isinstance(each.operand, n.Players | n.Name)
        and (isinstance(each.operand, n.Players) or each.operand.name == "everybody")
        for text in nodes
        for each in n.walk(text)
    )


def _all_texts(loaded: Loaded) -> Iterator[n.Node]:
    rules = loaded.ruleset
    assert rules is not None
    yield from rules.blocks
    for definition in rules.definitions.values():
        if definition.is_ is not None:
            yield definition.is_
    for holder in (*rules.actions.values(), *rules.effects.values(), *rules.phases.values()):
        if holder.when is not None:
            yield holder.when
    if rules.teams is not None and rules.teams.when is not None:
        yield rules.teams.when
    if rules.deck.packs is not None:
        yield rules.deck.packs


def _variants(loaded: Loaded) -> d.Document:
    """Return the variants, and what each does differently from these rules.

    The options that do not have their defaults stay as they are, but for those that the variant sets. A variant that
    sets nothing else than these rules is left out.
    """
    resolved = loaded.resolved
    book = book_of(loaded)
    usual = with_remarks(book)
    before = again(resolved, variant=resolved.variant).options
    own = {name: value for name, value in resolved.options.items() if value != before[name]}
    blocks: list[d.Block] = []
    for name, help, given in settings.variants(loaded):
        if name == resolved.variant or (given and given.items() <= resolved.options.items()):
            continue
        kept = {option: value for option, value in own.items() if option not in given}
        other = load_again(loaded, variant=name, players=resolved.players, options=kept)
        text = book.prose(help)
        blocks.append(d.Paragraph(d.line(d.Strong(name.replace("_", " ")), ": ", text)))
        if given:
            command = d.Code(f"--variant {name}")
            values = ", ".join(f"{option}={as_typed(value)}" for option, value in given.items())
            blocks.append(d.Paragraph(d.line("It is chosen by ", command, ", and sets ", d.Code(values), ".")))
        if other.program is not None:
            changes = tuple(_differences(book, usual, with_remarks(book_of(other))))
            blocks += changes or (d.Paragraph(("It changes nothing here.",)),)
    return (d.Heading(2, "Variants"), *blocks) if blocks else ()


def _differences(book: Book, usual: d.Document, other: d.Document) -> Iterator[d.Block]:
    """Yield the lines of one text that another does not have, chapter by chapter, and the rules that it leaves out.

    Args:
        book: the words of the usual rules.
        usual: the usual text.
        other: the other one.
    """
    known = {
        sentence
        for block in usual
        for line in _lines(block)
        for sentence in (*_sentences(line), *_sentences(_body(line)))
    }
    chapter = ""
    items: list[d.Line] = []
    for block in other:
        if isinstance(block, d.Heading):
            chapter = block.text if block.level <= 3 else chapter
            continue
        for line in _lines(block):
            new = [each for each in _sentences(line) if each not in known and not each.startswith(deck.THESE)]
            if not new or "As in “" in d.plain(line) or d.plain(line).endswith(":"):
                continue
            if line and isinstance(line[0], d.Strong) and not isinstance(block, d.Table):
                kept = [each for each in _sentences(_body(line)) if each not in known]
                if kept:
                    items.append(d.line(line[0], ": ", _joined(kept)))
            else:
                items.append((f"{chapter}: " + _joined(new),))
    rules = book.rules
    named = {title(book.label(name)) for name in (*rules.actions, *rules.effects, *rules.melds)}
    gone = [each for each in _titles(usual) if each in named - set(_titles(other))]
    items += [(d.Strong(each), ": Left out.") for each in gone]
    if items:
        yield d.Bullets(tuple(items))


def _titles(document: d.Document) -> list[str]:
    """Return what the lines of a text are about, as far as they say so."""
    lines = (line for block in document if isinstance(block, d.Bullets) for line in _lines(block))
    return [line[0].text for line in lines if line and isinstance(line[0], d.Strong)]


def _joined(sentences: list[str]) -> str:
    """Return sentences, or parts of them, as a text."""
    text = ""
    for each in sentences:
        if text.endswith(";") and each[:1].isupper():
            text = f"{text[:-1]}."  # what stood after it is as usual
        begins = not text or text.endswith((".", ":"))
        each = each.removeprefix("But ") if each.startswith("But here ") else each
        text += f"{' ' if text else ''}{title(each) if begins else each}"
    return f"{text[:-1]}." if text.endswith(";") else text


def _body(line: d.Line) -> d.Line:
    """Return a line without its title."""
    titled = bool(line) and isinstance(line[0], d.Strong)
    return (d.plain(line[1:]).removeprefix(": "),) if titled else line


def _lines(block: d.Block) -> Iterator[d.Line]:
    match block:
        case d.Table(rows=rows):
            yield from ((": ".join(d.plain(cell) for cell in row),) for row in rows)
        case d.Heading():
            pass
        case _:
            yield from d.lines((block,))


def _sentences(line: d.Line) -> list[str]:
    """Return the sentences of a line, and the parts of them between semicolons.

    What stands in brackets is not divided.

    >>> _sentences(("Twice (1 if all pass; otherwise 0); then stop. Again.",))
    ['Twice (1 if all pass; otherwise 0);', 'then stop.', 'Again.']
    """
    found: list[str] = []
    for part in re.split(r"(?<=[.;])\s+", d.plain(line)):
        if found and found[-1].count("(") > found[-1].count(")"):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return [each for each in found if each]
