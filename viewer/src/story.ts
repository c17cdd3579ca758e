// The panel: details of the selected satellite, terminal, link or flow.

import type { Scene } from "./data";
import { geodetic } from "./frames";
import type { Chosen, Sky } from "./sky";

const LIGHT_KM_PER_MS = 299.792458;
const MOST_LINES = 14;

export function clock(t: number, digits = 2): string {
  const whole = Math.floor(t);
  const two = (x: number) => String(x).padStart(2, "0");
  const rest = (t - whole).toFixed(digits).slice(1);
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${rest}`;
}

function count(x: number): string {
  return Math.round(x).toLocaleString("en-US");
}

function words(text: string): string {
  return text.replaceAll("_", " ").replace(/\b(intra|inter) orbital/, "$1-orbital");
}

export class Story {
  private readonly now = document.createElement("dl");
  private chosen: Chosen | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly sky: Sky,
    private readonly panel: HTMLElement,
    private readonly act: { jump: (t: number) => void; choose: (chosen: Chosen | null) => void },
  ) {}

  show(chosen: Chosen | null): void {
    this.chosen = chosen;
    this.panel.hidden = !chosen;
    if (!chosen) return;
    const close = this.button("\u00d7", () => this.act.choose(null));
    close.className = "close";
    close.title = "Close (Esc)";
    this.panel.replaceChildren(close, this.heading(this.title(chosen)), this.now);
    if (chosen.kind === "flow") this.flow(chosen.flow);
    else if (chosen.kind === "link") this.link(chosen.a, chosen.b);
    else this.node(chosen.row);
    this.update();
  }

  private title(chosen: Chosen): string {
    const { names, satellites } = this.scene;
    if (chosen.kind === "flow") return `Flow ${this.of(chosen.flow)?.name ?? chosen.flow}`;
    if (chosen.kind === "link") return `${names[chosen.a]} \u2013 ${names[chosen.b]}`;
    return `${chosen.row < satellites ? "Satellite" : "Terminal"} ${names[chosen.row]}`;
  }

  private of(flow: number) {
    return this.scene.flows.find((one) => one.flow === flow);
  }

  private heading(text: string): HTMLElement {
    const made = document.createElement("h2");
    made.textContent = text;
    return made;
  }

  private button(text: string, act: () => void): HTMLButtonElement {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  }

  private facts(into: HTMLElement, rows: [string, string | Node][]): void {
    into.replaceChildren(
      ...rows.flatMap(([term, what]) => {
        const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
        dt.textContent = term;
        dd.append(what);
        return [dt, dd];
      }),
    );
  }

  /** A button that goes to an instant. */
  private instant(t: number): HTMLButtonElement {
    return this.button(clock(t), () => this.act.jump(t));
  }

  private ending(t: number | undefined, why: string): Node {
    const made = document.createElement("span");
    if (t !== undefined) made.append(this.instant(t), " ");
    made.append(why);
    return made;
  }

  private list(title: string, lines: [number, string][]): void {
    if (!lines.length) return;
    const head = document.createElement("h3");
    head.textContent = `${title} (${count(lines.length)})`;
    const list = document.createElement("ul");
    for (const [t, text] of lines.slice(0, MOST_LINES)) {
      const line = document.createElement("li");
      line.append(this.instant(t), ` ${text}`);
      list.append(line);
    }
    if (lines.length > MOST_LINES) {
      const line = document.createElement("li");
      line.textContent = `and ${count(lines.length - MOST_LINES)} more`;
      list.append(line);
    }
    this.panel.append(head, list);
  }

  private flows(of: (flow: { source: string; destination: string }) => boolean): void {
    const found = this.scene.flows.filter(of);
    if (!found.length) return;
    const head = document.createElement("h3");
    head.textContent = `Flows (${count(found.length)})`;
    const list = document.createElement("ul");
    for (const flow of found.slice(0, MOST_LINES)) {
      const line = document.createElement("li");
      const choose = () => this.act.choose({ kind: "flow", flow: flow.flow });
      line.append(this.button(flow.name, choose), ` ${flow.source} \u2192 ${flow.destination}`);
      list.append(line);
    }
    this.panel.append(head, list);
  }

  private node(row: number): void {
    const { names, events, satellites } = this.scene;
    if (row >= satellites) this.flows((flow) => [flow.source, flow.destination].includes(names[row]!));
    const involved = events.handovers.filter(([, at, , from, to]) => [at, from, to].includes(row));
    this.list(
      "Handovers",
      involved.map(([t, at, cause, from, to]) => {
        const who = row < satellites ? `${names[at]}: ` : "";
        const [left, taken] = [names[from] ?? "none", names[to] ?? "none"];
        return [t, `${who}${left} \u2192 ${taken}, ${words(cause)}`];
      }),
    );
    this.drops(events.drops.filter(([, at]) => at === row));
  }

  private drops(drops: Scene["events"]["drops"]): void {
    this.list(
      "Drops",
      drops.map(([t, at, reason, flow, packets]) => [
        t,
        `${count(packets)} packet${packets > 1 ? "s" : ""} of ${this.of(flow)?.name ?? flow} at ` +
          `${this.scene.names[at]}, ${words(reason)}`,
      ]),
    );
  }

  private link(a: number, b: number): void {
    const { names, links, satellites } = this.scene;
    const [one, other] = [names[a]!, names[b]!];
    const isGround = a >= satellites !== b >= satellites;
    const [satellite, terminal] = a < satellites ? [one, other] : [other, one];
    const called = isGround
      ? [`${satellite} downlink`, `${terminal} uplink`]
      : [`${one} -> ${other}`, `${other} -> ${one}`];
    for (const name of called) {
      const carried = links[name];
      const head = document.createElement("h3");
      const peers = name.endsWith(" uplink") ? "satellites" : "terminals";
      head.textContent = isGround ? `${name}, to all ${peers}` : name.replace("->", "\u2192");
      const facts = document.createElement("dl");
      if (!carried) this.facts(facts, [["packets", "none in this run"]]);
      else {
        const [packets, bytes, refused, lost, load] = carried;
        this.facts(facts, [
          ["packets", count(packets)],
          ["bytes", count(bytes)],
          ["dropped by the queue", count(refused)],
          ["lost in transit", count(lost)],
          ["mean load", load < 0 ? "unknown" : `${(100 * load).toFixed(1)} %`],
        ]);
      }
      this.panel.append(head, facts);
    }
  }

  private flow(number: number): void {
    const flow = this.of(number);
    if (!flow) return;
    const facts = document.createElement("dl");
    const ms = (x?: number) => (x === undefined ? "-" : `${x.toFixed(1)} ms`);
    this.facts(facts, [
      ["from", flow.source],
      ["to", flow.destination],
      ["start", flow.start_s === undefined ? "never" : this.instant(flow.start_s)],
      ["end", this.ending(flow.finished_s, words(flow.end_reason ?? ""))],
      ["bytes", count(flow.bytes ?? 0)],
      ["goodput", flow.goodput_bps === undefined ? "-" : `${(flow.goodput_bps / 1e6).toFixed(3)} Mbit/s`],
      ["round trip", `${ms(flow.rtt_min_ms)} to ${ms(flow.rtt_max_ms)}, mean ${ms(flow.rtt_mean_ms)}`],
      ["packets sent", count(flow.packets_sent ?? 0)],
      ["retransmissions", count(flow.retransmissions ?? 0)],
      ["drops", count(flow.drops ?? 0)],
    ]);
    this.panel.append(facts);
    const ends = [flow.source, flow.destination];
    const { events, names } = this.scene;
    const handovers = events.handovers.filter(([, at]) => ends.includes(names[at]!));
    this.list(
      "Handovers of its endpoints",
      handovers.map(([t, at, cause, from, to]) => [
        t, `${names[at]}: ${names[from] ?? "none"} \u2192 ${names[to] ?? "none"}, ${words(cause)}`,
      ]),
    );
    this.drops(events.drops.filter(([, , , of]) => of === number));
  }

  /** Updates the values that change with time. */
  update(): void {
    const chosen = this.chosen;
    if (!chosen) return;
    const { names, satellites, shells, shell, plane, index } = this.scene;
    const rows: [string, string | Node][] = [];
    if (chosen.kind === "node") {
      const { row } = chosen;
      if (row < satellites) {
        if (plane[row] != null) {
          const called = shells[shell[row]!] ?? `shell ${shell[row]}`;
          rows.push(["orbit", `${called}, plane ${plane[row]}, number ${index[row]}`]);
        }
        const [latitude, longitude, height] = geodetic(this.sky.at(row), this.scene.earth);
        const place = `${Math.abs(latitude).toFixed(2)}\u00b0 ${latitude < 0 ? "S" : "N"}, ` +
          `${Math.abs(longitude).toFixed(2)}\u00b0 ${longitude < 0 ? "W" : "E"}`;
        rows.push(["above", place], ["height", `${height.toFixed(1)} km`]);
      }
      const on = [...this.sky.linksAt()].filter(({ a, b }) => a === row || b === row);
      const linked = document.createElement("span");
      for (const link of on.slice(0, MOST_LINES)) {
        const other = names[link.a === row ? link.b : link.a]!;
        const chosenLink: Chosen = { kind: "link", a: link.a, b: link.b };
        linked.append(this.button(other, () => this.act.choose(chosenLink)), " ");
      }
      rows.push([row < satellites ? "linked to" : "served by", on.length ? linked : "none"]);
    } else if (chosen.kind === "link") {
      const [p, q] = [this.sky.at(chosen.a), this.sky.at(chosen.b)];
      const km = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      const on = [...this.sky.linksAt()].some(({ a, b }) => a === chosen.a && b === chosen.b);
      rows.push(["state", on ? "up" : "down"], ["length", `${count(km)} km`]);
      rows.push(["delay", `${(km / LIGHT_KM_PER_MS).toFixed(2)} ms`]);
    } else {
      for (const [title, isForward] of [["forward route", true], ["reverse route", false]] as const) {
        const nodes = this.sky.routeAt(chosen.flow, isForward);
        const way = nodes.map((node) => names[node]).join(" \u2192 ");
        rows.push([title, nodes.length ? `${way} (${nodes.length - 1} links)` : this.noWay()]);
      }
    }
    if (rows.length !== this.now.children.length / 2 || !this.isSame(rows)) this.facts(this.now, rows);
  }

  /** Whether the shown text is unchanged, so that a button that is being clicked is kept. */
  private isSame(rows: [string, string | Node][]): boolean {
    return [...this.now.querySelectorAll("dd")].every((dd, i) => {
      const what = rows[i]![1];
      return dd.textContent === (typeof what === "string" ? what : what.textContent);
    });
  }

  private noWay(): string {
    return this.scene.tables.includes("routes")
      ? "none at this time"
      : 'not recorded: set record = ["routes"] in [run]';
  }
}
