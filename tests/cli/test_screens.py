"""Golden screens and refusals: the opening, the middle and the end of a deal of each bundled game.

A deal is played with a fixed seed, each move one that the ruleset's `bots.prefer` names. What the
player in seat 0 sees is compared with a file; UPDATE_EXPECTED=1 writes it anew. Look at what has
changed, one screen after the other: no test says whether a screen is good.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console

import cardrules
from cardrules import rulesets
from cardrules.cli.play import rule_help
from cardrules.cli.play.choice_view import ChoiceView
from cardrules.interpreter.presentation.card_order import hand_order
from cardrules.interpreter.presentation.choice import RefusedError
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.move_input import TypedChoice
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.interpreter.presentation.score_sheet import score_sheet
from cardrules.interpreter.presentation.story import Story, fitted
from cardrules.interpreter.presentation.table_view import table
from cardrules.interpreter.runtime.chance import Random

SCREENS: Final = Path(__file__).parent / "screens"
REFUSALS: Final = Path(__file__).parent / "refusals"
LONGEST: Final = 260  # characters of a sentence
SEED: Final = 4
MOST: Final = 300  # moves; a game of chance and patience may go on for long
WIDTH: Final = 80
HEIGHT: Final = 24
GAMES: Final = tuple(rulesets.bundled())


@cache
def moments(name: str) -> tuple[cardrules.State, ...]:
    """Return the first and a middle decision of seat 0 in a deal, and the end."""
    state = cardrules.load(name, single_deal=True).new_initial_state(SEED)
    prefer, chance = state.game.machine.preferred, Random(SEED)
    own: list[cardrules.State] = []
    while not state.is_terminal() and len(state.steps()) < MOST:
        legal = state.raw_legal_actions()
        if state.current_player() == 0 and (len(legal) > 1 or not own):
            own.append(state.clone())
        best = prefer(state.position, legal) if chance.below(4) else legal
        state.apply_raw(best[chance.below(len(best))])
    middle = own[len(own) // 2 : len(own) // 2 + 1] if len(own) > 1 else []
    return (*own[:1], *middle, state)


def screen(state: cardrules.State, *, colour: bool = False) -> str:
    """Return what a terminal shows in a position: what has happened, the table, the choice."""
    kinds = ("human", *["random"] * (state.game.players - 1))
    painter = Painter(state.game, Players.named(kinds), Style(symbols=True, colour=colour))
    out = StringIO()
    console = Console(file=out, width=WIDTH, color_system=None)
    steps = state.steps()
    own = [step.number for step in steps if step.seat == 0]
    story = list(Story(painter, state, 0, own[-1] - 1 if own else 0).lines())
    console.print(painter.heading(state))
    console.print()
    console.print(table(painter, state, 0))
    console.print()
    if state.is_terminal():  # the table may scroll off, but not what happened last
        for line in story:
            console.print(line)
        console.print(score_sheet(painter, state, 0))
        lines = out.getvalue().splitlines()
    else:
        if state.current_player() == 0:
            choice = TypedChoice(state, painter.players.names, hand_order(state, 0))
            for line in ChoiceView(painter, choice).lines(WIDTH):
                console.print(line, soft_wrap=True)
        below = out.getvalue()
        out.truncate(0)
        out.seek(0)
        for line in fitted(story, max(HEIGHT - below.count("\n") - 2, 6), WIDTH, ": see 'log'"):
            console.print(line)
        lines = (out.getvalue() + below).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


@pytest.mark.parametrize("name", GAMES)
def test_the_screens_of_a_game(name: str) -> None:
    shown = [f"== after {len(state.steps())} moves\n{screen(state)}" for state in moments(name)]
    text, file = "\n".join(shown), SCREENS / f"{name}.txt"
    if os.environ.get("UPDATE_EXPECTED"):
        SCREENS.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_screen_fits_and_speaks_no_internals(name: str) -> None:
    """In colour, where cards are wider."""
    for state in moments(name):
        text = screen(state, colour=True)
        lines = text.splitlines()
        assert max(map(len, lines)) <= WIDTH
        assert len(lines) < HEIGHT or state.is_terminal(), text
        assert "_" not in text
        assert not re.search(r"\bseat \d", text)


def attempts(state: cardrules.State) -> Iterator[str]:
    """Yield lines that a player might type by mistake: moves of other phases, wrong choices."""
    program = state.game.program
    faces = list(dict.fromkeys(program.pack.text))
    lead, middle, last = faces[0], faces[len(faces) // 2], faces[-1]
    held = [face for face in state.observation(0).zones.get("hand", ((),))[0] if face in faces]
    held = held or faces
    wrong = {
        "card": (lead, held[0], held[len(held) // 2], held[-1]),
        "cards": (lead, held[0], " ".join(held[:3]), " ".join(held[:5])),
        "meld": (f"{lead} {middle}", " ".join(held[:2]), " ".join(held[:4])),
        "number": ("-1", "99", "x"),
        "player": ("0", "nobody"),
        "pile": ("#1", "#99"),
    }
    here = state.game.machine.sites[state.position.pc].actions
    for verb, action in program.actions.items():
        yield verb
        if verb not in here:
            continue
        choices = [wrong.get(each.kind, ("x",)) for each in action.parameters]
        for number in range(max(map(len, choices), default=0)):
            yield " ".join([verb, *(words[number % len(words)] for words in choices)])
        yield f"{verb} {middle} {last}"
    yield from ("xyzzy", f"{state.legal_actions()[0].verb[:-1]}x", lead, f"{middle} {last}", "77")
    yield from (f"1 {held[0]}", f"{held[-1]} 99", "1 foo", "1-2")


def answers(state: cardrules.State) -> dict[str, str]:
    """Return what a player in seat 0 is answered to lines that are refused, one of each shape."""
    kinds = ("human", *["random"] * (state.game.players - 1))
    painter = Painter(state.game, Players.named(kinds), Style(symbols=True, colour=False))
    faces = {painter.faces.plain(text) for text in state.game.program.pack.text}
    found: dict[str, tuple[str, str]] = {}
    for line in attempts(state):
        try:
            TypedChoice(state, painter.players.names).type(line)
        except RefusedError as error:
            answer = painter.sentence(str(error), 0)
            named = re.sub(r"'[^']*'", "'?'", re.sub(r"\d+", "0", answer))
            words = named.split()
            shape = " ".join("?" if word.strip(".,:;()") in faces else word for word in words)
            found.setdefault(shape, (line, answer))
    return dict(found.values())


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_refuses(name: str) -> None:
    """Each sentence says what is wrong, in a player's words; read what has changed."""
    shown = {
        f"after {len(state.steps())} moves": answers(state) for state in moments(name) if state.current_player() == 0
    }
    text = "\n".join(
        f"== {when}\n" + "".join(f"> {line}\n{answer}\n" for line, answer in found.items())
        for when, found in shown.items()
    )
    file = REFUSALS / f"{name}.txt"
    if os.environ.get("UPDATE_EXPECTED"):
        REFUSALS.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    for sentence in (each for found in shown.values() for each in found.values()):
        assert not re.search(r"_|·|\bseat \d|\bNone\b|\?\?|  |\bthe the\b|#0", sentence), sentence
        assert sentence.endswith((".", "?")), sentence
        assert len(sentence) < LONGEST, sentence


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", GAMES)
def test_help_fits_and_ends_with_what_can_be_done(name: str) -> None:
    state = moments(name)[0]
    state = cardrules.load(name).new_initial_state(SEED) if state.is_terminal() else state
    program, pack = state.game.program, state.game.program.pack
    kinds = ("human", *["random"] * (state.game.players - 1))
    painter = Painter(state.game, Players.named(kinds), Style(symbols=True, colour=False))
    console = Console(file=StringIO(), width=WIDTH, height=HEIGHT, color_system=None)

    choice = TypedChoice(state, painter.players.names, hand_order(state, 0))
    room = HEIGHT - 4 - len(list(ChoiceView(painter, choice).lines(WIDTH)))

    def lines(word: str) -> list[str]:
        found = (
            rule_help.one(painter, state, word, console, room)
            if word
            else (rule_help.overview(painter, state, console, room, keys=True))
        )
        with console.capture() as drawn:
            for part in found:
                console.print(part)
        return drawn.get().splitlines()

    sites = [site for site in state.game.machine.sites if site.phase and site.actions]
    steps = [site.step for site in sites if len(sites) > 1 and program.phases[site.phase].when is None]
    labels = [program.label(name) for name in (*program.actions, *program.zones, *steps)]
    shown = [name for name, each in program.variables.items() if not each.internal]
    shown += [name for name, each in program.definitions.items() if each.shown]
    labels += [program.label(name) for name in shown]
    labels += [program.label("score"), "dealer"] if program.uses_scores else []
    ranks = [pack.ranks[rank] for rank in sorted(set(pack.rank))]
    names = [*program.actions, *program.zones, *labels]
    for word in dict.fromkeys(("", *names, *pack.suits, pack.text[0], *ranks)):
        text = lines(word)
        assert 0 < len(text) <= room, (word, text)
        assert not re.search(r"·|\bseat \d|\bNone\b", "\n".join(text)), word
        assert "do not mention" not in text[0], word
    legal = state.legal_actions()[0].verb
    assert any(line.startswith(("Now you can: ", "You can do it now")) for line in lines(legal)[-4:])
