"""What a terminal shows: tables, progress, and how a run is interrupted."""
