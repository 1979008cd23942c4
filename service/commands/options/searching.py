"""The options of the commands that search: by meaning, and in what else than documents."""

from typing import Annotated

import typer

RetrieverOption = Annotated[
    list[str] | None,
    typer.Option(
        "--retriever",
        metavar="MODULE:NAME",
        help="Also search with this LangChain retriever or function of the query, or with the one that "
        "JUDGE_RETRIEVERS declares under this name. Repeatable.",
    ),
]
McpSearchOption = Annotated[
    list[str] | None,
    typer.Option(
        "--mcp-search",
        metavar="URL",
        help="Also search with a tool of this MCP server (URL#TOOL if it has several), or with the one that "
        "JUDGE_SEARCHES declares under this name. Repeatable. Requires the `mcp` extra.",
    ),
]
SemanticOption = Annotated[
    bool,
    typer.Option(
        "--semantic",
        help="Also search by meaning, across languages. Requires the `semantic` extra.",
    ),
]
