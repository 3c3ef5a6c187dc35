"""Damaged rulesets: each gives diagnostics or a playable game, within a time limit.

`make soak` tries thousands; `make test` the same few each time.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardrules import rulesets
from cardrules.cli.diagnostics.exports import as_json, github, gitlab, junit, sarif
from cardrules.cli.diagnostics.render import concise, full
from cardrules.interpreter.authoring.differences import compare
from cardrules.interpreter.authoring.fixing import fixed
from cardrules.interpreter.authoring.formatting import format_text
from cardrules.interpreter.authoring.trials import Trials
from cardrules.interpreter.authoring.trials import settings as settings_of
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.diagnostics import CODES, Source
from cardrules.interpreter.errors import CardrulesError, RulesetError, StepBudgetError
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.resolve.resolve import resolve_text
from cardrules.interpreter.scenarios.games import Games
from cardrules.interpreter.scenarios.mutation import mutants
from cardrules.interpreter.source.layout import write
from cardrules.interpreter.source.located import Mapping, Node, Scalar, Sequence
from cardrules.interpreter.source.yaml_parser import parse

from ..pace import within

Draw = Callable[[st.SearchStrategy[int]], int]
SECONDS = 5.0  # of the processor, whatever else the machine does
MOVES = 30

# ruff: noqa: E501 -- a ruleset on few lines has long ones
SMALL = """cardrules: 1
name: Small
players: {least: 2, most: 4, default: 3}
options:
  number_of: {type: integer, default: 2, minimum: 1, maximum: 5}
  mode: {type: choice, choices: [fast, slow], default: fast}
  taken: {type: list, items: choice, choices: [one, two], default: [one]}
variants: {slowly: {options: {mode: slow, number_of: 3}}}
deck: {ranks: 2 3 4 5 6 7 8, suits: clubs hearts spades, jokers: number_of - 1, values: {'8': 20}, orders: {odd: 3 5 7}}
zones:
  stock: {faces: hidden}
  pile: {faces: top}
  hand: {each: player, faces: owner}
  row: {each: player, faces: shown, ordered: true}
variables:
  count: {type: number, each: player, start: 0, scope: turn}
  best: {type: card}
  who: {type: player, start: dealer}
  led: {type: suit}
  seen: {type: boolean, scope: match, help: Nothing}
melds:
  pair: {same: rank, size: 2}
  run: {same: suit, consecutive: rank, size: 2 or more, when: mode is slow}
define:
  fits: {with: card c, is: rank of c >= rank of top of pile or pile is empty or c is a joker}
  worth: {with: player p, is: total value of it over hand of p}
  punish: {with: 'player p, number k', do: "p draws k\\nadd k to count of p"}
  laid: (row of players from who) where rank is not joker
deal:
  do: |
    shuffle stock
    deal number_of + 1 each to hand
    deal 1 to pile
  after: |
    for each p in players: add worth(p) to score of p
phases:
  choose: {players: all at once, when: one is in taken}
  bid: {players: poll players from who, before: who becomes eldest}
  turn: {players: in turn from who, until: (players where hand of it is empty) is not empty and laid is empty, steps: [first_step, second_step]}
actions:
  put: {phase: choose, choose: {c: a card from hand}, do: move c to row}
  pass: {phase: [bid, second_step]}
  raise: {phase: bid, when: count < 2, do: count becomes count + 1}
  play:
    phase: first_step
    choose: {t: a pair or run from hand}
    do: |
      move t to pile
      announce played
  one: {phase: first_step, choose: {c: a card from hand where fits(it)}, do: "move c to pile\\nbest becomes c"}
  take: {phase: first_step, do: "draw until rank of drawn <= 5\\nif hand has suit hearts: play again"}
  name_it: {phase: second_step, choose: {s: a suit, n: a number from 1 to number_of}, do: "led becomes s\\nrepeat n times: draw 1"}
  answer: {choose: {r: a rank}, do: 'if r is 3: reverse'}
effects:
  first: {on: [one, play], when: best is not none, do: "ask left of actor to answer or pass\\nif size of hand is 1: stop"}
  second: {on: one, before: first, do: 'if rank of best is 2: skip to third'}
  third: {on: one, do: 'punish(left of actor, 1 if led is hearts else 2)'}
  last: {on: played, do: "reveal first of hand\\nskip 1"}
