"""Regression tests of differences between the builds: a small ruleset for each kind of mistake.

`Play` compares the recording and the bare build at every decision.
"""

# ruff: noqa: E501 -- rules in one line are easier to compare than rules in many
from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardrules.interpreter.errors import NobodyError, StepBudgetError
from cardrules.interpreter.game.setup.opening import initial_position
from cardrules.interpreter.play.game import rules_of

from .playing import Play

TURN = "phases: {turn: {players: in turn}}\n"


def played(body: str, *actions: str, **more: Any) -> Play:
    return Play(body, **more)(*actions)


# ------------------------------------------------------- what is known of a name ends with its rule


@pytest.mark.parametrize(
    "rule",
    [
        "let card be hand of dealer\n    move card to pile",
        "for each card in hand of dealer: move card to pile",
        "put(hand of dealer)",
        "put(first of hand of dealer)",
    ],
)
def test_a_name_means_what_it_was_bound_to_last(rule: str) -> None:
    """An action chooses a `card`; the scoring, or a definition, has another of that name."""
    body = (
        "define:\n  put: {with: cards card, do: move card to pile}\n"
        "deal:\n  do: deal 3 each to hand\n  after: |\n    "
        + rule
        + "\n"
        + TURN
        + "actions:\n  play:\n    phase: turn\n    choose: {card: a card from hand}\n"
        "    do: |\n      move card to pile\n      if turn_number >= 1: end deal\n"
        "match: {deals: 2, winner: highest}\n"
    )
    game = played(body)
    while not game.over:
        game(game.legal[0])


@pytest.mark.parametrize("change", ["chosen becomes right of chosen", "reveal card", "play again"])
def test_a_chosen_card_is_taken_from_where_it_lies(change: str) -> None:
    """The zone that a choice was made from may be another when the card moves."""
    body = (
        "variables: {chosen: {type: player, start: eldest}}\ndeal: {do: deal 2 each to hand}\n"
        + TURN
        + "actions:\n  take:\n    phase: turn\n"
        "    choose: {card: a card from hand of chosen}\n"
        f"    do: |\n      {change}\n      move card to pile\n  win: {{phase: turn, do: actor wins}}\n"
    )
    game = played(body)
    for _ in range(2):
        game(game.legal[0])
    assert len(game.cards("pile").split()) == 2


def test_choices_that_are_done_at_once_may_have_moved() -> None:
    body = (
        "deal: {do: deal 2 each to hand}\nphases: {secret: {players: all at once}}\nactions:\n"
        "  take:\n    phase: secret\n    choose: {card: a card from hand + hand of opponent}\n"
        "    do: |\n      move card to pile\n      if size of pile > 3: actor wins\n"
    )
    game = played(body)
    game(game.legal[0])(game.legal[0])
    assert len(game.cards("pile").split()) == 1


# ----------------------------------------------------------------- names of the generated code


@pytest.mark.parametrize("order", ["[stay, leave]", "[leave, stay]"])
def test_possibility_is_asked_before_and_after_the_action_is_listed(order: str) -> None:
    body = (
        "deal: {do: deal 2 each to hand}\nphases: {turn: {players: in turn, steps: [only]}}\n"
        "actions:\n"
        + "".join(
            {
                "stay": "  stay: {phase: only, when: leave is possible, do: draw 1}\n",
                "leave": "  leave: {phase: only, when: size of hand < 4, do: draw 1}\n",
            }[name]
            for name in order.strip("[]").split(", ")
        )
        + "  win: {phase: only, when: not (leave is possible), do: actor wins}\n"
    )
    game = played(body)
    assert {"stay", "leave"} <= set(game.legal)
    machine = rules_of(game.game).bare
    assert machine.playout(machine.blank.clone(), Random(1).random, -7) > 0


def test_names_that_look_like_those_of_the_compiler() -> None:
    """Parameters, loops and `let`s may have any name, such as `n_1` or `actor_1`."""
    body = (
        "deal: {do: deal 3 each to hand}\n" + TURN + "actions:\n"
        "  x:\n    phase: turn\n    choose: {card_3: a card from hand, n_1: a number from 1 to 2}\n"
        "    do: |\n      let m_2 be card_3\n      let r be hand\n      for each k in players:\n"
        "        repeat n_1 times: draw 1\n      move m_2 to pile\n      if r is empty: actor wins\n"
        "  x_m: {phase: turn, do: actor wins}\n"
    )
    game = played(body)
    for _ in range(2):
        game(game.legal[0])


# -------------------------------------------------------------------------------- cards that move


