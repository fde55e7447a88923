"""The table without a server: the same replies from Pyodide in a real Chromium, without any other network, and offline."""

from __future__ import annotations

import gzip
import json
import runpy
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from table_browser import browser, npm_module, open_page, settled

from meldproof.cli.table_commands import table as table_command
from meldproof.errors import ProblemError
from meldproof.table.answering import reply
from meldproof.table.export import package_zip

LARGEST_LOAD = 8_000_000
"""Bytes, compressed, until the first question can be asked."""
GAMES = Path(__file__).parents[1] / "examples" / "games"
HANDS = {
    "argentino": ["4s 5s 6s JK 8s 9s 2d Js Qh Qd Qc", "As 2s Ks 3c 4c 5c", "4s 5s 6s Kd 9h", "JK 2s 4d 5d 7d 9c Th"],
    "gin": ["4s 5s 6s 9h 9d 9c Kd Ks 2c 3h", "As 2s 3s 4s 5s 5h 5d 5c 6h 7h"],
    "fichas": ["1r 2r 3r 5b 5k 5y 9b JK", "12r 13r 1r 7b 7k 7y"],
    "rummy-500": ["As Ah Ac Ad 2s 3s Kd", "JK 4s 5s 9h 9d Kc"],
    "indian-13": ["4s 5s 6s 7h 8h 9h JK Qd Qc Kd 2c 3c 9s"],
    "reglamento": ["4s 5s 6s 9h 9d 9c Kd JK"],
    "rummikub": ["1r 2r 3r 5b 5k 5y 9b JK", "4r 4b 7y 8y 9y"],
}


WHY = [
    {"variant": "gin", "cards": "4s 5s 6s"},
    {"variant": "argentino", "cards": "4s 5s 6s Kd", "open": True, "score": 800, "players": 2},
]


def hundred_questions() -> list[dict[str, Any]]:
    """Of every sort but *why*, of every variant, in both languages, some that can't be answered."""
    asked: list[dict[str, Any]] = [{"ask": "variants"}]
    for variant, hands in HANDS.items():
        asked += [{"ask": kind, "variant": variant, "lang": "es"} for kind in ("parameters", "pictures")]
        for hand, discard, lang in product(hands, ("none", "required"), ("en", "es")):
            asked.append({"ask": "solve", "variant": variant, "cards": hand, "discard": discard, "lang": lang})
        for hand in hands:
            asked.append({"ask": "solve", "variant": variant, "cards": hand, "open": True, "score": 800, "lang": "es"})
            asked.append({"ask": "check", "variant": variant, "cards": " ".join(hand.split()[:4]), "near": True})
    asked += [{"ask": "replay", "log": path.read_text(encoding="utf-8")} for path in sorted(GAMES.glob("*.jsonl"))]
    asked.append(
        {"ask": "legal", "variant": "gin", "position": {"hand": "4s 5s 6s 9h 9d 9c Kd Kh 2c 3c", "pile": "Kc"}}
    )
    asked.append({"ask": "solve", "variant": "argentino", "cards": "4s 5s JK 6d", "readings": "all", "lang": "es"})
    asked.append({"ask": "check", "variant": "argentino", "cards": "4s 5z", "lang": "es"})
    asked.append({"ask": "check", "rules": 'schema = 1\nid = "x"\nextends = "gin"\n', "cards": "4s 5s 6s"})
    asked.append({"ask": "check", "rules": "]", "cards": "4s 5s 6s"})
    return [{"id": number, "seconds": 60, **question} for number, question in enumerate(asked)]


def test_nothing_but_msgspec_is_loaded_for_what_the_browser_answers() -> None:
    """Of what the table asks, in a process where nothing else can be imported."""
    code = """
import json, sys
class Closed:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "networkx", "z3", "highspy", "hypothesis", "rich", "cyclopts"}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Closed())
from meldproof.table import browser
browser.prepare()
for line in sys.stdin:
    found = json.loads(browser.answer(line))
    assert "Traceback" not in str(found)
    print(json.dumps(found))
assert not {"numpy", "networkx", "highspy"} & sys.modules.keys()
"""
    questions = [question for question in hundred_questions() if question["ask"] in ("solve", "check", "replay")][::3]
    text = "\n".join(
        map(json.dumps, [*questions, *({"ask": "solve", "why": True, "seconds": 60, **asked} for asked in WHY)])
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, encoding="utf-8", timeout=120, check=True
    )
    *found, why, unmet = map(json.loads, done.stdout.splitlines())
    assert "Traceback" not in done.stderr
    assert why["answer"]["prices"]["total"] == why["answer"]["prices"]["gain"] == ["15", "15", "3"]
    assert unmet["answer"]["why"]
    for question, got in zip(questions, found, strict=True):
        assert got == json.loads(reply(json.dumps(question))), question


