"""The rulebook of a game: all its chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..check.load import Loaded, load_again
from ..diagnostics import counted
from ..resolve.options import as_typed
from ..resolve.resolve import again
from ..speech.book import Book
from ..speech.english import listed, number, prose
from ..syntax import nodes as n
from ..syntax.ruleset import About
from . import deck, ending, settings
from . import document as d
from .course import Course
from .dealing import deal
from .differences import differences
from .examples import examples
from .notes import DEALING, changes, remarks, under_options, without_old_words
from .reach import rankings, settle
from .terms import terms


def rulebook(loaded: Loaded, *, typed: bool = True) -> d.Document:
    """Return the rulebook of a ruleset under its options.

    Args:
        loaded: a ruleset without errors.
        typed: whether it says how moves are typed.

    >>> from cardrules.interpreter.check.load import load_ruleset
    >>> rulebook(load_ruleset("hearts"))[0]
    Heading(level=1, text='Hearts')
    """
    book = book_of(loaded)
    rules = _rules(book)
    head: list[d.Block] = [d.Heading(1, book.program.title)]
    if loaded.resolved.variant is not None:
        name = loaded.resolved.variant.replace("_", " ")
        head.append(d.paragraph(f"these are the rules of the variant “{name}”"))
    if book.program.summary:
        head.append(d.Paragraph((book.prose(book.program.summary),)))
    head += _facts(loaded)
    return (
        *head,
        *rules,
        *_remaining(book),
        *(settings.typed(book) if typed else ()),
        *examples(loaded, book),
        *_others(loaded),
        *_variants(loaded),
        *settings.options(loaded, book),
    )


def _facts(loaded: Loaded) -> Iterator[d.Block]:
    """Yield what the ruleset tells about the game; nothing if it has no `about`."""
    rules = loaded.ruleset
    assert rules is not None
    about = rules.about
    if about == About():
        return
    best = f", best with {_range(*about.best)}" if about.best else ""
    learn = f"{about.difficulty} to learn" if about.difficulty else ""
    told = {
        "Also called": ", ".join(about.aliases),
        "Players": f"{_range(rules.least, rules.most)}{best}",
        "Time": f"about {counted(about.minutes, 'minute')}" if about.minutes else "",
        "Family": ", ".join(filter(None, (about.family, learn))),
        "Origin": about.origin,
        "Sources": "; ".join(about.sources),
    }
    yield d.Bullets(tuple(d.line(d.Strong(name), f": {text}") for name, text in told.items() if text))


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


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
        d.line(d.Strong(each.topic), ": ", prose([book.prose(each.text)]))
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
            changes = tuple(_changes(usual, other))
            found.setdefault(changes, []).append(players)
    blocks: list[d.Block] = []
    for changes, numbers in found.items():
        if not changes:
            continue
        blocks.append(d.Paragraph((d.Strong(f"With {_several(numbers)}"), ":"), leads=True))
        blocks += changes
    return (d.Heading(2, "Other numbers of players"), *blocks) if blocks else ()


def _changes(usual: d.Document, other: Loaded) -> Iterator[d.Block]:
    """Yield what the rules say otherwise than the usual ones."""
    book = book_of(other)
    yield from differences(usual, with_remarks(book), deck.these(book.program.players))


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
    if any("players" in under_options(loaded, note)[1] for note in loaded.ruleset.notes.values()):
        return True
    found = [*loaded.ruleset.deck.without, *loaded.ruleset.deck.copies]
    texts = [text for _, text in found if text is not None]
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
            changes = tuple(_changes(usual, other))
            blocks += changes or (d.Paragraph(("It changes nothing here.",)),)
    return (d.Heading(2, "Variants"), *blocks) if blocks else ()
