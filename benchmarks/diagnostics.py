"""How good the diagnostics are: mistakes of one token, put into every bundled ruleset.

    python benchmarks/diagnostics.py
    python benchmarks/diagnostics.py hearts --list

Two kinds of mistakes are made, each time exactly one, from a fixed seed:

- *names*: a letter dropped, doubled, or exchanged with its neighbour, in a key of the schema, a
  zone, an option, any other name of the ruleset (variable, definition, meld, phase, action,
  effect, parameter), an attribute, a keyword, a word of a fixed list, a choice, and a rank or card;
- *signs*: a bracket, a colon or a quote left out, or the indentation of a line, by one space or
  whole. (Indentation by a whole level is not a mistake that can be seen: a statement that has moved
  out of its `if` is another rule, and as good.)

Names are changed where they are used and where they are declared. A name that nothing refers to is
left alone: to call a scenario otherwise is not a mistake. So are comments and prose, also the notes of
a file that changes another's; but the addresses in prose, such as `options.target`, are names.

Four questions are asked of what `cardrules validate` says. Is the mistake *found*, that is, is
anything reported at all? Is the first problem at its exact *line*, and at its exact *column*? And,
for names, is the first word *suggested* the right one? The place is where the spoilt token stands;
of a sign that is missing, where it stood, or the beginning of the word it followed; of a pair, the
other bracket or quote. Where a name stands in two places only, nothing tells which of the two is
wrong: either place will do, if the other is shown as well.

A mistake that makes another valid example of an example, such as the number 8 of the card 8C, is no
finding of `validate`; there `cardrules test` is asked, which plays the examples, and the place is
that of the first that fails. How many these are is printed.

Left out is only what changes nothing: a mutant whose resolved ruleset, its texts parsed, is that of
the original. Whether it is misspelt into something that exists does not matter.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from cardrules import rulesets
from cardrules.interpreter.authoring.suppression import suppress
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.check.load import Loaded, load_ruleset
from cardrules.interpreter.diagnostics import Diagnostic, Source, Span
from cardrules.interpreter.scenarios.examining import examine_scenarios
from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.running import run
from cardrules.interpreter.source.located import Entry, Mapping, Node, Scalar, Sequence, plain
from cardrules.interpreter.source.yaml_parser import parse
from cardrules.interpreter.syntax import types as ty
from cardrules.interpreter.syntax.operations.table import BUILT_IN, OF

SEED = 5
NAMES = 32  # mistakes of each class of names, for each ruleset
SIGNS = 24  # mistakes of each class of signs

SECTIONS = {
    "options": "option",
    "zones": "zone",
    "variables": "name",
    "melds": "name",
    "define": "name",
    "phases": "name",
    "actions": "name",
    "effects": "name",
    "variants": "name",
}
ADDRESS = re.compile(rf"\b({'|'.join(SECTIONS)}|deal|match|limits|bots)(?:\.[a-z]\w*)+")
EFFECT_TEXT = set(
    "when do is faces start size by around most_wild roles jokers packs deals turns "
    "result until after before dealer first value choose players".split()
)
ATTRIBUTES = {*OF, "score"} - {"cards"}
KEYWORDS = set(
    "move to deal each from lay on draw draws refill shuffle reveal becomes add let be go play "
    "again end wins loses leaves nobody ask or announce skip reverse stop until if else for in "
    "repeat times otherwise and not is empty possible extends share no has where with total over "
    "of players player turn once among all at poll card cards number more highest lowest "
    "the game phase a an by".split()
)
BUILT_IN_NAMES = {*BUILT_IN} - ATTRIBUTES - {"joker", "it"}
FIXED = {"type", "scope", "each", "same", "consecutive", "winner", "items"}  # keys of fixed words
CARD = re.compile(r"(?:10|[2-9AJKQT])[CDHS]|Jo")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+[A-Za-z][A-Za-z0-9]*")


@dataclass(frozen=True)
class Mutant:
    """A ruleset with one mistake: the class of the token, its place in the spoilt text, the text.

    `right` is the name that was spoilt, `also` are other places (offsets) of the mistake, `twins`
    places of which either will do if the diagnostic shows both.
    """

    ruleset: str
    kind: str
    text: str
    start: int
    right: str | None
    also: tuple[int, ...] = ()
    twins: tuple[int, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What was said about a mutant."""

    mutant: Mutant
    found: bool
    line: bool
    column: bool
    right: bool
    said: str
    by_example: bool = False


