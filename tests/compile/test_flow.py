"""How play goes on: phases, turns, polls, sealed choices, effects, events, decisions in rules."""

from __future__ import annotations

import pytest

from cardrules.interpreter.errors import IllegalActionError, NobodyError
from cardrules.interpreter.game.setup.opening import START_OF_DEAL, initial_position
from cardrules.interpreter.play.game import rules_of

from .playing import Play, game, problems

WIN = "  win: {phase: turn, do: actor wins}\n"
TURN = "phases: {turn: {players: in turn}}\n"
LOG = "variables: {log: {type: number, help: What was done.}}\n"


def log(digit: int) -> str:
    return f"log becomes log * 10 + {digit}"


# ---------------------------------------------------------------------------------------- effects


def test_effects_follow_in_written_order_but_for_before_and_after() -> None:
    body = LOG + TURN + "actions:\n  act: {phase: turn, do: " + log(1) + "}\n" + WIN + "effects:\n"
    for name, more, digit in (
        ("a", "", 2),
        ("b", "", 3),
        ("c", "before: a, ", 4),
        ("d", "after: a, ", 5),
        ("e", "after: d, ", 6),
        ("f", "when: log > 3, ", 7),
        ("g", "when: log < 3, ", 8),
    ):
        body += f"  {name}: {{on: act, {more}do: {log(digit)}}}\n"
    assert Play(body)("act").variable("log") == 1425637


@pytest.mark.parametrize(
    ("leaving", "expected"),
    [
        ("skip to last", 14),
        ("stop", 1),
        ("if log is 1: skip to last", 14),
        ("if log is 2: skip to last", 134),
        ("for each k in 1 to 3:\n  if k is 2: skip to last\n  log becomes log * 10 + 9", 194),
        ("repeat 3 times:\n  if log > 100: stop\n  log becomes log * 10 + 9", 199),
        ("repeat until log > 1000:\n  if log > 100: skip to last\n  log becomes log * 10 + 9", 1994),
        ("if log is 1:\n  if log is 1:\n    skip to last\n  add 1 to log\nadd 1 to log", 14),
        (
            "for each k in 1 to 2:\n  for each j in 1 to 2:\n    if j is 2: stop\n"
            "    log becomes log * 10 + 9\n  log becomes 0\nlog becomes 0",
            19,
        ),
    ],
)
@pytest.mark.parametrize("asking", [False, True])
def test_effects_can_be_skipped(leaving: str, expected: int, asking: bool) -> None:
    text = leaving + ("\nif log is 5: ask opponent to answer" if asking else "")
    body = (
        LOG + TURN + "actions:\n  act: {phase: turn, do: " + log(1) + "}\n"
        "  answer: {do: add 1 to log}\n"
        + WIN
        + "effects:\n  first:\n    on: act\n    do: |\n"
        + "".join(f"      {line}\n" for line in text.splitlines())
        + f"  middle: {{on: act, do: {log(3)}}}\n  last: {{on: act, do: {log(4)}}}\n"
    )
    if leaving in ("skip to last", "stop") and asking:
        return  # what follows could never be reached
    assert Play(body)("act").variable("log") == expected


def test_an_action_can_skip_its_own_effects() -> None:
    body = (
        LOG + TURN + "actions:\n  act: {phase: turn, choose: {n: a number from 1 to 2}, "
        "do: 'if n is 1: stop'}\n" + WIN + "effects:\n  e: {on: act, do: " + log(7) + "}\n"
    )
    assert Play(body)("act 1").variable("log") == 0
    assert Play(body)("act 2").variable("log") == 7


def test_effects_know_what_was_chosen_and_named() -> None:
    body = (
        LOG + TURN + "deal: {do: deal 3 each to hand}\nactions:\n  put:\n    phase: turn\n"
        "    choose: {card: a card from hand}\n    do: |\n      let n be value of card\n"
        "      move card to pile\n  flip:\n    phase: turn\n    do: |\n      let card be top of stock\n"
        "      let n be 9\n      move card to pile\n"
        + WIN
        + "effects:\n  e: {on: [put, flip], do: log becomes log * 100 + 10 * n + value of card}\n"
    )
    assert Play(body)("put 6H", "flip").variable("log") == 6694


