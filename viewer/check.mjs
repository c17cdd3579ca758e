// Opens the page in a headless Chromium, does what the task says, and prints what it saw as JSON;
// tests/test_view_page.py asks. The task, JSON on standard input: `url`, `chromium`, and what to do:
// `instants` (s) and `flow`, `satellites` (names) and `at` (s), `same` (s), `keyboard`, `keys`,
// `frames`, `pictures`, `follow`.

import { readFileSync } from "node:fs";

import { chromium } from "playwright-core";

let text = "";
for await (const part of process.stdin) text += part;
const task = JSON.parse(text);

async function open() {
  const browser = await chromium.launch({
    executablePath: task.chromium,
    args: [
      "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const seen = { requests: [], errors: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("requestfailed", (request) => seen.errors.push(`failed: ${request.url()}`));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (told) => {
    // Chromium itself warns of slow WebGL without a graphics card.
    const isOurs = !/GPU stall due to ReadPixels|software WebGL/.test(told.text());
    if (["error", "warning"].includes(told.type()) && isOurs) seen.errors.push(told.text());
  });
  const begun = performance.now();
  await page.goto(task.url);
  await page.waitForSelector("body[data-ready]", { timeout: 120_000 });
  seen.opened_s = (performance.now() - begun) / 1000;
  seen.opening = await opening(browser);
  return { browser, page, seen };
}

/** What the processes that draw took until now: processor time, s, and the most memory, MB (Linux). */
async function opening(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const drawing = processInfo.filter(({ type }) => ["renderer", "GPU"].includes(type));
  const most = (type) => Math.max(0, ...drawing.filter((one) => one.type === type).map(({ id }) => {
    try {
      return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]) / 1000;
    } catch {
      return 0;
    }
  }));
  const cpu_s = drawing.reduce((sum, one) => sum + one.cpuTime, 0);
  return { cpu_s, peak_mb: most("renderer") + most("GPU") };
}

const at = (page, t) => page.evaluate((when) => window.skyseam.setTime(when), t);

/** Renderer CPU of a playing page: of its process, per frame. */
async function effort(browser, page, frames) {
  const session = await browser.newBrowserCDPSession();
  const cpu = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const of = (type) => processInfo.filter((one) => one.type === type);
    const sum = (all) => all.reduce((whole, one) => whole + one.cpuTime, 0);
    return { renderer: sum(of("renderer")), gpu: sum(of("GPU")) };
  };
  const play = (count) => page.evaluate((wanted) => new Promise((done) => {
    let left = wanted;
    const tick = () => (left-- > 0 ? requestAnimationFrame(tick) : done());
    window.skyseam.play(true);
    requestAnimationFrame(tick);
  }), count);
  await play(5);
  const before = await cpu();
  await play(frames);
  const after = await cpu();
  await page.evaluate(() => window.skyseam.play(false));
  return {
    renderer_ms: (1000 * (after.renderer - before.renderer)) / frames,
    gpu_ms: (1000 * (after.gpu - before.gpu)) / frames,
    draw_calls: await page.evaluate(() => window.skyseam.drawCalls()),
  };
}

