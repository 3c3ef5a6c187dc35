"""The choice of a move as text: what can be picked, what is chosen, and what is missing."""

from __future__ import annotations

import textwrap
from collections import Counter
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from rich.text import Text

from ...interpreter.game.action import LISTS
from ...interpreter.presentation.choice import Option
from ...interpreter.presentation.rows import folded
from ...interpreter.presentation.story import Story

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...interpreter.presentation.choice import Choice, Move
    from ...interpreter.presentation.painter import Painter

_MANY_FORMS: Final = 3  # of a verb, for which it gets a line of its own
_MOST_SHOWN: Final = 12  # words that are shown of what a verb takes
_KINDS: Final = ("card", "player", "suit", "rank", "pile")  # kinds with names that players use


class ChoiceView:
    """Draws a choice.

    Attributes:
        choice: The choice.
        columns: How many options stand side by side, as they were drawn last.
    """

    def __init__(self, painter: Painter, choice: Choice) -> None:
        """Prepare to draw a choice with the cards and names of a painter."""
        self._painter = painter
        self.choice = choice
        self._width = 80
        self.columns = 1
        self._changes: dict[str, str] = {}  # what answers change, as it is told

    def lines(self, width: int, cursor: int | None = None) -> Iterator[Text]:
        """Yield the lines: what is to be chosen, the options, and what is chosen.

        Args:
            width: The width of the screen.
            cursor: The option that keys point to.
        """
        self._width = max(width, 20)
        choice = self.choice
        if choice.proposal is not None:
            words = self._painter.words(choice.proposal.text)
            yield Text.assemble(" ", words, "?  ", ("Enter does it.", "bold"))
            return
        options = choice.options()
        step = [option for option in options if option.kind == "verb"]
        if step:
            if choice.begun:
                yield self._indented(self._so_far())
            yield from self._verbs(options, cursor)
            self.columns = 1
        else:
            title = self._title()
            if title:
                yield title
            cells = [self._cell(*each, cursor) for each in enumerate(options)]
            helps = self._helps(options)
            if any(helps):
                self.columns = 1
                yield from self._explained(cells, helps)
            elif self._grouped:
                self.columns = 1
                yield from self._groups(options, cursor)
            else:
                yield from self._columns(cells)
        if choice.chosen.cards:
            yield self._state_of_cards()

    # ------------------------------------------------------------------------------- what to do

    def _title(self) -> Text:
        """Return what is to be chosen now; nothing where moves of several kinds are listed."""
        choice = self.choice
        if choice.listed and not self._one_card:
            return Text()
        moves = choice.fitting()
        if not moves:
            return Text()
        made = len(choice.chosen.settled)
        verb = choice.chosen.verb or moves[0].verb
        line = self._indented(self._so_far() if choice.begun else self._verb(verb))
        if made < len(moves[0].choices):
            line.append_text(Text.assemble(": ", self._wanted(verb, made, moves)))
        return line

    def _so_far(self) -> Text:
        """Return the part of the move that is settled."""
        chosen = self.choice.chosen
        words = [word for choice in chosen.settled for word in choice]
        if chosen.verb is None:
            return Text.assemble(self._painter.cards([*words, *chosen.cards]), ": which move?")
        return self._painter.words(" ".join([chosen.verb, *words]))

    def _verb(self, verb: str) -> Text:
        return self._painter.words(verb)

    def _wanted(self, verb: str, made: int, moves: list[Move]) -> Text:
        """Return what the next choice is: "choose 3 cards"."""
        parameters = self._painter.game.program.actions[verb].parameters
        kinds = [parameter.kind for parameter in parameters]
        kind = kinds[made]
        if kind == "number":
            return Text(f"type {self._numbers(made, moves)}")
        if kind in LISTS:
            sizes = self.choice.wanted()
            count = len(self.choice.chosen.cards)
            least, most = sizes.start + count, sizes.stop - 1 + count
            amount = f"{least}" if least == most else f"{least} to {most}"
            return Text(f"choose {amount} card{'' if amount == '1' else 's'}")
        if kind in _KINDS and kinds.count(kind) == 1:
            return Text(f"choose a {kind}")
        return Text(f"choose the {self._painter.label(parameters[made].name)}")

    def _numbers(self, made: int, moves: list[Move]) -> str:
        """Return which numbers can be chosen: "a number from 0 to 5"."""
        numbers = sorted({int(move.choices[made][0]) for move in moves})
        steps = {after - before for before, after in pairwise(numbers)}
        if len(numbers) == 1:
            return str(numbers[0])
        if len(steps) == 1:
            step = steps.pop()
            every = f" in steps of {step}" if step > 1 else ""
            return f"a number from {numbers[0]} to {numbers[-1]}{every}"
        shown = [*map(str, numbers[:_MOST_SHOWN])]
        if len(numbers) > _MOST_SHOWN:
            shown += ["..." if not self._symbols else "…", str(numbers[-1])]
        return f"one of {', '.join(shown)}"

    def _state_of_cards(self) -> Text:
        """Return what is chosen of a list of cards, and whether it is complete."""
        choice = self.choice
        line = self._indented(Text("chosen: ", "dim"))
        line.append_text(self._painter.cards(choice.chosen.cards))
        sizes = choice.wanted()
        if choice.finishes:
            done = "Enter or 'done' goes on"
            if choice.complete():
                done = f"Enter or 'done': {self._verb(choice.complete()[0].verb).plain}"
            line.append_text(Text.assemble("   ", (done, "bold")))
        elif sizes.start == sizes.stop - 1:
            line.append(f"   choose {sizes.start} more")
        if choice.finishes and sizes.stop > 1:
            line.append(", or choose more")
        return line

    # --------------------------------------------------------------------------------- options

    def _cell(self, index: int, option: Option, cursor: int | None) -> Text:
        """Return an option after its number; in brackets if it is picked."""
        choice = self.choice
        text = self._label(option)
        if option.picked:
            text = Text.assemble("[", text, "]")
        elif option.kind in LISTS:
            text = Text.assemble(" ", text, " ")
        fits = option.after is not None
        if not fits:
            text.stylize("dim")
        if index == cursor:
            text.stylize("reverse")
        if not choice.numbered:
            return text
        # Without colour, a number before a card would look like a part of it.
        verb = self._verb(option.text.partition(" ")[0]).plain
        named = option.kind in ("action", "verb") and text.plain.startswith(verb)
        close = " " if named or self._painter.style.colour else ") "
        digits = len(str(len(choice.options())))
        number = f"{index + 1:>{digits}}{close}"
        return Text.assemble((number if fits else " " * len(number), "cyan"), text)

    def _helps(self, options: list[Option]) -> list[str]:
        """Return what each answer means to a question that comes up outside of the phases."""
        actions = self._painter.game.program.actions
        verbs = [option.text for option in options if option.text in actions]
        if not self.choice.between or len(verbs) < len(options):
            return []
        helps = [self._painter.help(actions[verb].help) for verb in verbs]
        return [f"{help} {self._leads_to(verb)}" for help, verb in zip(helps, verbs, strict=True)]

    def _leads_to(self, verb: str) -> str:
        """Return in brackets what an answer changes; nothing if that shows hidden things."""
        if verb not in self._changes:
            after = self.choice.after(verb)
            last = after and after.last
            told = ""
            if after is not None and last is not None and after.can_undo([last.seat]):
                told = Story(self._painter, after, last.seat, last.number - 1).changes()
            self._changes[verb] = f"(afterwards {told})" if told else ""
        return self._changes[verb]

    def _explained(self, cells: list[Text], helps: list[str]) -> Iterator[Text]:
        """Yield a line for each option, with what it means."""
        widest = max(cell.cell_len for cell in cells)
        for cell, help in zip(cells, helps, strict=True):
            space = " " * (widest - cell.cell_len + 2)
            line = Text.assemble(" ", cell, space)
            room = max(self._width - 1 - line.cell_len, 20)
            for part in textwrap.wrap(help, room) or [""]:
                yield Text.assemble(line, (part, "dim"))
                line = Text(" " * line.cell_len)

    @property
    def _grouped(self) -> bool:
        """Whether moves are listed in a line for each verb: several verbs, one with many forms."""
        forms = Counter(move.verb for move in self.choice.fitting())
        return self.choice.listed and len(forms) > 1 and max(forms.values()) >= _MANY_FORMS

    def _groups(self, options: list[Option], cursor: int | None) -> Iterator[Text]:
        """Yield the moves of each verb in lines that begin with it; a verb alone has its number."""
        verbs = [option.text.partition(" ")[0] for option in options]
        alone = [option.text for option in options if option.text in verbs]
        names = {verb: self._verb(verb) for verb in verbs}
        for verb in set(verbs).difference(alone):
            forms = [each.text for each in options if each.text.startswith(f"{verb} ")]
            notes = {self._beside(form).plain for form in forms}
            if len(notes) == 1:  # all take the same card
                names[verb] = Text.assemble(names[verb], self._beside(forms[0]))
        margin = max(name.cell_len for verb, name in names.items() if verb not in alone) + 3
        heads = ["" if verb in alone else verb for verb in verbs]  # those alone share a line
        for head, members in groupby(range(len(options)), heads.__getitem__):
            line = Text(" ")
            if head:
                line.append_text(names[head])
                line.append(" " * (margin - line.cell_len))
            for index in members:
                cell = self._cell(index, options[index], cursor)
                if line.cell_len + cell.cell_len >= self._width:
                    yield line
                    line = Text(" " * (margin if head else 1))
                line = Text.assemble(line, cell, "   ")
            line.rstrip()
            yield line

    @property
    def _one_card(self) -> bool:
        """Whether all moves are to do the same with one card, so that the cards are listed."""
        moves = self.choice.fitting()
        return len({move.verb for move in moves}) == 1 and all(m.kinds == ("card",) for m in moves)

    def _label(self, option: Option) -> Text:
        verb, *words = option.text.split()
        if option.kind == "action" and (self._one_card or (self._grouped and words)):
            return self._painter.words(option.text)[self._verb(verb).cell_len + 1 :]
        if option.kind in ("action", "verb"):
            text = self._painter.words(option.text)
            return text + self._beside(option.text) if option.kind == "action" else text
        if option.kind == "pile":
            return Text(self._painter.pile(option.text))
        if option.kind == "player":
            return Text(self._painter.players.names[int(option.text)])
        return self._painter.cards([option.text])

    def _beside(self, action: str) -> Text:
        """Return in brackets which card a move takes from elsewhere besides those of the hand."""
        text = Text()
        for card, zone in self.choice.beside_hand(action).items():
            one = "one " if action.split().count(card) > 1 else ""
            where = f" ({one}{self._painter.faces.plain(card)} from {self._painter.label(zone)})"
            text.append(where, "dim")
        return text

    def _verbs(self, options: list[Option], cursor: int | None) -> Iterator[Text]:
        """Yield a line for each verb that takes something; the others share one."""
        plain: list[Text] = []
        for index, option in enumerate(options):
            assert option.after is not None
            moves = self.choice.fitting(option.after)
            cell = self._cell(index, option, cursor)
            made = len(option.after.settled)
            if self.choice.begun or made >= len(moves[0].choices):
                plain.append(cell)
                continue
            line = Text.assemble(" ", cell, "  ")
            indent = line.cell_len
            line.append_text(self._taken(made, moves))
            yield from folded(line, self._width - 1, indent)
        yield from self._columns(plain)

    @property
    def _symbols(self) -> bool:
        return self._painter.style.symbols

    def _taken(self, made: int, moves: list[Move]) -> Text:
        """Return what a verb takes: the words of its next choice."""
        kind = moves[0].kinds[made]
        if kind == "number":
            return Text(self._numbers(made, moves), "dim")
        words = dict.fromkeys(word for move in moves for word in move.choices[made])
        shown = [self._label(Option(word, kind, None)) for word in self.choice.in_order(words)]
        more = len(shown) - _MOST_SHOWN
        more = more if more > 1 else 0  # where one is left out, its name takes no more room
        line = Text(" ").join(shown[: len(shown) - more])
        if len(shown) > 1:
            several = kind in LISTS and any(len(move.choices[made]) > 1 for move in moves)
            line = Text.assemble(("some of " if several else "one of ", "dim"), line)
        return Text.assemble(line, (f" and {more} more", "dim")) if more > 0 else line

    def _columns(self, cells: list[Text]) -> Iterator[Text]:
        """Yield lines of cells, in columns that are read along the lines."""
        widest = max((cell.cell_len for cell in cells), default=0) + 3
        columns = max((self._width - 1) // widest, 1)
        rows = -(-len(cells) // columns)
        columns = self.columns = -(-len(cells) // max(rows, 1))
        for row in range(rows):
            line = Text(" ")
            for cell in cells[row * columns : (row + 1) * columns]:
                line.append_text(cell)
                line.append(" " * (widest - cell.cell_len))
            line.rstrip()
            yield line

    def _indented(self, text: Text) -> Text:
        return Text.assemble(" ", text)
