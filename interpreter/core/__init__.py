"""The core: the typed program that rules are lowered to, the passes over it, and its printer as Python."""
