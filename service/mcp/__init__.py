"""The judge for MCP clients: tools and resources that are calls of the API."""
