from data_base.text.page_references import cited_pages, has_page_reference
from tests.support.rows import over


@over(
    "text, pages",
    [
        ("(стр. 5)", (5,)),
        ("стр. 5, 7–9 и далее", (5,)),
        ("(стр. 5, 7–9)", (5, 7, 9)),
        ("[pp. 3; 12]", (3, 12)),
        ("(стр. 5, 2023 год)", (5,)),
        ("第3-5頁，第十二页", (3, 5, 12)),
        ("（第5、6頁）", (5, 6)),
        ("（見p.5）", (5,)),
        ("step. 5", ()),
        ("第5～7页", (5, 7)),
        ("第 五 至第 七 頁", (5, 7)),
        ("第5、6名", ()),
        ("p. 7, p. 7, page 2", (2, 7)),
        ("стр. 0", (0,)),
        ("с 5 по 10", ()),
        ("", ()),
    ],
)
def test_pages_are_named_in_order_and_once(text: str, pages: tuple[int, ...]) -> None:
    assert cited_pages(text) == pages
    assert has_page_reference(text) == bool(pages)
