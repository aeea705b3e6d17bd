import assert from "node:assert/strict";
import { test } from "node:test";
import {
  defaultBriefSettings,
  findBriefSettings,
  saveBriefSettings,
} from "../../../src/briefs/brief-settings-store.ts";
import { createUnsubscribeTokens } from "../../../src/accounts/unsubscribe-token.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { signedIn } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { worker, web } = await testDatabase();
const { parts } = webParts({ accounts: accountParts(web) });
const app = createWebApp(parts);
const { tokenOf } = createUnsubscribeTokens(parts.secretKey, "brief mail");
const settings = { ...defaultBriefSettings, length: "long" as const, byMail: true };
/** As RFC 8058 says: a mail program posts this, without cookies. */
const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };

async function subscriber(): Promise<string> {
  const { id } = await signedIn(parts);
  await saveBriefSettings(worker, id, settings, new Date());
  return id;
}

test("one POST without cookie or form token stops the mails, and nothing else", async () => {
  const [anna, ben] = [await subscriber(), await subscriber()];
  const answer = await app.request(`/brief/unsubscribe/${tokenOf(anna)}`, oneClick);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /You will get no more briefs by mail\./);
  assert.deepEqual(await findBriefSettings(worker, anna), { ...settings, byMail: false });
  assert.deepEqual(await findBriefSettings(worker, ben), settings);
  assert.equal(answer.headers.get("Set-Cookie"), null, "the token opens no session");
});

test("a POST as multipart form, from another site and for the second time works as well", async () => {
  const anna = await subscriber();
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const headers = { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" };
  for (let n = 0; n < 2; n += 1) {
    const answer = await app.request(`/brief/unsubscribe/${tokenOf(anna)}`, { method: "POST", body, headers });
    assert.equal(answer.status, 200);
  }
  assert.equal((await findBriefSettings(worker, anna)).byMail, false);
});

test("opening the link changes nothing: it shows a button that posts", async () => {
  const anna = await subscriber();
  const path = `/brief/unsubscribe/${tokenOf(anna)}`;
  const answer = await app.request(path, { headers: { Accept: "text/html" } });
  assert.equal(answer.status, 200);
  const page = await answer.text();
  assert.ok(page.includes(`<form method="post" action="${path}">`));
  assert.match(page, /<button[^>]*>\s*Stop the mails/);
  assert.equal((await findBriefSettings(worker, anna)).byMail, true);
});

test("a link that is not ours is 404 and changes nothing", async () => {
  const anna = await subscriber();
  const forged = createUnsubscribeTokens("another key that is long enough", "brief mail").tokenOf(anna);
  for (const token of [forged, anna, `${tokenOf(anna)}x`, "%00"]) {
    assert.equal((await app.request(`/brief/unsubscribe/${token}`, oneClick)).status, 404, token);
    assert.equal((await app.request(`/brief/unsubscribe/${token}`)).status, 404, token);
  }
  assert.equal((await findBriefSettings(worker, anna)).byMail, true);
});
