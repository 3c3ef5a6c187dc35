"""The benchmarks: games, peers and targets.

Rules are made equal to the peer's by named options; `differs` says what is left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from by_hand import gin_rummy, oh_hell

HERE = Path(__file__).resolve().parent
COMPILED = HERE.parent / ".venv-peers" / "bin" / "openspiel-rollouts"
"""What `openspiel_rollouts.sh` makes: C++ rollouts of games whose rewards come before the end."""

Draw = Callable[[], float]


@dataclass(frozen=True)
class Goal:
    """A target: a multiple of a peer's games per second.

    Attributes:
        peer: the kind of peer, `openspiel` or `rlcard`, and its mode; or `PYTHON_BUILD`.
        times: the multiple.
    """

    peer: tuple[str, ...]
    times: float


PYTHON_BUILD = ("ours",)
"""Our own Python build as the peer of native code."""

THREE_ROLLOUTS = (Goal(("openspiel", "rollouts"), 3.0),)
"""What native code is to reach where OpenSpiel has C++ rollouts of the game."""

FORTY_BUILDS = (Goal(PYTHON_BUILD, 40.0),)
"""What it is to reach where OpenSpiel does not have the game."""


@dataclass(frozen=True)
class Contest:
    """One game of ours with its peers.

    Attributes:
        title: what the table calls it.
        ruleset: a bundled game's name or a file.
        settings: arguments of `cardrules.load`.
        deals: one deal is played, with a number from 1 to this one drawn by chance; it decides
            how many cards are dealt at Oh Hell, and whether cards are passed at Hearts.
        peers: the peers' game by kind and mode.
        goals: targets of the Python build relative to peers.
        native: targets of native code.
        floor: decisions per second that are asked for where OpenSpiel's Oh Hell, driven from
            Python, makes 500,000 of them.
        by_hand: a deal written by hand in Python; returns the number of its decisions.
        differs: what the peer does otherwise.
        by_decisions: decisions per second are compared, because the games have other lengths.
    """

    title: str
    ruleset: str
    settings: dict[str, Any] = field(default_factory=dict)
    deals: int = 1
    peers: dict[tuple[str, str], str] = field(default_factory=dict)
    goals: tuple[Goal, ...] = ()
    native: tuple[Goal, ...] = ()
    floor: int = 0
    by_hand: Callable[[Draw], int] | None = None
    differs: str = ""
    by_decisions: bool = False


def _openspiel(game: str) -> dict[tuple[str, str], str]:
    return {("openspiel", mode): game for mode in ("python", "bots", "rollouts")}


def _recorded(title: str, name: str, peer: str, differs: str = "", **settings: Any) -> Contest:
    """Return a contest under the rules with which the peer's recorded games are replayed."""
    ruleset = HERE.parent / "tests" / "peers" / "rulesets" / f"{name}.yaml"
    goals = (Goal(("openspiel", "python"), 0.7),)
    same = "Nothing that is played: the recorded games of the peer are replayed with these rules."
    peers, native = _openspiel(peer), THREE_ROLLOUTS
    if name in ("cribbage", "solitaire"):  # whose rewards come before the end: no rollouts
        del peers["openspiel", "rollouts"]
        native = ()
    if name == "cribbage":
        mode = "compiled" if COMPILED.exists() else "bots"
        peers["openspiel", mode] = peer
        native = (Goal(("openspiel", mode), 3.0),)
    return Contest(
        title,
        str(ruleset),
        settings,
        peers=peers,
        goals=goals,
        native=native,
        differs=differs or same,
        by_decisions=name == "solitaire",
    )


def _oh_hell(draw: Draw) -> int:
    return oh_hell.play(1 + int(draw() * 12), draw)[0]


def _gin(draw: Draw) -> int:
    return gin_rummy.play(draw)[0]


