"""Executes the notebooks of this folder and keeps what they show: `python docs/examples/execute.py`.

The cells are executed in their order in one plain Python process, without Jupyter: lines for Jupyter alone
(`%matplotlib inline`) are passed over, and a figure at the end of a cell is kept as a picture.
"""

import ast
import base64
import contextlib
import io
import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def executed(notebook):
    """Return what each code cell shows: its text, and a picture where it ends with a figure."""
    names = {"__name__": "__main__"}
    return [_shown_by(_source(cell), names) for cell in _code_cells(notebook)]


def kept_texts(notebook):
    """Return the text that is kept of each code cell."""
    return ["".join(_text_of(output) for output in cell["outputs"]) for cell in _code_cells(notebook)]


def keep(notebook):
    """Put into a notebook what its cells show."""
    for number, (cell, (text, picture)) in enumerate(
        zip(_code_cells(notebook), executed(notebook), strict=True), 1
    ):
        cell["execution_count"] = number
        cell["outputs"] = []
        if text:
            lines = text.splitlines(keepends=True)
            cell["outputs"].append({"name": "stdout", "output_type": "stream", "text": lines})
        if picture:
            data = {"image/png": base64.b64encode(picture).decode()}
            cell["outputs"].append({"data": data, "metadata": {}, "output_type": "display_data"})


def _code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _source(cell):
    return "".join(line for line in cell["source"] if not line.startswith("%"))


def _text_of(output):
    return "".join(output.get("text", ()))


def _shown_by(source, names):
    """Execute a cell; return what it prints and, if it ends with a figure, that as a PNG."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    picture = b""
    with contextlib.redirect_stdout(said):
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
        if hasattr(value, "savefig"):
            content = io.BytesIO()
            value.savefig(content, format="png", metadata={"Software": None})
            picture = content.getvalue()
        elif value is not None:
            print(value)
    return said.getvalue(), picture


if __name__ == "__main__":
    for place in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(place.read_text(encoding="utf-8"))
        keep(notebook)
        place.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(place)
