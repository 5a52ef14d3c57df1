"""Sentences stand whole in one place, with names where values go."""

import pytest

from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.sentences import Number, sentence


def test_a_sentence_takes_its_values_by_name() -> None:
    assert say("{army} against {defence}", army="3", defence="2") == "3 against 2"


def test_a_verdict_is_parted_where_its_numbers_stand() -> None:
    share, even = Number(0.4), Number(0.25)
    parts = sentence("It wins {share}, not {even}{more}.", share=share, even=even, more=(" or ", share))
    assert parts == ("It wins ", share, ", not ", even, " or ", share, ".")


def test_a_name_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        sentence("It wins {share}.")
    with pytest.raises(KeyError):
        say("It wins {share}.")
