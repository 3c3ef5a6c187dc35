"""The first page: own games, pictures, families, minutes, and the words that a search finds."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from cardrules.interpreter.check.load import load_ruleset
from cardrules.rulesets import known
from cardrules.table.layout import places
from cardrules.table.lobby import Going, entries, form, going, groups
from cardrules.table.store import Record, Seat, Settings

from .conftest import PEOPLE, Served

SEATS = (Seat("human", "Kim", "k", "mine"), Seat("human", "Mira", "m", "hers"), Seat("normal", "Anna", None))
RECORD = Record("a", Settings("scopa", 3, None, (), 1), SEATS, "w", ("a", "b"), maker="k")


def listed(record: Record, awaited: list[int], holder: str | None = "mine") -> Going:
    """Return a game as the browser of a person sees it."""
    return going(record, "Scopa", awaited, None if holder is None else holder.__eq__)


@pytest.mark.parametrize(
    ("awaited", "holder", "status", "yours", "link"),
    [
        ([0], "mine", "Your turn", True, "/s/k"),
        ([1], "mine", "Waiting for Mira", False, "/s/k"),
        ([1], "hers", "Your turn", True, "/s/m"),
        ([0, 1], "mine", "Your turn", True, "/s/k"),
        ([2], "mine", "2 moves", False, "/s/k"),
        ([], "mine", "2 moves", False, "/s/k"),
        ([0], "another", "Waiting for Kim", False, "/s/k"),
        ([1], None, "Your turn", True, "/s/k"),
    ],
)
def test_whose_turn_it_is(awaited: list[int], holder: str | None, status: str, yours: bool, link: str) -> None:
    found = listed(RECORD, awaited, holder)
    assert (found.status, found.yours, found.link) == (status, yours, link)


def test_a_game_that_is_over_waits_for_nobody() -> None:
    found = listed(replace(RECORD, finished=True), [0])
    assert (found.status, found.yours, found.over, found.others) == ("2 moves, over", False, True, "Mira and Anna")


def names(served: Served, letter: str = "a") -> list[str]:
    """Return the games that a browser is shown as its own, in order, each with what is said of it."""
    page = unescape(served.browser(letter).get("/").text)
    part = page.partition('class="running"')[2].partition("</ul>")[0]
    return re.findall(r'<strong>([^<]+)</strong>.*?<span class="(?:yours|dim)">([^<]+)</span></div>', part, re.DOTALL)


def test_on_a_network_everybody_sees_their_own_games(tmp_path: Path) -> None:
    served = Served(tmp_path, ("gin_slaughtre", "scopa"), shared=True)
    with served.client:
        key = served.client.post("/new/0", data=PEOPLE).url.path.removeprefix("/s/")
        match = served.match(key)
        while match.state.current_player() == 0:
            served.do(key, play=match.state.legal_actions()[0].text)
        served.client.post("/new/1", data={"players": "2", **PEOPLE, "who.1": "screen"})
        assert names(served) == [("Scopa", "Your turn"), ("Gin Slaughtre", "Waiting for Robin")]
        assert names(served, "b") == []
        served.sit(match.record.seats[1].key or "", served.browser("b"))
        assert names(served, "b") == [("Gin Slaughtre", "Your turn")]
    again = Served(tmp_path, ("gin_slaughtre", "scopa"), shared=True)
    with again.client:
        assert names(again, "b") == [("Gin Slaughtre", "Your turn")]  # which is kept with the game


def test_neighbours_have_different_pictures() -> None:
    for row in groups(enumerate(entries(known()))).values():
        for beside in (1, 2, 3, 4):
            for (_, first, one), (_, second, other) in zip(row, row[beside:], strict=False):
                assert (one.shape, one.groups) != (other.shape, other.groups), (first.title, second.title)
                assert one.ground != other.ground
        for (_, _, one), (_, _, other) in pairwise(row):
            assert one.shape != other.shape or one.shape in ("row", "columns", "board")


def test_pictures_are_made_of_the_cards_of_the_game() -> None:
    for entry in entries(known()):
        for scene in entry.scenes:
            cards = [card for group in scene.groups for card in group]
            assert cards
            assert all(entry.symbols[card] for card in cards), entry.title


@pytest.mark.parametrize(
    ("word", "title"),
    [("knock", "Gin Rummy"), ("trump", "Durak"), ("spades", "Hearts"), ("clue", "Hanabi"), ("fold", "Texas Hold'em")],
)
def test_a_search_finds_words_of_the_rules(served: Served, word: str, title: str) -> None:
    tiles = re.findall(r'data-words="([^"]*)".*?<strong>([^<]+)<', unescape(served.client.get("/").text), re.DOTALL)
    assert title in {name for words, name in tiles if word in words}
    assert word == "spades" or len({name for words, name in tiles if word in words}) < len(tiles) / 2


def test_games_in_which_all_are_on_one_side_are_a_family() -> None:
    together = {name for name in known() if places(load_ruleset(name).program).family == "cooperative"}  # type: ignore[arg-type]
    assert together == {"hanabi"}


def test_one_click_begins_a_game(served: Served) -> None:
    page = served.client.get("/").text
    action = re.search(r'<form method="post" action="(/new/\d+)"><button aria-label="Play Hearts now"', page)
    assert action is not None
    text = served.client.post(action[1]).text
    assert "Your turn" in text or "thinking" in text


def test_minutes_are_told_where_they_are_known(served: Served) -> None:
    page = served.client.get("/").text
    hearts = page.partition("<strong>Hearts</strong>")[2].partition("</a>")[0]
    assert re.search(r"4 players, \d+ min", hearts)


MEMORY = """\
cardrules: 1
name: Memory of Mine
players: 2
{about}deck: {{ranks: A 2 3, suits: clubs hearts}}
zones: {{stock: {{}}, hand: {{each: player, faces: owner}}}}
deal: {{do: deal 1 each to hand}}
phases: {{turn: {{players: in turn}}}}
actions: {{end: {{phase: turn, do: actor wins}}}}
"""


def test_a_ruleset_tells_family_minutes_and_other_names(tmp_path: Path) -> None:
    about = "about: {family: guessing, aliases: [Concentration <b>], minutes: 15}\n"
    told, silent = tmp_path / "told.yaml", tmp_path / "silent.yaml"
    told.write_text(MEMORY.format(about=about))
    silent.write_text(MEMORY.format(about=""))
    one, other = entries((str(told), str(silent)))
    assert (one.family, one.minutes, one.tags) == ("guessing", 15, ("two", "short"))
    assert "concentration <b>" in one.words
    assert (other.family, other.minutes, other.tags) == ("", 0, ("two",))
    served = Served(tmp_path, (str(told), str(silent)))
    with served.client:
        page = served.client.get("/").text
    assert "<b>" not in page
    assert "2 players, 15 min" in page


def test_games_that_are_alone_in_their_family_stand_together() -> None:
    found = groups(enumerate(entries(known())))
    assert next(iter(found)) == "Tricks"
    assert list(found)[-1] == "Other games"
    assert all(len(row) > 1 for row in found.values())
    assert {entry.family for _, entry, _ in found["Rummy"]} == {"rummy"}


def test_a_deal_number_deals_the_same_cards(served: Served) -> None:
    page = served.client.get("/").text
    action = re.search(r'<form method="post" action="(/new/\d+)"><button aria-label="Play Hearts now"', page)
    assert action is not None

    def hand(**fields: str) -> list[str]:
        text = served.client.post(action[1], data=fields).text
        found = re.findall(r"\b(?:\w+) of (?:clubs|diamonds|hearts|spades)", text)
        assert len(found) >= 13
        return found

    assert hand(deal="7") == hand(deal=" 7 ")
    assert hand(deal="7") != hand(deal="8")
    assert hand(deal="microsoft 7") == hand(deal="MS #7") != hand(deal="7")


def test_a_numbered_deal_of_microsoft_is_kept_with_the_game(served: Served) -> None:
    key = served.new("FreeCell", deal=" Microsoft  617 ")
    page = served.client.get(f"/s/{key}").text
    assert "Deal number Microsoft 617: a new game with it has the same cards." in page
    served.matches.store.close()
    again = Served(served.folder)
    assert again.client.get(f"/s/{key}").text.count("seven of diamonds") == page.count("seven of diamonds") > 0
    assert again.match(key).state.observation(0).piles("columns")[0][:3] == ("7D", "TD", "TH")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"deal": "seven"},
            "or one such as &#39;microsoft 617&#39; or &#39;pysol 12345&#39;, not &#39;seven&#39;",
        ),
        ({"deal": "2147483648"}, "a deal number is a whole number"),
        ({"deal": "microsoft 0"}, "Microsoft&#39;s deals have numbers from 1 to 8589934591"),
        ({"deal": "7", "who.1": "link"}, "a deal number cannot be chosen where others sit down by a link"),
    ],
)
def test_deal_numbers_that_are_refused(served: Served, fields: dict[str, str], said: str) -> None:
    page = served.client.get("/").text
    action = re.search(r'<form method="post" action="(/new/\d+)"><button aria-label="Play Hearts now"', page)
    assert action is not None
    answer = served.client.post(action[1], data=fields)
    assert answer.status_code == 400
    assert said in answer.text.replace("A deal", "a deal")


@pytest.mark.parametrize(
    ("name", "players", "offered"), [("kuhn_poker", "2", True), ("leduc_poker", "3", False), ("hearts", "4", False)]
)
def test_a_strategy_for_a_whole_deal_is_offered_for_small_games(name: str, players: str, offered: bool) -> None:
    assert ("cfr" in form(name, {"players": players}).who) is offered


def test_only_bots_that_were_given_can_sit_besides_the_usual_ones(tmp_path: Path) -> None:
    """So a visitor of the page cannot let a file of the server's run."""
    table = Served(tmp_path, ("scopa",), bots=("quick",))
    assert ">computer, quick<" in table.client.get("/new/0").text
    table.new("Scopa", **{"who.1": "quick"})
    record = table.matches.store.read(table.matches.store.running()[0])
    assert record is not None
    assert [seat.kind for seat in record.seats] == ["human", "quick"]
    answer = table.client.post("/new/0", data={"who.1": "other.py:Bot"})
    assert answer.status_code == 400
    assert "here is no player 'other.py:Bot'" in unescape(answer.text)
