"""Who judges an arena, where, and whom they may favour."""
