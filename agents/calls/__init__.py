"""How a model is asked: limits, retries, hedging, the reply cache, prices."""
