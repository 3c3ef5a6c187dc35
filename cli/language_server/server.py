"""The language server: a thin layer between an editor's messages and the language service."""

from __future__ import annotations

import asyncio
import gc
import logging
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ... import __version__
from ...interpreter.diagnostics import Source, Span, Survey
from ...interpreter.presentation.players import HUMAN, Players
from ...interpreter.service.completion import complete
from ...interpreter.service.corrections import actions, formatting
from ...interpreter.service.hover import hints, hover, signature
from ...interpreter.service.lenses import beginning, lenses, results
from ...interpreter.service.names import RenameError, definition, references, rename, tokens, word_at
from ...interpreter.service.outline import foldings, symbols
from ...interpreter.service.placing import placed
from ...interpreter.service.trials import tried
from ...interpreter.service.workspace import Workspace
from ...interpreter.source.files import calls_itself
from ..hints import command_line
from ..loading import place
from ..play.keeping import Setting
from ..play.saves import ENDING
from .positions import Positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...interpreter.diagnostics import Diagnostic
    from ...interpreter.service.values import Completion, Edit, Kind, Symbol

_PAUSE: Final = 0.02  # seconds in which the next change, or a question about this one, may arrive
_IDLE: Final = 0.3  # seconds without a change after which all variants and scenarios are checked
_REST: Final = 2.0  # seconds without a change after which games are played
RUN: Final = "cardrules.runScenario"
PLAY: Final = "cardrules.playScenario"

_COMPLETIONS: Final[dict[Kind, lsp.CompletionItemKind]] = {
    "key": lsp.CompletionItemKind.Property,
    "word": lsp.CompletionItemKind.Keyword,
    "statement": lsp.CompletionItemKind.Keyword,
    "operation": lsp.CompletionItemKind.Operator,
    "zone": lsp.CompletionItemKind.Field,
    "variable": lsp.CompletionItemKind.Variable,
    "option": lsp.CompletionItemKind.Constant,
    "definition": lsp.CompletionItemKind.Function,
    "procedure": lsp.CompletionItemKind.Method,
    "parameter": lsp.CompletionItemKind.Variable,
    "value": lsp.CompletionItemKind.EnumMember,
    "card": lsp.CompletionItemKind.EnumMember,
    "file": lsp.CompletionItemKind.File,
    "action": lsp.CompletionItemKind.Event,
    "phase": lsp.CompletionItemKind.Module,
    "meld": lsp.CompletionItemKind.Struct,
}
_SYMBOLS: Final[dict[Kind, lsp.SymbolKind]] = {
    "section": lsp.SymbolKind.Namespace,
    "zone": lsp.SymbolKind.Field,
    "variable": lsp.SymbolKind.Variable,
    "option": lsp.SymbolKind.Constant,
    "definition": lsp.SymbolKind.Function,
    "phase": lsp.SymbolKind.Module,
    "action": lsp.SymbolKind.Method,
    "effect": lsp.SymbolKind.Event,
    "scenario": lsp.SymbolKind.Class,
}
_TOKENS: Final[dict[Kind, str]] = {
    "word": "keyword",
    "statement": "keyword",
    "operation": "operator",
    "zone": "property",
    "variable": "variable",
    "option": "enumMember",
    "definition": "function",
    "procedure": "method",
    "parameter": "parameter",
    "card": "enumMember",
    "action": "event",
    "effect": "event",
    "phase": "namespace",
    "meld": "struct",
    "ranking": "struct",
    "attribute": "property",
}
LEGEND: Final = lsp.SemanticTokensLegend(sorted(set(_TOKENS.values())), ["declaration"])


