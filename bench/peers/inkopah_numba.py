"""The war over Inkopah as people write it with Numba: one compiled loop, one core.

Covers: income, declaration, the pollster's peace votes, arrivals, deployment of all
units, support with war costs, the randomizer 2d10-11, victory, defeat and surrender
with their effects and bounds, weariness, the horizon; odds, lengths of games and of
wars, sums of the final values.
Leaves out: any other scenario (the rules are constants in the code), purchases and
insolvency, which do not come up here, policies that can be exchanged, curves turn by
turn, exact histograms, signatures, and games that can be played again alone.

    python inkopah_numba.py GAMES
"""

import json
import sys
import time

import numpy as np
from numba import njit

VICTORY, DEFEAT, UNRESOLVED = 0, 1, 2


@njit
def play(games, seed, horizon, v, patience):
    np.random.seed(seed)
    outcomes = np.zeros((3, horizon + 1), np.int64)
    war_turns = 0
    sums = np.zeros(4, np.int64)
    for _ in range(games):
        approval, fervor, treasury, income, territories = 60, 0, 100, 30, 0
        cavalry, infantry = 2, 0
        total, turn, outcome, length = 0, 0, UNRESOLVED, 0
        while turn < horizon:
            turn += 1
            if turn == 3:
                infantry += 1
            treasury += income
            if turn == 1:
                approval = min(approval + 12, 100)
            elif approval < patience:
                outcome, length = DEFEAT, turn - 1
                approval = max(approval - 48, 0)
                fervor += 3
                treasury -= 2 * cavalry + infantry
                break
            treasury -= 3 * (2 * cavalry + infantry)
            length = turn
            total += 3 * cavalry + 2 * infantry
            total += np.random.randint(1, 11) + np.random.randint(1, 11) - 11
            if total > v:
                outcome = VICTORY
                approval = min(approval + 8, 100)
                break
            if total < 0:
                outcome = DEFEAT
                approval = max(approval - 48, 0)
                fervor += 3
                break
            if turn > 1:
                approval = max(approval - 4, 0)
                fervor += 1
        outcomes[outcome, turn] += 1
        war_turns += length
        sums[0] += approval
        sums[1] += fervor
        sums[2] += treasury
        sums[3] += territories
    return outcomes, war_turns, sums


def main():
    games = int(sys.argv[1])
    play(100, 1, 40, 13, 64)  # compiled here, outside the time
    began = time.process_time()
    outcomes, war_turns, _ = play(games, 1, 40, 13, 64)
    spent = time.process_time() - began
    print(json.dumps({"Ns": spent * 1e9 / games, "Odds": outcomes[VICTORY].sum() / games, "Length": war_turns / games}))


main()