def act(rule: str, *, deal: str = "deal 2 each to hand", more: str = "", **settings: Any) -> Play:
    """Do one action of seat 0, after a deal of four cards to the pile and two to each hand."""
    body = (
        f"deal:\n  do: |\n    deal 4 to pile\n    {deal}\n"
        + TURN
        + f"actions:\n  act:\n    phase: turn\n    do: |\n      {rule}\n"
        "  win: {phase: turn, do: actor wins}\n" + more
    )
    return Play(body, **settings)("act")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("move bottom of pile to pile", "7C 6H 6C 7H"),
        ("move top of pile to bottom of pile", "6C 7H 7C 6H"),
        ("move pile to pile", "7H 7C 6H 6C"),
        ("move hand + pile to pile", "4H 5H 6C 6H 7C 7H"),
        ("move [bottom of pile, bottom of pile] to pile", "7C 6H 6C 7H"),
        ("move [bottom of pile, top of pile, bottom of pile] to pile", "7C 6H 7H 6C"),
        ("move bottom 2 of pile to pile", "6H 6C 7H 7C"),
    ],
)
def test_cards_are_taken_out_and_then_put_in_their_order(rule: str, expected: str) -> None:
    assert act(rule).cards("pile") == expected


@pytest.mark.parametrize(
    "rule",
    [
        "move own of actor to own of eldest",
        "move own of eldest to own of actor",
        "for each p in players: move own of p to own of actor",
    ],
)
def test_a_zone_that_is_moved_to_itself_keeps_its_cards(rule: str) -> None:
    game = act(rule, deal="deal 2 each to own", head=HEAD)
    assert game.cards("own", 0).split()[:2] == ["5H", "4H"]


def test_cards_are_dealt_from_a_zone_of_the_actor() -> None:
    game = act("deal 1 each from own to hand of players", deal="deal 2 each to own", head=HEAD)
    assert [game.cards("hand", seat) for seat in (0, 1)] == ["4H", "5H"]
    assert game.cards("own", 1) == "5C 4C"


@pytest.mark.parametrize("cards", ["random of hand", "random 2 of hand", "random of pile"])
def test_chance_is_drawn_for_what_is_revealed(cards: str) -> None:
    act(f"reveal {cards}")


HEAD = """
cardrules: 1
name: Small
players: {players}
deck: {{ranks: 2 3 4 5 6 7, suits: clubs hearts}}
zones:
  stock: {{faces: hidden}}
  pile: {{faces: shown}}
  hand: {{each: player, faces: owner}}
  own: {{each: player, faces: owner, ordered: true}}
"""


# --------------------------------------------------------------------------------------- nobody

RIVAL = "variables: {rival: {type: player, help: Whom one asks.}}\n"


@pytest.mark.parametrize(
    "rule",
    [
        "move hand of rival to pile",
        "let p be rival\n      move hand of p to pile",
        "let p be left of rival\n      move hand of p to pile",
        "take_from(rival)",
        "take_from(left of rival)",
        "take_from(whom)",
        "move pile to hand of rival",
        "draw 1 to hand of left of rival",
        "ask rival to answer",
        "add 1 to score of rival",
    ],
)
@pytest.mark.parametrize("record", [True, False])
def test_what_belongs_to_nobody_is_refused(rule: str, record: bool) -> None:
    more = RIVAL + "define:\n  take_from: {with: player p, do: move hand of p to pile}\n  whom: {is: right of rival}\n"
    body = (
        f"deal: {{do: deal 2 each to hand}}\n{TURN}actions:\n  act:\n    phase: turn\n    do: |\n"
        f"      {rule}\n  answer: {{do: add 1 to score of actor}}\n  win: {{phase: turn, do: actor wins}}\n" + more
    )
    play = Play(body)
    raw = play.state.find("act")
    with pytest.raises(NobodyError, match=r"small.yaml:\d+"):
        _ = play.state.apply_raw(raw) if record else rules_of(play.game).bare.play(play.bare, raw)


def test_the_neighbour_of_nobody_is_nobody() -> None:
    rule = "if left of rival is nobody and partner of rival is nobody: add 1 to score of actor"
    assert act(rule, more=RIVAL).state.scores() == [1, 0]


# --------------------------------------------------------------------------------------- phases


@pytest.mark.parametrize("scheme", ["poll", "each once from", "all at once"])
def test_a_list_of_players_may_be_empty(scheme: str) -> None:
    """It is a variable of a player here, which is written like a table of the compiler."""
    phase = "{players: all at once}" if scheme == "all at once" else f"{{players: {scheme} those of dealer}}"
    body = (
        "variables: {those: {type: players, each: player, help: Some players.}}\n"
        "deal: {do: deal 2 each to hand}\nphases:\n"
        f"  first: {phase}\n  turn: {{players: in turn}}\nactions:\n"
        "  pass: {phase: [first, turn]}\n  win: {phase: turn, do: actor wins}\n"
    )
    game = played(body)
    assert game.phase == ("first" if scheme == "all at once" else "turn")


