"""The tests of the package: examples, encodings, exceptions. Run by `.ci/python`."""

import copy
import doctest
import pathlib
import pickle
import random
import threading
import time
import unittest

import agon
import agon._agon
import agon.gymnasium
import agon.pettingzoo
import numpy as np


def load_tests(loader, tests, ignore):
    """Adds the examples of the documentation, those of the native classes among them."""
    for module in (agon, agon._agon, agon.gymnasium, agon.pettingzoo):
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
                    self.assertEqual(len(actions), len(game._mask(False).replace(b"\0", b"")))
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

    def test_parts_along_random_games(self):
        for name in agon.games():
            rules = agon.Rules(name)
            sizes = [size for _, size in rules.action_parts]
            for number in range(6):
                game = rules.start()
                for step in range(100):
                    if game.is_over:
                        self.assertEqual(game.legal_parts().shape, (0, len(sizes)))
                        break
                    turned = (number + step) % 2 == 1
                    indices, parts = game.legal_indices(turned), game.legal_parts(turned)
                    self.assertEqual(parts.shape, (len(indices), len(sizes)))
                    self.assertTrue((parts >= 0).all() and (parts < sizes).all())
                    choice = (7 * step + number) % len(indices)
                    self.assertEqual(game.parts_of(indices[choice], turned), parts[choice].tolist())
                    self.assertEqual(game.index_of(parts[choice].tolist(), turned), indices[choice])
                    # Each mask is that of the legal actions that begin with the parts before it.
                    for chosen in range(len(sizes)):
                        prefix = parts[choice, :chosen]
                        alike = (parts[:, :chosen] == prefix).all(axis=1)
                        mask = game.part_mask(prefix.tolist(), turned)
                        self.assertEqual(mask.shape, (sizes[chosen],))
                        self.assertEqual(np.flatnonzero(mask).tolist(), np.unique(parts[alike, chosen]).tolist())
                    game.play_action(indices[choice], turned)
        game = agon.Rules("symbol").start()
        self.assertRaises(agon.IllegalTurn, game.index_of, [7] + [0] * 9)
        self.assertRaises(agon.IllegalTurn, game.parts_of, 48)
        self.assertRaises(ValueError, game.part_mask, [0] * 10)
        self.assertEqual(game.part_mask([7]).sum(), 0)

    def test_turned_boards(self):
        # The second player of Symbol sees what the first one would see on the board rotated by 180 degrees.
        first = agon.Rules("symbol").start("x7/x2,k,x4/x7/x7/x7/x5,KL,x/x7 1 A/w - -")
        second = agon.Rules("symbol").start("x7/x,kl,x5/x7/x7/x7/x4,K,x2/x7 2 W/a - -")
        self.assertTrue(np.array_equal(agon.observation(first), agon.observation(second, turned=True)))
        self.assertFalse(np.array_equal(agon.observation(first), agon.observation(second)))
        self.assertEqual(first.legal_indices(), second.legal_indices(turned=True))
        self.assertNotEqual(first.legal_indices(), second.legal_indices())
        self.assertTrue(np.array_equal(first.legal_parts(), second.legal_parts(turned=True)))
        for name in agon.games():
            game = agon.Rules(name).start()
            rng = random.Random(3)
            for _ in range(60):
                if game.is_over:
                    break
                plain, turned = game.legal_actions(), game.legal_actions(turned=True)
                self.assertEqual(sorted(plain.values()), sorted(turned.values()))
                self.assertEqual(sorted(turned), np.flatnonzero(agon.action_mask(game, turned=True)).tolist())
                # The first seat sees the board as it is.
                if game.seat == 0 or name == "snorkels":
                    self.assertEqual(plain, turned)
                index = rng.choice(list(turned))
                by_text = game.copy()
                by_text.play_action(turned[index])
                game.play_action(index, turned=True)
                self.assertEqual(game, by_text)
            self.assertRaises(agon.IllegalTurn, game.play_action, 200_000, True)

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

    def test_matches_are_values(self):
        for name in agon.games():
            rules = agon.Rules(name)
            game = rules.start()
            for number in range(6):
                game.play(game.random_turn(number))
            again = rules.start()
            again.play_all(game.turns)
            self.assertEqual((game, hash(game)), (again, hash(again)))
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            again.undo()
            self.assertNotEqual(game, again)
            self.assertNotEqual(rules.start(), rules.start(game.position))
            self.assertFalse(game == name)
        # A turn in progress, a resignation and an agreement are parts of the value.
        variants = [agon.Rules("nika").start() for _ in range(5)]
        variants[1].play_action("-")
        variants[2].resign(0)
        variants[3].resign(1)
        variants[4].agree_draw()
        self.assertEqual(len(set(variants)), 5)
        for game in variants:
            copied = pickle.loads(pickle.dumps(game))
            self.assertEqual((copied, copied.result, copied.pending), (game, game.result, game.pending))
        self.assertNotEqual(agon.Rules("snorkels", pie=False).start(), agon.Rules("snorkels").start())

    def test_engines_pickle_their_options(self):
        engine = agon.Engine(Search="mcts", Skill_Level=3, Hash=2)
        copied = pickle.loads(pickle.dumps(engine))
        self.assertEqual(repr(copied), "Engine(Hash='2', Search='mcts', Skill_Level='3')")
        game = agon.Rules("snorkels", size=4).start()
        self.assertEqual(copied.search(game, nodes=100).turn, engine.search(game, nodes=100).turn)

    def test_visits_policy_and_value(self):
        for name in agon.games():
            game = agon.Rules(name).start()
            for number in range(2):
                game.play(game.random_turn(number))
            actions = set(game.legal_actions().values())
            found = agon.Engine(Search="mcts", Solver=False).search(game, nodes=400)
            self.assertLessEqual(set(found.visits), actions)
            self.assertEqual(list(found.visits.values()), sorted(found.visits.values(), reverse=True))
            self.assertTrue(350 <= sum(found.visits.values()) <= 400, found.visits)
            self.assertAlmostEqual(sum(found.policy.values()), 1)
            self.assertEqual(found.value, 2 * found.win_rate - 1)
            found = agon.Engine(Search="alphabeta", Solver=False).search(game, nodes=400)
            self.assertEqual((found.visits, set(found.policy)), ({}, actions))
            self.assertAlmostEqual(sum(found.policy.values()), 1)
            self.assertGreater(len(set(found.policy.values())), 1)

    def test_rollouts(self):
        for name in agon.games():
            game = agon.Rules(name).start()
            self.assertEqual(game.rollouts(20, seed=4, limit=300), game.rollouts(20, seed=4, limit=300))
            self.assertEqual(game.rollouts(3, limit=1), (0, 3, 0))
            copied = game.copy()
            played = copied.play_random(seed=9, limit=7)
            self.assertEqual((played, game.turns), (7, []))
            game.play_random(seed=9, limit=7)
            self.assertEqual(game, copied)
        won = agon.Rules("snorkels").start()
        won.resign(0)
        self.assertEqual((won.rollouts(5), won.play_random(1)), ((0, 0, 5), 0))

    def test_other_threads_run_during_searches_and_rollouts(self):
        game, engine = agon.Rules("snorkels").start(), agon.Engine(Search="mcts", Solver=False)
        for work in [lambda: engine.search(game, nodes=200_000), lambda: game.rollouts(2_000_000)]:
            worker = threading.Thread(target=work)
            worker.start()
            wakings = 0
            # A thread that wakes up needs Python's lock: if the work held it, this would happen once.
            while worker.is_alive():
                time.sleep(0.001)
                wakings += 1
            self.assertGreater(wakings, 5)

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


if __name__ == "__main__":
    unittest.main()
