"""What `make site` adds to mkdocs: files outside docs, a table on which each game is played, a last check.

- Links of the documentation to files of the repository lead to pages: README.md is the first page,
  other Markdown is a page like those of docs, and any other file is a page that shows its text.
- The playground lies beside the table in the folder `play`.
- The page of each bundled game shows its first position as `cardrules serve` draws it, and leads to a table without a
  server, which lies in the folder `play`.
- A page that loads something from another host fails the build.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import cardrules
from cardrules.cli.state_folder import cache_folder
from cardrules.interpreter.play.game import load, rules_of
from cardrules.interpreter.presentation.faces import Style
from cardrules.interpreter.presentation.painter import Painter
from cardrules.interpreter.presentation.players import Players
from cardrules.playground.publishing import folder
from cardrules.rulesets import bundled
from cardrules.table import faces
from cardrules.table.board import board
from cardrules.table.templating import templates

ROOT: Final = Path(__file__).resolve().parents[1]
TABLE: Final = ROOT / "table"
_FENCE: Final = re.compile(r"^ *```")
_INFO: Final = re.compile(r"^( *```+)(\w+) (.*)$")
_FILE: Final = re.compile(r"\bfile=(\S+)")
_LINK: Final = re.compile(r"(?<=\]\()[^()\s]+(?=\))")
_HIGHLIGHTED: Final = {".py": "python", ".yaml": "yaml", ".yml": "yaml", ".json": "json"}
_LOADING: Final = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
_URL: Final = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""")


