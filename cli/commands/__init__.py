"""The commands. Each file is named like its command, which is the click command `command`."""
