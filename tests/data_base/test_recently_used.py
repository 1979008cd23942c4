"""What was used last is kept, as much of it as may be."""

from data_base.recently_used import RecentlyUsed
from tests.support.rows import over


@over(
    "most, size, kept",
    [
        (3, 99, "dea"),
        (1, 99, "d"),
        (9, 99, "deab"),
        (9, 10, "de"),
        (9, 1, "d"),
    ],
)
def test_what_was_used_longest_ago_is_forgotten_first(most: int, size: int, kept: str) -> None:
    values = RecentlyUsed[str, str](most, size)
    for key, its_size in (("b", 7), ("a", 5), ("c", 3), ("e", 6), ("d", 4)):
        assert values.keep(key, key.upper(), its_size) == key.upper()
        values.get("a")
        values.forget("c")
    values.get("e")
    values.get("d")
    assert "".join(key for key, _ in values.items()) == kept