# -- where a mistake can be made


def _walk(node: Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Entry | Scalar]]:
    """Yield keys and scalars with the keys that lead to them."""
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield path, entry
            yield from _walk(entry.value, (*path, entry.key))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _walk(item, path)
    else:
        yield path, node


def _is_prose(path: tuple[str, ...]) -> bool:
    """Return whether a text is written for people: notes, a summary, the name, a help, a label."""
    if path[:1] in (("change",), ("add",)):
        path = path[1:]
    if path[:1] == ("define",) and len(path) == 2:
        return False  # a definition of that name
    if path[:1] in (("labels",), ("phrases",)) and len(path) == 2:
        return True
    return path[:1] == ("notes",) or path in (("name",), ("summary",)) or path[-1:] == ("help",)


def _is_schema_key(path: tuple[str, ...]) -> bool:
    """Return whether the keys of a mapping are those of the schema, and not an author's."""
    if path[:1] in (("change",), ("add",)):
        path = path[1:]
    if not path:
        return True
    section, depth = path[0], len(path)
    if section in ("players", "deal", "match", "limits", "bots"):
        return depth == 1
    if section == "deck":
        return depth == 1
    if section in ("scenarios", *SECTIONS):
        inner = path[2:] if section != "scenarios" else path[2:3] and path[2:]
        return depth == 2 or (section == "scenarios" and inner == ("tests",))
    return False


