"""Words of a claim compared with passages: terms, how rare they are, windows, features, fitted weights."""
