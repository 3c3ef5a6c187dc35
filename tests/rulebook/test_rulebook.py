"""Rulebooks: every game has a readable one, options change it, and no text becomes markup."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

from cardrules import rulesets
from cardrules.cli.rulebook.terminal import text
from cardrules.interpreter.check.load import Loaded, load_ruleset, load_text
from cardrules.interpreter.program import ir
from cardrules.interpreter.resolve.options import read_option
from cardrules.interpreter.rulebook import document as d
from cardrules.interpreter.rulebook.html import html
from cardrules.interpreter.rulebook.markdown import markdown
from cardrules.interpreter.rulebook.rulebook import book_of, chapters, rulebook, with_remarks
from cardrules.interpreter.source.located import Mapping, plain
from cardrules.interpreter.syntax.operations.table import FORMS, OPERATIONS
from cardrules.rulesets import bundled
from tests.calling import call
from tests.generated.compare import accepted
from tests.generated.rulesets import generate

from . import pages

FOLDER = Path(rulebook.__code__.co_filename).parents[1]

RAW = re.compile(
    r"\w_\w|·|\bit\d|\{|\}|==|\bnone of None\b|\bNone\b|\bTrue\b|\bFalse\b| {2}|\bthe the\b|"
    r"\byour your\b|\ba an?\b|\.\.|,,|, \.|\(\)|Const|Local|ZoneRef|\b[Ss]eats? \d"
)
"""What no sentence of a rulebook contains."""


def raw(document: d.Document) -> Iterator[str]:
    """Yield the lines with traces of the ruleset's notation, apart from what players type."""
    for line in d.lines(document):
        text = "".join(
            part if isinstance(part, str) else "X" if isinstance(part, d.Code) else part.text for part in line
        )
        if RAW.search(text.replace("...", "…")):
            yield text


def missing(document: d.Document) -> set[str]:
    """Return what a rulebook refers to without having it: by “As in”, or as a part of a deal or a turn."""
    titles = {block.text.lower() for block in document if isinstance(block, d.Heading)}
    lines = list(d.lines(document))
    titles |= {part.text.rstrip(".").lower() for line in lines for part in line if isinstance(part, d.Strong)}
    named = [part.title for line in lines for part in line if isinstance(part, d.See)]
    lists = [found for line in lines for found in re.findall(r"has \w+ parts: ([^.]*)\.", d.plain(line))]
    named += [title for found in lists for title in re.findall("“(.*?)”", found)]
    return {title.lower() for title in named} - titles


@pytest.fixture(scope="module")
def games() -> dict[str, Loaded]:
    """The bundled games."""
    return {name: pages.loaded(name) for name in bundled()}


@pytest.mark.parametrize("name", bundled())
def test_a_rulebook_has_sentences_and_no_notation(
    name: str, games: dict[str, Loaded], amount: Callable[[int, int], int]
) -> None:
    """In full also the variants, whose differences stand in the same text."""
    document = pages.book(name) if amount(0, 1) else chapters(games[name])
    assert not list(raw(document))
    assert not missing(document)
    titles = {block.text for block in document if isinstance(block, d.Heading)}
    assert {"Players", "Cards", "Dealing", "The play"} <= titles


@pytest.mark.parametrize("name", bundled())
def test_the_page_of_a_game_is_up_to_date(
    name: str, games: dict[str, Loaded], amount: Callable[[int, int], int]
) -> None:
    """`make games` writes the pages anew; read the difference. A sample compares the chapters."""
    text = (pages.DOCS / "games" / f"{name}.md").read_text("utf-8")
    assert markdown(chapters(games[name])) in text, "run 'make games'"
    if amount(0, 1) or name in ("hearts", "euchre"):
        assert text == pages.page(name), "run 'make games'"


def test_the_list_of_games_is_up_to_date() -> None:
    assert (pages.DOCS / "games.md").read_text("utf-8") == pages.index(), "run 'make games'"
    present = {path.stem for path in (pages.DOCS / "games").glob("*.md")}
    assert present == set(bundled())


