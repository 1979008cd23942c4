"""Pure LLM against Deep Research on the same questions; the same as ``judge arena``."""

from service.commands.app import arena_app, run

if __name__ == "__main__":
    run(arena_app)
