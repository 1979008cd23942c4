"""The claims of a report, each with the source that it cites and what that source says of it."""
