"""The weights of the policy `weighed`, in the order in which the record of a bot holds them."""

WEIGHTS = {
    "attack": "how much of an advantage an attack needs",
    "border": "what a border with many enemies is worth",
}
"""Name and meaning."""
