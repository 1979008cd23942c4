"""Whether a checkout's packages are its own: another distribution may install one of the same name."""

from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("agents", "benchmark", "data_base", "eval", "prompts", "scoring", "service")
_ROOT = Path(__file__).resolve().parent.parent


def require_own_packages() -> None:
    """Make sure that every package of the project is the one next to this file.

    Raises:
        ImportError: another one is found first.
    """
    for name in PACKAGES:
        spec = find_spec(name)
        places = [Path(place).resolve() for place in (spec and spec.submodule_search_locations) or ()]
        if _ROOT / name not in places:
            raise ImportError(
                f"The package {name!r} of deep-research-judge is hidden by another one "
                f"({places[0] if places else spec and spec.origin}); install "
                "a wheel of the project, which has one package, in place of the checkout (docs/index.md)."
            )
