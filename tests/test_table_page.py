"""The table in a real Chromium: tapped, typed, pasted, shared, replayed; by keyboard alone; attacked; looked at by axe.

What is marked slow is run by CI in a step of its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import struct
import subprocess
import threading
import zlib
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from depth import DEEP
from table_browser import browser, npm_module, open_page, settled
from test_table_server import Server

import meldproof
from meldproof.table.answering import reply

HAND = "4s 5s 6s 8s 9s Qh Kh 2d Qd 3c JK"
NO_MELD = "4s 5s JK 2d 8s"
ROOT = Path(__file__).parents[1]
LEGAL_GAME = (ROOT / "examples" / "games" / "argentino-run-with-two-wilds.jsonl").read_text(encoding="utf-8")
ILLEGAL_GAME = (ROOT / "solver" / "meldproof" / "table" / "page" / "example.jsonl").read_text(encoding="utf-8")
EVERY_VARIANT = {
    "argentino": HAND,
    "fichas": "1r 2r 3r 5b 5k 5y 9b",
    "gin": "4s 5s 6s 9h 9d 9c Kd Ks 2c 3h",
    "indian-13": "4s 5s 6s 7h 8h 9h JK Qd Qc Kd 2c 3c 9s",
    "reglamento": "4s 5s 6s 9h 9d 9c Kd",
    "rummikub": "1r 2r 3r 5b 5k 5y 9b JK",
    "rummy-500": "As Ah Ac Ad 2s 3s Kd",
    "chinchon": "3o 4o 5o 6o 7o Ac 2e",
    "scala-40": "4s 5s 6s JK 8s Qh Qd Qc 2c",
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    running = Server("--workers", "2")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def opened() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture
def table(server: Server, opened: Any) -> Iterator[Any]:
    """Opens the page at a state; contexts are closed, and what the browser complained of fails the test."""
    pages: list[Any] = []

    def at(**state: Any) -> Any:
        options = {name: state.pop(name) for name in ("width", "lang", "dark") if name in state}
        page = open_page(opened, f"http://127.0.0.1:{server.port}/#{urlencode(state)}", **options)
        pages.append(page)
        return settled(page)

    yield at
    for page in pages:
        complaints = list(page.complaints)
        page.context.close()
        assert not complaints


def tap(page: Any, cards: str) -> None:
    for card in cards.split():
        page.click(f'.dock .key[data-card="{card}"]')


def drawn(page: Any) -> list[list[str]]:
    """The melds of the answer as their pictures are put together: `JK=7s` of a wild's face and a ribbon."""
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll('.answer .felt > .meld')].map((meld) => [...meld.querySelectorAll('svg.face')].map(
          (face) => [...face.querySelectorAll('use')].map((use) => use.getAttribute('href').slice(3).replace('-wild', '').replace('as-', '='))
            .join('')))"""
    )
    return found


def test_every_variant_of_a_whole_kit_has_a_hand_here() -> None:
    listed = json.loads(reply('{"ask": "variants"}'))["answer"]["variants"]
    assert set(DEEP) <= set(EVERY_VARIANT) <= {entry["id"] for entry in listed}


QUICK = ("argentino", "fichas")
"""Variants tried every time; CI tries all."""


@pytest.mark.parametrize(
    "variant", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in EVERY_VARIANT]
)
def test_a_hand_that_is_tapped_is_arranged_as_solve_arranges_it(table: Any, variant: str) -> None:
    page = table(v=variant)
    tap(page, EVERY_VARIANT[variant])
    settled(page)
    best = meldproof.solve(variant, EVERY_VARIANT[variant])
    assert drawn(page) == [meld["cards"] for meld in best.to_dict()["melds"]]  # type: ignore[attr-defined]
    figures = page.locator(".figs dd").all_inner_texts()
    assert [text.split("\n")[0] for text in figures[:2]] == [
        str(best.figures.melded_points),
        str(best.figures.deadwood_points),
    ]


@pytest.mark.slow
def test_a_tapped_card_goes_back_and_undo_and_clear_take_back_what_was_done(table: Any) -> None:
    page = table(v="gin")
    tap(page, "4s 5s 6s Kd")
    page.click('.held .key[aria-label*="king"]')
    assert page.locator(".held li").count() == 3
    page.click(".act.clear")
    assert page.locator(".held li").count() == 0
    for number in (3, 4, 3, 2):
        page.click(".act.undo")
        assert page.locator(".held li").count() == number


@pytest.mark.slow
def test_no_more_copies_are_given_than_the_deck_holds(table: Any) -> None:
    page = table(v="gin")
    tap(page, "4s")
    page.click('.dock .key[data-card="4s"]', force=True)
    assert page.locator(".held li").count() == 1
    assert page.get_attribute('.key[data-card="4s"]', "aria-disabled") == "true"
    assert page.inner_text("#spoken") == "4 of spades: none left"


def test_typed_pasted_and_shared_cards_are_the_same_hand(table: Any) -> None:
    spelled = "4♠ ♠5, 6S * 8s 9S Q♥ KH 2D q♦ 3c"
    shared = table(v="argentino", h=spelled)
    expected = drawn(shared)
    assert expected == [meld["cards"] for meld in meldproof.solve("argentino", HAND).to_dict()["melds"]]  # type: ignore[attr-defined]
    typed = table(v="argentino")
    typed.keyboard.type("4s5s6sjk8s9sqhkh2dqd3c")
    assert drawn(settled(typed)) == expected
    asked = table(v="argentino")
    asked.click(".act.type")
    asked.fill("#typed", spelled)
    asked.keyboard.press("Enter")
    asked.wait_for_selector(".figs")
    assert drawn(settled(asked)) == expected
    assert asked.evaluate("location.hash") == typed.evaluate("location.hash") == shared.evaluate("location.hash")
    asked.click(".act.share")
    asked.click("text=Copy as text")
    asked.wait_for_selector(".sheet textarea, .sheet p:has-text('Copied')")


@pytest.mark.slow
def test_what_cannot_be_read_is_said_beside_the_text(table: Any) -> None:
    page = table(v="argentino", lang="es")
    page.click(".act.type")
    page.fill("#typed", "4s 5z")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet .bad:has-text('5z')")
    assert "no es una carta" in page.inner_text(".sheet .bad")


@pytest.mark.slow
def test_why_shows_the_price_of_every_card_and_their_sum(table: Any) -> None:
    page = table(v="argentino", h=HAND, d="1")
    page.click(".why summary")
    page.wait_for_selector(".priced li")
    prices = [int(text) for text in page.locator(".priced .tag b").all_inner_texts()]
    assert sum(prices) + 5 == 135
    assert "135" in page.inner_text(".whybody .sum")


def test_cards_that_are_no_meld_have_their_clause_and_what_would_do(table: Any) -> None:
    page = table(v="argentino", m="meld", c=NO_MELD, lang="es")
    assert page.inner_text(".verdict") == "No vale"
    assert page.locator(".answer .wrong").count() == 2
    assert "nunca dos comodines juntos" in page.inner_text(".clause")
    page.click(".clause .link")
    assert "wilds-not-adjacent" in page.inner_text("dialog")
    page.keyboard.press("Escape")
    page.click(".fix .link")
    page.wait_for_selector(".verdict.good")


@pytest.mark.slow
def test_an_opening_says_what_it_needs_and_what_is_within_reach(table: Any) -> None:
    page = table(v="argentino", h="4s 5s 6s Kd", o="1", s="800", p="2")
    found = meldproof.solve("argentino", "4s 5s 6s Kd", open=True, score=800, players=2)
    assert page.locator(".need b").all_inner_texts() == [str(found.reachable), str(250 - (found.reachable or 0)), "250"]


@pytest.mark.slow
def test_a_contested_sentence_gives_the_other_answer_with_one_tap(table: Any) -> None:
    page = table(v="argentino", h=HAND, d="1")
    page.wait_for_selector(".note .opt >> nth=1")
    page.click(".note .opt >> nth=1")
    page.wait_for_function(
        "() => location.hash.includes('r=wild-worth-represented') && document.querySelector('.figs dd')?.textContent.startsWith('80')"
    )


@pytest.mark.slow
def test_tiles_laid_to_a_table_are_drawn_with_where_each_comes_from(table: Any) -> None:
    page = table(v="rummikub", h="4r 5r 9k 10b", t="1r 2r 3r;9r 9b 9y;10r 10k 10y;6b 7b 8b 9b 10b")
    marks = page.locator(".answer .from").all_inner_texts()
    assert sorted(marks) == sorted("AAA++" + "BB+B" + "C+CC")
    assert "as it lay: 1" in page.inner_text(".unchanged summary").lower()


@pytest.mark.slow
def test_a_wild_asks_what_it_stands_for_only_where_that_is_not_plain(table: Any) -> None:
    page = table(v="rummikub", h="4r 9k", t="JK 4b 5b")
    assert page.locator("fieldset.note").count() == 0
    page = table(v="rummikub", h="4r 9k", t="JK JK 5r")
    page.click("fieldset.note button >> nth=0")
    page.wait_for_selector(".figs")


@pytest.mark.slow
def test_a_table_is_laid_with_the_same_keys(table: Any) -> None:
    page = table(v="argentino")
    page.click('[data-key="add meld"]')
    tap(page, "9h 9d 9c")
    page.click('[data-key="done"]')
    tap(page, "9s")
    settled(page)
    assert "changed" in page.inner_text(".answer .felt")
    assert page.locator(".answer .from.new").count() == 1


def test_a_late_reply_to_an_older_question_is_dropped(table: Any) -> None:
    page = table(v="gin", h="4s 5s")
    page.wait_for_timeout(600)  # the questions that are asked at rest are answered
    held: list[Any] = []
    page.route("**/api", lambda route: held.append(route) if len(held) < 1 else route.continue_())
    tap(page, "6s")
    page.wait_for_timeout(200)
    assert len(held) == 1
    tap(page, "7s")
    page.wait_for_function("() => document.querySelectorAll('.answer .felt > .meld .card').length === 4")
    before = drawn(page)
    with suppress(Exception):  # a browser that gave the question up takes no reply to it
        held[0].fulfill(body=reply('{"id": 1, "ask": "solve", "variant": "gin", "cards": "2c 3c 4c"}').decode())
    page.wait_for_timeout(150)
    assert drawn(page) == before == [["4s", "5s", "6s", "7s"]]
    page.complaints.clear()


def test_a_log_is_replayed_to_the_first_action_that_is_not_allowed(table: Any) -> None:
    page = table(m="replay", log=ILLEGAL_GAME, lang="es")
    page.wait_for_selector(".verdict.bad")
    assert page.inner_text(".verdict") == "La línea 13 no vale"
    assert page.locator(".plainlist li").count() > 3
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text('.step[aria-current="step"] .ln') == "11"
    assert "line=11" in page.evaluate("location.hash")
    page.keyboard.press("End")
    assert page.inner_text('.step[aria-current="step"] .ln') == "13"
    legal = table(m="replay", log=LEGAL_GAME)
    legal.wait_for_selector(".verdict.good")


@pytest.mark.parametrize("lang", ["en", pytest.param("es", marks=pytest.mark.slow)])
def test_of_a_broken_log_the_game_is_shown_up_to_the_line_that_cannot_be_read(table: Any, lang: str) -> None:
    lines = LEGAL_GAME.splitlines()
    broken = "\n".join([*lines[:4], lines[4][:-9], *lines[5:]])
    page = table(m="replay", log=broken, lang=lang)
    page.wait_for_selector(".verdict.bad")
    assert page.inner_text(".verdict") == ("Line 5 can’t be read" if lang == "en" else "La línea 5 no se puede leer")
    assert '{"action":"draw"' in page.inner_text(".clause")
    assert page.locator(".steps .bad").count() == 1
    page.keyboard.press("ArrowLeft")
    assert page.inner_text('.step[aria-current="step"] .ln') == "4"
    first = table(m="replay", log="nothing at all", lang=lang)
    first.wait_for_selector(".verdict.bad")
    assert "empty" not in first.inner_text(".answer")
    assert "nothing at all" in first.inner_text(".answer")


def test_a_choice_of_the_rules_is_said_in_words(table: Any) -> None:
    for lang, said in (("en", "at the low end only"), ("es", "solo abajo")):
        page = table(v="argentino", lang=lang)
        page.click('[data-key="menu"]')
        options = page.locator("dialog .setting option").all_text_contents()
        assert said in options
        assert not [text for text in options if re.fullmatch(r"[a-z]+(-[a-z]+)+|true|false", text)]


@pytest.mark.slow
def test_a_disputed_meld_has_its_other_verdict_one_tap_away(table: Any) -> None:
    page = table(v="argentino", m="meld", c="JK 2d 9h 9c")
    page.wait_for_selector(".note .opt >> nth=1")
    before = page.inner_text(".verdict")
    page.click(".note .opt >> nth=1")
    page.wait_for_function("(before) => document.querySelector('.verdict')?.textContent !== before", arg=before)


def test_cards_that_are_taken_back_before_they_are_answered_leave_nothing_busy(table: Any) -> None:
    page = table(v="gin")
    tap(page, "4s")
    page.click(".act.clear")
    page.wait_for_selector(".empty")
    assert page.get_attribute("main", "aria-busy") is None


@pytest.mark.slow
def test_a_dropped_log_and_a_dropped_rule_file_open_what_they_are_for(table: Any) -> None:
    page = table(v="gin")
    drop = """(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'dropped'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }"""
    page.evaluate(drop, LEGAL_GAME)
    page.wait_for_selector(".verdict.good")
    page.evaluate(drop, 'schema = 1\nid = "ours"\nname = "Our game"\nextends = "gin"\n')
    page.wait_for_selector("h1:has-text('Our game')")
    tap(page, "4s 5s 6s")
    page.wait_for_selector(".figs")


def test_the_keyboard_alone_suffices(table: Any) -> None:
    page = table(v="gin", width=360)
    seen: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement?.dataset?.key ?? ''"))
        if seen[-1] == "key 4s":
            break
    order = ["variant", "lang", "menu", "mode hand", "mode meld", "mode replay", "suit s", "key As", "key 4s"]
    assert [key for key in seen if key in order] == order
    for key in ("Enter", "Tab", "Space", "Tab", "Enter"):
        page.keyboard.press(key)
    assert page.locator(".held li").count() == 3
    assert page.evaluate("document.activeElement.dataset.key") == "key 6s"
    page.wait_for_function(
        "() => document.querySelector('#spoken').textContent.includes('Run: 4 of spades, 5 of spades, 6 of spades')"
    )
    page.keyboard.press("Backspace")
    assert page.locator(".held li").count() == 2


MARKUP = "<img src=x onerror=alert(1)>"


def test_texts_from_outside_stay_texts(table: Any) -> None:
    shown: list[str] = []
    rules = f'schema = 1\nid = "ours"\nname = "{MARKUP}"\nextends = "gin"\n'
    page = table(v="gin")
    page.on("dialog", lambda dialog: shown.append(dialog.message))
    for state in (
        {"v": "gin", "h": f"{MARKUP}"}, {"v": MARKUP}, {"rules": rules, "h": "4s 5s 6s"}, {"v": "gin", "r": MARKUP, "h": "4s"},
        {"m": "replay", "log": LEGAL_GAME + f'{{"action":"{MARKUP}"}}'}, {"m": "replay", "log": LEGAL_GAME + '{"action":"discard","card":"Ah"}\n' + MARKUP},
        {"v": "gin", "set": json.dumps({MARKUP: 1}), "h": "4s"}, {"v": "gin", "set": '{"__proto__": 1}', "h": "4s"},
    ):  # fmt: skip
        page.evaluate("(hash) => { location.hash = hash; }", urlencode(state))
        page.wait_for_timeout(250)
        assert settled(page).locator("img").count() == 0
    assert shown == []


class _Foreign(BaseHTTPRequestHandler):
    """A page of somebody else's."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>foreign</title>")

    def log_message(self, *arguments: Any) -> None:
        pass


