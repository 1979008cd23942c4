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

# Behind a number: the unit, and what its parts are called ("34 руб. 50 коп.", "3 hr. 20 min.").
_PARTS_OF_UNITS = """
руб р | коп к
сут дн | ч час
ч час | мин м
мин | сек с
т | кг
кг | г гр
м | см
hr hrs | min mins m
min mins | sec secs
lb lbs | oz
ft | in
"""
PARTS_OF_UNITS = {
    unit: frozenset(parts.split())
    for units, _, parts in (line.partition("|") for line in _PARTS_OF_UNITS.strip().splitlines())
    for unit in units.split()
}

# Never ends a sentence.
ALWAYS = frozenset(_ALWAYS.split())
# Ends none where a number follows ("No. 5"); otherwise a word like any other.
BEFORE_NUMBER = frozenset(_BEFORE_NUMBER.split())
# Ends one only where the next word is a function word ("Acme Inc. The ...").
BEFORE_NAME = frozenset(_BEFORE_NAME.split())
