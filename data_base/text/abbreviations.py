"""Abbreviations whose full stop may not end a sentence, by how they behave; lower case, without last stop."""

_ALWAYS = """
mr mrs ms dr
prof rev gen sen rep gov capt lt col sgt hon st mt vs e.g i.e cf viz approx ca incl excl resp dept
т.е т.к т.н т.ч в.т.ч напр см ср акад проф доц им ул пер просп пл бул наб ок прибл тел обл респ
"""
_BEFORE_NUMBER = """
no nos nr fig figs eq eqs sec secs ch chap vol vols art par para p pp tab ref refs ver v app
jan feb mar apr jun jul aug sep sept oct nov dec
рис табл стр с гл ст п пп ч разд прил изд вып т кн № д кв корп оф
"""
_BEFORE_NAME = """
inc ltd co corp plc llc bros jr sr al est univ assn intl dist mfg
"""

# Never ends a sentence.
ALWAYS = frozenset(_ALWAYS.split())
# Ends none where a number follows ("No. 5"); otherwise a word like any other.
BEFORE_NUMBER = frozenset(_BEFORE_NUMBER.split())
# Ends one only where the next word is a function word ("Acme Inc. The ...").
BEFORE_NAME = frozenset(_BEFORE_NAME.split())