def test_a_foreign_page_can_neither_ask_nor_frame_nor_rebind(server: Server, opened: Any) -> None:
    foreign = ThreadingHTTPServer(("127.0.0.1", 0), _Foreign)
    threading.Thread(target=foreign.serve_forever, daemon=True).start()
    context = opened.new_context()
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{foreign.server_port}/")
        api, question = f"http://127.0.0.1:{server.port}/api", '{"ask": "variants"}'
        for kind in ("application/json", "text/plain"):
            sent = """([api, kind, body]) => fetch(api, { method: 'POST', body, headers: { 'content-type': kind } }).then((r) => r.text(), (e) => 'refused')"""
            assert page.evaluate(sent, [api, kind, question]) == "refused"
        opaque = "([api, body]) => fetch(api, { method: 'POST', mode: 'no-cors', body }).then((r) => r.type, (e) => 'refused')"
        assert page.evaluate(opaque, [api, question]) == "refused"
        framed = page.evaluate(
            """(address) => new Promise((done) => { const frame = document.createElement('iframe'); frame.src = address;
              frame.onload = () => { try { done(frame.contentDocument ? 'readable' : 'foreign'); } catch { done('foreign'); } };
              document.body.append(frame); })""",
            f"http://127.0.0.1:{server.port}/",
        )
        assert framed == "foreign"
        assert not any(
            frame.url.startswith("http://127.0.0.1") and frame.query_selector("#table") for frame in page.frames[1:]
        )
        rebound = page.goto(f"http://rebound.example:{server.port}/")
        assert rebound.status == 403
    finally:
        context.close()
        foreign.shutdown()


