"""Where the service is and how it is asked; read from the environment where it is not given."""

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from data_base.errors import InputError, plain_reason


class ClientSettings(BaseSettings):
    """Where the service is; every field is also read from ``JUDGE_`` and its name.

    Attributes:
        url: the server's address, without ``/v1``.
        api_key: as ``judge serve`` or ``judge keys`` made it; None for a server that asks for none.
    """

    model_config = SettingsConfigDict(env_prefix="JUDGE_", env_ignore_empty=True, frozen=True)

    url: str = Field(default="http://127.0.0.1:8321", pattern=r"^https?://[^\s/]+")
    api_key: SecretStr | None = None


def client_settings(**given: object) -> ClientSettings:
    """The settings: what is given first, the environment second.

    Raises:
        InputError: a value cannot be used.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    try:
        return ClientSettings(**chosen)  # type: ignore[arg-type]  # validated there
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = "JUDGE_" + ".".join(map(str, first["loc"])).upper()
        if name == "JUDGE_URL":
            raise InputError(
                f"{name}: is no http or https address; give one such as http://judge:8321."
            ) from None
        raise InputError(f"{name}: {plain_reason(first['msg'])}; correct it.") from None