CONTESTS = (
    Contest(
        "gin rummy",
        "gin_rummy",
        {
            "single_deal": True,
            "options": {
                "return_taken": True,
                "wall": "last_knock_allowed",
                "knock_arrangement": "manual",
                "layoff": "manual",
                "big_gin": False,
            },
        },
        peers={**_openspiel("gin_rummy"), ("rlcard", "run"): "gin-rummy"},
        goals=(
            Goal(("openspiel", "rollouts"), 1.0),
            Goal(("openspiel", "bots"), 3.0),
            Goal(("rlcard", "run"), 10.0),
        ),
        native=(Goal(("openspiel", "rollouts"), 50.0),),
        by_hand=_gin,
        differs=(
            "OpenSpiel knocks and throws in two decisions, we in one, so that its random player "
            "knocks less often where several cards could be thrown; its defender melds by hand, "
            "ours as well as possible. As there, the card just taken may be thrown again, a hand "
            "in which both do so in succession is void, the knocker melds and the defender lays "
            "off one by one, and with two cards left in the stock the last discard may be taken "
            "to knock with. Three hands of a hundred are knocked. RLCard has rules of its own: no "
            "lay-offs, gin and knock as separate actions, another length."
        ),
    ),
    Contest(
        "Oh Hell, 4 players",
        "oh_hell",
        {"single_deal": True, "players": 4, "options": {"hook": "must_not_equal"}},
        deals=12,
        peers=_openspiel("oh_hell(players=4)"),
        goals=(Goal(("openspiel", "python"), 1.0),),
        native=THREE_ROLLOUTS,
        by_hand=_oh_hell,
        differs=(
            "Nothing: in both there are one to twelve cards each, as likely as each other, and the "
            "dealer's bid must not make the bids add up."
        ),
    ),
    Contest(
        "Crazy Eights, 2 players",
        str(HERE / "rulesets" / "crazy_eights.yaml"),
        {"single_deal": True},
        peers=_openspiel("crazy_eights(players=2)"),
        goals=(Goal(("openspiel", "python"), 0.7),),
        native=THREE_ROLLOUTS,
        differs=(
            "An eight that is turned up first goes under the stock in ours and anywhere into it in "
            "the peer's; the rules are in `rulesets/crazy_eights.yaml`."
        ),
    ),
    Contest(
        "Hearts, one hand",
        "hearts",
        {"single_deal": True, "options": {"queen_breaks": True}},
        deals=4,
        peers=_openspiel("hearts"),
        goals=(Goal(("openspiel", "python"), 0.7),),
        native=THREE_ROLLOUTS,
        differs=(
            "Three cards are passed by one decision of ours and three of the peer's, so that its "
            "games are 52 or 64 decisions long and ours 52 or 56; games are compared, not "
            "decisions. Cards are passed in three of four hands in both."
        ),
    ),
    _recorded("spades, one deal", "spades", "spades", single_deal=True),
    _recorded("euchre, one deal", "euchre", "euchre", single_deal=True),
    _recorded("bridge, one deal", "bridge", "bridge(use_double_dummy_result=false)", single_deal=True),
    _recorded("skat, one deal", "skat", "skat", single_deal=True),
    _recorded("cribbage, 2 players", "cribbage", "cribbage", players=2),
    _recorded("cribbage, 4 players", "cribbage", "cribbage(players=4)", players=4),
    _recorded(
        "solitaire",
        "solitaire",
        "solitaire",
        "Our games go on to 1,000 decisions, the peer's to 150 with the cards that are turned up; "
        "decisions are compared.",
    ),
    _recorded(
        "limit hold'em, one deal",
        "holdem",
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1 1 1,"
        "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=10 10 20 20,"
        "maxRaises=3 4 4 4)",
        players=2,
        single_deal=True,
        options={"bets": "limit", "big_blind": 10, "chips": 1200, "second_chips": 1200},
    ),
    Contest("Pinochle, one deal", "pinochle", {"single_deal": True}),
    Contest("Scopa, 2 players", "scopa", {"players": 2}),
    Contest("President, 4 players", "president", {"players": 4, "single_deal": True}),
    Contest("French Tarot, one deal", "french_tarot", {"single_deal": True}),
    Contest("Love Letter, 4 players", "love_letter", {"players": 4}),
    Contest("Canasta, one deal", "canasta", {"single_deal": True}),
    Contest("Uno, one deal", "uno", {"single_deal": True}),
    Contest("Hanabi, 2 players", "hanabi", {"players": 2}),
    Contest("Blackjack, one deal", "blackjack", {"single_deal": True}),
    Contest("Gin Slaughtre", "gin_slaughtre", native=FORTY_BUILDS, floor=200_000),
    Contest("Durak, 4 players", "durak", {"players": 4}, native=FORTY_BUILDS, floor=200_000),
    Contest(
        "Loba de menos, 4 players",
        "loba_de_menos",
        {"players": 4},
        native=FORTY_BUILDS,
        floor=60_000,
    ),
)

YARDSTICK = ("openspiel", "python"), "Oh Hell, 4 players", 500_000
"""What the floors are scaled by: a peer in a contest, and its decisions per second."""
