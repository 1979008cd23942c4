"""The judge command line."""
