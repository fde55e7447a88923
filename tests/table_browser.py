"""A Chromium for the tests of the table: the system's own, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]
RESOLVED = "--host-resolver-rules=MAP rebound.example 127.0.0.1"
"""A foreign name that leads to this machine, as in an attack by DNS rebinding."""


def chromium() -> str:
    """The browser's path; skips the test, with the reason, where there is none."""
    pytest.importorskip("playwright", reason="Playwright is not installed (pip install '.[test]')")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    return found


def npm_module(name: str) -> Path:
    """A module of npm's, from the folder that MELDPROOF_NPM names; skips the test where it isn't there."""
    folder = Path(os.environ.get("MELDPROOF_NPM", "node_modules")) / name
    if not folder.is_dir():
        pytest.skip(f"npm's {name} is not here (npm install {name}, and MELDPROOF_NPM names the node_modules)")
    return folder


@contextmanager
def browser() -> Iterator[Any]:
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=[*FLAGS, RESOLVED])
        try:
            yield opened
        finally:
            opened.close()


def open_page(
    opened: Any, address: str, *, width: int = 1400, lang: str = "en", dark: bool = False, **more: Any
) -> Any:
    """The page, ready; what the browser complains of fails the test that looks at `complaints`."""
    context = opened.new_context(
        viewport={"width": width, "height": 800}, locale=lang, color_scheme="dark" if dark else "light",
        reduced_motion="reduce", **more,
    )  # fmt: skip
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(address)
    page.wait_for_selector("html[data-ready]", timeout=120_000)
    return page


def settled(page: Any) -> Any:
    """The page once its answer is drawn."""
    page.wait_for_function(
        "() => !document.querySelector('main[aria-busy]') && !document.querySelector('.working')", timeout=60_000
    )
    return page
