"""The embedded model: a deterministic program that judges and researches without weights or network."""
