"""Deals of other programs: numbers of Microsoft, and hands in Portable Bridge Notation, in and out."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import pytest

import cardrules
from cardrules.interpreter.interchange import microsoft, pbn

from ..calling import call
from ..loading import loaded

# From https://rosettacode.org/wiki/Deal_cards_for_FreeCell and any program that knows the numbers.
FIRST = """\
JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H"""
DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"  # the example of PBN 2.1, section 3.4.11
BOARDS = f"""\
% PBN 2.1
[Event "International Amsterdam Airport Schiphol Bridgetournament"]
[Board "1"]
[West "Podgor"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "{DEAL}"]
{{a remark with [Board "9"] in it}}
[Scoring "IMP"]
[Auction "N"]
1D      1S   3H =1= 4S

[Event ""]
[Board "12"]
[Dealer "W"]
[Deal "{DEAL}"]
"""


def test_a_numbered_deal_of_microsoft() -> None:
    assert " ".join(microsoft.cards(1)) == " ".join(FIRST.split())
    state = loaded("freecell").new_initial_state(deck="Microsoft #1")
    assert state.observation(0).piles("columns")[0] == ("JD", "KD", "2S", "4C", "3S", "6D", "6S")


@pytest.mark.parametrize("name", ["bridge", "hearts", "spades"])
def test_hands_are_dealt_by_whatever_rules_whoever_deals(name: str, amount: Callable[[int, int], int]) -> None:
    game = loaded(name)
    for seed in range(amount(6, 200)):
        pack = Random(seed).sample(microsoft.cards(1), 52)
        hands = [sorted(pack[seat::4]) for seat in range(4)]
        text = "E:" + " ".join(
            ".".join("".join(card[0] for card in hands[seat] if card[1] == suit) for suit in "SHDC")
            for seat in (1, 2, 3, 0)
        )
        assert [sorted(hand) for hand in pbn.hands(text)] == hands
        dealer = None if seed % 2 else seed % 4
        state = game.new_initial_state(seed, deck=text, dealer=dealer)
        seen = state.open_observation()
        assert [sorted(seen.cards("hand", seat)) for seat in range(4)] == hands
        assert dealer in (None, state.position.dealer)
        again = cardrules.Game.state_from_json(game, state.to_json())
        assert str(again.open_observation()) == str(seen)


def test_a_file_has_boards() -> None:
    found = list(pbn.boards(BOARDS))
    assert found == [pbn.Board(1, DEAL, 0), pbn.Board(12, DEAL, 3)]


@pytest.mark.parametrize("text", ["{", "\n", " ", "[", "[Deal ", '[Deal "', "\\", "%\n"])
def test_a_file_that_repeats_something_is_read_in_time(text: str) -> None:
    started = process_time()
    assert list(pbn.boards(text * 300_000)) == []
    assert process_time() - started < 5


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    done = call(["decks", "bridge", "--pbn", "--games", "3", "--seed", "5"], tmp_path)
    found = list(pbn.boards(done.stdout))
    game = loaded("bridge")
    assert [board.number for board in found] == [1, 2, 3]
    for seed, board in enumerate(found, 5):
        state = game.new_initial_state(deck=board.hands, dealer=board.dealer)
        assert str(state.open_observation()) == str(game.new_initial_state(seed).open_observation())


@pytest.mark.parametrize(
    ("game", "deck", "message"),
    [
        ("freecell", "microsoft 0", "Microsoft's deals have numbers from 1 to 8589934591, so there is no 0"),
        ("freecell", "ms 8589934592", "so there is no 8589934592"),
        ("skat", "microsoft 1", "Microsoft's deals are of 52 cards from ace to king; Skat has others"),
        ("spider", "microsoft 1", "Microsoft's deals are of 52 cards from ace to king; Spider has others"),
        ("freecell", "pysol 0", "PySolFC's deals have numbers from 1 to 100000000000000000000, so there is no 0"),
        ("freecell", "pysol 100000000000000000001", "so there is no 100000000000000000001"),
        ("skat", "pysol 1", "PySolFC's deals are of packs of 52 cards from ace to king; Skat has others"),
        ("bridge", "N:AKQ..", "a deal has a seat and four hands, such as"),
        ("bridge", "N:AKQ.. A.. 2..", "a deal has a seat and four hands, such as"),
        ("bridge", "N:AKX... .J.. .T.. .9..", "a hand has four suits, spades first, with points between them"),
        ("bridge", DEAL.replace("QJT6", "QJT7"), "the four hands are not the pack of Bridge: see 7C, 6C"),
        ("bridge", DEAL.replace("J973", "J9733").replace(" .63", " .6"), "the four hands are not the pack of Bridge"),
        ("bridge", "N:A432... K432... Q432... J432...", "the four hands are not the pack of Bridge"),
        ("oh_hell", DEAL, "Oh Hell does not deal all cards to four hands"),
        ("freecell", DEAL, "FreeCell does not deal all cards to four hands"),
        ("canasta", DEAL, "Canasta does not deal all cards to four hands"),
        ("gin_rummy_partnership", DEAL, "does not deal all cards to four hands"),
    ],
)
def test_what_cannot_be_dealt(game: str, deck: str, message: str) -> None:
    with pytest.raises(cardrules.DeckError, match=re.escape(message)):
        loaded(game).new_initial_state(deck=deck)


def test_hands_of_another_size_cannot_be_dealt() -> None:
    uneven = "N:AKQJT98765432.A.. .KQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    with pytest.raises(cardrules.DeckError, match="does not deal all cards to four hands, so these hands"):
        loaded("bridge").new_initial_state(deck=uneven)


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("club.pbn", "Bridge, board 1 of club.pbn."),
        ("club.pbn:12", "Bridge, board 12 of club.pbn."),
        (DEAL, "Bridge, seed 0."),
    ],
)
def test_the_command_plays_a_deal(given: str, title: str, tmp_path: Path) -> None:
    (tmp_path / "club.pbn").write_text(BOARDS)
    done = call(["run", "bridge", "--deck", given, "--players", "random,random,random,random"], tmp_path)
    assert done.stdout.startswith(title)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("none.pbn", "'none.pbn' cannot be read: No such file or directory."),
        ("club.pbn:3", "'club.pbn' has no board 3; it has 1, 12."),
        ("empty.pbn", "'empty.pbn' has no deal: no line is a tag such as [Deal \"N:…\"]."),
        ("AS KS", "the deck has 2 of 52 cards; missing: "),
        (
            "club.pbn:x",
            "--deck: card 1 of the deck, 'club.pbn:x', is not in this game. Write 'microsoft 617', 'pysol 12345', a",
        ),
    ],
)
def test_what_the_command_cannot_deal(given: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "club.pbn").write_text(BOARDS)
    (tmp_path / "empty.pbn").write_text('[Event "none"]\n')
    done = call(["run", "bridge", "--deck", given], tmp_path)
    assert done.returncode == 1
    assert message in done.stderr


def test_a_saved_game_has_its_own_deal(tmp_path: Path) -> None:
    done = call(["run", "--resume", "x", "--deck", "microsoft 1"], tmp_path)
    assert "--deck cannot be used with --resume" in done.stderr