@pytest.mark.parametrize("kind", ["number", "players", "pile", "cards", "player", "card", "suit"])
def test_variables_of_a_phase_can_be_read_before_the_first(kind: str) -> None:
    body = (
        f"variables: {{x: {{type: {kind}, scope: phase, help: Something.}}, "
        f"y: {{type: {kind}, each: player, scope: phase, help: Something.}}}}\n"
        "deal:\n  do: |\n    deal 2 each to hand\n    let before be x\n    let theirs be y of dealer\n"
        "    if before is theirs: add 1 to score of dealer\n" + TURN + "actions: {win: {phase: turn, do: actor wins}}\n"
    )
    if kind in ("cards", "pile"):
        body = body.replace("before is theirs", "size of before is size of theirs")
    assert played(body).state.scores() == [0, 1]


def test_what_lasts_a_turn_starts_anew_with_each_choice_that_was_sealed() -> None:
    body = (
        "variables: {n: {type: number, scope: turn, help: Counts.}}\n"
        "deal: {do: deal 2 each to hand}\n"
        "phases: {secret: {players: all at once}, turn: {players: in turn}}\nactions:\n"
        '  bid: {phase: secret, do: "add 1 to n\\nadd n to score of actor"}\n'
        '  stop_it: {phase: secret, do: "add 1 to n\\nadd n to score of actor\\nend turn"}\n'
        "  win: {phase: turn, do: actor wins}\n"
    )
    assert played(body, "bid", "bid").state.scores() == [1, 1]
    assert played(body, "stop_it", "bid").state.scores() == [1, 1]


def test_actions_that_ask_can_be_sealed() -> None:
    body = (
        "deal: {do: deal 2 each to hand}\n"
        "phases: {secret: {players: all at once}, turn: {players: in turn}}\nactions:\n"
        "  challenge: {phase: secret, do: ask opponent to accept or refuse}\n  keep: {phase: secret}\n"
        "  accept: {do: add 1 to score of actor}\n  refuse: {do: add 2 to score of actor}\n"
        "  win: {phase: turn, do: actor wins}\n"
    )
    assert played(body, "challenge", "challenge", "accept", "refuse").state.scores() == [2, 1]
    assert played(body, "keep", "challenge", "refuse").state.scores() == [2, 0]


# ---------------------------------------------------------------------------- the limit on turns

ASKED = "  agree: {do: add 1 to score of actor}\n  deny: {do: add 2 to score of actor}\n"


@pytest.mark.parametrize("where", ["limits", "deal", "match"])
def test_a_scoring_may_ask_where_the_limit_is_reached(where: str) -> None:
    rule = "ask dealer to agree or deny"
    body = (
        "deal: {do: deal 2 each to hand"
        + (f", after: {rule}" if where == "deal" else "")
        + "}\n"
        + TURN
        + "actions:\n  pass: {phase: turn}\n  close: {phase: turn, do: end deal}\n"
        + ASKED
        + "limits: {turns: 3"
        + (f", result: {rule}" if where == "limits" else "")
        + "}\n"
        + "match: {winner: highest"
        + (f", result: {rule}" if where == "match" else "")
        + "}\n"
    )
    game = played(body, "pass", "pass", "close" if where == "deal" else "pass")
    assert game.legal == ([] if where == "deal" else ["agree", "deny"])
    if where != "deal":
        assert game("deny").over
        assert game.state.scores() == [0, 2]


def test_nobody_is_asked_in_the_middle_of_an_action_at_the_limit() -> None:
    body = (
        "deal: {do: deal 2 each to hand}\n" + TURN + "actions:\n"
        '  act: {phase: turn, do: "add 5 to score of actor\\nask opponent to agree or deny"}\n'
        + ASKED
        + "limits: {turns: 4}\nmatch: {winner: highest}\n"
    )
    game = played(body, "act", "agree")
    assert game("act", "agree").over
    game = played(body.replace("turns: 4", "turns: 3"), "act", "agree", "act")
    assert game.over
    assert game.state.scores() == [5, 6]


