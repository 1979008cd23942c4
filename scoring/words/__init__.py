"""Words of a claim held against passages: terms, how rare they are, windows, features, fitted weights."""