def test_events_follow_when_the_present_effects_are_done_oldest_first() -> None:
    body = (
        LOG + TURN + "actions:\n  act:\n    phase: turn\n    do: |\n      announce two\n"
        f"      announce one\n      {log(1)}\n" + WIN + "effects:\n"
        f"  later: {{on: act, do: {log(2)}}}\n"
        f'  a: {{on: one, do: "{log(3)}\\nannounce three"}}\n  b: {{on: one, do: {log(4)}}}\n'
        f"  c: {{on: two, do: {log(5)}}}\n  d: {{on: three, do: {log(6)}}}\n"
    )
    assert Play(body)("act").variable("log") == 125346


def test_leaving_drops_what_was_announced() -> None:
    body = (
        LOG + "phases:\n  turn: {players: in turn}\n  next_one: {players: in turn}\nactions:\n"
        '  act: {phase: turn, do: "announce one\\ngo to next_one"}\n'
        f"  other: {{phase: next_one, do: {log(2)}}}\n" + WIN + f"effects:\n  e: {{on: one, do: {log(1)}}}\n"
    )
    play = Play(body)("act")
    assert (play.phase, play.variable("log")) == ("next_one", 0)
    assert play("other").variable("log") == 2


def test_an_event_that_announces_itself_is_stopped() -> None:
    from cardrules.interpreter.errors import StepBudgetError

    body = (
        TURN
        + "actions:\n  act: {phase: turn, do: announce one}\n"
        + WIN
        + "effects: {e: {on: one, when: deal_number is 1, do: announce one}}\n"
        + "limits: {steps: 100}\n"
    )
    with pytest.raises(StepBudgetError):
        Play(body)("act")


# ------------------------------------------------------------------------------- decisions inside

ASKING = (
    LOG + TURN + "deal: {do: deal 3 each to hand}\nactions:\n  act:\n    phase: turn\n    do: |\n@"
    "  one: {do: log becomes log * 10 + 1}\n  two: {do: log becomes log * 10 + 2}\n"
    "  give: {choose: {c: a card from hand}, do: move c to pile}\n" + WIN
)


def asking(text: str, more: str = "") -> Play:
    lines = "".join(f"      {line}\n" for line in text.splitlines())
    return Play(ASKING.replace("@", lines) + more)


def test_a_rule_can_ask_and_goes_on_with_the_answer() -> None:
    play = asking("let k be size of hand\nask opponent to one or two\nlog becomes log * 10 + k")
    play("act")
    assert (play.actor, play.legal) == (1, ["one", "two"])
    play("two")
    assert (play.actor, play.variable("log")) == (1, 23)


def test_the_actor_is_the_one_who_is_asked_only_for_the_answer() -> None:
    play = asking("ask opponent to give\nmove first of hand to pile")("act", "give 6C")
    assert play.cards("pile") == "6C 5H"


def test_asking_in_loops_and_branches() -> None:
    play = asking(
        "for each p in players from opponent:\n  if size of hand of p > 2:\n"
        "    ask p to give\n  else: add 1 to log\nlog becomes log * 10 + 7"
    )
    play("act")
    assert play.actor == 1
    play("give 5C")
    assert play.actor == 0
    play("give 7H")
    assert (play.actor, play.variable("log"), play.cards("pile")) == (1, 7, "5C 7H")


def test_asking_while_repeating() -> None:
    play = asking("repeat 2 times:\n  ask opponent to one or two\nrepeat until log > 1000:\n  ask actor to one or two")
    play("act", "one", "two")
    assert play.actor == 0
    play("one", "one")
    assert (play.actor, play.variable("log")) == (1, 1211)


def test_asking_in_a_deed_and_again_within_the_answer() -> None:
    more = (
        "define:\n  bother:\n    with: player p, number k\n    do: |\n"
        "      ask p to one or two\n      log becomes log * 10 + k\n"
    )
    play = asking("bother(opponent, 5)\nbother(actor, 6)\nbother(opponent, 7)", more)
    play("act", "one", "two", "one")
    assert play.variable("log") == 152617


def test_asking_inside_what_is_asked() -> None:
    more = '  deep: {do: "ask opponent to one\\nlog becomes log * 10 + 8"}\n'
    play = asking("ask opponent to deep\nlog becomes log * 10 + 9", more)("act", "deep")
    assert play.actor == 0
    assert play("one").variable("log") == 189


