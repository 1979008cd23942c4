from data_base.text.page_references import cited_pages, has_page_reference
from tests.support.rows import over, table


@over(
    "text, pages",
    table(__file__, "test_pages_are_named_in_order_and_once"),
)
def test_pages_are_named_in_order_and_once(text: str, pages: tuple[int, ...]) -> None:
    assert cited_pages(text) == pages
    assert has_page_reference(text) == bool(pages)
