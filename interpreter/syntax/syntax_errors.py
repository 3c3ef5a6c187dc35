"""Explains effect text that the grammar refuses: the place, the mistake, and advice.

Lark reports the token at which it stopped and the tokens that it expected. An author needs to know
which word is wrong, which is often an earlier one, and how it should be written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from ..diagnostics import Diagnostic, Fix, Source, Span, error, slips, suggest
from ..source import halves
from ..source.cut_text import CONDITIONAL
from ..source.indentation import indent, is_sunk
from ..source.indentation import likely as likely_indents
from . import plain_english
from .operations.table import BEFORE_A_VALUE, FOLD_TERMINALS, LEADING, OF, PARTS, PHRASES
from .plain_english import HABITS, OPENINGS

Locate = Callable[[int, int], Span]
Accepts = Callable[[str], set[str]]
Reads = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that was refused.

    Attributes:
        text: the text as it was given to the parser; offsets count in it.
        start: the start symbol of the grammar.
        locate: turns offsets into a place in the file.
        accepts: returns the terminals that could follow a beginning of the text.
        reads: returns whether another text would be accepted.
        keywords: the text of each terminal that is a plain word or sign.
        others: the words of terminals of several words.
        leading: the words that begin a statement.
        reserved: the words that cannot be names.
    """

    text: str
    start: str
    locate: Locate
    accepts: Accepts
    reads: Reads
    keywords: dict[str, str]
    others: tuple[str, ...]
    leading: frozenset[str]
    reserved: frozenset[str]


def explain(refused: UnexpectedInput, source: Text) -> Diagnostic:
    """Return the diagnostic for a text that the parser refused."""
    text = source.text
    offset = min(max(int(refused.pos_in_stream or 0), 0), len(text))
    stray = _stray(text)
    if stray is not None:
        opening = "(" if text[stray] == ")" else "["
        message = f"there is no '{opening}' that this '{text[stray]}' closes"
        place = source.locate(stray, stray + 1)
        return error("CR304", message, place, help=f"write '{opening}' where it begins, or remove it")
    repaired = (
        sunk_line(offset, source) or _one_card(source) or _fraction(offset, source) or _in_english(offset, source)
    )
    repaired = repaired or _missing_colon(offset, source)
    repaired = repaired or _missing_colon(_word_start(text, len(text[:offset].rstrip())), source)
    repaired = repaired or _misspelt_keyword(offset, source)
    if repaired is not None:
        return repaired
    if not isinstance(refused, UnexpectedToken):
        return _sign(offset, source)
    token = cast(Token, refused.token)
    expected = set(refused.accepts or refused.expected)
    if _is_word(text[max(offset - 1, 0) : offset + 1].rjust(2)):
        offset = _word_start(text, offset)  # `f(x) orb` was read as `or` and `b`
        expected = source.accepts(text[:offset])
    at_end = token.type == "$END" or (token.type == "_NL" and offset >= len(text.rstrip()))
    opened = _unclosed(text if at_end else text[:offset])
    if opened is not None and {"RPAR", "RSQB"} & expected and not _is_closed(text, opened):
        bracket = text[opened]
        message = f"this '{bracket}' is never closed"
        closing = ")" if bracket == "(" else "]"
        advice = f"write '{closing}' where it ends"
        return error("CR303", message, source.locate(opened, opened + 1), help=advice)
    opens = "_INDENT" in expected and text[:offset].rstrip().endswith(":")
    if token.type in ("_INDENT", "_DEDENT") or opens:
        found = _indentation(token, offset, expected, at_end, source)
        if found is not None:
            return found
    if "OF" in expected and "IS" not in expected:
        found = _second_of_two(text if at_end else text[:offset], source)
        if found is not None:
            return found
    if at_end or token.type in ("_NL", "_DEDENT"):
        return _too_early(offset if not at_end else len(text), at_end, expected, source)
    run = _run(text, offset)
    if run in _SIGNS:
        return _sign(offset, source)
    return _word(offset, offset + len(_whole_word(text, offset) or str(token)), expected, source)


def sunk_line(offset: int, source: Text) -> Diagnostic | None:
    """Return a line near an offset that is indented too little."""
    if source.start != "block" or "\n" not in source.text.strip():
        return None
    lines = Source("", source.text)
    number, _ = lines.position(offset)
    for each in (number, number - 1, number - 2, number + 1):
        if not (1 <= each <= lines.line_count) or not is_sunk(lines, each):
            continue
        start, own = lines.line_start(each), indent(lines, each)
        for wanted in likely_indents(lines, each):
            text = source.text[:start] + " " * wanted + source.text[start + own :]
            if source.reads(text):
                word = _whole_word(source.text, start + own) or " "
                span = source.locate(start + own, start + own + len(word))
                message = "this line is not indented as the lines are that it belongs to"
                advice = f"put {wanted - own} more space{'s' * (wanted > own + 1)} before it"
                return error("CR302", message, span, help=advice)
    return None


