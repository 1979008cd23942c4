"""The batch interfaces of providers, a module each."""
