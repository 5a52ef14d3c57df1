"""docs/bots.md tells every bot, policy and weight."""

import re
import tomllib
from pathlib import Path

from conquestlab.analysis.bots.bot_files import MIX, VALUE, WEIGHTS, BotHead, MixedHead, read_bot_file
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games import BUILT_IN
from conquestlab.analysis.games.africa.description import ENGINE as AFRICA
from conquestlab.analysis.games.conquest.description import ENGINE as CONQUEST
from conquestlab.analysis.games.express.description import ENGINE as EXPRESS
from conquestlab.analysis.games.manchots.description import ENGINE as MANCHOTS
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.training.manner import manner_of

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
FOUND = {"africa": AFRICA, "conquest": CONQUEST, "express": EXPRESS, "manchots": MANCHOTS}
SHARED_BY_PLANNERS = {"africa": "expert", "conquest": "weighed", "manchots": "expert"}
"""Whose weights `planner` has too."""


def table(*columns):
    """The rows of the table with these columns, backquotes taken off."""
    lines = PAGE.splitlines()
    start = lines.index(f"| {' | '.join(columns)} |") + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def test_the_page_lists_the_bots_of_all_games():
    assert set(FOUND) == set(BUILT_IN)
    bots = [[game, name, about] for game, engine in FOUND.items() for name, about in engine.bots.items()]
    assert table("game", "bot", "plays") == bots


def test_the_page_lists_the_weights_of_all_policies():
    weights = [
        [game, policy, name, str(weight.low), str(weight.high), weight.about]
        for game, engine in FOUND.items()
        for policy, weights in engine.policies.items()
        for name, weight in weights.items()
        if not (policy == "planner" and name in engine.policies[SHARED_BY_PLANNERS[game]])
    ]
    assert table("game", "policy", "weight", "from", "to", "meaning") == weights


def test_the_bots_with_a_manner_keep_to_it():
    """In the duel the hoarder does not, and the page says so."""
    rows = table("bot", "its manner", "weights of the manner")
    assert {"expert", *(name for name, _, _ in rows)} == set(CONQUEST.contrasting_bots)
    known = CONQUEST.policies["weighed"]
    for name, _, ranges in rows:
        manner = manner_of(None, ranges.replace("`", ""), "weighed", known)
        assert manner
        for label, players in (("risk-modern", 4), ("risk-1970-objectives", 3), ("conquete-1957", 6)):
            weights = find_bot(name, CONQUEST, load(label), players).weights
            assert manner.start(weights) == weights


def test_the_page_knows_the_keys_of_a_bot_file():
    keys = [key for row in table("key", "meaning") for key in re.findall(r"\w+", row[0])]
    assert set(keys) == {*BotHead.__struct_fields__, WEIGHTS, MIX, VALUE}
    keys = [key for row in table("key of `[[mix]]`", "meaning") for key in re.findall(r"\w+", row[0])]
    assert set(keys) == {*MixedHead.__struct_fields__, MIX, WEIGHTS}


def test_the_bot_files_on_the_page_are_right(tmp_path):
    plain, mixed = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    path = tmp_path / "example.toml"
    files = []
    for example in (plain, mixed):
        path.write_text(example, encoding="utf-8")
        files.append(read_bot_file(str(path), FOUND[tomllib.loads(example)["game"]]))
    assert (files[0].head.about, files[0].mix) == ("fears nothing", ())
    assert [one.share for one in files[1].mix] == [60, 30, 10]