limits: {turns: 60, steps: 300, result: players with lowest worth(it) wins}
match: {winner: lowest, deals: 2}
bots: {prefer: [play, one], value: 0 - worth(actor)}
"""


def texts() -> list[str]:
    folder = Path(rulesets.__file__).parent
    return [SMALL, *(path.read_text("utf-8") for path in sorted(folder.glob("*.yaml")))]


TEXTS = texts()
WORD = r"[A-Za-z_]+|[0-9]+|[^\sA-Za-z0-9_]"
WORDS = sorted({word for text in TEXTS for word in re.findall(WORD, text)})
ODD = [
    "",
    " ",
    "\n",
    "\t",
    "\0",
    "é",
    "\U0001f0a1",
    "\u2028",
    "'",
    '"',
    "|",
    ">",
    "&a",
    "*a",
    "!!x",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "#",
    "<<: *a",
    "99999999999999999999",
    "-1",
    "0",
    "1e9",
    "~",
    "null",
    "true",
    "\r\n",
    "%YAML 1.2",
    "---",
    "  ",
]


@within(SECONDS)
def check(text: str, seed: int = 0) -> None:
    """Load a text; it gives diagnostics that can be shown, or a game that can be played."""
    loaded = load_text(text, "fuzz.yaml")
    for problem in loaded.diagnostics:
        assert problem.code in CODES
        assert problem.message
        source = loaded.resolved.sources[problem.span.file]
        assert 0 <= problem.span.start <= problem.span.end <= len(source.text), problem
    for show in (full, concise, as_json, github, sarif, gitlab):
        assert isinstance(show(loaded.diagnostics, loaded.resolved.sources), str)
    assert junit(loaded.diagnostics, loaded.resolved.sources, ["fuzz.yaml"])
    if loaded.failure() is not None:
        assert isinstance(loaded.failure(), CardrulesError)
        assert loaded.failure() is None or loaded.diagnostics
    else:
        play(Game(Rules(loaded, "fuzz.yaml")), seed)
        Trials(Games(loaded, "fuzz.yaml"), "fuzz.yaml").play(settings_of(loaded)[0], 1, seed)
        assert loaded.ruleset is not None
        for mutant in mutants(loaded.ruleset):
            assert mutant.before
    if loaded.program is not None:  # what `show` prints is the same ruleset
        shown = write(loaded.resolved.tree, loaded.resolved.sources)
        assert not compare(loaded.resolved, resolve_text(shown, "shown.yaml"))
    laid_out, _ = format_text(Source("fuzz.yaml", text))
    if laid_out is not None:
        assert format_text(Source("fuzz.yaml", laid_out))[0] == laid_out


def play(game: Game, seed: int) -> None:
    """Make some random moves in both builds, which must agree."""
    chance = random.Random(seed)
    try:
        state = game.new_initial_state(seed)
        position = initial_position(rules_of(game), rules_of(game).bare, seed)
        rules_of(game).bare.advance(position, START_OF_DEAL)
        for _ in range(MOVES):
            if state.is_terminal():
                break
            legal = state.raw_legal_actions()
            assert len(set(legal)) == len(legal)
            assert rules_of(game).bare.legal[position.pc](position) == legal
            raw = chance.choice(legal)
            state.apply_raw(raw)
            rules_of(game).bare.play(position, raw)
            rules_of(game).check_position(state.position)
        for seat in range(game.players):
            str(state.observation(seat))
        assert game.state_from_json(state.to_json()) == state
    except (RulesetError, StepBudgetError):
        pass


# ---------------------------------------------------------------------------------- ways to spoil


def _lines(text: str, draw: Draw) -> str:
    lines = text.split("\n")
    i, j = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    match draw(st.integers(0, 4)):
        case 0:
            del lines[i]
        case 1:
            lines.insert(j, lines[i])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case 3:
            lines[i] = "  " + lines[i]
        case _:
            lines[i] = lines[i][min(2, len(lines[i]) - len(lines[i].lstrip())) :]
    return "\n".join(lines)


def _words(text: str, draw: Draw) -> str:
    words = re.split(f"({WORD})", text)
    places = range(1, len(words), 2)
    i, j = (places[draw(st.integers(0, len(places) - 1))] for _ in range(2))
    match draw(st.integers(0, 4)):
        case 0:
            words[i] = ""
        case 1:
            words[i] += " " + words[i]
        case 2:
            words[i], words[j] = words[j], words[i]
        case 3:
            words[i] = words[j]
        case _:
            words[i] = WORDS[draw(st.integers(0, len(WORDS) - 1))]
    return "".join(words)


def _characters(text: str, draw: Draw) -> str:
    i = draw(st.integers(0, len(text) - 1))
    match draw(st.integers(0, 2)):
        case 0:
            return text[:i] + text[i + 1 :]
        case 1:
            return text[:i] + text[i] + text[i:]
        case _:
            return text[:i] + ODD[draw(st.integers(0, len(ODD) - 1))] + text[i:]


def _scalars(text: str, draw: Draw) -> str:
    """Put the value of one key in the place of another's."""
    root, _ = parse(Source("fuzz.yaml", text))
    found: list[Scalar] = []

    def look(node: Node) -> None:
        match node:
            case Scalar():
                found.append(node)
            case Sequence(items=items):
                for item in items:
                    look(item)
            case Mapping(entries=entries):
                for entry in entries.values():
                    look(entry.value)

    if root is not None:
        look(root)
    if not found:
        return text
    old, new = (found[draw(st.integers(0, len(found) - 1))] for _ in range(2))
    value = text[new.span.start : new.span.end]
    if draw(st.integers(0, 1)):
        value = ODD[draw(st.integers(0, len(ODD) - 1))]
    return text[: old.span.start] + value + text[old.span.end :]


