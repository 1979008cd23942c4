"""What claim tables of many answers come to."""
