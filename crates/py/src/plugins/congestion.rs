//! Congestion controllers: windows in bytes, over the TCP stacks `rfc` and `linux` and over QUIC.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyType};
use skyseam_base::{Rate, SimTime};
use skyseam_tcp::congestion::algorithm::{
    AckInfo, CongestionController, Setup as Connection, TcpAlgorithm,
};

use super::plugin::{ChosenClass, NOTHING, Owner, seconds};

impl TcpAlgorithm for ChosenClass {
    fn in_bytes(&self, setup: &Connection) -> Option<Box<dyn CongestionController>> {
        let (of, setup) = (self.clone(), *setup);
        Some(Box::new(State { of, setup, live: OnceLock::new() }))
    }
}

/// Controller of a connection. The instance is made when the connection needs its window: many are
/// only asked whether they exist.
#[derive(Debug)]
struct State {
    of: ChosenClass,
    setup: Connection,
    live: OnceLock<Live>,
}

/// An instance, its methods, and its last answers.
#[derive(Debug)]
struct Live {
    instance: Py<PyAny>,
    methods: Methods,
    now: SimTime,
    window: u64,
    ssthresh: u64,
    /// Pacing rate of a class that has one.
    pacing: Option<Rate>,
}

/// Bound methods that are called at each ACK.
#[derive(Debug)]
struct Methods {
    on_ack: Py<PyAny>,
    window: Py<PyAny>,
    /// `None` if the class has no threshold of its own.
    ssthresh: Option<Py<PyAny>>,
    /// `None` if the class does not pace.
    pacing_rate: Option<Py<PyAny>>,
}

impl Methods {
    fn of(instance: &Bound<'_, PyAny>) -> PyResult<Self> {
        let class = instance.get_type();
        let own = |name: &str| {
            let method = is_own(&class, name)?.then(|| instance.getattr(name)).transpose()?;
            PyResult::Ok(method.map(Bound::unbind))
        };
        Ok(Self {
            on_ack: instance.getattr("on_ack")?.unbind(),
            window: instance.getattr("window")?.unbind(),
            ssthresh: own("ssthresh")?,
            pacing_rate: own("pacing_rate")?,
        })
    }
}

/// Whether a class has this method itself, rather than that of the base class.
fn is_own(class: &Bound<'_, PyType>, method: &str) -> PyResult<bool> {
    let base = class.py().import("skyseam.plugins")?.getattr("Controller")?;
    Ok(!class.getattr(method)?.is(&base.getattr(method)?))
}

impl State {
    /// The instance, made at the first call.
    fn live(&self) -> &Live {
        self.live.get_or_init(|| Python::attach(|py| self.begin(py)))
    }

    fn live_mut(&mut self) -> &mut Live {
        self.live();
        self.live.get_mut().expect("it was made just now")
    }

