"""Templates of new rulesets: a small game, or a variant of another, with scenarios."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from ... import rulesets
from ..check.load import load_text
from ..diagnostics import Diagnostic, Source, printable
from ..errors import CardrulesError
from ..game.rules import Rules
from ..play.game import Game, load, rules_of
from ..resolve.options import OptionValue, read_option, show
from ..scenarios.running import run_ruleset
from ..source.located import Mapping
from ..source.scalars import quoted
from .formatting import format_text

GAME: Final = """\
# A small game to start from: change it rule by rule, and see what `cardrules validate` and
# `cardrules test` report. docs/guide.md explains it step by step.

cardrules: 1
name: {title}
summary: Play a card of the same rank or suit as the last one; who is out of cards first wins.
players: {{least: 2, most: 6}}

deck:
  ranks: 2 3 4 5 6 7 8 9 T J Q K A  # low to high
  suits: clubs diamonds hearts spades

zones:
  stock: {{faces: hidden}}  # the first zone: here the pack lies at the beginning
  pile:  {{faces: shown}}
  hand:  {{each: player, faces: owner}}

define:
  fits(card c): rank of c is rank of top of pile or suit of c is suit of top of pile

deal:
  do: |
    shuffle stock
    deal hand_size each to hand
    deal 1 to pile

phases:
  turn: {{players: in turn from eldest}}  # eldest: the player on the dealer's left

actions:
  play:
    phase: turn
    help: Play a card of the rank or the suit of the top of the pile.
    choose: {{card: a card from hand}}
    when: fits(card)
    do: move card to pile
  draw:
    phase: turn
    help: With nothing to play, draw a card.
    when: play is not possible
    do: |
      if stock is empty:
        move pile - top of pile to stock
        shuffle stock
      draw 1

effects:  # of a play, in this order
  out:
    on: play
    when: hand is empty
    do: actor wins
  two:
    on: play
    when: rank of card is 2
    do: left of actor draws 2

limits:
  turns: 500
  result: players with lowest size of hand of it wins

options:
  hand_size: {{type: integer, default: 5, minimum: 1, maximum: 7, help: How many cards are dealt.}}

scenarios:
  same-rank-or-suit:
    help: Of these cards the eight has the rank of the pile, and the king its suit.
    given: {{pile: 8D, hand: [7C 8C KD, 3]}}
    tests:
      - legal: [play 8C, play KD]
      - play: play KD
        then: {{hand: [7C 8C, 3], pile: 8D KD, actor: 1}}
  nothing-to-play:
    given: {{pile: KD, hand: [7C, 3], draws: 9H}}
    tests:
      - legal: [draw]
      - play: draw
        then: {{hand: [7C 9H, 3], actor: 1}}
  the-pile-is-turned:
    given: {{pile: 3H KD, hand: [7C, 3], rest: pile, stock: 0}}
    tests:
      - play: draw
        then: {{hand: [2, 3], pile: 1}}
  a-two:
    given: {{pile: 8D, hand: [2D KS, 3]}}
    tests:
      - play: play 2D
        then: {{hand: [KS, 5]}}
  the-last-card:
    given: {{pile: 8D, hand: [KD, 3]}}
    tests:
      - play: play KD
        then: {{winner: 0, over: true}}
"""

VARIANT: Final = """\
# A variant of {parent_title}. Entries under `change` replace those of the parent, entries under
# `add` are new, and `remove` lists addresses, such as {address}.
# `cardrules show {parent}` prints the parent's rules.

cardrules: 1
extends: {quoted}
name: {title}
summary: {summary}

{changes}"""

EXAMPLE: Final = """
scenarios:
  the-first-move:
    help: As dealt with this seed.
    seed: {seed}
    tests:
      - includes: [{action}]
      - play: {action}
        then: {{{then}}}
"""

SEED: Final = 1


def new_game(name: str) -> str:
    """Return the text of a small complete game.

    Args:
        name: the bare name of its file.

    >>> "name: My Game" in new_game("my_game").splitlines()
    True
    """
    return GAME.format(title=title(name))


def new_variant(path: Path, parent: str) -> str:
    """Return the text of a variant of a game: one option changed, and a scenario that passes.

    Args:
        path: where the file will be.
        parent: the game, by its bare name or by its path from the working folder.

    Raises:
        RulesetError: the parent has errors.
    """
    game = rules_of(load(parent))
    extends = parent if rulesets.path(parent) else os.path.relpath(parent, path.parent)
    known = {(problem.code, problem.message) for problem in game.loaded.diagnostics}
    rules = ""
    for change in _changes(game):
        rules = _rules(path, game, Path(extends).as_posix(), change)
        text = _with_example(rules, path, known)
        if text is not None:
            return text
    return rules  # without a scenario, if the game has no legal action


def title(name: str) -> str:
    """Return a bare name as a title.

    >>> title("my_first_game")
    'My First Game'
    """
    return " ".join(word.capitalize() for word in name.split("_") if word)


def _changes(game: Rules) -> Iterator[tuple[str, OptionValue] | None]:
    """Yield options with a value other than their default, integers first; then None."""
    others: list[tuple[str, OptionValue]] = []
    for name, definition in game.loaded.resolved.option_nodes.items():
        option, value = read_option(definition), game.program.options[name]
        if type(value) is int and option.allows(value + 1):
            yield name, value + 1
        elif type(value) is bool:
            others.append((name, not value))
        elif isinstance(value, str):
            others += [(name, word) for word in option.choices if word != value][:1]
    yield from others
    yield None


def _rules(path: Path, game: Rules, extends: str, change: tuple[str, OptionValue] | None) -> str:
    """Return a variant without a scenario."""
    parent = game.program.title
    tree = game.loaded.resolved.tree
    section = "effects" if "effects" in tree.entries else "actions"
    rules = tree.get(section)
    address = f"{section}.{next(iter(rules.entries))}" if isinstance(rules, Mapping) else section
    if change is None:
        summary, changes = f"{parent}, as we play it.", ""
    else:
        name, value = change
        summary = f"{parent} with {name} {show(value)}."
        changes = f"change: {{options: {{{name}: {{default: {show(value)}}}}}}}\n"
    return VARIANT.format(
        parent_title=printable(parent),
        parent=extends,
        quoted=quoted(extends, flow=False),
        address=address,
        title=title(path.stem),
        summary=quoted(summary, flow=False),
        changes=changes,
    )


def _with_example(rules: str, path: Path, known: set[tuple[str, str]]) -> str | None:
    """Return a variant with a scenario that passes; None if it has problems or no legal action.

    Args:
        rules: the variant without a scenario.
        path: where it will be.
        known: codes and messages of the problems of the parent.
    """
    loaded = load_text(rules, str(path))
    if loaded.program is None or _new(loaded.diagnostics, known):
        return None
    try:
        state = Game(Rules(loaded, str(path))).new_initial_state(seed=SEED)
        actions = state.legal_actions()
        if not actions:
            return None
        state.apply_action(actions[0])
    except CardrulesError:
        return None
    action = quoted(str(actions[0]), flow=True)
    then = "over: true" if state.is_terminal() else f"actor: {state.current_player()}"
    text = rules + EXAMPLE.format(seed=SEED, action=action, then=then)
    laid_out, _ = format_text(Source(str(path), text))
    report = run_ruleset(load_text(text, str(path)), str(path))
    return laid_out if report.ok and not _new(report.diagnostics, known) else None


def _new(found: Iterable[Diagnostic], known: set[tuple[str, str]]) -> bool:
    """Return whether there is a problem that is not known."""
    return any((problem.code, problem.message) not in known for problem in found)
