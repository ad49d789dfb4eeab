// The API reference at /docs: drawn within the page's content security policy, and operations can be tried.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, Server, accessible, fits, launch, open, picture } from "./harness.js";

const server = new Server(["--sessions", "memory"]);
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
after(() => Promise.all([browser?.close(), server.stop()]));

test("an operation can be tried, and its address says nothing", { timeout: 60_000 }, async () => {
  const { page, close } = await open(browser, server);
  await page.goto(`${server.address}/docs`);
  const operation = page.locator(".opblock", { hasText: "/v1/diagnosis" });
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const answer = operation.locator(".live-responses-table .response").first();
  await answer.locator(".response-col_status", { hasText: "200" }).waitFor();
  assert.match(await answer.innerText(), /"exactness": "exact"/);
  assert.equal(page.url(), `${server.address}/docs`);
  await picture(page, "docs-tried");
  await close();
});

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`the reference is accessible (${name}, ${colorScheme})`, { timeout: 60_000 }, async () => {
      const { page, close } = await open(browser, server, { viewport, colorScheme });
      await page.goto(`${server.address}/docs`);
      await page.getByText("/v1/conversation").waitFor();
      // The order of headings and the landmarks are those of Swagger UI.
      await accessible(page, "docs", ["heading-order", "region"]);
      await fits(page);
      await picture(page, `docs-${name}-${colorScheme}`);
      await close();
    });
  }
}
