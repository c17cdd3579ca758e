// The page: the current time, the selection, keys and buttons.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Charts } from "./charts";
import { isSaved, readProgress, readScene, type Scene } from "./data";
import { Windows } from "./frames";
import { DROP, HANDOVER, SHELLS, Sky, type Chosen, type Layer } from "./sky";
import { clock, Story } from "./story";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800];
const MOST_LABELS = 40;

/** Icons of the play button, as drawings: many fonts lack the characters. */
const sign = (path: string) =>
  `<svg viewBox="0 0 10 10" width="11" height="11" fill="currentColor" aria-hidden="true"><path d="${path}"/></svg>`;
const PLAY = sign("M1 0L10 5L1 10Z");
const PAUSE = sign("M1 0h3v10h-3zM6 0h3v10h-3z");
const LAYERS: [Layer | "map", string, string][] = [
  ["map", "map", "Ground track map instead of the globe (m)"],
  ["links", "links", "Inter-satellite and ground links (l)"],
  ["load", "load", "Colour links by their mean load over the run (c)"],
  ["routes", "routes", "Current route of each flow (r)"],
  ["footprints", "footprints", "Footprints of serving satellites (f)"],
  ["seam", "seam", "Seam: where northbound planes meet southbound planes (s)"],
  ["night", "night", "Day and night (d)"],
  ["labels", "names", "Names of terminals (t)"],
];
const KEYS = `space: play or pause
\u2190 \u2192: back or forward by 1/100 of the run; with Shift by 1/1000
Home, End: start, end
n, p: next event, previous event
+, -: faster, slower
m: map or globe   l: links   c: load   r: routes   f: footprints
s: seam   d: day and night   t: names   Esc: clear the selection
Click a satellite, terminal, link or route for details; click a chart to go to that time.`;

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

class Page {
  private t: number;
  private wanted: number;
  private isPlaying = false;
  private speed = 1;
  private chosen: Chosen | null = null;
  private isDirty = false;
  /** Latest instant available; during a run, its current time. */
  private end: number;
  private readonly sky: Sky;
  private readonly charts: Charts;
  private readonly story: Story;
  private readonly windows: Windows;
  private readonly events: number[];
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly labels: { row: number; made: HTMLElement }[] = [];
  private readonly slider = element<HTMLInputElement>("slider");

  constructor(private readonly scene: Scene) {
    this.t = this.wanted = scene.start_s;
    this.end = scene.live ? scene.start_s : scene.end_s;
    this.sky = new Sky(element("canvas"), scene, () => this.soon());
    this.windows = new Windows(scene, (gone) => this.sky.forget(gone));
    this.charts = new Charts(scene, element("charts"), (t) => void this.setTime(t));
    this.story = new Story(scene, this.sky, element("story"), {
      jump: (t) => void this.setTime(t),
      choose: (chosen) => void this.choose(chosen),
    });
    const { handovers, drops } = scene.events;
    const times = [...handovers.map(([t]) => t), ...drops.map(([t]) => t)];
    this.events = [...new Set(times)].sort((a, b) => a - b);
    this.head();
    this.controls();
    this.keys();
  }

  async begin(): Promise<void> {
    await this.windows.load(0);
    this.frame();
    const window = this.windows.known(this.scene.start_s)!;
    const weights = window.weights(this.scene.start_s);
    const middle: [number, number, number] = [0, 0, 0];
    const { satellites, placed } = this.scene;
    for (let row = satellites; row < placed; row++) {
      const place = window.at(row, weights);
      const length = Math.hypot(...place);
      place.forEach((x, i) => { middle[i as 0] += x / length; });
    }
    if (Math.hypot(...middle) < 0.05) middle.splice(0, 3, 1, 0, 0.4);
    let far = 6900;
    for (let row = 0; row < satellites; row++) far = Math.max(far, Math.hypot(...window.at(row, weights)));
    // From slightly north, so that the endpoints of a route are not at the edge.
    this.sky.lookAt(middle, far);
    const t = this.left() ?? this.scene.start_s;
    // Their rows arrive while the first frame is drawn.
    const charts = this.charts.show([], [], t);
    await this.setTime(t);
    await charts;
    this.resize();
    new ResizeObserver(() => this.resize()).observe(element("sky"));
  }

  /** Time shown by a page that followed a run when the run ended. */
  private left(): number | null {
    if (isSaved) return null;
    const found = sessionStorage.getItem(location.pathname);
    sessionStorage.removeItem(location.pathname);
    return found === null ? null : Number(found);
  }

