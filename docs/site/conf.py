"""How Sphinx makes a site of the manual. `scripts/manual` calls it.

The pages are plain Markdown that a repository's site shows as it is, so nothing here is needed to read them. The source
folder is the root of the repository: links between pages are the same in both places. docs/README.md is the table of
contents, and its headings are those of the sidebar.
"""

import re

import latex2mathml.converter
from docutils import nodes

project = "Etio"
extensions = ["myst_parser"]
root_doc = "docs/README"
include_patterns = ["docs/*.md", "docs/**/*.md", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "networks/starter/README.md"]
exclude_patterns = ["target", "**/node_modules", "crates", "python", "integrations", ".git", "web"]

myst_enable_extensions = ["dollarmath"]
# The anchors that repository sites give to headings.
myst_heading_anchors = 4

html_theme = "furo"
html_title = "Etio"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
# Code in blocks without a language, or in one that Pygments does not know, is shown as it is.
highlight_language = "none"


def contents(app, name, source):
    """Makes a toctree of each list of links in the table of contents."""
    if name != root_doc:
        return
    for section in re.split(r"^## ", source[0], flags=re.M)[1:]:
        pages = re.findall(r"^- \[.*?\]\((.*?)\.md\)", section, flags=re.M)
        if pages:
            source[0] += "\n```{toctree}\n:hidden:\n:caption: " + section.splitlines()[0] + "\n\n" + "\n".join(pages) + "\n```\n"


def languages(app, name, source):
    """Leaves out what rustdoc is told about a block, which Pygments takes for part of the language."""
    source[0] = re.sub(r"^```rust,\w+$", "```rust", source[0], flags=re.M)


def mathml(display):
    """Sets a formula as MathML, which every browser draws without a script."""

    def visit(translator, node):
        # GitHub wants these escaped, because Markdown would take them for its own.
        text = node.astext().replace(r"\_", "_")
        translator.body.append(latex2mathml.converter.convert(text, display="block" if display else "inline"))
        raise nodes.SkipNode

    return visit


def setup(app):
    app.connect("source-read", contents)
    app.connect("source-read", languages)
    app.add_html_math_renderer("mathml", inline_renderers=(mathml(False), None), block_renderers=(mathml(True), None))
