"""What an editor offers by the JSON Schemas alone: yaml-language-server itself is asked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from cardrules import schema

from .yaml_language_server import command

pytest.importorskip("pygls", reason="pygls is needed: pip install '.[lsp]'")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

CASES = cast("list[dict[str, Any]]", yaml.safe_load(Path(__file__).with_name("schema_completions.yaml").read_text()))


async def offered(cases: list[dict[str, Any]], server: list[str]) -> list[list[str]]:
    """Return the labels that the server offers in each case."""
    editor = LanguageClient("test", "1")  # pyright: ignore[reportUnknownMemberType]

    @editor.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # pyright: ignore[reportUntypedFunctionDecorator]
    def published(_: lsp.PublishDiagnosticsParams) -> None:  # pyright: ignore[reportUnusedFunction]
        pass

    @editor.feature(lsp.WORKSPACE_CONFIGURATION)  # pyright: ignore[reportUntypedFunctionDecorator]
    def configured(params: lsp.ConfigurationParams) -> list[None]:  # pyright: ignore[reportUnusedFunction]
        return [None] * len(params.items)

    await editor.start_io(*server)  # pyright: ignore[reportUnknownMemberType]
    await editor.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    editor.initialized(lsp.InitializedParams())
    found: list[list[str]] = []
    try:
        for number, case in enumerate(cases):
            kind = "suite" if "suite" in case else "ruleset"
            first = "cardrules_suite" if kind == "suite" else "cardrules"
            modeline = f"# yaml-language-server: $schema={schema.path(kind).as_uri()}"
            text = f"{modeline}\n{first}: 1\n{case.get(kind) or case['at']}"
            before, _, after = text.partition("^")
            uri = f"file:///nowhere/{number}.yaml"
            item = lsp.TextDocumentItem(uri, "yaml", 1, before + after)
            editor.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
            place = lsp.Position(before.count("\n"), len(before.rpartition("\n")[2]))
            asked = lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), place)
            answer = await asyncio.wait_for(editor.text_document_completion_async(asked), 60)
            assert isinstance(answer, lsp.CompletionList)
            found.append([each.label for each in answer.items])
    finally:
        await asyncio.wait_for(editor.shutdown_async(None), 30)
        editor.exit(None)
        await editor.stop()
    return found


def test_the_schemas_alone_complete_rightly() -> None:
    server = command()
    if server is None:
        pytest.skip("yaml-language-server is needed: make editor fetches it")
    for case, labels in zip(CASES, asyncio.run(offered(CASES, server)), strict=True):
        assert len(labels) == len(set(labels)), case
        if "offered" in case:
            assert sorted(labels) == sorted(case["offered"]), case
        assert set(case.get("with", ())) <= set(labels), case
        assert set(case.get("without", ())).isdisjoint(labels), case
