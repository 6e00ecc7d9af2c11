# The games of a generation, and the training. See `crates/trainer/course.sh`, which reads it.
training=(--decay 1 --result-weight 0.25)
every=4
play_games() {
    play board 600 10 --nodes 500 --random-turns 3 10
}
