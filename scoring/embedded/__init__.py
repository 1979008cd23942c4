"""The embedded judge: passages, question and answer become links, faults and a verdict."""