  private head(): void {
    const { scene } = this;
    document.title = scene.title;
    element("title").textContent = scene.title;
    const { sent, delivered } = scene.packets;
    const count = (n: number, one: string, many = `${one}s`) =>
      `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
    const parts = [count(scene.satellites, "satellite"),
      count(scene.placed - scene.satellites, "terminal"), count(scene.flows.length, "flow")];
    if (sent !== undefined) parts.push(`${count(delivered ?? 0, "packet")} delivered of ${sent.toLocaleString("en-US")}`);
    element("subtitle").textContent = parts.join(" \u00b7 ");
    if (scene.shells.length > 1) {
      const legend = document.createElement("p");
      legend.className = "legend";
      scene.shells.forEach((name, i) => {
        const mark = document.createElement("span");
        mark.textContent = `\u25cf ${name} `;
        mark.style.color = SHELLS[i % SHELLS.length]!;
        legend.append(mark);
      });
      element("subtitle").after(legend);
    }
    for (const [layer, name, title] of LAYERS) {
      if (layer === "seam" && !scene.seams.length) continue;
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = !["map", "load", "footprints", "night"].includes(layer);
      if (layer === "night" && !scene.sun_is_assumed) box.checked = true;
      label.title = layer === "night" && scene.sun_is_assumed
        ? `${title}. The scenario has no date: time zero is taken as midnight UTC at an equinox` : title;
      box.addEventListener("change", () => this.toggle(layer, box.checked));
      label.append(box, ` ${name}`);
      element("layers").append(label);
      this.boxes.set(layer, box);
      if (layer !== "map") this.sky.set(layer, box.checked);
    }
    const { satellites, placed, names } = scene;
    for (let row = satellites; row < Math.min(placed, satellites + MOST_LABELS); row++) {
      const made = document.createElement("span");
      made.textContent = names[row]!;
      element("labels").append(made);
      this.labels.push({ row, made });
    }
  }

  private toggle(layer: Layer | "map", isOn: boolean): void {
    const box = this.boxes.get(layer);
    if (box) box.checked = isOn;
    if (layer === "load") element("scale").hidden = !isOn;
    if (layer === "map") this.sky.setMap(isOn);
    else this.sky.set(layer, isOn);
    this.draw();
  }

  private controls(): void {
    const { slider, scene } = this;
    slider.min = String(scene.start_s);
    slider.max = String(this.end);
    slider.value = String(scene.start_s);
    slider.addEventListener("input", () => void this.setTime(Number(slider.value)));
    element("play").addEventListener("click", () => this.play(!this.isPlaying));
    element("before").addEventListener("click", () => this.jump(-1));
    element("after").addEventListener("click", () => this.jump(1));
    element("help").addEventListener("click", () => this.say(KEYS));
    element("fault").addEventListener("click", () => { element("fault").hidden = true; });
    const select = element<HTMLSelectElement>("speed");
    // Plays the whole run in some forty seconds.
    const wish = (scene.end_s - scene.start_s) / 40;
    this.speed = SPEEDS.reduce((a, b) => (Math.abs(Math.log(b / wish)) < Math.abs(Math.log(a / wish)) ? b : a));
    for (const speed of SPEEDS) select.append(new Option(`${speed}\u00d7`, String(speed)));
    select.value = String(this.speed);
    select.addEventListener("change", () => this.setSpeed(Number(select.value)));
    this.setSpeed(this.speed);
    let down: [number, number] | null = null;
    const canvas = element("canvas");
    canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
    canvas.addEventListener("pointerup", (event) => {
      const isClick = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4;
      if (!isClick) return;
      const box = canvas.getBoundingClientRect();
      void this.choose(this.sky.pick(event.clientX - box.left, event.clientY - box.top));
    });
  }

  private setSpeed(speed: number): void {
    this.speed = speed;
    element<HTMLSelectElement>("speed").value = String(speed);
    this.sky.setLasts(Math.max(0.4, 1.2 * speed));
  }

  private keys(): void {
    const letters: Record<string, Layer | "map"> = {
      m: "map", l: "links", c: "load", r: "routes", f: "footprints", s: "seam", d: "night", t: "labels",
    };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { scene } = this;
      const part = (scene.end_s - scene.start_s) / (event.shiftKey ? 1000 : 100);
      const layer = letters[event.key];
      const faster = SPEEDS.find((speed) => speed > this.speed);
      const slower = SPEEDS.findLast((speed) => speed < this.speed);
      if (event.key === " ") this.play(!this.isPlaying);
      else if (event.key === "ArrowRight") void this.setTime(this.wanted + part);
      else if (event.key === "ArrowLeft") void this.setTime(this.wanted - part);
      else if (event.key === "Home") void this.setTime(scene.start_s);
      else if (event.key === "End") void this.setTime(this.end);
      else if (event.key === "n") this.jump(1);
      else if (event.key === "p") this.jump(-1);
      else if (event.key === "+" || event.key === "=") this.setSpeed(faster ?? this.speed);
      else if (event.key === "-") this.setSpeed(slower ?? this.speed);
      else if (event.key === "Escape") { element("fault").hidden = true; void this.choose(null); }
      else if (event.key === "?") this.say(KEYS);
      else if (layer && this.boxes.has(layer)) this.toggle(layer, !this.boxes.get(layer)!.checked);
      else return;
      event.preventDefault();
    });
  }

  say(text: string): void {
    const box = element("fault");
    box.textContent = text;
    box.hidden = false;
  }

  jump(direction: 1 | -1): void {
    const found = direction > 0
      ? this.events.find((t) => t > this.t + 1e-9)
      : this.events.findLast((t) => t < this.t - 1e-9);
    if (found !== undefined) void this.setTime(found);
  }

  async choose(chosen: Chosen | null): Promise<void> {
    this.chosen = chosen;
    this.sky.choose(chosen);
    this.story.show(chosen);
    this.frame();
    if (chosen?.kind === "node") this.sky.turnTo(chosen.row);
    this.draw();
    const { names, satellites, flows } = this.scene;
    let wanted: number[] = [];
    let links: string[] = [];
    if (chosen?.kind === "flow") wanted = [chosen.flow];
    if (chosen?.kind === "node") {
      const name = names[chosen.row]!;
      wanted = flows.filter((flow) => [flow.source, flow.destination].includes(name))
        .slice(0, 4).map((flow) => flow.flow);
      links = [`${name} ${chosen.row < satellites ? "downlink" : "uplink"}`];
    }
    if (chosen?.kind === "link") {
      const [a, b] = [names[chosen.a]!, names[chosen.b]!];
      links = chosen.b < satellites ? [`${a} -> ${b}`, `${b} -> ${a}`] : [`${a} downlink`, `${b} uplink`];
    }
    await this.charts.show(wanted, links, this.t);
  }

  /** Shows an instant; resolves once it is drawn. */
  async setTime(t: number): Promise<void> {
    this.wanted = Math.min(Math.max(t, this.scene.start_s), this.end);
    const wanted = this.wanted;
    const number = this.windows.numberAt(wanted);
    await this.windows.load(number);
    // Another instant may have been requested while this one was loading.
    if (wanted !== this.wanted) return;
    this.t = wanted;
    this.draw();
  }

  play(isPlaying: boolean): void {
    if (isPlaying === this.isPlaying) return;
    this.isPlaying = isPlaying;
    element("play").innerHTML = isPlaying ? PAUSE : PLAY;
    if (!isPlaying) return;
    if (this.t >= this.end && !this.scene.live) this.t = this.scene.start_s;
    let last = performance.now();
    const step = (now: number) => {
      if (!this.isPlaying) return;
      const t = Math.min(this.t + ((now - last) / 1000) * this.speed, this.end);
      last = now;
      const number = this.windows.numberAt(t);
      // Time stops until positions are loaded.
      if (this.windows.known(t)) {
        this.t = this.wanted = t;
        this.draw();
      } else void this.windows.load(number).catch(fail);
      const ahead = this.windows.numberAt(t + this.scene.window_s / 2);
      if (ahead !== number) void this.windows.load(ahead).catch(fail);
      if (t >= this.end && !this.scene.live) this.play(false);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Follows a run in progress; at its end the page reloads at the same time. */
  async follow(): Promise<void> {
    const told = element("subtitle").textContent ?? "";
    const { start_s, end_s } = this.scene;
    for (;;) {
      const { reached_s, done, failed, series } = await readProgress();
      if (failed !== undefined) {
        this.say(`The run has ended without results: ${failed}`);
        return;
      }
      if (done) break;
      const isAtEnd = this.t >= this.end;
      this.end = Math.min(Math.max(this.end, reached_s ?? start_s), end_s);
      this.slider.max = String(this.end);
      const share = Math.floor((100 * (this.end - start_s)) / (end_s - start_s));
      element("subtitle").textContent = `${told} \u00b7 running: ${share} %, ${clock(this.end, 0)}`;
      this.ticks();
      if (series?.length) await this.charts.refresh(series, this.t);
      // If the latest instant was shown, keep showing it.
      if (isAtEnd && !this.isPlaying) await this.setTime(this.end);
      await new Promise((later) => setTimeout(later, 500));
    }
    sessionStorage.setItem(location.pathname, String(this.t));
    location.reload();
  }

  private soon(): void {
    if (this.isDirty || this.isPlaying) return;
    this.isDirty = true;
    requestAnimationFrame(() => {
      if (this.isDirty) this.draw();
    });
  }

  private draw(): void {
    this.isDirty = false;
    const window = this.windows.known(this.t);
    if (!window) return;
    this.sky.show(window, this.t);
    this.slider.value = String(this.t);
    element("clock").textContent = clock(this.t);
    this.charts.mark(this.t);
    this.story.update();
    const hasLabels = this.boxes.get("labels")!.checked;
    const taken: [number, number][] = [];
    for (const { row, made } of this.labels) {
      let place = hasLabels ? this.sky.project(row) : null;
      // Names that would overlap others are omitted.
      const [x, y] = place ?? [0, 0];
      if (taken.some(([a, b]) => Math.abs(a - x) < 70 && Math.abs(b - y) < 14)) place = null;
      if (place) taken.push(place);
      made.style.display = place ? "" : "none";
      if (place) made.style.transform = `translate(${place[0] + 8}px, ${place[1] - 8}px)`;
    }
  }

  private resize(): void {
    const isChanged = this.frame();
    this.charts.resize();
    this.ticks();
    if (isChanged) this.draw();
    else this.charts.mark(this.t);
  }

  /** Fits the globe into the space beside the panel; returns whether its size has changed. */
  private frame(): boolean {
    const { clientWidth, clientHeight } = element("sky");
    const story = element("story");
    const covered = story.hidden || clientWidth < 700 ? 0 : story.offsetWidth;
    return this.sky.resize(clientWidth, clientHeight, covered);
  }

  /** Marks of handovers and drops above the slider. */
  private ticks(): void {
    const canvas = element<HTMLCanvasElement>("ticks");
    const ratio = window.devicePixelRatio;
    canvas.width = Math.max(1, canvas.clientWidth * ratio);
    canvas.height = Math.max(1, canvas.clientHeight * ratio);
    const pen = canvas.getContext("2d")!;
    const { start_s, events } = this.scene;
    const end_s = Math.max(this.end, start_s + 1e-3);
    const place = (t: number) => {
      // The time is at the centre of the slider's thumb, which is 14 pixels wide.
      const width = canvas.width - 14 * ratio;
      return Math.round(7 * ratio + ((t - start_s) / (end_s - start_s)) * width);
    };
    for (const [times, shade, top] of [
      [events.handovers.map(([t]) => t), HANDOVER, 0],
      [events.drops.map(([t]) => t), DROP, 0.5],
    ] as const) {
      pen.fillStyle = shade;
      for (const t of times) pen.fillRect(place(t), top * canvas.height, ratio, canvas.height / 2);
    }
  }

  get isLive(): boolean {
    return this.scene.live;
  }

  /** Content of the page, for tests. */
  get api() {
    const row = (name: string) => this.scene.names.indexOf(name);
    return {
      scene: this.scene,
      setTime: (t: number) => this.setTime(t),
      time: () => this.t,
      isPlaying: () => this.isPlaying,
      speed: () => this.speed,
      isMap: () => this.sky.isMap,
      chosen: () => this.chosen,
      choose: (chosen: Chosen | null) => this.choose(chosen),
      placeOf: (name: string) => this.sky.at(row(name)),
      project: (name: string) => this.sky.project(row(name)),
      pick: (x: number, y: number) => this.sky.pick(x, y),
      routeOf: (flow: number, isForward = true) =>
        this.sky.routeAt(flow, isForward).map((node) => this.scene.names[node]),
      linksAt: () => [...this.sky.linksAt()].length,
      chartTimes: () => this.charts.all.map((chart) => chart.marked()),
      chartRows: () => this.charts.all.map((chart) => chart.rows()),
      layers: () => Object.fromEntries([...this.boxes].map(([name, box]) => [name, box.checked])),
      drawCalls: () => this.sky.renderer.info.render.calls,
      play: (isPlaying: boolean) => this.play(isPlaying),
    };
  }
}

export type Api = Page["api"];

declare global {
  interface Window {
    skyseam?: Api;
  }
}

/** Advice on a failure: every page needs WebGL, and a page that is not saved needs its server. */
function remedy(): string {
  if (!document.createElement("canvas").getContext("webgl2"))
    return "The globe needs WebGL 2, which this browser does not provide: enable hardware " +
      "acceleration, or use another browser.";
  return document.querySelector("[data-answer]") ? "" : "Is `skyseam view` still running?";
}

function fail(error: unknown): void {
  const box = element("fault");
  const reason = error instanceof Error ? error.message : String(error);
  box.textContent = `The page has stopped: ${reason.replace(/\.$/, "")}. ${remedy()}`.trimEnd();
  box.hidden = false;
}

async function main(): Promise<void> {
  const page = new Page(await readScene());
  await page.begin();
  window.skyseam = page.api;
  document.body.dataset["ready"] = "yes";
  if (page.isLive) await page.follow();
}

main().catch(fail);
