"""Reads a page of a report as a program does: its elements with their raw numbers, and its sections."""

from html.parser import HTMLParser

VOID = {"meta", "link", "br", "hr", "input", "img"}


class ReportPage(HTMLParser):
    """A parsed page.

    Attributes
    ----------
    elements : list of (tag, attributes, text inside)
    """

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.html = html
        self.elements = []
        self._open = []
        self.feed(html)
        self.close()
        assert not self._open, f"left open: {[self.elements[place][0] for place in self._open]}"

    def handle_starttag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])

    def handle_endtag(self, tag):
        opened = self.elements[self._open.pop()][0]
        assert opened == tag, f"<{opened}> is closed by </{tag}>"

    def handle_data(self, data):
        for place in self._open:
            self.elements[place][2] += data

    def all(self, tag, **wanted):
        """Elements of a kind, with these attributes."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in wanted.items()}
        return [
            (attributes, text)
            for kind, attributes, text in self.elements
            if kind == tag and wanted.items() <= attributes.items()
        ]

    @property
    def sections(self):
        """The names of the sections, in order."""
        return [attributes["id"] for attributes, _ in self.all("section")]

    @property
    def words(self):
        """What the page says in short."""
        return [" ".join(text.split()) for _, text in self.all("p", class_="words")]

    @property
    def heads(self):
        """The verdicts in a few words."""
        return [" ".join(text.split()) for _, text in self.all("p", class_="head")]

    def numbers(self):
        """All numbers that carry a measure: tag, attributes, text."""
        return [
            (tag, attributes, text)
            for tag, attributes, text in self.elements
            if "data-measure" in attributes and "data-value" in attributes
        ]

    def by_key(self):
        """The raw value of every number that names its measure, by run, measure and what it is of.

        A number that stands in several places has to be the same in all of them.
        """
        found = {}
        for _, attributes, _ in self.numbers():
            key = attributes.get("data-run", ""), attributes["data-measure"], attributes["data-of"]
            value = tuple(attributes.get(f"data-{end}") for end in ("value", "low", "high"))
            assert found.setdefault(key, value) == value, key
        return found

    def table(self, caption, shown=False):
        """The rows of a table, each a dict of raw values, or of those shown, by the heads of the columns."""
        place = next(
            place
            for place, (tag, attributes, text) in enumerate(self.elements)
            if tag == "b" and attributes.get("id", "").startswith("caption-") and text == caption
        )
        heads, rows = [], []
        for tag, attributes, text in self.elements[place + 1 :]:
            if tag == "b" and attributes.get("id", "").startswith("caption-"):
                break
            if tag == "th":
                heads.append(text)
            elif tag == "tr" and len(heads):
                rows.append([])
            elif tag == "td":
                rows[-1].append(text if shown else attributes.get("data-value", ""))
        return [dict(zip(heads, row, strict=True)) for row in rows]
