// An answer in proven intervals: whiskers on the bars, and words that do not call it an estimate.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Server, launch, open, picture, program } from "./harness.js";

const folder = mkdtempSync(path.join(tmpdir(), "etio-intervals-"));
const network = path.join(folder, "qmr.etio");
const cases = path.join(folder, "cases.jsonl");
const server = new Server(["--network", `qmr=${network}`, "--budget-ms", "3000"]);
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  execFileSync(program(), ["generate", "qmr", "-o", network, "--seed", "11", "--cases", "1", "--present", "60", "--absent", "0", "--cases-out", cases], { stdio: "ignore" });
  [browser] = await Promise.all([launch(), server.start()]);
});
after(async () => {
  await Promise.all([browser?.close(), server.stop()]);
  rmSync(folder, { recursive: true });
});

test("proven intervals are drawn as whiskers", { timeout: 60_000 }, async () => {
  const [line] = readFileSync(cases, "utf8").split("\n");
  /** @type {{present: string[]}} */
  const { present } = JSON.parse(line);
  const turns = [...present.map((finding) => ({ kind: "told", finding, answer: "present" })), { kind: "finished" }];
  const { page, close } = await open(browser, server);
  // As if all of it had been said in this tab before.
  await page.evaluate((log) => sessionStorage.setItem("etio-turns", log), JSON.stringify(turns));
  const whiskers = page.locator("#differential .interval:visible");
  // On a busy machine a request may be refused, or its time may not suffice for any bound.
  for (let tries = 0; tries < 5 && (await whiskers.count()) === 0; tries += 1) {
    await page.reload();
    await whiskers.first().waitFor({ timeout: 8000 }).catch(() => {});
  }
  const said = await page.locator("#basis, #no-results").allInnerTexts();
  assert((await whiskers.count()) > 0, said.join(" "));
  // The styles themselves: what is drawn is still growing.
  const drawn = await whiskers.evaluateAll((spans) => spans.map((span) => {
    const { left, width } = /** @type {HTMLElement} */ (span).style;
    const fill = /** @type {HTMLElement|null} */ (span.parentElement?.querySelector(".fill"))?.style.width ?? "";
    return [left, width, fill].map((share) => Number.parseFloat(share));
  }));
  for (const [left, width, fill] of drawn) {
    assert(left >= 0 && width > 0 && left + width <= 100.01, `whiskers stay inside their bar: ${left} ${width}`);
    assert(left - 0.01 <= fill && fill <= left + width + 0.01, `the bar ends between its whiskers: ${left} ${fill} ${width}`);
  }
  const ranges = await page.locator("#differential .range").allInnerTexts();
  assert(ranges.some((text) => /^between .* and /.test(text)) && !ranges.includes("estimated"), ranges.join("; "));
  assert.equal(await page.locator("#differential .fill.estimate").count(), 0);
  assert.match(await page.locator("#basis").innerText(), /proven/);
  await picture(page, "intervals");
  await close();
});
