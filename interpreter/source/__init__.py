"""From the text of a file to located data of the right shape."""