@pytest.mark.parametrize("name", bundled())
def test_every_action_stands_in_the_notes(name: str, games: dict[str, Loaded]) -> None:
    """One a line, as it is typed."""
    tree = games[name].resolved.tree
    notes, actions = tree.get("notes"), tree.get("actions")
    assert isinstance(notes, Mapping)
    assert isinstance(actions, Mapping)
    texts = {key: str(plain(entry.value)) for key, entry in notes.entries.items()}
    lines = texts["actions"].splitlines()
    assert sorted(actions.entries) == sorted(line.split()[0] for line in lines)


OPTIONAL = ("durak", "gin_slaughtre", "loba_de_menos", "oh_hell")
"""Games of which a sample tries an option."""


def settings(loaded: Loaded) -> Iterator[tuple[str, ...]]:
    """Yield settings that give each option, one after the other, its other values."""
    for name, node in loaded.resolved.option_nodes.items():
        option = read_option(node)
        values: list[object] = list(option.choices)
        if option.kind == "boolean":
            values = ["true", "false"]
        if option.kind == "integer":
            values = [each for each in (option.least, option.most) if each is not None]
        if option.nullable:
            values.append("null")
        for value in values:
            yield (f"{name}={value}",)


NEEDED = {
    "bridge": ["scoring=duplicate"],
    "durak": ["passing=true", "games=9"],
    "gin_rummy": ["return_taken=true", "oklahoma=true"],
    "holdem": ["bets=limit"],
    "gin_rummy_partnership": ["return_taken=true", "oklahoma=true"],
    "gin_rummy_three": ["three_player_mode=captain", "return_taken=true", "oklahoma=true"],
    "oh_hell": ["max_hand=use_all", "hook=must_equal", "scoring=up_down"],
}
"""Options without which others change nothing."""
SILENT = {"durak": ["deck=short"], "gin_rummy_three": ["repeat_void=false"]}
"""Settings that say what holds anyway, or that no text tells."""


@pytest.mark.parametrize("name", bundled())
def test_the_values_of_options(name: str, games: dict[str, Loaded], amount: Callable[[int, int], int]) -> None:
    """They leave no notation in the text, and each of them changes it."""
    every = [given for given in settings(games[name]) if given[0] not in SILENT.get(name, ())]
    some = every if amount(0, 1) else every[:1] if name in OPTIONAL else []
    for given in some:
        texts: list[d.Document] = []
        option = given[0].partition("=")[0]
        others = [each for each in NEEDED.get(name, ()) if not each.startswith(f"{option}=")]
        for needed in ([], others):
            usual = load_ruleset(name, settings=needed)
            loaded = load_ruleset(name, settings=(*needed, *given))
            if loaded.program is None or loaded.resolved.options == usual.resolved.options:
                break
            texts = [with_remarks(book_of(each)) for each in (usual, loaded)]
            assert not list(raw(texts[1])), given
            assert not [line for line in d.lines(texts[1]) if "is agreed" in d.plain(line)], given  # notes know it
            if texts[0] != texts[1]:
                break
        else:
            assert not texts, given


def text_of(name: str, *given: str) -> str:
    return markdown(rulebook(load_ruleset(name, settings=given)))


def test_an_option_changes_the_text() -> None:
    usual, other = text_of("hearts"), text_of("hearts", "pass=none", "target=50")
    assert "### Passing" in usual
    assert "### Passing" not in other
    assert "has 100 points or more" in usual
    assert "has 50 points or more" in other


NOTED = """\
cardrules: 1
name: Noted
summary: A game with notes.
players: 2
deck: {ranks: A 2 3 4 5, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
deal: {do: shuffle stock then deal 2 each to hand, after: add worth(prize) to score of dealer}
define: {worth: {with: number n, is: n * 2 if doubled else n}}
phases: {turn: {players: in turn from eldest}}
actions:
  draw: {phase: turn, when: stock is not empty, do: draw 1}
  stop: {phase: turn, do: end deal}
match: {deals: 2, winner: highest}
options:
  prize:   {type: integer, default: 5, minimum: 1, maximum: 9, help: Points of a deal.}
  doubled: {type: boolean, default: false, help: Twice as many.}
notes:
  the prize: The dealer gets `prize` points from the bank (deal.after).
  drawing: One card and no more, says seat 1 (actions.draw).
  other: A remark about nothing in particular.
"""


