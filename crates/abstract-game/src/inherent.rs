//! The trait's methods as methods of a game's own type.

/// Gives a type of positions the methods of the trait [`Position`](crate::Position) that programs call as methods of its
/// own, so that they need no import: `inherent_methods!(Position, Action, ActionError);`. A game writes
/// the methods about symmetries itself, because their documentation is about the game.
#[macro_export]
macro_rules! inherent_methods {
    ($position:ty, $action:ty, $error:ty) => {
        $crate::inherent_methods! { @methods $position, Position:
            /// The player whose action is next; the same throughout a turn. Meaningless when the game is over.
            player_to_act(self: &Self) -> $crate::Player;
            /// How the game ended on this position; `None` while it goes on. Repetition, resignation and agreement do not
            /// depend on the position alone: see [`Match::result`]($crate::Match::result).
            end(self: &Self) -> Option<$crate::End>;
            /// Whether a turn begins here. An action has ended its turn exactly if this is true after it.
            at_turn_start(self: &Self) -> bool;
            /// All legal actions, in an order that depends on the position only. None when the game is over.
            actions(self: &Self) -> $crate::__private::Vec<$action>;
            /// The number of legal actions.
            count_actions(self: &Self) -> usize;
            /// Whether `action` is legal here.
            is_legal(self: &Self, action: $action) -> bool;
            /// The action that only ends the turn; `None` if it is not legal here. The text of a turn omits it, unless it
            /// is the whole turn.
            end_turn(self: &Self) -> Option<$action>;
            /// The Zobrist key, updated with each action. Covers everything that equality covers, the state within a turn
            /// included. The same on every run and machine.
            key(self: &Self) -> u64;
            /// An upper bound on the number of remaining turns; `None` if there is none.
            max_remaining_turns(self: &Self) -> Option<u32>;
            /// The text of a legal action, which [`read_action`](Self::read_action) reads back.
            action_text(self: &Self, action: $action) -> $crate::__private::String;
            /// The same position for all positions that symmetries map to each other.
            canonical(self: &Self) -> Self;
            /// The position with the turn skipped: the other player begins a turn here; `None` if there is none.
            skip_turn(self: &Self) -> Option<Self>;
            /// The position with the parts of the players exchanged; `None` if there is none.
            exchange_players(self: &Self) -> Option<Self>;
            /// The drawn board, as `{:#}` writes it, with a newline at the end.
            drawing(self: &Self) -> $crate::__private::String;
            /// The position after a legal action.
            ///
            /// # Panics
            /// If the action is illegal; the message names the rule.
            after(self: &Self, action: $action) -> Self;
            /// The position after an action that is not checked, as in [`play_unchecked`](Self::play_unchecked).
            after_unchecked(self: &Self, action: $action) -> Self;
            /// Checks whether `action` is legal here.
            ///
            /// # Errors
            /// The rule that forbids it.
            check(self: &Self, action: $action) -> Result<(), $error>;
            /// Plays an action.
            ///
            /// # Errors
            /// The rule that forbids the action; the position does not change.
            try_play(self: &mut Self, action: $action) -> Result<(), $error>;
            /// The events of a legal action and the position after it. This position does not change.
            ///
            /// # Errors
            /// The rule that forbids the action.
            explain(self: &Self, action: $action) -> Result<$crate::Explanation<Self>, $error>;
            /// Reads a legal action.
            ///
            /// # Errors
            /// The text is not an action, or a rule forbids the action.
            read_action(self: &Self, text: &str) -> Result<$action, $error>;
        }

        impl $position {
            /// Appends every legal action once, in the order of [`actions`](Self::actions).
            #[inline]
            pub fn actions_into(&self, actions: &mut $crate::__private::Vec<$action>) {
                $crate::Position::actions_into(self, actions);
            }

            /// Plays a legal action.
            ///
            /// # Panics
            /// If the action is illegal; the message names the rule.
            #[inline]
            pub fn play(&mut self, action: $action) {
                $crate::Position::play(self, action);
            }

            /// Plays an action without checking it, for code that got it from [`actions`](Self::actions) on an equal
            /// position. After an illegal action the position is unspecified, or the method panics.
            #[inline]
            pub fn play_unchecked(&mut self, action: $action) {
                $crate::Position::play_unchecked(self, action);
            }
        }
    };
    (@methods $type:ty, $trait:ident: $(
        $(#[$attribute:meta])*
        $name:ident($self:ident: $receiver:ty $(, $argument:ident: $argument_type:ty)*) -> $result:ty;
    )+) => {
        impl $type {
            $(
                $(#[$attribute])*
                #[inline]
                #[must_use]
                pub fn $name($self: $receiver $(, $argument: $argument_type)*) -> $result {
                    $crate::$trait::$name($self $(, $argument)*)
                }
            )+
        }
    };
}

/// Gives a type of rules the methods of the trait [`Rules`](crate::Rules) as methods of its own, so that they need no import:
/// `inherent_rules!(Symbol, Position);`.
#[macro_export]
macro_rules! inherent_rules {
    ($rules:ty, $position:ty) => {
        $crate::inherent_methods! { @methods $rules, Rules:
            /// The value of an option as text; `None` if there is no such option.
            option(self: &Self, name: &str) -> Option<$crate::__private::String>;
            /// Sets an option.
            ///
            /// # Errors
            /// There is no such option, or it does not take the value; the rules do not change.
            set_option(self: &mut Self, name: &str, value: &str) -> Result<(), $crate::OptionError>;
            /// These rules with an option set.
            ///
            /// # Errors
            /// There is no such option, or it does not take the value.
            with(self: Self, name: &str, value: impl core::fmt::Display) -> Result<Self, $crate::OptionError>;
            /// The first position.
            start(self: &Self) -> $position;
            /// Reads a position. What its text contains takes precedence over the options.
            ///
            /// # Errors
            /// What is wrong with the text, where, and what was expected.
            read_position(self: &Self, text: &str) -> Result<$position, $crate::GameError>;
        }

        impl $rules {
            /// All options, in the order in which they are written.
            #[must_use]
            pub fn options() -> &'static [$crate::OptionSpec] {
                <$rules as $crate::Rules>::options()
            }
        }
    };
}
