"""Makes the example pages by the commands in README.md: `python docs/examples/make.py [PAGE …]`."""

import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def commands():
    """Return the words of the commands that make each page, by the page's name, as README.md gives them."""
    found, page, is_code = {}, "", False
    for line in (HERE / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif line.startswith("## "):
            page = line.removeprefix("## ").strip()
        elif is_code and line.startswith("conquest "):
            found.setdefault(page, []).append(shlex.split(line))
    return found


def main(wanted):
    pages = commands()
    names = [name if name.endswith(".html") else f"{name}.html" for name in wanted] or list(pages)
    for name in names:
        if name not in pages:
            sys.exit(f"{name} is none of the example pages: {', '.join(pages)}")
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            for words in pages[name]:
                print(shlex.join(words), flush=True)
                command = [sys.executable, "-m", "conquestlab.cli", *words[1:]]
                subprocess.run(command, cwd=place, check=True)
            shutil.copyfile(Path(place) / name, HERE / name)


if __name__ == "__main__":
    main(sys.argv[1:])
