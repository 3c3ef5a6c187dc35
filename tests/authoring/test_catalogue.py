"""What is kept of the bundled rulesets for lists of games: it is what they tell, and nothing old is believed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardrules import rulesets
from cardrules.interpreter.authoring import catalogue

from ..calling import call


def test_what_is_kept_is_what_the_rulesets_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    names = rulesets.bundled()
    kept = list(catalogue.catalogue(names))
    monkeypatch.setattr(catalogue, "content", dict[str, object])
    assert list(catalogue.catalogue(names[::4])) == kept[::4]
    assert all(each.head for each in kept)


@pytest.mark.parametrize(
    ("found", "instead"),
    [
        (".*", ""),
        (".{9}$", ""),
        (".*", "[]"),
        ('"for":"', '"for":"0'),
        ('"head":', '"neck":'),
        ("rulesets/hearts.yaml", "rulesets/x.yaml"),
    ],
    ids=["empty", "cut", "other data", "made by others", "other keys", "without the file"],
)
def test_a_file_that_does_not_fit_is_not_used(
    found: str, instead: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = catalogue.INDEX.read_text("utf-8").replace('"title":"Hearts"', '"title":"Old"')
    file = tmp_path / "index.json"
    file.write_text(re.sub(found, instead, text, flags=re.DOTALL), "utf-8")
    monkeypatch.setattr(catalogue, "INDEX", file)
    catalogue.content.cache_clear()
    try:
        (listed,) = catalogue.catalogue(["hearts"])
    finally:
        catalogue.content.cache_clear()
    assert listed.head is not None
    assert listed.head.title == "Hearts"


def test_a_ruleset_that_has_changed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = json.loads(catalogue.INDEX.read_text("utf-8"))
    content["games"]["hearts"]["files"] = dict.fromkeys(content["games"]["hearts"]["files"], "0")
    content["games"]["hearts"]["head"]["title"] = "Old"
    content["games"]["gone"] = content["games"].pop("skat")
    file = tmp_path / "index.json"
    file.write_text(json.dumps(content), "utf-8")
    monkeypatch.setattr(catalogue, "INDEX", file)
    catalogue.content.cache_clear()
    try:
        found = catalogue.catalogue(["hearts", "skat"])
        assert [each.head.title for each in found if each.head] == ["Hearts", "Skat"]
        assert catalogue.refresh(file)
        assert not catalogue.refresh(file)
    finally:
        catalogue.content.cache_clear()
    assert json.loads(file.read_text("utf-8")) == json.loads(catalogue.INDEX.read_text("utf-8"))


def test_a_ruleset_of_the_same_name_elsewhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "hearts.yaml").write_text("cardrules: 1\nname: Mine\n")
    done = call(["list"], tmp_path, variables={"CARDRULES_PATH": str(tmp_path)})
    assert re.search(r"^hearts +has errors", done.stdout, re.MULTILINE)