    /// Makes an instance; after a failure it has the initial window and is not called.
    fn begin(&self, py: Python<'_>) -> Live {
        let Connection { now, initial_window, .. } = self.setup;
        let dead = |py: Python<'_>| Live {
            instance: py.None(),
            methods: Methods {
                on_ack: py.None(),
                window: py.None(),
                ssthresh: None,
                pacing_rate: None,
            },
            now,
            window: initial_window,
            ssthresh: u64::MAX,
            pacing: None,
        };
        if self.of.plugin.faults.is_any() {
            return dead(py);
        }
        let raised = |method: &str, error| {
            self.of.plugin.raised(py, method, error, now, self.owner());
            dead(py)
        };
        let made = self.of.plugin.instance(py, &self.of.own, self.setup.random);
        let made = made.and_then(|made| Ok((Methods::of(&made)?, made)));
        let (methods, instance) = match made {
            Ok(made) => made,
            Err(error) => return raised("__init__", error),
        };
        if methods.pacing_rate.is_some() && !self.setup.can_pace {
            self.of.plugin.refused(py, "not_paced");
            return dead(py);
        }
        let setup = Setup {
            now: seconds(now),
            mss: self.setup.mss,
            initial_window,
            paced: self.setup.paced,
        };
        match instance.call_method1("begin", (setup,)) {
            Ok(answer) if answer.is_none() => {}
            Ok(answer) => {
                self.of.plugin.returned(answer, ("begin", NOTHING), now, self.owner());
                return dead(py);
            }
            Err(error) => return raised("begin", error),
        }
        let mut live = Live { instance: instance.unbind(), methods, ..dead(py) };
        self.read_window(py, &mut live);
        live
    }

    /// Words for the connection in messages.
    fn owner(&self) -> Owner {
        self.setup.flow.map_or(Owner::Nobody, Owner::Flow)
    }

    /// Calls a method with one argument at `now`, and asks for the new window.
    fn call<'py, A: IntoPyObject<'py>>(
        &mut self,
        py: Python<'py>,
        name: &'static str,
        argument: Option<A>,
        now: SimTime,
    ) {
        if self.of.plugin.faults.is_any() {
            return;
        }
        self.live();
        let Some(mut live) = self.live.take() else { return };
        live.now = now;
        let called = match argument {
            Some(argument) if name == "on_ack" => live.methods.on_ack.call1(py, (argument,)),
            Some(argument) => live.instance.call_method1(py, name, (argument,)),
            None => live.instance.call_method0(py, name),
        };
        match called {
            Ok(answer) if !answer.is_none(py) => {
                let given = answer.into_bound(py);
                self.of.plugin.returned(given, (name, NOTHING), now, self.owner());
            }
            Ok(_) => self.read_window(py, &mut live),
            Err(error) => self.of.plugin.raised(py, name, error, now, self.owner()),
        }
        let _ = self.live.set(live);
    }

    /// Asks for window, threshold and pacing rate.
    fn read_window(&self, py: Python<'_>, live: &mut Live) {
        let plugin = &self.of.plugin;
        let least = u64::from(self.setup.mss);
        match live.methods.window.bind(py).call0() {
            Ok(answer) => match whole_bytes(&answer).filter(|bytes| *bytes >= least) {
                Some(bytes) if bytes < u64::MAX => live.window = bytes,
                _ => {
                    let expected =
                        format!("the window in bytes, at least one segment of {least} bytes");
                    plugin.returned(answer, ("window", &expected), live.now, self.owner());
                }
            },
            Err(error) => plugin.raised(py, "window", error, live.now, self.owner()),
        }
        if let Some(pacing_rate) = &live.methods.pacing_rate {
            match pacing_rate.bind(py).call0() {
                Ok(answer) => match rate(&answer) {
                    Some(rate) => live.pacing = rate,
                    None => {
                        let expected = "the pacing rate in bit/s, a number of 1 or more, or None";
                        let method = ("pacing_rate", expected);
                        plugin.returned(answer, method, live.now, self.owner());
                    }
                },
                Err(error) => plugin.raised(py, "pacing_rate", error, live.now, self.owner()),
            }
        }
        let Some(ssthresh) = &live.methods.ssthresh else { return };
        match ssthresh.bind(py).call0() {
            Ok(answer) => match whole_bytes(&answer) {
                Some(bytes) => live.ssthresh = bytes,
                None => {
                    let expected = "the slow-start threshold in bytes, zero or more, or math.inf";
                    plugin.returned(answer, ("ssthresh", expected), live.now, self.owner());
                }
            },
            Err(error) => plugin.raised(py, "ssthresh", error, live.now, self.owner()),
        }
    }
}

/// A number of bytes, rounded down; `u64::MAX` for infinity, `None` for anything but a number of
/// zero or more.
fn whole_bytes(answer: &Bound<'_, PyAny>) -> Option<u64> {
    if answer.is_exact_instance_of::<PyInt>() {
        return answer.extract().ok();
    }
    if answer.is_instance_of::<PyFloat>() {
        let bytes: f64 = answer.extract().ok()?;
        return (bytes >= 0.0).then_some(bytes as u64);
    }
    // NumPy's integers.
    answer.extract().ok()
}

