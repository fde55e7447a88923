"""A legal knock that OpenSpiel's gin does not list: the state of docs/peers.md, dealt card by card.

ENVIRONMENT/bin/python examples/peers/open_spiel_knock.py
"""

import pyspiel

HAND = ["Ac", "4c", "5c", "6c", "4d", "5d", "6d", "2h", "3s", "4s"]
TAKEN = "6s"  # the card turned up: player 0 takes it, and may then discard it and knock with 10

utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
state = pyspiel.load_game("gin_rummy").new_initial_state()
wanted = utils.card_strings_to_card_ints(HAND)
(upcard,) = utils.card_strings_to_card_ints([TAKEN])
others = [card for card in range(52) if card not in (*wanted, upcard)]
dealt = 0
while state.is_chance_node():
    legal = state.legal_actions()
    card = wanted[dealt] if dealt < 10 else others[dealt - 10] if dealt < 20 else upcard
    assert card in legal
    state.apply_action(card)
    dealt += 1
mover = state.current_player()
print(f"player {mover} may take the card turned up:", [state.action_to_string(mover, a) for a in state.legal_actions()])
state.apply_action(state.legal_actions()[0])
names = [state.action_to_string(mover, action) for action in state.legal_actions()]
print(state)
print("legal:", names)
print("knock listed:", any("Knock" in name for name in names))
