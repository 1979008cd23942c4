"""Documents of strangers are read in a process of their own."""
