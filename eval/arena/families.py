"""Model families: a judge may favour answers of its own kind."""

import re
from collections.abc import Iterable, Mapping

from agents.models.options import split_options
from agents.models.registry import CASCADE, EMBEDDED
from data_base.schemas.run import RunItem
from eval.arena.config import ArenaRules

_STEM = re.compile(r"[a-z]+")
_SAME = {"chatgpt": "gpt", "o": "gpt", "gemma": "gemini", "mixtral": "mistral", "ministral": "mistral"}
"""First words of names by which makers call models of one family."""


def family_of(model: str) -> str | None:
    """The family of a model's or a judge's name, such as ``gpt`` or ``qwen``; None for the embedded one.

    It is the first word of the bare name, whoever serves the model: ``openai:gpt-oss-120b`` of any server is
    of ``gpt``. Of a cascade the last model counts, which decides what is hard.
    """
    plain, _ = split_options(model.rsplit(CASCADE, maxsplit=1)[-1])
    bare = plain.partition(":")[2]
    stem = _STEM.match(bare.rpartition("/")[2].casefold())
    return None if stem is None else _SAME.get(stem.group(), stem.group())


def families(config: ArenaRules, items: Iterable[RunItem]) -> Mapping[str, str]:
    """Contestant to the family that writes its answers, where it is known.

    Args:
        config: which may say it.
        items: whose answers may name their model.
    """
    told = {
        item.system: family
        for item in items
        if item.answer is not None and (family := family_of(item.answer.model_id or EMBEDDED))
    }
    return {**told, **stated_families(config)}


def stated_families(config: ArenaRules) -> Mapping[str, str]:
    """Contestant to the family that the arena's file says it is of."""
    return {each.name: each.family for each in config.contestants if each.family}