class Server(LanguageServer):
    """The server, with the documents of its client."""

    def __init__(self) -> None:
        """Begin without documents."""
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            "cardrules", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental
        )
        self.documents = Workspace()
        self.found: dict[str, Survey] = {}
        self._uris: dict[str, str] = {}
        self._own: set[str] = set()  # documents whose editor knows that they are rulesets or suites
        self._waiting: dict[str, asyncio.Task[None]] = {}

    @property
    def positions(self) -> Positions:
        """How the client counts."""
        return Positions(str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding)))

    def file(self, uri: str) -> str:
        """Return the name of a document's file; of one that was never saved its address."""
        name = to_fs_path(uri) if uri.startswith("file:") else None
        found = name or uri
        self._uris.setdefault(found, uri)
        return found

    def uri(self, file: str) -> str:
        """Return the address of a file."""
        return self._uris.get(file) or from_fs_path(str(Path(file).absolute())) or file

    def place(self, uri: str, position: lsp.Position) -> tuple[str, int]:
        """Return the file and the offset of a position."""
        file = self.file(uri)
        return file, self.positions.offset(self.documents.text(file), position)

    def range(self, span: Span) -> lsp.Range:
        """Return the range of a span, in whatever file it is."""
        return self.positions.range(self.documents.text(span.file), span)

    def opened(self, document: lsp.TextDocumentItem) -> None:
        """Take a document. One of another language than "cardrules" may be any file of YAML."""
        if document.language_id == "cardrules":
            self._own.add(self.file(document.uri))
        self.changed(document.uri, [lsp.TextDocumentContentChangeWholeDocument(document.text)])

    def changed(self, uri: str, changes: Sequence[lsp.TextDocumentContentChangeEvent]) -> None:
        """Take the changes of a document, one after the other, and report its mistakes.

        Those with its defaults come when no other change follows at once, those of all variants when the author
        pauses. An answer to a question about the new text does not wait for them.
        """
        file = self.file(uri)
        for change in changes:
            source = self.documents.text(file)
            begin, end = 0, len(source.text)
            if isinstance(change, lsp.TextDocumentContentChangePartial):
                begin, end = (self.positions.offset(source, each) for each in (change.range.start, change.range.end))
            self.documents.open(file, source.text[:begin] + change.text + source.text[end:])
        self._forget(file)
        self._waiting[file] = asyncio.ensure_future(self._examine(file))

    def _forget(self, file: str) -> None:
        """Stop to wait for a pause in which to examine a document."""
        waiting = self._waiting.pop(file, None)
        if waiting is not None:
            waiting.cancel()

    async def _examine(self, file: str) -> None:
        await asyncio.sleep(_PAUSE)
        self._publish(file, self.documents.first_diagnostics(file))
        await asyncio.sleep(_IDLE)
        self.documents.document(file)
        if not gc.get_freeze_count():  # what is known by now stays; to look through it takes longer than an answer
            gc.freeze()
        text = self.documents.text(file)

        def is_current() -> bool:
            return file in self.documents.files() and self.documents.text(file) == text

        found = await asyncio.to_thread(self.documents.copy().diagnostics_while, file, is_current)
        if found is None or not is_current():
            return
        self._publish(file, found)
        await asyncio.sleep(_REST)
        shown = await asyncio.to_thread(tried, self.documents.copy(), file, is_current)
        if shown is not None and is_current():
            self.documents.tried[file] = shown
            self._refresh()

    def _refresh(self) -> None:
        """Tell the client that there are other lines and hints."""
        able = self.client_capabilities.workspace
        if able is not None and able.code_lens is not None and able.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if able is not None and able.inlay_hint is not None and able.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def closed(self, uri: str) -> None:
        """Forget a document."""
        file = self.file(uri)
        self._forget(file)
        self.documents.close(file)
        self._own.discard(file)
        self.found.pop(file, None)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def _publish(self, file: str, found: Survey) -> None:
        """Report the mistakes of a document; a file of YAML for another program has none."""
        source = self.documents.text(file)
        if file not in self._own and not calls_itself(source.text):
            found = Survey((), found.sources)
        self.found[file] = found
        listed = [self._diagnostic(each, found) for each in placed(source, found).diagnostics]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri(file), listed))

    def _diagnostic(self, problem: Diagnostic, found: Survey) -> lsp.Diagnostic:
        """Return a diagnostic of the protocol."""
        message = problem.message if problem.help is None else f"{problem.message}\n{problem.help}"
        related = [
            lsp.DiagnosticRelatedInformation(
                lsp.Location(self.uri(label.span.file), self.range(label.span)), label.text
            )
            for label in problem.labels
            if label.span.file in found.sources and not label.span.file.startswith("<")
        ]
        return lsp.Diagnostic(
            self.range(problem.span),
            message,
            lsp.DiagnosticSeverity.Error if problem.severity == "error" else lsp.DiagnosticSeverity.Warning,
            code=problem.code,
            source="cardrules",
            related_information=related or None,
        )

    def edits(self, changes: list[Edit]) -> lsp.WorkspaceEdit:
        """Return changes of documents."""
        found: dict[str, list[lsp.TextEdit]] = {}
        for each in changes:
            found.setdefault(self.uri(each.span.file), []).append(lsp.TextEdit(self.range(each.span), each.text))
        return lsp.WorkspaceEdit(changes=found)

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write an error in cardrules to the log; the editor's window stays quiet."""
        logging.getLogger(__name__).error("An error in cardrules: %r", error, exc_info=error)


