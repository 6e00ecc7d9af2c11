"""The tests of what learns: searches with an evaluation of the caller, self-play, environments. Run by `.ci/python`."""

import itertools
import unittest
import warnings

import agon
import numpy as np


def nothing_known(leaves):
    """An evaluation by which all actions and positions are alike."""
    return np.zeros(len(leaves.indices)), np.zeros(len(leaves))


def by_hash(leaves):
    """An evaluation that depends on the position."""
    sums = (leaves.observations.reshape(len(leaves), -1) * np.arange(leaves.observations[0].size)).sum(axis=1)
    return np.cos(leaves.indices + np.repeat(sums, np.diff(leaves.starts))), np.sin(sums)


class Searches(unittest.TestCase):
    def test_the_same_search_with_batches_of_one(self):
        for name in agon.games():
            game = agon.Rules(name).start()
            for number in range(3):
                game.play(game.random_turn(number))

            def sizes(leaves):
                counts.append(len(leaves))
                return by_hash(leaves)

            for turned in (False, True):
                counts = []
                first, second = (
                    agon.mcts(game, sizes, 120, noise=0.3, seed=7, turned=turned) for _ in range(2)
                )
                self.assertEqual(first.visits, second.visits)
                self.assertEqual((first.action, first.value), (second.action, second.value))
                self.assertEqual((set(counts), sum(first.visits.values())), ({1}, 120))
                other = agon.mcts(game, by_hash, 120, noise=0.3, seed=8, turned=turned)
                self.assertNotEqual(first.visits, other.visits)
                self.assertEqual(set(first.policy), set(game.legal_indices(turned)))
                self.assertAlmostEqual(sum(first.policy.values()), 1)
                counts = []
                wide = agon.mcts(game, sizes, 120, batch=16, seed=7, turned=turned)
                self.assertTrue(4 < max(counts) <= 16)
                self.assertEqual(sum(wide.visits.values()), 120)

    def test_leaves_are_positions_of_the_game(self):
        for name, turned in itertools.product(agon.games(), (False, True)):
            game = agon.Rules(name).start()
            game.play_random(seed=5, limit=3)
            seen = []

            def keep(leaves):
                seen.append(leaves)
                return nothing_known(leaves)

            agon.mcts(game, keep, 1, turned=turned)
            root = seen[0]
            self.assertTrue(np.array_equal(root.observations[0], agon.observation(game, turned=turned)))
            order = np.argsort(root.indices)
            self.assertEqual(root.indices[order].tolist(), game.legal_indices(turned))
            self.assertTrue(np.array_equal(root.parts[order], game.legal_parts(turned)))

    def test_a_win_in_one_is_found(self):
        for name, position in [
            ("snorkels", "3/G2/P2 g 1 -"),
            ("symbol", "x7/x7/x3,k,x3/x3,A,x3/x7/x3,K,x3/x7 1 L/l - -"),
        ]:
            game = agon.Rules(name).start(position)
            winning = [action for action in game.legal_actions().values() if self.wins(game, action)]
            self.assertTrue(0 < len(winning) < len(game.legal_indices()))
            for batch in (1, 8):
                found = agon.mcts(game, by_hash, 30, batch=batch)
                self.assertIn(found.action, winning)
                self.assertEqual(found.value, 1)
        # A loss in one is avoided: green captures on b1 next unless purple gets air there.
        game = agon.Rules("snorkels", size=3).start("3/G2/P2 p 1 -")
        for batch in (1, 8):
            found = agon.mcts(game, nothing_known, 400, batch=batch)
            losing = [action for action in game.legal_actions().values() if self.loses_at_once(game, action)]
            self.assertTrue(losing)
            self.assertNotIn(found.action, losing)

    @staticmethod
    def wins(game, action):
        after = game.copy()
        after.play_action(action)
        return after.is_over and after.result.winner == game.player

    def loses_at_once(self, game, action):
        after = game.copy()
        after.play_action(action)
        return any(self.wins(after, reply) for reply in after.legal_actions().values())

    def test_both_forms_of_a_policy(self):
        def dense(leaves):
            logits, values = by_hash(leaves)
            rows = np.full((len(leaves), 65), np.nan)
            rows[np.repeat(np.arange(len(leaves)), np.diff(leaves.starts)), leaves.indices] = logits
            return rows, values

        game = agon.Rules("snorkels", size=5).start()
        searches = [agon.mcts(game, evaluate, 200, batch=4).visits for evaluate in (by_hash, dense)]
        self.assertEqual(searches[0], searches[1])

    def test_wrong_evaluations_are_refused(self):
        game = agon.Rules("snorkels", size=3).start()
        for policy, values in [
            (np.zeros(8), [0]),
            (np.zeros((1, 64)), [0]),
            (np.zeros(9), [0, 0]),
            (np.zeros(9), [1.5]),
            (np.zeros(9), [np.nan]),
            (np.full(9, np.nan), [0]),
            (np.full(9, -np.inf), [0]),
        ]:
            self.assertRaises(ValueError, agon.mcts, game, lambda leaves: (policy, values), 5)
        self.assertRaises(ZeroDivisionError, agon.mcts, game, lambda leaves: 1 / 0, 5)
        for arguments in ({"playouts": 0}, {"playouts": 1, "batch": 0}, {"playouts": 1, "noise": 2}):
            self.assertRaises(ValueError, lambda: agon.mcts(game, nothing_known, **arguments))
        self.assertRaises(ValueError, agon.play_games, game.rules, nothing_known, 1, parallel=0)
        game.resign()
        self.assertRaises(agon.IllegalTurn, agon.mcts, game, nothing_known, 5)

    def test_self_play(self):
        for name, turned in itertools.product(agon.games(), (False, True)):
            rules = agon.Rules(name)

            def play(seed):
                return agon.play_games(
                    rules, by_hash, 5, parallel=3, playouts=15, leaves=2, max_steps=30, turned=turned, seed=seed
                )

            played, same, other = play(1), play(1), play(2)
            self.assertTrue(np.array_equal(played.visits, same.visits))
            self.assertFalse(np.array_equal(played.visits, other.visits))
            self.assertEqual(sorted(set(played.games.tolist())), list(range(5)))
            self.assertEqual(np.add.reduceat(played.visits, played.starts[:-1]).tolist(), [15] * len(played))
            policies = played.policies() if name != "symbol" else None
            for number in range(5):
                rows = np.flatnonzero(played.games == number)
                self.assertEqual(rows.tolist(), list(range(rows[0], rows[0] + len(rows))))
                # The positions follow one another: one of the actions leads to the next one.
                game = rules.start()
                for row, following in zip(rows, [*rows[1:], None]):
                    self.assertEqual(played.players[row], game.player)
                    self.assertTrue(np.array_equal(played.observations[row], agon.observation(game, turned=turned)))
                    own = slice(played.starts[row], played.starts[row + 1])
                    self.assertEqual(sorted(played.indices[own].tolist()), game.legal_indices(turned))
                    if policies is not None:
                        self.assertTrue(np.allclose(policies[row][played.indices[own]], played.visits[own] / 15))
                    if following is None:
                        break
                    game = self.leads_to(game, played, following, played.indices[own][played.visits[own] > 0], turned)
                winner = set((played.results[rows] * (1 - 2 * played.players[rows])).tolist())
                self.assertEqual(len(winner), 1)
                if len(rows) < 30:
                    self.assertNotEqual(winner, {0})
                self.assertLessEqual(len(rows), 30)

    def leads_to(self, game, played, following, indices, turned):
        for index in indices.tolist():
            after = game.copy()
            after.play_action(index, turned)
            if not after.is_over and np.array_equal(
                played.observations[following], agon.observation(after, turned=turned)
            ):
                return after
        self.fail("no action leads to the next position")


