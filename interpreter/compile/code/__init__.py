"""Generated Python: its trees, its types, how it is compiled, and the machine that it makes."""
