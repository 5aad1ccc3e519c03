"""The war over Inkopah as people write it with NumPy: all games at once, a turn at a time.

Covers and leaves out what inkopah_numba.py does.

    python inkopah_numpy.py GAMES
"""

import json
import sys
import time

import numpy as np

VICTORY, DEFEAT, UNRESOLVED = 0, 1, 2


def play(games, seed, horizon=40, v=13, patience=64):
    rng = np.random.default_rng(seed)
    approval = np.full(games, 60)
    fervor = np.zeros(games, int)
    treasury = np.full(games, 100)
    total = np.zeros(games, int)
    outcome = np.full(games, UNRESOLVED)
    turns = np.full(games, horizon)
    length = np.full(games, horizon)
    on = np.arange(games)  # games that are still on
    cavalry, infantry, income = 2, 0, 30
    for turn in range(1, horizon + 1):
        if turn == 3:
            infantry += 1
        treasury[on] += income
        if turn == 1:
            approval = np.minimum(approval + 12, 100)
        else:
            weary = approval[on] < patience
            gone = on[weary]
            outcome[gone], turns[gone], length[gone] = DEFEAT, turn, turn - 1
            approval[gone] = np.maximum(approval[gone] - 48, 0)
            fervor[gone] += 3
            treasury[gone] -= 2 * cavalry + infantry
            on = on[~weary]
        treasury[on] -= 3 * (2 * cavalry + infantry)
        dice = rng.integers(1, 11, (2, on.size)).sum(axis=0) - 11
        total[on] += 3 * cavalry + 2 * infantry + dice
        won, lost = on[total[on] > v], on[total[on] < 0]
        outcome[won], turns[won], length[won] = VICTORY, turn, turn
        approval[won] = np.minimum(approval[won] + 8, 100)
        outcome[lost], turns[lost], length[lost] = DEFEAT, turn, turn
        approval[lost] = np.maximum(approval[lost] - 48, 0)
        fervor[lost] += 3
        on = on[(total[on] <= v) & (total[on] >= 0)]
        if turn > 1:
            approval[on] = np.maximum(approval[on] - 4, 0)
            fervor[on] += 1
        if on.size == 0:
            break
    counts = np.zeros((3, horizon + 1), int)
    np.add.at(counts, (outcome, turns), 1)
    sums = approval.sum(), fervor.sum(), treasury.sum()
    return counts, length.sum(), sums


def main():
    games = int(sys.argv[1])
    began = time.process_time()
    counts, war_turns, _ = play(games, 1)
    spent = time.process_time() - began
    print(json.dumps({"Ns": spent * 1e9 / games, "Odds": counts[VICTORY].sum() / games, "Length": war_turns / games}))


main()
