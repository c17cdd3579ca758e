//! Names of terminals, nodes, groups of nodes and satellites: what each stands for, and what is
//! linked to what.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::sets::Sets;
use super::sky::Satellites;
use crate::document::{At, Place};
use crate::error::{Problems, short};
use crate::group_values::Members;
use crate::tables::ScenarioTable;
use crate::text_values::Name;

/// What can be named as an end of a flow, a wire or a pair.
pub(super) struct Names {
    /// Terminals and nodes, members of groups among them, and their numbers.
    numbers: BTreeMap<String, u32>,
    /// Groups of nodes, and how many members they have.
    groups: BTreeMap<String, u32>,
    /// What [`Names::declared`] gives, from when it is first asked for.
    known: OnceCell<Vec<String>>,
    /// Terminals in the order of the file.
    pub(super) terminals: Vec<String>,
    /// Nodes in the order of the file.
    pub(super) nodes: Vec<String>,
    /// Whether some name could not be read, so that an unknown one may be it.
    pub(super) in_doubt: bool,
    /// What the network joins: numbers, and before them the sky.
    joined: Sets,
    /// Whether a wire or beam leads there, by number.
    is_reached: Vec<bool>,
    /// Satellites and their numbers.
    satellites: BTreeMap<String, u32>,
    /// Whether the satellites could not all be told.
    satellites_in_doubt: bool,
}

/// The member of a group with this index.
pub(crate) fn member(group: &str, index: u32) -> String {
    format!("{group}-{}", index + 1)
}

/// What stands at an end: a terminal or node, or a group of nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<'n> {
    name: &'n str,
    /// Members, where it is a group.
    pub(super) members: Option<u32>,
}

impl End<'_> {
    /// How many nodes it stands for.
    pub(super) fn count(&self) -> u32 {
        self.members.unwrap_or(1)
    }

    /// The node with this index; where it is one node, it is that for every index.
    pub(super) fn node(&self, index: u32) -> String {
        match self.members {
            Some(_) => member(self.name, index),
            None => self.name.to_owned(),
        }
    }
}

/// Two ends at which something is between each node of the one and of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends<'n>([End<'n>; 2]);

impl<'n> Ends<'n> {
    /// Whether a group is among the two.
    pub(super) fn is_group(&self) -> bool {
        self.0.iter().any(|end| end.members.is_some())
    }

    /// How many pairs of nodes they stand for.
    pub(super) fn count(&self) -> u32 {
        self.0[0].count().max(self.0[1].count())
    }

    /// Those pairs.
    pub(super) fn pairs(self) -> impl Iterator<Item = [String; 2]> + use<'n> {
        (0..self.count()).map(move |index| self.0.map(|end| end.node(index)))
    }
}

