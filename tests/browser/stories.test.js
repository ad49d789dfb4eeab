// Whole conversations that once went wrong: what is urgent interrupts, one level speaks on the
// whole page, nothing ends before it was asked about, and on a phone everything is within reach.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, Server, answer, introduce, launch, open, picture, say } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = new Server();
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
after(() => Promise.all([browser?.close(), server.stop()]));

const CALM = /gets better by itself|nothing serious|Worth a visit|today or tomorrow/;

/** Waits for the alarm, reads and closes it. @param {Page} page */
async function alarmed(page) {
  const alarm = page.getByRole("alertdialog");
  await alarm.waitFor();
  const text = await alarm.innerText();
  assert(await alarm.locator('a[href^="tel:"]').count() > 0, "there is a number to call");
  await alarm.getByRole("button", { name: "I understand" }).click();
  return text;
}

/** Fails if the page says anything calmer than an emergency. @param {Page} page */
async function onlyEmergency(page) {
  const results = page.locator("#results");
  await page.locator("#advice.emergency").waitFor();
  assert.doesNotMatch(await results.locator("#advice, #differential").allInnerTexts().then((all) => all.join(" ")), CALM);
  assert(await page.locator("#alarm").isVisible());
  assert(await results.locator('#advice a[href^="tel:"]').count() > 0);
}

/** Whether an element is inside the window. @param {import("playwright-core").Locator} locator */
async function inView(locator) {
  return locator.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= -1 && bottom <= innerHeight + 1;
  });
}

test("a feverish infant", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server, { viewport: PHONE });
  await say(page, "My baby is 7 weeks old and has a fever of 38.6");
  await alarmed(page);
  await introduce(page, "7 weeks", "Female");
  await onlyEmergency(page);
  await picture(page, "phone-infant");
  for (let asked = 0; asked < 3 && await page.locator("#reply .choice").count(); asked += 1) await answer(page, "No");
  await onlyEmergency(page);
  await close();
});

test("a father's stroke", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "my dad can't move his left arm and his speech is slurred");
  assert.match(await alarmed(page), /stroke/i);
  await introduce(page, "71", "Male");
  await onlyEmergency(page);
  const asked = await page.locator("#log .ask").last().innerText().catch(() => "");
  const grouped = await page.locator("#reply .grouped p").allInnerTexts();
  assert.doesNotMatch([asked, ...grouped].join(" "), /\b[Dd]o you\b|\b[Aa]re you\b/, "the questions are about him");
  await close();
});

test("a headache late in pregnancy", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "I'm 35 weeks pregnant with a bad headache, swollen hands and seeing spots");
  await alarmed(page);
  await introduce(page, "31", "Female");
  await onlyEmergency(page);
  await close();
});

test("chest discomfort is not waved through", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server, { viewport: PHONE });
  await say(page, "I have some chest discomfort");
  await introduce(page, "58", "Male");
  assert.equal(await page.locator("#reply .done").count(), 0, "no result before anything was asked");
  let asked = 0;
  const alarm = page.getByRole("alertdialog");
  while (!(await alarm.isVisible()) && !(await page.locator("#advice.emergency").isVisible())) {
    assert(asked < 8, "eight answers that fit a heart attack and no alarm");
    const before = await page.locator("#log > div").count();
    const open = page.locator("#reply .choices:not(.answered .choices)");
    for (let left = await open.count(); left > 0; left -= 1) await open.first().getByRole("button", { name: "Yes", exact: true }).click();
    await page.waitForFunction((count) => document.querySelectorAll("#log > div").length > count, before);
    asked += 1;
  }
  await close();
});

test("a migraine does not end at once, and more can always be asked", { timeout: 90_000 }, async () => {
  const { page, close } = await open(browser, server, { viewport: PHONE });
  await say(page, "throbbing headache on one side, I feel sick and light hurts my eyes");
  await introduce(page, "34", "Female");
  let answers = 0;
  for (; (await page.locator("#reply .done").count()) === 0; answers += 1) {
    assert(answers < 30, "the interview does not end");
    assert(await inView(page.locator("#reply .choice").first()), "the answers are within reach");
    await answer(page, "No");
  }
  assert(await page.locator("#answers .chip.absent").count() >= 5, "a handful of questions stands behind the result");
  const words = await page.locator("#differential .likelihood").allInnerTexts();
  assert(words.length > 0 && words.every((word) => /^(likely|possible|unlikely)$/.test(word)), words.join(", "));
  assert.match((await page.locator("#differential .name").allInnerTexts()).join(" "), /migraine/i);
  await page.locator("#picture svg").waitFor();
  // A level line has no height, and so does not count as visible.
  await page.locator("#picture svg path").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Possible causes" }).click();
  await page.waitForFunction(() => (document.getElementById("results")?.getBoundingClientRect().top ?? 1e9) < innerHeight / 2);
  await page.locator("#differential button").first().click();
  await page.getByText(/about \d+% by this network's estimates/).waitFor();
  await picture(page, "phone-migraine");
  await page.getByRole("button", { name: "Ask me more" }).click();
  await page.locator("#reply .choice").first().waitFor();
  await close();
});