/// A rate, or none of its own; `None` for anything but a finite number of one or more, or `None`.
fn rate(answer: &Bound<'_, PyAny>) -> Option<Option<Rate>> {
    if answer.is_none() {
        return Some(None);
    }
    let bps: f64 = answer.extract().ok().filter(|bps: &f64| (1.0..1e18).contains(bps))?;
    Some(Rate::from_bps(bps as u64))
}

impl CongestionController for State {
    fn on_ack(&mut self, ack: &AckInfo) {
        let given = Ack {
            now: seconds(ack.now),
            bytes: ack.bytes,
            smoothed_rtt: ack.smoothed_rtt.as_secs_f64(),
            rtt: ack.rtt.map(|rtt| rtt.as_secs_f64()),
            in_flight: ack.in_flight,
            cwnd_limited: ack.cwnd_limited,
            delivered: ack.delivered,
            delivered_ce: ack.delivered_ce,
            delivery_rate: ack.rate.map(|sample| sample.rate.as_bps()),
            app_limited: ack.rate.map(|sample| sample.app_limited),
        };
        Python::attach(|py| self.call(py, "on_ack", Some(given), ack.now));
    }

    fn on_loss(&mut self, now: SimTime, flight_size: u64) {
        let loss = Loss { now: seconds(now), flight_size };
        Python::attach(|py| self.call(py, "on_loss", Some(loss), now));
    }

    fn on_timeout(&mut self, now: SimTime, flight_size: u64, first: bool) {
        let timeout = Timeout { now: seconds(now), flight_size, first };
        Python::attach(|py| self.call(py, "on_timeout", Some(timeout), now));
    }

    fn on_syn_lost(&mut self) {
        let now = self.live_mut().now;
        Python::attach(|py| self.call(py, "on_syn_lost", None::<Loss>, now));
    }

    fn cwnd(&self) -> u64 {
        self.live().window
    }

    fn ssthresh(&self) -> u64 {
        self.live().ssthresh
    }

    fn paces(&self) -> bool {
        Python::attach(|py| {
            let class = self.of.plugin.declaration.bind(py).getattr("plugin")?;
            is_own(class.cast::<PyType>()?, "pacing_rate")
        })
        .unwrap_or(false)
    }

    fn pacing_rate(&self) -> Option<Rate> {
        self.live().pacing
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let made = Self { of: self.of.clone(), setup: self.setup, live: OnceLock::new() };
        let Some(live) = self.live.get() else { return made };
        Python::attach(|py| {
            let mut copy = Live {
                instance: live.instance.clone_ref(py),
                methods: Methods {
                    on_ack: live.methods.on_ack.clone_ref(py),
                    window: live.methods.window.clone_ref(py),
                    ssthresh: live.methods.ssthresh.as_ref().map(|own| own.clone_ref(py)),
                    pacing_rate: live.methods.pacing_rate.as_ref().map(|own| own.clone_ref(py)),
                },
                ..*live
            };
            if !self.of.plugin.faults.is_any() {
                let copied = live.instance.bind(py).call_method0("copied");
                match copied.and_then(|copied| Ok((Methods::of(&copied)?, copied))) {
                    Ok((methods, copied)) => {
                        (copy.instance, copy.methods) = (copied.unbind(), methods);
                    }
                    Err(error) => {
                        let owner = self.owner();
                        self.of.plugin.raised(py, "copied", error, live.now, owner);
                    }
                }
            }
            let _ = made.live.set(copy);
        });
        made
    }
}

/// Connection for which a controller is made.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Setup {
    now: f64,
    mss: u32,
    initial_window: u64,
    paced: bool,
}

/// An acknowledgement of new data.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Ack {
    now: f64,
    bytes: u64,
    smoothed_rtt: f64,
    rtt: Option<f64>,
    in_flight: Option<u64>,
    cwnd_limited: bool,
    delivered: Option<u64>,
    delivered_ce: Option<u64>,
    delivery_rate: Option<u64>,
    app_limited: Option<bool>,
}

/// A loss that was detected.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Loss {
    now: f64,
    flight_size: u64,
}

/// An expiry of the retransmission timer.
#[pyclass(frozen, get_all, module = "skyseam._core")]
pub(crate) struct Timeout {
    now: f64,
    flight_size: u64,
    first: bool,
}
