//! What is wrong with keys of TCP together that are right each on its own.

use skyseam_params::names::{Named, name_of};
use skyseam_params::{Keys, Place, Problems, units};

use super::stack::{LossRecovery, Stack};
use crate::config::TcpConfig;
use crate::congestion::algorithm::Algorithm;

/// Where the first of `keys` stands that is given; the table where none is.
fn first(keys: &Keys, among: [&str; 2]) -> Place {
    let given = among.into_iter().find(|key| keys.has(key));
    given.map_or_else(|| keys.table().clone(), |key| keys.at(key))
}

fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

impl TcpConfig {
    pub(crate) fn together(&mut self, keys: &Keys, problems: &mut Problems<'_>) {
        let has_controller = self.check_controller(keys, problems);
        if has_controller && self.check_recovery(keys, problems) {
            self.check_sizes(keys, problems);
            self.check_stack(keys, problems);
            self.check_linux(keys, problems);
            self.check_opening(keys, problems);
            self.congestion.check(keys, problems);
            self.check_storm_guard(keys, problems);
            self.check_timeouts(keys, problems);
        }
    }

    /// Notes a controller that the stack does not have. One that is not named is the first that the
    /// stack has with this recovery.
    fn check_controller(&mut self, keys: &Keys, problems: &mut Problems<'_>) -> bool {
        let (of, recovery) = (self.stack, self.recovery);
        let has_agents = matches!(of, Stack::Ns2 | Stack::Bsd);
        let is_agent = has_agents && recovery.is_some_and(|own| own != LossRecovery::Fack);
        let fits = |one: &dyn Algorithm| one.is_of(of) && (!is_agent || one.increase().is_some());
        let is_named = keys.has("congestion");
        if fits(&*self.congestion) || (is_named && self.congestion.is_of(of)) {
            return true;
        }
        let catalogue = problems.catalogue().clone();
        let members = catalogue.members::<dyn Algorithm>().iter();
        let usual = members.filter_map(|member| Some((member.name, member.usual(&catalogue)?)));
        let of_stack: Vec<_> = usual.filter(|(_, usual)| usual.is_of(of)).collect();
        let first = of_stack.iter().find(|(_, usual)| fits(&**usual));
        if let Some((_, usual)) = first.filter(|_| !is_named) {
            self.congestion = usual.clone();
            return true;
        }
        let (stack, name) = (name_of(self.stack), self.congestion.name());
        let stacks = Stack::choices().into_iter();
        let having = stacks.filter(|choice| self.congestion.is_of(choice.value));
        problems
            .add(&keys.at("congestion"), format!("the TCP stack \"{stack}\" has no \"{name}\""))
            .found(format!("congestion = \"{name}\" with stack = \"{stack}\""))
            .expected(format!(
                "for this stack, one of {}",
                quoted(of_stack.iter().map(|(name, _)| *name))
            ))
            .help(format!(
                "\"{name}\" is there with stack = {}",
                quoted(having.map(|choice| choice.name))
            ));
        false
    }

