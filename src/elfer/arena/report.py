"""The balance of a game as a page: one HTML file with everything in it, plots as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import ceil, sqrt

from elfer.arena.balance import Measured, Report
from elfer.arena.figures import Figure

WIDTH, HEIGHT, EDGE, FOOT = 360, 190, 32, 50
"""Of a plot: as wide as a phone, with room on the left and below for numbers."""
BINS = 24
"""So many bars has the plot of lengths at most."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

STYLE = """
:root { color-scheme: light dark; --ink: #1f2933; --dim: #66727f; --line: #d5dbe1; --bar: #2f6fb0; --mark: #c8501e;
  --page: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaee; --dim: #9aa7b3; --line: #3a4651; --bar: #6aa5e0;
  --mark: #f08a5a; --page: #14191e; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto;
  padding: 1.5rem; max-width: 64rem; }
h1 { margin: 0 0 .25rem; } h2 { margin: 2.5rem 0 .25rem; font-size: 1.2rem; }
p { margin: .25rem 0 .75rem; max-width: 44rem; }
.dim { color: var(--dim); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 1rem; margin: 1.5rem 0; }
.facts div { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
.facts b { display: block; font-size: 1.5rem; font-weight: 600; }
svg { width: 100%; max-width: 34rem; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .bar { fill: var(--bar); } svg .axis { stroke: var(--line); }
svg .error { stroke: var(--ink); stroke-width: 1.5; }
svg .chance { stroke: var(--mark); stroke-dasharray: 5 4; } svg .chance-text { fill: var(--mark); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .9rem .3rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } td.clear { font-weight: 700; color: var(--mark); }
"""


def page(report: Report) -> str:
    """The whole page."""
    usual, players = report.usual, len(report.usual.positions)
    title = f"The balance of {report.game} with {players} players"
    about = (
        f"Table {usual.code}, {report.boards} deals, each played twice by {players} equal bots ({report.player}); "
        f"seed “{report.seed}”. ± is a 95 % interval."
    )
    parts = [_facts(report), _positions(report), _lengths(usual), _luck(report)]
    if report.options:
        parts.append(_options(report))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n<p class=dim>{escape(about)}</p>\n"
        + "\n".join(parts)
        + "\n</html>\n"
    )


def _facts(report: Report) -> str:
    usual = report.usual
    facts = [
        ("who acts first wins", percent(usual.positions[0])),
        ("actions in a round", plain(usual.length.mean)),
        ("of who wins is decided by the deal", percent(usual.deal)),
        (f"are won against {report.weaker[0]}", percent(usual.skill[0])),
    ]
    return "<div class=facts>" + "".join(f"<div><b>{b}</b> {a}</div>" for a, b in facts) + "</div>"


def _positions(report: Report) -> str:
    figures = report.usual.positions
    names = [ORDINALS[n] if n < len(ORDINALS) else str(n + 1) for n in range(len(figures))]
    clear = [n for n, each in enumerate(figures) if each.low > report.chance or each.high < report.chance]
    said = "No seat clearly wins more or less than its share."
    if clear:
        said = "Clearly off their share: " + ", ".join(f"{names[n]} ({percent(figures[n])})" for n in clear) + "."
    plot = bars(names, figures, report.chance, "Share of wins by who acts first, second and so on")
    return f"<h2>Who acts first</h2>\n<p>{said}</p>\n{plot}"


def _lengths(usual: Measured) -> str:
    length = usual.length
    said = f"A round has {plain(length.mean)} actions; nine of ten have {length.low:.0f} to {length.high:.0f}."
    return f"<h2>Length</h2>\n<p>{said}</p>\n{histogram(length.all, 'Rounds by their number of actions')}"


def _luck(report: Report) -> str:
    usual = report.usual
    said = (
        f"When equal players play the same cards again, {percent(usual.deal)} of the differences in who wins come "
        f"back: so much is decided by the deal. The plot shows what {escape(report.player)} wins alone against a "
        "table of weaker players; the more above the line, the more skill there is."
    )
    plot = bars(
        report.weaker, usual.skill, report.chance, f"Share of wins of {report.player} against tables of others"
    )
    return f"<h2>Luck and skill</h2>\n<p>{said}</p>\n{plot}"


