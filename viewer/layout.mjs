// Opens pages in a headless Chromium at several widths, light and dark, and prints as JSON what does
// not fit; tests/test_layout.py asks. The task, JSON on standard input: `chromium`, `urls`, `widths`
// (CSS pixels), and `pictures`, a directory for screenshots (none: none are taken).

import { join } from "node:path";

import { chromium } from "playwright-core";

let text = "";
for await (const part of process.stdin) text += part;
const task = JSON.parse(text);

/** How much wider than its window a page is, and which elements begin or end outside. */
function beyond() {
  const { scrollWidth, clientWidth } = document.documentElement;
  // A drawer waits outside the window until it is asked for.
  const isApart = (one) => getComputedStyle(one).position === "fixed";
  const isInside = (one) => {
    if (isApart(one)) return true;
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible" || isApart(at)) return true;
    }
    return false;
  };
  const wide = [...document.body.querySelectorAll("*")].filter((one) => {
    const { right, width } = one.getBoundingClientRect();
    return width > 0 && right > clientWidth + 1 && !isInside(one);
  });
  const called = (one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""}`;
  return { extra: scrollWidth - clientWidth, wide: wide.slice(0, 5).map(called) };
}

const browser = await chromium.launch({
  executablePath: task.chromium,
  args: [
    "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
  ],
});
const seen = [];
for (const colorScheme of ["light", "dark"]) {
  for (const width of task.widths) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    for (const [name, url] of Object.entries(task.urls)) {
      const page = await context.newPage();
      await page.goto(url, { waitUntil: "load" });
      await page.waitForTimeout(300);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      seen.push({ name, width, colorScheme, background, ...(await page.evaluate(beyond)) });
      if (task.pictures) {
        await page.screenshot({ path: join(task.pictures, `${name}-${width}-${colorScheme}.png`) });
      }
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
process.stdout.write(JSON.stringify(seen));
