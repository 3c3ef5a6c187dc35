"""The language server, asked by a client as an editor asks it, and by Neovim."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cardrules import rulesets
from cardrules.cli.play.saves import read
from cardrules.interpreter.authoring.survey import survey
from cardrules.interpreter.diagnostics import Source, Span
from cardrules.interpreter.presentation.players import HUMAN
from cardrules.interpreter.service.placing import placed
from cardrules.interpreter.source.files import read_source

pytest.importorskip("pygls", reason="pygls is needed: pip install '.[lsp]'")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from cardrules.cli.language_server.positions import Positions
from cardrules.cli.language_server.server import LEGEND, PLAY, RUN

TESTS = Path(__file__).parents[1]
BAD = [path for path in sorted(TESTS.glob("*/bad/*.yaml")) if read_source(path)[0] is not None]
AT_ONCE = 8
"""The documents that are open at a time."""
CHILD = "cardrules: 1\nextends: durak\nname: 'Réka 😀'\nchange:\n  actions:\n    attack:\n      "
COMMAND = [sys.executable, "-m", "cardrules", "lsp"]


class Editor(LanguageClient):
    """A client that notes the diagnostics."""

    def __init__(self) -> None:
        super().__init__("test", "1")  # pyright: ignore[reportUnknownMemberType]
        self.found: dict[str, list[lsp.Diagnostic]] = {}
        self.told: list[str] = []
        self.news = asyncio.Event()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # pyright: ignore[reportUntypedFunctionDecorator]
        def published(params: lsp.PublishDiagnosticsParams) -> None:  # pyright: ignore[reportUnusedFunction]
            self.found[params.uri] = list(params.diagnostics)
            self.news.set()

        @self.feature(lsp.WINDOW_SHOW_MESSAGE)  # pyright: ignore[reportUntypedFunctionDecorator]
        def shown(params: lsp.ShowMessageParams) -> None:  # pyright: ignore[reportUnusedFunction]
            self.told.append(params.message)

    def open(self, uri: str, text: str, language: str = "cardrules") -> None:
        """Open a document."""
        item = lsp.TextDocumentItem(uri, language, 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, uri: str, text: str, version: int) -> None:
        """Give a document another text."""
        document = lsp.VersionedTextDocumentIdentifier(version=version, uri=uri)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def type(self, uri: str, old: str, span: tuple[int, int], text: str, encoding: str) -> str:
        """Put a text in the place of a part of a document, and return the whole text."""
        place = lsp.Range(at(old, span[0], encoding), at(old, span[1], encoding))
        document = lsp.VersionedTextDocumentIdentifier(version=1, uri=uri)
        change = lsp.TextDocumentContentChangePartial(place, text)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return old[: span[0]] + text + old[span[1] :]

    async def diagnostics(self, uri: str) -> list[lsp.Diagnostic]:
        """Return the next diagnostics of a document."""
        while uri not in self.found:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)
        return self.found.pop(uri)


def edited(work: Callable[[Editor], Awaitable[None]], encodings: list[str] | None = None) -> None:
    """Start the server, let an editor work with it, and stop it."""

    async def session() -> None:
        editor = Editor()
        await editor.start_io(*COMMAND)  # pyright: ignore[reportUnknownMemberType]
        general = lsp.GeneralClientCapabilities(position_encodings=encodings)  # type: ignore[arg-type]
        capabilities = lsp.ClientCapabilities(general=general)
        await editor.initialize_async(lsp.InitializeParams(capabilities=capabilities))
        editor.initialized(lsp.InitializedParams())
        try:
            await asyncio.wait_for(work(editor), 600)
        finally:
            await asyncio.wait_for(editor.shutdown_async(None), 30)
            editor.exit(None)
            await editor.stop()

    asyncio.run(session())


def at(text: str, offset: int, encoding: str = "utf-16") -> lsp.Position:
    """Return the position of an offset."""
    return Positions(encoding).position(Source("", text), offset)


def uri_of(path: Path) -> str:
    """Return the address of a file."""
    return path.resolve().as_uri()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_of_every_place(encoding: str) -> None:
    source = Source("", "a\r\nb\tc 😀d\ré\u2028\n\n")
    positions = Positions(encoding)
    for offset in range(len(source.text) + 1):
        position = positions.position(source, offset)
        inside = source.text[offset - 1 : offset + 1] == "\r\n"
        assert inside or positions.offset(source, position) == offset
    assert positions.offset(source, lsp.Position(99, 99)) == len(source.text)
    assert positions.range(source, Span("", 0, 1)) == lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))


def test_a_bad_file_gets_the_diagnostics_of_validate(amount: Callable[[int, int], int]) -> None:
    """Every bad file in a soak, else every sixth, in 10 s: all of them take about 50 s on one core."""
    files = BAD[:: amount(6, 1)]

    async def compare(editor: Editor, path: Path) -> None:
        source = read_source(path)[0]
        assert source is not None
        text = Source(str(path), source.text)
        editor.open(uri_of(path), source.text)
        expected = placed(text, survey(str(path))).diagnostics
        wanted = [(each.code, Positions().range(text, each.span)) for each in expected]
        found: list[Any] = []
        for _ in range(2):  # with the defaults first, then in all variants
            found = [(each.code, each.range) for each in await editor.diagnostics(uri_of(path))]
            if found == wanted:
                break
        assert found == wanted, path
        closed = lsp.TextDocumentIdentifier(uri_of(path))
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(closed))

    async def work(editor: Editor) -> None:
        for first in range(0, len(files), AT_ONCE):  # the pauses of the server go by together
            await asyncio.gather(*(compare(editor, path) for path in files[first : first + AT_ONCE]))

    edited(work)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_an_editor_writes_a_house_rule(encoding: str) -> None:
    uri = "file:///nowhere/child.yaml"
    text = CHILD + "when: size of han > 3\n"

    async def work(editor: Editor) -> None:
        document = lsp.TextDocumentIdentifier(uri)
        editor.open(uri, text)
        (problem,) = await editor.diagnostics(uri)
        assert problem.code == "CR401"
        assert problem.range.start == at(text, text.index("han >"), encoding)
        (fix,) = await editor.text_document_code_action_async(
            lsp.CodeActionParams(document, problem.range, lsp.CodeActionContext([problem]))
        ) or [None]
        assert isinstance(fix, lsp.CodeAction)
        assert fix.edit is not None
        assert fix.edit.changes is not None
        assert [each.new_text for each in fix.edit.changes[uri]] == ["hand"]
        good = text.replace("han >", "hand >")
        editor.change(uri, good, 2)
        await editor.diagnostics(uri)
        place = at(good, good.index("hand >") + 2, encoding)
        listed = await editor.text_document_completion_async(lsp.CompletionParams(document, place))
        assert isinstance(listed, lsp.CompletionList)
        assert "hand" in {each.label for each in listed.items}
        said = await editor.text_document_hover_async(lsp.HoverParams(document, place))
        assert said is not None
        assert isinstance(said.contents, lsp.MarkupContent)
        assert "a zone" in said.contents.value
        declared = await editor.text_document_definition_async(lsp.DefinitionParams(document, place))
        assert isinstance(declared, lsp.Location)
        assert declared.uri.endswith("durak.yaml")
        outline = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert outline
        assert outline[-1].name == "change"
        coloured = await editor.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        assert coloured is not None
        assert len(coloured.data) % 5 == 0
        assert LEGEND.token_types.index("property") in coloured.data[3::5]
        hinted = await editor.text_document_inlay_hint_async(
            lsp.InlayHintParams(document, lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0)))
        )
        assert [str(each.label)[:4] for each in hinted or ()] == ["was:"]
        laid_out = await editor.text_document_formatting_async(
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, insert_spaces=True))
        )
        assert laid_out

    edited(work, [encoding])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_only_what_has_changed_is_sent(encoding: str) -> None:
    uri = "file:///nowhere/child.yaml"

    async def work(editor: Editor) -> None:
        text = CHILD + "when: size of hand > 3\n  # 😀 é\n"
        editor.open(uri, text)
        assert await editor.diagnostics(uri) == []
        for sign in "when":  # the last sign of `hand` goes, then a wrong word is typed sign by sign
            place = text.index(" > 3")
            text = editor.type(uri, text, (place - (sign == "w"), place), sign, encoding)
        assert "hanwhen > 3" in text
        problem = (await editor.diagnostics(uri))[0]
        while "hanwhen" not in problem.message:  # those of earlier texts come first
            problem = (await editor.diagnostics(uri))[0]
        place = text.index("hanwhen")
        assert problem.range == lsp.Range(at(text, place, encoding), at(text, place + 7, encoding))
        text = editor.type(uri, text, (text.index("# "), len(text)), "😀", encoding)
        text = editor.type(uri, text, (text.index("😀", 60), len(text)), "", encoding)
        text = editor.type(uri, text, (place, place + 7), "hand", encoding)
        while await editor.diagnostics(uri):
            pass

    edited(work, [encoding])


def test_every_bundled_ruleset_is_read_without_a_mistake() -> None:
    async def work(editor: Editor) -> None:
        for name in rulesets.bundled():
            path = rulesets.path(name)
            assert path is not None
            uri = uri_of(path)
            editor.open(uri, path.read_text("utf-8"), "yaml")
            assert await editor.diagnostics(uri) == [], name
            outline = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri))
            assert await editor.text_document_document_symbol_async(outline), name
            editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
            await editor.diagnostics(uri)  # there are none any more

    edited(work)


def test_a_mistake_in_a_parent_stands_at_its_name(tmp_path: Path) -> None:
    parent, child = tmp_path / "parent.yaml", tmp_path / "child.yaml"
    durak = rulesets.path("durak")
    assert durak is not None
    rules = durak.read_text("utf-8").replace("zones:", "zoness:", 1)
    parent.write_text(rules, "utf-8")
    text = "# mine\ncardrules: 1\nextends: parent.yaml\nname: Mine\n"

    async def work(editor: Editor) -> None:
        editor.open(uri_of(child), text)
        problem = (await editor.diagnostics(uri_of(child)))[0]
        place = text.index("parent.yaml")
        assert problem.range == lsp.Range(at(text, place), at(text, place + len("parent.yaml")))
        line = rules[: rules.index("zoness:")].count("\n")
        assert problem.message.startswith(f"In parent.yaml, line {line + 1}: ")
        assert problem.related_information is not None
        assert problem.related_information[0].location.uri == uri_of(parent)
        assert problem.related_information[0].location.range.start == lsp.Position(line, 0)

    edited(work)


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("yaml", "services: {web: {ports: [80]}}\n", False),
        ("cardrules", "services: {web: {ports: [80]}}\n", True),
        ("yaml", "cardrules: 1\nservices: 2\n", True),
        ("yaml", "# mine\n'cardrules_suite': 1\n", True),
    ],
)
def test_a_file_of_yaml_for_another_program_has_no_mistakes(language: str, text: str, wrong: bool) -> None:
    async def work(editor: Editor) -> None:
        editor.open("file:///nowhere/file.yaml", text, language)
        assert bool(await editor.diagnostics("file:///nowhere/file.yaml")) == wrong

    edited(work)


def test_a_scenario_is_run_from_its_line() -> None:
    uri = "file:///nowhere/child.yaml"
    text = "cardrules: 1\nextends: gin_slaughtre\nname: Mine\nscenarios:\n  one: {tests: [then: {hand: [1, 1]}]}\n"

    async def work(editor: Editor) -> None:
        editor.open(uri, text)
        await editor.diagnostics(uri)
        lenses = await editor.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri)))
        assert lenses is not None
        lens, further = lenses
        assert lens.command is not None
        assert further.command is not None
        assert lens.command.command == RUN
        found = await editor.workspace_execute_command_async(lsp.ExecuteCommandParams(RUN, lens.command.arguments))
        assert found
        assert "fails" in found[0]
        assert editor.told
        call = lsp.ExecuteCommandParams(PLAY, further.command.arguments)
        saved = await editor.workspace_execute_command_async(call)
        assert "--resume" in editor.told[-1]
        assert isinstance(saved, str)
        assert read(Path(saved)).players == (HUMAN, "rollout")

    edited(work)


def test_every_bundled_ruleset_is_answered() -> None:
    names = rulesets.bundled()[::6]

    async def work(editor: Editor) -> None:
        for name in names:
            path = rulesets.path(name)
            assert path is not None
            text, uri = path.read_text("utf-8"), uri_of(path)
            document = lsp.TextDocumentIdentifier(uri)
            editor.open(uri, text)
            assert await editor.diagnostics(uri) == []
            for offset in range(100, len(text), len(text) // 6):
                place = at(text, offset)
                await editor.text_document_completion_async(lsp.CompletionParams(document, place))
                await editor.text_document_hover_async(lsp.HoverParams(document, place))
            tokens = await editor.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
            assert tokens is not None
            assert len(tokens.data) % 5 == 0
            assert len(tokens.data) > (0 if "\nextends:" in text else 100)

    edited(work)


def test_no_edit_ends_the_server(request: pytest.FixtureRequest) -> None:
    """Random edits of a document, with carriage returns, tabs, a mark of the byte order and other surprises."""
    chance = random.Random(5)
    uri = "untitled:Untitled-1"
    signs = [
        "\r\n",
        "\ufeff",
        "\t",
        "{",
        "[",
        '"',
        "'",
        ": ",
        "- ",
        "|\n",
        "😀",
        "\u2028",
        "\x00",
        "&a ",
        "*a",
        "if ",
        "(",
    ]
    rounds = 40 if not request.config.getoption("--soak", False) else 2_000

    async def work(editor: Editor) -> None:
        text = CHILD.replace("\n", "\r\n") + "when: size of hand > 3\r\n"
        document = lsp.TextDocumentIdentifier(uri)
        editor.open(uri, text)
        for version in range(2, rounds):
            place = chance.randrange(len(text) + 1)
            text = text[:place] + chance.choice(signs) + text[place + chance.randrange(3) :]
            if version % 15 == 0:
                text = CHILD + "do: move hand to stock\n"
            editor.change(uri, text, version)
            position = at(text, chance.randrange(len(text) + 1))
            await editor.text_document_completion_async(lsp.CompletionParams(document, position))
            await editor.text_document_hover_async(lsp.HoverParams(document, position))
            await editor.text_document_signature_help_async(lsp.SignatureHelpParams(document, position))
            await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
            await editor.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        editor.found.clear()
        editor.change(uri, CHILD + "when: size of hand > 3\n", rounds)
        while await editor.diagnostics(uri):  # those of earlier texts come first
            pass

    edited(work)


NEOVIM = """
local found = {}
local client = vim.lsp.start_client({cmd = COMMAND, name = 'cardrules', root_dir = vim.fn.getcwd()})
vim.cmd('edit ' .. FILE)
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, each in ipairs(vim.diagnostic.get(0)) do
  table.insert(found, {code = each.code or each.user_data.lsp.code, line = each.lnum, column = each.col})