TRUMPED = """\
cardrules: 1
extends: spades
name: Slam
summary: Spades with points for cards that win.
add:
  effects:
    slam: {on: play, when: takes(card) and not is_trump(card), do: add height(card) to score}
  phrases:
    takes: '{c beats} the others'
    is_trump: '{c is} a spade'
    height: the height of {c}
"""


def test_a_note_stands_beside_the_rule_that_it_cites(tmp_path: Path) -> None:
    loaded = load_text(NOTED)
    text = markdown(rulebook(loaded))
    assert "- **Draw**: One card and no more, says B." in text
    assert "## Scoring\n\nThe dealer gets 5 points from the bank.\n" in text
    assert "## Remarks\n\n- **Other**: A remark" in text
    (tmp_path / "noted.yaml").write_text(NOTED)
    file = str(tmp_path / "noted.yaml")
    assert "gets 7 points from the bank" in text_of(file, "prize=7")
    other = text_of(file, "doubled=true")  # the scoring reads this option
    assert "gets 5 points from the bank. But here twice as many.\n" in other
    (tmp_path / "noted.yaml").write_text(
        NOTED.replace(": The dealer", ": >-\n    The dealer").replace(
            " from the bank", "{doubled: twice}{prize is 4 or 5:, no more}{not doubled:, once}"
        )
    )
    assert "gets 5 points, no more, once.\n" in text_of(file)
    assert "gets 6 pointstwice.\n" in text_of(file, "doubled=true", "prize=6")
    (tmp_path / "noted.yaml").write_text(NOTED)
    (tmp_path / "child.yaml").write_text(
        "cardrules: 1\nextends: noted.yaml\nname: Child\nsummary: A child.\nchange: {actions: {draw: {do: draw 2}}}\n"
    )
    other = text_of(str(tmp_path / "child.yaml"))  # the child has changed what the note is about
    assert "One card and no more" not in other
    assert "Draw two cards." in other


def test_phrases_name_the_card_of_the_words_of_tricks() -> None:
    loaded = load_text(TRUMPED)
    assert not [each.message for each in loaded.diagnostics]
    text = markdown(rulebook(loaded))
    assert "beats the others and the card is not a spade, you score the height of the card" in text


def test_what_follows_several_actions_is_told_once() -> None:
    text = text_of("loba_de_menos")
    assert text.count("**Going out**") == 1
    assert "“meld”, “lay off” or “discard”" in text


def test_random_rulesets_have_rulebooks(amount: Callable[[int, int], int]) -> None:
    for seed in range(amount(4, 1000)):
        loaded = accepted(generate(seed))
        if loaded is not None:
            assert html(chapters(loaded)), seed


HOSTILE = """\
cardrules: 1
name: '<script>alert(1)</script> & *Bold* [x](javascript:y)'
summary: '"><img src=x onerror=alert(1)> | # `tick` \\u001b[31m'
players: 2
deck: {ranks: A 2 3, suits: clubs hearts}
zones:
  stock: {faces: hidden, help: '<b>stock</b>'}
  hand:  {each: player, faces: owner}
phases: {turn: {players: in turn, help: '</p><script>1</script>'}}
actions:
  draw: {phase: turn, help: '<a href="javascript:1">x</a>', when: stock is not empty, do: draw 1}
  stop: {phase: turn, help: '`x` | <td>', do: actor wins}
options:
  odd: {type: choice, choices: [one, two], default: one, help: '<svg onload=alert(1)>'}
phrases: {stock: '<i>pile</i> of **it**'}
variants: {other: {help: '</li><script>', options: {odd: two}}}
notes: {'<topic>': 'A note with <em>markup</em> and [a link](http://x) in it.'}
scenarios:
  one:
    help: '<script>scenario</script>'
    given: {hand: [AC, 2H], stock: 2}
    tests: [{play: draw, then: {actor: 1}}]
"""


