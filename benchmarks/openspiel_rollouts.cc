// C++ rollouts of OpenSpiel for games whose rewards come before the end.
//
//     openspiel-rollouts 'cribbage(players=2)' SECONDS SEED
//
// The searches through which Python reaches `RandomRolloutEvaluator` refuse such games. Here it is
// called directly, from the first decision of each of 40 deals in turn; the deals are not timed.
// Prints the games and the seconds of processor time as JSON.

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <random>
#include <vector>

#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"

namespace {

double Now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: openspiel-rollouts GAME SECONDS SEED" << std::endl;
    return 2;
  }
  const std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame(argv[1]);
  const double wanted = std::atof(argv[2]);
  std::mt19937 chance(std::atoi(argv[3]));
  std::vector<std::unique_ptr<open_spiel::State>> deals;
  for (int i = 0; i < 40; ++i) {
    std::unique_ptr<open_spiel::State> state = game->NewInitialState();
    while (state->IsChanceNode()) {
      state->ApplyAction(open_spiel::SampleAction(state->ChanceOutcomes(), chance).first);
    }
    deals.push_back(std::move(state));
  }
  open_spiel::algorithms::RandomRolloutEvaluator evaluator(1, std::atoi(argv[3]));
  long games = 0;
  const double start = Now();
  double spent = 0;
  do {
    for (const auto& state : deals) evaluator.Evaluate(*state);
    games += deals.size();
    spent = Now() - start;
  } while (spent < wanted);
  std::cout << "{\"games\": " << games << ", \"seconds\": " << spent << "}" << std::endl;
}
