"""What an arena's scores are when they are cut up, and what they took: slices, spending, citations."""