class Tags(HTMLParser):
    """Collects the tags and attributes of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def test_markup_in_a_ruleset_is_text(tmp_path: Path) -> None:
    loaded = load_text(HOSTILE)
    assert loaded.program is not None, loaded.diagnostics
    document = rulebook(loaded)
    tags = Tags()
    page = html(document)
    tags.feed(page)
    assert tags.found <= set(
        "html head meta title style body main h1 h2 h3 nav ul ol li a p strong code table thead "
        "tbody tr th td div span svg g rect text".split()
    )
    assert not any(name.startswith("on") for name in tags.attributes)
    assert "<script>alert(1)</script>" in tags.text
    assert "http" not in re.sub(r"http-equiv|\(http://x\)", "", page)
    text = markdown(document)
    assert "<script" not in text.replace("\\<script", "")
    assert "[x](" not in text
    (tmp_path / "hostile.yaml").write_text(HOSTILE)
    done = call(["rules", "hostile.yaml"], tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout


def test_the_command_writes_each_format(tmp_path: Path) -> None:
    for ending, begin in ((".md", "# Hearts"), (".html", "<!doctype html>"), (".txt", " Hearts")):
        done = call(["rules", "hearts", "-o", f"out{ending}"], tmp_path)
        assert (done.returncode, done.stdout) == (0, "")
        assert (tmp_path / f"out{ending}").read_text("utf-8").startswith(begin)
    done = call(["rules", "hearts", "--set", "target=x"], tmp_path)
    assert done.returncode == 2
    done = call(["rules", "euchre", "--format", "markdown", "--variant", "stick"], tmp_path)
    assert "variant “stick”" in done.stdout


def test_rules_in_a_game(tmp_path: Path) -> None:
    done = call(
        ["run", "hearts", "--players", "human,random,random,random", "--seed", "1"],
        tmp_path,
        stdin="rules\nquit\n",
    )
    assert "Players who cannot follow" in done.stdout


def test_every_operation_and_statement_has_words() -> None:
    """Without words or a case the rulebook says nonsense, or leaves the statement out."""
    trees = [ast.parse(path.read_text("utf-8")) for path in FOLDER.glob("rulebook/*.py")]
    trees += [ast.parse(path.read_text("utf-8")) for path in FOLDER.glob("speech/*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    texts = {
        word
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for word in node.value.split()
    }
    told = {name for name, each in OPERATIONS.items() if each.means or each.said or each.shape in ("of", "internal")}
    assert OPERATIONS.keys() - told <= texts
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    declared = tuple(form.node for form in FORMS if form.said)
    kinds = {kind for kind in get_args(ir.Stmt) if kind is not ir.Note}  # no author writes notes
    assert {kind.__name__ for kind in kinds if not issubclass(kind, declared)} <= attributes


def test_a_partner_is_not_taken_for_the_first_player_of_a_side() -> None:
    """With fixed sides both are looked up in a table; only one of them stands for the other."""
    extra = "cardrules: 1\nextends: euchre\nname: Test\nremove: [notes.resting]\n"
    rules = load_text(extra)
    assert rules.program is not None, rules.failure()
    text = " ".join(d.plain(line) for line in d.lines(chapters(rules)))
    assert "the player is the maker's partner" in text


def test_moves_of_a_part_that_the_options_leave_out_are_not_listed() -> None:
    listed = {name: markdown(rulebook(pages.loaded(name))) for name in ("euchre", "skat")}
    assert "`defend_alone`" not in listed["euchre"].partition("## How moves are typed")[2]
    assert "`kontra`" not in listed["skat"].partition("## How moves are typed")[2]


REACHED = """\
cardrules: 1
name: Reached
summary: A game of which an option leaves out the half.
players: {least: 2, most: 3}
deck: {ranks: A 2 3 4 5 6, suits: clubs hearts}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}, open: {faces: shown}}
variables: {bold: {type: boolean}, rounds: {type: number}}
define:
  done: {with: boolean loud, do: 'if loud: ask dealer to cheer'}
phases:
  turn:     {players: in turn from eldest, until: bold or rounds >= 3}
  showdown: {players: dealer, when: bold}
actions:
  draw:  {phase: turn, when: stock is not empty, do: draw 1 then add 1 to rounds then done(daring)}
  dare:  {phase: turn, when: daring, do: bold becomes true}
  show:  {phase: showdown, do: move hand to open then end deal}
  cheer: {do: end deal}
match: {winner: highest}
options:
  daring: {type: boolean, default: false}
  prize:  {type: integer, default: 3, minimum: 1, maximum: 20}
