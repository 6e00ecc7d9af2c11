# The games of a generation, and the training. See `crates/trainer/course.sh`, which reads it.
training=(--decay 0.7 --result-weight 0.7)
every=3
play_games() {
    play full 160 400 --nodes 1500 --random-turns 2 10
    play simple 27 500 --option game=simple --nodes 1000 --random-turns 2 10
}
