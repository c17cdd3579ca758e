// Decisions of BOLA by dash.js: the rule of the released package, asked by a player of this file.
//
//     npm pack dashjs@5.2.1 && tar xzf dashjs-5.2.1.tgz
//     node reference.mjs package/dist/modern/umd/dash.all.debug.js trace.csv > decisions.csv
//
// The rule is that of the package, unchanged, with its own factories and events; the player, the
// network and what surrounds the rule are here. Time is simulated: Date.now is replaced.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const [bundle, traceFile] = process.argv.slice(2);

let now = 0;
class Clock extends Date {
  constructor(...given) {
    super(...(given.length ? given : [now]));
  }
  static now() {
    return now;
  }
}

// The modules of the package, taken before its entry runs, which would look for a browser.
const sandbox = { console, Date: Clock, setTimeout, clearTimeout };
sandbox.window = sandbox.self = sandbox.globalThis = sandbox;
sandbox.module = { exports: {} };
sandbox.exports = sandbox.module.exports;
const text = readFileSync(bundle, "utf8");
const at = text.lastIndexOf("/************************************************************************/\n/******/ \t// The module cache");
if (at < 0) throw new Error("another bundle than that of 5.2.1");
const hooked = text.slice(0, at) + "globalThis.modules = __webpack_modules__; return {};\n" + text.slice(at);
vm.runInNewContext(hooked, sandbox);

// A loader of the package's modules, as webpack's own.
const cache = {};
function load(name) {
  if (!cache[name]) {
    const module = (cache[name] = { exports: {} });
    sandbox.modules[name].call(module.exports, module, module.exports, load);
  }
  return cache[name].exports;
}
load.r = () => {};
load.d = (target, getters) => {
  for (const key in getters) Object.defineProperty(target, key, { get: getters[key], enumerable: true });
};
load.o = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
load.n = (module) => () => (module && module.__esModule ? module.default : module);
load.g = sandbox;
load.amdO = {};

const ladderKbps = [230, 331, 477, 688, 991, 1427, 2056, 2962, 5027, 6000];
const segmentS = 3;
const trace = readFileSync(traceFile, "utf8").trim().split("\n").slice(1)
  .map((line) => line.split(",").map(Number));

/** When `bits` that are asked for at `from`, ms, have arrived; the trace is repeated. */
function arrival(from, bits, scale) {
  const total = trace.reduce((sum, [ms]) => sum + ms, 0);
  let begin = Math.floor(from / total) * total;
  for (let i = 0; ; i = (i + 1) % trace.length) {
    const [ms, kbps] = trace[i];
    const end = begin + ms;
    if (end > from) {
      const start = Math.max(begin, from);
      const there = (end - start) * kbps * scale;
      if (there >= bits) return start + bits / (kbps * scale);
      bits -= there;
    }
    begin = end;
  }
}

function play(name, scale, limitS, segments) {
  now = 0;
  const context = {};
  const factory = load("./src/core/FactoryMaker.js").default;
  const representations = ladderKbps.map((kbps, index) => ({
    bandwidth: kbps * 1000,
    bitrateInKbit: kbps,
    absoluteIndex: index,
    mediaInfo: { type: "video" },
  }));
  const within = (kbps) => {
    const fitting = representations.filter((one) => one.bitrateInKbit <= kbps);
    return fitting.length ? fitting[fitting.length - 1] : representations[0];
  };
  factory.setSingletonInstance(context, "AbrController", {
    getPossibleVoRepresentationsFilteredBySettings: () => representations,
    getOptimalRepresentationForBitrate: (_, kbps) => within(kbps),
    isPlayingAtTopQuality: (one) => one.absoluteIndex === representations.length - 1,
  });
  let buffered = 0; // s, at `now`
  const rule = load("./src/streaming/rules/abr/BolaRule.js").default(context).create({
    dashMetrics: { getCurrentBufferLevel: () => buffered },
    mediaPlayerModel: { getBufferTimeDefault: () => 18 },
  });
  const bus = load("./src/core/EventBus.js").default(context).getInstance();
  const events = load("./src/core/events/Events.js").default;
  const playerEvents = load("./src/streaming/MediaPlayerEvents.js").default;

  let safeKbps = NaN;
  let means = [0, 0];
  let weight = 0;
  let delayMs = 0;
  const surroundings = {
    getMediaInfo: () => ({ type: "video", streamInfo: { id: "one" } }),
    getMediaType: () => "video",
    getStreamInfo: () => ({ id: "one" }),
    getThroughputController: () => ({ getSafeAverageThroughput: () => safeKbps }),
    getScheduleController: () => ({ setTimeToLoadDelay: (ms) => { delayMs = ms; } }),
  };

  let playing = false;
  let level = 0;
  const pass = (until) => {
    if (playing) buffered = Math.max(0, buffered - (until - now) / 1000);
    now = until;
  };
  for (let number = 0; number < segments; number++) {
    const excess = buffered - (limitS - segmentS);
    if (playing && excess > 0) pass(now + 1000 * excess);
    delayMs = 0;
    const request = rule.getSwitchRequest(surroundings);
    const row = [name, number, now, buffered, safeKbps];
    const chosen = request.representation;
    if (chosen) level = chosen.absoluteIndex;
    row.push(level, delayMs);
    if (delayMs > 0) pass(now + delayMs);
    const asked = now;
    const bits = ladderKbps[level] * 1000 * segmentS;
    const finished = arrival(asked, bits, scale);
    const stalls = playing && buffered < (finished - asked) / 1000 - 1e-9;
    pass(finished);
    if (stalls) bus.trigger(playerEvents.BUFFER_EMPTY, { mediaType: "video", streamId: "one" }, {});
    bus.trigger(playerEvents.METRIC_ADDED, {
      mediaType: "video",
      metric: "HttpList",
      value: {
        type: "MediaSegment",
        trequest: { getTime: () => asked },
        _tfinish: { getTime: () => finished },
        _streamId: "one",
        trace: [{}],
      },
    });
    bus.trigger(events.MEDIA_FRAGMENT_LOADED, {
      streamId: "one",
      chunk: { start: number * segmentS, duration: segmentS, representation: representations[level] },
    });
    row.push(asked, finished, buffered, stalls ? 1 : 0);
    buffered += segmentS;
    playing = true;
    const tookS = (finished - asked) / 1000;
    means = means.map((mean, i) => {
      const kept = Math.pow(0.5, tookS / [3, 8][i]);
      return kept * mean + (1 - kept) * (bits / 1000 / tookS);
    });
    weight += tookS;
    safeKbps = 0.9 * Math.min(...means.map((mean, i) => mean / (1 - Math.pow(0.5, weight / [3, 8][i]))));
    console.log(row.map((value) => (typeof value === "number" ? Number(value.toFixed(6)) : value)).join(","));
  }
}

console.log(
  "case,number,now_ms,buffer_s,safe_kbps,level,pause_ms,asked_ms,finished_ms,buffer_then_s,stalled",
);
play("as recorded", 1, 30, 100);
play("three times as fast", 3, 40, 100);
play("a third as fast", 1 / 3, 30, 60);
