"""Why an action is illegal, in the words of players."""
