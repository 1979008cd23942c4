"""Reads a model's reply as an instance of a schema, however the reply is wrapped or damaged.

The only public function is :func:`parse_reply`; its rungs are in :mod:`agents.reply_parser.ladder`.
"""

from agents.reply_parser.ladder import ParsedReply, Rung, parse_reply

__all__ = ["ParsedReply", "Rung", "parse_reply"]
