"""Judges that are classifiers: how likely passages support a claim."""
