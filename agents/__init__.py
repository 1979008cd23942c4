"""Floor 2, whatever asks a model - the judge, the planner, the answer writer, the research loop."""