WAYS: tuple[Callable[[str, Draw], str], ...] = (_lines, _words, _words, _characters, _scalars)


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """Return a ruleset that has been changed in one to three places."""
    # A whole game takes ten times as long as the small one, which has most of the language.
    text = draw(st.sampled_from(TEXTS)) if draw(st.booleans()) else SMALL
    scenarios = text.find("\nscenarios:")
    if scenarios > 0 and draw(st.booleans()):
        text = text[: scenarios + 1]
    for _ in range(draw(st.integers(1, 3))):
        text = draw(st.sampled_from(WAYS))(text, draw) or " "
    return text


SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.soak
@SLOW
@given(spoilt(), st.integers(0, 9))
@example("", 0)
@example("cardrules: 1", 0)
@example("[" * 100_000, 0)
@example("a: &a [*a, *a]", 0)
def test_spoilt_rulesets(text: str, seed: int) -> None:
    check(text, seed)


@pytest.mark.soak
@settings(SLOW, max_examples=10)
@given(spoilt())
@example("cardrules: 1\nname x\n")
@example("a: [")
@within(8 * SECONDS)
def test_what_is_corrected_stays_corrected(text: str) -> None:
    once = fixed(Source("fuzz.yaml", text))
    assert fixed(Source("fuzz.yaml", once.text)).text == once.text
    assert bool(once.done) == (once.text != text)


# Effect text made of the words of the language, where it is read: most of it is refused, and what
# is not must run.


@st.composite
def effect_text(draw: st.DrawFn) -> str:
    key, start, end = draw(st.sampled_from(PLACES))
    size = draw(st.integers(1, 8))
    words = draw(st.lists(st.sampled_from(LANGUAGE), min_size=size, max_size=size))
    return SMALL.replace(key, start + " ".join(words) + end, 1)


LANGUAGE = """actor opponent dealer eldest left of right hand pile stock row count best who led over laid
worth fits number_of size rank suit colour value owner place score first last top bottom random total over where with
highest lowest is not empty in has no a an joker pair run and or if else otherwise + - * div mod < <= > >=
( ) [ ] , 0 1 2 3 7 8 hearts clubs 7C Jo true false nobody none it deal_number turn_number min max players
player from to move draw until draws deal each refill shuffle reveal becomes add let x be go turn bid play
again end wins loses ask answer pass announce played skip reverse stop repeat times : for share extends
deadwood melding loose""".split()
PLACES = (
    ("when: count < 2", "when: ", ""),
    ("led becomes s", "", ""),
    ("if rank of best is 2: skip to third", "", ""),
    ("before: who becomes eldest", "before: ", ""),
    ("value: 0 - worth(actor)", "value: ", ""),
    ("a card from hand where fits(it)", "a card from ", ""),
    ("poll players from who", "", ""),
    ("result: players with lowest worth(it) wins", "result: ", ""),
)


@pytest.mark.soak
@SLOW
@given(effect_text(), st.integers(0, 9))
def test_effect_text_made_of_words(text: str, seed: int) -> None:
    check(text, seed)


def test_the_small_ruleset_is_good() -> None:
    loaded = load_text(SMALL, "small.yaml")
    assert not [each for each in loaded.diagnostics if each.severity == "error"], loaded.diagnostics
    game = Game(Rules(loaded, "small.yaml"))
    for seed in range(30):
        play(game, seed)


@pytest.mark.parametrize("text", ["\n".join(["x"] * 50_000), "do: " + "if x: " * 5_000, "a" * 10**6])
def test_large_texts_are_refused_quickly(text: str) -> None:
    check(text)
    check(SMALL.replace("led becomes s", text.replace("\n", " ")[:100_000]))
