"""What a deal gives to each player, and what that does to the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain_judge.demands import fits
from plain_judge.rearranged import UnjudgedError

if TYPE_CHECKING:
    from plain_judge.turns import Judge


def of_deal(game: Judge) -> list[int | None]:
    """Points by player; None where a hidden hand decides."""
    rules, closer = game.rules, game.closer
    costs: list[int | None] = [
        None if hand.hidden else sum(map(rules.hand_points, hand.known.elements())) for hand in game.hands
    ]
    flat, times = rules.get("scoring.unopened", "as-held"), multiplied(game)
    for player in game.alive if flat != "as-held" else ():
        costs[player] = costs[player] if game.opened[player] else flat
    if rules["scoring.cap"] != "any":
        if times != 1:
            raise UnjudgedError("whether a cap comes before what is multiplied")
        costs = [None if cost is None else min(cost, rules["scoring.cap"]) for cost in costs]
    costs = [None if cost is None else cost * times for cost in costs]
    costs = [game.gone.get(player, cost) for player, cost in enumerate(costs)]
    points: list[int | None] = [0] * game.players
    if rules["scoring.hand"] == "difference":
        points = of_knock(game, costs)
    elif rules["scoring.hand"] == "penalty":
        goes_out = rules["close.by"] == "empty-hand"
        points = [0 if player == closer and goes_out else cost for player, cost in enumerate(costs)]
        if closer is not None and not goes_out and not len(game.hands[closer]):
            points[closer] = rules["knock.gin_bonus"]
        if rules.get("scoring.partner") == "subtracts" and game.sides < game.players and closer is not None:
            partner = (closer + game.sides) % game.players
            points[partner] = -costs[partner] if costs[partner] is not None else None
    elif rules["scoring.hand"] == "melded-minus-hand":
        points = [None if cost is None else laid_by(game, player) - cost for player, cost in enumerate(costs)]
    elif rules["scoring.hand"] == "transfer":
        points = of_transfer(closer, costs)
    elif rules["scoring.hand"] == "collect":
        others = [cost for player, cost in enumerate(costs) if player != closer]
        points = [
            0 if player != closer else None if None in others else sum(map(int, others))
            for player in range(game.players)
        ]
    elif rules["scoring.hand"] != "none":
        raise UnjudgedError(f"scoring {rules['scoring.hand']}")
    for player in game.alive if closer is not None else ():
        name = "closer" if player == closer else "others"
        more = rules.get(f"scoring.{name}", 0) * times
        if player == closer and player not in game.laid_before:
            more += rules.get("scoring.at_once_points", 0)
        points[player] = None if points[player] is None else points[player] + more
    for player in run_bonuses(game):
        points = [
            value if other == player or value is None else value + rules["bonus.others"]
            for other, value in enumerate(points)
        ]
    packet = int(rules.stepped("deal.cards", len(game.alive))) * len(game.alive) + int(
        bool(rules.get("deal.cut_counts_upcard"))
    )
    if rules.get("deal.cut_bonus") and game.cut == packet:
        cutter = next(seat for seat in range(game.players) if game.after(seat) == game.dealer)
        points[cutter] = None if points[cutter] is None else points[cutter] + rules["deal.cut_bonus"]
    return points


def multiplied(game: Judge) -> int:
    """By how much a close multiplies: all laid in one turn, a wild thrown away to close."""
    rules, times = game.rules, 1
    if game.closer is None:
        return 1
    if game.closer not in game.laid_before:
        times *= rules.get("scoring.at_once_factor", 1)
    times *= game.factor
    if game.thrown is not None and rules.is_wild_card(game.thrown):
        times *= rules.get("scoring.wild_discard_factor", 1)
    return int(times)


def of_transfer(closer: int | None, costs: list[int | None]) -> list[int | None]:
    """What the others hold goes to the closer; with no closer, what they hold above the lowest goes to that one."""
    known = [cost for cost in costs if cost is not None]
    if closer is None and len(known) < len(costs):
        return [None] * len(costs)
    lowest = 0 if closer is not None else min(known)
    if closer is None and known.count(lowest) > 1 and max(known) > lowest:
        raise UnjudgedError("several lowest hands")
    winner = known.index(lowest) if closer is None else closer
    points = [None if cost is None else lowest - cost for cost in costs]
    others = [value for player, value in enumerate(points) if player != winner]
    points[winner] = None if None in others else -sum(value for value in others if value is not None)
    return points


def laid_by(game: Judge, player: int) -> int:
    return sum(
        game.rules.slot_points(lying.meld, index)
        for lying in game.table
        for index, layer in enumerate(lying.layers)
        if layer == player
    )


def run_bonuses(game: Judge) -> list[int]:
    """Whom each long run on the table counts for."""
    size, found = game.rules.get("bonus.size", 0), []
    for lying in game.table:
        if size and lying.meld.kind == "run" and len(lying.meld.cards) >= size:
            if game.rules["bonus.laid_by"] == "anyone":
                found.append(lying.owner)
            found += [
                who
                for who in set(lying.layers)
                if game.rules["bonus.laid_by"] == "one-player" and lying.layers.count(who) >= size
            ]
    return found


def of_knock(game: Judge, costs: list[int | None]) -> list[int | None]:
    """The difference of deadwood, with the bonuses of gin and of the undercut."""
    rules, knocker = game.rules, game.closer
    points: list[int | None] = [0] * game.players
    if knocker is None:
        return points
    seats = [player for player in game.alive if player != knocker]
    others = [cost for cost in (costs[player] for player in seats) if cost is not None]
    mine = costs[knocker]
    if not len(game.hands[knocker]):
        known = len(others) == len(seats)
        points[knocker] = sum(others) + rules["knock.gin_bonus"] * len(seats) if known else None
        return points
    if mine is None or len(others) < len(seats):
        return [None] * game.players
    lowest = min(others)
    if lowest > mine or (lowest == mine and not rules["knock.undercut_tie"]):
        points[knocker] = sum(others) - mine * len(others)
        return points
    winners = [player for player, cost in zip(seats, others, strict=True) if cost == lowest]
    apart = [cost - lowest for cost in (mine, *others) if cost > lowest or (cost == mine and lowest == mine)]
    for player, cost in zip(seats, others, strict=True):
        gained = sum(one // len(winners) for one in apart) if player in winners else 0
        tied = player in winners and cost == mine and rules.get("knock.undercut_tie_bonus", True)
        points[player] = gained + (rules["knock.undercut_bonus"] if cost < mine or tied else 0)
    return points


def enter(game: Judge, points: list[int | None]) -> None:
    """The points go into the score; the match may end."""
    rules, before_deal = game.rules, list(game.alive)
    for player, value in enumerate(points):
        side = game.side(player)
        before = game.scores[side]
        game.scores[side] = None if value is None or before is None else before + value
    known = [score for score in game.scores if score is not None]
    end = rules["match.end"]
    if len(known) < len(game.scores):
        return
    high = rules["match.winner"] == "highest"
    best = max(known) if high else min(known)
    leaders = [side for side, score in enumerate(known) if score == best]
    if winners := at_a_stroke(game):
        game.match_over, game.report.winners = True, winners
        return
    if end == "target":
        over = max(known) >= rules["match.points"]
    elif end == "deals":
        over = game.number >= rules["match.deals"]
    elif end == "elimination":
        game.alive = [player for player in range(game.players) if known[game.side(player)] < rules["match.points"]]
        left = sorted({game.side(player) for player in game.alive})
        last = {game.side(player) for player in before_deal}
        lowest = min(known[side] for side in last)
        over, leaders = len(left) < 2, left or [side for side in sorted(last) if known[side] == lowest]
        if not left and len(leaders) > 1:
            raise UnjudgedError("a tie of players who are all out")
    elif end == "one-deal":
        over, leaders = True, [] if game.closer is None else [game.side(game.closer)]
    else:
        raise UnjudgedError(f"match end {end}")
    game.match_over = over and (len(leaders) == 1 or rules["match.ties"] == "shared")
    if game.match_over:
        game.report.winners = leaders


def at_a_stroke(game: Judge) -> list[int]:
    """Who shows a meld that wins the match."""
    rules, found = game.rules, set()
    for demand in rules.get("bonus.melds") or []:
        if demand.get("then") != "match" or rules["melding.at"] != "close":
            raise UnjudgedError("a bonus of melds")
        shown = dict(game.shown_by)
        if game.closer is not None:
            shown[game.closer] = game.shown
        found |= {game.side(player) for player, melds in shown.items() for meld in melds if fits(rules, meld, demand)}
    if len(found) > 1:
        raise UnjudgedError("several who win the match in one deal")
    return sorted(found)
