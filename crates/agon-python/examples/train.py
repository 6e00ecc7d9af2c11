"""Trains a network to play Snorkels on 5 x 5 by self-play, with PyTorch on one core, in about ten minutes.

Each round plays games by a tree search with the network, and trains the network to predict the visits and the results. At the end the
network plays matches against a level of the engine.

    pip install torch
    python examples/train.py [--rounds 30] [--level 4] [--matches 200] [--save network.pt] [--load network.pt]
"""

from __future__ import annotations

import argparse
import math
import time

import agon
import numpy as np
import torch
from torch import nn
from torch.nn import functional

SIZE = 5
RULES = agon.Rules("snorkels", size=SIZE)
PLANES = RULES.observation_shape[0]
SWAP = 64
# The indices of the cells of the board, by ranks.
CELLS = np.array([8 * rank + file for rank in range(SIZE) for file in range(SIZE)])
# A policy of the network: the cells, then the swap.
ACTIONS = np.append(CELLS, SWAP)


class Network(nn.Module):
    """Convolutions, then logits of the cells and of the swap, and the value for the player to act."""

    def __init__(self, channels: int = 48, layers: int = 5) -> None:
        super().__init__()
        widths = [PLANES] + [channels] * layers
        self.body = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in zip(widths, widths[1:]))
        self.cells = nn.Conv2d(channels, 1, 1)
        self.swap = nn.Linear(channels, 1)
        self.value = nn.Sequential(nn.Linear(2 * channels, 32), nn.ReLU(), nn.Linear(32, 1), nn.Tanh())

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        for number, layer in enumerate(self.body):
            convolved = layer(planes)
            planes = functional.relu(convolved if number == 0 else convolved + planes)
        mean, greatest = planes.mean((2, 3)), planes.amax((2, 3))
        policy = torch.cat([self.cells(planes).flatten(1), self.swap(mean)], 1)
        return policy, self.value(torch.cat([mean, greatest], 1)).squeeze(1)


def evaluator(network: Network):
    """The function that the tree search calls with its leaves."""
    network.eval()

    def evaluate(leaves: agon.Leaves) -> tuple[np.ndarray, np.ndarray]:
        with torch.inference_mode():
            policy, values = network(torch.from_numpy(leaves.observations[:, :, :SIZE, :SIZE].copy()))
        logits = np.full((len(leaves), RULES.num_actions), -np.inf, np.float32)
        logits[:, ACTIONS] = policy.numpy()
        return logits, values.numpy()

    return evaluate


def samples(played: agon.SelfPlay) -> list[torch.Tensor]:
    """Planes, policies and results, each on the eight images of the board."""
    planes = played.observations[:, :, :SIZE, :SIZE]
    policies = played.policies()
    cells, swap = policies[:, CELLS].reshape(-1, SIZE, SIZE), policies[:, [SWAP]]
    images = []
    for flip in (False, True):
        for turns in range(4):
            image = [np.rot90(each[..., ::-1] if flip else each, turns, (-2, -1)) for each in (planes, cells)]
            policy = np.concatenate([image[1].reshape(len(swap), -1), swap], 1)
            images.append((image[0], policy, played.results))
    return [torch.from_numpy(np.concatenate(each).astype(np.float32)) for each in zip(*images)]


def train(network: Network, optimizer: torch.optim.Optimizer, data: list[torch.Tensor], steps: int) -> float:
    """Trains for some steps. Returns the mean loss."""
    network.train()
    total = 0.0
    for _ in range(steps):
        chosen = torch.randint(len(data[0]), (256,))
        planes, policies, results = (each[chosen] for each in data)
        logits, values = network(planes)
        loss = functional.cross_entropy(logits, policies) + functional.mse_loss(values, results)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / steps


def match(network: Network, level: int, games: int, playouts: int) -> tuple[int, int]:
    """Games against a level of the engine, with changing sides: those that the network wins, and all."""
    evaluate, wins = evaluator(network), 0
    for number in range(games):
        engine = agon.Engine(Skill_Level=level, Seed=number)
        game = RULES.start()
        while not game.is_over:
            if game.player == number % 2:
                game.play(agon.mcts(game, evaluate, playouts, batch=8).action)
            else:
                game.play(engine.search(game, nodes=100_000).turn)
        wins += game.result.winner == number % 2
    return wins, games


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval of 95% for the probability of a win."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - width) / (1 + z * z / games), (middle + width) / (1 + z * z / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=128, help="games of a round")
    parser.add_argument("--playouts", type=int, default=64, help="playouts for each turn")
    parser.add_argument("--level", type=int, default=4)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--load")
    parser.add_argument("--save")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    network = Network()
    if arguments.load:
        network.load_state_dict(torch.load(arguments.load))
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3, weight_decay=1e-5)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, max(arguments.rounds, 1), 1e-4)
    start, recent = time.process_time(), []
    for number in range(arguments.rounds):
        played = agon.play_games(
            RULES, evaluator(network), arguments.games, parallel=128, playouts=arguments.playouts, drawn=6, seed=number
        )
        recent = recent[-9:] + [samples(played)]
        data = [torch.cat(each) for each in zip(*recent)]
        loss = train(network, optimizer, data, steps=150)
        schedule.step()
        seconds = time.process_time() - start
        print(f"round {number + 1}: {len(played)} positions, loss {loss:.3f}, {seconds:.0f} s", flush=True)
    if arguments.save:
        torch.save(network.state_dict(), arguments.save)
    if arguments.matches:
        wins, games = match(network, arguments.level, arguments.matches, playouts=200)
        low, high = interval(wins, games)
        print(f"against level {arguments.level}: {wins} of {games} won, {low:.0%} to {high:.0%}")


if __name__ == "__main__":
    main()
