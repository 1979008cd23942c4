"""The legal RAG benchmark: question files, systems, findings, runs."""
