// The fifty cases on the page: it shows the words and numbers of the view, whose evidence is that
// of the library.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Server, launch, open, ranking } from "./harness.js";

const server = new Server();
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
after(() => Promise.all([browser?.close(), server.stop()]));

/** @typedef {{present?: string[], absent?: string[]}} Evidence */
/** @typedef {{id: string, present: string[], absent: string[], unknown?: string[], asked?: string[], age?: number|string, sex?: string, _expected: Evidence & {error?: string, lenient?: Evidence}}} Case */

/** @type {Case[]} */
const cases = readFileSync(new URL("../cases/fifty.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** The turns that say what a case says; the later turn counts. @param {Case} given */
function turns({ present, absent, unknown = [], asked = [], age, sex }) {
  const stated = (/** @type {string[]} */ ids, /** @type {string} */ answer) =>
    ids.map((finding) => ({ kind: asked.includes(finding) ? "answered" : "told", finding, answer }));
  return [{ kind: "about", age, sex }, ...stated(unknown, "unknown"), ...stated(absent, "absent"), ...stated(present, "present")];
}

test("every case is shown as the library reads it", { timeout: 180_000 }, async () => {
  const { page, close } = await open(browser, server, { reducedMotion: "reduce" });
  let shown = 0;
  for (const given of cases.filter(({ _expected: { error, lenient } }) => !error || lenient)) {
    const log = turns(given);
    const answer = await fetch(`${server.address}/v1/conversation`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ turns: log }),
    });
    assert(answer.ok, `${given.id}: ${answer.status}`);
    const view = /** @type {import("../../web/api.js").View & {result: Evidence}} */ (await answer.json());
    const expected = given._expected.lenient ?? given._expected;
    assert.deepEqual([view.result.present, view.result.absent], [expected.present ?? [], expected.absent ?? []], given.id);
    await page.evaluate((kept) => sessionStorage.setItem("etio-turns", JSON.stringify(kept)), log);
    await page.reload();
    await page.waitForFunction((lines) => document.querySelectorAll("#log > div").length === lines, view.lines.length);
    assert.deepEqual((await ranking(page)).map(({ name, likelihood }) => ({ name, likelihood })), view.result.causes.map(({ name, likelihood }) => ({ name, likelihood })), given.id);
    const drawn = await page.evaluate(() => {
      const text = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent ?? "");
      const fills = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#differential .fill")]);
      return { widths: fills.map(({ style }) => parseFloat(style.width)), chips: text("#answers .flip"), advice: text("#advice:not([hidden]) > p:first-child"),
        basis: text("#basis"), missing: text("#no-results:not([hidden])"), alarm: text("#alarm:not([hidden])"), lines: text("#log > div").length };
    });
    assert.deepEqual(drawn.widths, view.result.causes.map(({ probability }) => parseFloat((100 * probability).toFixed(2))), given.id);
    assert.deepEqual(drawn.chips, view.known.chips.map(({ name }) => name), given.id);
    assert.deepEqual(drawn.advice, view.result.advice ? [view.result.advice.text] : [], given.id);
    assert.deepEqual(drawn.basis, [view.result.basis ?? ""], given.id);
    assert.deepEqual(drawn.missing, view.result.missing ? [view.result.missing] : [], given.id);
    assert.equal(drawn.alarm.length, view.red_flags.length ? 1 : 0, given.id);
    shown += 1;
  }
  assert(shown >= 45, `only ${shown} cases were shown`);
  await close();
});
