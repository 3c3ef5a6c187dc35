"""From a file, its parents and options to one tree."""
