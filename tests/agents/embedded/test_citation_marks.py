"""Citation marks are no claims, whatever the documents are called."""

import pytest

from agents.evaluator import RAGEvaluator
from data_base.passage_index import PassageIndex

TEXT = "In 2023 the Brindle ferry earned 4.2 million crowns."
NAMES = [
    "my report.pdf",
    "ferry 2023.txt",
    "年報 2023, 第二版.md",
    "file [draft] 7.txt",
    "/srv/My Docs/annual report 2021.pdf",
]


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_with_spaces_and_figures_does_not_lower_a_true_answer(name: str) -> None:
    index = PassageIndex.from_texts([(name, TEXT)])
    ((passage, _),) = index.search("ferry")
    cited = TEXT[:-1] + f" [{passage.id}]."
    result = await RAGEvaluator("embedded").evaluate_fine_grained(
        "What did the Brindle ferry earn in 2023?", cited, [passage]
    )
    assert result.metrics.accuracy > 9
