"""The routes: one router for each resource."""
