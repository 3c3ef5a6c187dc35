"""The commands: a file for each, named like the command, with a click command called `command`."""