class Environments(unittest.TestCase):
    def test_a_batch_is_as_many_matches(self):
        for name, turned in itertools.product(agon.games(), (False, True)):
            rules = agon.Rules(name)
            env = agon.BatchEnv(rules, 5, max_steps=40, turned=turned, threads=2, seed=3)
            games = [rules.start() for _ in range(5)]
            steps = [0] * 5
            ends = {"terminated": 0, "truncated": 0}
            for _ in range(120):
                starts, indices, parts = env.legal()
                actions = env.random_actions()
                for row, game in enumerate(games):
                    self.assertEqual((env.position(row), env.players[row]), (game.position, game.player))
                    self.assertTrue(np.array_equal(env.observations[row], agon.observation(game, turned=turned)))
                    self.assertTrue(np.array_equal(env.masks[row], agon.action_mask(game, turned)))
                    own = slice(starts[row], starts[row + 1])
                    order = np.argsort(indices[own])
                    self.assertEqual(indices[own][order].tolist(), game.legal_indices(turned))
                    self.assertTrue(np.array_equal(parts[own][order], game.legal_parts(turned)))
                env.step(actions)
                for row, game in enumerate(games):
                    game.play_action(int(actions[row]), turned)
                    steps[row] += 1
                    cut = not game.is_over and steps[row] == 40
                    self.assertEqual((env.terminations[row], env.truncations[row]), (game.is_over, cut))
                    self.assertEqual(tuple(env.rewards[row]), game.returns)
                    ends["terminated"] += game.is_over
                    ends["truncated"] += cut
                    if game.is_over or cut:
                        games[row], steps[row] = rules.start(), 0
            self.assertGreater(ends["terminated"] if name == "snorkels" else ends["truncated"], 0)

    def test_planes_are_written_over_those_of_any_position(self):
        # Whole games: pieces come and go, and counts change.
        for name, turned in itertools.product(agon.games(), (False, True)):
            rules = agon.Rules(name)
            env = agon.BatchEnv(rules, 8, turned=turned, masks=name != "symbol", seed=4)
            games = [rules.start() for _ in range(8)]
            for step in range(400):
                actions = env.random_actions()
                env.step(actions)
                for row, game in enumerate(games):
                    game.play_action(int(actions[row]), turned)
                    if game.is_over:
                        game = games[row] = rules.start()
                    self.assertTrue(np.array_equal(env.observations[row], agon.observation(game, turned=turned)))
                if step == 300:
                    env.reset()
                    games = [rules.start() for _ in range(8)]

    def test_a_batch_refuses_wrong_actions(self):
        env = agon.BatchEnv(agon.Rules("snorkels"), 3, masks=False)
        self.assertEqual(env.masks.shape, (0, 65))
        for actions in ([0, 0], [0, -1, 0], np.array([0, 0, 64])):
            self.assertRaises(ValueError, env.step, actions)
            self.assertEqual(env.position(0), agon.Rules("snorkels").start().position)
        self.assertRaises(IndexError, env.position, 3)
        self.assertRaises(ValueError, agon.BatchEnv, agon.Rules("snorkels"), 0)
        env.step(np.array([0, 1, 2]))
        env.reset()
        # A step would not write again what a caller has overwritten.
        for array in (env.observations, env.masks, env.players, env.rewards, env.terminations, env.truncations):
            self.assertRaises(ValueError, array.fill, 0)
        self.assertEqual(env.position(2), env.position(0))

    def test_pettingzoo(self):
        from agon.pettingzoo import env, raw_env
        from pettingzoo.test import api_test

        for name, cycles in [("snorkels", 200), ("nika", 100), ("symbol", 60)]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(env(name), num_cycles=cycles, verbose_progress=False)
                api_test(raw_env(name, max_steps=30, turned=True), num_cycles=cycles, verbose_progress=False)

    def test_gymnasium(self):
        from agon.gymnasium import OpponentEnv
        from gymnasium.utils.env_checker import check_env

        def first(match):
            return match.legal_indices()[0]

        for name in agon.games():
            for opponent in ("random", 2, first):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    turned = opponent == "random"
                    check_env(OpponentEnv(name, opponent, turned=turned, max_steps=20), skip_render_check=True)

    def test_a_game_against_an_opponent(self):
        from agon.gymnasium import OpponentEnv

        rng = np.random.default_rng(2)
        for side, opponent in itertools.product((0, 1, None), ("random", 1, lambda match: match.random_turn(1))):
            env = OpponentEnv("snorkels", opponent, side, size=4)
            agents = set()
            for seed in range(8):
                observation, info = env.reset(seed=seed)
                agents.add(info["player"])
                terminated = False
                while not terminated:
                    self.assertEqual(env.match.player, info["player"])
                    legal = np.flatnonzero(observation["action_mask"])
                    observation, reward, terminated, truncated, info = env.step(rng.choice(legal))
                    self.assertFalse(truncated)
                self.assertEqual(reward, env.match.returns[info["player"]])
                self.assertIn(reward, (-1, 1))
            self.assertEqual(agents, {0, 1} if side is None else {side})
        env.reset(seed=0)
        observation, reward, terminated, _, info = env.step(np.int64(63))
        self.assertEqual((reward, terminated, info["illegal"]), (-1, True, True))
        env = OpponentEnv("nika", max_steps=2, side=0, render_mode="ansi")
        env.reset(seed=1)
        self.assertEqual([env.step(np.int64(0))[3] for _ in range(2)], [False, True])
        self.assertIn("to act", env.render())
        self.assertRaises(ValueError, OpponentEnv, opponent="strong")
        self.assertRaises(ValueError, OpponentEnv, side=2)

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
