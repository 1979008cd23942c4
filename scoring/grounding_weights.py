"""Weights of grounding: written by ``benchmark/performance/fit_grounding.py``, not by hand.

Fitted with seed 13 on:

    factcheckgpt: 1755 rows, Apache-2.0
    q2: 258 rows, Apache-2.0
    summedits: 2474 rows, Apache-2.0
    uhgeval_kw: 4317 rows, Apache-2.0
    wice_claim: 349 rows, ODC-BY and CC BY-SA
    xquad_en: 2162 rows, CC BY-SA 4.0
    xquad_zh: 2192 rows, CC BY-SA 4.0
"""

SENTENCE = {
    "recall_2": 0.2709,
    "recall_3": 0.2745,
    "recall_all": 0.7302,
    "recall_local": 0.1197,
    "recall_news": 0.2264,
    "plain_recall": 0.1478,
    "tail": 0.1263,
    "weakest": 0.2702,
    "overlap_back": 0.2634,
    "coverage": 0.2652,
    "density": 0.3090,
    "trigrams": 0.0077,
    "exact": 1.1750,
    "verbatim": 0.1240,
    "values_missing": -0.8534,
    "names_missing": -0.2802,
    "names_absent": -0.4076,
    "negation": -0.1599,
    "person": -0.4074,
    "question": -1.2164,
}
SENTENCE_INTERCEPT = -1.5504
SHORT = {
    "recall_1": 0.2870,
    "recall_2": 0.2723,
    "recall_3": 0.2650,
    "recall_all": 0.2571,
    "recall_local": 0.2753,
    "recall_news": 0.2622,
    "plain_recall": 0.2858,
    "density": 0.9943,
    "exact": 0.6078,
    "verbatim": 1.0700,
    "stated": 0.6022,
    "values_missing": -1.1570,
    "names_missing": -0.7330,
    "names_absent": -0.5902,
    "novel": -0.5330,
    "negation": -0.3258,
}
SHORT_INTERCEPT = -1.6992
