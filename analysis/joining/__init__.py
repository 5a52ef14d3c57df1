"""A person plays against bots: the game that grows with each decision, and what is typed for one."""
