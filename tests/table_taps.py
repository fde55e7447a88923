"""How long an answer takes to be drawn after a tap, in a real browser: `python tests/table_taps.py [--export FOLDER]`.

Hands of eleven cards are tapped card by card; what is told are milliseconds from a tap to the picture of its answer, of
which the page itself waits 60 to see whether another tap follows. With --export, of a page that was exported there.
"""

from __future__ import annotations

import argparse
import statistics
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from table_browser import browser, open_page, settled
from test_table_server import Server

HANDS = {
    "argentino": [
        "4s 5s 6s 8s 9s Qh Kh 2d Qd 3c JK",
        "As 2s Ks 3c 4c 5c JK 9h 9d Th Jh",
        "7s 7h 7d 8s 8h 9c Tc Jc 2h JK Kd",
    ],
    "gin": ["4s 5s 6s 9h 9d 9c Kd Ks 2c 3h 7s"],
    "rummikub": ["1r 2r 3r 5b 5k 5y 9b JK 10r 11r 12k"],
}
TAP = """async (card) => {
  const main = document.querySelector('main'), begun = performance.now();
  document.querySelector(`.dock .key[data-card="${card}"]`).click();
  while (main.hasAttribute('aria-busy')) await new Promise((done) => setTimeout(done, 1));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - begun;
}"""


def taps(page: Any, hand: str) -> list[float]:
    return [page.evaluate(TAP, card) for card in hand.split()]


def measured(address: str) -> dict[str, list[float]]:
    """Milliseconds of every tap, by variant."""
    found: dict[str, list[float]] = {}
    with browser() as opened:
        for variant, hands in HANDS.items():
            for hand in hands:
                page = settled(open_page(opened, f"{address}#v={variant}"))
                page.wait_for_timeout(500)  # the variant's first question is asked before the first tap
                found.setdefault(variant, []).extend(taps(page, hand))
                page.context.close()
    return found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--export", help="the folder of an exported page")
    folder = parser.parse_args().export
    if folder:
        files = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
        threading.Thread(target=files.serve_forever, daemon=True).start()
        found = measured(f"http://127.0.0.1:{files.server_port}/")
        files.shutdown()
    else:
        server = Server("--workers", "2")
        try:
            found = measured(f"http://127.0.0.1:{server.port}/")
        finally:
            server.stop()
    for variant, times in found.items():
        slowest = sorted(times)[-3:]
        print(
            f"{variant}: median {statistics.median(times):.0f} ms, slowest {', '.join(f'{one:.0f}' for one in slowest)} ms"
        )


if __name__ == "__main__":
    main()
