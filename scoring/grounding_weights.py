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
    "recall_2": 0.2973,
    "recall_3": 0.2867,
    "recall_all": 0.7293,
    "recall_local": 0.1086,
    "recall_news": 0.2378,
    "plain_recall": 0.1501,
    "tail": 0.1280,
    "weakest": 0.2876,
    "overlap_back": 0.2393,
    "coverage": 0.2409,
    "density": 0.3410,
    "trigrams": 0.0025,
    "exact": 1.1734,
    "verbatim": 0.1385,
    "values_missing": -0.8554,
    "names_missing": -0.6895,
    "negation": -0.1374,
    "person": -0.3852,
    "question": -1.1982,
}
SENTENCE_INTERCEPT = -1.6071
SHORT = {
    "recall_1": 0.2874,
    "recall_2": 0.2728,
    "recall_3": 0.2655,
    "recall_all": 0.2577,
    "recall_local": 0.2757,
    "recall_news": 0.2630,
    "plain_recall": 0.2873,
    "density": 1.0018,
    "exact": 0.6062,
    "verbatim": 1.0768,
    "stated": 0.6010,
    "values_missing": -1.1504,
    "names_missing": -0.9621,
    "novel": -0.5361,
    "negation": -0.3140,
    "person": -0.0221,
}
SHORT_INTERCEPT = -1.7147
