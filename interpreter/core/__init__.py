"""The core: the functions that rules are lowered to, the passes over them, and their printer as Python."""
