"""Commands whose answers are kept: a change of the house that should change no answer is seen to change none.

Each line is one command. A word that begins with `@` is a file of tests/frozen/files or docs/examples/bots;
what a command writes into the folder `out` is kept too. `QUICK` are those that run with the tests, the others
are run by hand, before and after a larger change: see regenerate.py.
"""

from __future__ import annotations

QUICK = """
odds 10 8
odds 10 8 --rules conquete-1957 --rules risk-modern --format csv
odds 5 3 --rules conquete-1957 --exact --format json
odds 12 3 2 4 --rules conquete-1957 --leave 2 --format json
odds 15 3(2,4(1)) --rules conquete-1957 --on-land --format csv
odds 10 8 --rules conquete-1957 --distribution --format csv
odds 8 5 --rules conquete-1957 --worth 4 --format json
odds --table 4x5 --rules conquete-1957 --against risk-modern --format csv
odds 6 6 --order seen --rules risk-modern --format json
odds 20 15 --rules conquete-1957 --quantiles --attack-dice 2 --stop-at 3 --format json
odds --rules risk-express --format csv
odds 10
odds 10 x
odds 3 2 --rules nonsense
odds 3 2 --rules risk-modern,dice.defendr=2
need 8 --chance 75% --rules conquete-1957 --rules risk-modern --format json
need 3(2,4(1)) --rules conquete-1957 --chance 2/3 --format csv
cards --rules risk-modern --rules conquete-1957 --format csv
cards --show timing --rules risk-modern --players 4 --format json
cards --show worth --rules risk-1970-objectives --format markdown
rules list --format csv
rules show conquete-1957-second --format csv
rules diff conquete-1957 risk-modern --format json
rules check @crown.toml
rules check @broken.toml --format csv
rules show risk-express --format json
play --rules risk-express --players 3 --bots points --games 240 --format csv
play --rules risk-express --bots random,points --games 120 --seed 7,dice=9 --format json
play --rules risk-modern --players 3 --bots reckless --games 120 --format csv
play --rules risk-modern --players 9
play --rules risk-express --bots nobody
compare risk-express risk-express,continue_failed=off --players 2 --bots points --games 240 --format csv
sweep risk-express --vary continue_failed=on,off --players 2-3 --bots points --games 240 --format csv
sweep risk-express --vary max_turns=100,200,300..900..0 --games 240
replay --rules risk-express --players 3 --bots points --game 5 --check
replay --rules risk-modern --players 3 --bots reckless --game 2 --format jsonl
ladder --rules risk-express --players 2 --games 240 --format csv
tune --rules risk-express --players 2 --vary handicap.points.2 --games 2000 --confirm 0 --format csv
verify --only published --format csv
report --rules risk-express --players 2 --bots points --games 240 --sample 20 --output out/express.html
"""

LONG = """
odds --card out/card.pdf --rules risk-modern
odds 10 8 --rules conquete-1957 --simulate 20000 --seed 7 --format csv
odds --rules risk-express United\\ States --filled 1 --dice 5 --simulate 2000 --format json
odds 10 8 --attack-dice best --defend-dice best --policy 4x4 --rules risk-modern --format csv
odds --rules conquete-1957 --table 10x10 --plot out/odds.svg --format csv
cards --show policies --policy at_once --policy solved --simulate 2000 --rules risk-modern --format csv
cards --show turns --rules conquete-1957 --simulate 2000 --format csv
cards --show first --rules risk-1970-world --simulate 2000 --format csv
cards --show scale --rules risk-modern --plot out/scale.svg --format csv
play --rules conquete-1957 --players 4 --bots greedy,expert,reckless,continental --games 240 --format json
play --rules conquete-1957-second --players 3 --bots reckless --games 240 --format csv
play --rules conquete-1957-3v2 --players 2 --bots reckless --games 240 --format csv
play --rules risk-1970-objectives --players 4 --bots objective --games 240 --format csv
play --rules risk-1970-duel --games 240 --bots expert,greedy --format csv
play --rules risk-1970-world --players 6 --bots expert --games 240 --format csv
play --rules risk-1970-world-3v3 --players 5 --bots cautious --games 240 --format csv
play --rules risk-modern --players 2-4 --bots expert --games 240 --luck --lift-round 4 --format csv
play --rules risk-modern --players 3 --bots planner,expert,random --games 12 --format csv
play --rules risk-modern --players 4 --games 240 --format csv
play --rules risk-modern --bots @timid.py:Timid,reckless --games 24 --format csv
play --rules risk-modern --players 3 --bots reckless --games 240 --plot out/world.svg --figure battles --quiet
play --rules risk-modern --rules conquete-1957 --bots reckless --games 240 --plot out/curve.svg --figure snowball_auc --quiet
play --rules @crown.toml --players 3 --bots reckless --games 240 --format csv
play --rules risk-express --within 0.05 --players 4 --bots points --margin 0.02,0.05 --format csv
play --rules risk-express --players 2 --bots points --games 24000 --out out/run --format csv
play --rules risk-modern --players 4 --bots expert,reckless,greedy,cautious --skill reckless,expert --games 240
compare conquete-1957 conquete-1957-3v2 --players 3 --games 240 --format json
compare risk-modern risk-modern,dice.defender=3 --robust --games 120 --format csv
compare risk-modern risk-modern,fortify=connected --players 2-3 --bots expert --games 240 --plot out/d.svg --format csv
ladder --rules risk-modern --bots random,reckless,greedy --players 2-3 --games 600 --plot out/ladder.svg --format csv
ladder --rules risk-express --one expert --against points --players 2-4 --games 240 --format csv
replay --rules conquete-1957 --players 4 --bots expert --game 3 --check
replay --rules risk-1970-duel --bots expert --game 1 --check
replay --rules risk-1970-objectives --players 5 --bots objective --game 1 --format jsonl --check
tune --rules risk-modern --players 3 --bots reckless --vary handicap.armies --games 3000 --confirm 600 --format csv
tune --rules risk-modern --players 3 --bots greedy --vary cards.scale --target rounds=12 --games 3000 --confirm 0 --plot out/t.svg
train --rules risk-express --players 2 --bot points --generations 2 --games 24 --out out/mine.toml --format csv
verify --only simulated --games 20 --format csv
verify --only referee --games 40 --format csv
report --rules risk-modern --rules risk-1970-objectives --players 3 --bots expert --games 240 --sample 30 --output out/page.html
report --rules conquete-1957 --players 2-3 --bots reckless --games 240 --sample 20 --output out/1957.html
"""  # noqa: E501


def commands(text: str) -> list[str]:
    """Return the commands of a list, a line each."""
    return [line for line in text.strip().splitlines() if line]