LOOKS = [(360, False, "en"), (360, True, "es"), (1400, True, "en"), (1400, False, "es")]
STATES: dict[str, dict[str, str]] = {
    "empty": {"v": "argentino"},
    "hand": {"v": "argentino", "h": HAND, "d": "1"},
    "opening": {"v": "argentino", "h": "4s 5s 6s Kd", "o": "1", "s": "800", "p": "2"},
    "no meld": {"v": "argentino", "m": "meld", "c": NO_MELD},
    "table": {"v": "rummikub", "h": "4r 5r 9k 10b", "t": "1r 2r 3r;9r 9b 9y;10r 10k 10y"},
    "game": {"m": "replay", "log": ILLEGAL_GAME},
    "trouble": {"v": "argentino", "h": "4s 5z"},
}


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark", "lang"), LOOKS)
def test_axe_finds_nothing_to_complain_of(table: Any, width: int, dark: bool, lang: str) -> None:
    source = (npm_module("axe-core") / "axe.min.js").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for name, state in STATES.items():
        page = table(**state, width=width, dark=dark, lang=lang)
        if name == "hand":
            page.wait_for_selector(".note .opt >> nth=1")
        if name in ("hand", "opening"):
            page.click(".why summary")
            page.wait_for_selector(".priced li" if name == "hand" else ".whybody .lines")
        looks = {name: lambda: None}
        if name == "empty":
            looks["menu"] = lambda page=page: [
                page.click('[data-key="menu"]'),
                page.evaluate("document.querySelectorAll('dialog details').forEach((one) => { one.open = true; })"),
            ]
        for look, act in looks.items():
            act()
            page.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})
            page.evaluate(source)
            report = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
            for one in report["violations"]:
                found[f"{look}: {one['id']}"] = [node["html"][:160] for node in one["nodes"][:3]]
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if wide > 0:
                found[f"{look}: scrolls sideways"] = [str(wide)]
    assert found == {}


