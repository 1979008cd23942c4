"""Figures and dates as values of a text: what they are, when two agree, what follows from others."""
