"""Weights of grounding: written by ``benchmark/performance/fit_grounding.py``, not by hand.

Fitted with seed 13 on:

    factcheckgpt: 1755 rows, Apache-2.0
    q2: 258 rows, Apache-2.0
    summedits: 2474 rows, Apache-2.0
    uhgeval_kw: 4315 rows, Apache-2.0
    wice_claim: 349 rows, ODC-BY and CC BY-SA
    xquad_en: 2162 rows, CC BY-SA 4.0
    xquad_zh: 2180 rows, CC BY-SA 4.0
"""

SENTENCE = {
    "recall_2": 0.2998,
    "recall_3": 0.2841,
    "recall_all": 0.7163,
    "recall_local": 0.0992,
    "recall_news": 0.2281,
    "plain_recall": 0.1555,
    "tail": 0.1471,
    "weakest": 0.2875,
    "overlap_back": 0.2448,
    "coverage": 0.2444,
    "density": 0.3512,
    "exact": 1.1713,
    "verbatim": 0.1223,
    "values_missing": -0.7572,
    "names_missing": -0.7030,
    "negation": -0.1396,
    "person": -0.3883,
    "question": -1.2002,
}
SENTENCE_INTERCEPT = -1.6029
SHORT = {
    "recall_1": 0.2372,
    "recall_2": 0.2189,
    "recall_3": 0.2063,
    "recall_all": 0.2008,
    "recall_local": 0.2049,
    "recall_news": 0.2044,
    "plain_recall": 0.1885,
    "tail": 0.0207,
    "weakest": 0.2063,
    "overlap_back": 1.6812,
    "coverage": 0.2377,
    "density": 0.9742,
    "trigrams": 0.2988,
    "exact": 0.6706,
    "verbatim": 1.0906,
    "values_missing": -1.1456,
    "names_missing": -0.9523,
    "novel": -0.5788,
    "inversions": -0.1452,
    "negation": -0.2976,
    "person": -0.0196,
}
SHORT_INTERCEPT = -1.6918