def test_asking_in_effects_and_events() -> None:
    more = (
        'effects:\n  a: {on: act, do: "ask opponent to one or two\\nif log is 1: skip to c"}\n'
        "  b: {on: act, do: log becomes log * 10 + 3}\n  c: {on: act, do: announce ev}\n"
        '  d: {on: ev, do: "ask opponent to one or two\\nlog becomes log * 10 + 4"}\n'
        "  e: {on: ev, do: log becomes log * 10 + 5}\n"
    )
    assert asking("log becomes 0", more)("act", "one", "two").variable("log") == 1245
    assert asking("log becomes 0", more)("act", "two", "two").variable("log") == 23245


def test_what_is_asked_leaves_the_queue_alone() -> None:
    more = (
        'effects:\n  a: {on: ev, do: "ask opponent to one\\nlog becomes log * 10 + 3"}\n'
        "  b: {on: one, do: announce late}\n  c: {on: late, do: log becomes log * 10 + 4}\n"
        "  d: {on: other, do: log becomes log * 10 + 5}\n"
    )
    play = asking("announce ev\nannounce other", more)("act", "one")
    assert play.variable("log") == 1354
    more = more.replace("  a: {on: ev", "  a: {on: give").replace("\nlog becomes log * 10 + 3", "")
    play = asking("announce other\nask opponent to one\nlog becomes log * 10 + 6", more)("act", "one")
    assert play.variable("log") == 1654


def test_leaving_from_an_answer() -> None:
    body = (
        LOG + "phases:\n  turn: {players: in turn}\n  next_one: {players: in turn}\nactions:\n"
        '  act: {phase: turn, do: "ask opponent to flee or stay\\nlog becomes 9"}\n'
        "  flee: {do: go to next_one}\n  stay: {do: log becomes 1}\n"
        "  other: {phase: next_one, do: actor wins}\n"
    )
    play = Play(body)("act", "flee")
    assert (play.phase, play.variable("log")) == ("next_one", 0)
    assert Play(body)("act", "stay").variable("log") == 9


def test_the_table_can_ask() -> None:
    body = (
        LOG + 'deal:\n  do: "deal 3 each to hand\\nask eldest to one\\ndeal 1 to pile"\n'
        '  after: "for each p in players: ask p to one\\nadd 5 to score of dealer"\n'
        "phases:\n  turn:\n    players: in turn\n    before: 'ask dealer to one'\n"
        "    after: 'ask dealer to one'\n"
        "actions:\n  go_on: {phase: turn, do: end phase}\n"
        "  one: {do: log becomes log * 10 + 1}\nmatch: {winner: highest}\n"
    )
    play = Play(body)
    assert (play.actor, play.cards("pile")) == (0, "")
    play("one")
    assert (play.actor, play.cards("pile")) == (1, "4H")
    play("one", "go_on")
    assert play.actor == 1
    play("one", "one")
    assert play.actor == 1
    play("one")
    assert play.over
    assert play.state.scores() == [0, 5]
    assert play.variable("log") == 11111


# ----------------------------------------------------------------------------------------- phases


def test_phases_come_in_written_order_but_for_precedes_and_follows() -> None:
    order = "first", "second", "third", "fourth", "fifth", "turn"
    places = {"fourth": "follows: third", "third": "follows: second", "first": "precedes: second"}
    body, actions = LOG + "phases:\n", "actions:\n" + WIN
    for name in ("fourth", "second", "fifth", "first", "turn", "third"):
        place = places.get(name, "when: log < 0" if name == "fifth" else "when: log >= 0")
        body += f"  {name}: {{players: each once, {place}}}\n"
        digit = order.index(name)
        actions += f"  do_{name}: {{phase: {name}, do: {log(digit)}}}\n"
    assert list(rules_of(game(body + actions)).program.phases) == [*order[:4], "fifth", "turn"]
    play = Play(body + actions)("do_first", "do_first", "do_second", "do_second")
    play("do_third", "do_third", "do_fourth", "do_fourth")
    assert play.variable("log") == 112233
    assert sorted(play.legal) == ["do_turn", "win"]


