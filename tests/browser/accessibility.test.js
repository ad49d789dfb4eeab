// The page for everybody: axe-core, narrow windows, zoom, reduced motion.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, NARROW, PHONE, Server, accessible, answer, fits, introduce, launch, open, picture, say } from "./harness.js";

const server = new Server();
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
after(() => Promise.all([browser?.close(), server.stop()]));

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE, narrow: NARROW })) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing on any screen (${name}, ${colorScheme})`, { timeout: 90_000 }, async () => {
      const { page, close } = await open(browser, server, { viewport, colorScheme, reducedMotion: "reduce" });
      await accessible(page, "start");
      await say(page, "I have had a fever of 39.5 for 8 days and my throat hurts, no cough. My dog is called Rex.");
      await page.getByLabel("Age").waitFor();
      await accessible(page, "who is it about");
      await fits(page);
      await introduce(page, "34", "Female");
      await page.getByText("Why this question?").click();
      await accessible(page, "a question");
      await answer(page, "Don't know");
      await page.locator("#differential button").first().click();
      await page.getByText("Evidence for").waitFor();
      await page.getByText(/What I know so far/).click();
      await page.locator("#log").getByRole("button", { name: /^Change the answer: (?!About)/ }).first().click();
      await accessible(page, "details, chips and a changed answer");
      await fits(page);
      await picture(page, `${name}-${colorScheme}`);
      await page.getByRole("button", { name: "Summary", exact: true }).click();
      await accessible(page, "summary");
      await page.getByRole("button", { name: "Close" }).click();
      await say(page, "chest pain and shortness of breath");
      await page.getByRole("alertdialog").waitFor();
      await accessible(page, "emergency");
      await page.getByRole("button", { name: "I understand" }).click();
      await accessible(page, "after the emergency");
      await fits(page);
      await close();
    });
  }
}

test("nothing moves where motion is reduced", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server, { reducedMotion: "reduce" });
  await say(page, "sore throat");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.locator("#reply .choice").first().waitFor();
  await answer(page, "Yes");
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await close();
});

test("what is said is announced once, and the question has focus", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await page.evaluate(() => {
    const added = /** @type {string[]} */ ((/** @type {any} */ (globalThis)).added = []);
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => added.push(node.textContent ?? ""))))
      .observe(/** @type {Node} */ (document.getElementById("log")), { childList: true });
  });
  assert.equal(await page.getByRole("log").count(), 1);
  await say(page, "sore throat and fever");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.locator("#reply .choice").first().waitFor();
  await answer(page, "No");
  const added = await page.evaluate(() => /** @type {string[]} */ ((/** @type {any} */ (globalThis)).added));
  const questions = added.filter((text) => text.includes("?"));
  assert.equal(new Set(questions).size, questions.length, `announced twice: ${questions}`);
  await close();
});