    /// Notes a way of recovery that the stack does not have, or that does not go with other keys.
    fn check_recovery(&self, keys: &Keys, problems: &mut Problems<'_>) -> bool {
        let Some(recovery) = self.recovery else { return true };
        let name = name_of(recovery);
        if matches!(self.stack, Stack::Ns2 | Stack::Bsd) && !recovery.is_of(self.stack) {
            let stack = name_of(self.stack);
            let having = LossRecovery::choices().into_iter();
            let having = having.filter(|choice| choice.value.is_of(self.stack));
            problems
                .add(&keys.at("recovery"), format!("the TCP stack \"{stack}\" has no \"{name}\""))
                .found(format!("recovery = \"{name}\" with stack = \"{stack}\""))
                .expected(format!(
                    "for this stack, one of {}",
                    quoted(having.map(|choice| choice.name))
                ));
            return false;
        }
        if !matches!(self.stack, Stack::Ns2 | Stack::Bsd) {
            let stack = name_of(self.stack);
            problems
                .add(&keys.at("recovery"), format!("the TCP stack \"{stack}\" has no choice here"))
                .found(format!("recovery = \"{name}\""))
                .expected("stack = \"ns2\", stack = \"bsd\", or no `recovery`")
                .help("without SACK (sack_blocks = 0) \"rfc\" is NewReno, with it RFC 6675");
            return false;
        }
        let congestion = self.congestion.name();
        if recovery != LossRecovery::Fack && self.congestion.increase().is_none() {
            let catalogue = problems.catalogue().clone();
            let members = catalogue.members::<dyn Algorithm>().iter();
            let having = members
                .filter(|member| {
                    member.usual(&catalogue).is_some_and(|usual| usual.increase().is_some())
                })
                .map(|member| member.name);
            let key = if keys.has("recovery") { "recovery" } else { "congestion" };
            problems
                .add(&keys.at(key), "ns-2's agent has a window of its own")
                .found(format!("recovery = \"{name}\" with congestion = \"{congestion}\""))
                .expected(format!("congestion = {}", quoted(having)))
                .help("modules of Linux go with recovery = \"fack\" (Agent/TCP/Linux)");
            return false;
        }
        if recovery.needs_blocks() && self.sack_blocks == 0 {
            let what = match self.stack {
                Stack::Bsd => "this recovery finds holes by selective acknowledgements alone",
                _ => "ns-2's agent finds losses by selective acknowledgements alone",
            };
            problems
                .add(&keys.at("sack_blocks"), what)
                .found(format!("sack_blocks = 0 with recovery = \"{name}\""))
                .expected("a sink that sends blocks, or recovery = \"newreno\"");
            return false;
        }
        true
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
        if self.ttcp.is_some() && mss <= 20 {
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

    /// Keys that one stack alone knows.
    fn check_stack(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let stack = name_of(self.stack);
        let of_linux = ["hystart", "pacing", "offload", "compressed_sacks", "send_buffer"];
        let of_linux = of_linux.map(|key| (key, Stack::Linux));
        let of_bsd = ["exit_burst", "initial_ssthresh"].map(|key| (key, Stack::Bsd));
        for (key, owner) in of_linux.into_iter().chain(of_bsd) {
            if keys.has(key) && self.stack != owner {
                let owner = name_of(owner);
                problems
                    .add(&keys.at(key), format!("only the TCP stack \"{owner}\" knows `{key}`"))
                    .found(format!("{key} with stack = \"{stack}\""))
                    .help(format!("remove `{key}`, or set stack = \"{owner}\""));
            }
        }
    }

    /// Keys of the stack "linux" that change nothing, or that a kernel does not have.
    fn check_linux(&self, keys: &Keys, problems: &mut Problems<'_>) {
        if self.stack != Stack::Linux {
            return;
        }
        if keys.has("hystart") && !self.congestion.has_hystart() {
            let name = self.congestion.name();
            problems
                .warn(&keys.at("hystart"), "`hystart` changes nothing: only CUBIC has HyStart")
                .found(format!("hystart with congestion = \"{name}\""))
                .help("remove `hystart`, or set congestion = \"cubic\"");
        }
        if self.compressed_sacks == Some(false) && self.sack_blocks == 0 {
            problems
                .warn(
                    &first(keys, ["compressed_sacks", "sack_blocks"]),
                    "`compressed_sacks` changes nothing: there are no SACKs",
                )
                .help("remove `compressed_sacks`, or set sack_blocks = 4");
        }
        if keys.has("handshake") && !self.handshake {
            problems
                .add(&keys.at("handshake"), "a kernel sends no data before it has heard its peer")
                .found("handshake = false with stack = \"linux\"")
                .expected("handshake = true")
                .help("data on the SYN: fast_open = \"known\"");
        }
    }

    /// Openings that carry data: who has them, and what they do not go with.
    fn check_opening(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let stack = name_of(self.stack);
        let [rfc, either] = ["stack = \"rfc\"", "stack = \"rfc\" or stack = \"linux\""];
        for (key, expected) in [("fast_open", either), ("tls", either), ("ttcp", rfc)] {
            let has_it = self.stack == Stack::Rfc || self.stack == Stack::Linux && key != "ttcp";
            let has_no_tls = key == "tls" && self.tls.as_ref().is_some_and(|tls| !tls.is_some());
            if keys.has(key) && !has_it && !has_no_tls {
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

    /// Only ns-2's `Agent/TCP/Linux` has storms to be guarded against.
    fn check_storm_guard(&self, keys: &Keys, problems: &mut Problems<'_>) {
        if !keys.has("storm_guard") || self.recovery == Some(LossRecovery::Fack) {
            return;
        }
        let found = match self.recovery {
            Some(recovery) => format!("storm_guard with recovery = \"{}\"", name_of(recovery)),
            None => format!("storm_guard with stack = \"{}\"", name_of(self.stack)),
        };
        problems
            .add(
                &keys.at("storm_guard"),
                "only the TCP stack \"ns2\" with recovery = \"fack\" knows `storm_guard`",
            )
            .found(found)
            .help("remove `storm_guard`: nothing else here begins storms of retransmissions");
    }

    fn check_timeouts(&self, keys: &Keys, problems: &mut Problems<'_>) {
        let print = units::print_duration;
        let (min, max) = (self.min_rto, self.max_rto);
        let (key, found, expected) = if min > max {
            ("min_rto", min, "a smallest retransmission timeout not above the largest")
        } else if self.initial_rto > max {
            (
                "initial_rto",
                self.initial_rto,
                "a first retransmission timeout not above the largest",
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
