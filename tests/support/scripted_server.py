"""A server of the OpenAI protocol for commands in their own processes; it replies as the embedded model does.

    python -m tests.support.scripted_server

Prints its address, and serves until its standard input ends or it is terminated.
"""

import sys

from langchain_core.messages import HumanMessage, SystemMessage

from agents.errors import UnknownPromptError
from tests.support.embedded_replies import JUDGEMENT, embedded_reply
from tests.support.openai_server import Message, openai_server

_KINDS = {"system": SystemMessage, "user": HumanMessage}


def reply(messages: list[Message]) -> str:
    """The reply to what came over the wire; to a request for a better reply, a judgement once more."""
    try:
        return embedded_reply([_KINDS[message["role"]](message["content"]) for message in messages])
    except UnknownPromptError:
        return JUDGEMENT


if __name__ == "__main__":
    with openai_server(reply) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        sys.stdin.read()
