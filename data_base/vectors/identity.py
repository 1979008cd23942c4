"""Which model an ``Embeddings`` object asks, so that vectors of one model are never taken for another's."""

from langchain_core.embeddings import Embeddings

# What LangChain's embeddings call their model, and what else changes its vectors.
_NAMES = ("model_name", "model", "deployment", "azure_deployment", "repo_id", "model_path")
_SHAPING = ("dimensions", "size", "seed", "normalize", "output_dimensionality", "task_type")


def embeddings_identity(embeddings: Embeddings) -> str:
    """Its ``model_id`` where it has one, else the class with what names its model and shapes its vectors.

    No key and no address is read. A class that has none of the usual names counts as one model; give it a
    ``model_id`` if it can be several.
    """
    own = getattr(embeddings, "model_id", None)
    if isinstance(own, str) and own:
        return own
    kind = type(embeddings)
    stated = ((name, getattr(embeddings, name, None)) for name in (*_NAMES, *_SHAPING))
    named = [f"{name}={value}" for name, value in stated if isinstance(value, str | int | float)]
    return " ".join((f"{kind.__module__}.{kind.__qualname__}", *named))
