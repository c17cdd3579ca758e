//! Names of terminals, nodes, groups of nodes and satellites, and connections among them.
//!
//! For readers of a network's description: an unknown name is reported with the most similar known
//! one. The [timeline](crate::timeline) identifies nodes by number.

mod direct_links;
mod group;
mod linkable;
mod sets;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use skyseam_params::error::short;
use skyseam_params::text_values::{FreeText, Name};
use skyseam_params::{Problems, SourceSpan, Spanned};

pub use direct_links::Laid;
pub use group::Members;
pub use linkable::Linkable;
use sets::Sets;

use crate::description::element_selection::matches;

/// Number of the constellation in the numbering of terminals and nodes.
const THE_SKY: u32 = 0;

/// Names that an end of a flow, a wire or a pair can have.
#[derive(Debug)]
pub struct Names {
    /// Numbers of terminals and nodes, including members of groups.
    numbers: BTreeMap<String, u32>,
    /// Number of members of each group of nodes.
    groups: BTreeMap<String, u32>,
    /// Cached result of [`Names::declared`].
    known: OnceCell<Vec<String>>,
    /// Terminals in the order of the file.
    pub terminals: Vec<String>,
    /// Nodes in the order of the file.
    pub nodes: Vec<String>,
    /// Whether a name could not be read, which may be the unknown one.
    pub in_doubt: bool,
    /// Connected sets of the network, by number; [`THE_SKY`] is connected to all terminals.
    joined: Sets,
    /// Whether a wire or beam leads to each number.
    is_reached: Vec<bool>,
    /// Satellites and their numbers.
    satellites: BTreeMap<String, u32>,
    /// Whether some satellites could not be determined.
    satellites_in_doubt: bool,
}

/// Returns the member of a group with this index.
pub fn member(group: &str, index: u32) -> String {
    format!("{group}-{}", index + 1)
}

/// Whether a wire or beam has an end that could not be read.
pub fn links_in_doubt(problems: &Problems<'_>) -> bool {
    problems.any_under("wires") || problems.any_under("beams")
}

/// Whether an end of a flow names satellites by a pattern, in which `*` stands for any characters.
pub fn is_pattern(end: &str) -> bool {
    end.contains('*')
}

/// An end: a terminal, node or satellite, a group of nodes, or satellites by a pattern.
#[derive(Clone, Debug)]
pub struct NamedEndpoint<'n> {
    name: &'n str,
    /// Number of members if it is a group or a pattern.
    pub members: Option<u32>,
    /// Satellites of a pattern.
    satellites: Vec<String>,
}

impl NamedEndpoint<'_> {
    /// Returns the number of nodes.
    pub fn count(&self) -> u32 {
        self.members.unwrap_or(1)
    }

    /// Returns the node with this index; a single node is returned for every index.
    pub fn node(&self, index: u32) -> String {
        match self.satellites.get(index as usize) {
            Some(satellite) => satellite.clone(),
            None if self.members.is_some() => member(self.name, index),
            None => self.name.to_owned(),
        }
    }
}

/// Two ends whose nodes are paired, each of one with each of the other.
#[derive(Clone, Debug)]
pub struct EndpointPairs<'n>([NamedEndpoint<'n>; 2]);

impl EndpointPairs<'_> {
    /// Whether either end is a group.
    pub fn is_group(&self) -> bool {
        self.0.iter().any(|end| end.members.is_some())
    }

    /// Returns the number of pairs of nodes.
    pub fn count(&self) -> u32 {
        self.0[0].count().max(self.0[1].count())
    }

    /// Returns all pairs of nodes.
    pub fn pairs(&self) -> impl Iterator<Item = [String; 2]> {
        (0..self.count()).map(|index| self.0.each_ref().map(|end| end.node(index)))
    }

    /// Returns the name of a flow of this group: with its satellite, or else with its number.
    pub fn flow_name(&self, group: &str, index: u32) -> String {
        match self.0.iter().find_map(|end| end.satellites.get(index as usize)) {
            Some(satellite) => format!("{group}-{satellite}"),
            None => member(group, index),
        }
    }
}

