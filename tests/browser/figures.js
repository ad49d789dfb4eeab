// Pictures of the plots in a report: the first figure of each section as FOLDER/SECTION.png.

import path from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./harness.js";

const [report, folder, ...wanted] = process.argv.slice(2);
if (!report || !folder || wanted.length === 0) throw new Error("usage: node figures.js REPORT.html FOLDER SECTION...");

const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, deviceScaleFactor: 1.5, colorScheme: "light" });
  await page.goto(pathToFileURL(path.resolve(report)).href);
  for (const id of wanted) {
    const figure = page.locator(`section#${id} figure`).first();
    if (await figure.count() === 0) throw new Error(`${report} has no figure in section ${id}`);
    await figure.screenshot({ path: path.join(folder, `${id}.png`) });
  }
} finally {
  await browser.close();
}
