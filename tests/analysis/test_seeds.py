"""The seeds of the six purposes, read from what a user writes."""

import numpy as np
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.purposes import DICE, PURPOSES


@pytest.mark.parametrize("text", ["7", 7, " 7 ", "007", "0" * 100 + "7", "7,dice=7"])
def test_one_number_seeds_all_purposes(text):
    seeds = parse_seeds(text)
    assert seeds.text == "7"
    assert seeds.words.dtype == np.uint64
    assert seeds.words.tolist() == [7] * len(PURPOSES)


def test_a_purpose_can_have_a_seed_apart():
    seeds = parse_seeds("7, bots = 3 ,dice=9")
    assert seeds.words.tolist() == [7, 7, 7, 9, 7, 3]
    assert seeds.words[DICE] == 9
    assert seeds.text == "7,dice=9,bots=3"
    assert parse_seeds(seeds.text).words.tolist() == seeds.words.tolist()


def test_the_largest_seed_is_a_whole_word():
    assert parse_seeds(str(2**64 - 1)).words.tolist() == [2**64 - 1] * 6
    assert parse_seeds("0,cards=18446744073709551615").words.tolist() == [0, 0, 0, 0, 2**64 - 1, 0]


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("", "whole number"),
        ("x", "whole number"),
        ("-1", "whole number"),
        ("1.5", "whole number"),
        ("٧", "whole number"),
        ("18446744073709551616", "whole number"),
        ("9" * 5000, "whole number"),
        ("7,dice=", "whole number"),
        ("dice=9", "whole number"),
        ("7,9", "PURPOSE=NUMBER"),
        ("7,", "PURPOSE=NUMBER"),
        ("7,dcie=9", "order, deal, objectives, dice, cards, bots"),
        ("7,dice=1,dice=2", "twice"),
    ],
)
def test_a_wrong_seed_is_refused_in_one_line(text, mend):
    with pytest.raises(WrongUse, match=mend) as refusal:
        parse_seeds(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200
