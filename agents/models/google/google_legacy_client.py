"""The ``google-generativeai`` SDK as :mod:`agents.models.google.google_legacy_chat` uses it.

Importing this imports the SDK, which warns.
"""

from http import HTTPStatus
from typing import Any

from google.ai.generativelanguage import GenerativeServiceClient
from google.api_core.client_options import ClientOptions
from google.api_core.exceptions import GoogleAPICallError
from google.auth.api_key import Credentials
from google.generativeai import protos
from google.protobuf.json_format import ParseError
from requests.exceptions import ChunkedEncodingError, Timeout
from requests.exceptions import ConnectionError as BrokenConnection

from agents.errors import UnusableResponseError
from agents.models.google.gemini_messages import GeminiStatusError, late, status_error, unreachable


def ask(server: str, api_key: str, request: dict[str, Any], *, timeout: float) -> dict[str, Any]:
    """Make one call over REST, never repeated, and give the server's answer as JSON.

    ``configure`` of the SDK is global, so each call makes a client of its own (well under a millisecond).

    Args:
        server: its address.
        api_key: shown nowhere.
        request: a ``GenerateContentRequest`` in the SDK's spelling.
        timeout: seconds that the server may take.

    Raises:
        GeminiStatusError: the server answered with an error.
        TimeoutError: it did not answer in time.
        ConnectionError: it cannot be reached, or broke off.
        UnusableResponseError: it answered with something else.
    """
    try:
        with _client(server, api_key) as client:
            reply = client.generate_content(request=request, timeout=timeout, retry=None)
    except GoogleAPICallError as error:
        raise status_error(error.response, secret=api_key) from None
    except Timeout:
        raise late(timeout) from None
    except (BrokenConnection, ChunkedEncodingError) as error:
        raise unreachable(server, error) from None
    except ParseError:
        raise UnusableResponseError("the server's response is no generateContent answer") from None
    answer: dict[str, Any] = protos.GenerateContentResponse.to_dict(
        reply,
        use_integers_for_enums=False,
        preserving_proto_field_name=False,
        always_print_fields_with_no_presence=False,
    )
    return answer


def _client(server: str, api_key: str) -> Any:  # noqa: ANN401  (the SDK has no types)
    credentials: Any = Credentials(api_key)  # type: ignore[no-untyped-call]
    # After a 401 the HTTP session refreshes the credentials and asks again, twice; a key cannot be refreshed.
    credentials.refresh = _refuse_key
    return GenerativeServiceClient(
        credentials=credentials, transport="rest", client_options=ClientOptions(api_endpoint=server)
    )


def _refuse_key(_request: object) -> None:
    raise GeminiStatusError("UNAUTHENTICATED", status_code=HTTPStatus.UNAUTHORIZED)
