"""Numbers in a text: how they are written, what they count, and which are equal."""
