"""YAML files that are read where they may be pipes."""

from pathlib import Path

from data_base.errors import InputError
from data_base.marked_yaml.lines import MarkedYaml, marked_yaml
from eval.files.pipes import readable_again


def read_yaml(path: Path) -> MarkedYaml:
    """Read a YAML file, as :func:`marked_yaml` does, or a pipe.

    Raises:
        InputError: naming file, line and reason.
    """
    try:
        return marked_yaml(path, readable_again(path).read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path.") from error
