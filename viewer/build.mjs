// Builds the page of `skyseam view` into python/skyseam/view/page: one script, one style sheet, the
// page, and the licences of what is in the script. The same sources and lock give the same bytes.
// `node build.mjs DIRECTORY` writes there instead.

import { build } from "esbuild";
import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ? resolve(process.argv[2]) : join(here, "../python/skyseam/view/page");

await mkdir(out, { recursive: true });
const built = await build({
  absWorkingDir: here,
  entryPoints: { viewer: "src/main.ts" },
  outdir: out,
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  legalComments: "eof",
  charset: "utf8",
  loader: { ".json": "json" },
  metafile: true,
});
await copyFile(join(here, "src/page.html"), join(out, "page.html"));

const packages = new Set();
for (const file of Object.keys(built.metafile.inputs)) {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file);
  if (found) packages.add(found[1]);
}
const notices = [];
for (const name of [...packages].sort()) {
  const place = join(here, "node_modules", name);
  const about = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
  const licence = (await readdir(place)).find((file) => /^licen[cs]e/i.test(file));
  const text = licence ? await readFile(join(place, licence), "utf8") : "comes without a text\n";
  notices.push(`* ${name} ${about.version}: ${about.license}\n\n${text.trim()}\n`);
}
await writeFile(join(out, "NOTICES.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