def test_phases_follow_each_other() -> None:
    body = (
        LOG + "phases:\n"
        f"  first: {{players: eldest, before: {log(1)}, after: {log(2)}}}\n"
        "  missed: {players: eldest, when: log is 0}\n"
        f"  second: {{players: each once from dealer, after: {log(3)}, next: fourth}}\n"
        "  third: {players: eldest, after: actor_of_none}\n"
        f"  fourth: {{players: in turn from dealer, until: log > 2000, after: {log(4)}}}\n"
        "actions:\n  act: {phase: [first, missed, second, third], do: play_on}\n"
        f"  last: {{phase: fourth, do: {log(5)}}}\n"
        "define: {play_on: {do: 'if log is 99: go to third'}, actor_of_none: {do: move pile to pile}}\n"
        "match: {winner: highest}\n"
    )
    play = Play(body)
    assert (play.phase, play.actor, play.variable("log")) == ("first", 0, 1)
    play("act")
    assert (play.phase, play.actor, play.variable("log")) == ("second", 1, 12)
    play("act")
    assert (play.phase, play.actor) == ("second", 0)
    play("act")
    assert (play.phase, play.actor, play.variable("log")) == ("fourth", 1, 123)
    play("last")
    assert (play.phase, play.actor, play.variable("log")) == ("fourth", 0, 1235)
    play("last")
    assert play.over
    assert play.variable("log") == 123554


def test_steps_of_a_turn() -> None:
    body = (
        LOG + "phases: {turn: {players: in turn, steps: [drawing, shedding]}}\nactions:\n"
        f"  take: {{phase: drawing, do: {log(1)}}}\n  more: {{phase: drawing, do: play again}}\n"
        f"  shed: {{phase: shedding, do: {log(2)}}}\n  back: {{phase: shedding, do: go to drawing}}\n"
        "  jump: {phase: drawing, do: end turn}\n  win: {phase: shedding, do: actor wins}\n"
    )
    play = Play(body)
    assert play.phase == "drawing"
    play("more")
    assert (play.phase, play.actor) == ("drawing", 0)
    play("take")
    assert (play.phase, play.actor) == ("shedding", 0)
    play("back")
    assert (play.phase, play.actor) == ("drawing", 0)
    play("take", "shed")
    assert (play.phase, play.actor) == ("drawing", 1)
    play("jump")
    assert (play.phase, play.actor) == ("drawing", 0)


POLL = (
    "variables: {bet: {type: number, help: x}}\n"
    "phases:\n  round: {players: poll players from eldest}\n  turn: {players: eldest}\n"
    "actions:\n  pass: {phase: round}\n"
    "  raise: {phase: round, when: bet < 3, do: add 1 to bet}\n" + WIN
)


def test_a_poll_begins_again_after_each_action_and_ends_when_all_decline() -> None:
    play = Play(POLL, players=3)
    assert [play.actor, play("pass").actor, play("raise").actor] == [0, 1, 0]
    assert [play("pass").actor, play("pass").actor, play("raise").actor] == [1, 2, 0]
    play("pass", "pass", "pass")
    assert (play.phase, play.variable("bet")) == ("turn", 2)


def test_a_poll_asks_those_as_well_who_can_only_decline() -> None:
    play = Play(POLL, players=3)("raise", "raise", "raise")
    assert (play.actor, play.legal) == (0, ["pass"])


def test_each_once() -> None:
    play = Play(POLL.replace("poll players", "each once"), players=3)
    assert [play.actor, play("raise").actor, play("pass").actor] == [0, 1, 2]
    assert play("raise").phase == "turn"


SEALED = (
    'deal: {do: "shuffle stock\\ndeal 2 each to hand"}\n'
    "phases:\n  passing: {players: all at once}\n  turn: {players: in turn}\n"
    "actions:\n  give: {phase: passing, choose: {c: a card from hand}, do: move c to hand of opponent}\n" + WIN
)


def test_sealed_choices_stay_hidden_until_all_have_chosen() -> None:
    play = Play(SEALED)
    mine, theirs = play.cards("hand", 0).split(), play.cards("hand", 1).split()
    hidden = str(play.state.observation(1))
    play(f"give {mine[0]}")
    assert play.actor == 1
    assert play.cards("hand", 0).split() == mine
    assert play.state.history_for(1) == [(0, "??")]
    assert play.state.history_for(0) == [(0, f"give {mine[0]}")]
    other = Play(SEALED)(f"give {mine[1]}")
    assert str(other.state.observation(1)) == str(play.state.observation(1)) != hidden
    play(f"give {theirs[1]}")
    assert play.phase == "turn"
    assert sorted(play.cards("hand", 0).split()) == sorted([mine[1], theirs[1]])
    assert [seat for seat, _ in play.state.history_for(0)] == [0, 1]
    assert "??" not in play.state.history_for(0)[1][1]


@pytest.mark.parametrize("leaving", ["end turn", "play again", "stop"])
def test_every_sealed_choice_is_done(leaving: str) -> None:
    play = Play(SEALED.replace("do: move c to hand of opponent", f'do: "move c to pile\\n{leaving}"'))
    for _ in range(2):
        play(play.legal[0])
    assert len(play.cards("pile").split()) == 2
    assert play.phase == "turn"


