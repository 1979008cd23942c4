"""A rubric's bands, in every language of the shipped judges."""

from data_base.schemas.judgement import PromptRef
from prompts.registry import available, load, rubric_used
from prompts.rubric import Band, bands, bands_of_score
from tests.support.rows import over

JUDGES = [name for name in available() if name[0] in {"judge_with_documents", "judge_without_documents"}]


@over("template_id, language", JUDGES)
def test_every_score_of_a_shipped_rubric_has_words(template_id: str, language: str) -> None:
    rubric = rubric_used(load(template_id, language).ref)
    assert rubric is not None
    found = bands(rubric)
    assert list(found) == ["accuracy", "completeness", "clarity"]
    for among in found.values():
        for tenths in range(10, 101):
            assert all(
                band.words in rubric and len(band.words) > 5 for band in bands_of_score(among, tenths / 10)
            )
        assert all(any(band.low <= score <= band.high for band in among) for score in range(1, 11))


@over("score, names", [(6, ["6-7", "5-6"]), (7.4, ["6-7"]), (9.6, ["10"]), (1, ["1-2"])])
def test_a_score_is_in_its_bands_or_nearest_to_one(score: float, names: list[str]) -> None:
    among = tuple(Band(low, high, "w") for low, high in [(10, 10), (8, 9), (6, 7), (5, 6), (3, 4), (1, 2)])
    assert [band.name for band in bands_of_score(among, score)] == names


def test_the_rubric_of_another_prompt_is_not_known() -> None:
    own = load("judge_with_documents", "en").ref
    assert rubric_used(own.model_copy(update={"sha256": "0" * 64})) is None
    assert rubric_used(PromptRef(id="mine", version="1", language="en", sha256="0" * 64)) is None
    assert rubric_used(load("plan", "en").ref) is None
    assert bands("My rubric: good is good.") == {}
    assert bands_of_score((), 5) == ()
