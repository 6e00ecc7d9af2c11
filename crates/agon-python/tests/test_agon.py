"""The tests of the package: examples, encodings, exceptions, the environments. Run by `.ci/python`."""

import copy
import doctest
import pathlib
import pickle
import random
import unittest
import warnings

import agon
import agon.pettingzoo
import numpy as np


def load_tests(loader, tests, ignore):
    """Adds the examples of the documentation, those of the native classes among them."""
    for module in (agon, agon.pettingzoo):
        suite = doctest.DocTestSuite(module)
        tests.addTests(suite)
    assert doctest.DocTestSuite(agon).countTestCases() >= 12
    readme = pathlib.Path(__file__).parent.parent / "README.md"
    tests.addTests(doctest.DocFileSuite(str(readme), module_relative=False))
    return tests


class Games(unittest.TestCase):
    def test_perft(self):
        counts = {"snorkels": [49, 2401, 112896], "symbol": [14, 196, 5320], "nika": [67, 2095]}
        for name, expected in counts.items():
            game = agon.Rules(name).start()
            found = [game.perft(depth + 1) for depth in range(len(expected))]
            if name == "nika":
                self.assertEqual(found[1], expected[1])
            else:
                self.assertEqual(found, expected)
            self.assertEqual(sum(game.perft(2, divide=True).values()), found[1])
            self.assertEqual(game.perft(0), 1)

    def test_encodings_along_random_games(self):
        rng = random.Random(1)
        for name in agon.games():
            rules = agon.Rules(name)
            for number in range(4):
                game = rules.start()
                for _ in range(150):
                    if game.is_over:
                        break
                    actions = game.legal_actions()
                    mask = agon.action_mask(game)
                    self.assertEqual(len(actions), len(game._mask().replace(b"\0", b"")))
                    self.assertEqual(sorted(actions), np.flatnonzero(mask).tolist())
                    self.assertEqual(len(set(actions.values())), len(actions))
                    for player in (0, 1):
                        planes = agon.observation(game, player)
                        self.assertEqual(planes.shape, rules.observation_shape)
                        self.assertTrue(np.isfinite(planes).all() and (planes >= -1).all() and (planes <= 10).all())
                    index, text = rng.choice(list(actions.items()))
                    by_text = game.copy()
                    by_text.play_action(text)
                    game.play_action(index)
                    self.assertEqual((by_text.position, by_text.key), (game.position, game.key))
                self.assertEqual(sum(game.returns), 0)

    def test_turns_and_undo(self):
        for name in agon.games():
            game = agon.Rules(name).start()
            positions = []
            for number in range(20):
                turn = game.random_turn(number)
                if turn is None:
                    break
                positions.append(game.position)
                self.assertTrue(game.is_legal(turn))
                game.play(turn)
            again = agon.Rules(name).start()
            again.play_all(game.turns)
            self.assertEqual(again.position, game.position)
            while positions:
                self.assertTrue(game.undo())
                self.assertEqual(game.position, positions.pop())
            self.assertFalse(game.undo())

    def test_exceptions(self):
        self.assertRaises(agon.UnknownGame, agon.Rules, "chess")
        self.assertRaises(agon.InvalidOption, agon.Rules, "snorkels", colour=3)
        self.assertRaises(agon.InvalidPosition, agon.Rules("nika").start, "nothing")
        game = agon.Rules("snorkels", size=3).start()
        for call in [lambda: game.play("z9"), lambda: game.play_action(64), lambda: game.play_all("a1 a1")]:
            self.assertRaises(agon.IllegalTurn, call)
        self.assertRaises(ValueError, game.resign, 2)
        self.assertEqual(game.turns, [])
        game.resign()
        self.assertEqual(game.returns, (-1.0, 1.0))
        self.assertRaises(agon.IllegalTurn, game.play, "a1")
        self.assertRaises(agon.AgonError, agon.Engine().search, game, nodes=1)
        self.assertRaises(agon.AgonError, agon.Engine().search, agon.Rules("nika").start())
        self.assertRaises(agon.InvalidOption, agon.Engine, Speed=1)

    def test_values(self):
        rules = agon.Rules("snorkels", size=5, pie=False, stone_cells="c3")
        self.assertEqual(pickle.loads(pickle.dumps(rules)), rules)
        self.assertNotEqual(rules, agon.Rules("snorkels"))
        self.assertEqual(len({rules, agon.Rules("snorkels", stone_cells="c3", size=5, pie=False)}), 1)
        self.assertEqual(copy.deepcopy(rules.start()).position, "5/5/2#2/5/5 p 1 -")

    def test_search(self):
        for name in agon.games():
            for search in ["alphabeta", "mcts"]:
                engine = agon.Engine(Search=search, MultiPV=2, Hash=4)
                game = agon.Rules(name).start()
                game.play(game.random_turn(3))
                found = engine.search(game, nodes=300)
                self.assertTrue(game.is_legal(found.turn))
                self.assertEqual(found.lines[0].pv[0], found.turn)
        # Within a turn the rest of the turn is searched.
        game = agon.Rules("nika").start()
        game.play_action("-")
        game.play(agon.Engine().search(game, nodes=500).turn)
        self.assertEqual(game.player, 1)
        # The swap is legal because the rules say so.
        game = agon.Rules("snorkels", size=3).start()
        game.play("b2")
        self.assertEqual(agon.Engine().search(game, depth=9).turn, "swap")

    def test_self_play(self):
        rules, engine = agon.Rules("snorkels", size=4), agon.Engine(Hash=1)
        first, second = (
            [game.turns for game in agon.self_play(rules, engine, 2, nodes=60, seed=5)] for _ in range(2)
        )
        self.assertEqual(first, second)
        self.assertNotEqual(first[0], first[1])


class Environments(unittest.TestCase):
    def test_pettingzoo(self):
        from agon.pettingzoo import env, raw_env
        from pettingzoo.test import api_test

        for name, cycles in [("snorkels", 200), ("nika", 100), ("symbol", 60)]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(env(name), num_cycles=cycles, verbose_progress=False)
                api_test(raw_env(name, max_steps=30), num_cycles=cycles, verbose_progress=False)

    def test_an_illegal_action_loses(self):
        from agon.pettingzoo import env

        environment = env("snorkels", size=3, render_mode="ansi")
        environment.reset()
        environment.step(0)
        environment.step(0)
        self.assertEqual(environment.rewards["player_1"], -1)
        self.assertTrue(all(environment.terminations.values()))
        self.assertIn("a b c", environment.render())


if __name__ == "__main__":
    unittest.main()
