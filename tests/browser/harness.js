// A server of its own for each file of tests, and pages in Debian's Chromium that may talk to nobody else.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
const pictures = path.join(target, "browser-tests");

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** The narrowest screen that must do; also a window of 640 px at twice the size. */
export const NARROW = { width: 320, height: 640 };

/** The program to test: ETIO_BIN, or what was built. */
export function program() {
  const built = [process.env.ETIO_BIN, path.join(target, "release/etio"), path.join(target, "debug/etio")];
  const found = built.find((file) => file && existsSync(file));
  assert(found, "build etio first, or set ETIO_BIN");
  return found;
}

/** Etio on a port of its own. */
export class Server {
  /** @type {import("node:child_process").ChildProcess|undefined} */
  #child;
  address = "http://127.0.0.1:0";

  /** @param {string[]} [options]  more of the command line */
  constructor(options = []) {
    this.options = options;
  }

  /** Starts, or starts again at the same address. */
  async start() {
    // Time enough for a question on a busy machine: what is tested is what is shown, not how soon.
    const patient = ["--budget-ms", "--queue-ms"].filter((name) => !this.options.includes(name));
    const settings = ["--listen", this.address.replace("http://", ""), ...patient.flatMap((name) => [name, "20000"])];
    const child = spawn(program(), ["serve", ...settings, ...this.options], { stdio: ["ignore", "pipe", "ignore"] });
    this.#child = child;
    this.address = await new Promise((found, failed) => {
      let said = "";
      child.stdout?.on("data", (chunk) => {
        said += chunk;
        const [address] = /http:\/\/[\d.]+:\d+/.exec(said) ?? [];
        if (address) found(address);
      });
      child.on("exit", (code) => failed(new Error(`etio serve ended with ${code}: ${said}`)));
    });
    return this;
  }

  async stop() {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.on("exit", done));
    child.kill("SIGKILL");
    await ended;
  }
}

/** One browser for all tests of a file. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/**
 * A page that fails the test where a script fails or a request leaves the origin.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(`script failed: ${error.message}`));
  page.on("console", (message) => {
    // A server that is gone or busy is part of life; that the page copes is what the tests look at.
    const isExpected = /ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|status of 503/.test(message.text());
    if (message.type() === "error" && !isExpected) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== server.address) faults.push(`request left the origin: ${url}`);
    if (url.search || url.hash) faults.push(`something in an address: ${url}`);
  });
  await page.goto(server.address);
  const close = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, close };
}

/** @typedef {import("playwright-core").Page} Page */

/** Types into the conversation. @param {Page} page @param {string} text */
export async function say(page, text) {
  await page.getByRole("textbox", { name: /own words/ }).fill(text);
  await page.keyboard.press("Enter");
}

/** Says who it is about, as soon as that is asked. @param {Page} page @param {string} age @param {"Female"|"Male"|"Rather not say"} sex */
export async function introduce(page, age, sex) {
  await page.getByLabel("Age").fill(age);
  await page.getByRole("radio", { name: sex, exact: true }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator("#reply .choice, #reply .done").first().waitFor();
}

/** Answers whatever is asked. @param {Page} page @param {"Yes"|"No"|"Don't know"} answer */
export async function answer(page, answer) {
  // An answer may have raised an alarm; it has been read.
  const alarm = page.getByRole("button", { name: "I understand" });
  if (await alarm.isVisible()) await alarm.click();
  const before = await page.locator("#log > div").count();
  const open = page.locator("#reply .choices:not(.answered .choices)");
  for (let left = await open.count(); left > 0; left -= 1) await open.first().getByRole("button", { name: answer, exact: true }).click();
  await page.waitForFunction((count) => document.querySelectorAll("#log > div").length > count, before);
  await page.locator("#reply:not([inert]) .choice, #reply:not([inert]) .done").first().waitFor();
  if (await alarm.isVisible()) await alarm.click();
}

/** What the page shows as likely. @param {Page} page */
export async function ranking(page) {
  return page.locator("#differential > li").evaluateAll((items) =>
    items.map((item) => ({ name: item.querySelector(".name")?.textContent ?? "", likelihood: item.querySelector(".likelihood")?.textContent ?? "", width: /** @type {HTMLElement|null} */ (item.querySelector(".fill"))?.style.width ?? "" })));
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Fails where axe-core sees a violation of WCAG 2.2 AA or of good practice.
 * @param {Page} page
 * @param {string} where
 * @param {string[]} [except]  rules of good practice that what others wrote does not keep
 */
export async function accessible(page, where, except = []) {
  await page.evaluate(axe);
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  const { violations } = await page.evaluate((rules) => /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"], rules }), rules);
  const seen = violations.map((/** @type {any} */ v) => `${v.id}: ${v.help}: ${v.nodes.map((/** @type {any} */ n) => n.html).join(" | ")}`);
  assert.deepEqual(seen, [], where);
}

/** Fails where the page has to be scrolled sideways. @param {Page} page */
export async function fits(page) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert(wide <= room, `the page is ${wide} px wide in a window of ${room} px`);
}

/** Keeps a picture to look at. @param {Page} page @param {string} name */
export async function picture(page, name) {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}