# ----------------------------------------------------------------------------- files and links


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name the pages of the games, and show the package alone to the API reference."""
    nav = cast("list[dict[str, list[str]]]", config["nav"])
    games = sorted(f"games/{page.name}" for page in (ROOT / "docs/games").glob("*.md"))
    next(entry["Games"] for entry in nav if "Games" in entry).extend(games)
    package = ROOT / "build/api/cardrules"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for part in ("__init__.py", "interpreter", "environments", "py.typed"):
        (package / part).symlink_to(ROOT / part)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie elsewhere, and those of all files to which a page links."""
    waiting = ["README.md", *(f"docs/{page.src_uri}" for page in files.documentation_pages())]
    known = set(waiting)
    while waiting:
        path = waiting.pop()
        text = (ROOT / path).read_text("utf-8")
        if not path.endswith(".md"):
            text = _source(path, text)
        if not path.startswith("docs/"):
            files.append(File.generated(config, site_path(path), content=text))
        for target in _targets(path, text) - known:
            if (ROOT / target).is_file() and not target.startswith("docs/"):
                known.add(target)
                waiting.append(target)
    for path in ("website/api.md", "website/site.css", "table/static/cards.css"):
        text = (ROOT / path).read_text("utf-8")
        files.append(File.generated(config, posixpath.basename(path), content=text))
    style = (TABLE / "static/table.css").read_text("utf-8")
    files.append(File.generated(config, "table.css", content=_scoped(style)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make links to files of the repository lead to their pages, and simplify fences."""
    path = repository_path(page.file.src_uri)
    text = with_links(markdown, lambda link: relinked(path, link))
    return "\n".join(_plain_fence(line) for line in text.split("\n"))


def with_links(text: str, change: Callable[[str], str]) -> str:
    """Return Markdown with the targets of its links changed, except in blocks of code."""
    lines: list[str] = []
    fenced = False
    for line in text.split("\n"):
        fenced ^= bool(_FENCE.match(line))
        lines.append(line if fenced else _LINK.sub(lambda found: change(found[0]), line))
    return "\n".join(lines)


def _targets(path: str, text: str) -> set[str]:
    """Return the files of the repository to which a page links."""
    found: set[str] = set()

    def keep(link: str) -> str:
        found.add(_target(path, link)[0])
        return link

    with_links(text, keep)
    return found


def site_path(path: str) -> str:
    """Return where a file of the repository lies among the sources of the site.

    >>> site_path("docs/guide.md"), site_path("README.md"), site_path("rulesets/uno.yaml")
    ('guide.md', 'index.md', 'files/rulesets/uno.yaml.md')
    """
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return path if path.endswith(".md") else f"files/{path}.md"


def repository_path(uri: str) -> str:
    """Return which file of the repository a source of the site is."""
    if uri == "index.md":
        return "README.md"
    if uri.startswith("files/"):
        return uri.removeprefix("files/").removesuffix(".md")
    return f"docs/{uri}" if (ROOT / "docs" / uri).is_file() else uri


def _target(path: str, link: str) -> tuple[str, str]:
    """Return the file of the repository to which a link of a page leads, and the anchor in it."""
    url = urlsplit(link)
    if url.scheme or url.netloc or not url.path:
        return "", ""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), url.path)), url.fragment


def relinked(path: str, link: str) -> str:
    """Return a link as it must stand in the site; one that leads nowhere stays, and is reported.

    >>> relinked("docs/ci.md", "../rulesets/uno.yaml"), relinked("README.md", "docs/ci.md#hooks")
    ('files/rulesets/uno.yaml.md', 'ci.md#hooks')
    >>> relinked("docs/games/uno.md", "../ci.md"), relinked("docs/ci.md", "../nothing.md")
    ('../ci.md', '../nothing.md')
    """
    target, anchor = _target(path, link)
    if not target or not (ROOT / target).is_file():
        return link
    here = posixpath.dirname(site_path(path))
    return posixpath.relpath(site_path(target), here or ".") + (f"#{anchor}" if anchor else "")


def _plain_fence(line: str) -> str:
    """Return the first line of a block of code without the words that are meant for tests.

    >>> _plain_fence("```yaml ruleset file=x.yaml"), _plain_fence("```yaml ruleset CR405")
    ('```yaml title="x.yaml"', '```yaml')
    """
    found = _INFO.match(line)
    if found is None:
        return line
    name = _FILE.search(found[3])
    return found[1] + found[2] + (f' title="{name[1]}"' if name else "")


def _source(path: str, text: str) -> str:
    """Return the page of a file that is not Markdown."""
    language = _HIGHLIGHTED.get(Path(path).suffix, "text")
    return f"# {path}\n\n````{language}\n{text}````\n"


# ----------------------------------------------------------------------------- drawn tables


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Draw the table of a game above the first heading of its rulebook, and lead to one on which it is played."""
    folder, _, name = page.file.src_uri.removesuffix(".md").rpartition("/")
    if page.file.src_uri == "api.md":
        _check_reference(html)
    if page.file.src_uri == "playground.md":
        return f"{_button('play/playground.html', 'Open the playground')}{html}"
    if folder != "games":
        return html
    before, heading, after = html.partition("<h2")
    address = f"../play/index.html#/new/{bundled().index(name)}!"
    return before + _button(address, "Play") + drawn(name) + heading + after


def _button(address: str, text: str) -> str:
    return f'<p><a class="md-button md-button--primary" href="{address}">{text}</a></p>'


def _check_reference(html: str) -> None:
    """Refuse a reference in which a public name is missing."""
    names = set(cardrules.__all__) - {"__version__"}
    if missing := sorted(name for name in names if f'id="cardrules.{name}"' not in html):
        raise PluginError(f"website/api.md does not show {', '.join(missing)}")


def drawn(name: str) -> str:
    """Return the first position of a bundled game, as the player sees it who begins."""
    game = load(name)
    state = game.new_initial_state(seed=1)
    players = Players.named(("random",) * game.players)
    viewer = state.current_player() or 0
    shown = board(state, Painter(rules_of(game), players, Style(symbols=True, colour=False)), viewer)
    scene = str(_cards().scene(shown, None))
    caption = f"The beginning of a game, as {players.names[viewer]} sees it."
    return (
        f'<figure class="drawn" data-search-exclude>{faces.symbols(rules_of(game))}'
        f"{scene}<figcaption>{caption}</figcaption></figure>"
    )


@cache
def _cards() -> Any:
    """Return the macros that draw cards."""
    return templates().get_template("parts.html").module


def _scoped(style: str) -> str:
    """Return the style of the table so that it holds only within drawn tables."""
    return ".drawn {\n" + style.replace(":root", "&") + "}\n"


# ----------------------------------------------------------------------------- the last check


class _Loads(HTMLParser):
    """Collects what a page loads from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attribute by which an element loads."""
        given = dict(attrs)
        if tag == "link" and given.get("rel") == "canonical":
            return
        address = given.get(_LOADING.get(tag, "")) or ""
        if urlsplit(address).netloc:
            self.found.append(address)


def loads(text: str, suffix: str) -> list[str]:
    """Return the addresses on other hosts from which a page or a style loads.

    >>> loads('<script src="https://example.org/x.js"></script><a href="https://y.org">', ".html")
    ['https://example.org/x.js']
    >>> loads('@import "https://example.org/x.css"; a { background: url(x.png) }', ".css")
    ['https://example.org/x.css']
    """
    if suffix == ".css":
        return _URL.findall(text)
    parser = _Loads()
    parser.feed(text)
    return parser.found


def on_post_build(config: MkDocsConfig) -> None:
    """Add the table with the playground, and look through the site for what is loaded from other hosts."""
    for name, content in folder(cache_folder()).items():
        path = Path(config.site_dir, "play", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for path in sorted(Path(config.site_dir).rglob("*")):
        if path.suffix in (".html", ".css"):
            found = loads(path.read_text("utf-8"), path.suffix)
            if found:
                raise PluginError(f"{path.name} loads from another host: {', '.join(found)}")
