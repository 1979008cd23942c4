"""Calibration: a judge held against what people said."""
