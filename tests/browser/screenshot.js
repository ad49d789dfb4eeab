// The picture in the README: a short conversation on the built-in network, at twice the size. Beside it a
// record of the network, of the conversation and of the words that the picture shows: a test
// (crates/etio-cli/tests/serve/picture.rs) fails if the same conversation no longer leads to them.

import { mkdirSync, writeFileSync } from "node:fs";
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

/** The words that a picture of a conversation shows. @param {any} view */
function shown({ lines, result }) {
  const said = lines.map((/** @type {any} */ line) => [line.text, ...(line.chips ?? []).map((/** @type {any} */ chip) => `${chip.name}: ${chip.state}`)].join(" | "));
  const causes = result.causes.map((/** @type {any} */ cause) => `${cause.name}: ${cause.likelihood}`);
  return [...said, result.advice?.text ?? "no advice", ...causes];
}

const [file, record] = process.argv.slice(2);
if (!file || !record) throw new Error("usage: node screenshot.js FILE.png RECORD.json");

const server = await new Server(["--sessions", "memory"]).start();
const browser = await launch();
try {
  const { page, close } = await open(browser, server, {
    viewport: { width: 1200, height: 880 },
    deviceScaleFactor: 2,
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  /** @type {any} */ let asked;
  /** @type {Promise<any>} */ let answered = Promise.resolve();
  page.on("response", (response) => {
    if (!response.url().endsWith("/conversation")) return;
    asked = response.request().postDataJSON();
    answered = response.json();
  });
  await say(page, "My nose has been running for two weeks and my eyes itch. No fever.");
  await introduce(page, "34", "Female");
  // The picture shows an end: a result, and which cause explains what.
  for (let round = 0; round < 8 && await page.locator("#reply .done").count() === 0; round += 1) await reply(page, /sneez|itch/i);
  // What the person says first belongs into the picture.
  await page.evaluate(() => document.querySelector("#log")?.scrollTo({ top: 0, behavior: "instant" }));
  // The input would blink in one picture and not in the next.
  await page.evaluate(() => /** @type {HTMLElement|null} */ (document.activeElement)?.blur());
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file, fullPage: true });
  const { networks: [network] } = await (await fetch(`${server.address}/v1/networks`)).json();
  writeFileSync(record, JSON.stringify({ network, request: asked, shown: shown(await answered) }, null, 2) + "\n");
  await close();
} finally {
  await browser.close();
  await server.stop();
}
