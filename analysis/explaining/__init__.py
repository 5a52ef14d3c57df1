"""What everything is called and what it means: measures, rules, bots, terms, signs and columns of tables."""