def _misspelt_keyword(offset: int, source: Text) -> Diagnostic | None:
    """Find a misspelt keyword whose correction makes the whole text readable.

    Words are tried from the place where the parser stopped back to the beginning; the word after it
    is tried first.
    """
    words = sorted({*source.keywords.values(), *source.others} - _NO_KEYWORDS)
    found: list[tuple[int, int, re.Match[str], str]] = []
    for nearness, word in enumerate(_words_around(source.text, offset)):
        for keyword in words if word[0] not in words else ():
            distance = slips(word[0], keyword)
            if distance == 1 or (distance == 2 and len(keyword) > 3):
                found.append((distance, nearness, word, keyword))
    found.sort(key=lambda each: each[:2])
    likely = [
        (distance, word, keyword)
        for distance, _, word, keyword in found[:_TRIALS]
        if source.reads(source.text[: word.start()] + keyword + source.text[word.end() :])
    ]
    if not likely:
        return None
    distance, word, keyword = likely[0]
    sole = all(each[0] > distance for each in likely[1:])
    span = source.locate(word.start(), word.end())
    message = f"'{word[0]}' cannot stand here"
    fix = Fix(span, keyword, safe=sole and len(word[0]) > 1)
    return error("CR304", message, span, help=f"did you mean '{keyword}'?", fix=fix)


def _in_english(offset: int, source: Text) -> Diagnostic | None:
    """Find a turn of English near the refused word, whose translation makes the text readable."""
    text = source.text
    if not text[offset : offset + 1].strip():  # the end of a line
        offset = _word_start(text, len(text[:offset].rstrip()))
    if offset and _is_word(text[offset - 1 : offset + 1].rjust(2)):
        offset = _word_start(text, offset)
    end = offset + max(len(_whole_word(text, offset)), 1)
    for begin, last, better in plain_english.turns(text, offset, end):
        if source.reads(text[:begin] + better + text[last:]):
            shown = _whole_word(text, offset)
            if begin < offset and "\n" not in text[begin:last]:  # what is wrong begins before it
                shown = ""
            message = f"'{shown or text[begin:last].strip()}' cannot stand here"
            place = source.locate(offset, end) if shown else source.locate(begin, last)
            fix = Fix(source.locate(begin, last), better)
            return error("CR304", message, place, help=f"write '{better.strip()}'", fix=fix)
    return None


def _missing_colon(offset: int, source: Text) -> Diagnostic | None:
    """Explain `if hand is empty actor wins`: the block on a line begins after a colon."""
    before = source.text[:offset].rstrip()
    line = before[before.rfind("\n") + 1 :]
    word = _whole_word(source.text, offset)
    if not word or not re.match(r"\s*(?:else|if|for each|repeat)\b", line):
        return None
    if not source.reads(f"{before}: {source.text[offset:]}"):
        return None
    place = source.locate(offset, offset + len(word))
    fix = Fix(source.locate(len(before), len(before)), ":")
    message = f"there is no ':' before '{word}'"
    advice = f"write '{line.split()[0]} …: {word} …'"
    return error("CR304", message, place, help=advice, fix=fix)


def _one_card(source: Text) -> Diagnostic | None:
    """Explain `1 card from hand`."""
    found = re.match(r"\s*(1|one|any)\s+(\w+)(?=\s+from\b)", source.text)
    if source.start != "choice" or found is None:
        return None
    message = f"'{found.group(1)} {found.group(2)}' cannot stand here; a choice begins with 'a'"
    span, better = source.locate(*found.span(1)), f"a {found.group(2)}"
    if not source.reads(source.text[: found.start(1)] + "a" + source.text[found.end(1) :]):
        return None
    fix = Fix(span, "a", safe=True)
    return error("CR304", message, span, help=f"write '{better} from …'", fix=fix)


def _fraction(offset: int, source: Text) -> Diagnostic | None:
    """Explain `30,5` and `61/2` near an offset, which are written `30½`, and other fractions."""
    for found in re.finditer(r"\b(\d{1,12})(?:,(\d+)|\s*/\s*(\d{1,12}))\b(?![.,/]\d)", source.text):
        if not found.start() <= offset <= found.end() or found[3] == "0":
            continue
        whole, decimals, divisor = int(found[1]), (found[2] or "").rstrip("0"), int(found[3] or 0)
        part = Fraction(whole, divisor) if divisor else Fraction(f"{whole}.{decimals or 0}")
        if part.denominator > 2:
            message = f"'{found[0]}' is neither whole nor a half; of fractions only halves exist"
            below = math.floor(part)
            advice = f"write '{below}', '{halves.text(2 * below + 1)}' or '{below + 1}'"
            return error("CR301", message, source.locate(*found.span()), help=advice)
        better = halves.text(int(2 * part))
        sound = source.reads(source.text[: found.start()] + better + source.text[found.end() :])
        if sound or divisor:
            span = source.locate(*found.span())
            message = (
                f"a number with a half is written '{better}'" if part.denominator == 2 else "this is a whole number"
            )
            return error("CR301", message, span, help=f"write '{better}'", fix=Fix(span, better, safe=sound))
    return None


