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
    "recall_1": 0.2361,
    "recall_2": 0.2179,
    "recall_3": 0.2059,
    "recall_all": 0.1970,
    "recall_local": 0.2053,
    "recall_news": 0.2039,
    "plain_recall": 0.1864,
    "tail": 0.0002,
    "weakest": 0.2059,
    "overlap_back": 1.5524,
    "coverage": 0.2427,
    "density": 0.9761,
    "trigrams": 0.3072,
    "exact": 0.6818,
    "verbatim": 1.1010,
    "values_missing": -1.1613,
    "names_missing": -0.9509,
    "novel": -0.5757,
    "inversions": -0.1244,
    "negation": -0.2956,
    "person": -0.0171,
}
SHORT_INTERCEPT = -1.6990
