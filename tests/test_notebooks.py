"""The notebooks of docs/examples show what their cells make: all are executed, in order.

Jupyter is not needed for that, nor among what the tests install: docs/examples/execute.py executes the cells.
"""

import base64
import importlib.util
import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "examples"
PLACES = sorted(FOLDER.glob("*.ipynb"))
AGAIN = "docs/examples/{} does not show what its cells make: run python docs/examples/execute.py"


def execute():
    spec = importlib.util.spec_from_file_location("execute", FOLDER / "execute.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EXECUTE = execute()


def test_there_are_notebooks_of_the_format():
    assert PLACES
    for place in PLACES:
        notebook = json.loads(place.read_text(encoding="utf-8"))
        assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
        ids = [cell["id"] for cell in notebook["cells"]]
        assert len(set(ids)) == len(ids)
        assert place.name in (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_a_notebook_shows_what_its_cells_make(place):
    notebook = json.loads(place.read_text(encoding="utf-8"))
    found = EXECUTE.executed(notebook)
    assert [text for text, _ in found] == EXECUTE.kept_texts(notebook), AGAIN.format(place.name)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    pictures = 0
    for cell, (_, picture) in zip(cells, found, strict=True):
        kept = [output["data"]["image/png"] for output in cell["outputs"] if "data" in output]
        assert bool(kept) == bool(picture), AGAIN.format(place.name)
        if kept:
            # Letters may be drawn a little differently elsewhere: the size of the picture has to be the same.
            assert base64.b64decode(kept[0])[:24] == picture[:24], AGAIN.format(place.name)
            pictures += 1
    assert pictures