notes:
  actions: |
    draw    draw a card
    dare    end the deal boldly
    show    show your hand
    cheer   shout
  drawing: >-
    {players is 2: Two may draw. }{daring and prize is 3: Only the bold draw. }{not daring:}There
    are `prize` cards for `prize` points. (actions.draw)
  daring: '{daring: A bold end counts double. }(define.done)'
"""


def test_what_the_options_exclude_is_not_told(tmp_path: Path) -> None:
    """Actions that are never asked for, what only these lead to, zones without cards, notes."""
    file = tmp_path / "reached.yaml"
    file.write_text(REACHED)
    text = text_of(str(file))
    assert "`draw`" in text
    assert not re.search("`dare`|`show`|`cheer`|Showdown|When you are asked|Daring|Open", text)
    assert "Two may draw. There are three cards for 3 points." in text
    text = text_of(str(file), "daring=true", "prize=15")
    assert "There are 15 cards for 15 points." in text
    assert all(part in text for part in ("`dare`", "`show`", "`cheer`", "Showdown", "Daring", "Open"))
    assert "Only the bold draw." in text_of(str(file), "daring=true")


def test_a_score_is_a_number_of_points() -> None:
    """Of a side, where partners share it."""
    assert "if a side has 10 points or more" in text_of("euchre")
    assert "if a player has 7 points or more" in text_of("love_letter")


BARE = """\
cardrules: 1
name: Bare
summary: A game without phrases, whose names have to do.
players: 2
deck: {ranks: A 2 3 4 5, suits: clubs hearts}
zones:
  stock:   {faces: hidden}
  hand:    {each: player, faces: owner}
  removed: {faces: hidden}
variables: {wanted: {type: suit}, passes: {type: number}}
deal: {do: shuffle stock then deal 2 each to hand then wanted becomes suit of top of stock}
phases: {turn: {players: in turn from eldest, until: passes is 3}}
actions:
  draw: {phase: turn, when: stock is not empty, do: draw 1 then passes becomes 0}
  burn: {phase: turn, when: hand has suit wanted, do: move hand to removed}
  pass: {phase: turn, do: add 1 to passes}
match: {winner: lowest}
"""


def test_names_of_zones_and_variables_become_nouns() -> None:
    text = " ".join(d.plain(line) for line in d.lines(chapters(load_text(BARE))))
    assert "This part ends when the number of passes is 3." in text
    assert "The wanted suit is now the suit of the top card of the stock." in text
    assert "among the removed cards" in text


def test_examples_tell_what_the_moves_have_changed() -> None:
    text = text_of("hearts")
    assert "Taken in earlier tricks by A: 4♣ 5♣ 6♣ 7♣" in text
    assert "D is next (taken by D: 8♣ 9♦ 10♦ J♦)." in text
    assert "B is next, and the only possible move is `play 2C`" in text


def test_a_sequence_ends_at_the_ace_and_questions_after_a_deal_stand_behind_the_scoring() -> None:
    text = text_of("loba_de_menos")
    assert "low, as in A 2 3 4, or high, as in J Q K A, but not both: K A 2 is not a sequence." in text
    assert text.index("## Scoring") < text.index("### When you are asked") < text.index("## The end")
    uno = text_of("uno")
    assert uno.index("## The play") < uno.index("### When you are asked") < uno.index("## The end")


DRAWN = """\
cardrules: 1
name: Drawn
summary: A game of cards that are turned over unseen.
players: {least: 2, most: 4}
deck: {ranks: A 2 3 4 5, suits: clubs hearts}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
  blind: {each: player, faces: hidden}
define: {held: {with: player p, is: size of hand of p + size of blind of p}}
deal: {do: shuffle stock then deal 2 each to blind then deal 1 each to hand}
phases: {turn: {players: in turn from eldest}}
actions:
  flip:
    phase: turn
    help: Turn over a blind card.
    when: blind is not empty
    do: |
      let cards be random 1 of blind
      reveal cards
      if suit of first of cards is hearts: move cards to pile
      else: move cards to hand
  pass: {phase: turn}
effects:
  out:
    on: flip
    when: held(actor) is 0
    do: |
      actor leaves
      if size of players is 1: players loses