class Sites:
    """All tokens of a ruleset in which a mistake can be made, by class."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        root, _ = parse(Source(name, text))
        assert isinstance(root, Mapping)
        loaded = load_ruleset(rulesets.path(name) or name)
        self.declared = self._declared(loaded)
        self.ranks = set(loaded.program.pack.ranks) if loaded.program else set()
        self.suits = set(loaded.program.pack.suits) if loaded.program else set()
        self.rules = [match.start() for match in re.finditer(r"(?m)^  (?=[\w'\"])", text)]
        self.words: list[tuple[str, int, str]] = []  # class, offset, word
        for path, item in _walk(root, ()):
            self._take(path, item)
        self.words = sorted(set(self.words), key=lambda each: each[1])
        counted = Counter(word for _, _, word in self.words)
        self.places: dict[str, list[int]] = {}
        for _, offset, word in self.words:
            self.places.setdefault(word, []).append(offset)
        names = {"zone", "option", "name", "choice"}
        self.words = [each for each in self.words if each[0] not in names or counted[each[2]] > 1]
        self.signs = list(self._signs(root))

    def _declared(self, loaded: Loaded) -> dict[str, str]:
        """Return the class of each name that the ruleset declares."""
        found: dict[str, str] = {}
        self.local: set[str] = set()
        tree = loaded.resolved.tree
        for section, kind in SECTIONS.items():
            node = tree.get(section)
            for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
                found.setdefault(key, kind)
                value = entry.value
                if not isinstance(value, Mapping):
                    continue
                for choice in _words(value.get("choices")) if section == "options" else ():
                    found.setdefault(choice, "choice")
                for named in ("with", "steps"):
                    for word in _words(value.get(named)) if section in ("define", "phases") else ():
                        if word not in ty.NAMED:
                            found.setdefault(word, "name")
                            self.local |= {word} if named == "with" else set()
                choose = value.get("choose")
                for word in choose.entries if isinstance(choose, Mapping) else ():
                    found.setdefault(word, "name")
                alias = value.get("as")
                if section == "options" and isinstance(alias, Scalar):
                    found.setdefault(alias.text, "option")
        return found

    def _take(self, path: tuple[str, ...], item: Entry | Scalar) -> None:
        if isinstance(item, Entry):
            quoted = self.text[item.key_span.start] in "'\""
            start = item.key_span.start + quoted
            if _is_schema_key(path):
                self._add("key", start, item.key)
            elif path[:1] == ("deck",):
                for found in WORD.finditer(item.key):
                    kind = "name" if path[1:] == ("orders",) else "rank"
                    self._add(kind, start + found.start(), found[0])
            elif path != ("scenarios",) and not _is_prose(path) and item.key in self.declared:
                kind = self.declared[item.key]
                if len(path) == 1 and path[0] in SECTIONS:
                    kind = SECTIONS[path[0]]
                self._add(kind, start, item.key)
            return
        if _is_prose(path):
            self._take_addresses(item)
            for found in re.finditer(r"(?<=\{)\w+", item.text if path[0] == "phrases" else ""):
                self._add("name", item.offset_of(found.start()), found[0])
            return
        if path == ("extends",):
            return
        fixed = path[-1] in FIXED and path[0] != "define"
        effect_text = path[-1] in EFFECT_TEXT or path[0] == "define" or "choose" in path
        for found in WORD.finditer(re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), item.text)):
            offset = item.offset_of(found.start())
            if self.text[offset : offset + len(found[0])] != found[0]:
                continue
            kind = "word" if fixed else self._class(found[0], effect_text and path[0] != "scenarios")
            if kind is not None:
                self._add(kind, offset, found[0])

    def _take_addresses(self, prose: Scalar) -> None:
        for found in ADDRESS.finditer(prose.text):
            offset = prose.offset_of(found.start())
            if self.text[offset : offset + len(found[0])] != found[0]:
                continue
            for index, word in enumerate(re.finditer(r"\w+", found[0])):
                kind = SECTIONS.get(found[1], "key") if index == 1 else "key"
                self._add(kind, offset + word.start(), word[0])

    def _class(self, word: str, effect_text: bool) -> str | None:
        if word in self.declared:
            return self.declared[word]
        if CARD.fullmatch(word) or word in self.ranks:
            return "rank"
        if not effect_text:
            return None
        if word in ATTRIBUTES:
            return "attribute"
        if word in KEYWORDS:
            return "keyword"
        if word in BUILT_IN_NAMES or word in self.suits:
            return "word"
        return None

    def _add(self, kind: str, offset: int, word: str) -> None:
        self.words.append((kind, offset, word))

    # -- signs

    def _signs(self, root: Mapping) -> Iterator[tuple[str, int, int, tuple[int, ...]]]:
        """Yield class, offset, length and other places of each sign that can be left out."""
        quoted: list[tuple[int, int]] = []
        prose: list[tuple[int, int]] = []
        for path, item in _walk(root, ()):
            span = item.key_span if isinstance(item, Entry) else item.span
            if isinstance(item, Entry):
                colon = self.text.index(":", span.end)
                if not self.text[span.end : colon].strip():
                    yield "colon", colon, 1, (span.start, _last_line(self.text, colon))
            elif item.style in ("single", "double"):
                quoted.append((span.start, span.end))
                yield "quote", span.start, 1, (span.end - 2,)
                yield "quote", span.end - 1, 1, (span.start,)
            if isinstance(item, Scalar) and _is_prose(path) and path[:1] != ("phrases",):
                prose.append((span.start, span.end))
        comments = [
            (m.start(), m.end())
            for m in re.finditer(r"(?m)(?:^|(?<=\s))#[^\n]*", self.text)
            if not any(a <= m.start() < b for a, b in quoted)
        ]
        closed = [*prose, *comments]
        stack: list[int] = []
        for found in re.finditer(r"[][(){}]", self.text):
            at = found.start()
            if any(a <= at < b for a, b in closed):
                continue
            if found[0] in "([{":
                stack.append(at)
            elif stack:
                partner = stack.pop()
                yield "bracket", partner, 1, (at - 1,)
                yield "bracket", at, 1, (partner,)
        for found in re.finditer(r"(?m)^\s*(?:if|for|else|repeat)\b[^\n]*?(:)(?=\s)", self.text):
            if not any(a <= found.start(1) < b for a, b in closed):
                yield "colon", found.start(1), 1, ()
        for found in re.finditer(r"(?m)^ +(?=[^\s#])", self.text):
            if any(a < found.end() < b for a, b in closed):
                continue
            yield "indentation", found.start(), 1, ()
            yield "indentation", found.start(), len(found[0]), ()

    # -- mutants

    def mutants(self) -> Iterator[Mutant]:
        chance = random.Random(f"{SEED} {self.name}")
        for kind in ("key", "zone", "option", "name", "attribute", "keyword", "word", "choice", "rank"):
            sites = [each for each in self.words if each[0] == kind]
            chance.shuffle(sites)
            for _, offset, word in sites[:NAMES]:
                yield self._spoilt(kind, offset, word, chance)
        for kind in ("bracket", "colon", "quote", "indentation"):
            signs = [each for each in self.signs if each[0] == kind]
            chance.shuffle(signs)
            for _, offset, length, also in signs[:SIGNS]:
                text = self.text[:offset] + self.text[offset + length :]
                end = len(self.text[:offset].rstrip(" "))
                word = re.search(r"[\w'\"]*$", self.text[:end])
                near = {offset, end, max(end - 1, 0), word.start() if word else end, *also}
                after = re.compile(r"[ ]*").match(text, offset)
                near.add(after.end() if after else offset)
                yield Mutant(self.name, kind, text, offset, None, tuple(near))

    def _spoilt(self, kind: str, offset: int, word: str, chance: random.Random) -> Mutant:
        ways = [word[:i] + word[i] + word[i:] for i in range(len(word))]
        if len(word) > 1:
            ways += [word[:i] + word[i + 1 :] for i in range(len(word))]
            ways += [
                word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1) if word[i] != word[i + 1]
            ]
        wrong = chance.choice(ways)
        text = self.text[:offset] + wrong + self.text[offset + len(word) :]
        twins: tuple[int, ...] = ()
        places = self.places[word]
        if word in self.local:  # a parameter means something within its rule only
            begin = max((start for start in self.rules if start <= offset), default=0)
            end = min((start for start in self.rules if start > offset), default=len(self.text))
            places = [place for place in places if begin <= place < end]
        if kind in ("zone", "option", "name", "choice") and len(places) == 2:
            shift = len(wrong) - len(word)
            twins = tuple(p + shift * (p > offset) for p in places if p != offset)
        return Mutant(self.name, kind, text, offset, word, (), twins)


def _words(node: Node | None) -> list[str]:
    if isinstance(node, Sequence):
        return [word for item in node.items for word in _words(item)]
    return re.findall(r"[A-Za-z_]\w*", node.text) if isinstance(node, Scalar) else []


def _last_line(text: str, offset: int) -> int:
    """Return where the text of a line starts."""
    start = text.rfind("\n", 0, offset) + 1
    return start + len(text[start:]) - len(text[start:].lstrip(" "))


# -- what is said


class _Original:
    """A ruleset as it is, to hold its mutants against."""

    def __init__(self, file: Path) -> None:
        loaded = load_ruleset(file)
        self.rules, self.scenarios = _rules(loaded), _scenarios(loaded)
        self.games = Games(loaded, str(file))


def _rules(loaded: Loaded) -> Any:
    """Return a ruleset without its places and scenarios: its texts parsed, its prose as it is."""
    if loaded.ruleset is None:
        return None
    return _bare(replace(loaded.ruleset, scenarios=None))


def _scenarios(loaded: Loaded) -> Any:
    tree = plain(loaded.resolved.tree)
    return tree.get("scenarios") if isinstance(tree, dict) else None


def _bare(value: Any) -> Any:
    if isinstance(value, Span):
        return None
    if isinstance(value, Mapping | Sequence | Scalar):
        return plain(value)
    if is_dataclass(value):
        inside = (getattr(value, f.name) for f in fields(value))
        return (type(value).__name__, *map(_bare, inside))
    if isinstance(value, dict):
        return {key: _bare(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(map(_bare, value))
    return value


def _diagnostics(path: Path, original: _Original) -> tuple[list[Diagnostic], bool]:
    """Return what `validate` says, and whether a ruleset means what the original does.

    Variants are not looked at where the game itself is wrong already, and the games of scenarios
    are compiled once for all mutants that have the original's rules; neither changes what is said
    first.
    """
    loaded = load_ruleset(path)
    own = str(loaded.resolved.path)
    found = suppress(loaded.diagnostics, loaded.resolved.sources, own, unused=False)
    if found:
        return found, False
    if _rules(loaded) != original.rules:
        return list(survey(path).diagnostics), False
    found = list(examine_scenarios(loaded, str(path), original.games))
    return found, not found and _scenarios(loaded) == original.scenarios


def _suggestion(diagnostic: Diagnostic) -> str | None:
    if diagnostic.fix is not None:
        return diagnostic.fix.replacement
    word = re.search(r"'([^']+)'|`([^`]+)`", diagnostic.help or "")
    return (word[1] or word[2]) if word else None


def judge(mutant: Mutant, folder: Path, original: _Original) -> Outcome | None:
    """Return what is said about a mutant, None if it is not a mistake."""
    path = folder / f"{mutant.ruleset}.yaml"
    path.write_text(mutant.text, "utf-8")
    found, same = _diagnostics(path, original)
    if not found:
        if same:
            return None
        failed = run(path).failed
        if not failed:
            return Outcome(mutant, False, False, False, False, "nothing")
        return _by_example(mutant, Source(str(path), mutant.text), failed[0].span)
    source = Source(str(path), mutant.text)
    first = next((each for each in found if each.severity == "error"), found[0])
    wanted = {source.position(mutant.start), *(source.position(p) for p in mutant.also)}
    labelled = {label.span.start for label in first.labels}
    if first.span.start in mutant.twins and mutant.start in labelled:
        wanted |= {source.position(first.span.start)}
    place = source.position(first.span.start) if first.span.file == str(path) else (0, 0)
    suggestion = _suggestion(first)
    right = (
        mutant.right is not None
        and suggestion is not None
        and (
            suggestion == mutant.right
            or mutant.right in re.split(r"\W+", suggestion)[:1]
            or (mutant.twins and first.span.start in mutant.twins)
        )
    )
    said = f"{place[0]}:{place[1]} {first.code} {first.message} ({first.help})"
    line = place[0] in {each[0] for each in wanted}
    return Outcome(mutant, True, line, place in wanted, bool(right), said)


def _by_example(mutant: Mutant, source: Source, failure: Span) -> Outcome:
    """Return what is said about a mutant that only an example notices, which fails."""
    place = source.position(failure.start)
    wanted = source.position(mutant.start)
    said = f"{place[0]}:{place[1]} by cardrules test"
    return Outcome(mutant, True, place[0] == wanted[0], place == wanted, False, said, True)


def measure(name: str) -> list[Outcome]:
    """Return what is said about all mutants of a ruleset."""
    file = rulesets.path(name)
    assert file is not None
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        original = _Original(file)
        for mutant in Sites(name, file.read_text("utf-8")).mutants():
            if (outcome := judge(mutant, Path(folder), original)) is not None:
                outcomes.append(outcome)
    return outcomes


# -- the report


def _rate(outcomes: list[Outcome], question: str) -> str:
    good = sum(getattr(each, question) for each in outcomes)
    return f"{100 * good / len(outcomes):5.1f}" if outcomes else "    –"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", default=rulesets.bundled(), help="bundled rulesets")
    parser.add_argument("--list", action="store_true", help="list what was not answered in full")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        outcomes = [each for found in pool.map(measure, arguments.names) for each in found]
    print(f"{'class':<12} mistakes  found %  line %  column %  suggestion %")
    kinds = list(dict.fromkeys(each.mutant.kind for each in outcomes))
    for kind in [*kinds, "all"]:
        chosen = [each for each in outcomes if kind in (each.mutant.kind, "all")]
        names = [each for each in chosen if each.mutant.right is not None]
        print(
            f"{kind:<12} {len(chosen):>8}  {_rate(chosen, 'found'):>7}  {_rate(chosen, 'line'):>6}"
            f"  {_rate(chosen, 'column'):>8}  {_rate(names, 'right'):>8} of {len(names)}"
        )
    noticed = sum(each.by_example for each in outcomes)
    print(f"{noticed} of these were found by `cardrules test` only: what they say is another example.")
    if arguments.list:
        for each in outcomes:
            named = each.mutant.right is not None
            if not (each.found and each.line and each.column and (each.right or not named)):
                _print_rest(each)


def _print_rest(outcome: Outcome) -> None:
    mutant = outcome.mutant
    source = Source("", mutant.text)
    line, column = source.position(mutant.start)
    failed = [q for q in ("found", "line", "column", "right") if not getattr(outcome, q)]
    if mutant.right is None and "right" in failed:
        failed.remove("right")
    print(
        f"{mutant.ruleset}:{line}:{column} [{mutant.kind}] {'/'.join(failed)}"
        f"{f' {mutant.right}' if mutant.right else ''}"
    )
    print(f"    {source.line(line).strip()[:110]}")
    print(f"    said: {outcome.said[:230]}")


if __name__ == "__main__":
    sys.exit(main())
