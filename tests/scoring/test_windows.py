from scoring.evidence import read_evidence
from scoring.windows import best_window

WORDS = "birch cedar maple larch spruce alder willow poplar hazel rowan aspen cypress juniper hemlock acacia"


def test_regression_full_cover_is_exactly_one_in_whatever_order_a_set_is() -> None:
    # Weights were added up in the order of a set of strings, which changes from process to process.
    evidence = read_evidence([f"{WORDS}."])
    weights = {term: 0.1 + place / 7 for place, term in enumerate(sorted(evidence.units[0].reach))}
    assert best_window(weights, evidence).recall == 1.0
