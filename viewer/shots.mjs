// Writes pictures of the page: node shots.mjs URL DIRECTORY [SECONDS...]
import { chromium } from "playwright-core";
const [url, directory, ...times] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.on("console", (m) => console.log(m.type(), m.text()));
page.on("pageerror", (e) => console.log("error", e));
await page.goto(url);
await page.waitForSelector("body[data-ready]", { timeout: 60000 }).catch((e) => console.log(String(e).slice(0, 200)));
const shot = (name) => page.screenshot({ path: `${directory}/${name}.png` });
for (const t of times) {
  await page.evaluate((at) => window.skyseam.setTime(at), Number(t));
  await shot(`globe-${t}`);
}
await page.keyboard.press("m"); await shot("map");
await page.keyboard.press("f"); await page.keyboard.press("d"); await shot("map-footprints");
await page.keyboard.press("m"); await shot("globe-footprints");
await page.keyboard.press("f"); await page.keyboard.press("c"); await shot("load");
await page.keyboard.press("c");
await page.evaluate(() => window.skyseam.choose({ kind: "flow", flow: 0 })); await shot("flow");
await page.evaluate(() => window.skyseam.choose({ kind: "node", row: 3 })); await shot("satellite");
await page.evaluate(() => window.skyseam.choose({ kind: "node", row: window.skyseam.scene.satellites })); await shot("terminal");
await browser.close();
