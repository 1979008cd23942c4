"""The judge and Deep Research as parts of a host's LangGraph graph or LangChain agent."""
