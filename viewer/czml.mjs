// Plays a CZML document in CesiumJS, in a headless Chromium without a network, and prints what is
// shown as JSON; tests/test_czml_page.py asks. The task, JSON on standard input: `czml` (file),
// `chromium`, `instants` (ISO 8601), `picture` (file and instant).

import { chromium } from "playwright-core";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

let text = "";
for await (const part of process.stdin) text += part;
const task = JSON.parse(text);

const SITE = "http://cesium.invalid/";
const BUILD = fileURLToPath(new URL("node_modules/cesium/Build/Cesium/", import.meta.url));
const KINDS = { ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".png": "image/png" };
const PAGE = `<!doctype html><link rel="stylesheet" href="Widgets/widgets.css">
<style>html, body, #sky { height: 100%; margin: 0; }</style><div id="sky"></div>
<script>window.CESIUM_BASE_URL = "${SITE}";</script><script src="Cesium.js"></script>`;

const browser = await chromium.launch({
  executablePath: task.chromium,
  args: [
    "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
  ],
});
const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (told) => {
  if (told.type() === "error") errors.push(told.text());
});
await page.route("**/*", async (route) => {
  const { pathname, origin } = new URL(route.request().url());
  if (`${origin}/` !== SITE) {
    errors.push(`asked for ${route.request().url()}`);
    return route.abort();
  }
  if (pathname === "/") return route.fulfill({ contentType: "text/html", body: PAGE });
  if (pathname === "/favicon.ico") return route.fulfill({ status: 204 });
  if (pathname === "/document.czml") return route.fulfill({ body: await readFile(task.czml) });
  const contentType = KINDS[extname(pathname)] ?? "application/octet-stream";
  return route.fulfill({ contentType, body: await readFile(join(BUILD, pathname)) });
});
await page.goto(SITE);
await page.waitForFunction(() => window.Cesium);

const loaded = await page.evaluate(async () => {
  const { Viewer, CzmlDataSource, Color } = window.Cesium;
  const viewer = new Viewer("sky", {
    baseLayer: false, baseLayerPicker: false, geocoder: false, animation: false, timeline: false,
    skyBox: false, requestRenderMode: true,
  });
  viewer.scene.globe.baseColor = Color.fromCssColorString("#26394b");
  viewer.scene.renderError.addEventListener((_, error) => console.error(String(error)));
  viewer.clock.shouldAnimate = false;
  const begun = performance.now();
  const source = await CzmlDataSource.load("document.czml");
  await viewer.dataSources.add(source);
  window.looking = { viewer, source };
  const names = source.entities.values.map(({ id, name, parent }) => [id, name, parent?.id ?? null]);
  return { names, load_s: (performance.now() - begun) / 1000 };
});

/** What is drawn at an instant: ids of lines and points, and where what has a place is, in m. */
const at = (instant) => page.evaluate((when) => {
  const { JulianDate, Property } = window.Cesium;
  const { viewer, source } = window.looking;
  const t = JulianDate.fromIso8601(when);
  viewer.clock.currentTime = t;
  const lines = {};
  const points = [];
  const places = {};
  for (const entity of source.entities.values) {
    if (!entity.isAvailable(t)) continue;
    const isShown = (graphics) => graphics && Property.getValueOrDefault(graphics.show, t, true);
    const place = entity.position?.getValue(t);
    if (place) places[entity.id] = [place.x, place.y, place.z];
    if (isShown(entity.point) && place) points.push(entity.id);
    if (isShown(entity.polyline)) {
      lines[entity.id] = (entity.polyline.positions.getValue(t) ?? []).map(({ x, y, z }) => [x, y, z]);
    }
  }
  return { lines, points, places };
}, instant);

const told = { ...loaded, instants: [] };
for (const instant of task.instants ?? []) told.instants.push(await at(instant));
if (task.picture) {
  await at(task.picture.instant);
  await page.evaluate(async (over) => {
    const { Cartesian3 } = window.Cesium;
    const { viewer } = window.looking;
    viewer.camera.setView({ destination: Cartesian3.fromDegrees(...over) });
    viewer.scene.requestRender();
    await new Promise((done) => { setTimeout(done, 1500); });
    viewer.scene.requestRender();
    await new Promise((done) => { setTimeout(done, 500); });
  }, task.picture.over ?? [-140, 40, 1.6e7]);
  await page.screenshot({ path: task.picture.file });
}
told.errors = errors;
await browser.close();
process.stdout.write(JSON.stringify(told));