async function keyboard(page) {
  const state = () => page.evaluate(() => {
    const { skyseam } = window;
    return {
      t: skyseam.time(), plays: skyseam.isPlaying(), speed: skyseam.speed(), map: skyseam.isMap(),
      layers: skyseam.layers(),
    };
  });
  const seen = { start: await state() };
  for (const key of ["End", "Home", "ArrowRight", "ArrowLeft", "n", "p", "m", "l", "+", "-"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(50);
    seen[key] = await state();
  }
  await page.keyboard.press("m");
  await page.keyboard.press("l");
  await page.keyboard.press("Space");
  await page.waitForTimeout(600);
  seen.play = await state();
  await page.keyboard.press("Space");
  seen.pause = await state();
  await page.keyboard.press("?");
  seen.help = await page.locator("#fault").isVisible();
  await page.keyboard.press("Escape");
  seen.closed = await page.locator("#fault").isHidden();
  return seen;
}

/** The slider moved by the mouse, then a chart clicked: where the page and the charts are. */
async function pointing(page) {
  const where = () => page.evaluate(() => ({
    t: window.skyseam.time(), charts: window.skyseam.chartTimes(),
    slider: Number(document.getElementById("slider").value),
  }));
  const seen = [];
  const box = await page.locator("#slider").boundingBox();
  for (const share of [0.2, 0.7]) {
    await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
    await page.waitForTimeout(100);
    seen.push(await where());
  }
  const chart = page.locator(".u-over").first();
  if (await chart.count()) {
    await chart.click({ position: { x: 100, y: 40 } });
    await page.waitForTimeout(100);
    seen.push(await where());
  }
  return seen;
}

/** Clicks on satellites where they are drawn: which ones the page takes, and where they are. */
async function clicking(page, names) {
  const found = [];
  const sky = await page.locator("#canvas").boundingBox();
  for (const name of names) {
    const place = await page.evaluate((one) => window.skyseam.project(one), name);
    const [x, y] = place ?? [-1, -1];
    const isCovered = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.id !== "canvas", [sky.x + x, sky.y + y],
    );
    if (!place || isCovered) continue;
    await page.mouse.click(sky.x + x, sky.y + y);
    found.push(await page.evaluate(() => {
      const { chosen, scene, placeOf, time } = window.skyseam;
      const taken = scene.names[chosen()?.row];
      const story = document.querySelector("#story h2")?.textContent;
      const facts = [...document.querySelectorAll("#story dt")];
      const height = facts.find((dt) => dt.textContent === "height")?.nextElementSibling;
      return { taken, km: taken && placeOf(taken), t: time(), story, height: height?.textContent };
    }));
    found.at(-1).name = name;
    await page.keyboard.press("Escape");
  }
  return found;
}

/** Follows a run that goes on, looking at its latest instant, until the page has begun anew. */
async function following(page) {
  const seen = { ends: [], times: [], charts_before: 0, rows_before: [] };
  const state = () => page.evaluate(() => ({
    isLive: window.skyseam?.scene.live, t: window.skyseam?.time(),
    end: Number(document.getElementById("slider").max), charts: window.skyseam?.chartTimes().length,
    rows: window.skyseam?.chartRows().reduce((sum, one) => sum + one, 0),
  })).catch(() => ({}));
  for (;;) {
    const { isLive, t, end, charts, rows } = await state();
    if (isLive === false) return { ...seen, t, charts };
    if (isLive) seen.charts_before = Math.max(seen.charts_before, charts);
    if (isLive && rows !== seen.rows_before.at(-1)) seen.rows_before.push(rows);
    if (isLive && seen.ends.at(-1) !== end) {
      seen.ends.push(end);
      seen.times.push(t);
    }
    await page.waitForTimeout(100);
  }
}

const told = {};
const { browser, page, seen } = await open();
if (task.follow) told.followed = await following(page);
if (task.instants) {
  told.routes = [];
  for (const t of task.instants) {
    await at(page, t);
    told.routes.push(await page.evaluate((flow) => window.skyseam.routeOf(flow), task.flow ?? 0));
  }
}
if (task.satellites) {
  await at(page, task.at);
  told.clicks = await clicking(page, task.satellites);
}
if (task.same !== undefined) {
  const shots = [];
  for (const t of [task.same, task.at, task.same]) {
    await at(page, t);
    shots.push((await page.screenshot()).toString("base64"));
  }
  const again = await open();
  await at(again.page, task.same);
  shots.push((await again.page.screenshot()).toString("base64"));
  await again.browser.close();
  told.shots = shots;
}
if (task.keyboard) {
  told.keyboard = await keyboard(page);
  told.pointing = await pointing(page);
}
for (const key of task.keys ?? []) await page.keyboard.press(key);
if (task.frames) told.effort = await effort(browser, page, task.frames);
if (task.pictures) {
  for (const [name, { t, keys, chosen }] of Object.entries(task.pictures)) {
    await at(page, t);
    for (const key of keys ?? []) await page.keyboard.press(key);
    await page.evaluate((what) => window.skyseam.choose(what), chosen ?? null);
    await page.waitForTimeout(200);
    await page.screenshot({ path: name });
    for (const key of keys ?? []) await page.keyboard.press(key);
  }
}
told.title = await page.title();
told.links = await page.evaluate(() => window.skyseam.linksAt());
Object.assign(told, seen);
await browser.close();
process.stdout.write(JSON.stringify(told));