def test_a_sealed_choice_can_lead_elsewhere() -> None:
    play = Play(SEALED.replace("do: move c to hand of opponent", 'do: "move c to pile\\ngo to turn"'))
    for _ in range(2):
        play(play.legal[0])
    assert len(play.cards("pile").split()) == 1
    assert play.phase == "turn"
    assert all(text != "??" for _, text in play.state.history_for(0))


def test_sealed_choices_that_ask_and_announce() -> None:
    body = SEALED.replace(
        "do: move c to hand of opponent", 'do: "move c to pile\\nask opponent to nod\\nannounce ev"'
    ).replace("  win:", "  nod: {do: add 1 to x}\n  win:")
    body += "variables: {x: {type: number, help: x}}\neffects: {e: {on: ev, do: 'x becomes x * 10'}}\n"
    play = Play(body)
    for _ in range(2):
        play(play.legal[0])
    assert play.legal == ["nod"]
    play("nod")
    assert play.variable("x") == 10
    play("nod")
    assert (play.variable("x"), play.phase) == (110, "turn")


def test_choices_count_as_turns() -> None:
    body = (
        "phases: {turn: {players: all at once, after: go to turn}}\n"
        "actions: {act: {phase: turn}, win: {phase: turn, do: actor wins}}\n"
        "limits: {turns: 5, result: nobody wins}\n"
    )
    play = Play(body)("act", "act", "act", "act")
    assert not play.over
    assert play("act").over


# ----------------------------------------------------------------------------------------- scopes


def test_scopes_of_variables() -> None:
    body = (
        "variables:\n  m: {type: number, scope: match, help: x}\n  d: {type: number, help: x}\n"
        "  p: {type: number, scope: phase, help: x}\n  t: {type: number, scope: turn, help: x}\n"
        "  mine: {type: number, each: player, scope: turn, help: x}\n"
        'define: {all_up: {do: "add 1 to m\\nadd 1 to d\\nadd 1 to p\\nadd 1 to t\\n'
        'add 1 to mine of eldest\\nadd 1 to mine of dealer"}}\n'
        "deal: {dealer: dealer}\n"
        "phases: {one: {players: in turn}, two: {players: in turn}}\nactions:\n"
        '  act: {phase: [one, two], do: all_up}\n  again: {phase: [one, two], do: "all_up\\nplay again"}\n'
        "  leave: {phase: one, do: end phase}\n  finish: {phase: two, do: end deal}\n"
        "match: {winner: highest, deals: 2}\n"
    )
    play = Play(body)

    def values() -> list[object]:
        return [play.variable(name) for name in ("m", "d", "p", "t", "mine")]

    play("again")
    assert values() == [1, 1, 1, 1, [1, 1]]
    play("act")
    assert values() == [2, 2, 2, 0, [0, 2]]
    play("act")
    assert values() == [3, 3, 3, 0, [1, 0]]
    play("leave")
    assert values()[:3] == [3, 3, 0]
    play("act", "finish")
    assert values() == [4, 0, 0, 0, [0, 0]]
    assert play.state.position.deal == 2
    play("leave", "finish")
    assert play.over


# ------------------------------------------------------------------------------------------ match


@pytest.mark.parametrize(
    ("match", "deals"),
    [
        ("until: score of any player >= 4", 4),
        ("until: score of any player >= 4, deals: 3", 3),
        ("deals: 3", 3),
        ("winner: highest", 1),
    ],
)
def test_when_a_match_is_over(match: str, deals: int) -> None:
    phase = "phases: {turn: {players: eldest}}\nactions: {act: {phase: turn}}\n"
    end = match if "winner" in match else f"{match}, winner: highest"
    play = Play(f"deal: {{after: add 1 to score of dealer, dealer: dealer}}\n{phase}match: {{{end}}}\n")
    while not play.over:
        play("act")
    assert (play.state.position.deal, max(play.state.scores())) == (deals, deals)


def test_a_match_that_its_condition_never_ends_ends_after_a_thousand_deals() -> None:
    end = "match: {until: stock is empty, winner: highest}\n"
    rules = rules_of(game(f"{TURN}actions: {{act: {{phase: turn, do: end deal}}}}\n{end}"))
    position = initial_position(rules, rules.bare, 1)
    rules.bare.advance(position, START_OF_DEAL)
    while position.pc >= 0:
        rules.bare.play(position, rules.bare.legal[position.pc](position)[0])
    assert position.deal == 1000


