#!/usr/bin/env bash
# Trains a network and a policy for a game in three generations: each one's games are played by the network of the one before.
#
#     crates/trainer/course.sh GAME FOLDER [DIVISOR]
#
# FOLDER receives everything; after an interrupt the same command continues. One of DIVISOR games is played, 1 by default. The
# numbers of games are in `crates/engine/src/games/GAME/course.sh`.
#
# Environment variables:
#   TRAINER  the program, `trainer` by default
#   NETWORK  the network of the first games; by default the engine's own
#   JOBS     play by array jobs of Slurm with this number of tasks. `sbatch` reads further settings (SBATCH_TIMELIMIT, ...). All nodes
#            need FOLDER and the program under the same paths.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    echo "usage: $0 GAME FOLDER [DIVISOR]" >&2
    exit 2
fi
game=$1 folder=$2 divisor=${3:-1}
trainer=${TRAINER:-trainer}
network=${NETWORK:-}

games=$(dirname "$0")/../engine/src/games
if [ ! -e "$games/$game/course.sh" ]; then
    echo "$0: \`$game\` is none of the games $(cd "$games" && printf '%s ' */course.sh | sed 's|/course.sh||g')" >&2
    exit 2
fi
# shellcheck source=/dev/null
source "$games/$game/course.sh"

# Plays games into a folder and adds it to the folders for training.
play() { # NAME FILES GAMES_OF_A_FILE ARGUMENTS...
    local to=$folder/$generation/$1 total=$(($2 * $3 / divisor)) files=$(($2 / divisor))
    # At least two files: one is for validation.
    files=$((files < 2 ? 2 : files))
    local games=$((total < files ? 1 : total / files))
    shift 3
    local command=("$trainer" generate "$to" --game "$game" --seed "$generation" --files "$files" --games "$games" "$@")
    if [ -n "$network" ]; then command+=(--network "$network"); fi
    if [ -n "${JOBS:-}" ]; then
        sbatch --wait --array "1-$JOBS" --wrap "$(printf '%q ' "${command[@]}")--part \$SLURM_ARRAY_TASK_ID/$JOBS"
    else
        "${command[@]}"
    fi
    folders+=("$to")
}

folders=()
for generation in 1 2 3; do
    play_games
    network=$folder/$generation/network.bin
    if [ ! -e "$network" ]; then
        "$trainer" train "${folders[@]}" --game "$game" --epochs 3 --rate 0.003 --batch 1024 "${training[@]}" --output "$network"
    fi
done
"$trainer" policy "${folders[@]}" --game "$game" --every "$every" --epochs 4 --output "$folder/policy.bin"
cp "$network" "$folder/network.bin"
