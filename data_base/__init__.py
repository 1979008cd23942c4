"""Floor 0: what is kept (schemas, documents, passage index, run store) and how text is read."""
