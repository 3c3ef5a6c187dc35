"""Plays small rulesets in both builds at once, and copies and saves every position."""

from __future__ import annotations

from typing import Any

from cardrules.cli.diagnostics.render import full
from cardrules.interpreter.check.load import load_text
from cardrules.interpreter.game.rules import Rules
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import Game, rules_of
from cardrules.interpreter.play.state import State

from ..positions import in_both_builds

HEAD = """
cardrules: 1
name: Small
players: {players}
deck: {{ranks: 2 3 4 5 6 7, suits: clubs hearts}}
zones:
  stock: {{faces: hidden}}
  pile: {{faces: shown}}
  hand: {{each: player, faces: owner}}
"""
"""Two players, seat 0 eldest; the pack is not shuffled, so that 7H lies on top, then 7C, 6H, …"""


def game(body: str, *, players: int = 2, head: str = HEAD, **arguments: Any) -> Game:
    """Compile a ruleset: a head that all tests share, and what the test is about."""
    loaded = load_text(head.format(players=players) + body, "small.yaml", **arguments)
    errors = [problem for problem in loaded.diagnostics if problem.severity == "error"]
    shown = full(errors, loaded.resolved.sources)
    assert loaded.program is not None, shown
    return Game(Rules(loaded, "small.yaml"))


class Play:
    """A game in play, in the recording and in the bare build; both must always agree."""

    def __init__(self, body: str | Game, seed: int = 0, dealer: int | None = None, **more: Any) -> None:
        self.game = body if isinstance(body, Game) else game(body, **more)
        if dealer is None:
            dealer = self.game.players - 1
        self.state: State = self.game.new_initial_state(seed, dealer=dealer)
        self.bare = initial_position(rules_of(self.game), rules_of(self.game).bare, seed, dealer=dealer)
        rules_of(self.game).bare.advance(self.bare, START_OF_DEAL)
        self._compare()

    def __call__(self, *actions: str) -> Play:
        for text in actions:
            raw = self.state.find(text)
            self.state.apply_raw(raw)
            rules_of(self.game).bare.play(self.bare, raw)
            self._compare()
        return self

    def _compare(self) -> None:
        state, position = self.state, self.state.position
        # but for the order of cards that are never dealt
        pile = rules_of(self.game).bare.unshuffled
        recorded, bare = in_both_builds(position, pile), in_both_builds(self.bare, pile)
        for key in recorded:
            assert recorded[key] == bare[key], key
        rules_of(self.game).check_position(position)
        if position.pc >= 0:
            assert rules_of(self.game).bare.legal[self.bare.pc](self.bare) == state.raw_legal_actions()
        # Waiting games, too, are plain data: saved, copied and resumed they are the same.
        again = self.game.state_from_json(state.to_json())
        assert again == state
        assert again.clone() == state
        assert [str(a) for a in again.legal_actions()] == self.legal

    # ----------------------------------------------------------------------------- questions

    @property
    def legal(self) -> list[str]:
        return [str(action) for action in self.state.legal_actions()]

    @property
    def actor(self) -> int | None:
        return self.state.current_player()

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def over(self) -> bool:
        return self.state.is_terminal()

    def cards(self, zone: str, seat: int | None = None) -> str:
        """The cards of a zone as a text: bottom to top, or in the order of the pack."""
        value = getattr(self.state.position, f"z_{zone}")
        value = value if seat is None else value[seat]
        if isinstance(value, int):
            value = [card for card in range(value.bit_length()) if value >> card & 1]
        return " ".join(rules_of(self.game).program.pack.text[card] for card in value)

    def variable(self, name: str, seat: int | None = None) -> Any:
        value = getattr(self.state.position, f"v_{name}")
        return value if seat is None else value[seat]


def problems(body: str, **arguments: Any) -> list[str]:
    loaded = load_text(HEAD.format(players=2) + body, "small.yaml", **arguments)
    return [problem.code for problem in loaded.diagnostics]
