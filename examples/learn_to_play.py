"""Trains a policy by MaskablePPO of sb3-contrib, and writes it as an ONNX file, which is a bot.

    pip install '.[learn]'
    python learn_to_play.py leduc_poker --players 2 --file leduc.onnx
    cardrules tournament leduc_poker --players onnx:leduc.onnx:sample,random,quick,rollout

A policy learns at all seats of a game, in half of the games beside itself, in the others beside random
and quick players in turn. After each round the file is written again, and `others="onnx:FILE:sample"`
plays by it in the next one. Each round prints what the policy gets beside other bots, in points of the game.

PPO: J. Schulman and others, "Proximal Policy Optimization Algorithms" (2017).
"""

from __future__ import annotations

import argparse
from statistics import fmean, pstdev

import gymnasium
import onnx
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

import cardrules
from cardrules import environments


class Seat(gymnasium.ObservationWrapper):
    """A seat of a game as MaskablePPO wants it: the array alone, and rewards of about 1."""

    def __init__(self, game: cardrules.Game, seat: int, others: str, scale: float) -> None:
        super().__init__(environments.gymnasium(game, seat=seat, others=others))
        self.observation_space = self.env.observation_space["observation"]
        self.scale = scale

    def observation(self, seen):
        return seen["observation"]

    def step(self, action):
        seen, reward, *more = super().step(action)
        return seen, reward / self.scale, *more

    def action_masks(self):
        return self.env.action_masks()


class Logarithms(BaseFeaturesExtractor):
    """Makes large numbers small, such as scores and numbers of deals; it is a part of the network."""

    def __init__(self, space: gymnasium.Space) -> None:
        super().__init__(space, space.shape[0])

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return observation.sign() * observation.abs().log1p()


class Logits(torch.nn.Module):
    """What a policy gives each action."""

    def __init__(self, policy: torch.nn.Module) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        features = self.policy.pi_features_extractor(observation)
        return self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))


def export(model: MaskablePPO, spaces: environments.Spaces, file: str) -> None:
    """Write a policy as an ONNX file, which says for which game it is."""
    torch.onnx.export(
        Logits(model.policy).eval(),
        (torch.zeros(2, spaces.size),),
        file,
        input_names=["observation"],
        output_names=["logits"],
        dynamic_shapes={"observation": {0: torch.export.Dim("batch")}},
        external_data=False,
        verbose=False,
    )
    written = onnx.load(file)
    onnx.helper.set_model_props(written, spaces.metadata)
    onnx.save(written, file)


def result(game: cardrules.Game, bot: str, others: str, deals: range) -> float:
    """Return what a bot gets on average, which plays each deal at each seat."""
    found = []
    for seed in deals:
        for seat in range(game.players):
            state = game.new_initial_state(seed=seed)
            bots = [cardrules.make_bot(bot if at == seat else others, seed) for at in range(game.players)]
            while (player := state.current_player()) is not None:
                state.apply_action(bots[player].choose(cardrules.View(state, player)))
            found.append(state.returns()[seat])
    return fmean(found)


def learn(
    game: cardrules.Game,
    file: str,
    rounds: int,
    steps: int,
    beside: list[str],
    opponents: list[str],
    deals: int,
    seed: int,
) -> list[tuple[int, list[float]]]:
    """Learn beside itself and other bots; return the steps and what it gets beside opponents after each round."""
    torch.set_num_threads(1)
    spaces = environments.spaces(game)
    state = [game.new_initial_state(seed=-1 - number) for number in range(100)]
    luck = [cardrules.make_bot("random", number) for number in range(100)]
    for each, bot in zip(state, luck, strict=True):
        while (player := each.current_player()) is not None:
            each.apply_action(bot.choose(cardrules.View(each, player)))
    scale = pstdev(each.returns()[0] for each in state) or 1.0

    def seats(others: list[str]) -> DummyVecEnv:
        """Return a game for each seat and each kind of others."""
        kinds = [(seat, other) for seat in range(game.players) for other in others]
        return DummyVecEnv([lambda kind=kind: Seat(game, *kind, scale) for kind in kinds])

    games = seats([beside[0], beside[-1]])
    model = MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=1e-3,
        n_steps=max(1024 // games.num_envs, 2),
        batch_size=256,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"features_extractor_class": Logarithms, "net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    myself = f"onnx:{file}:sample"
    found: list[tuple[int, list[float]]] = []
    print(f"{'steps':>9}", *(f"{opponent:>12}" for opponent in opponents))
    for number in range(rounds + 1):
        if number:
            model.set_env(seats([myself, beside[number % len(beside)]]))
            model.learn(steps, reset_num_timesteps=False)
        export(model, spaces, file)
        points = [result(game, myself, opponent, range(deals)) for opponent in opponents]
        found.append((model.num_timesteps, points))
        print(f"{model.num_timesteps:>9,}", *(f"{each:>12.2f}" for each in points), flush=True)
    return found


def main() -> None:
    """Read the options, and learn."""
    parser = argparse.ArgumentParser(description="Train a policy for a card game, and write it as an ONNX file.")
    parser.add_argument("ruleset", help="the name or path of a ruleset")
    parser.add_argument("--players", type=int, help="the number of players; by default the ruleset's")
    parser.add_argument("--match", action="store_true", help="learn whole matches and not single deals")
    parser.add_argument("--file", default="policy.onnx", help="the file to write")
    parser.add_argument("--rounds", type=int, default=10, help="how often the policy is written")
    parser.add_argument("--steps", type=int, default=20_000, help="steps of a round")
    parser.add_argument("--beside", default="random,quick", help="bots beside whom it learns, besides itself")
    parser.add_argument("--opponents", default="random,quick,rollout:50", help="bots beside whom it is measured")
    parser.add_argument("--deals", type=int, default=200, help="deals that are played to measure it")
    parser.add_argument("--seed", type=int, default=0, help="the seed of what it learns")
    given = parser.parse_args()
    if min(given.rounds, given.steps, given.deals) < 1:
        parser.error("--rounds, --steps and --deals are numbers from 1 on")
    try:
        game = cardrules.load(given.ruleset, players=given.players, single_deal=not given.match)
        beside, opponents = given.beside.split(","), given.opponents.split(",")
        learn(game, given.file, given.rounds, given.steps, beside, opponents, given.deals, given.seed)
    except cardrules.CardrulesError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
