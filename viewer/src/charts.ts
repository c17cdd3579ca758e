// Charts over the time of the run, each with a line at the current time of the page.

import uPlot from "uplot";

import { readPoints, type Scene, type SeriesSpec } from "./data";
import { FLOWS } from "./sky";
import { clock } from "./story";

const AT_ONCE = 4;
const INK = "#9fb3c8";
/** Possible intervals between ticks of the time axis, s. */
const SECONDS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600,
  7200, 10_800, 21_600, 43_200, 86_400, 432_000,
];
const GRID = { stroke: "#1d2c3d", width: 1 };

class Chart {
  private plot: uPlot | null = null;
  private readonly line = document.createElement("div");
  private readonly box = document.createElement("figure");
  private readonly title = document.createElement("figcaption");
  private keys: string[] = [];
  /** Whether `keys` are selected flows or links, instead of those with most rows. */
  private areChosen = false;
  /** Keys of the drawn lines: those that have values. */
  private drawn: string[] = [];
  private asked = 0;
  /** The latest time that was shown, during a run. */
  private shown = 0;

  constructor(
    public spec: SeriesSpec,
    private readonly scene: Scene,
    parent: HTMLElement,
    private readonly jump: (t: number) => void,
  ) {
    this.line.className = "now";
    this.entitle();
    this.box.append(this.title);
    parent.append(this.box);
  }

  private entitle(): void {
    this.title.textContent = `${this.spec.title}, ${this.spec.unit}`;
  }

  /** Draws data that arrived since the last call, during a run. */
  async refresh(spec: SeriesSpec, t: number): Promise<void> {
    this.spec = spec;
    this.shown = Math.max(this.shown, t);
    this.entitle();
    await this.draw(this.areChosen ? this.keys : spec.keys.slice(0, AT_ONCE), t);
  }

  private name(key: string): string {
    if (this.spec.key === "link") return key;
    return this.scene.flows.find((flow) => String(flow.flow) === key)?.name ?? key;
  }

  async show(keys: string[], t: number): Promise<void> {
    this.areChosen = keys.length > 0;
    const wanted = this.areChosen ? keys : this.spec.keys.slice(0, AT_ONCE);
    if (this.plot && wanted.join("\n") === this.keys.join("\n")) return;
    await this.draw(wanted, t);
  }

  private async draw(wanted: string[], t: number): Promise<void> {
    this.keys = wanted;
    const asked = ++this.asked;
    const packs = await Promise.all(wanted.map((key) => readPoints(this.spec.name, key)));
    if (asked !== this.asked) return;
    const lines: { key: string; data: uPlot.AlignedData }[] = [];
    packs.forEach((pack, i) => {
      if (!pack) return;
      const t_s = pack.get("t_s") as Float64Array;
      lines.push({ key: wanted[i]!, data: [t_s, pack.get("values") as Float32Array] });
    });
    this.box.classList.toggle("empty", !lines.length);
    const keys = lines.map(({ key }) => key);
    const data = lines.length > 1 ? uPlot.join(lines.map((line) => line.data)) : lines[0]?.data;
    if (this.plot && data && keys.join("\n") === this.drawn.join("\n")) {
      this.plot.setData(data);
      this.mark(t);
      return;
    }
    this.drawn = keys;
    this.plot?.destroy();
    this.plot = null;
    if (!data) return;
    const paths = this.spec.steps ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {};
    const { start_s, end_s, live } = this.scene;
    this.plot = new uPlot(
      {
        width: this.box.clientWidth,
        height: this.height(),
        padding: [null, 26, null, null],
        legend: { show: lines.length > 1, live: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales: {
          // During a run up to what has been recorded, as the slider.
          x: { time: false, range: (_, __, last) => [start_s, live ? Math.max(last, this.shown, start_s + 10) : end_s] },
          y: { range: (_, low, high) => [Math.min(0, low), (high || 1) * 1.08] },
        },
        axes: [
          {
            stroke: INK, grid: GRID, ticks: GRID, size: 26, space: 70,
            incrs: SECONDS,
            values: (_, at) => at.map((t) => clock(t, 0)),
          },
          { stroke: INK, grid: GRID, ticks: GRID, size: 54 },
        ],
        series: [
          {},
          ...lines.map(({ key }, i) => {
            const number = this.spec.key === "flow" ? Number(key) : i;
            return {
              label: this.name(key), stroke: FLOWS[number % FLOWS.length]!, width: 1.3,
              spanGaps: true, points: { show: false }, ...paths,
            };
          }),
        ],
      },
      data,
      this.box,
    );
    this.plot.over.append(this.line);
    this.plot.over.addEventListener("click", (event) => {
      if (this.plot) this.jump(this.plot.posToVal(event.offsetX, "x"));
    });
    this.mark(t);
  }

  private height(): number {
    return 128;
  }

  mark(t: number): void {
    if (this.plot) this.line.style.transform = `translateX(${this.plot.valToPos(t, "x")}px)`;
  }

  /** Time at which the line is drawn. */
  marked(): number | null {
    if (!this.plot) return null;
    const found = /translateX\((.*)px\)/.exec(this.line.style.transform);
    return found ? this.plot.posToVal(Number(found[1]), "x") : null;
  }

  /** Number of instants drawn. */
  rows(): number {
    return this.plot?.data[0].length ?? 0;
  }

  resize(): void {
    this.plot?.setSize({ width: this.box.clientWidth, height: this.height() });
  }
}

export class Charts {
  readonly all: Chart[];
  private readonly hint = document.createElement("p");

  constructor(
    private readonly scene: Scene,
    private readonly parent: HTMLElement,
    private readonly jump: (t: number) => void,
  ) {
    this.all = scene.series.map((spec) => new Chart(spec, scene, parent, jump));
    if (!this.all.length) {
      this.hint.textContent = scene.live ? "The run is in progress: losses and counts follow at its end." :
        'This run recorded no time series. In its scenario, throughput_bin = "200 ms" and ' +
        'record = ["rtt", "cwnd", "queue"] in [run] add charts.';
      parent.append(this.hint);
    }
  }

  /** Draws data that arrived since the last call, during a run, for the charts available so far. */
  async refresh(series: SeriesSpec[], t: number): Promise<void> {
    const drawn = series.map((spec) => {
      let chart = this.all.find((one) => one.spec.name === spec.name);
      if (!chart) {
        chart = new Chart(spec, this.scene, this.parent, this.jump);
        this.all.push(chart);
        this.parent.append(this.hint);
      }
      return chart.refresh(spec, t);
    });
    await Promise.all(drawn);
  }

  /** Shows these flows and links, or those with most rows if there are none. */
  async show(flows: number[], links: string[], t: number): Promise<void> {
    const chosen = { flow: flows.map(String), link: links, path: [] };
    await Promise.all(this.all.map((chart) => chart.show(chosen[chart.spec.key], t)));
  }

  mark(t: number): void {
    for (const chart of this.all) chart.mark(t);
  }

  resize(): void {
    for (const chart of this.all) chart.resize();
  }

  get start(): number {
    return this.scene.start_s;
  }
}