impl Names {
    /// Returns the end that a name stands for, which may be a group.
    pub fn end<'n>(&self, name: &'n str) -> NamedEndpoint<'n> {
        if !is_pattern(name) {
            let members = self.groups.get(name).copied();
            return NamedEndpoint { name, members, satellites: Vec::new() };
        }
        let satellites: Vec<String> =
            self.satellites.keys().filter(|own| matches(name, own)).cloned().collect();
        NamedEndpoint { name, members: Some(satellites.len() as u32), satellites }
    }

    /// Checks the two ends of a flow, which may be satellites; returns them, or reports problems.
    pub fn flow_ends<'n>(
        &self,
        ends: [&'n Spanned<Name>; 2],
        problems: &mut Problems<'_>,
    ) -> Option<EndpointPairs<'n>> {
        for end in ends {
            self.check_flow_end(end, problems);
        }
        self.paired("flow", ends, problems)
    }

    /// Checks the two ends of `what`; returns them, or reports problems.
    pub fn ends<'n>(
        &self,
        what: &str,
        ends: [&'n Spanned<Name>; 2],
        problems: &mut Problems<'_>,
    ) -> Option<EndpointPairs<'n>> {
        for end in ends {
            self.check_end(end, problems);
        }
        self.paired(what, ends, problems)
    }

    fn paired<'n>(
        &self,
        what: &str,
        [a, b]: [&'n Spanned<Name>; 2],
        problems: &mut Problems<'_>,
    ) -> Option<EndpointPairs<'n>> {
        let ends = EndpointPairs([self.end(&a.0), self.end(&b.0)]);
        if a.value == b.value {
            problems
                .add(&b.place, format!("a {what} needs two different ends"))
                .found(format!("\"{}\" twice", short(&a.0)))
                .expected("another terminal or node");
            return None;
        }
        if self.is_member(&a.0, &b.0) || self.is_member(&b.0, &a.0) {
            problems
                .add(&b.place, format!("a {what} needs two different ends"))
                .found(format!("a group and its member, \"{}\" and \"{}\"", a.0, b.0))
                .expected("a terminal or node that is no member of the group");
            return None;
        }
        if [a, b].into_iter().any(|end| is_pattern(&end.0)) {
            let [one, other] = &ends.0;
            if one.count() == 0 || other.count() == 0 {
                return None;
            }
            if one.members.is_some() && other.members.is_some() {
                problems
                    .add(&b.place, "satellites by a pattern need one node at the other end")
                    .found(format!("\"{}\" and \"{}\"", short(&a.0), short(&b.0)))
                    .expected("the name of one terminal, node or satellite at one of the ends");
                return None;
            }
            let [one_is, other_is] = [(one, other), (other, one)]
                .map(|(many, single)| many.satellites.iter().any(|own| own == single.name));
            if one_is || other_is {
                problems
                    .add(&b.place, format!("a {what} needs two different ends"))
                    .found(format!("\"{}\" and \"{}\", one of them", short(&a.0), short(&b.0)))
                    .expected("a pattern that the satellite's name does not match");
                return None;
            }
        }
        if let [Some(one), Some(other)] = ends.0.each_ref().map(|end| end.members)
            && one != other
        {
            problems
                .add(&b.place, "two groups of different sizes have no pairs")
                .found(format!("{one} nodes \"{}\", {other} nodes \"{}\"", a.0, b.0))
                .expected("the same `count` of both, or one node at one of the ends");
            return None;
        }
        Some(ends)
    }

    /// Whether either end is a group, or an unknown name that may be meant for one.
    pub fn may_be_group(&self, ends: &EndpointPairs<'_>) -> bool {
        let is_unknown = |end: &NamedEndpoint<'_>| !self.has(end.name);
        ends.is_group() || ends.0.iter().any(is_unknown)
    }

    /// Whether `name` is a member of `group`.
    pub fn is_member(&self, group: &str, name: &str) -> bool {
        let Some(members) = self.groups.get(group) else { return false };
        let number = name.strip_prefix(group).and_then(|rest| rest.strip_prefix('-'));
        let number = number.filter(|digits| !digits.starts_with(['0', '+']));
        number.and_then(|digits| digits.parse().ok()).is_some_and(|n| (1..=*members).contains(&n))
    }

    /// Reports a name that no terminal, node or group has.
    pub fn check_end(&self, name: &Spanned<Name>, problems: &mut Problems<'_>) {
        if !self.groups.contains_key(&name.0) {
            self.check(&name.0, &name.place, problems);
        }
    }

    /// Reports an end of a flow that no terminal, node, group or satellite is called.
    pub fn check_flow_end(&self, name: &Spanned<Name>, problems: &mut Problems<'_>) {
        if is_pattern(&name.0) {
            self.satellites_like(&name.0, &name.place, problems);
        } else if !self.groups.contains_key(&name.0) {
            self.check_node_or_satellite(&name.0, &name.place, problems);
        }
    }

    /// Reports a name that no single terminal or node has.
    pub fn check(&self, name: &str, place: &SourceSpan, problems: &mut Problems<'_>) {
        self.check_known(name, place, &BTreeMap::new(), problems);
    }

    /// Reports a name that no single terminal, node or satellite has.
    pub fn check_node_or_satellite(
        &self,
        name: &str,
        place: &SourceSpan,
        problems: &mut Problems<'_>,
    ) {
        if !self.has_satellite(name) && !self.satellites_in_doubt {
            self.check_known(name, place, &self.satellites, problems);
        }
    }

    /// Reports a name that no single terminal or node has, where these satellites are expected
    /// too.
    fn check_known(
        &self,
        name: &str,
        place: &SourceSpan,
        satellites: &BTreeMap<String, u32>,
        problems: &mut Problems<'_>,
    ) {
        if self.numbers.contains_key(name) || self.notes_group(name, place, problems) {
            return;
        }
        if self.in_doubt {
            return;
        }
        let known = self.declared();
        let group = name.rsplit_once('-').and_then(|(group, _)| self.groups.get_key_value(group));
        let is_other = self.satellites.contains_key(name) || group.is_some();
        let all = known.iter().chain(satellites.keys());
        let near = match is_other {
            true => None,
            false => problems.nearest_name(name, all.map(String::as_str)),
        };
        let problem = problems.add(place, format!("nothing is called \"{}\"", short(name)));
        problem.found(format!("\"{}\"", short(name)));
        let satellite = match satellites.keys().next() {
            Some(example) => format!(", or a satellite such as \"{example}\""),
            None => String::new(),
        };
        match known {
            [] => problem.help(format!("describe it in [[terminals]] or [[nodes]]{satellite}")),
            [first @ .., _] if first.len() < 12 => {
                let quoted: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
                problem.expected(format!("a terminal or node: {}{satellite}", quoted.join(", ")))
            }
            _ => problem.expected(format!("the name of a terminal or node{satellite}")),
        };
        if self.satellites.contains_key(name) {
            problem
                .help("that is a satellite: wires, users and proxies are at terminals and nodes");
        } else if let Some((group, members)) = group {
            problem
                .help(format!("the group has the members \"{group}-1\" to \"{group}-{members}\""));
        } else {
            problem.did_you_mean(near);
        }
    }

    /// Reports the name of a group where a single node is required.
    fn notes_group(&self, name: &str, place: &SourceSpan, problems: &mut Problems<'_>) -> bool {
        let Some(members) = self.groups.get(name) else { return false };
        problems
            .add(place, format!("\"{name}\" is a group, and one node is meant here"))
            .found(format!("a group of {members}"))
            .expected(format!("the name of one of its members, such as \"{name}-1\""));
        true
    }

    /// Returns the declared names in alphabetical order, with groups in place of their members.
    fn declared(&self) -> &[String] {
        self.known.get_or_init(|| {
            let alone = self.numbers.keys().filter(|name| {
                let group = name.rsplit_once('-').map_or("", |(group, _)| group);
                !self.is_member(group, name)
            });
            let all: BTreeSet<&String> = alone.chain(self.groups.keys()).collect();
            all.into_iter().cloned().collect()
        })
    }

    /// Whether anything is called `name`.
    pub fn has(&self, name: &str) -> bool {
        self.numbers.contains_key(name) || self.has_satellite(name)
    }

    /// Whether a satellite is called `name`.
    pub fn has_satellite(&self, name: &str) -> bool {
        self.satellites.contains_key(name)
    }

    /// Returns the number of the satellite called `name`, if there is one.
    pub(crate) fn satellite_number(&self, name: &str) -> Option<u32> {
        self.satellites.get(name).copied()
    }

    /// Returns the numbers of the satellites whose names match a pattern, in which `*` stands for
    /// any characters, in the order of their names; reports a pattern without a satellite.
    pub(crate) fn satellites_like(
        &self,
        pattern: &str,
        place: &SourceSpan,
        problems: &mut Problems<'_>,
    ) -> Vec<(&str, u32)> {
        let like = self.satellites.iter().filter(|(name, _)| matches(pattern, name));
        let found: Vec<(&str, u32)> = like.map(|(name, number)| (&**name, *number)).collect();
        if found.is_empty() && !self.satellites_in_doubt {
            let example = self.satellites.keys().next();
            problems
                .add(place, "no satellite has such a name")
                .found(format!("\"{}\"", short(pattern)))
                .expected(match example {
                    Some(example) => format!("a pattern of names such as {example:?}"),
                    None => "a [constellation]: there are no satellites".into(),
                });
        }
        found
    }

    /// Returns the terminals and nodes whose names match a pattern, in which `*` stands for any
    /// characters, in alphabetical order; reports a pattern without one.
    pub(crate) fn nodes_like(
        &self,
        pattern: &Spanned<FreeText>,
        problems: &mut Problems<'_>,
    ) -> Vec<String> {
        let found: Vec<String> =
            self.numbers.keys().filter(|name| matches(&pattern.0, name)).cloned().collect();
        if found.is_empty() && !self.in_doubt {
            let example = self.numbers.keys().next();
            problems
                .add(&pattern.place, "no terminal or node has such a name")
                .found(format!("\"{}\"", short(&pattern.0)))
                .expected(match example {
                    Some(example) => format!("a pattern of names such as {example:?}"),
                    None => "[[terminals]] or [[nodes]]: there are none".into(),
                });
        }
        found
    }

    /// Returns the number of the satellite called `name`; reports a name that no satellite has.
    pub fn satellite(&self, name: &Spanned<Name>, problems: &mut Problems<'_>) -> Option<u32> {
        let number = self.satellite_number(&name.0);
        if number.is_none() && !self.satellites_in_doubt {
            let example = self.satellites.first_key_value();
            let known = self.satellites.keys().map(String::as_str);
            let near = problems.nearest_name(&name.0, known);
            problems
                .add(&name.place, format!("no satellite is called \"{}\"", short(&name.0)))
                .found(format!("\"{}\"", short(&name.0)))
                .expected(match example {
                    Some((example, _)) => format!("the name of a satellite, such as {example:?}"),
                    None => "a [constellation]: there are no satellites".into(),
                })
                .did_you_mean(near);
        }
        number
    }

    /// Reports a name that no satellite, terminal or node has.
    pub(crate) fn check_any(&self, name: &Spanned<Name>, problems: &mut Problems<'_>) {
        let text = name.value.0.as_str();
        let in_doubt = self.in_doubt || self.satellites_in_doubt;
        if self.has(text) || self.notes_group(text, &name.place, problems) || in_doubt {
            return;
        }
        let known = self.satellites.keys().chain(self.declared()).map(String::as_str);
        let near = problems.nearest_name(text, known);
        problems
            .add(&name.place, format!("nothing is called \"{}\"", short(text)))
            .found(format!("\"{}\"", short(text)))
            .expected("the name of a satellite, terminal or node")
            .did_you_mean(near);
    }

    /// Whether `name` is a terminal or node; `None` if that is uncertain.
    pub fn is_end(&self, name: &str) -> Option<bool> {
        let known = self.numbers.contains_key(name);
        (known || !self.in_doubt).then_some(known)
    }

    /// Returns the number of the terminal or node called `name`, if there is one.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Records a wire or beam between two numbers.
    pub fn join(&mut self, [a, b]: [u32; 2]) {
        self.joined.join(a, b);
        for number in [a, b] {
            self.is_reached[number as usize] = true;
        }
    }

    /// Whether both names are known and not connected; for groups, whether any node is not
    /// connected to its counterpart.
    pub fn separated(&self, a: &str, b: &str) -> bool {
        let ends = EndpointPairs([self.end(a), self.end(b)]);
        let place = |name: &str| self.number(name).or(self.has_satellite(name).then_some(THE_SKY));
        ends.pairs().any(|[a, b]| match (place(&a), place(&b)) {
            (Some(a), Some(b)) => !self.joined.are_joined(a, b),
            _ => false,
        })
    }

    /// Returns the first node of `name` that no wire or beam reaches.
    pub fn unreached(&self, name: &str) -> Option<String> {
        let end = self.end(name);
        let is_reached =
            |node: &String| self.number(node).is_none_or(|n| self.is_reached[n as usize]);
        (0..end.count()).map(|index| end.node(index)).find(|node| !is_reached(node))
    }
}

