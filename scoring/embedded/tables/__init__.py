"""Tables in passages, and what their rows and cells say."""
