"""Commands that convert files of other tools to ours and back."""