/// Reports a name that is already taken.
fn report_duplicate(name: &Spanned<Name>, problems: &mut Problems<'_>) {
    problems
        .add(&name.place, "two terminals or nodes have the same name")
        .found(format!("\"{}\" a second time", short(&name.0)))
        .expected("a name that no other terminal or node has");
}

impl Names {
    /// Starts with these satellites and their numbers, or `None` if they could not all be
    /// determined, and without terminals and nodes; `in_doubt` is [`Names::in_doubt`].
    pub fn new(satellites: Option<BTreeMap<String, u32>>, in_doubt: bool) -> Self {
        let mut joined = Sets::default();
        assert_eq!(joined.add(), THE_SKY, "the first of all sets");
        Self {
            numbers: BTreeMap::new(),
            groups: BTreeMap::new(),
            known: OnceCell::new(),
            terminals: Vec::new(),
            nodes: Vec::new(),
            in_doubt,
            joined,
            is_reached: vec![true],
            satellites_in_doubt: satellites.is_none(),
            satellites: satellites.unwrap_or_default(),
        }
    }

    /// Adds a terminal, connected to the others through the constellation; reports a name that is
    /// taken.
    pub fn add_terminal(&mut self, name: &Spanned<Name>, problems: &mut Problems<'_>) {
        self.check_free(name, problems);
        if let Some(number) = self.add(&name.0, name, problems) {
            self.joined.join(THE_SKY, number);
            self.terminals.push(name.0.clone());
        }
    }

