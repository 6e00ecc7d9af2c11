//! The options that a position carries, because play depends on them.

use core::fmt;

/// Makes an option: an enum whose variants have names in texts.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident, $option:literal: $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// The name of the option.
            pub const OPTION: &'static str = $option;

            /// The names of the values, the default first.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// All values, the default first.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The name in texts.
            #[must_use]
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The value of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        /// The name in texts.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

choice!(
    /// Which of the two games is played.
    Game, "game":
    /// Pieces share cells.
    #[default]
    Full = "full",
    /// One piece to a cell, one action to a turn.
    Simple = "simple"
);

choice!(
    /// The edition of the printed rules: shorthand for [`Fire`], [`Deploy`] and [`PushedKing`].
    Edition, "edition":
    /// The newest.
    #[default]
    English = "english",
    /// A pushed king that cannot move stays.
    German = "german",
    /// As the German one; fire pushes own pieces too, and reinforcements are placed otherwise.
    Spanish = "spanish"
);

choice!(
    /// Whom fire pushes.
    Fire, "fire":
    /// Enemy stacks.
    #[default]
    Enemies = "enemies",
    /// Own stacks too, the own king included.
    All = "all"
);

choice!(
    /// Where reinforcements are placed in the full game.
    Deploy, "deploy":
    /// On or around the king; `D` on or around any own piece but a `D`.
    #[default]
    English = "english",
    /// On the king's cell or an empty cell around it; `D` on any own cell or an empty one around any own piece.
    Spanish = "spanish"
);

choice!(
    /// What happens to a pushed king that cannot move.
    PushedKing, "pushed-king":
    /// It is removed.
    #[default]
    Removed = "removed",
    /// It stays.
    Stays = "stays"
);

choice!(
    /// Whether a `D` destroys what stands on its own cell.
    BlastCentre, "blast-centre":
    /// It does.
    #[default]
    Included = "included",
    /// It does not.
    Spared = "spared"
);

choice!(
    /// What happens when the rest of a split stack has no support.
    LeftBehind, "left-behind":
    /// Such a move is illegal.
    #[default]
    Illegal = "illegal",
    /// The rest is removed.
    Removed = "removed"
);

choice!(
    /// Which files make the three regions of an area.
    Regions, "regions":
    /// a–b, c–e, f–g.
    #[default]
    TwoThreeTwo = "2-3-2",
    /// a–c, d, e–g.
    ThreeOneThree = "3-1-3"
);

choice!(
    /// What becomes of removed pieces.
    Variant, "variant":
    /// They are out of the game.
    #[default]
    Standard = "standard",
    /// They return to their owner's reserve.
    Unlimited = "unlimited",
    /// Enemy pieces go to the reserve of the player whose turn it is.
    Enlisting = "enlisting"
);

choice!(
    /// Who wins what would be a draw.
    Tiebreak, "tiebreak":
    /// Nobody.
    #[default]
    None = "none",
    /// Who controls more regions.
    Regions = "regions"
);

/// The rules that a position carries: all options but the armies, which show in the reserves, and the edition, which is
/// shorthand for others. Every combination is playable.
///
/// ```
/// use symbol_core::{Fire, Options};
/// let options = Options { fire: Fire::All, ..Options::default() };
/// assert_eq!(options.to_string(), "fire=all");
/// assert_eq!(Options::default().to_string(), "-");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Options {
    /// Which of the two games is played.
    pub game: Game,
    /// Whom fire pushes.
    pub fire: Fire,
    /// Where reinforcements are placed; without effect in the simple game.
    pub deploy: Deploy,
    /// What happens to a pushed king that cannot move.
    pub pushed_king: PushedKing,
    /// Whether a `D` destroys what stands on its own cell.
    pub blast_centre: BlastCentre,
    /// What happens when the rest of a split stack has no support; without effect in the simple game.
    pub left_behind: LeftBehind,
    /// Which files make the three regions of an area.
    pub regions: Regions,
    /// What becomes of removed pieces.
    pub variant: Variant,
    /// Who wins what would be a draw.
    pub tiebreak: Tiebreak,
}

impl Options {
    /// Name, value and default of each option, in the order of texts.
    pub(crate) fn texts(&self) -> [(&'static str, &'static str, bool); 9] {
        macro_rules! texts {
            ($($field:ident: $type:ident),+) => {
                [$(($type::OPTION, self.$field.name(), self.$field == $type::default())),+]
            };
        }
        texts!(
            game: Game, fire: Fire, deploy: Deploy, pushed_king: PushedKing, blast_centre: BlastCentre,
            left_behind: LeftBehind, regions: Regions, variant: Variant, tiebreak: Tiebreak
        )
    }

    /// All of them in one number.
    pub(crate) fn bits(&self) -> u64 {
        let digits = [
            self.game as u8,
            self.fire as u8,
            self.deploy as u8,
            self.pushed_king as u8,
            self.blast_centre as u8,
            self.left_behind as u8,
            self.regions as u8,
            self.variant as u8,
            self.tiebreak as u8,
        ];
        digits.iter().fold(0, |bits, &digit| 4 * bits + u64::from(digit))
    }

    /// Whether the simple game is played.
    #[inline]
    #[must_use]
    pub const fn is_simple(&self) -> bool {
        matches!(self.game, Game::Simple)
    }

    /// How many pieces an army has beside the king.
    #[must_use]
    pub const fn army_size(&self) -> u32 {
        match self.variant {
            Variant::Standard => 15,
            Variant::Unlimited | Variant::Enlisting => 8,
        }
    }
}

/// The last word of a position: what differs from the default as `name=value` joined by `;`, or `-`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, value, _) in self.texts().iter().filter(|(_, _, is_default)| !is_default) {
            write!(f, "{separator}{name}={value}")?;
            separator = ";";
        }
        f.write_str(if separator.is_empty() { "-" } else { "" })
    }
}
