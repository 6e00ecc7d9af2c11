//! What `help` prints.

/// The table of the commands.
pub(super) const TABLE: &str = "\
ugi | uci                         introduce yourself, and speak this dialect
isready                           answer readyok, also during a search
uginewgame | ucinewgame           what follows belongs to another game
setoption name N [value V]        set an option
position startpos [moves T ...]   set the position: the first one, then turns
position fen F [moves T ...]      the same from the text of a position
go LIMITS                         search; stop on what comes first:
   p1time T p2time T p1inc T p2inc T   clocks in ms (wtime btime winc binc)
   movestogo N                         turns until the clocks are filled again
   movetime T                          ms for this turn
   depth N, nodes N, infinite          infinite: until stop
go mate N                         is the game won within N turns?
go prove                          is the game won?
go perft N                        count sequences of N actions
stop                              answer now
query p1turn | gameover | result | fen | termination
query islegal T                   is the turn legal?
query turns [N]                   legal turns, N at the most
query actions [A,A...]            legal next actions of an unfinished turn
query claim [p1|p2] [N] [nodes M] does the player win for certain within N turns?
d                                 draw the board
eval                              explain the evaluation
bench                             search fixed positions and count
license                           under which terms this may be used
quit                              leave";
