// Opens every page of a folder in Chromium, on a screen and a telephone, in the light and the dark theme,
// and prints a JSON list of what axe finds, and of what is cut off, too wide or too small for a thumb.
// node look.mjs CHROMIUM FOLDER
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [program, folder] = process.argv.slice(2);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const LEAST_TARGET = 24;

function pagesIn(inside) {
  const entries = fs.readdirSync(inside, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const there = path.join(inside, entry.name);
    if (entry.isDirectory()) return pagesIn(there);
    return there.endsWith(".html") ? [there] : [];
  });
}

async function faultsOfAxe(page) {
  const run = (values) => axe.run(document, { runOnly: { type: "tag", values } });
  const { violations } = await page.evaluate(run, RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `axe: ${id} at ${html}`));
}

function faultsOfRoom(leastTarget) {
  const faults = [];
  for (const pressed of document.querySelectorAll("a, summary")) {
    const { width, height } = pressed.getBoundingClientRect();
    if (width && Math.min(width, height) < leastTarget) {
      faults.push(`${width} × ${height} pixels: ${pressed.textContent}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    faults.push(`${document.documentElement.scrollWidth} pixels wide`);
  }
  for (const drawing of document.querySelectorAll(".chart > svg")) {
    const edge = drawing.getBoundingClientRect();
    if (!edge.width) continue;
    const texts = [...drawing.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    boxes.forEach((box, n) => {
      const isInside = box.left >= edge.left && box.right <= edge.right;
      if (!isInside || box.top < edge.top || box.bottom > edge.bottom) {
        faults.push(`cut off in a chart: ${texts[n].textContent}`);
      }
      for (const other of boxes.slice(0, n)) {
        const isBeside = box.left >= other.right || box.right <= other.left;
        const isBelow = box.top >= other.bottom - 3 || box.bottom - 3 <= other.top;
        if (!isBeside && !isBelow) faults.push(`lies on another in a chart: ${texts[n].textContent}`);
      }
    });
  }
  return faults;
}

const browser = await chromium.launch({
  executablePath: program,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"],
});
const found = [];
for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    const looks = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true };
    const context = await browser.newContext(looks);
    const page = await context.newPage();
    for (const file of pagesIn(folder)) {
      await page.goto(pathToFileURL(file).href);
      await page.evaluate(axe);
      const faults = [...(await faultsOfAxe(page)), ...(await page.evaluate(faultsOfRoom, LEAST_TARGET))];
      const where = `${path.relative(folder, file)}, ${width}, ${colorScheme}`;
      found.push(...faults.map((fault) => `${where}: ${fault}`));
    }
    await context.close();
  }
}
await browser.close();
console.log(JSON.stringify(found));
