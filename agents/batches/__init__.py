"""Asking by the batch interfaces of providers: half the price, and replies within hours."""
