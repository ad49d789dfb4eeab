// The picture in the README: a short conversation on the built-in network, at twice the size.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { Server, introduce, launch, open, say } from "./harness.js";

/**
 * Answers what is asked: yes to questions with a certain word, no to all others.
 * @param {import("./harness.js").Page} page @param {RegExp} yes
 */
async function reply(page, yes) {
  const open = page.locator("#reply .choices:not(.answered .choices)");
  // Not of the reply alone: one question after another may leave the same buttons.
  const before = await page.locator("main").innerText();
  for (let left = await open.count(); left > 0; left -= 1) {
    const question = await open.first().evaluate((choices) => choices.closest("[role=group]")?.getAttribute("aria-label") ?? "");
    await open.first().getByRole("button", { name: yes.test(question) ? "Yes" : "No", exact: true }).click();
  }
  await page.waitForFunction((text) => document.querySelector("main")?.innerText !== text, before);
  await page.locator("#reply:not([inert]) .choice, #reply:not([inert]) .done").first().waitFor();
}

const [file] = process.argv.slice(2);
if (!file) throw new Error("usage: node screenshot.js FILE.png");

const server = await new Server(["--sessions", "memory"]).start();
const browser = await launch();
try {
  const { page, close } = await open(browser, server, {
    viewport: { width: 1200, height: 840 },
    deviceScaleFactor: 2,
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  await say(page, "My nose has been running for two weeks and my eyes itch. No fever.");
  await introduce(page, "34", "Female");
  // The picture shows an end: a result, and which cause explains what.
  for (let asked = 0; asked < 8 && await page.locator("#reply .done").count() === 0; asked += 1) await reply(page, /sneez|itch/i);
  // The input would blink in one picture and not in the next.
  await page.evaluate(() => /** @type {HTMLElement|null} */ (document.activeElement)?.blur());
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  await close();
} finally {
  await browser.close();
  await server.stop();
}
