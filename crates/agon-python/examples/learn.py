"""Trains a small network to play Snorkels on 4 x 4, with numpy only, in about a minute.

The network estimates the chance of winning of the player who has just played, from the planes of the position after the turn. It plays
both sides, mostly the turn with the best estimate, and learns the result of each game for all of its positions.

    python examples/learn.py [--games 1500]
"""

import argparse
import time

import agon
import numpy as np

RULES = agon.Rules("snorkels", size=4, pie=False)
INPUTS = int(np.prod(RULES.observation_shape))
HIDDEN = 64


class Network:
    """One hidden layer, trained by gradient descent on squared errors."""

    def __init__(self, rng):
        self.first = rng.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN))
        self.second = rng.normal(0, HIDDEN**-0.5, HIDDEN)

    def __call__(self, planes):
        return 1 / (1 + np.exp(-(np.maximum(planes @ self.first, 0) @ self.second)))

    def train(self, planes, results, rate):
        hidden = np.maximum(planes @ self.first, 0)
        found = 1 / (1 + np.exp(-(hidden @ self.second)))
        slope = (found - results) * found * (1 - found) / len(results)
        back = np.outer(slope, self.second) * (hidden > 0)
        self.second -= rate * hidden.T @ slope
        self.first -= rate * planes.T @ back


def after(game, index):
    """The planes after an action, as its player sees them."""
    player = game.player
    copy = game.copy()
    copy.play_action(index)
    return agon.observation(copy, player).ravel()


def choose(game, network, rng, exploration):
    """The index of an action and the planes after it."""
    actions = game.legal_indices()
    if network is None or rng.random() < exploration:
        index = rng.choice(actions)
        return index, after(game, index)
    planes = np.array([after(game, index) for index in actions])
    best = int(np.argmax(network(planes)))
    return actions[best], planes[best]


def play(networks, rng, exploration=0.0):
    """A game: the planes after each turn, who played it, and the returns."""
    game = RULES.start()
    seen, players = [], []
    while not game.is_over:
        players.append(game.player)
        index, planes = choose(game, networks[game.player], rng, exploration)
        seen.append(planes)
        game.play_action(index)
    return np.array(seen), np.array(players), game.returns


def score(network, rng, games=200):
    """The share of games won against random play."""
    wins = 0
    for number in range(games):
        side = number % 2
        networks = (network, None) if side == 0 else (None, network)
        wins += play(networks, rng)[2][side] > 0
    return wins / games


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1500)
    games = parser.parse_args().games
    rng = np.random.default_rng(1)
    network = Network(rng)
    start = time.time()
    print(f"before: {score(network, rng):.0%} of the games against random play are won")
    for number in range(games):
        planes, players, returns = play((network, network), rng, exploration=0.15)
        network.train(planes, (np.array(returns)[players] + 1) / 2, rate=0.5)
    print(f"after {games} games and {time.time() - start:.0f} s: {score(network, rng):.0%}")


if __name__ == "__main__":
    main()
