"""Ask meldproof from another programme: `python ask.py meldproof serve`. One JSON object a line, both ways."""

import json
import subprocess
import sys

QUESTIONS = [
    {"id": 1, "ask": "solve", "variant": "gin", "cards": "4s 5s 6s 9h 9d 9c Kd", "discard": "required"},
    {"id": 2, "ask": "check", "variant": "argentino", "cards": "4s 5s JK 2d 8s", "lang": "es"},
]
with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as meldproof:
    for question in QUESTIONS:
        meldproof.stdin.write(json.dumps(question) + "\n")
        meldproof.stdin.flush()
        reply = json.loads(meldproof.stdout.readline())
        if "error" in reply:
            print(reply["id"], reply["error"]["message"])
        elif "melds" in reply["answer"]:
            print(reply["id"], [meld["cards"] for meld in reply["answer"]["melds"]], reply["answer"]["value"]["score"])
        else:
            print(reply["id"], reply["answer"]["legal"], [broken["clause"] for broken in reply["answer"]["violations"]])
    meldproof.stdin.close()
