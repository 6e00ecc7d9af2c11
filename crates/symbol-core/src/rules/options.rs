//! The options, and those that a position carries because play depends on them.

use core::fmt;

use abstract_game::{OptionKind, OptionSpec};

/// Defines an option: an enum with a text for each variant.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident, $option:literal, $about:literal: $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// The name of the option.
            pub const OPTION: &'static str = $option;

            /// The texts of the values, the default first.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// All values, the default first.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub(crate) const SPEC: OptionSpec = OptionSpec::new(
                $option,
                OptionKind::Combo { default: Self::NAMES[0], values: Self::NAMES },
                $about,
            );

            /// The text of the value.
            #[must_use]
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        /// Writes the text of the value.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

choice!(
    /// The game: full or simple.
    Game, "game",
    "the full game with stacks, or the simple one":
    /// Pieces may share cells.
    #[default]
    Full = "full",
    /// A cell holds one piece, and a turn is one action.
    Simple = "simple"
);

choice!(
    /// The edition of the printed rules: shorthand for [`Fire`], [`Deploy`] and [`PushedKing`].
    Edition, "edition",
    "the printed rules to follow: shorthand for fire, deploy and pushed-king":
    /// The newest edition.
    #[default]
    English = "english",
    /// A king without a mobile piece is pushed like other pieces.
    German = "german",
    /// Like German; fire pushes all stacks, and reinforcements are placed by [`Deploy::Spanish`].
    Spanish = "spanish"
);

choice!(
    /// The stacks that fire pushes.
    Fire, "fire",
    "which stacks fire pushes after it moved: enemies, or all":
    /// Enemy stacks.
    #[default]
    Enemies = "enemies",
    /// All stacks, the own king included.
    All = "all"
);

choice!(
    /// Where reinforcements are placed in the full game.
    Deploy, "deploy",
    "where reinforcements are placed":
    /// On or next to the king; `D` on or next to any own piece other than `D`.
    #[default]
    English = "english",
    /// On the king's cell or an empty cell next to it; `D` on any own cell or an empty cell next to any own piece.
    Spanish = "spanish"
);

choice!(
    /// What happens to a pushed king that has no mobile piece with it.
    PushedKing, "pushed-king",
    "what happens to a pushed king that has no mobile piece with it":
    /// It is removed.
    #[default]
    Removed = "removed",
    /// It is pushed one cell, and removed only where other pieces are.
    Pushed = "pushed",
    /// It stays.
    Stays = "stays"
);

choice!(
    /// Whether a `D` destroys the pieces on its own cell.
    BlastCentre, "blast-centre",
    "whether a D destroys the pieces on its own cell":
    /// They are destroyed.
    #[default]
    Included = "included",
    /// They are spared.
    Spared = "spared"
);

choice!(
    /// What happens when the rest of a split stack has no support.
    LeftBehind, "left-behind",
    "what happens to the rest of a split stack without support: the move is illegal, or it is removed":
    /// The move is illegal.
    #[default]
    Illegal = "illegal",
    /// The rest is removed.
    Removed = "removed"
);

choice!(
    /// How the files of an area are divided into three regions.
    Regions, "regions",
    "how many files the regions of an area have":
    /// a–b, c–e, f–g.
    #[default]
    TwoThreeTwo = "2-3-2",
    /// a–c, d, e–g.
    ThreeOneThree = "3-1-3"
);

choice!(
    /// What happens to removed pieces.
    Variant, "variant",
    "what happens to removed pieces: lost, back to their owner, or to the player who removed them":
    /// They leave the game.
    #[default]
    Standard = "standard",
    /// They return to their owner's reserve.
    Unlimited = "unlimited",
    /// Enemy pieces go to the reserve of the player whose turn it is.
    Enlisting = "enlisting"
);

choice!(
    /// Who wins a draw.
    Tiebreak, "tiebreak",
    "whether the player who controls more regions wins a draw":
    /// Nobody.
    #[default]
    None = "none",
    /// The player who controls more regions.
    Regions = "regions"
);

choice!(
    /// Who may pass.
    Pass, "pass",
    "who may pass: only a player without another action, or each whose king is on the board":
    /// Only a player without another action.
    #[default]
    Forced = "forced",
    /// Every player whose king is on the board, at the start of a turn.
    King = "king"
);

/// The options that a position carries: all but the armies, which its reserves show, and the edition, which is shorthand
/// for other options. Every combination is playable.
///
/// ```
/// use symbol_core::{Fire, Options};
/// let mut options = Options::default();
/// options.fire = Fire::All;
/// assert_eq!(options.to_string(), "fire=all");
/// assert_eq!(Options::default().to_string(), "-");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Options {
    /// The game: full or simple.
    pub game: Game,
    /// The stacks that fire pushes.
    pub fire: Fire,
    /// Where reinforcements are placed. No effect in the simple game.
    pub deploy: Deploy,
    /// What happens to a pushed king that has no mobile piece with it.
    pub pushed_king: PushedKing,
    /// Whether a `D` destroys the pieces on its own cell.
    pub blast_centre: BlastCentre,
    /// What happens when the rest of a split stack has no support. No effect in the simple game.
    pub left_behind: LeftBehind,
    /// How the files of an area are divided into three regions.
    pub regions: Regions,
    /// What happens to removed pieces.
    pub variant: Variant,
    /// Who wins a draw.
    pub tiebreak: Tiebreak,
    /// Who may pass.
    pub pass: Pass,
}

impl Options {
    /// Of each option, in the order of the notation: the name, the value as text and as a number.
    fn values(&self) -> [(&'static str, &'static str, u8); 10] {
        macro_rules! values {
            ($($field:ident: $type:ident),+) => {
                [$(($type::OPTION, self.$field.name(), self.$field as u8)),+]
            };
        }
        values!(
            game: Game, fire: Fire, deploy: Deploy, pushed_king: PushedKing, blast_centre: BlastCentre,
            left_behind: LeftBehind, regions: Regions, variant: Variant, tiebreak: Tiebreak,
            pass: Pass
        )
    }

    /// The value of an option as text.
    pub(crate) fn value(&self, name: &str) -> Option<&'static str> {
        self.values().iter().find(|(option, ..)| *option == name).map(|&(_, value, _)| value)
    }

    /// All options in one number, for the Zobrist key.
    pub(crate) fn bits(&self) -> u64 {
        self.values().iter().fold(0, |bits, &(.., number)| 4 * bits + u64::from(number))
    }

    /// Whether the simple game is played.
    #[inline]
    #[must_use]
    pub const fn is_simple(&self) -> bool {
        matches!(self.game, Game::Simple)
    }
}

impl Variant {
    /// The numbers of pieces that an army may have, the king excluded.
    #[must_use]
    pub const fn army_sizes(self) -> &'static [u32] {
        match self {
            Variant::Standard => &[15],
            Variant::Unlimited => &[8],
            Variant::Enlisting => &[8, 15],
        }
    }
}

/// Writes the options that differ from their default as `name=value`, joined by `;`, or `-` if there are none.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, value, _) in self.values().iter().filter(|&&(.., number)| number > 0) {
            write!(f, "{separator}{name}={value}")?;
            separator = ";";
        }
        f.write_str(if separator.is_empty() { "-" } else { "" })
    }
}
