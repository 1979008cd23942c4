"""How text is read - normalisation, tokens, sentences, figures and dates; imports nothing of ours."""