def _words_around(text: str, offset: int) -> list[re.Match[str]]:
    """Return the word at an offset, then the next one, then those before, the nearest first."""
    words = list(re.finditer(r"\b[A-Za-z_]+\b", text))
    at = sum(word.end() <= offset for word in words)
    return [*words[at : at + 2], *reversed(words[max(at - _FAR_BACK, 0) : at])]


def odd_dedent(text: str) -> tuple[int, int]:
    """Return the first word of a line whose indentation matches no line before it."""
    stack = [0]
    offset = 0
    for line in text.splitlines(keepends=True):
        width = len(line) - len(line.lstrip(" \t"))
        if line.strip() and not line.lstrip().startswith("#"):
            if width > stack[-1]:
                stack.append(width)
            while width < stack[-1]:
                stack.pop()
            if width != stack[-1]:
                return offset + width, offset + width + len(line.split()[0])
        offset += len(line)
    return 0, 1


# ------------------------------------------------------------------------------ kinds of mistakes


def _sign(offset: int, source: Text) -> Diagnostic:
    """Explain a character, or a row of signs, without a meaning here."""
    text = source.text
    run = _run(text, offset)
    begin = offset
    if run in _SIGNS:
        begin = _run_start(text, offset)
    else:
        run = text[offset : offset + 1]
    advice = _SIGNS.get(run)
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if run in ("=", ":=") and (source.start != "block" or re.search(r"\b(?:if|until|where)\b[^:]*$", line)):
        advice = "write 'is' to compare"
    elif run == "=" and re.fullmatch(r"\s*(?:\w+:\s+)?[a-z_]\w*(?: of \w+)*\s*", line):
        advice = "write '… becomes …'"
    elif run in ("=", ":=") and re.search(r"\blet\s+\w+\s*$", text[:begin]):
        advice = "write 'let … be …'"
    elif run == "." and not _is_word(text[offset + 1 : offset + 2]):
        advice = "a rule ends without a full stop"
    elif run == "." and (found := re.search(r"\b(\w+)$", text[:offset])) is not None:
        asked = _whole_word(text, offset + 1)
        form = "{0}" if found.group() in _SECTIONS else _MEMBERS.get(asked, "{0} of {1}")
        advice = f"write '{form.format(asked, found.group())}'"
    span = source.locate(begin, begin + len(run))
    shown = f"'{run}'" if advice is not _QUOTES else run
    return error("CR305", f"{shown} has no meaning in a rule", span, help=advice)


def _indentation(token: Token, offset: int, expected: set[str], at_end: bool, source: Text) -> Diagnostic | None:
    text = source.text
    if token.type == "_INDENT":
        after = text[offset:]
        line = offset + len(after) - len(after.lstrip())
        message = "this line is indented more than the one before, which opens no block"
        span = source.locate(line, line + len(_whole_word(text, line) or " "))
        above = text[:offset].rstrip().rpartition("\n")[2]
        begin = text.rfind("\n", 0, line) + 1 + len(above) - len(above.lstrip())
        sound = begin < line and source.reads(text[:begin] + text[line:])
        fix = Fix(source.locate(begin, line), "", safe=True) if sound else None
        return error("CR302", message, span, help="indent it as much as the line before", fix=fix)
    if "_INDENT" not in expected:
        return None
    line = len(text[:offset].rstrip())
    message = "this line opens a block, but no indented line follows"
    code = "CR303" if at_end else "CR302"
    return error(code, message, source.locate(line - 1, line), help="indent the lines of the block")


def _too_early(offset: int, at_end: bool, expected: set[str], source: Text) -> Diagnostic:
    end = len(source.text[:offset].rstrip())
    begin = min(_word_start(source.text, end), end - 1)
    what = "text" if at_end else "line"
    message = f"this {what} ends too early; expected {_wording(expected, source)}"
    advice = _usual(source) or f"write what belongs after '{source.text[begin:end]}'"
    none = re.search(r"\b(\w+) has (no )?cards?$", source.text[:end])
    if none is not None:
        advice = f"write '{none[1]} is {'' if none[2] else 'not '}empty'"
    elif source.text[begin:end] in _UNFINISHED:
        advice = f"write '{_UNFINISHED[source.text[begin:end]]}'"
    elif "COLON" in expected:
        advice = "a line that opens a block ends with ':'"
    elif not at_end:
        advice = "a statement stands on one line; only inside brackets it may go on on the next"
    return error("CR303", message, source.locate(begin, end), help=advice)