def test_the_package_in_the_browser_is_small_always_the_same_and_holds_no_more_than_it_needs() -> None:
    packed = package_zip()
    assert packed == package_zip()
    assert len(packed) < 1_000_000
    names = zipfile.ZipFile(BytesIO(packed)).namelist()
    assert {"meldproof/__init__.py", "meldproof/spec/gin.toml", "cython.py", "Cython/Shadow.py"} <= set(names)
    assert not [
        name for name in names if name.startswith(("meldproof/cli", "meldproof/conforming", "meldproof/reference"))
    ]


def test_what_is_no_pyodide_is_said_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match=r"pyodide\.mjs"):
        table_command(export=tmp_path / "out", pyodide=tmp_path)
    assert not (tmp_path / "out").exists()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    source = npm_module("pyodide")
    assert table_command(export=folder / "table", pyodide=source) == 0
    return folder


@pytest.mark.slow
def test_the_first_load_stays_below_eight_megabytes(site: Path) -> None:
    listed = json.loads((site / "table" / "files.json").read_text(encoding="utf-8"))
    page = [path for path in (site / "table").iterdir() if path.is_file() and path.suffix in (".js", ".css", ".html")]
    loaded = {*page, *(site / "table" / name for name in listed["load"])}
    size = sum(len(gzip.compress(path.read_bytes())) for path in loaded)
    assert size < LARGEST_LOAD
    assert all((site / "table" / name).stat().st_size == size for name, size in listed["load"].items())


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/table/", server
    server.shutdown()


@pytest.mark.slow
def test_the_browser_answers_a_hundred_questions_as_the_server_does_and_goes_on_without_a_network(
    address: tuple[str, ThreadingHTTPServer],
) -> None:
    questions = hundred_questions()
    assert len(questions) >= 100
    asked_for: list[str] = []
    with browser() as opened:
        page = open_page(opened, address[0])
        page.context.on("request", lambda request: asked_for.append(request.url))
        page.wait_for_function(
            "() => navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length > 0)"
        )
        page.click('.dock .key[data-card="4s"]')
        settled(page)
        replies = page.evaluate(
            """async (questions) => {
              const { pyodide } = await import('./ask.js');
              const worker = pyodide(() => {}), found = [];
              for (const question of questions) found.push(JSON.parse(await worker.send(JSON.stringify(question), new AbortController().signal)));
              return found;
            }""",
            questions,
        )
        for question, found in zip(questions, replies, strict=True):
            assert found == json.loads(reply(json.dumps(question), 60)), question
        page.click(".why summary")
        page.wait_for_selector(".priced li", timeout=60_000)
        address[1].shutdown()
        address[1].server_close()
        page.reload()
        page.wait_for_selector("html[data-ready]", timeout=120_000)
        settled(page)
        assert page.locator(".held li").count() == 1
        assert page.locator(".figs").count() == 1
        assert all(url.startswith(address[0]) for url in asked_for), asked_for
        assert page.complaints == []


def test_an_example_of_a_page_of_rules_opens_the_table_with_its_cards() -> None:
    from meldproof.pictures.svg import escaped

    conf = runpy.run_path(str(Path(__file__).parents[1] / "docs" / "conf.py"))

    def shown(kind: str, cards: str) -> str:
        body = f'<figure class="mr-example mr-{kind}" data-cards="{escaped(cards)}"><i>x</i><figcaption><b>No.</b> {MARKS}</figcaption></figure>'
        context = {"body": f"<p>{body}</p>{body}"}
        conf["link_to_the_table"](None, "rules/argentino", "page.html", context, None)
        return context["body"]

    linked = shown("illegal", "4s 5s JK=6s 2d=7s 8s")
    address = "../../table/index.html#l=en&amp;v=argentino&amp;m=meld&amp;c=4s+5s+JK%3D6s+2d%3D7s+8s"
    assert linked.count(f'{MARKS} <a href="{address}">Open on the table</a></figcaption></figure>') == 2
    for kind, cards in (("legal", "4s 5s JK=6s 2d=7s 8s"), ("illegal", "4s 5s 6s"), ("illegal", "4z")):
        assert "<a " not in shown(kind, cards)


MARKS = "a <b>note</b>"
