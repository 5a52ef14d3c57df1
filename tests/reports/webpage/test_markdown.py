"""Notes in Markdown: what is written becomes HTML, and nothing in them can act."""

import re

import pytest

from conquestlab.reports.webpage.markdown import as_html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\ntwo\n\nthree", "<p>One two</p>\n<p>three</p>"),
        ("# Top\n### Deep #", "<h3>Top</h3>\n<h5>Deep</h5>"),
        ("###### Deepest", "<h6>Deepest</h6>"),
        ("* a\n* b\n  more", "<ul><li>a</li><li>b more</li></ul>"),
        ("1. a\n2) b", "<ol><li>a</li><li>b</li></ol>"),
        ("text\n- item", "<p>text</p>\n<ul><li>item</li></ul>"),
        ("> said\n> twice", "<blockquote><p>said twice</p></blockquote>"),
        ("---", "<hr>"),
        ("```\na < b\n* c\n```", "<pre><code>a &lt; b\n* c</code></pre>"),
        ("```\nnever ends", "<pre><code>never ends</code></pre>"),
        ("**b** and *i*, _u_", "<p><strong>b</strong> and <em>i</em>, <em>u</em></p>"),
        ("a_b_c and 2*3*4", "<p>a_b_c and 2*3*4</p>"),
        ("`a*b*`", "<p><code>a*b*</code></p>"),
        ("[us](https://example.org/a?b=1&c=2)",
         '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer">us</a></p>'),
        ("", ""),
    ],
)  # fmt: skip
def test_what_is_written_becomes_html(text, html):
    assert str(as_html(text)) == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "# <img src=x onerror=alert(1)>",
        "* <b onclick='x'>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html;base64,AAAA)",
        '[x](https://a"onmouseover="alert(1))',
        "`<script>`",
        "```\n</code></pre><script>\n```",
        "> <iframe src=x>",
        "**<u>x</u>**",
        "![x](https://example.org/x.png)",
    ],
)
def test_nothing_in_notes_can_act(text):
    html = str(as_html(text))
    tags = set(re.findall(r"<\s*/?\s*([a-zA-Z0-9]+)", html))
    assert tags <= {"p", "ul", "li", "h3", "a", "code", "pre", "blockquote", "strong"}
    for tag in re.findall(r"<[^>]*>", html):
        assert re.fullmatch(r'</?\w+>|<a href="(https?://|mailto:)[^"<>]*" rel="noopener noreferrer">', tag)


def test_long_and_deep_notes_come_to_an_end():
    assert as_html(">" * 5000 + " deep").count("blockquote") <= 16
    assert as_html("*" * 20000)
    assert as_html("[" * 20000)
    assert as_html("_a " * 20000)