def test_deals_rotate_and_scores_decide() -> None:
    body = (
        "deal: {do: deal 1 each to hand, after: add 10 to score of eldest}\n"
        "phases: {turn: {players: eldest}}\nactions: {act: {phase: turn, do: add deal_number to score}}\n"
        "match: {until: (players where score of it > 30) is not empty, deals: 9, winner: highest}\n"
    )
    play = Play(body, players=3, dealer=2)
    assert [play.actor, play("act").actor, play("act").actor, play("act").actor] == [0, 1, 2, 0]
    assert play.state.scores() == [11, 12, 13]
    play("act", "act", "act")
    assert play.state.scores() == [25, 27, 29]
    play("act")
    assert play.over
    assert play.state.scores() == [42, 27, 29]
    assert play.state.winners() == [0]
    assert play.state.position.deal == 7


def test_the_next_dealer_and_the_limit_of_deals() -> None:
    body = (
        "options: {deals: {type: integer, default: 2}}\n"
        "deal: {first: last of players, dealer: dealer}\nphases: {turn: {players: eldest}}\n"
        "actions: {act: {phase: turn, do: add 1 to score}}\nmatch: {deals: deals, winner: lowest}\n"
    )
    play = Play(body)("act")
    assert play.actor == 0
    play("act")
    assert play.over
    assert play.state.winners() == [1]
    assert play.state.returns() == [-2, 0]
    assert not Play(body, options={"deals": 3})("act", "act").over


def test_the_result_of_a_match() -> None:
    body = (
        TURN + "actions:\n  act: {phase: turn, do: end game}\n"
        "match: {winner: highest, result: add 5 to score of dealer}\n"
    )
    play = Play(body)("act")
    assert play.state.scores() == [0, 5]
    assert play.state.winners() == [1]


def test_a_limit_of_turns() -> None:
    body = (
        TURN
        + "actions:\n  act: {phase: turn, do: move top of stock to hand}\n"
        + WIN
        + "limits: {turns: 3, result: players with highest size of hand of it wins}\n"
    )
    play = Play(body)("act", "act")
    assert not play.over
    assert play("act").state.winners() == [0]


def test_illegal_actions_change_nothing() -> None:
    play = Play(TURN + "actions:\n" + WIN)
    before = play.state.to_json()
    for text in ("lose", "win 5S", "", "win win"):
        with pytest.raises(IllegalActionError):
            play.state.apply_action(text)
    assert play.state.to_json() == before


def test_what_speaks_of_an_actor_needs_one() -> None:
    deed = "define: {mine: hand is empty, take: {do: draw 1}, both: mine or pile is empty}\n" + TURN
    actions = "actions: {act: {phase: turn, when: both, do: take}, win: {phase: turn, do: actor wins}}\n"
    assert problems(deed + actions) == []
    assert problems(deed + actions + "match: {deals: 2, until: both, winner: highest}\n") == ["CR409"]
    assert problems(deed + actions + "deal: {do: take}\n") == ["CR409"]
    assert problems(deed + actions + "deal: {do: announce x}\neffects: {e: {on: x, do: stop}}\n") == ["CR409"]


@pytest.mark.parametrize(
    ("rule", "phase", "line"),
    [
        ("n becomes size of (players from who)", "in turn", 15),
        ("if first of (hand of players from who) is none: n becomes 1", "in turn", 15),
        ("for each p in players from who: add 1 to n", "in turn", 15),
        ("n becomes 1", "each once from who", 17),
        ("n becomes 1", "poll players from who", 17),
    ],
)
def test_there_are_no_players_from_nobody_on(rule: str, phase: str, line: int) -> None:
    body = f"""
variables: {{who: {{type: player}}, n: {{type: number, help: A number}}}}
deal:
  do: |
    deal 2 each to hand
    {rule}
phases:
  turn: {{players: {phase}}}
{WIN.replace("  win", "actions:" + chr(10) + "  win")}"""
    small = game(body)
    with pytest.raises(NobodyError, match=rf"small\.yaml:{line}:\d+: .* players from nobody on"):
        small.new_initial_state()
    with pytest.raises(NobodyError, match=rf"small\.yaml:{line}:\d+: .* players from nobody on"):
        rules_of(small).bare.advance(initial_position(rules_of(small), rules_of(small).bare), START_OF_DEAL)
