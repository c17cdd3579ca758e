"""Random users: places, demand, sessions, applications."""

from __future__ import annotations

from torture import files, flows
from torture.draw import Draw, Table


def places(draw: Draw) -> Table | str:
    kind = draw.one("circle", "line", "cities", "area", "polygon", "points", "named")
    if kind == "named":
        return str(draw.one("cities", "area"))
    own: Table = {"kind": kind}
    if kind == "circle":
        return own | {
            "latitude": f"{draw.one(-60, 0, 48, 90)} deg",
            "longitude": f"{draw.one(-180, 11, 300)} deg",
            "radius": f"{draw.between(1, 9000):g} km",
        }
    if kind == "line":
        through = [["53.5 deg", "10 deg"], ["41.9 deg", "12.5 deg"], ["-33 deg", "151 deg"]]
        return own | {"through": through[: draw.one(2, 3)]}
    if kind == "cities":
        return own | draw.some({
            "file": files.CITIES, "countries": ["DE", "FR"], "south": "30 deg", "north": "60 deg",
            "spread": draw.one("0.5 km", "200 km"),
        })  # fmt: skip
    if kind == "area":
        return own | draw.some({"south": "-30 deg", "north": "45 deg", "west": "170 deg"}, 0.5)
    if kind == "polygon":
        corners = [["43 deg", "-8 deg"], ["42 deg", "3 deg"], ["36 deg", "-5 deg"]]
        return own | {"corners": corners + draw.one([], [["45 deg", "-9 deg"]])}
    listed = {"at": [["28 deg", "-16 deg"], ["-38 deg", "178 deg"]]}
    return own | draw.one({"file": files.POINTS}, listed)  # type: ignore[no-any-return]


def sessions(draw: Draw) -> Table:
    kind = draw.one("poisson", "poisson", "uniform", "even", "trace")
    window = draw.some({"start": draw.span(1, 900), "within": draw.span(200, 1000)})
    if kind == "poisson":
        busy: Table = {"curve": draw.one("earth-2012", "orange-fixed-2013"), "clock": "19:30"}
        own: Table = draw.one({}, {"kind": kind}) | {"per_hour": draw.between(300, 5000)}
        return own | draw.some({"busy_hour": busy}) | window
    if kind == "trace":
        by_user = draw.chance(0.5)
        file = files.STARTS_BY_USER if by_user else files.STARTS
        return {"kind": kind, "file": file, "by_user": by_user} | window
    return {"kind": kind, "each": draw.whole(1, 3)} | window


def target(draw: Draw) -> Table:
    chosen: Table = draw.one({"completion": draw.span(100, 3000)}, {"goodput": draw.rate()})
    return chosen


def mix(draw: Draw, seconds: float, inner: list[str]) -> list[Table]:
    shares = draw.one([1], [0.7, 0.3], [0.5, 0.25, 0.25])
    made = []
    for number, share in enumerate(shares):
        carried = flows.application(draw, min(seconds, 2.0))
        own: Table = {"name": f"part {number}", "share": share, "application": carried}
        over = flows.transport(draw, carried)
        if over is not None:
            own["transport"] = over
        if split := flows.proxies(draw, carried, over, inner):
            own["split_at"] = split
        if not split:
            own |= draw.some({"direction": draw.one("up", "down")})
        made.append(own | draw.some({"target": target(draw)}))
    return made


def group(
    draw: Draw, name: str, where: Table, to: list[str], seconds: float, inner: list[str]
) -> Table:
    """Draw users who are `where` and have sessions with some of `to`."""
    own: Table = {"name": name, **where}
    chosen = draw.random.sample(to, draw.whole(1, len(to)))
    if "nodes" in where:
        # Nodes have no place: distances say nothing of them.
        own["demand"] = "anybody"
    elif draw.chance(0.7):
        own["demand"] = draw.one(
            "nearest", "gravity", "anybody", {"kind": "gravity", "exponent": draw.between(0.1, 4)},
            {"kind": "gravity", "shortest": f"{draw.between(1, 900):g} km"},
        )  # fmt: skip
    own["to"] = chosen[0] if len(chosen) == 1 and draw.chance(0.5) else chosen
    own |= {"sessions": sessions(draw), "mix": mix(draw, seconds, inner)}
    return own | draw.some({"target": target(draw), "seed": draw.whole(0, 99)})
