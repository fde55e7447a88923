"""Where a smallest example is found: cases on which two variants differ, proposed smallest first, judged, stored.

`judging.judge` asks every operation for cards; `turns` searches plays; `store` keeps what was found before. Proofs,
kits and the reference ask here and nowhere else.
"""
