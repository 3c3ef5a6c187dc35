#!/bin/sh
# Compiles openspiel_rollouts.cc into .venv-peers/bin, for benchmarks/run.py:
#
#     make peers && sh benchmarks/openspiel_rollouts.sh OPENSPIEL ABSEIL
#
# OPENSPIEL and ABSEIL are checkouts of github.com/google-deepmind/open_spiel and
# github.com/abseil/abseil-cpp. It needs g++, make, CMake, and the header of nlohmann-json
# (Debian: g++ make cmake nlohmann-json3-dev), and takes some minutes.
set -eu

[ $# -eq 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
spiel=$(cd "$1" && pwd)
abseil=$(cd "$2" && pwd)
bin=$here/../.venv-peers/bin
[ -d "$bin" ] || { echo "the peers are not installed: run 'make peers'"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p include/open_spiel/abseil-cpp include/open_spiel/json/include
cp -R "$spiel/open_spiel/." include/open_spiel
cp -R "$abseil/absl" include/open_spiel/abseil-cpp/absl
[ -d include/open_spiel/json/include/nlohmann ] ||
  ln -s /usr/include/nlohmann include/open_spiel/json/include/nlohmann
cmake -S "$abseil" -B absl -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=17 \
  -DABSL_BUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX="$work/installed" >/dev/null
cmake --build absl --parallel "$(nproc)" --target install >/dev/null

cp "$here/openspiel_rollouts.cc" include
cat >Makefile <<'RULES'
PARTS := spiel spiel_utils spiel_bots game_parameters observer policy action_view tensor_game \
  simultaneous_move_game matrix_game algorithms/mcts games/cribbage/cribbage \
  utils/combinatorics utils/status utils/usage_logging
OBJECTS := $(PARTS:%=include/open_spiel/%.o) include/openspiel_rollouts.o
openspiel-rollouts: $(OBJECTS)
	$(CXX) -o $@ $^ -Wl,--start-group $(wildcard installed/lib*/*.a) -Wl,--end-group -lpthread
%.o: %.cc
	$(CXX) -std=c++17 -O3 -DNDEBUG -Iinclude -Iinclude/open_spiel/abseil-cpp -c $< -o $@
RULES
make --silent -j "$(nproc)" openspiel-rollouts
cp openspiel-rollouts "$bin/openspiel-rollouts"
