"""CITATION.cff names this version, licence and authors, in the keys that its format asks for."""

import re
import tomllib
from pathlib import Path

from conquestlab.analysis.version import VERSION

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
NEEDED = {"cff-version", "message", "title", "authors"}  # by version 1.2.0 of the format
KNOWN = NEEDED | {"type", "abstract", "version", "license", "keywords"}


def test_its_keys_are_those_of_the_format():
    keys = re.findall(r"^([a-z-]+):", TEXT, re.MULTILINE)
    assert len(keys) == len(set(keys))
    assert set(keys) >= NEEDED
    assert set(keys) <= KNOWN
    assert not [line for line in TEXT.splitlines() if "\t" in line or line != line.rstrip()]


def test_it_tells_of_this_version():
    told = dict(re.findall(r"^([a-z-]+): (.+)$", TEXT, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert told["cff-version"] == "1.2.0"
    assert told["version"] == VERSION
    assert told["license"] == project["license"]
    assert told["title"].strip('"').startswith(f"{project['name']}: ")
    (author,) = re.findall(r"^  - name: (.+)$", TEXT, re.MULTILINE)
    assert author in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_a_reader_of_yaml_reads_it():
    try:
        import yaml
    except ImportError:  # comes with other packages, or does not
        return
    read = yaml.safe_load(TEXT)
    assert read["authors"] == [{"name": "the conquestlab authors"}]
    assert read["version"] == VERSION
    assert set(read) <= KNOWN