@pytest.mark.slow
def test_the_pages_scripts_keep_to_their_types() -> None:
    compiler = npm_module("typescript") / "bin" / "tsc"
    page = ROOT / "solver" / "meldproof" / "table" / "page"
    options = [
        "--noEmit",
        "--checkJs",
        "--allowJs",
        "--strict",
        "--noUnusedLocals",
        "--noUnusedParameters",
        "--target",
        "es2023",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--lib",
        "es2023,dom,dom.iterable",
        "--types",
    ]
    done = subprocess.run(
        ["node", str(compiler), *options, "", *map(str, sorted(page.glob("*.js")))],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.stdout + done.stderr == ""


def test_the_page_says_everything_in_both_languages_and_stays_small() -> None:
    page = ROOT / "solver" / "meldproof" / "table" / "page"
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in page.glob("*.js")}
    assert sum(lines.values()) < 2500
    assert max(lines.values()) < 300, lines
    words = subprocess.run(
        ["node", "--input-type=module", "-e", f"import {{ WORDS }} from {json.dumps((page / 'words.js').as_uri())}; console.log(JSON.stringify(WORDS))"],
        capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    if words.returncode:
        pytest.skip("no Node here")
    english, spanish = json.loads(words.stdout).values()
    assert english.keys() == spanish.keys()
    for name, text in english.items():
        forms, others = ([one] if isinstance(one, str) else one for one in (text, spanish[name]))
        for form, other in zip(forms, others, strict=True):
            assert sorted(_places(form)) == sorted(_places(other)), name


def test_the_dark_colours_are_the_same_by_the_system_and_by_the_switch() -> None:
    """They stand twice, as a style sheet can't say "or where the system asks for it" of one rule."""
    styles = (ROOT / "solver" / "meldproof" / "table" / "page" / "table.css").read_text(encoding="utf-8")
    dark = [re.findall(r"(--[\w-]+): ([^;]+);", block) for block in re.findall(r"color-scheme: dark;([^}]*)\}", styles)]
    assert len(dark) == 2
    assert dark[0] == dark[1]
    assert len(dark[0]) > 30


def test_nothing_of_the_page_is_left_unused() -> None:
    """Its words, its signs and the classes of its styles; what is named only in parts stands here."""
    page = ROOT / "solver" / "meldproof" / "table" / "page"
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(page.glob("*.js")) if path.name != "words.js")
    markup = (page / "index.html").read_text(encoding="utf-8")
    words = (page / "words.js").read_text(encoding="utf-8")
    english = words[words.index("en: {") : words.index("\n  es: {")]
    keys = set(re.findall(r"(?:^ +|[\"\]], )(\w+): (?=[\"\[])", english, re.MULTILINE))
    said = re.sub(r"class: \"[^\"]*\"|\"data-key\": \"[^\"]*\"|\b(put|get|number|words)\(\"\w+\"", "", code)
    by_parts = {"run", "set", "theme_auto", "theme_light", "theme_dark", "one_card", "points", "one_point"}
    by_parts |= {"deadwood_points", "melded_points", "deadwood_cards", "melded_cards", "table_changes"}  # objectives
    assert {key for key in keys - by_parts if f'"{key}"' not in said} == set()
    assert len(keys) > 150
    signs = set(re.findall(r'<symbol id="i-(\w+)"', markup))
    assert {sign for sign in signs if f'"{sign}"' not in code} == set()
    assert set(re.findall(r'icon\("(\w+)"\)', code)) <= signs
    styles = "\n".join(path.read_text(encoding="utf-8") for path in page.glob("*.css"))
    classes = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/|\{[^{}]*\}", "{}", styles, flags=re.DOTALL)))
    assert {name for name in classes if not re.search(rf"(?<![\w-]){name}(?![\w-])", code + markup)} == set()


