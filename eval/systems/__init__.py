"""Systems that can be asked: recorded answers, Python callables, HTTP endpoints, contestants."""