def made() -> Server:
    """Return a server that answers."""
    server = Server()
    _documents(server)
    _questions(server)
    _names(server)
    _changes(server)
    return server


def _documents(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:  # pyright: ignore[reportUnusedFunction]
        server.opened(params.text_document)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:  # pyright: ignore[reportUnusedFunction]
        server.changed(params.text_document.uri, params.content_changes)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:  # pyright: ignore[reportUnusedFunction]
        server.closed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:  # pyright: ignore[reportUnusedFunction]
        return [_symbol(server, each) for each in symbols(server.documents, server.file(params.text_document.uri))]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:  # pyright: ignore[reportUnusedFunction]
        found = foldings(server.documents, server.file(params.text_document.uri))
        return [lsp.FoldingRange(first - 1, last - 1) for first, last in found]

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def coloured(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:  # pyright: ignore[reportUnusedFunction]
        return lsp.SemanticTokens(_encoded(server, server.file(params.text_document.uri)))


def _symbol(server: Server, symbol: Symbol) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        symbol.name or "…",
        _SYMBOLS.get(symbol.kind, lsp.SymbolKind.Struct),
        server.range(symbol.span),
        server.range(symbol.name_span),
        children=[_symbol(server, each) for each in symbol.inside],
    )


def _encoded(server: Server, file: str) -> list[int]:
    """Return the tokens of a document as the protocol wants them: each relative to the one before."""
    source, positions = server.documents.text(file), server.positions
    data: list[int] = []
    line = column = 0
    for token in sorted(tokens(server.documents, file), key=lambda each: each.span.start):
        kind = _TOKENS.get(token.kind)
        if kind is None:
            continue
        at = positions.position(source, token.span.start)
        length = positions.length(source.excerpt(token.span))
        data += [at.line - line, at.character - (column if at.line == line else 0), length]
        data += [LEGEND.token_types.index(kind), int(token.declares)]
        line, column = at.line, at.character
    return data


def _questions(server: Server) -> None:
    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", ":", "(", "{", "[", ","])
    )
    def completed(params: lsp.CompletionParams) -> lsp.CompletionList:  # pyright: ignore[reportUnusedFunction]
        file, offset = server.place(params.text_document.uri, params.position)
        source = server.documents.text(file)
        found = complete(server.documents, file, offset)
        return lsp.CompletionList(False, [_item(server, source, each, offset) for each in found])

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:  # pyright: ignore[reportUnusedFunction]
        found = hover(server.documents, *server.place(params.text_document.uri, params.position))
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), server.range(found.span))

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ",", " "]))
    def signed(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:  # pyright: ignore[reportUnusedFunction]
        found = signature(server.documents, *server.place(params.text_document.uri, params.position))
        if found is None:
            return None
        parameters = [lsp.ParameterInformation(found.label[slice(*place)]) for place in found.parameters]
        return lsp.SignatureHelp([lsp.SignatureInformation(found.label, found.help, parameters)], 0, found.active)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:  # pyright: ignore[reportUnusedFunction]
        file = server.file(params.text_document.uri)
        source = server.documents.text(file)
        return [
            lsp.InlayHint(server.positions.position(source, each.place.start), each.text, padding_left=True)
            for each in hints(server.documents, file)
        ]


def _item(server: Server, source: Source, found: Completion, offset: int) -> lsp.CompletionItem:
    begin, end = server.positions.position(source, found.edit.span.start), server.positions.position(source, offset)
    span = server.range(found.edit.span) if found.edit.span.start <= offset else lsp.Range(end, end)
    if begin.line != end.line:  # an edit of a completion stays in its line
        span = lsp.Range(end, end)
    text = found.edit.text
    return lsp.CompletionItem(
        found.label,
        kind=_COMPLETIONS.get(found.kind, lsp.CompletionItemKind.Text),
        detail=found.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, found.help) if found.help else None,
        sort_text=f"{found.rank}{found.label.lower()}",
        filter_text=text.strip().split("$")[0] or None,
        insert_text_format=lsp.InsertTextFormat.Snippet if found.snippet else lsp.InsertTextFormat.PlainText,
        text_edit=lsp.TextEdit(span, text),
    )