_UNFINISHED = {"draw": "draw 1", "shuffle": "shuffle stock", "nobody": "nobody wins", "skip": "skip 1"}
"""Words that lack what is usually written after them."""


def _second_of_two(before: str, source: Text) -> Diagnostic | None:
    """Explain two words side by side, which the grammar could only read as `top 4 of …`."""
    pair = re.search(r"\b([A-Za-z_]\w*)\s+(\w+)\s*$", before)
    if pair is None:
        return None
    first, second = pair.group(1), pair.group(2)
    if first in PARTS and not (PARTS[first].free and second in LEADING):
        return None
    if first == "score" and _begins_statement(source.text, pair.start(1), source):
        place = source.locate(pair.start(1), pair.end(1))
        return error("CR304", f"'{first}' begins no statement", place, help=OPENINGS[first])
    if (first in OF or first == "score") and second not in HABITS:
        message = f"'of' is missing between '{first}' and '{second}'"
        span = source.locate(pair.start(1), pair.end(2))
        return error("CR304", message, span, help=f"write '{first} of {second}'")
    return _word(pair.start(2), pair.end(2), source.accepts(before[: pair.start(2)]), source)


def _word(begin: int, end: int, expected: set[str], source: Text) -> Diagnostic:
    """Explain a word in a wrong place; it or the word before it may be misspelt."""
    text = source.text
    word = text[begin:end]
    span = source.locate(begin, end)
    message = f"'{word}' cannot stand here; expected {_wording(expected, source)}"
    previous = re.search(r"(?<!\w)([A-Za-z_]\w+)\s*$", text[:begin])
    opening = _opening(begin, source) or _second_loop(begin, source) or _late_else(begin, source)
    if opening is not None:
        return opening
    call = _call(begin, end, source)
    if call is not None:
        return call
    before = previous.group(1) if previous is not None else ""
    plain = before in ("the", "any", "each", "all", "every", "some")
    advice = None if plain else _quantified(begin, source) or _misspelt(word, expected, source)
    advice = advice or (_quantified(begin, source) if plain else None)
    if advice is None:
        if previous is not None and word != "of" and not (word == "in" and "IS" in expected):
            better = _misspelt_before(previous.group(1), previous.start(1), source)
            if better is not None:
                place = source.locate(previous.start(1), previous.end(1))
                found = f"'{previous.group(1)}' begins nothing that can go on with '{word}'"
                return error("CR304", found, place, help=better)
        found = _misspelt_beginning(begin, source)
        if found is not None:
            return found
        advice = _advice(word, begin, expected, source)
        if advice is None and source.start == "meld_part":
            advice = _usual(source)
        if advice is None and expected & {"_NL", "$END"}:
            advice = f"leave '{word}' out"
            if _is_word(word) and word not in source.keywords.values() and expected & _JOINING:
                advice += ", or write a word of the language such as 'is', 'is in' or 'has'"
        before = _whole_word(text, _word_start(text, len(text[:begin].rstrip())))
        plain = {before, word}.isdisjoint({*source.keywords.values(), *source.reserved, ""})
        if advice is None and plain and _is_word(word) and word.isalpha():
            advice = f"put a word of the language between '{before}' and '{word}', such as 'is' or 'has'"
    return error("CR304", message, span, help=advice)


def _call(begin: int, end: int, source: Text) -> Diagnostic | None:
    """Explain `exact p`: a definition and its argument without brackets."""
    found = plain_english.called(source.text, begin, end)
    if found is None or found[2].partition("(")[0] in {*source.keywords.values(), *HABITS, *OF}:
        return None
    start, last, better = found
    word = source.text[begin:end]
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    if source.start not in ("block", "expression"):
        return None
    if source.start == "block" and not re.match(r"\s*(else\s+)?if\b[^:]*$", line):
        return None
    if word in (*source.reserved, "rank", "suit", "colour") or not source.reads(
        source.text[:start] + better + source.text[last:]
    ):
        return None
    place = source.locate(begin, end)
    message = f"'{word}' cannot stand here; a word such as 'is' may be missing before it"
    advice = f"a definition has what it is about in brackets: write '{better}'"
    return error("CR304", message, place, help=advice, fix=Fix(source.locate(start, last), better))


def _second_loop(offset: int, source: Text) -> Diagnostic | None:
    """Explain `if x: for each p in players: …`: the second word that opens a block on a line."""
    if source.start != "block":
        return None
    line = source.text.rfind("\n", 0, offset) + 1
    first = re.compile(r"(?:.*:|.*\bthen)\s+(for|repeat)\s+$").match(source.text, line, offset)
    if first is None:
        return None
    span = source.locate(first.start(1), first.end(1))
    message = f"'{first.group(1)}' cannot stand here; it begins a line"
    return error("CR304", message, span, help=_own_line(source.text[: first.start(1)]))


