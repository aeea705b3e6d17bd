import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createInvitePass } from "../../../src/accounts/pass-store.ts";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import type { SignedIn } from "../../ground/signed-in.ts";
import { feedsServer } from "../feeds/feeds-server.ts";
import { furnishOperations, makeDeadLetter, makeFeed, makeOperator } from "./operator-world.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const { url, database, person } = await feedsServer();
after(() => browser?.close());

const later = new Date(Date.now() + 3_600_000);

test(
  "the operator’s pages are accessible, without console errors and never too wide, on desktop and phone, in light and dark",
  { skip },
  async () => {
    const operator = await makeOperator(database, await person("operator.with.a.long.name@example.org"));
    await person("reader@example.org");
    const feedId = await makeFeed(database, { name: `A name that is ${"very ".repeat(15)}long`, firstRunAt: later });
    for (const n of [1, 2, 3]) await makeFeed(database, { name: `Feed ${n}`, firstRunAt: later, enabled: n > 1 });
    await furnishOperations(database, feedId, new Date());
    await makeDeadLetter(database, feedId, "Its worker died 3 times while fetching it");
    await createInvitePass(database.worker, "friend@example.org", new Date());
    await database.worker.query(
      "update feeds set last_fetch_status = 'temporary_error', last_fetch_error = $2 where id = $1",
      [feedId, "The server answered with an error (503)"],
    );

    const { page, isWell, close } = await enter(operator);
    const pages = {
      overview: "",
      "dead-letters": "/dead-letters",
      feeds: "/feeds",
      feed: `/feeds/${feedId}`,
      model: "/model",
      inside: "/model/inside",
      ai: "/ai",
      people: "/people",
    };
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${url}/operator${path}`);
      await isWell(`operator-${name}`);
    }
    await close();
  },
);

test("a page updates by itself, and the effect of its buttons is seen at once", { skip }, async () => {
  const { page, isWell, close } = await enter(await makeOperator(database, await person()));
  const feedId = await makeFeed(database, { name: "Harbour", firstRunAt: later });
  await database.worker.query("update feeds set prompt = $2 where id = $1", [feedId, "Be brief.\nBe plain.\n"]);
  await page.goto(`${url}/operator/dead-letters`);
  await makeDeadLetter(database, feedId, "It came while the page was open");
  // As a completion would; the trigger tells the rest.
  await database.worker.query("update feeds set last_fetched_at = clock_timestamp() where id = $1", [feedId]);
  const letter = page.locator("li", { hasText: "It came while the page was open" });
  await letter.waitFor();
  await letter.getByRole("button", { name: /^Retry/ }).click();
  await page.getByText("Queued for a retry.").waitFor();
  await letter.waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Shared feeds" }).click();
  await page.getByRole("searchbox").fill("harb");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Harbour" }).click();
  // Another operator, meanwhile.
  await database.worker.query("update feeds set prompt = 'Be kind.' where id = $1", [feedId]);
  await page.getByLabel("Interval", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This value cannot be saved. The line above says what is possible.").waitFor();
  await page.getByLabel("Interval", { exact: true }).fill("45");
  await page.getByLabel("Adaptive interval").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The settings have been saved.").waitFor();
  assert.equal(await page.getByLabel("Interval", { exact: true }).inputValue(), "45");
  assert.equal(await page.getByLabel("Prompt").inputValue(), "Be kind.");

  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("button", { name: "Create invitation" }).click();
  await page.getByText(/\/auth\/register\?token=/).waitFor();
  await page.getByRole("button", { name: /^Revoke the invitation: Anyone/ }).click();
  await page.getByText("The invitation has been revoked.").waitFor();
  await isWell("operator-revoked");
  await close();
});

async function enter(session: SignedIn) {
  assert.ok(browser !== null);
  // A form that was wrong is answered as one.
  return visit(browser, `${url}/dashboard`, { session, expected: /status of 400/ });
}
