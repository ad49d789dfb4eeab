// What a person does with the page, from the first words to the summary.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, Server, answer, introduce, launch, open, picture, ranking, say } from "./harness.js";

const server = new Server();
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
after(() => Promise.all([browser?.close(), server.stop()]));

const COMPLAINT = "I have had a fever of 39.5 for 8 days and my throat hurts, no cough. My dog is called Rex.";

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a whole interview, from free text to summary (${name})`, { timeout: 60_000 }, async () => {
    const { page, close } = await open(browser, server, { viewport });
    await say(page, COMPLAINT);
    await page.getByText("I could not make sense of “My dog is called Rex”").waitFor();
    assert.equal(await page.locator("#log .chip.absent").innerText().then((text) => text.split("\n")[0]), "Cough");
    await introduce(page, "34", "Female");
    await picture(page, `${name}-question`);
    /** @type {("Yes"|"No"|"Don't know")[]} */
    const answers = ["No", "Don't know", "Yes"];
    for (let asked = 0; (await page.locator("#reply .done").count()) === 0; asked += 1) {
      assert(asked < 25, "the interview does not end");
      await answer(page, answers[asked % 3]);
    }
    const [first] = await ranking(page);
    await page.locator("#differential button").first().click();
    await page.getByText("Evidence for").waitFor();
    await picture(page, `${name}-result`);
    await page.getByRole("button", { name: "See the summary" }).click();
    const summary = page.getByRole("dialog", { name: "Summary of the conversation" });
    const text = await summary.innerText();
    for (const part of [COMPLAINT, "34 years, female", "not a diagnosis", first.name, "Fever of 39 °C or more", "exactly"]) {
      assert(text.includes(part), `${part} is not in the summary: ${text}`);
    }
    await picture(page, `${name}-summary`);
    await page.emulateMedia({ media: "print" });
    assert(await summary.isVisible());
    assert(!(await page.locator("main").isVisible()), "only the summary is printed");
    await close();
  });
}

test("yes, no and don't know by button, key and typing", { timeout: 60_000 }, async () => {
  /** @type {[string, (page: import("playwright-core").Page) => Promise<void>][]} */
  const ways = [
    ["No", (page) => page.keyboard.press("n")],
    ["Don't know", (page) => page.keyboard.press("d")],
    ["yes", (page) => say(page, "yes")],
    ["nope", (page) => say(page, "nope")],
    ["Yes", (page) => page.getByRole("button", { name: "Yes", exact: true }).click()],
  ];
  for (const [shown, act] of ways) {
    const { page, close } = await open(browser, server);
    await say(page, "My head hurts");
    await page.getByRole("button", { name: "Skip" }).click();
    await page.locator("#reply .choice").first().waitFor();
    while (await page.locator("#reply .grouped").count()) await answer(page, "No");
    const mine = page.locator("#log .me");
    const before = await mine.count();
    await page.locator("#reply .choice").first().focus();
    await act(page);
    await page.waitForFunction((count) => document.querySelectorAll("#log .me").length === count + 1, before);
    await page.locator("#reply:not([inert]) .choice").first().waitFor();
    assert.equal((await mine.last().innerText()).split("\n")[0], shown);
    const focused = await page.evaluate(() => document.activeElement?.closest("#reply, #say")?.id);
    assert(focused, "focus is kept where the person was");
    await page.locator("#reply .choice").first().focus();
    await page.keyboard.press("b");
    await page.waitForFunction((count) => document.querySelectorAll("#log .me").length === count, before);
    await close();
  }
});

test("an emergency interrupts, stays in sight, and goes with the conversation", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "I have chest pain and I am short of breath");
  const alarm = page.getByRole("alertdialog", { name: "This may be an emergency" });
  assert.match(await alarm.innerText(), /Call an ambulance now/);
  await picture(page, "desktop-emergency");
  await page.getByRole("button", { name: "I understand" }).click();
  await page.locator("#alarm").getByText(/Call an ambulance now/).waitFor();
  await page.getByRole("button", { name: "Delete conversation" }).click();
  await page.locator("#alarm").waitFor({ state: "hidden" });
  await close();
});

test("the age of a baby is understood, and its fever interrupts", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "My 8 week old daughter has a fever");
  await page.getByRole("alertdialog").getByRole("button", { name: "I understand" }).click();
  assert.equal(await page.getByLabel("Age").inputValue(), "8 weeks");
  assert(await page.getByRole("radio", { name: "Female" }).isChecked());
  await close();
});

test("an alarm interrupts even if the page's first answer is still on its way", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  /** @type {import("playwright-core").Route[]} */
  const held = [];
  await page.route("**/v1/conversation", (route) => (held.length === 0 ? held.push(route) : route.continue()));
  await page.reload();
  await say(page, "My 8 week old daughter has a fever");
  await page.getByRole("alertdialog").getByRole("button", { name: "I understand" }).click();
  assert.equal(held.length, 1, "the first request was held");
  await held[0].continue();
  await page.unroute("**/v1/conversation");
  // The alarms of a conversation that a reload brings back do not interrupt again.
  await page.reload();
  await page.locator("#alarm").getByText(/hospital/).waitFor();
  assert(!(await page.getByRole("alertdialog").isVisible()));
  await close();
});

test("answers can be edited, flipped and removed", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "sore throat and a high fever");
  await introduce(page, "20", "Male");
  await answer(page, "No");
  const before = await ranking(page);
  await page.locator("#log").getByRole("button", { name: /^Change the answer: (?!About)/ }).first().click();
  const changed = page.waitForRequest((request) => request.url().endsWith("/v1/conversation"));
  await page.locator("#log .me").getByRole("button", { name: "Yes", exact: true }).click();
  const turns = /** @type {{kind: string, answer?: string}[]} */ ((await changed).postDataJSON().turns);
  assert.deepEqual([turns.at(-1)?.kind, turns.at(-1)?.answer], ["corrected", "present"]);
  await page.waitForFunction((old) => JSON.stringify([...document.querySelectorAll("#differential .fill")].map((bar) => /** @type {HTMLElement} */ (bar).style.width)) !== old,
    JSON.stringify(before.map(({ width }) => width)));
  // Denying fever takes the high fever back: the last word counts.
  await page.getByText(/What I know so far/).click();
  await page.locator("#log").getByRole("button", { name: /^Fever of 39 °C or more: yes/ }).click();
  await page.locator("#answers .chip.absent").getByText("Fever of 39 °C or more").waitFor();
  await page.locator("#answers").getByRole("button", { name: /^Fever or raised temperature: yes/ }).click();
  await page.locator("#answers .chip.absent").getByText("Fever or raised temperature").waitFor();
  assert.equal(await page.locator("#reply .problem").count(), 0);
  await page.locator("#answers").getByRole("button", { name: "Remove Sore throat" }).click();
  await page.waitForFunction(() => ![...document.querySelectorAll("#answers .flip")].some((chip) => chip.textContent === "Sore throat"));
  await close();
});

test("an answer that adds something keeps it, and back brings back what it denied", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "I have a high fever");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.locator("#reply .choice").first().waitFor();
  await page.getByText(/What I know so far/).click();
  await say(page, "I do not have a fever");
  await page.locator("#answers .chip.absent").getByText("Fever or raised temperature").waitFor();
  await page.getByText("I no longer count: fever of 39 °C or more").waitFor();
  await page.locator("#reply .choice").first().focus();
  await page.keyboard.press("b");
  await page.locator("#answers .chip.present").getByText("Fever of 39 °C or more").waitFor();
  await close();
});

test("an age that is none is asked for again", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "My head hurts");
  await page.getByLabel("Age").fill("old");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("Enter an age").waitFor();
  await introduce(page, "1,5 years", "Male");
  await page.locator("#log .me").getByText("18 months, male").waitFor();
  await page.locator("#log").getByRole("button", { name: "Change the answer: About" }).click();
  await introduce(page, "40", "Female");
  await page.locator("#log .me").getByText("40 years, female").waitFor();
  await close();
});

test("a slider shows whether the ranking holds", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, "runny nose, sneezing and a sore throat");
  await page.locator("#differential button").first().click();
  const slider = page.getByRole("slider");
  const [first] = await ranking(page);
  await slider.focus();
  await page.keyboard.press("Home");
  const verdict = page.locator(".what-if [role=status]");
  await verdict.getByText(/^10 times rarer: /).waitFor();
  assert.match(await verdict.innerText(), /ranking holds|ranking changes|would then come first|stays/);
  await page.keyboard.press("End");
  await verdict.getByText(/^10 times more common: .*/).waitFor();
  assert(!(await verdict.innerText()).includes("come first"), `${first.name} is already first`);
  await close();
});

test("a deleted conversation is gone", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, COMPLAINT);
  await page.locator("#differential > li").first().waitFor();
  await page.getByRole("button", { name: "Delete conversation" }).click();
  await page.getByText("The conversation is deleted.").waitFor();
  const left = () => page.evaluate(() => ({
    session: { ...sessionStorage }, local: { ...localStorage }, cookie: document.cookie, address: location.pathname + location.search + location.hash,
    shown: document.querySelectorAll("#differential > li, #log .me, #answers li").length, text: document.body.textContent?.includes("Rex"),
  }));
  const nothing = { session: {}, local: {}, cookie: "", address: "/", shown: 0, text: false };
  assert.deepEqual(await left(), nothing);
  await page.reload();
  await page.getByText("Hello! What is bothering you?").waitFor();
  assert.deepEqual(await left(), nothing);
  await close();
});

test("a reload in the middle keeps the conversation, in this tab only", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, COMPLAINT);
  await introduce(page, "6 weeks", "Rather not say").catch(() => {});
  const alarm = page.getByRole("button", { name: "I understand" });
  if (await alarm.isVisible()) await alarm.click();
  await page.locator("#reply .choice").first().waitFor();
  await answer(page, "No");
  const said = await page.locator("#log").innerText();
  const before = await ranking(page);
  await page.reload();
  await page.locator("#reply .choice, #reply .done").first().waitFor();
  assert.equal(await page.locator("#log").innerText(), said);
  assert.deepEqual(await ranking(page), before);
  const other = await page.context().newPage();
  await other.goto(server.address);
  assert.equal(await other.locator("#log .me").count(), 0, "another tab knows nothing");
  await close();
});

test("the server goes away and comes back", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await say(page, COMPLAINT);
  await introduce(page, "34", "Male");
  await server.stop();
  await page.locator("#reply .choice.absent").first().focus();
  while (await page.locator("#reply .grouped:not(.answered)").count()) await page.keyboard.press("n");
  if (await page.locator("#reply > .choices").count()) await page.keyboard.press("n");
  await page.getByRole("alert").getByText("I cannot reach the server").waitFor();
  await picture(page, "desktop-gone");
  await server.start();
  await page.locator("#reply .choice, #reply .done").first().waitFor({ timeout: 15_000 });
  assert(await page.locator("#log .me").last().innerText().then((text) => text.startsWith("No")), "the answer is kept");
  await close();
});

test("words that fail to reach the server stay in the field", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await server.stop();
  await say(page, "sore throat");
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByRole("textbox", { name: /own words/ }).inputValue(), "sore throat");
  await server.start();
  await page.getByText("I understood:").waitFor({ timeout: 15_000 });
  await close();
});