def _places(text: str) -> list[str]:
    return [part.partition("}")[0] for part in text.split("{")[1:]]


PICTURE = ROOT / "docs" / "_static" / "table.png"
SHOWN = {"v": "argentino", "h": HAND, "d": "1", "p": "2"}


def shown_digest() -> str:
    """Of all that the picture shows: the page's files, and the answer."""
    from meldproof.table.server import page_files

    question = {
        "ask": "solve",
        "variant": "argentino",
        "cards": HAND,
        "discard": "required",
        "players": 2,
        "readings": "all",
    }
    parts = [data for _, (data, _) in sorted(page_files().items())] + [reply(json.dumps(question))]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def test_the_picture_in_the_readme_is_of_the_page_as_it_is(request: pytest.FixtureRequest) -> None:
    """`MELDPROOF_PICTURES=1 python -m pytest tests/test_table_page.py -k picture` takes it anew."""
    if os.environ.get("MELDPROOF_PICTURES"):
        page = request.getfixturevalue("table")(**SHOWN, width=1280)
        page.wait_for_selector(".note .opt >> nth=1")
        PICTURE.write_bytes(with_text(page.screenshot(full_page=True), "digest", shown_digest()))
    assert shown_digest().encode() in PICTURE.read_bytes()


def with_text(png: bytes, name: str, text: str) -> bytes:
    """A picture with a text of its own behind its head."""
    chunk = b"tEXt" + f"{name}\0{text}".encode()
    head = 8 + 25
    return png[:head] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[head:]