def _names(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:  # pyright: ignore[reportUnusedFunction]
        found = definition(server.documents, *server.place(params.text_document.uri, params.position))
        return None if found is None else lsp.Location(server.uri(found.file), server.range(found))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(params: lsp.ReferenceParams) -> list[lsp.Location]:  # pyright: ignore[reportUnusedFunction]
        found = references(server.documents, *server.place(params.text_document.uri, params.position))
        return [lsp.Location(server.uri(each.file), server.range(each)) for each in found]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:  # pyright: ignore[reportUnusedFunction]
        file, offset = server.place(params.text_document.uri, params.position)
        found = references(server.documents, file, offset)
        return [lsp.DocumentHighlight(server.range(each)) for each in found if each.file == file]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(params: lsp.PrepareRenameParams) -> lsp.Range | None:  # pyright: ignore[reportUnusedFunction]
        file, offset = server.place(params.text_document.uri, params.position)
        word = word_at(server.documents.text(file), offset, server.documents.latest(file).kind)
        known = word is not None and references(server.documents, file, offset)
        return server.range(word.span) if word is not None and known else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit:  # pyright: ignore[reportUnusedFunction]
        file, offset = server.place(params.text_document.uri, params.position)
        try:
            return server.edits(rename(server.documents, file, offset, params.new_name))
        except RenameError as refused:
            raise JsonRpcException(str(refused), lsp.LSPErrorCodes.RequestFailed.value) from None


def _changes(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:  # pyright: ignore[reportUnusedFunction]
        edit = formatting(server.documents, server.file(params.text_document.uri))
        return [] if edit is None else [lsp.TextEdit(server.range(edit.span), edit.text)]

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]),
    )
    def corrected(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:  # pyright: ignore[reportUnusedFunction]
        file = server.file(params.text_document.uri)
        source, found = server.documents.text(file), server.found.get(file)
        if found is None or found.sources.get(file) != source:
            return []
        begin, end = (server.positions.offset(source, each) for each in (params.range.start, params.range.end))
        return [
            lsp.CodeAction(
                each.title,
                kind=lsp.CodeActionKind.QuickFix,
                is_preferred=each.sure or None,
                edit=server.edits(list(each.edits)),
            )
            for each in actions(found, Span(file, begin, end))
        ]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions())
    def lensed(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:  # pyright: ignore[reportUnusedFunction]
        uri = params.text_document.uri
        commands = {"run_scenario": RUN, "play_scenario": PLAY, "": ""}
        return [
            lsp.CodeLens(
                server.range(each.span), lsp.Command(each.title, commands[each.command], arguments=[uri, each.argument])
            )
            for each in lenses(server.documents, server.file(uri))
        ]

    @server.command(PLAY)
    def play(uri: str, name: str) -> str | None:  # pyright: ignore[reportUnusedFunction]
        """Save the game at the beginning of a scenario; return the file, which `cardrules run --resume` continues."""
        found = beginning(server.documents, server.file(uri), name)
        if isinstance(found, str):
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, found))
            return None
        path = Path(mkdtemp(prefix="cardrules-"), f"{name}{ENDING}")
        seat = found.current_player() or 0
        players = Players.named(tuple(HUMAN if each == seat else "rollout" for each in range(found.game.players)))
        ruleset = place(found.game, str(found.game.loaded.resolved.path))
        path.write_text(Setting(ruleset, players, 0, None, None, None).record(found).text(), "utf-8")
        message = f"Play it with: {command_line('run', '--resume', str(path))}"
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, message))
        return str(path)

    @server.command(RUN)
    def run(uri: str, name: str) -> list[str]:  # pyright: ignore[reportUnusedFunction]
        found = results(server.documents, server.file(uri), name)
        good = found[0].startswith("All tests")
        kind = lsp.MessageType.Info if good else lsp.MessageType.Warning
        server.window_show_message(lsp.ShowMessageParams(kind, "\n".join(found)))
        return found
