//! Checks of combinations of TCP keys that are valid individually.

use skyseam_params::beside::foreign;
use skyseam_params::names::name_of;
use skyseam_params::{Keys, Problems, SourceSpan, units};

use super::stack::Stack;
use crate::config::TcpConfig;
use crate::congestion::algorithm::TcpAlgorithm;
use crate::ecn::EcnVariant;

/// Location of the first given key of `among`, or of the table if neither is given.
fn first(keys: &Keys, among: [&str; 2]) -> SourceSpan {
    let given = among.into_iter().find(|key| keys.has(key));
    given.map_or_else(|| keys.table().clone(), |key| keys.at(key))
}

/// Joins quoted names for a message.
pub(crate) fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// Names of the stacks that `accepts`.
fn stacks(problems: &Problems<'_>, accepts: impl Fn(&dyn Stack) -> bool) -> Vec<&'static str> {
    let catalogue = problems.catalogue();
    let all = catalogue.members::<dyn Stack>().iter();
    all.filter(|one| one.usual(catalogue).is_some_and(|usual| accepts(&*usual)))
        .map(|one| one.name)
        .collect()
}

/// Names of the stacks that support two senders.
pub(crate) fn two_way_stacks(problems: &Problems<'_>) -> Vec<&'static str> {
    stacks(problems, |stack| stack.one_way().is_none())
}

/// Returns `stack = "a" or stack = "b"`.
pub(crate) fn one_of(stacks: &[&str]) -> String {
    let keys = stacks.iter().map(|name| format!("stack = \"{name}\""));
    keys.collect::<Vec<_>>().join(" or ")
}

impl TcpConfig {
    pub(crate) fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.check_controller(keys, problems) {
            self.check_slow_start(keys, problems);
            self.check_sizes(keys, problems);
            self.check_foreign(keys, problems);
            self.check_opening(keys, problems);
            self.check_ecn(keys, problems);
            self.congestion.check(keys, problems);
            self.stack.check(self, keys, problems);
            self.check_timeouts(keys, problems);
        }
    }

    /// Reports a controller that the stack does not have. Without a named controller, the first one
    /// that the stack has with its own keys applies.
    fn check_controller(&mut self, keys: &Keys, problems: &mut Problems<'_>) -> bool {
        let is_named = keys.has("congestion");
        let named = &*self.congestion;
        if self.stack.fits(named) || (is_named && self.stack.has(named)) {
            return true;
        }
        let catalogue = problems.catalogue().clone();
        let members = catalogue.members::<dyn TcpAlgorithm>().iter();
        let usual = members.filter_map(|member| Some((member.name, member.usual(&catalogue)?)));
        let of_stack: Vec<_> = usual.filter(|(_, usual)| self.stack.has(&**usual)).collect();
        let first = of_stack.iter().find(|(_, usual)| self.stack.fits(&**usual));
        if let Some((_, usual)) = first.filter(|_| !is_named) {
            self.congestion = usual.clone();
            return true;
        }
        let (stack, name) = (self.stack.name(), self.congestion.name());
        let having = stacks(problems, |stack| stack.has(&*self.congestion));
        problems
            .add(&keys.at("congestion"), format!("the TCP stack \"{stack}\" has no \"{name}\""))
            .found(format!("congestion = \"{name}\" with stack = \"{stack}\""))
            .expected(format!(
                "for this stack, one of {}",
                quoted(of_stack.iter().map(|(name, _)| *name))
            ))
            .help(format!("\"{name}\" exists for stack = {}", quoted(having.into_iter())));
        false
    }

    /// Reports a slow start that the stack does not have.
    fn check_slow_start(&self, keys: &Keys, problems: &mut Problems<'_>) {
        if !self.congestion.has_own_slow_start() || self.stack.has_slow_starts() {
            return;
        }
        let stack = self.stack.name();
        let having = stacks(problems, Stack::has_slow_starts);
        problems
            .add(&keys.at("congestion"), format!("the TCP stack \"{stack}\" has no `slow_start`"))
            .found(format!("slow_start with stack = \"{stack}\""))
            .expected(format!("slow_start with stack = {}", quoted(having.into_iter())))
            .help("remove `slow_start`, or choose another stack");
    }

    fn check_sizes(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let mss = self.mss;
        if self.receive_window < u64::from(mss) {
            problems
                .add(
                    &first(keys, ["receive_window", "mss"]),
                    "the receive window does not hold one segment",
                )
                .found(format!("receive_window = {} B, mss = {mss} B", self.receive_window))
                .expected("a receive window of at least one mss");
        }
        // RFC 1644 Sec. 3.1: 6 bytes, padded to 8, out of every segment.
        if self.stack.ttcp().is_some() && mss <= 20 {
            problems
                .add(&first(keys, ["mss", "ttcp"]), "T/TCP's option leaves no room for data")
                .found(format!("mss = {mss} B with ttcp"))
                .expected("an mss above 20 B, or no `ttcp`");
            return;
        }
        // RFC 7323 Sec. 3.2: 10 bytes, padded to 12, out of every full segment.
        if self.timestamps && mss <= 12 {
            problems
                .add(&first(keys, ["mss"; 2]), "the timestamps option leaves no room for data")
                .found(format!("mss = {mss} B, of which timestamps take 12 B"))
                .expected("an mss above 12 B, or timestamps = false");
        }
    }

    /// Reports keys that only other stacks have.
    fn check_foreign(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let stack = self.stack.name();
        for (key, owners) in foreign::<dyn Stack>(stack, keys, &problems.catalogue().clone()) {
            let instead = self.stack.instead_of(key).map(str::to_owned);
            let found = format!("{key} with stack = \"{stack}\"");
            if let [owner] = owners[..] {
                let help = format!("remove `{key}`, or set stack = \"{owner}\"");
                problems
                    .add(&keys.at(key), format!("only the TCP stack \"{owner}\" has `{key}`"))
                    .found(found)
                    .help(instead.unwrap_or(help));
            } else {
                let help = format!("remove `{key}`, or choose another stack");
                problems
                    .add(&keys.at(key), format!("the TCP stack \"{stack}\" has no `{key}`"))
                    .found(found)
                    .expected(one_of(&owners))
                    .help(instead.unwrap_or(help));
            }
        }
    }

    /// Checks connection setups that carry data: support by the stack, and combinations with other
    /// keys.
    fn check_opening(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let has_no_tls = self.tls.as_ref().is_some_and(|tls| !tls.is_some());
        for key in ["fast_open", "tls"] {
            if keys.has(key) && self.stack.one_way().is_some() && !(key == "tls" && has_no_tls) {
                let stack = self.stack.name();
                let expected = one_of(&two_way_stacks(problems));
                problems
                    .add(&keys.at(key), format!("the TCP stack \"{stack}\" has no `{key}`"))
                    .found(format!("{key} with stack = \"{stack}\""))
                    .expected(expected)
                    .help(format!("remove `{key}`, or choose another stack"));
            }
        }
        if keys.has("fast_open") && keys.has("ttcp") {
            problems
                .add(&keys.at("ttcp"), "a connection is opened in one way")
                .found("fast_open and ttcp")
                .expected("one of the two");
        }
        let opening = ["fast_open", "ttcp"].into_iter().find(|key| keys.has(key));
        if let Some(key) = opening.filter(|_| keys.has("handshake") && !self.handshake) {
            problems
                .add(&keys.at("handshake"), format!("`{key}` decides when data leave"))
                .found(format!("handshake = false with {key}"))
                .expected("handshake = true");
        }
    }

    fn check_ecn(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let given = ["ecn", "ecn_server", "accecn_option"].into_iter().find(|key| keys.has(key));
        let stack = self.stack.name();
        if let Some(key) = given.filter(|_| !self.stack.has_ecn()) {
            let expected = one_of(&stacks(problems, |stack| stack.has_ecn()));
            problems
                .add(&keys.at(key), format!("the TCP stack \"{stack}\" has no `{key}`"))
                .found(format!("{key} with stack = \"{stack}\""))
                .expected(expected)
                .help(format!("remove `{key}`, or choose another stack"));
            return;
        }
        let asked = self.ecn.unwrap_or_default();
        let agreed = self.ecn_server.unwrap_or(asked).min(asked);
        let needed = EcnVariant::needed_by(&*self.congestion);
        if asked < needed {
            let (name, least) = (self.congestion.name(), name_of(needed));
            problems
                .add(&keys.at("ecn"), format!("\"{name}\" needs ecn = \"{least}\""))
                .found(format!("ecn = \"{}\"", name_of(asked)))
                .expected(format!("ecn = \"{least}\""))
                .help(format!("remove `ecn`: \"{least}\" is the default of this controller"));
            return;
        }
        for (key, is_idle) in [
            ("ecn_server", asked == EcnVariant::Off),
            ("accecn_option", agreed < EcnVariant::AccEcn),
        ] {
            if keys.has(key) && is_idle {
                let found = format!("{key} with ecn = \"{}\"", name_of(asked));
                problems
                    .warn(&keys.at(key), format!("`{key}` changes nothing: no segment needs it"))
                    .found(found)
                    .help(format!("remove `{key}`, or set ecn = \"accecn\""));
            }
        }
    }

    fn check_timeouts(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let print = units::print_duration;
        let (min, max) = (self.min_rto, self.max_rto);
        let (key, found, expected) = if min > max {
            ("min_rto", min, "a minimum retransmission timeout not above the maximum")
        } else if self.initial_rto > max {
            (
                "initial_rto",
                self.initial_rto,
                "an initial retransmission timeout not above the maximum",
            )
        } else {
            return;
        };
        problems
            .add(&first(keys, [key, "max_rto"]), format!("`{key}` is above `max_rto`"))
            .found(format!("{key} = {}, max_rto = {}", print(found), print(max)))
            .expected(expected);
    }
}