    /// Adds a node without links; reports a name that is taken.
    pub fn add_node(&mut self, name: &Spanned<Name>, problems: &mut Problems<'_>) {
        self.check_free(name, problems);
        self.add(&name.0, name, problems);
        self.nodes.push(name.0.clone());
    }

    /// Reports a name that a satellite has.
    fn check_free(&self, name: &Spanned<Name>, problems: &mut Problems<'_>) {
        if self.satellites.contains_key(&name.0) {
            problems
                .add(&name.place, "a satellite has this name already")
                .found(format!("\"{}\"", short(&name.0)))
                .help("give the terminal or node another name");
        }
    }

    /// Adds a terminal or node called `node`, declared by `name`.
    fn add(
        &mut self,
        node: &str,
        name: &Spanned<Name>,
        problems: &mut Problems<'_>,
    ) -> Option<u32> {
        if self.numbers.contains_key(node) || self.groups.contains_key(node) {
            if node == name.0 {
                report_duplicate(name, problems);
            } else {
                problems
                    .add(&name.place, "a member of the group has the name of something else")
                    .found(format!("\"{}\" a second time", short(node)))
                    .expected("a name whose members are called like no other terminal or node");
            }
            return None;
        }
        let number = self.joined.add();
        self.is_reached.push(false);
        self.numbers.insert(node.to_owned(), number);
        Some(number)
    }

