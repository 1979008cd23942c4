"""Chat models that a caller built: taken as LangChain makes them, and called from any loop."""