impl Names {
    /// What a name stands for where a group may be named.
    pub(super) fn end<'n>(&self, name: &'n str) -> End<'n> {
        End { name, members: self.groups.get(name).copied() }
    }

    /// Notes what is wrong with two ends of `what`, and gives what they stand for where nothing is.
    pub(super) fn ends<'n>(
        &self,
        what: &str,
        [a, b]: [&'n At<Name>; 2],
        problems: &mut Problems<'_>,
    ) -> Option<Ends<'n>> {
        self.check_end(a, problems);
        self.check_end(b, problems);
        let ends = Ends([self.end(&a.0), self.end(&b.0)]);
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
        if let [Some(one), Some(other)] = ends.0.map(|end| end.members)
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

    /// Whether a group is among two ends, or may be: a name that nothing has may be meant for one.
    pub(super) fn may_be_group(&self, ends: &Ends<'_>) -> bool {
        let is_unknown = |end: &End<'_>| !self.numbers.contains_key(end.name);
        ends.is_group() || ends.0.iter().any(is_unknown)
    }

    /// Whether `name` is a member of `group`.
    pub(super) fn is_member(&self, group: &str, name: &str) -> bool {
        let Some(members) = self.groups.get(group) else { return false };
        let number = name.strip_prefix(group).and_then(|rest| rest.strip_prefix('-'));
        let number = number.filter(|digits| !digits.starts_with(['0', '+']));
        number.and_then(|digits| digits.parse().ok()).is_some_and(|n| (1..=*members).contains(&n))
    }

    /// Notes when nothing is called `name`, not even a group.
    pub(super) fn check_end(&self, name: &At<Name>, problems: &mut Problems<'_>) {
        if !self.groups.contains_key(&name.0) {
            self.check(&name.0, &name.place, problems);
        }
    }

    /// Notes when no single terminal or node is called `name`.
    pub(super) fn check(&self, name: &str, place: &Place, problems: &mut Problems<'_>) {
        if self.numbers.contains_key(name) || self.notes_group(name, place, problems) {
            return;
        }
        if self.in_doubt {
            return;
        }
        let known = self.declared();
        let group = name.rsplit_once('-').and_then(|(group, _)| self.groups.get_key_value(group));
        let is_other = self.satellites.contains_key(name) || group.is_some();
        let near = match is_other {
            true => None,
            false => problems.nearest_name(name, known.iter().map(String::as_str)),
        };
        let problem = problems.add(place, format!("nothing is called \"{}\"", short(name)));
        problem.found(format!("\"{}\"", short(name)));
        match known {
            [] => problem.help("describe it in [[terminals]] or [[nodes]]"),
            [first @ .., _] if first.len() < 12 => {
                let quoted: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
                problem.expected(format!("a terminal or node: {}", quoted.join(", ")))
            }
            _ => problem.expected("the name of a terminal or node"),
        };
        if self.satellites.contains_key(name) {
            problem.help("that is a satellite: flows, pairs and wires end at terminals and nodes");
        } else if let Some((group, members)) = group {
            problem
                .help(format!("the group has the members \"{group}-1\" to \"{group}-{members}\""));
        } else {
            problem.did_you_mean(near);
        }
    }

    /// Notes when `name` is that of a group, where one node is meant.
    fn notes_group(&self, name: &str, place: &Place, problems: &mut Problems<'_>) -> bool {
        let Some(members) = self.groups.get(name) else { return false };
        problems
            .add(place, format!("\"{name}\" is a group, and one node is meant here"))
            .found(format!("a group of {members}"))
            .expected(format!("the name of one of its members, such as \"{name}-1\""));
        true
    }

    /// Names as the file has them, in the order of the alphabet: groups, not their members.
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
    pub(super) fn has(&self, name: &str) -> bool {
        self.numbers.contains_key(name) || self.has_satellite(name)
    }

    /// Whether a satellite is called `name`.
    pub(super) fn has_satellite(&self, name: &str) -> bool {
        self.satellites.contains_key(name)
    }

    /// The number of the satellite called `name`, if one is.
    pub(super) fn satellite_number(&self, name: &str) -> Option<u32> {
        self.satellites.get(name).copied()
    }

    /// The number of the satellite called `name`; a name that no satellite has is noted.
    pub(super) fn satellite(&self, name: &At<Name>, problems: &mut Problems<'_>) -> Option<u32> {
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

    /// Notes when `name` is neither a satellite nor a terminal nor a node.
    pub(super) fn check_any(&self, name: &At<Name>, problems: &mut Problems<'_>) {
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

    /// Whether it is certain that `name` is a terminal or node, or that it is none.
    pub(super) fn is_end(&self, name: &str) -> Option<bool> {
        let known = self.numbers.contains_key(name);
        (known || !self.in_doubt).then_some(known)
    }

    /// The number of the terminal or node called `name`, if one is.
    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Notes for later that a wire or beam leads from one of these numbers to the other.
    pub(super) fn join(&mut self, [a, b]: [u32; 2]) {
        self.joined.join(a, b);
        for number in [a, b] {
            self.is_reached[number as usize] = true;
        }
    }

    /// Whether both are known and nothing leads from one to the other; of groups, from any node to
    /// the one it has to do with.
    pub(super) fn separated(&self, a: &str, b: &str) -> bool {
        let ends = Ends([self.end(a), self.end(b)]);
        ends.pairs().any(|[a, b]| match (self.number(&a), self.number(&b)) {
            (Some(a), Some(b)) => !self.joined.are_joined(a, b),
            _ => false,
        })
    }

    /// The first node of `name` that neither wire nor beam reaches.
    pub(super) fn unreached(&self, name: &str) -> Option<String> {
        let end = self.end(name);
        let is_reached =
            |node: &String| self.number(node).is_none_or(|n| self.is_reached[n as usize]);
        (0..end.count()).map(|index| end.node(index)).find(|node| !is_reached(node))
    }
}

/// Every name of a terminal or node, none linked to another but for terminals, which the sky joins;
/// twins are noted.
pub(super) fn declared(
    file: &ScenarioTable,
    sky: &Satellites,
    problems: &mut Problems<'_>,
) -> Names {
    let read: BTreeSet<&str> = file
        .terminals
        .iter()
        .flat_map(|list| list.0.iter().map(|terminal| terminal.place.path.as_str()))
        .chain(file.nodes.iter().flat_map(|list| list.0.iter().map(|n| n.place.path.as_str())))
        .chain(file.users.iter().flat_map(|list| list.0.iter().map(|u| u.place.path.as_str())))
        .collect();
    let in_doubt = problems.any(|path| {
        let lists = ["terminals", "nodes", "users"];
        let of_places = lists.iter().any(|list| path.starts_with(list));
        let is_whole = !path.contains('.') && !read.contains(path);
        of_places && (path.ends_with(".name") || path.ends_with(".count") || is_whole)
    });
    let mut names = Names {
        numbers: BTreeMap::new(),
        groups: BTreeMap::new(),
        known: OnceCell::new(),
        terminals: Vec::new(),
        nodes: Vec::new(),
        in_doubt,
        joined: Sets::default(),
        is_reached: Vec::new(),
        satellites: sky.names(),
        satellites_in_doubt: sky.shells.is_none(),
    };
    // What the sky joins is joined to this.
    let the_sky = names.joined.add();
    names.is_reached.push(true);
    for name in file.terminals.iter().flat_map(|list| &list.0).filter_map(|t| t.name.as_ref()) {
        names.check_free(name, problems);
        if let Some(number) = names.add(&name.0, name, problems) {
            names.joined.join(the_sky, number);
            names.terminals.push(name.0.clone());
        }
    }
    for table in file.nodes.iter().flat_map(|list| &list.0) {
        let Some(name) = &table.name else { continue };
        names.check_free(name, problems);
        let Some(count) = &table.count else {
            // Whether it is a group could not be read.
            if problems.doubts(&table.place.path_of("count")) {
                continue;
            }
            names.add(&name.0, name, problems);
            names.nodes.push(name.0.clone());
            continue;
        };
        names.add_group(name, count, problems);
    }
    for table in file.users.iter().flat_map(|list| &list.0) {
        if let (Some(name), Some(count), None) = (&table.name, &table.count, &table.nodes) {
            names.check_free(name, problems);
            names.add_group_of(name, count, Some(the_sky), problems);
        }
    }
    names
}

/// Notes that a name is taken.
fn note_twin(name: &At<Name>, problems: &mut Problems<'_>) {
    problems
        .add(&name.place, "two terminals or nodes have the same name")
        .found(format!("\"{}\" a second time", short(&name.0)))
        .expected("a name that no other terminal or node has");
}

impl Names {
    /// Notes when a satellite has this name.
    fn check_free(&self, name: &At<Name>, problems: &mut Problems<'_>) {
        if self.satellites.contains_key(&name.0) {
            problems
                .add(&name.place, "a satellite has this name already")
                .found(format!("\"{}\"", short(&name.0)))
                .help("give the terminal or node another name");
        }
    }

    /// Adds a terminal or node called `node`, which `name` declares.
    fn add(&mut self, node: &str, name: &At<Name>, problems: &mut Problems<'_>) -> Option<u32> {
        if self.numbers.contains_key(node) || self.groups.contains_key(node) {
            if node == name.0 {
                note_twin(name, problems);
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

    fn add_group(&mut self, name: &At<Name>, count: &At<Members>, problems: &mut Problems<'_>) {
        self.add_group_of(name, count, None, problems);
    }

    /// Adds a group of nodes, or of terminals where they see the sky.
    fn add_group_of(
        &mut self,
        name: &At<Name>,
        count: &At<Members>,
        sky: Option<u32>,
        problems: &mut Problems<'_>,
    ) {
        let longest = member(&name.0, count.0 - 1);
        if longest.chars().count() > Name::MOST {
            self.in_doubt = true;
            problems
                .add(&name.place, "the members of the group have names that are too long")
                .found(format!("\"{}\" with {} characters", longest, longest.chars().count()))
                .expected(format!("names of at most {} characters", Name::MOST));
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
            note_twin(name, problems);
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
            match sky {
                Some(sky) => {
                    self.joined.join(sky, number);
                    self.terminals.push(node);
                }
                None => self.nodes.push(node),
            }
        }
    }
}
