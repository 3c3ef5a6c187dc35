"""From a file, its parents and its options to one tree."""
