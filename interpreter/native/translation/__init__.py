"""Generated Python becomes WebAssembly: expressions, statements and functions."""