"""


def test_a_card_is_chosen_at_random_once_and_told_by_one_name() -> None:
    text = " ".join(d.plain(line) for line in d.lines(chapters(load_text(DRAWN))))
    assert "face down, as the player's blind cards." in text
    assert "If the cards are hearts, put the cards on the pile; otherwise" in text
    assert "If there are no cards left in your hand and your blind cards: you are out" in text
    assert "if only one player is still in the game, that player loses the game" in text


COPIES = """\
cardrules: 1
name: Copies
summary: A game with several copies of some cards.
players: 2
deck: {{ranks: 1 2 3, suits: clubs hearts, copies: {{{copies}}}}}
zones: {{stock: {{faces: hidden}}, hand: {{each: player, faces: owner}}}}
phases: {{turn: {{players: in turn}}}}
actions: {{draw: {{phase: turn, do: actor wins}}}}
"""


@pytest.mark.parametrize(
    ("copies", "told"),
    [
        ("1: 3", "In each suit there are three ones and one of each other card."),
        ("hearts: 3", "There are three of each heart and one of each other card."),
        ("2H: 2", "There is one of each card, but two of 2♥."),
    ],
)
def test_how_many_copies_there_are(copies: str, told: str) -> None:
    loaded = load_text(COPIES.format(copies=copies))
    assert loaded.program is not None, loaded.failure()
    assert told in markdown(chapters(loaded))


def test_a_meld_of_named_ranks_is_told() -> None:
    melds = "melds: {odd: {ranks: 1 3 joker, size: 2}}\nphases:"
    rules = COPIES.format(copies="1: 3").replace("clubs hearts", "clubs hearts, jokers: 1")
    rules = rules.replace("phases:", melds).replace(
        "do: actor wins", "choose: {cards: an odd from hand}, do: actor wins"
    )
    loaded = load_text(rules)
    assert loaded.program is not None, loaded.failure()
    assert "Two cards, each a one, a three or a joker." in markdown(chapters(loaded))


def test_cards_without_a_suit_are_told() -> None:
    rules = COPIES.format(copies="1: 3").replace("do: actor wins", "when: hand has suit none, do: actor wins")
    loaded = load_text(rules.replace("suits: clubs hearts", "suits: clubs hearts, jokers: 1"))
    assert loaded.program is not None, loaded.failure()
    assert "You may do this only if you have a card without a suit." in markdown(chapters(loaded))


def test_an_example_shows_the_cards_that_are_drawn() -> None:
    """A card that an example moves without telling where it comes from."""
    text = text_of("gin_slaughtre")
    assert "Drawn next: Q♣ 2♠" in text
    assert text.index("Drawn next: Q♣ 2♠") < text.index("After `play 9H`")


def test_examples_are_of_the_number_of_players_that_they_were_written_for() -> None:
    text = markdown(rulebook(load_ruleset("loba_de_menos", players=3)))
    assert "C 10 and D 10" in text
    assert "With four players." in text


TWO_PARTS = """\
cardrules: 1
name: Two Parts
summary: Throw cards; after the last one everybody else has one more turn.
players: 3
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
variables: {closer: {type: player}}
deal:
  do: shuffle stock then deal 5 each to hand
phases:
  turn: {players: in turn, until: closer is not nobody}
  last_turns: {players: each once among players where it is not closer}
actions:
  throw:
    phase: [turn, last_turns]
    help: Throw a card.
    choose: {card: a card from hand}
    when: rank of card is not rank of top of pile or hand share a rank
    do: move card to pile
effects:
  closes: {on: throw, when: hand is empty, do: closer becomes actor then add 1 to score}
match: {winner: highest}
"""


def test_what_two_parts_have_in_common_is_told_in_the_first() -> None:
    """The bug: the same happened "after “throw” as after “throw”", and “Turn” was not a part."""
    loaded = load_text(TWO_PARTS)
    assert loaded.program is not None, loaded.failure()
    text = [d.plain(line) for line in d.lines(chapters(loaded))]
    assert "A deal has two parts: “Turns” and “Last turns”." in text
    assert "Throw: As in “Turns”." in text
    assert "After “throw” the same happens as in “Turns”." in text


def test_a_procedure_may_let_a_player_go_on() -> None:
    """The bug: "until “lay” or “throw” ends your turn", although one plays again after “lay”."""
    lay = """
  lay:
    phase: turn
    choose: {card: a card from hand}
    when: rank of card is A
    do: lay_down(card)
