"""From the texts in a tree to syntax trees, and back."""