def _late_else(offset: int, source: Text) -> Diagnostic | None:
    """Explain `if x: draw 1 else: draw 2`: the other case after the first one on its line."""
    text = source.text
    if source.start != "block" or _whole_word(text, offset) != "else":
        return None
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    margin = line[: len(line) - len(line.lstrip())]
    if not source.reads(f"{text[:offset].rstrip()}\n{margin}{text[offset:]}"):
        return None
    span = source.locate(offset, offset + len("else"))
    advice = "it needs a line of its own below the 'if', in a text that begins with '|'"
    return error("CR304", "'else' cannot stand here; it begins a line", span, help=advice)


def _own_line(before: str) -> str:
    """Return advice for the word of a block after other text of its line."""
    if before.rstrip().endswith("then"):
        return "it needs a line of its own, without 'then' before it"
    return "it needs a line of its own, indented, after the ':'"


_DIRECTIONS = frozenset({"clockwise", "counterclockwise", "anticlockwise", "counter", "anti"})


def _misspelt(word: str, expected: set[str], source: Text) -> str | None:
    """Explain a mistake in the word itself."""
    if word == "then" and "ELSE" in expected and "COLON" not in expected:
        return CONDITIONAL
    if source.start in ("expression", "block") and word in HABITS:
        return HABITS[word]
    if source.start == "scheme" and word in _DIRECTIONS:
        return "leave it out; the direction of the game is 'direction: counterclockwise' in 'deal'"
    words = [source.keywords.get(name, "") for name in expected - _VALUE]
    nearest = suggest(word, [each for each in words if each.isalpha() and each != word])
    return f"did you mean '{nearest}'?" if nearest else None


def _misspelt_before(before: str, offset: int, source: Text) -> str | None:
    """Explain a mistake in the word before the refused one."""
    if before == "the":
        return HABITS[before]
    if _begins_statement(source.text, offset, source):
        return None
    if source.start not in ("expression", "block"):
        return None
    possible = source.accepts(source.text[:offset])
    if any(word == before and name in possible for name, word in source.keywords.items()):
        return None
    if before in HABITS:
        return HABITS[before]
    if before in source.keywords.values():
        return None
    words = [word for name, word in source.keywords.items() if name in possible and len(word) > 1]
    nearest = suggest(before, sorted(words))
    return f"did you mean '{nearest}'?" if nearest else None


def _opening(offset: int, source: Text) -> Diagnostic | None:
    """Explain `when stock is empty:`: a word of plain English begins the line."""
    first = _first_word(offset, source)
    if first is None or first.group(1) not in OPENINGS or source.text[first.end() : offset].strip():
        return None
    return _no_statement(first, OPENINGS[first.group(1)], source)


def _misspelt_beginning(offset: int, source: Text) -> Diagnostic | None:
    """Explain `mvoe trick to pile`: the first word of a line is nearly the word of a statement."""
    first = _first_word(offset, source)
    nearest = suggest(first.group(1), sorted(source.leading)) if first is not None else None
    if first is None or nearest is None or first.group(1) in source.reserved:
        return None
    return _no_statement(first, f"did you mean '{nearest}'?", source)


def _first_word(offset: int, source: Text) -> re.Match[str] | None:
    """Return the first word of the statement before an offset, if no statement begins with it."""
    text = source.text
    line = max(text.rfind("\n", 0, offset), text.rfind(":", 0, offset)) + 1
    first = re.compile(r"\s*([A-Za-z_]\w*)").match(text, line)
    if source.start != "block" or first is None or first.end() > offset:
        return None
    return None if first.group(1) in source.leading else first


def _no_statement(first: re.Match[str], advice: str, source: Text) -> Diagnostic:
    span = source.locate(first.start(1), first.end(1))
    return error("CR304", f"'{first.group(1)}' begins no statement", span, help=advice)


