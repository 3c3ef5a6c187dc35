"""Generates random rulesets that `validate` accepts and that always end, as YAML.

Each ruleset takes only some features of the language, chosen by its seed, so that those meet which
would be rare together if every ruleset had a little of everything. Names are few on purpose: what
one action chooses is called like what another rule binds by `let`, a loop or a parameter.

A bug is found only if its rule is reached, and only if what it spoils is shown. So phases end, most
conditions compare something that changes in play (`Expressions.test`), and what a name stands for
is shown by a later statement (`Statements.using`). Constructs that chance would hardly make are
made as a whole: names kept during a question, a phase whose condition reads what the phase before
left, the best card of a suit, melds that are laid down and added to.

What is left out on purpose: rules that would never end (a step budget ends them, at a price), and
questions and `go to` where a match is over.
"""

from __future__ import annotations

from .actions import Actions
from .course import Course
from .declarations import Declarations
from .draft import Draft, Tree
from .statements import EVENTS
from .text import dump


def generate(seed: int) -> str:
    """Return a random ruleset.

    >>> generate(1) == generate(1), generate(1).startswith("cardrules: 1")
    (True, True)
    """
    return dump(_tree(seed)) + "\n"


def _tree(seed: int) -> Tree:
    """Make a ruleset."""
    draft = Draft(seed)
    declarations, course, acts = Declarations(draft), Course(draft), Actions(draft)
    tree: Tree = {"cardrules": 1, "name": "Generated"}
    tree["players"] = declarations.players()
    if draft.maybe(0.3):
        tree["options"] = declarations.options()
    tree["deck"] = declarations.deck()
    if draft.maybe(0.25):
        tree["teams"] = declarations.teams()
    tree["zones"] = declarations.zones()
    if draft.grows or draft.maybe(0.4):
        tree["melds"] = declarations.melds()
        if draft.maybe(0.5):
            tree["rankings"] = declarations.rankings(tree["melds"])
    variables = declarations.variables()
    if variables:
        tree["variables"] = variables
    if draft.tables:
        one = "[first of everybody, last of everybody]"
        tree["tables"] = {
            "number": 2,
            "seats": {"with": "player p", "is": f"1 if p is in {one} else 2"},
        }
        if draft.maybe(0.3):
            tree["tables"]["open"] = False
    phases = course.phase_names()
    answers = acts.answers() if "ask" in draft.s.wanted else {}
    definitions = declarations.which() if draft.w.melds and draft.maybe(0.4) else {}
    definitions |= declarations.definitions() if draft.maybe(0.6) else {}
    if definitions:
        tree["define"] = definitions
    tree["deal"] = course.deal()
    actions = acts.actions(phases)
    actions.update(answers)
    effects = acts.effects(list(actions))
    tree["phases"] = course.phases(phases)
    tree["actions"] = {name: action for name, action in actions.items() if "phase" in action or name in draft.s.asked}
    if "decline" in draft.s.asked:
        tree["actions"]["decline"] = {}
    if draft.maybe(0.2) and not draft.suitless:
        course.tricks(tree)
    tree["effects"] = effects
    _drop_effects(tree)
    tree["match"] = course.match()
    turns = draft.r.randint(draft.turns, 40) if draft.maybe(0.8) else draft.r.randint(8, 20)
    # What cards beat a trick draws on the budget in the builds, and not in the definition.
    limits: Tree = {"turns": turns, "steps": 10_000 if "tricks" in tree else 400}
    tree["limits"] = limits
    if draft.maybe(0.5):
        limits["result"] = draft.r.choice(("nobody wins", "everybody wins", "end deal"))
    return tree


def _drop_effects(tree: Tree) -> None:
    """Drop the effects of what never happens, and then of what only they announced."""
    while True:
        text = str(tree)
        announced = (event for event in EVENTS if f"announce {event}" in text)
        happens = {*tree["actions"], *announced}
        kept = {name: effect for name, effect in tree["effects"].items() if happens.issuperset(effect["on"])}
        if len(kept) == len(tree["effects"]):
            break
        tree["effects"] = kept
    if not tree["effects"]:
        del tree["effects"]
