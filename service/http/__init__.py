"""The judge over HTTP: an app factory, and one router for each resource."""
