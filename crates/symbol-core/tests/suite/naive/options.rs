//! The table of options.

use super::board::{A, Cell, D, F, K, L, Pieces, W};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Variant {
    #[default]
    Standard,
    Unlimited,
    Enlisting,
}

/// "what happens to a `K` (or `K`+`D`) without a mobile member that is pushed".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum PushedKing {
    #[default]
    Removed,
    Pushed,
    Stays,
}

/// The default value has every option at its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    pub(crate) simple: bool,
    pub(crate) army: Option<Pieces>,
    pub(crate) army1: Option<Pieces>,
    pub(crate) army2: Option<Pieces>,
    pub(crate) fire_all: bool,
    pub(crate) spanish_deploy: bool,
    pub(crate) pushed_king: PushedKing,
    pub(crate) centre_spared: bool,
    pub(crate) left_behind_removed: bool,
    pub(crate) regions_3_1_3: bool,
    pub(crate) variant: Variant,
    pub(crate) tiebreak: bool,
    pub(crate) pass_king: bool,
}

impl Options {
    /// "`L3W3A3F3D3`"; "exactly 15 pieces (8 in `unlimited`, 8 or 15 in `enlisting`, default `L2W2A2FD`)".
    pub(crate) fn default_army(&self) -> Pieces {
        match self.variant {
            Variant::Standard => army([3, 3, 3, 3, 3]),
            _ => army([2, 2, 2, 1, 1]),
        }
    }

    /// "`army1`/`army2` win over `army`".
    pub(crate) fn army_of(&self, player: usize) -> Pieces {
        [self.army1, self.army2][player].or(self.army).unwrap_or(self.default_army())
    }

    /// "each of the three areas is cut by files into three": "files a–b, c–e, f–g (2-3-2)".
    pub(crate) fn region(&self, (file, rank): Cell) -> (i8, i8) {
        let third = |first, second, value| i8::from(value > first) + i8::from(value > second);
        let (first, second) = if self.regions_3_1_3 { (3, 4) } else { (2, 5) };
        (third(first, second, file), third(2, 5, rank))
    }

    /// Sets an option as the text of the rules has it; `None` if it cannot. The army is not checked for its size.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let either = |first: &str, second: &str| match value {
            _ if value == first => Some(false),
            _ if value == second => Some(true),
            _ => None,
        };
        match name {
            "game" => self.simple = either("full", "simple")?,
            "army" => self.army = Some(super::text::parse_pieces(value, false)?),
            "army1" => self.army1 = Some(super::text::parse_pieces(value, false)?),
            "army2" => self.army2 = Some(super::text::parse_pieces(value, false)?),
            "fire" => self.fire_all = either("enemies", "all")?,
            "deploy" => self.spanish_deploy = either("english", "spanish")?,
            "pushed-king" => {
                self.pushed_king = match value {
                    "removed" => PushedKing::Removed,
                    "pushed" => PushedKing::Pushed,
                    "stays" => PushedKing::Stays,
                    _ => return None,
                }
            }
            "blast-centre" => self.centre_spared = either("included", "spared")?,
            "left-behind" => self.left_behind_removed = either("illegal", "removed")?,
            "regions" => self.regions_3_1_3 = either("2-3-2", "3-1-3")?,
            "variant" => {
                self.variant = match value {
                    "standard" => Variant::Standard,
                    "unlimited" => Variant::Unlimited,
                    "enlisting" => Variant::Enlisting,
                    _ => return None,
                }
            }
            "tiebreak" => self.tiebreak = either("none", "regions")?,
            "pass" => self.pass_king = either("forced", "king")?,
            _ => return None,
        }
        Some(())
    }

    /// "the options that differ from the default as `name=value` joined by `;` in the order of the table, or `-`". The
    /// armies have "no effect on a position that is not the start", and there the reserves tell them: a position does
    /// not carry them.
    pub(crate) fn text(&self) -> String {
        let words: Vec<String> = self.pairs().into_iter().filter(|pair| !pair.starts_with("army")).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(";") }
    }

    /// What is not at its default, as `name=value`, the armies too.
    pub(crate) fn pairs(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut word = |differs: bool, word: &str| {
            if differs {
                words.push(word.to_owned());
            }
        };
        word(self.simple, "game=simple");
        for (name, army) in [("army", self.army), ("army1", self.army1), ("army2", self.army2)] {
            if let Some(army) = army {
                word(true, &format!("{name}={}", super::text::write_pieces(&army)));
            }
        }
        word(self.fire_all, "fire=all");
        word(self.spanish_deploy, "deploy=spanish");
        word(self.pushed_king == PushedKing::Pushed, "pushed-king=pushed");
        word(self.pushed_king == PushedKing::Stays, "pushed-king=stays");
        word(self.centre_spared, "blast-centre=spared");
        word(self.left_behind_removed, "left-behind=removed");
        word(self.regions_3_1_3, "regions=3-1-3");
        word(self.variant == Variant::Unlimited, "variant=unlimited");
        word(self.variant == Variant::Enlisting, "variant=enlisting");
        word(self.tiebreak, "tiebreak=regions");
        word(self.pass_king, "pass=king");
        words
    }

    /// The same word read. "`edition`: shorthand, expanded on reading and never written; explicit options win over
    /// it wherever they stand"; "simple with an edition other than english is an error".
    pub(crate) fn parse(text: &str) -> Option<Options> {
        let mut options = Options::default();
        if text == "-" {
            return Some(options);
        }
        let pairs: Option<Vec<(&str, &str)>> = text.split(';').map(|pair| pair.split_once('=')).collect();
        let pairs = pairs?;
        if let Some((_, edition)) = pairs.iter().find(|(name, _)| *name == "edition") {
            match *edition {
                "english" => {}
                "german" => options.pushed_king = PushedKing::Pushed,
                "spanish" => {
                    options.fire_all = true;
                    options.spanish_deploy = true;
                    options.pushed_king = PushedKing::Pushed;
                }
                _ => return None,
            }
            if *edition != "english" && pairs.contains(&("game", "simple")) {
                return None;
            }
        }
        for (name, value) in pairs.iter().filter(|(name, _)| *name != "edition") {
            options.set(name, value)?;
        }
        let armies = [options.army, options.army1, options.army2];
        let fits = |army: &Pieces| {
            let size = army.iter().sum::<u8>();
            let right = match options.variant {
                Variant::Standard => size == 15,
                Variant::Unlimited => size == 8,
                Variant::Enlisting => size == 8 || size == 15,
            };
            right && army[K] == 0
        };
        armies.iter().flatten().all(fits).then_some(options)
    }
}

fn army([land, water, air, fire, destruction]: [u8; 5]) -> Pieces {
    let mut pieces = [0; 6];
    pieces[L] = land;
    pieces[W] = water;
    pieces[A] = air;
    pieces[F] = fire;
    pieces[D] = destruction;
    pieces
}
