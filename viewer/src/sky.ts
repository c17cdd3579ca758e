// The globe or map: Earth, satellites, links, routes, footprints, the seam and events. Draws the rows of
// a window at an instant; computes no orbits.

import {
  BufferAttribute, BufferGeometry, CanvasTexture, Color, ColorManagement, DoubleSide, FloatType,
  GLSL3, InstancedBufferAttribute, InstancedBufferGeometry, LineSegments, MOUSE, Mesh,
  NearestFilter, type Object3D, OrthographicCamera, PerspectiveCamera, PlaneGeometry, Points,
  RawShaderMaterial, Scene as Stage, TOUCH, Vector2, Vector3, Vector4, WebGLRenderTarget,
  WebGLRenderer, type IUniform,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

import type { Scene } from "./data";
import { EQUATOR_KM, type Window, type Weights } from "./frames";
import { AT_INSTANT, EARTH, FLASHES, FOOTPRINTS, LINES, SATELLITES, WIDTH } from "./shaders";
import { isSoftware, picture } from "./world";

export const SHELLS = ["#7fc8f8", "#f2b56b", "#8ee0b0", "#d9a6f0", "#f59393", "#c9d36b"];
export const FLOWS = [
  "#ffe14d", "#ff9d47", "#f07cf5", "#5fe0ff", "#a8ef6a", "#ff6f86", "#cdb0ff", "#ffd9ad",
];
export const HANDOVER = "#ffb347";
export const DROP = "#ff4d5e";
// The shaders write sRGB colours.
ColorManagement.enabled = false;
const TERMINAL = "#ffffff";
const ISL = [0.45, 0.66, 0.86, 0.42] as const;
const GSL = [0.15, 0.85, 0.6, 0.95] as const;
const SEAM = [1.0, 0.45, 0.2, 0.9] as const;
/** Corners of a line: at which end, and on which side. */
const CORNERS = [[0, -1], [0, 1], [1, -1], [1, 1]] as const;
const ALWAYS: [number, number] = [-1e9, 1e9];

export type Layer = "links" | "load" | "routes" | "footprints" | "seam" | "night" | "labels";
export type Chosen =
  | { kind: "node"; row: number }
  | { kind: "link"; a: number; b: number }
  | { kind: "flow"; flow: number };

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Condition for drawing an object: its layer, its window, and whether it is only on maps. */
interface About {
  layer: Layer | null;
  owner: Window | null;
  isCopy: boolean;
}

export class Sky {
  readonly renderer: WebGLRenderer;
  private readonly stage = new Stage();
  private readonly globeCamera = new PerspectiveCamera(40, 1, 0.05, 400);
  private readonly mapCamera = new OrthographicCamera(-180, 180, 90, -90, -10, 10);
  private readonly globeControls: OrbitControls;
  private readonly mapControls: OrbitControls;
  private readonly passStage = new Stage();
  private readonly pass: RawShaderMaterial;
  private readonly places: WebGLRenderTarget;
  private readonly uniforms: Record<string, IUniform>;
  private readonly drawn = new Set<Window>();
  private readonly shown = new Map<Layer, boolean>();
  private window: Window | null = null;
  private weights: Weights = { base: 0, of: [0, 1, 0, 0] };
  private t = 0;
  private size = "";
  isMap = false;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly scene: Scene,
    private readonly changed: () => void,
  ) {
    this.places = new WebGLRenderTarget(WIDTH, Math.ceil(scene.rows / WIDTH), {
      type: FloatType, minFilter: NearestFilter, magFilter: NearestFilter, depthBuffer: false,
    });
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(window.devicePixelRatio);
    this.renderer.setClearColor(new Color("#070d15"));
    const world = new CanvasTexture(
      picture(isSoftware(this.renderer.getContext()) ? "software" : "hardware"),
    );
    this.uniforms = {
      places: { value: this.places.texture },
      now: { value: 0 },
      isMap: { value: false },
      pixels: { value: window.devicePixelRatio },
      screen: { value: new Vector2(1, 1) },
      chosen: { value: -9 },
      chosenAngle: { value: 0 },
      chosenFlow: { value: -9 },
      chosenEnds: { value: new Vector2(-9, -9) },
      byLoad: { value: false },
      all: { value: false },
      hasNight: { value: false },
      sun: { value: new Vector3(1, 0, 0) },
      picture: { value: world },
      lasts: { value: 2 },
    };
    if (!this.renderer.extensions.has("EXT_color_buffer_float")) {
      throw new Error("this browser's WebGL cannot draw into numbers (EXT_color_buffer_float)");
    }
    this.pass = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: AT_INSTANT.vertex,
      fragmentShader: AT_INSTANT.fragment,
      depthTest: false,
      depthWrite: false,
      uniforms: {
        frames: { value: null },
        rows: { value: scene.rows },
        base: { value: 0 },
        weights: { value: new Vector4(0, 1, 0, 0) },
      },
    });
    const whole = new Mesh(new PlaneGeometry(2, 2), this.pass);
    whole.frustumCulled = false;
    this.passStage.add(whole);
    this.globeCamera.up.set(0, 0, 1);
    this.globeControls = new OrbitControls(this.globeCamera, canvas);
    this.globeControls.enablePan = false;
    this.globeControls.minDistance = 1.15;
    this.globeControls.maxDistance = 60;
    this.mapControls = new OrbitControls(this.mapCamera, canvas);
    this.mapControls.enableRotate = false;
    this.mapControls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.mapControls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    this.mapControls.enabled = false;
    for (const controls of [this.globeControls, this.mapControls]) {
      controls.addEventListener("change", () => this.changed());
    }
    this.addEarth();
    this.addNodes();
    this.addSeam();
    this.addFlashes();
  }

  private material(
    code: { vertex: string; fragment: string },
    shift: number,
    { depthTest = true, depthWrite = false } = {},
  ): RawShaderMaterial {
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: code.vertex,
      fragmentShader: code.fragment,
      transparent: true,
      depthTest,
      depthWrite,
      side: DoubleSide,
    });
    Object.assign(material.uniforms, this.uniforms, { shift: { value: shift } });
    return material;
  }

  /** Adds an object; on a map lines are drawn three times, so that they continue at the other edge. */
  private add(
    make: (shift: number) => Object3D,
    order: number,
    { layer = null, owner = null, goesOn = false }:
      { layer?: Layer | null; owner?: Window | null; goesOn?: boolean } = {},
  ): void {
    for (const shift of goesOn ? [0, -360, 360] : [0]) {
      const one = make(shift);
      one.frustumCulled = false;
      one.renderOrder = order;
      const about: About = { layer, owner, isCopy: shift !== 0 };
      one.userData = about;
      this.stage.add(one);
    }
  }

  private addEarth(): void {
    const [columns, lines] = [144, 72];
    const geometry = new BufferGeometry();
    const position: number[] = [];
    const uv: number[] = [];
    const index: number[] = [];
    for (let j = 0; j <= lines; j++) {
      const lat = (j / lines - 0.5) * Math.PI;
      for (let i = 0; i <= columns; i++) {
        const lon = (i / columns - 0.5) * 2 * Math.PI;
        // By reduced latitude, slightly below the ground of the terminals.
        const low = Math.atan(0.99664719 * Math.tan(lat));
        const flat = 0.9985 * Math.cos(low);
        position.push(flat * Math.cos(lon), flat * Math.sin(lon));
        position.push(0.9985 * 0.99664719 * Math.sin(low));
        uv.push(i / columns, j / lines);
        if (i < columns && j < lines) {
          const at = j * (columns + 1) + i;
          const above = at + columns + 1;
          index.push(at, at + 1, above, above, at + 1, above + 1);
        }
      }
    }
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
    geometry.setAttribute("uv", new BufferAttribute(new Float32Array(uv), 2));
    geometry.setIndex(index);
    this.add((shift) => new Mesh(geometry, this.material(EARTH, shift, { depthWrite: true })), 0);
  }

  private addNodes(): void {
    const { satellites, placed, shell } = this.scene;
    const tint = new Float32Array(3 * placed);
    const size = new Float32Array(placed);
    const row = new Float32Array(placed);
    for (let i = 0; i < placed; i++) {
      const isSatellite = i < satellites;
      const shade = isSatellite ? SHELLS[(shell[i] ?? 0) % SHELLS.length]! : TERMINAL;
      new Color(shade).toArray(tint, 3 * i);
      size[i] = isSatellite ? (satellites > 5000 ? 2.2 : satellites > 800 ? 3.2 : 5) : placed - satellites > 200 ? 3 : placed - satellites > 30 ? 5 : 8;
      row[i] = i;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("row", new BufferAttribute(row, 1));
    geometry.setAttribute("tint", new BufferAttribute(tint, 3));
    geometry.setAttribute("size", new BufferAttribute(size, 1));
    geometry.setDrawRange(0, placed);
    this.add((shift) => new Points(geometry, this.material(SATELLITES, shift, { depthTest: false })), 6);
  }

  /** Lines, each of two triangles: instancing would be slow without a graphics card. */
  private lines(
    ends: [ArrayLike<number>, ArrayLike<number>],
    spells: [ArrayLike<number>, ArrayLike<number>] | null,
    style: (i: number) => { tint: readonly number[]; width: number; flow?: number; load?: number },
  ): BufferGeometry {
    const count = ends[0].length;
    const sizes = { corner: 2, ends: 2, spell: 2, tint: 4, width: 1, flow: 1, load: 1 };
    const columns = Object.entries(sizes).map(
      ([name, size]) => ({ name, size, values: new Float32Array(4 * count * size) }),
    );
    const index = new Uint32Array(6 * count);
    for (let i = 0; i < count; i++) {
      const look = style(i);
      const spell = spells ? [spells[0][i]!, spells[1][i]!] : ALWAYS;
      const rest = [[ends[0][i]!, ends[1][i]!], spell, look.tint, [look.width],
        [look.flow ?? -1], [look.load ?? -1]];
      CORNERS.forEach((corner, k) => {
        columns.forEach(({ size, values }, column) => {
          values.set(column ? rest[column - 1]! : corner, (4 * i + k) * size);
        });
      });
      index.set([0, 1, 2, 2, 1, 3].map((k) => 4 * i + k), 6 * i);
    }
    const geometry = new BufferGeometry();
    for (const { name, size, values } of columns) {
      geometry.setAttribute(name, new BufferAttribute(values, size));
    }
    geometry.setIndex(new BufferAttribute(index, 1));
    return geometry;
  }

  private addSeam(): void {
    const [a, b]: [number[], number[]] = [[], []];
    for (const [first, count] of this.scene.seams) {
      // Every other piece, for a dashed line.
      for (let i = 0; i + 1 < count; i += 2) {
        a.push(first + i);
        b.push(first + i + 1);
      }
    }
    if (!a.length) return;
    const geometry = this.lines([a, b], null, () => ({ tint: SEAM, width: 2.5, flow: -2 }));
    this.add((shift) => new Mesh(geometry, this.material(LINES, shift)), 3, { layer: "seam", goesOn: true });
  }

  private addFlashes(): void {
    const { handovers, drops } = this.scene.events;
    const all = [
      ...handovers.map(([t, node]) => [t, node, HANDOVER] as const),
      ...drops.map(([t, node]) => [t, node, DROP] as const),
    ].filter(([, node]) => node < this.scene.placed);
    // Only the latest event of a kind at a node is shown.
    const until = new Float32Array(all.length).fill(1e9);
    const last = new Map<string, number>();
    all.forEach(([t, node, shade], i) => {
      const before = last.get(`${shade} ${node}`);
      if (before !== undefined) until[before] = t - this.scene.start_s;
      last.set(`${shade} ${node}`, i);
    });
    const geometry = new BufferGeometry();
    const row = new Float32Array(all.map(([, node]) => node));
    const at = new Float32Array(all.map(([t]) => t - this.scene.start_s));
    const tint = new Float32Array(all.flatMap(([, , shade]) => new Color(shade).toArray()));
    geometry.setAttribute("row", new BufferAttribute(row, 1));
    geometry.setAttribute("at", new BufferAttribute(at, 1));
    geometry.setAttribute("until", new BufferAttribute(until, 1));
    geometry.setAttribute("tint", new BufferAttribute(tint, 3));
    geometry.setDrawRange(0, all.length);
    this.add((shift) => {
      const material = this.material(FLASHES, shift, { depthTest: false });
      material.uniforms["now"] = this.sinceStart;
      return new Points(geometry, material);
    }, 7);
  }

  private readonly sinceStart: IUniform = { value: 0 };

  /** Creates the links, routes and footprints of a window. */
  private draw(window: Window): void {
    if (this.drawn.has(window)) return;
    this.drawn.add(window);
    const get = (name: string) => window.pack.get(name);
    const kinds = get("link_kind");
    const [a, b] = [get("link_a"), get("link_b")];
    const isMany = a.length > 4000;
    const isl = isMany ? [...ISL.slice(0, 3), 0.22] : ISL;
    const isCrowded = kinds.filter((kind: number) => kind === 1).length > 200;
    const gsl = isCrowded ? [...GSL.slice(0, 3), 0.4] : GSL;
    const links = this.lines([a, b], [get("link_from"), get("link_until")], (i) => ({
      tint: kinds[i] === 1 ? gsl : isl,
      width: kinds[i] === 1 ? (isCrowded ? 0.8 : 1.6) : isMany ? 0.8 : 1.1,
      load: this.load(a[i]!, b[i]!, kinds[i] === 1),
    }));
    const about = { owner: window, goesOn: true };
    const line = (of: BufferGeometry) => (shift: number) => new Mesh(of, this.material(LINES, shift));
    this.add(line(links), 4, { ...about, layer: "links" });

    const flow = get("route_flow");
    const forward = get("route_forward");
    const routes = this.lines(
      [get("route_a"), get("route_b")], [get("route_from"), get("route_until")],
      (i) => ({
        tint: [...new Color(FLOWS[flow[i]! % FLOWS.length]!).toArray(), forward[i] ? 0.85 : 0.5],
        width: forward[i] ? 4.5 : 2,
        flow: flow[i]!,
      }),
    );
    this.add(line(routes), 3, { ...about, layer: "routes" });
    const rings = this.footprints(window);
    const ring = (shift: number) => new LineSegments(rings, this.material(FOOTPRINTS, shift));
    this.add(ring, 2, about);
  }

  private footprints(window: Window): BufferGeometry {
    const [a, b] = [window.pack.get("link_a"), window.pack.get("link_b")];
    const [from, until] = [window.pack.get("link_from"), window.pack.get("link_until")];
    const kinds = window.pack.get("link_kind");
    const { satellites, footprint_deg: angles } = this.scene;
    // The first footprint is that of the selected satellite.
    const row: number[] = [-1];
    const spell: number[] = [...ALWAYS];
    for (let i = 0; i < a.length; i++) {
      if (kinds[i] !== 1) continue;
      row.push(a[i]! < satellites ? a[i]! : b[i]!);
      spell.push(from[i]!, until[i]!);
    }
    const geometry = new InstancedBufferGeometry();
    const turns = Float32Array.from({ length: 144 }, (_, i) => i);
    geometry.setAttribute("turn", new BufferAttribute(turns, 1));
    geometry.setAttribute("row", new InstancedBufferAttribute(new Float32Array(row), 1));
    geometry.setAttribute("spell", new InstancedBufferAttribute(new Float32Array(spell), 2));
    const angle = new Float32Array(row.map((one) => radians(angles[one] ?? 0)));
    geometry.setAttribute("angle", new InstancedBufferAttribute(angle, 1));
    geometry.setDrawRange(0, 144);
    geometry.instanceCount = row.length;
    return geometry;
  }

  /** Mean load of a link over the run, of its busier direction; -1 if unknown. */
  private load(a: number, b: number, isGround: boolean): number {
    const { names, links, satellites } = this.scene;
    const [one, other] = [names[a]!, names[b]!];
    const [satellite, terminal] = a < satellites ? [one, other] : [other, one];
    const called = isGround
      ? [`${satellite} downlink`, `${terminal} uplink`]
      : [`${one} -> ${other}`, `${other} -> ${one}`];
    return Math.max(...called.map((name) => links[name]?.[4] ?? -1));
  }

  /** Frees the objects of a window. */
  forget(window: Window): void {
    this.drawn.delete(window);
    for (const one of this.stage.children.filter((each) => each.userData["owner"] === window)) {
      this.stage.remove(one);
      const { geometry, material } = one as Mesh;
      geometry.dispose();
      (material as RawShaderMaterial).dispose();
    }
  }

  /** Shows an instant. */
  show(window: Window, t: number): void {
    this.draw(window);
    this.window = window;
    this.t = t;
    this.weights = window.weights(t);
    const { frames, base, weights } = this.pass.uniforms;
    frames!.value = window.texture;
    base!.value = this.weights.base;
    (weights!.value as Vector4).fromArray(this.weights.of);
    this.renderer.setRenderTarget(this.places);
    this.renderer.render(this.passStage, this.mapCamera);
    this.renderer.setRenderTarget(null);
    this.uniforms["now"]!.value = t - window.first;
    (this.uniforms["sun"]!.value as Vector3).set(...this.at(this.scene.sun)).normalize();
    this.sinceStart.value = t - this.scene.start_s;
    this.render();
  }

  render(): void {
    if (!this.window) return;
    for (const one of this.stage.children) {
      const { layer, owner, isCopy } = one.userData as About;
      one.visible = (owner === null || owner === this.window) && (this.isMap || !isCopy)
        && (layer === null || this.shown.get(layer) === true);
    }
    this.renderer.render(this.stage, this.camera);
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.isMap ? this.mapCamera : this.globeCamera;
  }

  set(layer: Layer, isOn: boolean): void {
    this.shown.set(layer, isOn);
    if (layer === "load") this.uniforms["byLoad"]!.value = isOn;
    if (layer === "footprints") this.uniforms["all"]!.value = isOn;
    if (layer === "night") this.uniforms["hasNight"]!.value = isOn;
  }

  choose(chosen: Chosen | null): void {
    const { chosen: row, chosenFlow, chosenEnds } = this.uniforms;
    row!.value = chosen?.kind === "node" ? chosen.row : -9;
    this.uniforms["chosenAngle"]!.value = radians(this.scene.footprint_deg[row!.value] ?? 0);
    chosenFlow!.value = chosen?.kind === "flow" ? chosen.flow : -9;
    const ends = chosen?.kind === "link" ? [chosen.a, chosen.b] : [-9, -9];
    (chosenEnds!.value as Vector2).fromArray(ends as [number, number]);
  }

  /** Time for which an event is shown, s of simulated time. */
  setLasts(seconds: number): void {
    this.uniforms["lasts"]!.value = seconds;
  }

  setMap(isMap: boolean): void {
    this.isMap = isMap;
    this.uniforms["isMap"]!.value = isMap;
    this.mapControls.enabled = isMap;
    this.globeControls.enabled = !isMap;
  }

  /**
   * Sets the size in pixels, of which the panel covers `aside` at the left. Returns whether it has
   * changed: a new drawing buffer waits until everything is drawn.
   */
  resize(width: number, height: number, aside: number): boolean {
    const size = [width, height, aside, window.devicePixelRatio].join(" ");
    if (size === this.size) return false;
    this.size = size;
    this.globeCamera.setViewOffset(width, height, -aside / 2, 0, width, height);
    this.renderer.setSize(width, height, false);
    (this.uniforms["screen"]!.value as Vector2).set(
      width * window.devicePixelRatio, height * window.devicePixelRatio,
    );
    this.globeCamera.aspect = width / height;
    this.globeCamera.updateProjectionMatrix();
    const half = Math.max(186, (94 * width) / height);
    Object.assign(this.mapCamera, { left: -half, right: half });
    Object.assign(this.mapCamera, { top: (half * height) / width, bottom: (-half * height) / width });
    this.mapCamera.updateProjectionMatrix();
    return true;
  }

  /** Views a position from a distance that shows all satellites. */
  lookAt(km: [number, number, number], farthestKm: number): void {
    const direction = new Vector3(...km).normalize();
    const far = Math.max(3.1, (farthestKm / EQUATOR_KM) * 2.6);
    this.globeCamera.position.copy(direction.multiplyScalar(far));
    this.globeControls.update();
    this.mapCamera.position.set(0, 0, 1);
    this.mapControls.target.set(0, 0, 0);
    this.mapControls.update();
  }

  /** Turns the globe so that a row is visible. */
  turnTo(row: number): void {
    if (this.isMap || this.project(row)) return;
    const far = this.globeCamera.position.length();
    this.globeCamera.position.set(...this.at(row)).normalize().multiplyScalar(far);
    this.globeControls.update();
  }

  at(row: number): [number, number, number] {
    return this.window!.at(row, this.weights);
  }

  /** Position of a row on the screen, CSS pixels; null if it is hidden. */
  project(row: number): [number, number] | null {
    const place = this.at(row);
    const point = new Vector3();
    if (this.isMap) {
      const [x, y, z] = place;
      const lat = Math.atan2(z / 0.99330562, Math.hypot(x, y));
      point.set((Math.atan2(y, x) * 180) / Math.PI, (lat * 180) / Math.PI, 0);
    } else {
      point.set(...place).divideScalar(EQUATOR_KM);
      if (this.isHidden(point)) return null;
    }
    point.project(this.camera);
    if (Math.abs(point.z) > 1) return null;
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    return [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }

  /** Whether the Earth hides a position from the camera. */
  private isHidden(place: Vector3): boolean {
    const eye = this.globeCamera.position;
    const way = place.clone().sub(eye);
    const length = way.length();
    way.divideScalar(length);
    const near = -eye.dot(way);
    const miss = eye.clone().addScaledVector(way, near).length();
    return miss < 0.997 && near > 0 && near - Math.sqrt(0.997 ** 2 - miss ** 2) < length - 1e-6;
  }

  /** The object under the cursor, CSS pixels. */
  pick(x: number, y: number): Chosen | null {
    const window = this.window!;
    const { placed, satellites } = this.scene;
    const places: ([number, number] | null)[] = [];
    let best: Chosen | null = null;
    let nearest = 9;
    for (let row = 0; row < placed; row++) {
      const place = this.project(row);
      places.push(place);
      if (!place) continue;
      // A terminal takes precedence over a satellite at the same distance.
      const far = Math.hypot(place[0] - x, place[1] - y) - (row >= satellites ? 3 : 0);
      if (far < nearest) [nearest, best] = [far, { kind: "node", row }];
    }
    if (best) return best;
    const now = this.t - window.first;
    nearest = 6;
    const near = (name: string, chosen: (i: number) => Chosen) => {
      if (!this.shown.get(name === "route" ? "routes" : "links")) return;
      const [a, b] = [window.pack.get(`${name}_a`), window.pack.get(`${name}_b`)];
      const [from, until] = [window.pack.get(`${name}_from`), window.pack.get(`${name}_until`)];
      for (let i = 0; i < a.length; i++) {
        if (now < from[i]! || now >= until[i]!) continue;
        const [p, q] = [places[a[i]!], places[b[i]!]];
        if (!p || !q) continue;
        const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
        const along = ((x - p[0]) * dx + (y - p[1]) * dy) / (dx * dx + dy * dy || 1);
        const share = Math.min(1, Math.max(0, along));
        const far = Math.hypot(p[0] + share * dx - x, p[1] + share * dy - y);
        if (far < nearest) [nearest, best] = [far, chosen(i)];
      }
    };
    near("route", (i) => ({ kind: "flow", flow: window.pack.get("route_flow")[i]! }));
    if (best) return best;
    near("link", (i) => ({
      kind: "link", a: window.pack.get("link_a")[i]!, b: window.pack.get("link_b")[i]!,
    }));
    return best;
  }

  /** Links that are up: endpoints, kind (0 between satellites, 1 to the ground), and end of the interval. */
  *linksAt(): Generator<{ a: number; b: number; kind: number; from: number; until: number }> {
    const window = this.window!;
    const get = (name: string) => window.pack.get(`link_${name}`);
    const [a, b, kind, from, until] = [get("a"), get("b"), get("kind"), get("from"), get("until")];
    const now = this.t - window.first;
    for (let i = 0; i < a.length; i++) {
      if (now >= from[i]! && now < until[i]!) {
        yield {
          a: a[i]!, b: b[i]!, kind: kind[i]!, from: window.first + from[i]!,
          until: window.first + until[i]!,
        };
      }
    }
  }

  /** The nodes with a position on the current route of a flow, in order. */
  routeAt(flow: number, isForward: boolean): number[] {
    const window = this.window!;
    const get = (name: string) => window.pack.get(`route_${name}`);
    const now = this.t - window.first;
    const nodes: number[] = [];
    get("flow").forEach((one, i) => {
      const isOn = now >= get("from")[i]! && now < get("until")[i]!;
      if (one !== flow || !isOn || Boolean(get("forward")[i]) !== isForward) return;
      if (!nodes.length) nodes.push(get("a")[i]!);
      nodes.push(get("b")[i]!);
    });
    return nodes;
  }
}
