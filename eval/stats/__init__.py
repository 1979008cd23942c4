"""Statistics: paired differences with intervals, agreement with people."""
