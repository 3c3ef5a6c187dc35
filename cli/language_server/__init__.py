"""The language server, which `cardrules lsp` runs."""
