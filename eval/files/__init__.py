"""Files as they are read and written."""
