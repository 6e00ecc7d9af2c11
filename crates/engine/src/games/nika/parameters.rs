//! What the searches know of the game: the numbers of evaluation, move ordering, priors and playouts.

search::parameters! {
    /// The knowledge of the game for the searches: the numbers of evaluation, in centipawns, of move ordering, priors and playouts.
    pub struct NikaKnowledge {
        /// For a city's most advanced piece, by the turns of all cities before the one in which it reaches the victory area
        /// if no piece hinders it.
        pub arrival: [i32; 20] = [
            1_000, 800, 900, 800, 700, 580, 500, 400, 340, 290, 250, 185, 115, 85, 75, 62, 40, 30, 25, 20,
        ], -500 to 2_000;
        /// Per step of a piece towards the victory area.
        pub step: i32 = 6, 0 to 50;
        /// Per piece on the board (not routed).
        pub standing: i32 = 125, 0 to 600;
        /// Per enemy that a city can rout by one step, by the number of turns before its next one.
        pub rout: [i32; 4] = [50, 32, 22, 20], -100 to 500;
        /// Per pair of adjacent pieces of a city with the same facing.
        pub phalanx: i32 = 4, 0 to 100;
        /// Per action left in the turn.
        pub action: i32 = 6, 0 to 200;

        /// The priority of a move: per step towards the victory area.
        pub advance: i32 = 40, 0 to 400;
        /// An addition per step that grows towards the victory area.
        pub near: i32 = 25, 0 to 400;
        /// Per opposing piece ahead, which is routed or pushed.
        pub contact: i32 = 260, 0 to 2_000;
        /// The distance to the victory area, in steps, below which that addition begins.
        pub near_steps: i32 = 10, 1 to 30;
        /// The priority of a rally.
        pub rally: i32 = 150, -1_000 to 1_000;
        /// That of a rotation after which a piece faces an opponent ahead.
        pub turn_to_enemy: i32 = 130, -1_000 to 1_000;
        /// That of any other rotation.
        pub rotation: i32 = -100, -1_000 to 1_000;
        /// That of a pass.
        pub pass: i32 = -400, -2_000 to 0;

        /// The priority that multiplies the odds of a prior by e.
        pub prior_unit: i32 = 250, 10 to 5_000;

        /// The length of a playout in actions. Random play rarely reaches a victory area, so longer playouts say little.
        pub playout_length: u32 = 12, 0 to 300;
        /// A playout plays the action with the highest priority of this number of random ones.
        pub playout_choice: u32 = 3, 1 to 20;
        /// One of this number of playout actions is purely random.
        pub playout_random: u32 = 8, 1 to 1_000;
    }
}
