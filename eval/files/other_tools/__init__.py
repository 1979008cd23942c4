"""Results that other evaluation tools wrote: DeepResearch Bench, promptfoo, OpenAI Evals."""
