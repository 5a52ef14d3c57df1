"""The evidence: published values, simulations beside exact odds, whole games read by a referee."""