    /// Adds a group of nodes, or of terminals.
    pub fn add_group(
        &mut self,
        name: &Spanned<Name>,
        count: &Spanned<Members>,
        are_terminals: bool,
        problems: &mut Problems<'_>,
    ) {
        self.check_free(name, problems);
        let longest = member(&name.0, count.0 - 1);
        if longest.chars().count() > Name::MAX_CHARS {
            self.in_doubt = true;
            problems
                .add(&name.place, "the members of the group have names that are too long")
                .found(format!("\"{}\" with {} characters", longest, longest.chars().count()))
                .expected(format!("names of at most {} characters", Name::MAX_CHARS));
            return;
        }
        if self.nodes.len() + count.0 as usize > Members::MOST as usize {
            self.in_doubt = true;
            problems
                .add(&count.place, "the groups have too many members together")
                .found(format!("{} nodes up to here", self.nodes.len() + count.0 as usize))
                .expected(format!("at most {} nodes", Members::MOST));
            return;
        }
        if self.numbers.contains_key(&name.0) || self.groups.contains_key(&name.0) {
            report_duplicate(name, problems);
            return;
        }
        self.groups.insert(name.0.clone(), count.0);
        for index in 0..count.0 {
            let node = member(&name.0, index);
            if self.satellites.contains_key(&node) {
                problems
                    .add(&name.place, "a member of the group has the name of a satellite")
                    .found(format!("\"{}\"", short(&node)))
                    .help("give the group another name");
                return;
            }
            let Some(number) = self.add(&node, name, problems) else { return };
            if are_terminals {
                self.joined.join(THE_SKY, number);
                self.terminals.push(node);
            } else {
                self.nodes.push(node);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_twelve_names_are_listed() {
        for (count, listed) in [(2, true), (12, true), (13, false)] {
            let (mut names, mut problems) = (Names::new(None, false), Problems::new(""));
            for number in 0..count {
                let name = Name(format!("T{number}"));
                names.add_terminal(&Spanned::new(name, SourceSpan::default()), &mut problems);
            }
            assert!(problems.is_empty());
            names.check("nowhere", &SourceSpan::default(), &mut problems);
            let message = problems.into_errors("file").to_string();
            assert_eq!(message.contains(r#"a terminal or node: "T0", "T1""#), listed, "{message}");
        }
    }
}
