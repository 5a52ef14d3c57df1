"""Makes anew what commands have made: `python docs/examples/make.py [NAME …]`.

The example pages and the pictures are made by the commands in README.md. In the README of the project and in
the pages of docs/ it is what stands below a line "$ conquest …" of a block marked `console`; of one marked
`console 12` the first 12 lines are kept.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent
PICTURES = DOCS / "pictures"
WIDTH = "90"  # of what is printed
LONGEST = 116  # line of it that is kept whole
ASKED = re.compile(r"```console(?: (\d+))?\n(.*?)```", re.S)
FILE = re.compile(r"```\w+\n# ([\w-]+\.(?:toml|py))\n.*?```", re.S)


def commands():
    """Return the words of the commands that make each page or picture, by its name, as README.md does."""
    found, page, is_code = {}, "", False
    for line in (HERE / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif line.startswith("## "):
            page = line.removeprefix("## ").strip()
        elif is_code and line.startswith("conquest "):
            found.setdefault(page, []).append(shlex.split(line))
    return found


def place_of(name):
    """Return where a page or a picture is kept."""
    return (HERE if name.endswith(".html") else PICTURES) / name


def printed_pages():
    """Return the pages of docs/ that show what commands print."""
    paths = [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))]
    return [path for path in paths if ASKED.search(path.read_text("utf-8"))]


def write_files(text, place):
    """Write the files that a page quotes, those whose first line is a comment with their name."""
    for block in FILE.finditer(text):
        inside = block[0].partition("\n")[2].removesuffix("```")
        (Path(place) / block[1]).write_text(inside, encoding="utf-8")


def printed(text, ask):
    """Return a page with what its commands print now.

    Parameters
    ----------
    text : str
        The page.
    ask : callable
        (words) -> what the command prints on standard output; they are asked in the order of the page.
    """

    def block(found):
        most, lines = int(found[1] or 0), []
        for line in found[2].splitlines():
            if line.startswith("$ "):
                said = [_cut(one.rstrip()) for one in ask(shlex.split(line)[2:]).rstrip().splitlines()]
                cut = most and len(said) > most
                lines += [line, *(said[:most] if cut else said), *(["…"] if cut else []), ""]
        body = "\n".join(lines).rstrip()
        return f"```console{f' {most}' if most else ''}\n{body}\n```"

    return ASKED.sub(block, text)


def _cut(line):
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def run(words, place, **more):
    print(shlex.join(["conquest", *words]), flush=True)
    command = [sys.executable, "-m", "conquestlab.cli", *words]
    environment = os.environ | {"COLUMNS": WIDTH}
    return subprocess.run(command, cwd=place, check=True, env=environment, text=True, **more)


def print_again(path):
    """Put into a page what its commands print now."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        write_files(text, place)
        made = printed(text, lambda words: run(words, place, stdout=subprocess.PIPE).stdout)
    path.write_text(made, encoding="utf-8")


def main(wanted):
    made, texts = commands(), {path.name: path for path in printed_pages()}
    names = [name if "." in name else f"{name}.html" for name in wanted] or [*made, *texts]
    for name in names:
        if name not in made and name not in texts:
            sys.exit(f"{name} is none of {', '.join([*made, *texts])}")
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            if name in texts:
                print_again(texts[name])
                continue
            for words in made[name]:
                run(words[1:], place)
            place_of(name).parent.mkdir(exist_ok=True)
            shutil.copyfile(Path(place) / name, place_of(name))


if __name__ == "__main__":
    main(sys.argv[1:])
