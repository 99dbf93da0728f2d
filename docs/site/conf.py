"""How Sphinx builds the documentation site. Everything is local: no page loads anything from another host."""

from __future__ import annotations

import re
from importlib.metadata import version as version_of
from inspect import Parameter, signature
from typing import Any

from msgspec import Struct
from sphinx.application import Sphinx

project = "elfer"
author = "the elfer contributors"
release = version = version_of("elfer")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "index"
exclude_patterns = ["files"]

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence"]

default_role = "py:obj"  # docstrings put names in single backticks, as the code's comments do
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False
autodoc_type_aliases = {
    "Action": "elfer.table.actions.Action",
    "ActionSet": "elfer.table.choices.ActionSet",
    "Bot": "elfer.bots.Bot",
    "Card": "elfer.table.cards.Card",
    "Cards": "elfer.table.cards.Cards",
    "Events": "elfer.table.table.Events",
    "Places": "elfer.table.cards.Places",
    "SeatNumber": "elfer.table.fields.SeatNumber",
    "SeatSet": "elfer.table.fields.SeatSet",
}
"""What signatures call by its name instead of by all that it is made of."""
toc_object_entries = False
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 110

html_theme = "furo"
html_title = "elfer"
html_static_path = ["_static"]
html_css_files = ["tokens.css", "site.css"]
html_logo = "_static/icon.svg"
html_favicon = "_static/icon.svg"
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

LOOK = {
    "font-stack": "var(--font)",
    "color-background-primary": "var(--paper)",
    "color-background-secondary": "var(--paper-well)",
    "color-background-hover": "var(--paper-line)",
    "color-background-border": "var(--paper-line)",
    "color-background-item": "var(--paper-line)",
    "color-foreground-primary": "var(--ink)",
    "color-foreground-secondary": "var(--ink-soft)",
    "color-foreground-muted": "var(--ink-soft)",
    "color-foreground-border": "var(--ink-soft)",
    "color-brand-primary": "var(--accent)",
    "color-brand-content": "var(--accent)",
    "color-brand-visited": "var(--accent)",
    "color-inline-code-background": "var(--paper-well)",
    "color-sidebar-background": "var(--paper-raise)",
    "color-sidebar-background-border": "var(--paper-line)",
    "color-sidebar-search-background": "var(--paper)",
    "color-sidebar-item-background--hover": "var(--paper-well)",
    "color-api-name": "var(--accent)",
    "color-api-pre-name": "var(--ink-soft)",
    "color-highlight-on-target": "color-mix(in srgb, var(--gold) 24%, transparent)",
}
"""Furo's colours by those of the game's page, which change with the theme by themselves."""
html_theme_options = {"light_css_variables": LOOK, "dark_css_variables": LOOK, "top_of_page_buttons": []}


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", _in_its_language)
    app.connect("autodoc-process-signature", _shortened)
    app.connect("autodoc-process-docstring", _as_code)


def _shortened(app: Sphinx, what: str, name: str, thing: Any, options: object, takes: str, gives: str) -> Any:
    """A signature with aliases by name, and without what stands below it anyway: the types of a struct's fields."""
    if what == "class" and issubclass(thing, Struct):
        whole = signature(thing)
        fields = [field.replace(annotation=Parameter.empty) for field in whole.parameters.values()]
        return str(whole.replace(parameters=fields)), gives
    return tuple(text and re.sub(r"\w*TypeAliasForwardRef\('([^']+)'\)", r"~\1", text) for text in (takes, gives))


def _as_code(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """In docstrings, what stands in backticks and is more than a name cannot be a link: mark it as code."""
    lines[:] = [re.sub(r"(?<!`)`([^`]+)`(?!`)", _named_or_code, line) for line in lines]


def _named_or_code(found: re.Match[str]) -> str:
    return found[0] if re.fullmatch(r"[\w.]+", found[1]) else f"``{found[1]}``"


def _in_its_language(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Say of a rulebook in which language it is."""
    if page.startswith("rules/"):
        context["language"] = page.split("/")[1]