define:
  lay_down: {with: card c, do: move c to pile then play again}
effects:"""
    loaded = load_text(TWO_PARTS.replace("\neffects:", lay))
    assert loaded.program is not None, loaded.failure()
    text = [d.plain(line) for line in d.lines(chapters(loaded))]
    assert "You may do several of the following, until “throw” ends your turn:" in text


WITH_OPTIONS = """\
cardrules: 1
name: With Options
summary: A game whose examples were written for the defaults of its options.
players: 2
deck: {ranks: 2 3 4, suits: clubs hearts, without: {hearts: not red_cards}}
zones: {stock: {faces: hidden}, hand: {each: player, faces: owner}}
phases: {turn: {players: in turn}}
actions:
  draw: {phase: turn, do: draw at_once}
  stop: {phase: turn, do: actor wins}
options:
  at_once:   {type: integer, default: 1, minimum: 1, maximum: 2}
  red_cards: {type: boolean, default: true}
scenarios:
  drawing:
    help: The top card is drawn.
    options: {at_once: 1, red_cards: true}
    given: {hand: [2C 2H, 3C], draws: 4C 4H}
    tests:
      - play: draw
        then: {hand: [2C 2H 4C, 3C]}
      - play: [draw, draw, draw, draw, draw, draw, draw, stop]
        then: {winner: 1}
"""


def under(**options: object) -> str:
    """Return the rulebook of the game under some options."""
    loaded = load_text(WITH_OPTIONS, options=options)
    assert loaded.program is not None, loaded.failure()
    return markdown(rulebook(loaded))


def test_a_suit_without_cards_is_not_told() -> None:
    assert "The suits are clubs and hearts." in under()
    text = under(red_cards=False)
    assert "The pack has three cards. The only suit is clubs." in text


def test_a_pack_that_is_not_shuffled_and_a_suit_without_cards(games: dict[str, Loaded]) -> None:
    text = markdown(rulebook(games["goofspiel"]))
    assert "The suits are diamonds, hearts and spades." in text
    assert "Each player gets all cards of one suit." in text
    assert "The cards are shuffled." not in text


def test_an_example_tells_the_options_that_it_sets() -> None:
    assert "**Drawing**. The top card" in under()
    assert "**Drawing** (with the option “at once” at 1). The top card" in under(at_once=2)


def test_an_example_keeps_the_cards_that_the_options_leave_out() -> None:
    text = under(red_cards=False)
    assert "**Drawing** (with the option “red cards” at yes). The top card" in text
    assert "Hand of A: 2♣ 2♥" in text


def test_an_example_tells_that_it_leaves_moves_out() -> None:
    assert "After …, `draw`, `draw`, `draw`, `draw`, `draw`, `stop`: B wins." in under()


ENDED = """\
cardrules: 1
extends: spades
name: Short Spades
summary: Spades until a side has taken the ace of spades.
add:
  phases:
    trick_taking: {until: (won of everybody) has rank A}
"""


def test_tricks_also_end_with_the_cards_if_they_may_end_before() -> None:
    """The bug: "the last trick is over when" told of the condition alone."""
    loaded = load_text(ENDED)
    assert loaded.program is not None, loaded.failure()
    text = markdown(rulebook(loaded))
    assert "The tricks are over when the hands are empty, or before that when " in text


BRACKETED = """\
cardrules: 1
name: Bracketed
summary: Throw cards; the deal scores by a sum.
players: {least: 2, most: 3}
deck: {ranks: 7 8 9 T J Q K A, suits: clubs diamonds hearts spades}
zones:
  stock: {faces: hidden}
  pile:  {faces: shown}
  hand:  {each: player, faces: owner}
define:
  prize: 2 * (10 if AS is in pile else 25 if size of pile is size of players else 0)
deal:
  do: shuffle stock then deal 5 each to hand
  after: add prize to score of dealer
