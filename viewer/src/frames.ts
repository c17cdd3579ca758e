// Windows of key frames: the position of every row (satellite, terminal, point of a seam, the sun) at
// an instant. Interpolates four key frames by a cubic with Lagrange's weights, as does the first pass
// of the shaders.

import { DataTexture, FloatType, NearestFilter, RGBAFormat } from "three";

import { Pack, readWindow, type Scene } from "./data";
import { WIDTH } from "./shaders";

const KEPT = 4;

export interface Weights {
  /** Index of the first of the four key frames. */
  base: number;
  of: [number, number, number, number];
}

export class Window {
  readonly first: number;
  readonly step: number;
  readonly frames: number;
  readonly texture: DataTexture;
  readonly km: Float32Array;

  constructor(readonly number: number, readonly pack: Pack, readonly rows: number) {
    this.first = pack.number("first_s");
    this.step = pack.number("step_s");
    this.frames = pack.number("frames");
    this.km = pack.get("km") as Float32Array;
    const points = this.frames * rows;
    const height = Math.max(1, Math.ceil(points / WIDTH));
    const texels = new Float32Array(WIDTH * height * 4);
    for (let i = 0; i < points; i++) {
      texels[4 * i] = this.km[3 * i]!;
      texels[4 * i + 1] = this.km[3 * i + 1]!;
      texels[4 * i + 2] = this.km[3 * i + 2]!;
    }
    this.texture = new DataTexture(texels, WIDTH, height, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.texture.needsUpdate = true;
  }

  weights(t: number): Weights {
    const place = (t - this.first) / this.step;
    const base = Math.min(Math.max(Math.floor(place) - 1, 0), this.frames - 4);
    const x = place - base;
    return {
      base,
      of: [
        -((x - 1) * (x - 2) * (x - 3)) / 6,
        (x * (x - 2) * (x - 3)) / 2,
        -(x * (x - 1) * (x - 3)) / 2,
        (x * (x - 1) * (x - 2)) / 6,
      ],
    };
  }

  /** Position of a row, km, in Earth-fixed coordinates. */
  at(row: number, { base, of }: Weights): [number, number, number] {
    const place: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < 4; k++) {
      const i = 3 * ((base + k) * this.rows + row);
      const weight = of[k as 0]!;
      place[0] += weight * this.km[i]!;
      place[1] += weight * this.km[i + 1]!;
      place[2] += weight * this.km[i + 2]!;
    }
    return place;
  }
}

/** Loaded windows: those used last. */
export class Windows {
  private readonly loaded = new Map<number, Window>();
  private readonly loading = new Map<number, Promise<Window>>();

  constructor(private readonly scene: Scene, private readonly dropped: (gone: Window) => void) {}

  numberAt(t: number): number {
    const number = Math.floor((t - this.scene.start_s) / this.scene.window_s);
    return Math.min(Math.max(number, 0), this.scene.windows - 1);
  }

  /** Window of an instant, if it is loaded. */
  known(t: number): Window | undefined {
    return this.loaded.get(this.numberAt(t));
  }

  async load(number: number): Promise<Window> {
    const known = this.loaded.get(number);
    if (known) {
      this.loaded.delete(number);
      this.loaded.set(number, known);
      return known;
    }
    let asked = this.loading.get(number);
    if (!asked) {
      asked = readWindow(number).then((pack) => {
        const window = new Window(number, pack, this.scene.rows);
        this.loading.delete(number);
        this.loaded.set(number, window);
        for (const [old, gone] of this.loaded) {
          if (this.loaded.size <= KEPT) break;
          this.loaded.delete(old);
          gone.texture.dispose();
          this.dropped(gone);
        }
        return window;
      });
      this.loading.set(number, asked);
    }
    return asked;
  }
}

export const EQUATOR_KM = 6378.137;

/** Geodetic latitude and longitude (deg) and height (km) of a position above an ellipsoid. */
export function geodetic(
  [x, y, z]: [number, number, number], [radius, flattening]: [number, number],
): [number, number, number] {
  const e2 = flattening * (2 - flattening);
  const flat = Math.hypot(x, y);
  let latitude = Math.atan2(z, flat * (1 - e2));
  let height = 0;
  for (let i = 0; i < 6; i++) {
    const sin = Math.sin(latitude);
    const n = radius / Math.sqrt(1 - e2 * sin * sin);
    height = flat * Math.cos(latitude) + z * sin - (radius * radius) / n;
    latitude = Math.atan2(z, flat * (1 - (e2 * n) / (n + height)));
  }
  return [(latitude * 180) / Math.PI, (Math.atan2(y, x) * 180) / Math.PI, height];
}
