"""A notebook as Markdown: its words, its code, and what its cells show."""

from __future__ import annotations

import json
from typing import Any


def notebook_text(text: str) -> str:
    """Return a notebook, as its file has it, as Markdown with its pictures inside."""
    parts: list[str] = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(_fenced(source, "python"))
        parts += [_shown(output) for output in cell.get("outputs", ())]
    return "\n\n".join(part for part in parts if part) + "\n"


def _shown(output: dict[str, Any]) -> str:
    picture = output.get("data", {}).get("image/png")
    if picture:
        return f"![What the cell draws](data:image/png;base64,{''.join(picture).strip()})"
    said = "".join(output.get("text", ()))
    return _fenced(said, "text") if said else ""


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
