"""The parts of an arena's report beyond its questions, worked out so that templates only place them."""
