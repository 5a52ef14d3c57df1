"""docs/bots.md tells of every key that a bot outside may meet, and its exchange is one that took place."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from bots_outside import program

from conquestlab.analysis.bots.answers import chosen_row
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
SEEDS = np.full(6, 5, np.uint64)

LAST_CHOICE = """
import json, sys
heard = open({!r}, "w", encoding="utf-8")
for line in sys.stdin:
    heard.write("> " + line)
    message = json.loads(line)
    if message["type"] == "ask":
        answer = json.dumps({{"choice": message["choices"][-1]["choice"]}})
        heard.write("< " + answer + "\\n")
        print(answer, flush=True)
"""


def tables(title):
    """By head of the first column, the keys and the other columns of each table below a heading."""
    (section,) = [part for part in re.split(r"^### ", PAGE, flags=re.M) if part.startswith(f"{title}\n")]
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", section, flags=re.M):
        head, _, *rows = [
            [cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines()
        ]
        found.append((head[0], {key: row[1:] for row in rows for key in re.findall(r"`(\w+)`", row[0])}))
    return found


def keys_of(text):
    return set(re.findall(r"`(\w+)`", text))


@pytest.mark.parametrize(
    ("game", "rulebooks"),
    [
        ("africa", [("africa-1880", 3), ("africa-1880,historical=on", 4)]),
        (
            "conquest",
            [("risk-modern", 3), ("risk-1970-duel", 2), ("risk-1970-objectives", 3), ("conquete-1957", 3)],
        ),
        (
            "express",
            [("risk-express,max_turns=60", 3), ("risk-express,voluntary_sacrifice=on,max_turns=60", 2)],
        ),
    ],
)
def test_the_page_has_the_keys_of_game_view_and_choices(game, rulebooks):
    (_, messages), *_ = tables("Any program")
    (_, setting), (_, seen), (_, kinds) = tables(f"What is told of {game}")
    told, met = set(), {}
    for rules, seats in rulebooks:
        table = SeatedGame(load(rules), [None] * seats)
        words = table.engine.messages(table.engine, table.rulebook, seats)
        told |= set(words.game())

        def look(position, rows, table=table, words=words):
            seat = int(position["asker"])
            assert set(words.view(table.rules, position, seat)) == set(seen)
            for choice in words.choices(table.rules, position, rows):
                met.setdefault(choice["kind"], set()).update(set(choice) - {"choice", "kind"})
            return chosen_row(len(rows) - 1, rows)

        table.play_logged(SEEDS, 1, look)
    common = keys_of(messages["game"][1]) - {"game", "seat"}
    assert told == common | set(setting)
    assert met == {kind: keys_of(columns[0]) - {"null"} for kind, columns in kinds.items()}


def test_the_exchange_of_the_page_took_place(tmp_path):
    heard = tmp_path / "heard"
    bot = program(tmp_path, LAST_CHOICE.format(str(heard)))
    experiment = experiment_of("risk-express", 2, (bot, "points"), parse_seeds("1"), 1)
    experiment.play(0, 1)
    experiment.table.close()
    lines = heard.read_text(encoding="utf-8").splitlines()
    (block,) = re.findall(r"```text\n(.*?)```", PAGE.partition("### A game, word by word")[2], re.S)
    said = re.split(r"\n(?=[<>] |  …)", block.strip())
    assert said.pop(3).strip() == "…"
    told = [(line[0], json.loads(line[2:])) for line in said]
    assert told == [(line[0], json.loads(line[2:])) for line in lines[:3] + lines[-3:]]
    messages = {message["type"]: set(message) - {"type"} for side, message in told if side == ">"}
    (_, rows), *_ = tables("Any program")
    for kind, keys in messages.items():
        assert keys >= keys_of(rows[kind][1])
        assert kind == "game" or keys == keys_of(rows[kind][1])


def test_the_class_of_the_page_plays(tmp_path):
    (source,) = re.findall(r"```python\n(class .*?)```", PAGE, re.S)
    path = tmp_path / "first.py"
    path.write_text(source, encoding="utf-8")
    table = SeatedGame(load("risk-express,max_turns=20"), [f"{path}:First", "points"])
    rows = table.play(SEEDS, 0, 1)
    table.close()
    assert rows["turns"][0] == 20
