"""Win chances of the seats along noted games, by a model fitted to the experiment at hand."""
