"""What the judge says, in four languages: the sentences of ``wording.yaml``."""

from functools import cache
from pathlib import Path

import yaml

from data_base.text.language import Language

_FILE = Path(__file__).with_name("wording.yaml")
_ALSO = {"invented_in_part": "invented", "another_time": "elsewhere", "hardly_told": "perhaps_told"}


@cache
def _sentences() -> dict[str, dict[Language, str]]:
    loaded: dict[str, dict[Language, str]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return loaded


def say(name: str, language: Language, said: str = "", *, in_part: bool = False) -> str:
    """One sentence on what was found; ``in_part``: passages were left out, and may say more."""
    name, sentences = _ALSO.get(name, name), _sentences()
    sentence = sentences.get(f"{name}_of_shown" if in_part else name, sentences[name])
    return sentence[language].replace("{said}", said)