def _advice(word: str, begin: int, expected: set[str], source: Text) -> str | None:
    """Return advice for a place where no word is misspelt."""
    text = source.text
    previous = re.search(r"\b(\w+)(\(?)\s*$", text[:begin])
    before, bracket = previous.groups() if previous else ("", "")
    in_block = source.start == "block"
    if before == "wins" and in_block:
        return "a win ends the game; a deal is decided by its scores: 'add … to score of …', then 'end deal'"
    if word == "else" and not in_block and re.search(r"\bif\b", text[:begin]):
        return "put it in brackets: '(x if condition else y)'"
    if word in ("if", "else") and not in_block:
        return CONDITIONAL
    if word == "else":
        return "'else' begins a line of its own, as far in as its 'if'"
    joined = re.search(r"\band\s+(\w+)\s+$", text[:begin])
    if in_block and joined is not None and joined[1] in source.leading:
        return "each statement stands on a line of its own: 'do: |', and the lines below it"
    if in_block and (word in source.leading or word == ","):
        if word in ("if", "for", "repeat"):
            return _own_line(text[:begin])
        return "each statement stands on a line of its own: 'do: |', and the lines below it"
    if before == "each" and in_block and "IN" not in source.accepts(text[:begin] + "x"):
        return _to_each(text, begin)
    if "AGAIN" in expected:
        return "write 'move … to …' for cards that are played; 'play again' is for another action"
    if "ON" in expected and re.search(r"\blay\b[^\n]*$", text[:begin]):
        return "write 'lay … on …', with a zone of piles"
    end_card = re.search(r"\b(last|first|top|bottom) cards?\s*$", text[:begin])
    if "OF" in expected and end_card is not None:
        return f"write '{end_card[1]} of …', with a zone"
    if word in ("a", "an") and before in _COUNTED:
        return f"write a number: '{before} 1'"
    if word == "from" and before.isdigit() and "TO" in expected:
        return f"write 'move top {before} of … to …'"
    if word == "from" and in_block and "TO" in expected:
        return "leave out 'from …': cards are moved from where they lie"
    folded = re.search(r"\b(total|highest|lowest) (\w+) of (.+)$", text[:begin].rstrip())
    if folded is not None and "OVER" in expected:
        return "write '{} {} over {}'".format(*folded.groups())
    if word in ("card", "cards") and in_block and {"TO", "EACH"} & expected:
        behind = re.compile(r"[^\n]*\b(?:each|every|all) players?\b").match(text, begin)
        return _to_each(text, begin) if behind else f"leave '{word}' out"
    if word == ")" and bracket:
        return f"what takes no arguments is used without brackets: '{before}'"
    if word in ("<", "<=", ">", ">="):
        return "compare two values at a time: 'a < b and b < c'"
    if word == "in" and "IS" in expected:
        counted = re.search(r"\b(?:number|count|amount) of (\w+)\s+$", text[:begin])
        if counted:
            return "write 'size of' and what is counted"
        return "a zone alone means its cards: 'hand'" if before == "cards" else "write 'is in'"
    if word == "no" and {"NUMBER", "LPAR"} <= expected:
        return "write '… is empty', or 'not' before a condition"
    if word in source.reserved and ("NAME" in expected or word in ("a", "an")):
        return f"'{word}' is a word of the language and cannot be a name"
    if word == "of" and "IN" in expected:
        return "write 'for each p in …'"
    if word == "of" and re.fullmatch(r"[0-9]+|[AJQKT]", before):
        return "write cards with the letters of their rank and suit: '10H'"
    behind_from = source.start == "scheme" and re.search(rf"\bfrom {re.escape(before)}\s*$", text[:begin])
    if word == "of" and before.isalpha() and (behind_from or source.start in ("expression", "block")):
        return f"put it in brackets: '({before} of …)'"
    numbered = re.search(r"\b(pile|column) (\w+)\s*$", text[:begin])
    if word in ("+", "-") and numbered:
        return "put the number in brackets: '{} ({} {} …) of …'".format(*numbered.groups(), word)
    if _CARD.fullmatch(word) and _CARD.fullmatch(before):
        return f"write several cards as a list: [{before}, {word}]"
    if "COLON" in expected and word not in source.reserved and _is_word(before + word):
        return f"write '{word} of {before}', or a word of the language between them"
    if "COLON" in expected and word != ":":
        return "a line that opens a block ends with ':'"
    return _usual(source)


def _to_each(text: str, offset: int) -> str:
    """Return advice for `each player` in a statement: a deal names a number, everything else needs a loop."""
    begin, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    line = text[begin : len(text) if end < 0 else end]
    dealt = re.search(r"\b(?:deal|give)\b.*?(\d+)", line)
    if dealt is None:
        return "write 'for each p in players:', and 'p' for the player"
    return f"write 'deal {dealt[1]} each to hand', or another zone that each player has"


def _quantified(offset: int, source: Text) -> str | None:
    """Return advice for `all cards of hand are red`: the cards that differ, or are alike, are counted."""
    if source.start not in ("expression", "block"):
        return None
    line = source.text.rfind("\n", 0, offset) + 1
    has = _HAS_MORE.search(source.text, line)
    if has is not None and has.end() - len(has[3]) <= offset <= has.end():
        return f"write '{has[2]} of {has[1]} {has[3]} …'"
    for found in _QUANTIFIED.finditer(source.text, line):
        if found.start() <= offset <= found.end() + 1:
            before = source.text[line : found.start()]
            if source.start == "block" and re.search(r"\b(?:if|until|where)\b", before) is None:
                return _to_each(source.text, offset) if found["what"].startswith("player") else None
            if not re.compile(r"\s+[a-z<>=]").match(source.text, found.end()):
                return None  # nothing is said of them
            noun = found["what"].removesuffix("s")
            of = f" of {found['zone'] or 'hand'}" if found["zone"] or noun == "card" else ""
            how = {"some": "any", "all": "every", "each": "every"}.get(found["how"], found["how"])
            named, what = f"{how} {noun}{of}", "score" if noun == "player" else "rank"
            return f"write '{named} is …', '{what} of {named} is …' or the like"
    return None


