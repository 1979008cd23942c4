"""The answer-quality harness: answers on PDFs, scored by keywords."""
