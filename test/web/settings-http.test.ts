import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { findSession } from "../../src/accounts/session-store.ts";
import { createWebApp } from "../../src/web/app.ts";
import { goodPassword } from "../accounts/auth-provider-contract.ts";
import { type SignedIn, signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { authApp } from "./auth/auth-app.ts";

const { web, worker } = await testDatabase();
const { parts, post, get } = authApp(web);

async function preferencesOf({ token }: SignedIn) {
  const session = await findSession(web, token, new Date());
  assert.ok(session !== null);
  return { ...session.person.preferences, timeZone: session.person.timeZone };
}

const appearance = { theme: "dark", density: "compact", text_size: "large", plain_titles: "on", pictures: "on" };

test("every choice of the appearance is stored and shapes the next page", async () => {
  const ada = await signedIn(parts);
  const answer = await post("/settings/appearance", { ...appearance, plain_titles: "" }, ada);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get("Location"), "/settings/appearance?done=saved");
  const { theme, density, textSize, plainTitles, pictures } = await preferencesOf(ada);
  assert.deepEqual([theme, density, textSize, plainTitles, pictures], ["dark", "compact", "large", false, true]);
  const page = await (await get("/settings/appearance?done=saved", ada.headers)).text();
  assert.match(page, /<html lang="en" data-theme="dark" data-density="compact" data-text="large"/);
  assert.match(page, /class="done" role="status">Saved\./);
  assert.match(page, /name="density" value="compact" checked=""/);
  assert.doesNotMatch(page, /name="plain_titles" value="on" checked/);
});

test("the system’s theme can be chosen again, and then no cookie keeps the old one", async () => {
  const ada = await signedIn(parts);
  const dark = await post("/settings/appearance", appearance, ada);
  assert.match(dark.headers.get("Set-Cookie") ?? "", /theme=dark/);
  const system = await post("/settings/appearance", { ...appearance, theme: "system" }, ada);
  assert.match(system.headers.get("Set-Cookie") ?? "", /theme=; Max-Age=0/);
  assert.equal((await preferencesOf(ada)).theme, null);
});

test("each section saves its own keys and leaves those of the others", async () => {
  const ada = await signedIn(parts);
  await post("/settings/appearance", appearance, ada);
  await post("/settings/keyboard", {}, ada);
  await post("/settings/language", { language: "pl", zone: "Europe/Warsaw" }, ada);
  const { theme, density, keys, language, timeZone } = await preferencesOf(ada);
  assert.deepEqual([theme, density, keys, language, timeZone], ["dark", "compact", false, "pl", "Europe/Warsaw"]);
  assert.match(await (await get("/settings/keyboard", ada.headers)).text(), /data-keys="off"/);
});

for (const [what, path, fields] of [
  ["a theme that does not exist", "/settings/appearance", { ...appearance, theme: "purple" }],
  ["no text size", "/settings/appearance", { theme: "dark", density: "compact" }],
  ["a language we do not have", "/settings/language", { language: "xx", zone: "UTC" }],
] as const) {
  test(`${what} is refused and changes nothing`, async () => {
    const ada = await signedIn(parts);
    const before = await preferencesOf(ada);
    assert.equal((await post(path, fields, ada)).status, 400);
    assert.deepEqual(await preferencesOf(ada), before);
  });
}

test("an unknown time zone is shown again with what is wrong, and nothing is saved", async () => {
  const ada = await signedIn(parts);
  const answer = await post("/settings/language", { language: "de", zone: "Mars/Olympus <b>" }, ada);
  assert.equal(answer.status, 400);
  const page = await answer.text();
  assert.match(page, /value="Mars\/Olympus &lt;b&gt;"/);
  assert.match(page, /We do not know this time zone\. Choose one from the list/);
  const { language, timeZone } = await preferencesOf(ada);
  assert.deepEqual([language, timeZone], [null, "UTC"]);
});

test("a choice of translations says that this server cannot translate, and tells an operator where to change that", async () => {
  const [ada, boss] = [await signedIn(parts), await signedIn(parts)];
  await worker.query("update accounts.users set operator = true where id = $1", [boss.id]);
  await post("/settings/language", { language: "en", translate_into: "en", zone: "UTC" }, ada);
  const why = /This server has no language model for that, so nothing is translated yet\./;
  const page = await (await get("/settings/language?done=saved", ada.headers)).text();
  assert.match(page, why);
  assert.doesNotMatch(page, /operator\/model/);
  assert.match(await (await get("/settings/language", boss.headers)).text(), /<a href="\/operator\/model">Set one up/);
  const able = createWebApp({ ...parts, canTranslate: async () => true });
  const there = await able.request("/settings/language", { headers: boss.headers });
  assert.doesNotMatch(await there.text(), why);
});

test("what only the operator can change is told to the operator as such", async () => {
  const [ada, boss] = [await signedIn(parts), await signedIn(parts)];
  await worker.query("update accounts.users set operator = true where id = $1", [boss.id]);
  const atAddress = createWebApp({ ...parts, publicOrigin: "http://192.0.2.7:8080" });
  const read = async (path: string, { headers }: SignedIn) => (await atAddress.request(path, { headers })).text();
  for (const path of ["/settings/mail", "/brief/settings"]) {
    assert.match(await read(path, ada), /Its operator has to set SMTP_URL first/, path);
    assert.match(await read(path, boss), /Set SMTP_URL and restart it/, path);
  }
  assert.match(await read("/settings/login", ada), /Its operator can set PUBLIC_ORIGIN/);
  assert.match(await read("/settings/login", boss), /Set PUBLIC_ORIGIN to such an address/);
});

test("the old address of the account leads to the settings and keeps its message", async () => {
  const ada = await signedIn(parts);
  assert.equal((await get("/account", ada.headers)).headers.get("Location"), "/settings");
  const done = await get("/account?done=password", ada.headers);
  assert.equal(done.headers.get("Location"), "/settings/account?done=password");
});

test("every section has an address of its own and marks itself in the list", async () => {
  const ada = await signedIn(parts);
  const list = await (await get("/settings", ada.headers)).text();
  const nav = /<nav class="side-nav"[\s\S]*?<\/nav>/.exec(list)?.[0] ?? "";
  const paths = [...nav.matchAll(/href="([^"]+)"/g)].map(([, path = ""]) => path);
  assert.equal(paths.length, 15);
  for (const path of paths) {
    const answer = await get(path, ada.headers);
    assert.equal(answer.status, 200, path);
    // The brief's settings are a page of the brief.
    if (path === "/brief/settings") continue;
    assert.ok((await answer.text()).includes(`href="${path}" aria-current="page"`), path);
  }
});

for (const [what, zone, expected] of [
  ["the browser’s time zone", "America/Bogota", "America/Bogota"],
  ["UTC without script", "", "UTC"],
  ["UTC for a zone that only the database knows", "XYZ-3", "UTC"],
] as const) {
  test(`a new account begins in ${what}`, async () => {
    const email = `${randomUUID()}@example.org`;
    const fields = { email, password: goodPassword, repeated: goodPassword, privacy: "accepted", time_zone: zone };
    const answer = await post("/auth/register", fields);
    assert.equal(answer.status, 303);
    const [, token = ""] = /session=([\w-]{43})/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
    const session = await findSession(web, token, new Date());
    assert.equal(session?.person.timeZone, expected);
  });
}
