// Data of the page: answers of the server, or elements of a saved file with the same names.

export interface Flow {
  flow: number;
  name: string;
  source: string;
  destination: string;
  start_s?: number;
  last_received_s?: number;
  finished_s?: number;
  end_reason?: string;
  bytes?: number;
  goodput_bps?: number;
  packets_sent?: number;
  retransmissions?: number;
  drops?: number;
  rtt_min_ms?: number;
  rtt_mean_ms?: number;
  rtt_max_ms?: number;
}

/** Time, terminal, cause, previous satellite, new satellite (-1: none). */
export type Handover = [number, number, string, number, number];
/** Time, node, reason, flow, number of packets. */
export type Drop = [number, number, string, number, number];
/** Packets, bytes, packets dropped by the queue, packets lost in transit, mean load (-1: unknown). */
export type Carried = [number, number, number, number, number];

export interface SeriesSpec {
  name: string;
  key: "flow" | "link" | "path";
  title: string;
  unit: string;
  steps: boolean;
  keys: string[];
}

export interface Scene {
  title: string;
  skyseam: string;
  start_s: number;
  end_s: number;
  windows: number;
  window_s: number;
  satellites: number;
  placed: number;
  names: string[];
  shells: string[];
  shell: (number | null)[];
  plane: (number | null)[];
  index: (number | null)[];
  footprint_deg: number[];
  /** Equatorial radius, km, and flattening of the geometry's Earth. */
  earth: [number, number];
  seams: [number, number][];
  sun: number;
  rows: number;
  sun_is_assumed: boolean;
  links: Record<string, Carried>;
  flows: Flow[];
  events: { handovers: Handover[]; drops: Drop[]; drop_bin_s: number };
  series: SeriesSpec[];
  tables: string[];
  packets: { sent?: number; delivered?: number };
  /** Whether the run is in progress; tables follow at its end. */
  live: boolean;
}

type Numbers = Float32Array | Float64Array | Int32Array | Uint8Array;

/** A JSON head and arrays; python/skyseam/view/pack.py describes the layout. */
export class Pack {
  constructor(
    readonly head: Record<string, number | string>,
    private readonly arrays: Record<string, Numbers>,
  ) {}

  static read(buffer: ArrayBuffer): Pack {
    const length = new DataView(buffer).getUint32(0, true);
    const text = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
    const head = JSON.parse(text) as { arrays: Record<string, [string, number, number]> };
    const kinds = { f4: Float32Array, f8: Float64Array, i4: Int32Array, u1: Uint8Array } as const;
    const arrays: Record<string, Numbers> = {};
    for (const [name, [kind, offset, count]] of Object.entries(head.arrays)) {
      arrays[name] = new kinds[kind as keyof typeof kinds](buffer, 4 + length + offset, count);
    }
    return new Pack(head as unknown as Record<string, number>, arrays);
  }

  get(name: string): Numbers {
    const found = this.arrays[name];
    if (!found) throw new Error(`no array ${name}`);
    return found;
  }

  number(name: string): number {
    return Number(this.head[name]);
  }
}

function saved(name: string): string | null {
  return document.querySelector(`script[data-answer="${CSS.escape(name)}"]`)?.textContent ?? null;
}

/** Answers requested in advance, while the page is being set up. */
const early = new Map<string, Promise<Response>>();
if (saved("scene.json") === null) {
  for (const name of ["scene.json", "windows/0"]) {
    const asked = fetch(name);
    // The code that awaits the answer handles a failure.
    asked.catch(() => undefined);
    early.set(name, asked);
  }
}

async function ask(name: string): Promise<Response> {
  const begun = early.get(name);
  early.delete(name);
  const answer = await (begun ?? fetch(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function bytes(name: string): Promise<ArrayBuffer> {
  const inside = saved(name);
  if (inside !== null) {
    const coded = Uint8Array.from(atob(inside), (letter) => letter.charCodeAt(0));
    const stream = new Blob([coded]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }
  return (await ask(name)).arrayBuffer();
}

/** Whether the page is a saved file, without a server. */
export const isSaved = saved("scene.json") !== null;

export async function readScene(): Promise<Scene> {
  const inside = saved("scene.json");
  if (inside !== null) return JSON.parse(inside) as Scene;
  return (await (await ask("scene.json")).json()) as Scene;
}

/** Progress of a run. */
export interface Progress {
  reached_s?: number;
  done?: boolean;
  failed?: string;
  /** Charts available so far. */
  series?: SeriesSpec[];
}

export async function readProgress(): Promise<Progress> {
  return (await (await ask("progress.json")).json()) as Progress;
}

export async function readWindow(number: number): Promise<Pack> {
  return Pack.read(await bytes(`windows/${number}`));
}

/** A series of a flow or link; null if there is none. */
export async function readPoints(name: string, key: string): Promise<Pack | null> {
  const place = isSaved ? `series/${name}?key=${key}`
    : `series/${name}?key=${encodeURIComponent(key)}`;
  if (isSaved && saved(place) === null) return null;
  try {
    const pack = Pack.read(await bytes(place));
    return pack.get("t_s").length ? pack : null;
  } catch {
    return null;
  }
}
