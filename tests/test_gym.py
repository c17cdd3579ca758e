"""The environments of Gymnasium and PettingZoo: their contracts and their physics."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test

import skyseam
from skyseam import InputError, gym

WIRE = """
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "20 ms", rate = "10 Mbit/s", queue = "100 packets" }]

[[flows]]
name = "bulk"
from = "a"
to = "b"
application = { kind = "bulk", duration = "20 s" }

[run]
duration = "20 s"
"""
NOTHING = np.zeros(1, np.float32)


@functools.cache
def environment() -> gym.CongestionEnv:
    return gym.CongestionEnv(skyseam.toml(WIRE))


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_finds_nothing_wrong() -> None:
    check_env(environment(), skip_render_check=True)


def test_a_window_gives_the_rate_and_delay_that_it_must() -> None:
    """Method: below the bandwidth-delay product goodput is window / RTT; above it the queue waits.

    A segment of 1,460 bytes takes 1.2 ms, an ACK of two segments 32 us, propagation 40 ms.
    """
    env = environment()
    env.reset(seed=2)
    for doubling in (0, 0.5, 0.5):
        observed, *_ = env.step(np.array([doubling], np.float32))
    for _ in range(20):
        observed, reward, *_ = env.step(NOTHING)
    smoothed, smallest, goodput, window, *_ = (float(one) for one in observed)
    assert window == pytest.approx(2 * 10 * 1460 / 1e6)
    round_trip = 0.040 + 2 * 1500 * 8 / 10e6 + 40 * 8 / 10e6
    assert smallest == pytest.approx(round_trip, rel=0.01)
    # A burst of 20 segments: the last one waits for all others.
    assert goodput == pytest.approx(8 * window / round_trip, rel=0.15)
    assert reward == pytest.approx(np.log(goodput) - np.log(smoothed / smallest), rel=1e-5)
    for doubling in (1, 1, 0.5):
        env.step(np.array([doubling], np.float32))
    for _ in range(20):
        observed, *_ = env.step(NOTHING)
    window = float(observed[3])
    assert float(observed[2]) == pytest.approx(10 * 1460 / 1500, rel=0.03)
    assert float(observed[0]) == pytest.approx(window * 8 / 10 * 1500 / 1460, rel=0.05)
    results = env.finish()
    assert results.flows["retransmissions"].to_pylist() == [0]
    assert results.manifest["plugins"][0]["name"] == "steered"


def test_the_same_seed_and_actions_give_the_same_episode() -> None:
    def episode(seed: int) -> list[np.ndarray]:
        env, draw = environment(), np.random.default_rng(7)
        seen = [env.reset(seed=seed)[0]]
        over = False
        while not over:
            action = draw.uniform(-0.4, 0.5, 1).astype(np.float32)
            observed, _, _, over, told = env.step(action)
            seen.append(observed)
        assert told["now"] == 20.0
        return seen

    one, again = episode(3), episode(3)
    assert len(one) == 201
    assert np.array_equal(one, again)
    assert np.array(one)[:, 5].sum() > 0, "losses were seen"


def test_environments_run_in_processes_of_their_own() -> None:
    makers = [functools.partial(gym.CongestionEnv, skyseam.toml(WIRE)) for _ in range(2)]
    envs = gymnasium.vector.AsyncVectorEnv(makers)
    try:
        envs.reset(seed=[4, 4])
        for _ in range(5):
            observed, *_ = envs.step(np.full((2, 1), 0.2, np.float32))
        assert np.array_equal(observed[0], observed[1])
    finally:
        envs.close()


@pytest.mark.parametrize(
    ("text", "flow", "message"),
    [
        (WIRE, "other", "the scenario's flows are bulk; expected 'other'"),
        (WIRE + WIRE[WIRE.index("[[flows]]") : WIRE.index("[run]")].replace("bulk", "x", 1), None,
         "the scenario's flows are bulk, x; expected one flow, or the name of one"),
        (WIRE.replace('from = "a"', 'count = 2\nevery = "1 s"\nfrom = "a"'), "bulk",
         "bulk has several flows; expected count = 1"),
    ],
)  # fmt: skip
def test_flows_that_cannot_be_steered_are_refused(
    text: str, flow: str | None, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        gym.CongestionEnv(skyseam.toml(text), flow)


def test_calls_out_of_order_are_refused() -> None:
    env = gym.CongestionEnv(skyseam.toml(WIRE))
    with pytest.raises(InputError, match="call reset first"):
        env.step(NOTHING)
    with pytest.raises(InputError, match="interval_s is -1; expected"):
        gym.CongestionEnv(skyseam.toml(WIRE), interval_s=-1)


TWO = WIRE.replace("[run]", WIRE[WIRE.index("[[flows]]") : WIRE.index("[run]")] + "[run]").replace(
    'name = "bulk"', 'name = "other"', 1
)


def test_pettingzoo_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(gym.CongestionParallelEnv(skyseam.toml(TWO)), num_cycles=60)
    parallel_api_test(gym.HandoverParallelEnv(SKY), num_cycles=60)
    capsys.readouterr()


def test_agents_have_a_flow_each() -> None:
    """Method: of two flows over one wire, the one with the larger window has the larger rate."""
    env = gym.CongestionParallelEnv(skyseam.toml(TWO))
    assert env.possible_agents == ["other", "bulk"]
    env.reset(seed=1)
    env.step({})
    env.step({"other": np.ones(1, np.float32)})
    steps = [env.step({})[:2] for _ in range(20)]
    observed, rewards = steps[-1]
    assert observed["other"][3] == 2 * observed["bulk"][3]
    larger, smaller = (sum(seen[name][2] for seen, _ in steps) for name in ("other", "bulk"))
    assert larger == pytest.approx(2 * smaller, rel=0.05)
    assert rewards["other"] > rewards["bulk"]
    names = [one["name"] for one in env.finish().manifest["plugins"]]
    assert names == ["steered", "steered-1"]


STARLINK = """
constellation.preset = "starlink-shell1"
links.uplink = { rate = "20 Mbit/s", queue = "200 packets" }
links.downlink = { rate = "20 Mbit/s", queue = "200 packets" }
links.isl = { rate = "1 Gbit/s", queue = "1000 packets" }
terminals = [
  { name = "Berlin", latitude = "52.5 deg", longitude = "13.4 deg" },
  { name = "Oslo", latitude = "59.9 deg", longitude = "10.8 deg" },
]
[[flows]]
name = "ping"
from = "Berlin"
to = "Oslo"
application = { kind = "ping", count = 100 }
[run]
duration = "120 s"
record = ["handovers"]
"""
SKY = skyseam.toml(STARLINK)


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_finds_nothing_wrong_with_handovers_and_a_beam() -> None:
    for env in (gym.HandoverEnv(SKY, "Berlin"), gym.SchedulerEnv(BEAM)):
        check_env(env, skip_render_check=True)
        env.close()


def test_the_satellites_of_a_run_are_those_that_were_chosen() -> None:
    """Method: the highest ones are those of `global-reallocation`; keeping has fewer handovers."""

    def episode(choose: Callable[[np.ndarray], int]) -> tuple[float, skyseam.Results]:
        env = gym.HandoverEnv(SKY, "Berlin")
        observed, told = env.reset(seed=1)
        total, over, slots = 0.0, False, 0
        while not over:
            assert observed[:, 0].tolist() == sorted(observed[:, 0], reverse=True)
            assert told["action_mask"].sum() == (observed[:, 0] > 0).sum() > 1
            observed, reward, _, over, told = env.step(np.int64(choose(observed)))
            total, slots = total + float(reward), slots + 1
        assert slots == 9, "from 0 s on, then 12 s to 117 s"
        return total, env.finish()

    def kept(observed: np.ndarray) -> int:
        held = np.flatnonzero(observed[:, 4])
        return int(held[0]) if len(held) else 0

    highest, highest_run = episode(lambda _: 0)
    keeping, keeping_run = episode(kept)
    built_in = skyseam.run(skyseam.toml(f'handover.kind = "global-reallocation"\n{STARLINK}'))
    assert highest_run.table("handovers") == built_in.table("handovers")
    assert highest_run.flows == built_in.flows
    counts = [
        run.table("handovers")["terminal"].to_pylist().count("Berlin")
        for run in (highest_run, keeping_run)
    ]
    assert counts[0] > counts[1]
    assert highest != keeping


def test_the_policy_of_the_scenario_is_replaced() -> None:
    """Method: keys of a policy that the same choices make without effect."""
    policy = 'kind = "global-reallocation", load_penalty = "5 deg", satellite_capacity = 3'
    firsts = []
    for given in (policy, 'kind = "sticky"'):
        env = gym.HandoverEnv(skyseam.toml(f"handover = {{ {given} }}\n{STARLINK}"), "Oslo")
        firsts.append(env.reset(seed=1)[0])
        env.close()
    assert np.array_equal(firsts[0], firsts[1])


def test_an_episode_of_handovers_may_be_left() -> None:
    before = set(threading.enumerate())
    env = gym.HandoverEnv(SKY, "Oslo")
    first, _ = env.reset(seed=1)
    env.step(np.int64(3))
    with pytest.raises(InputError, match="the episode has not ended"):
        env.finish()
    again, _ = env.reset(seed=1)
    assert np.array_equal(first, again)
    env.close()
    assert set(threading.enumerate()) <= before
    with pytest.raises(InputError, match="call reset first"):
        env.step(np.int64(0))


SHARED = """
nodes = [{ name = "gateway" }, { name = "satellite" }, { name = "user", count = 3 }]
[[wires]]
between = ["gateway", "satellite"]
delay = "30 ms"
rate = "100 Mbit/s"
queue = "1000 packets"
[[beams]]
name = "beam"
from = "satellite"
to = "user"
delay = "8 ms"
rate = "6 Mbit/s"
back = { rate = "1 Mbit/s", queue = "100 packets" }
scheduler = { kind = "round-robin", limit = "50 packets" }
[[flows]]
name = "stream"
from = "gateway"
to = "user"
[flows.application]
kind = "udp"
duration = "10 s"
source = { kind = "constant", rate = "4 Mbit/s", size = "1000 B" }
[run]
duration = "10 s"
"""
BEAM = skyseam.toml(SHARED)


def test_users_are_served_in_proportion_to_their_shares() -> None:
    env = gym.SchedulerEnv(BEAM)
    env.reset(seed=1)
    shares = np.array([1.0, 0.5, 0.25], np.float32)
    over = False
    served = np.zeros(3)
    while not over:
        observed, reward, _, over, told = env.step(shares)
        if told["now"] > 2:
            served += observed[:, 3]
    assert served / served.sum() == pytest.approx(shares / shares.sum(), rel=0.02)
    assert observed[:, 0].max() <= 50
    assert reward == pytest.approx(np.log1p(observed[:, 3]).mean())
    assert len(env.finish().flows) == 3


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gym.HandoverEnv(SKY), "are Berlin, Oslo; expected the name of one"),
        (lambda: gym.HandoverEnv(SKY, "Rome"), "are Berlin, Oslo; expected 'Rome'"),
        (lambda: gym.HandoverEnv(SKY, "Oslo", 0), "candidates is 0; expected a whole number"),
        (lambda: gym.HandoverEnv(skyseam.toml(WIRE)), "are none; expected one at least"),
        (lambda: gym.SchedulerEnv(SKY), "beams are none; expected one beam"),
        (lambda: gym.SchedulerEnv(BEAM, "x"), "beams are beam; expected 'x'"),
        (lambda: gym.SchedulerEnv(skyseam.toml(SHARED.replace("50 packets", "50 kB"))),
         'limit is "50 kB"; expected packets'),
    ],
)  # fmt: skip
def test_what_has_no_agent_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        make()