phases: {turn: {players: each once}}
actions:
  throw: {phase: turn, choose: {card: a card from hand}, do: move card to pile}
match: {winner: highest}
"""


def test_what_stands_in_brackets_is_told_as_a_whole() -> None:
    """The bug: for three players "otherwise 0)" was missing, as it is the same for two."""
    loaded = load_text(BRACKETED)
    assert loaded.program is not None, loaded.failure()
    text = markdown(rulebook(loaded)).partition("## Other numbers of players")[2]
    told = "(10 if A♠ is in the pile; 25 if there are three cards in the pile; otherwise 0)."
    assert told in text


def test_cards_that_need_a_second_line_stay_below_one_another() -> None:
    cards = d.Cards("Taken in earlier tricks by Anna", ("A♠", "K♠", "Q♠", "J♠", "10♠", "9♠") * 3)
    first, second = text((cards,)).splitlines()
    assert first.index("A♠") == len(second) - len(second.lstrip())


STEPS = """
cardrules: 1
name: Trial
players: 3
deck: {ranks: 2 3, suits: clubs hearts}
zones: {stock: {}, hand: {each: player}, pile: {}}
variables: {led: {type: boolean}}
deal:
  do: deal 1 each to hand
  after: |
    if led:
      for each p in players:
        add 1 to score of p
        move hand of p to pile
      if stock is empty:
        shuffle pile
        move pile to stock
        if score of dealer > 9: end game
    else: shuffle pile
    if led: move pile to stock
phases: {turn: {players: each once from dealer}}
actions:
  throw: {phase: turn, choose: {card: a card from hand}, do: move card to pile then led becomes suit of card is hearts}
match: {winner: highest}
"""


def test_what_a_condition_governs_stands_under_it() -> None:
    loaded = load_text(STEPS)
    assert loaded.program is not None, loaded.failure()
    blocks = tuple(block for block in rulebook(loaded) if isinstance(block, d.Steps))
    assert markdown(blocks).splitlines() == [
        "1. If the mark “led” is set:",
        "   - Each player scores 1 point.",
        "   - For each player: put all cards of their hand into the pile.",
        "   - If the stock is empty:",
        "     - Shuffle the pile.",
        "     - Put the whole pile into the stock.",
        "     - If the dealer has more than 9 points, the match ends.",
        "2. Otherwise shuffle the pile.",
        "3. If the mark “led” is set, put the whole pile into the stock.",
    ]
    assert text(blocks).splitlines()[3:5] == ["     • If the stock is empty:", "       • Shuffle the pile."]
    assert "<li>If the stock is empty:<ul><li>Shuffle the pile.</li>" in html(blocks)
    (line, *_) = d.lines(blocks)
    assert "; if the stock is empty: shuffle the pile; put the whole pile" in d.plain(line)


def test_what_is_skipped_at_its_beginning_and_what_happens_otherwise_are_told() -> None:
    """The bugs: a poll that may be skipped was not told to be, and a jump seemed to be followed by another one."""
    rules = load_text(
        "cardrules: 1\nextends: durak\nname: Test\nremove: [notes.throwing in, notes.the end of a bout]\n"
    )
    assert rules.program is not None, rules.failure()
    text = " ".join(d.plain(line) for line in d.lines(chapters(rules)))
    assert "may still be added is at most 0; if that is so at its beginning, it is left out." in text
    assert "this part of the deal begins again; otherwise go on with “defending”." in text


def test_terms_that_only_a_hint_for_bots_needs_are_left_out() -> None:
    """The bug: what a procedure notes for bots was named below the rules."""
    assert "Some card with the number fits" not in text_of("hanabi")


def test_what_holds_for_one_card_is_told_as_a_condition_on_it() -> None:
    """The bugs: "show the trumps and the excuse in the card", and that some cards are one that is named.

    The notes are left out, as they say the same by hand.
    """
    path = rulesets.path("french_tarot")
    assert path is not None
    source = re.sub(r"(?m)^notes:\n(?: .*\n)*", "", path.read_text("utf-8"))
    text = markdown(rulebook(load_text(source)))
    assert "If the card is a trump or excuse, show the card to all players." in text
    assert "If the trumps and the excuse in a player's hand are only 1T, the deal ends." in text
