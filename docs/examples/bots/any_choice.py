"""The bot `random` of every game once more, as a class: any legal choice, each as likely as the others.

conquest play --rules risk-express --players 3 --bots any_choice.py:AnyChoice,random,random
"""

WORD = 2**64


class AnyChoice:
    def choose(self, view, choices, draw):
        """Take a choice, and out of what is left of the draw any number of its range."""
        number, rest = divmod(draw * len(choices), WORD)
        choice = choices[number]
        if "most" not in choice:
            return number
        if choice["kind"] == "place":
            return {"choice": number, "amount": 1}  # one army at a time
        spread = choice["most"] - choice["fewest"] + 1
        return {"choice": number, "amount": choice["fewest"] + rest * spread // WORD}
