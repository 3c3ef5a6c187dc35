"""What lies in the memory of a module: positions and constants."""
