"""WebAssembly in the making: its bytes, the kinds of values, and one function."""
