//! Who is how strong.

use match_stats::{EloEstimate, FirstMoveAdvantage, HeadToHead, RatingError, Ratings, bradley_terry};

use crate::table::Table;
use crate::tournament::Summary;

/// The table of the entrants or teams, the best first.
pub(super) fn standings(summary: &Summary) -> String {
    let mut table = Table::new([
        if summary.has_partners() { "team" } else { "engine" },
        "games",
        "won",
        "drawn",
        "lost",
        "points",
        "Elo [95%]",
        "nElo [95%]",
        "LOS",
        "pairs 0 ½ 1 1½ 2",
    ]);
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    for index in summary.ranking() {
        let standing = &summary.standings[index];
        let tally = &standing.tally;
        table.row([
            standing.name.clone(),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            or_dash(tally.score().map(|score| format!("{:.1}%", score * 100.0))),
            or_dash(standing.estimate().map(|estimate| estimate.elo_text())),
            or_dash(standing.pairs.normalised_elo().map(|elo| elo.to_string())),
            or_dash(standing.pairs.los().map(|los| format!("{:.1}%", los * 100.0))),
            standing.pairs.counts().map(|count| count.to_string()).join(" "),
        ]);
    }
    table.to_string()
}

/// The ratings by which the results of three or more are explained best; why not, where they are not.
pub(super) fn ratings(summary: &Summary) -> String {
    let ratings = match rate(summary) {
        Ok(ratings) => ratings,
        Err(error) => return format!("no ratings: {error}\n"),
    };
    let mut order: Vec<usize> = (0..ratings.players.len()).collect();
    order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
    let mut table = Table::new(["rating (Bradley-Terry)", "Elo [95%]", "over the next"]);
    for (place, &player) in order.iter().enumerate() {
        let next = order.get(place + 1).and_then(|&next| ratings.difference(player, next));
        table.row([
            summary.standings[player].name.clone(),
            ratings.players[player].to_string(),
            next.map_or("-".to_owned(), |difference| difference.to_string()),
        ]);
    }
    let note = if ratings.with_prior {
        "with virtual draws, as the results alone have no finite ratings\n"
    } else {
        ""
    };
    format!("{table}{note}")
}

/// What it is worth to move first.
pub(super) fn advantage(summary: &Summary) -> Option<EloEstimate> {
    rate(summary).ok()?.first_move
}

fn rate(summary: &Summary) -> Result<Ratings, RatingError> {
    let entrants = summary.standings.len();
    let pairs = (0..entrants).flat_map(|first| (0..entrants).map(move |second| (first, second)));
    let meetings: Vec<HeadToHead> = pairs
        .map(|(first, second)| HeadToHead { first, second, tally: summary.as_first[first][second] })
        .filter(|meetings| meetings.tally.games() > 0)
        .collect();
    bradley_terry(entrants, &meetings, FirstMoveAdvantage::Estimated)
}
