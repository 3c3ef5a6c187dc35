"""The bare build as WebAssembly: the same rules, an order of magnitude faster."""
