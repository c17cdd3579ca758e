"""The environment of Gymnasium: its contract, its physics, its speed's absence of leaks."""

from __future__ import annotations

import functools

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

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
