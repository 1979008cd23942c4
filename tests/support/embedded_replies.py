"""What a server says that replies as the embedded model does, and judges as well."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from agents.calls.prompt_messages import read_prompt
from agents.embedded.chat_model import reply_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

_SCORES = dict.fromkeys(("accuracy", "completeness", "clarity"), 9)
JUDGEMENT = json.dumps({"analysis": "read", **_SCORES, "reason": "so", "suggestion": "", "issues": []})


def embedded_reply(messages: Sequence[BaseMessage]) -> str:
    """The reply to any of the project's prompts; every judgement is a good one."""
    prompt = read_prompt(messages)
    return JUDGEMENT if prompt and prompt.template.id.startswith("judge_") else reply_to(messages)
