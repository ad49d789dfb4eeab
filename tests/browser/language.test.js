// A language that was added as files reaches every word of the page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Server, accessible, launch, open, picture, program } from "./harness.js";

const starter = fileURLToPath(new URL("../../networks/starter", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "etio-language-"));
const network = path.join(folder, "network");
cpSync(starter, network, { recursive: true });
execFileSync(program(), ["translate", "--network", network, "--language", "qps", "--pseudo", "--out", network]);

const server = new Server(["--network", `1=${network}`, "--locales", path.join(network, "locales")]);
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
after(async () => {
  await Promise.all([browser?.close(), server.stop()]);
  rmSync(folder, { recursive: true });
});

/** Names that are the same in every language. */
const NAMES = /Etio|explained-sets|elimination|quickscore|enumeration|ICD-10 \S+/g;

/** Words in plain letters among everything that can be seen or heard. @param {import("playwright-core").Page} page */
async function english(page) {
  const texts = await page.evaluate(() => {
    const skipped = "script, style, noscript, #summary-body > p:first-child";
    const nodes = [...document.querySelectorAll("html, body *")].filter((node) => !node.closest(skipped));
    const labels = ["aria-label", "title", "placeholder", "alt", "aria-valuetext"];
    return nodes.flatMap((node) => [
      ...labels.map((name) => node.getAttribute(name) ?? ""),
      ...[...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE).map((child) => child.textContent ?? ""),
    ]);
  });
  // Versions of networks are hexadecimal.
  return texts.map((text) => text.replace(NAMES, "").replace(/[0-9a-f]{16}/g, "")).filter((text) => /[a-z]{2}/i.test(text));
}

test("no word of English is left on the page", { timeout: 90_000 }, async () => {
  const { page, close } = await open(browser, server, { locale: "qps" });
  assert.equal(await page.evaluate(() => document.documentElement.lang), "qps");
  await page.locator("#reply .example").first().waitFor();
  assert.deepEqual(await english(page), [], "start");
  await page.locator("#reply .example").nth(1).click();
  await page.locator("#age").waitFor();
  assert.deepEqual(await english(page), [], "who is it about");
  await page.locator("#age").fill("34");
  await page.locator("#reply button.primary").click();
  await page.locator("#reply .choice").first().waitFor();
  await page.locator("#reply .why summary").click();
  assert.deepEqual(await english(page), [], "a question");
  await page.locator("#reply .row.after button").nth(1).click();
  await page.locator("#reply .done").waitFor();
  await page.locator("#differential button").first().click();
  await page.locator(".what-if").waitFor();
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".what-if [role=status]")?.textContent);
  await page.locator("#known summary").click();
  assert.deepEqual(await english(page), [], "causes and details");
  await picture(page, "pseudo-language");
  await page.locator("#open-summary").click();
  assert.deepEqual(await english(page), [], "summary");
  await accessible(page, "summary in another language");
  await close();
});