def test_a_scoring_that_asks_without_end_is_broken_off() -> None:
    body = (
        "deal:\n  do: deal 2 each to hand\n  after: |\n    repeat until score of dealer > 9999999:\n"
        "      ask dealer to agree or deny\n"
        + TURN
        + "actions:\n  close: {phase: turn, do: end deal}\n"
        + ASKED
        + "limits: {turns: 3}\nmatch: {winner: highest}\n"
    )
    game = played(body, "close").game
    position = initial_position(rules_of(game), rules_of(game).bare)
    with pytest.raises(StepBudgetError, match=r"small.yaml:\d+:\d+: .*limits.turns"):
        rules_of(game).bare.playout(position, Random(1).random, -7, 5000)


@pytest.mark.parametrize(("where", "rule"), [("after", "end deal"), ("after", "finish")])
def test_a_scoring_that_ends_itself_is_over(where: str, rule: str) -> None:
    body = (
        "define: {finish: {do: end deal}}\n"
        f"deal:\n  do: deal 2 each to hand\n  {where}: |\n    add 1 to score of dealer\n"
        f"    if deal_number > 0: {rule}\n    add 10 to score of dealer\n"
        + TURN
        + "actions:\n  close: {phase: turn, do: end deal}\n"
        "match: {deals: 2, winner: highest}\n"
    )
    game = played(body, "close", "close")
    assert game.over
    assert sum(game.state.scores()) == 2


def test_a_match_result_that_ends_the_game_is_over() -> None:
    body = (
        "deal: {do: deal 2 each to hand}\n" + TURN + "actions:\n  close: {phase: turn, do: end deal}\n"
        "match:\n  deals: 1\n  winner: highest\n  result: |\n    add 3 to score of dealer\n"
        "    if deal_number > 0: end game\n    add 10 to score of dealer\n"
    )
    game = played(body, "close")
    assert game.over
    assert game.state.scores() == [0, 3]


# ---------------------------------------------------------------------------------------- chance


@pytest.mark.parametrize(
    "rule",
    [
        "move hand of random of players to pile",
        "move random of hand of random of players to hand of random of players",
        "shuffle own of random of players",
        "add 1 to score of random of players",
        "add size of hand of random of players to score of random of players",
        "score of random of players becomes 3",
        "random of players draws 3",
        "deal 2 to own of random of players",
        "deal 2 each from own of random of players to hand of players",
        "reveal hand of random of players to random of players",
        "if size of hand of random of players div size of own of random of players is 1: draw 1",
        "if not (random 1 of hand + random 1 of pile is empty): draw 1",
        "if seen(random of pile): draw 1",
    ],
)
def test_chance_is_drawn_once_and_in_one_order(rule: str) -> None:
    """However often the code of a build needs what was drawn."""
    more = "define: {seen: {with: card c, is: stock is not empty}}\n"
    for seed in range(4):
        act(
            rule,
            deal="deal 2 each to hand\n    deal 1 each to own",
            head=HEAD,
            more=more,
            seed=seed,
        )


# ---------------------------------------------------------------------------------- who has left


def test_a_phase_of_one_player_who_has_left_is_over() -> None:
    body = (
        "deal: {do: deal 2 each to hand}\nphases:\n  first: {players: first of everybody, before: first of everybody leaves}\n"
        "  turn: {players: in turn}\nactions:\n  pass: {phase: [first, turn]}\n"
        "  win: {phase: turn, do: actor wins}\n"
    )
    game = played(body)
    assert (game.phase, game.actor) == ("turn", 1)


# ----------------------------------------------------------------------------------------- polls

POLL = (
    "variables: {n: {type: number, scope: turn, help: Counts.}}\n"
    "deal: {do: deal 2 each to hand}\n"
    "phases: {asked: {players: poll players from eldest}, turn: {players: in turn}}\nactions:\n"
    "  pass: {phase: asked}\n  win: {phase: turn, do: actor wins}\n"
)


@pytest.mark.parametrize(
    ("actions", "actor"),
    [
        (["pass", "pass"], None),
        (["pass", "bid", "pass"], 1),
        (["more", "pass", "pass"], 1),  # who has bid and then passed in one turn has not declined
        (["more", "more", "pass", "pass", "pass"], None),
        (["pass", "last", "pass"], 1),
    ],
)
def test_a_poll_is_over_when_all_have_declined(actions: list[str], actor: int | None) -> None:
    more = (
        "  bid: {phase: asked, do: add 1 to n}\n  more: {phase: asked, do: play again}\n"
        '  last: {phase: asked, do: "add 1 to n\\nplay again\\nend turn"}\n'
    )
    game = played(POLL + more, *actions)
    assert (game.phase, game.actor) == (("turn", 0) if actor is None else ("asked", actor))
    assert game.variable("n") == 0