def _options(report: Report) -> str:
    rows = [_row("as usual", report.usual, report.usual)]
    rows += [_row(each.what, each, report.usual) for each in report.options]
    heads = ("", "First to act wins", "Actions", "Decided by the deal", f"Wins against {report.weaker[0]}")
    head = "".join(f"<th scope=col>{escape(each)}</th>" for each in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    said = "One option is changed at a time. What clearly differs from the usual table is marked."
    return f"<h2>What options change</h2>\n<p>{said}</p>\n<div class=scroll>{table}</div>"


def _row(name: str, table: Measured, usual: Measured) -> str:
    pairs = [
        (table.positions[0], usual.positions[0], percent),
        (table.length.mean, usual.length.mean, plain),
        (table.deal, usual.deal, percent),
        (table.skill[0], usual.skill[0], percent),
    ]
    cells = [f"<td{' class=clear' if differ(new, old) else ''}>{said(new)}</td>" for new, old, said in pairs]
    return f"<tr><th scope=row>{escape(name)}</th>{''.join(cells)}</tr>"


def differ(one: Figure, other: Figure) -> bool:
    """Whether two figures differ by more than their errors explain.

    >>> differ(Figure(0.5, 0.03), Figure(0.6, 0.04)), differ(Figure(0.5, 0.08), Figure(0.6, 0.08))
    (True, False)
    """
    return abs(one.mean - other.mean) > sqrt((one.error or 0) ** 2 + (other.error or 0) ** 2)


def percent(figure: Figure) -> str:
    """A share as people read it.

    >>> percent(Figure(0.256, 0.0123))
    '25.6 ± 1.2 %'
    """
    error = "" if figure.error is None else f" ± {100 * figure.error:.1f}"
    return f"{100 * figure.mean:.1f}{error} %"


def plain(figure: Figure) -> str:
    """Any other figure."""
    return f"{figure.mean:.1f}" + ("" if figure.error is None else f" ± {figure.error:.1f}")


# --- plots -----------------------------------------------------------------------------------------------------


def bars(names: Sequence[str], figures: Sequence[Figure], chance: float, title: str) -> str:
    """Shares side by side, each with its interval, and a line for the share of chance."""
    top = min(1.0, max(chance, *(each.mean + (each.error or 0) for each in figures)) * 1.15)
    step, base = (WIDTH - EDGE) / len(names), HEIGHT - FOOT

    def height(value: float) -> float:
        return base - (base - 14) * min(max(value, 0.0), top) / top

    drawn = []
    for n, (name, each) in enumerate(zip(names, figures, strict=True)):
        left, middle = EDGE + step * (n + 0.2), EDGE + step * (n + 0.5)
        y = height(each.mean)
        drawn.append(
            f'<rect class="bar" x="{left:.1f}" y="{y:.1f}" width="{step * 0.6:.1f}" height="{base - y:.1f}"/>'
        )
        if each.error is not None:
            low, high = height(each.low), height(each.high)
            drawn.append(f'<path class="error" d="M{middle:.1f} {low:.1f}V{high:.1f}"/>')
        error = "" if each.error is None else f"± {100 * each.error:.1f}"
        for row, text in enumerate((name, f"{100 * each.mean:.1f} %", error)):
            drawn.append(_text(middle, base + 15 * (row + 1), text))
    line = height(chance)
    drawn.append(f'<path class="chance" d="M{EDGE} {line:.1f}H{WIDTH}"/>')
    drawn.append(_text(EDGE - 4, line + 4, f"{100 * chance:.0f} %", "end", ' class="chance-text"'))
    return _svg(title, drawn)


def histogram(values: Sequence[int], title: str) -> str:
    """How often each value was there, several values to a bar where there are many."""
    least, most = min(values), max(values)
    wide = max(1, ceil((most - least + 1) / BINS))
    counts = Counter((value - least) // wide for value in values)
    many, base = (most - least) // wide + 1, HEIGHT - FOOT
    step, top = (WIDTH - EDGE) / many, max(counts.values())
    drawn = []
    for n in range(many):
        high = (base - 14) * counts[n] / top
        first = least + n * wide
        said = f"{first}" if wide == 1 else f"{first}–{first + wide - 1}"
        drawn.append(
            f'<rect class="bar" x="{EDGE + step * n:.1f}" y="{base - high:.1f}" width="{max(step - 1, 0.5):.1f}" '
            f'height="{high:.1f}"><title>{said}: {counts[n]}</title></rect>'
        )
    for value, at, anchor in ((least, EDGE, "start"), (most, WIDTH, "end")):
        drawn.append(_text(at, base + 15, str(value), anchor))
    return _svg(title, drawn)


def _text(x: float, y: float, text: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text{more} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(title: str, drawn: Sequence[str]) -> str:
    axis = f'<path class="axis" d="M{EDGE} {HEIGHT - FOOT}H{WIDTH}"/>'
    said = escape(title)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{said}"><title>{said}</title>{axis}'
        f"{''.join(drawn)}</svg>"
    )
