"""Values that are kept or passed between rooms."""
