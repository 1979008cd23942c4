from data_base.schemas.answer import Answer
from data_base.schemas.passage import Passage
from eval.harness.run import with_page_references


def answer(text: str) -> Answer:
    pieces = [("a 2023.pdf#p3.1", 3), ("a 2023.pdf#p3.2", 3), ("a 2023.pdf#p12.1", 12), ("notes#4", None)]
    passages = tuple(Passage(id=name, doc_id="a 2023.pdf", page=page, text="t") for name, page in pieces)
    return Answer(text=text, passages=passages)


def test_ids_become_pages_in_the_questions_language() -> None:
    said = answer("Да [a 2023.pdf#p3.1]. Нет [a 2023.pdf#p12.1].")
    assert with_page_references(said, "ru").text == "Да (стр. 3). Нет (стр. 12)."
    assert with_page_references(said, "en").text == "Да (p. 3). Нет (p. 12)."
    assert with_page_references(said, "zh-Hant").text == "Да （第3頁）. Нет （第12頁）."
    assert with_page_references(said, "zh-Hans").text == "Да （第3页）. Нет （第12页）."


def test_ids_side_by_side_name_each_page_once() -> None:
    said = answer("x [a 2023.pdf#p3.1][a 2023.pdf#p3.2] [a 2023.pdf#p12.1] y")
    assert with_page_references(said, "en").text == "x (p. 3) (p. 12) y"


def test_what_has_no_page_stays_and_so_does_an_answer_without_passages() -> None:
    assert with_page_references(answer("x [notes#4] [1]"), "en").text == "x [notes#4] [1]"
    bare = Answer(text="x [a#p1.1]")
    assert with_page_references(bare, "en") is bare