end
local line = vim.fn.search('when:') - 1
local params = {textDocument = {uri = vim.uri_from_bufnr(0)}, position = {line = line, character = 20}}
local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 60000)
local labels = {}
for _, answer in pairs(answers) do
  for _, item in ipairs(answer.result.items) do table.insert(labels, item.label) end
end
local file = io.open(OUT, 'w')
file:write(vim.fn.json_encode({diagnostics = found, labels = labels}))
file:close()
vim.lsp.stop_client(client)
vim.cmd('qall!')
"""


def test_neovim_shows_mistakes_and_completes(tmp_path: Path) -> None:
    """The client of Neovim itself, without a screen."""
    neovim = shutil.which("nvim")
    if neovim is None:
        pytest.skip("Neovim is needed: apt-get install neovim")
    file, out, script = tmp_path / "child.yaml", tmp_path / "out.json", tmp_path / "try.lua"
    file.write_text(CHILD + "when: size of han > 3\n", "utf-8")
    names = {"COMMAND": "{" + ", ".join(map(json.dumps, COMMAND)) + "}", "FILE": json.dumps(str(file))}
    names["OUT"] = json.dumps(str(out))
    text = "".join(f"local {name} = {value}\n" for name, value in names.items()) + NEOVIM
    script.write_text(text, "utf-8")
    call = [neovim, "--headless", "--clean", "-c", f"luafile {script}"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=240, cwd=tmp_path, check=False)
    assert out.exists(), done.stderr
    found = json.loads(out.read_text("utf-8"))
    assert [(each["code"], each["line"]) for each in found["diagnostics"]] == [("CR401", 6)]
    assert "hand" in found["labels"]


def test_the_server_ends_without_a_word() -> None:
    begin: dict[str, object] = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
    ends: list[dict[str, object]] = [{"id": 2, "method": "shutdown"}, {"method": "exit"}]
    sent = b""
    for each in [begin, *ends]:
        text = json.dumps({"jsonrpc": "2.0", **each}).encode()
        sent += b"Content-Length: %d\r\n\r\n%b" % (len(text), text)
    done = subprocess.run(COMMAND, input=sent, capture_output=True, timeout=240, check=False)
    assert done.stderr == b""
    assert done.returncode == 0
