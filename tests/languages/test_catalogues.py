"""All that a reader sees stands in the catalogue of every language, with the same places for values."""

import gettext
from string import Formatter

import pytest
from languages.gather import gathered

from conquestlab.analysis.language import DOMAIN, ENGLISH, LANGUAGES, WORDS

OTHERS = [code for code in LANGUAGES if code != ENGLISH]


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", OTHERS)
def test_everything_said_is_translated(code: str) -> None:
    words = gettext.translation(DOMAIN, WORDS, [code])
    kept: dict[str, str] = words._catalog  # type: ignore[attr-defined]
    missing = [text for text in gathered() if not kept.get(text)]
    assert not missing, f"{len(missing)} texts, among them: {missing[:5]}"


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_same_places_for_values(code: str) -> None:
    words = gettext.translation(DOMAIN, WORDS, [code])
    wrong = [text for text in gathered() if "{" in text and _places(text) != _places(words.gettext(text))]
    assert not wrong


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_kept_that_nobody_says(code: str) -> None:
    kept = gettext.translation(DOMAIN, WORDS, [code])._catalog  # type: ignore[attr-defined]
    assert set(kept) - set(gathered()) == {""}