_HAS_MORE = re.compile(r"\b((?:any|every|no) \w+(?: of \w+)?) has (\w+) ([<>]=?)")


_QUANTIFIED = re.compile(
    r"\b(?P<how>all|every|each|any|some|no)(?:\s+of)?\s+(?P<what>cards?|players?)\b(?:\s+(?:of|in|from)\s+(?P<zone>[a-z_]+))?"
)


def _usual(source: Text) -> str | None:
    """Return the usual forms of a text that has only a few."""
    if source.start == "scheme" and " pass" in source.text:
        return (
            "write 'in turn until all others have passed', or '… have passed in a row' if players "
            "who have passed may act again"
        )
    if source.start == "scheme" and " until " in source.text:
        return "write the condition that ends the phase under 'until:'"
    return {
        "choice": "write it like 'a card from hand', '2 to 3 cards from hand', "
        "'a number from 1 to 3' or 'a set or run from hand'",
        "scheme": "write 'in turn', 'each once', 'all at once' or 'poll players', each with "
        "'from …' where it matters, or one player",
        "meld_part": "write it like 'set', '2 set' or 'run of 4'",
        "preference": "write 'if …' and a condition, or 'highest …' or 'lowest …' and a number",
        "size": "write it like '3', '3 to 4' or '3 or more'",
    }.get(source.start)


# ------------------------------------------------------------------------------------------ wording

_WORDING = {
    "NAME": "a name",
    "NUMBER": "a number",
    "HALVES": "a number with a half",
    "WAY": "'up' or 'down'",
    "FACE": "a card",
    "ORDER": "'<'",
    "PLUS_MINUS": "'+'",
    "TIMES": "'*'",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
    "SCOPE": "'turn', 'phase', 'deal' or 'game'",
    "EXTREME": "'highest' or 'lowest'",
    "_ARTICLE": "'a'",
}
_VALUE = {
    "NAME",
    "NUMBER",
    "HALVES",
    "FACE",
    "LPAR",
    "LSQB",
    "MINUS",
    "NOT",
    "PLAYERS",
    "PLAYER",
    "POSITION",
    "_PATTERN",
    "_PARTS",
    "QUANTIFIER",
    "_EXACTLY",
    "_RANK",
    "_ROUNDED",
    "_CARDS",
    *FOLD_TERMINALS.values(),
    *map(str.upper, BEFORE_A_VALUE),
}
_JOINING = {
    "AND",
    "OR",
    "IS",
    "HAS",
    "SHARE",
    "IF",
    "OTHERWISE",
    "IN",
    "WHERE",
    "WITH",
    "SORTED",
    "ORDER",
    "PLUS_MINUS",
    "TIMES",
    "OF",
    "BY",
    *(each.word.upper() for each in PHRASES if each.pattern[0] == "_"),
}


def _wording(expected: set[str], source: Text) -> str:
    """Describe in a few words what was expected.

    Words that can follow every expression, such as `and`, `is` and `+`, are left out unless there
    is nothing else: the list would not help an author who forgot a `to`.
    """
    parts: list[str] = []
    rest = set(expected)
    joined = len(rest & _JOINING) > 2
    if {"NUMBER", "LPAR"} <= rest:
        if not joined:
            parts.append("a value")
        rest -= _VALUE
    leading = {name for name in rest if source.keywords.get(name) in source.leading}
    if len(leading) > 3:
        parts = ["a statement"]
        rest -= leading | {"_INDENT", "_NL"}
    if joined:
        rest -= _JOINING | _VALUE
        if not rest or rest <= {"$END", "_NL"}:
            parts.append("a word such as 'and' or 'is'")
    for name in sorted(rest, key=lambda name: (name.startswith(("_", "$")), name)):
        word = source.keywords.get(name)
        parts.append(f"'{word}'" if word is not None else _WORDING.get(name, name.lower()))
    parts = list(dict.fromkeys(parts))
    if len(parts) > 1:
        return ", ".join(parts[:-1]) + " or " + parts[-1]
    return parts[0] if parts else "something else"


_NO_KEYWORDS = frozenset("( ) [ ] : , -".split())
_TRIALS = 40  # attempts to parse a text, to find its misspelt word
_FAR_BACK = 40  # words tried before the place where the parser stopped

