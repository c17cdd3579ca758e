//! Schedulers: the user that a shared link serves next. The core holds a queue for each user.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyFloat;
use skyseam_base::SimTime;
use skyseam_net::queue::{Dropped, Limit, QueuedPacket};
use skyseam_net::scheduler::users::UserQueues;
use skyseam_net::scheduler::{LevelOf, Scheduler, SchedulingPolicy, SharedLink};

use super::plugin::{ChosenClass, Owner, Plugin, seconds};

/// Packets that a user's queue holds unless the class has its own `limit`.
const USUAL_LIMIT: u32 = 1000;

impl SchedulingPolicy for ChosenClass {
    fn build(&self, link: SharedLink) -> Box<dyn Scheduler> {
        let mut made = PythonScheduler {
            plugin: self.plugin.clone(),
            pick: None,
            needs_levels: self.needs_levels(),
            queues: UserQueues::new(link.users, Limit::Packets(USUAL_LIMIT)),
            link,
        };
        if !self.plugin.faults.is_any() {
            Python::attach(|py| made.begin(py, self));
        }
        Box::new(made)
    }

    fn needs_levels(&self) -> bool {
        self.attribute("needs_levels", false)
    }
}

/// Scheduler of one link.
struct PythonScheduler {
    plugin: Arc<Plugin>,
    /// The method `pick` of the instance; `None` after a failure.
    pick: Option<Py<PyAny>>,
    needs_levels: bool,
    queues: UserQueues,
    link: SharedLink,
}

impl PythonScheduler {
    fn owner(&self) -> Owner {
        Owner::Link(self.link.name.clone())
    }

    fn begin(&mut self, py: Python<'_>, own: &ChosenClass) {
        let (plugin, owner) = (self.plugin.clone(), self.owner());
        let raised =
            |method: &str, error| plugin.raised(py, method, error, SimTime::ZERO, owner.clone());
        let random = self.link.stream().beside();
        let instance = match self.plugin.instance(py, &own.own, random) {
            Ok(instance) => instance,
            Err(error) => return raised("__init__", error),
        };
        let limit = instance.getattr("limit").and_then(|limit| limit.extract::<u32>());
        let limit = Limit::Packets(limit.unwrap_or(USUAL_LIMIT).max(1));
        self.queues = UserQueues::new(self.link.users, limit);
        if let Err(error) = instance.call_method1("begin", (self.link.users,)) {
            return raised("begin", error);
        }
        match instance.getattr("pick") {
            Ok(pick) => self.pick = Some(pick.unbind()),
            Err(error) => raised("pick", error),
        }
    }

    /// The user that the plug-in picks among those who wait; `None` after a failure.
    fn picked(&self, now: SimTime, levels: &mut LevelOf<'_>) -> Option<u32> {
        let pick = self.pick.as_ref().filter(|_| !self.plugin.faults.is_any())?;
        let mut users = Vec::new();
        self.queues.backlogged().for_each(|user| users.push(user));
        let packets = users.iter().map(|user| self.queues.queue(*user).len()).collect();
        let since = users.iter().map(|user| seconds(self.queues.head(*user))).collect();
        let level_db =
            self.needs_levels.then(|| users.iter().map(|user| levels(*user)).collect::<Vec<_>>());
        let backlog = Backlog { now: seconds(now), users: users.clone(), packets, since, level_db };
        Python::attach(|py| match pick.bind(py).call1((backlog,)) {
            Ok(answer) => {
                let user = (!answer.is_instance_of::<PyFloat>()).then(|| answer.extract::<u32>());
                let user = user.and_then(Result::ok).filter(|user| users.contains(user));
                if user.is_none() {
                    let expected = "one of the numbers in `backlog.users`";
                    self.plugin.returned(answer, ("pick", expected), now, self.owner());
                }
                user
            }
            Err(error) => {
                self.plugin.raised(py, "pick", error, now, self.owner());
                None
            }
        })
    }
}

impl Scheduler for PythonScheduler {
    fn enqueue(&mut self, _: SimTime, user: u32, packet: QueuedPacket, dropped: &mut Vec<Dropped>) {
        self.queues.enqueue(user, packet, dropped);
    }

    fn dequeue(
        &mut self,
        now: SimTime,
        levels: &mut LevelOf<'_>,
        _: &mut Vec<Dropped>,
    ) -> Option<QueuedPacket> {
        let first = self.queues.backlogged().next_from(0)?;
        let user = self.picked(now, levels).unwrap_or(first);
        self.queues.pop(user)
    }

    fn withdraw(&mut self, user: u32, out: &mut Vec<QueuedPacket>) {
        self.queues.withdraw(user, out);
    }

    fn set_blocked(&mut self, user: u32, is_blocked: bool) {
        self.queues.set_blocked(user, is_blocked);
    }

    fn len(&self) -> usize {
        self.queues.len()
    }
}

/// Users whose packets wait, in ascending number: a list for each property.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Backlog {
    now: f64,
    users: Vec<u32>,
    packets: Vec<usize>,
    since: Vec<f64>,
    level_db: Option<Vec<f64>>,
}
