# The games of a generation, and the training. See `crates/trainer/course.sh`, which reads it.
training=()
every=4
play_games() {
    play board 170 500 --nodes 1000 --random-turns 1 8
    for size in 5 6 8; do
        play "size$size" 7 150 --option "size=$size" --nodes 1000 --random-turns 1 8
    done
    # Each folder has other stones.
    for stones in $(seq $((160 / divisor + 1))); do
        JOBS='' play "stones$stones" 2 6 --option stones=2 --option "stones-seed=$((200 * generation + stones))" \
            --nodes 1000 --random-turns 1 8
    done
}