_QUOTES = "names stand without quotes"
_SECTIONS = ("options", "zones", "variables", "define", "actions", "phases")
"""Sections of a ruleset, whose entries are named alone."""

_MEMBERS = {
    "empty": "{1} is empty",
    "isEmpty": "{1} is empty",
    "is_empty": "{1} is empty",
    "length": "size of {1}",
    "count": "size of {1}",
    "len": "size of {1}",
    "add": "move … to {1}",
    "append": "move … to {1}",
    "push": "move … to {1}",
    "pop": "top of {1}",
    "remove": "move … to …",
    "shuffle": "shuffle {1}",
    "contains": "… is in {1}",
    "includes": "… is in {1}",
    "has": "… is in {1}",
}
"""What other languages write after a dot, with what is written here for `{1}`."""

_SIGNS = {
    "=": "write 'is' to compare, 'becomes' to change a variable",
    "==": "write 'is'",
    "===": "write 'is'",
    ":=": "write 'becomes'",
    "+=": "write 'add … to …'",
    "-=": "write 'add -… to …'",
    "!": "write 'not'",
    "!=": "write 'is not'",
    "<>": "write 'is not'",
    "=>": "write '>='",
    "=<": "write '<='",
    "&": "write 'and', between conditions",
    "&&": "write 'and'",
    "|": "write 'or' between conditions, '+' between cards",
    "||": "write 'or'",
    "%": "write 'mod'",
    "/": "write 'half of …', or 'div' for a division that drops the rest",
    "//": "write 'div'",
    "**": "there are no powers; multiply with '*'",
    "++": "write 'add 1 to …'",
    "->": None,
    '"': _QUOTES,
    "'": _QUOTES,
    "“": _QUOTES,
    "”": _QUOTES,
    "’": _QUOTES,
    "`": _QUOTES,
    ".": "write 'rank of' and a card for an attribute",
    ";": "each statement stands on a line of its own",
    "{": "write a list as [2, 9]",
    "}": "write a list as [2, 9]",
    "?": CONDITIONAL,
    "≤": "write '<='",
    "≥": "write '>='",
    "≠": "write 'is not'",
    "×": "write '*'",
    "−": "write '-'",
    "–": "write '-'",
    "♣": "write cards with letters: 5C",
    "♦": "write cards with letters: 5D",
    "♥": "write cards with letters: 5H",
    "♠": "write cards with letters: 5S",
}

# -------------------------------------------------------------------------------------------- text


def _is_word(text: str) -> bool:
    return re.fullmatch(r"\w+", text, re.ASCII) is not None


def _whole_word(text: str, offset: int) -> str:
    found = re.compile(r"\w*", re.ASCII).match(text, offset)
    return found.group() if found else ""


def _word_start(text: str, offset: int) -> int:
    while offset > 0 and _is_word(text[offset - 1]):
        offset -= 1
    return offset


_CARD = re.compile(r"(?:[0-9]+|[TJQKA])[A-Z]")
_COUNTED = ("deal", "deals", "draw", "draws", "skip")  # a number of cards or players follows
_SIGN = re.compile(r"[=!<>&|+*/:%-]")


def _run_start(text: str, offset: int) -> int:
    while offset > 0 and _SIGN.match(text[offset - 1]):
        offset -= 1
    return offset


def _run(text: str, offset: int) -> str:
    """Return the row of signs around the character at `offset`."""
    if not _SIGN.match(text[offset : offset + 1]):
        return text[offset : offset + 1]
    begin = end = _run_start(text, offset)
    while end < len(text) and _SIGN.match(text[end]):
        end += 1
    return text[begin:end]


def _unclosed(text: str) -> int | None:
    """Return the place of the innermost bracket that is not closed."""
    opened: list[int] = []
    for offset, character in enumerate(re.sub(r"#[^\n]*", lambda m: " " * len(m.group()), text)):
        if character in "([":
            opened.append(offset)
        elif character in ")]" and opened:
            opened.pop()
    return opened[-1] if opened else None


def _stray(text: str) -> int | None:
    """Return the place of a closing bracket that was never opened."""
    depth = {")": 0, "]": 0}
    for offset, character in enumerate(re.sub(r"#[^\n]*", lambda m: " " * len(m.group()), text)):
        if character in "([":
            depth[{"(": ")", "[": "]"}[character]] += 1
        elif character in depth:
            depth[character] -= 1
            if depth[character] < 0:
                return offset
    return None


def _is_closed(text: str, bracket: int) -> bool:
    depth = 0
    for character in text[bracket:]:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if depth == 0:
            return True
    return False


def _begins_statement(text: str, offset: int, source: Text) -> bool:
    before = text[:offset].rstrip(" \t")
    return source.start == "block" and (not before or before[-1] in "\n:")
