"""What one rulebook says that another one does not."""

from __future__ import annotations

from collections.abc import Iterator

from ..speech.grammar import Part, Prose, Sentence
from ..speech.reading import without_contrast
from . import document as d

_RULES = ("actions", "effects", "melds")
"""The sections of which the rules that are left out are listed."""

_Said = tuple[str, bool, bool]
"""A part of a sentence: its text, whether it begins and whether it ends the sentence."""


def differences(usual: d.Document, other: d.Document, known: Part) -> Iterator[d.Block]:
    """Yield the lines of one rulebook that another one does not have, and the rules that it leaves out.

    Of a line only the statements are given that the other rulebook does not have.

    Args:
        usual: the usual rulebook.
        other: the other one.
        known: a sentence that does not count as a difference.
    """
    found = {each for block in usual for line in _lines(block) for each in _said(line)}
    found |= {each for block in usual for each in _after(block)}
    found.update(_pieces(Sentence((known,))))
    chapter = ""
    items: list[d.Line] = []
    for block in other:
        if isinstance(block, d.Heading):
            chapter = block.text if block.level <= 3 else chapter
            continue
        for line in _lines(block):
            new = _without(line, found)
            if new and not any(isinstance(each, d.See) for each in line):
                titled = isinstance(line[0], d.Strong)
                items.append(new if titled else (f"{chapter}: ", *new))
    left = {title.text for title in _titles(other)}
    items += [(title, ": Left out.") for title in dict.fromkeys(_titles(usual)) if title.text not in left]
    if items:
        yield d.Bullets(tuple(items))


def _titles(document: d.Document) -> Iterator[d.Strong]:
    """Yield what the lines of a rulebook are about, if these are rules that can be left out."""
    for block in document:
        for line in block.items if isinstance(block, d.Bullets) else ():
            match line:
                case (d.Strong(about=about) as title, *_) if about.partition(".")[0] in _RULES:
                    yield title
                case _:
                    pass


def _after(block: d.Block) -> Iterator[_Said]:
    """Yield after which actions effects happen as each of them says it, if they stand below one lead that says it."""
    match block:
        case d.Paragraph(after=str(actions)) if actions:
            yield f" (after {actions})", True, True
        case _:
            pass


def _lines(block: d.Block) -> Iterator[d.Line]:
    """Yield the lines of a block that say something by themselves."""
    match block:
        case d.Table(rows=rows):
            yield from ((": ".join(d.plain(cell) for cell in row),) for row in rows)
        case d.Heading() | d.Paragraph(leads=True):
            pass
        case _:
            yield from d.lines((block,))


def _said(line: d.Line) -> Iterator[_Said]:
    """Yield what a line says."""
    for part in line:
        match part:
            case Prose(sentences=sentences):
                for each in sentences:
                    yield from _pieces(each)
            case str():
                yield part, True, True
            case _:
                pass


def _pieces(sentence: Sentence) -> Iterator[_Said]:
    """Yield the parts of a sentence."""
    last = len(sentence.parts) - 1
    for place, part in enumerate(sentence.parts):
        begins = place == 0
        yield str(Sentence((part,), begins)), begins, place == last


def _without(line: d.Line, known: set[_Said]) -> d.Line:
    """Return a line without the statements that are known; empty if it says nothing else."""
    found: list[d.Inline] = []
    new = any(each not in known for each in _said(line))
    for part in line if new else ():
        if not isinstance(part, Prose):
            found.append(part)
            continue
        sentences = [rest for each in part.sentences if (rest := _rest(each, known)) is not None]
        found += [Prose(tuple(sentences))] if sentences else []
    if found and found[-1] == ": ":  # what it announces is known
        found[-1] = "."
    return tuple(found)


def _rest(sentence: Sentence, known: set[_Said]) -> Sentence | None:
    """Return a sentence without what is known; None if all is."""
    kept = [part for part, said in zip(sentence.parts, _pieces(sentence), strict=True) if said not in known]
    return Sentence((without_contrast(kept[0]), *kept[1:]), sentence.begins) if kept else None
