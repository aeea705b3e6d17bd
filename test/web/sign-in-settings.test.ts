import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { loadConfig } from "../../src/load-config.ts";
import { hostileClient, hostileOidc, liesAbout } from "../ground/hostile-oidc.ts";
import { testDatabase } from "../ground/test-database.ts";
import { withWeb } from "./run-web.ts";

const database = await testDatabase();
const provider = await hostileOidc();
const usual = { OIDC_ISSUER: provider.issuer, ...hostileClient };
const newEmail = () => `${randomUUID()}@example.org`;

/** There and back; 303 is somebody who is in. */
async function travel(origin: string): Promise<{ status: number; text: string; asked: URLSearchParams }> {
  const ask = (url: string, cookie = "") =>
    fetch(url, { redirect: "manual", headers: { Accept: "text/html", Cookie: cookie } });
  const left = await ask(`${origin}/auth/oidc`);
  const away = left.headers.get("Location");
  if (away === null) return { status: left.status, text: await left.text(), asked: new URLSearchParams() };
  const [cookie = ""] = left.headers.getSetCookie().map((line) => line.split(";")[0]);
  const there = await ask(away);
  const back = await ask(there.headers.get("Location") ?? "", cookie);
  return { status: back.status, text: await back.text(), asked: new URL(away).searchParams };
}

test("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET say who is asked, and as whom", async () => {
  const open = { ...usual, AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_DOMAINS: "example.org" };
  const tries: [Record<string, string>, number][] = [
    [open, 303],
    [{ ...open, OIDC_CLIENT_ID: "another" }, 503],
    [{ ...open, OIDC_CLIENT_SECRET: "another" }, 503],
    [{ ...open, OIDC_CLIENT_SECRET: "" }, 503],
    [{ ...open, OIDC_ISSUER: `${provider.issuer}/other` }, 503],
    [{}, 404],
  ];
  for (const [settings, status] of tries) {
    await withWeb(database, settings, async (origin) => {
      const { status: landed, asked } = await travel(origin);
      assert.equal(landed, status, JSON.stringify(settings));
      if (asked.size > 0) assert.equal(asked.get("client_id"), settings["OIDC_CLIENT_ID"]);
    });
  }
});

test("OIDC_NAME is what the button says, and OIDC_SCOPES what is asked for", async () => {
  const page = async (origin: string) => (await fetch(`${origin}/auth/login`)).text();
  await withWeb(database, { ...usual, OIDC_NAME: "The club", OIDC_SCOPES: "openid, email groups" }, async (origin) => {
    assert.match(await page(origin), />Log in with The club</);
    assert.equal((await travel(origin)).asked.get("scope"), "openid email groups");
  });
  await withWeb(database, usual, async (origin) => {
    assert.ok((await page(origin)).includes(`>Log in with ${new URL(provider.issuer).host}<`));
    assert.equal((await travel(origin)).asked.get("scope"), "openid email profile");
  });
});

test("AUTH_AUTO_CREATE makes accounts, for OIDC_ALLOWED_DOMAINS and OIDC_ALLOWED_GROUPS", async () => {
  const tries: [Record<string, string>, number][] = [
    [{}, 403],
    [{ AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_DOMAINS: "example.org" }, 303],
    [{ AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_DOMAINS: "example.net" }, 403],
    [{ AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_GROUPS: "staff" }, 303],
    [{ AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_GROUPS: "others" }, 403],
    [{ AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_GROUPS: "staff", OIDC_ALLOWED_DOMAINS: "example.net" }, 403],
    [{ OIDC_ALLOWED_DOMAINS: "example.org" }, 403],
  ];
  for (const [settings, status] of tries) {
    const [sub, email] = [randomUUID(), newEmail()];
    provider.lies = liesAbout({ claims: (claims) => ({ ...claims, sub, email, groups: ["staff"] }) });
    await withWeb(database, { ...usual, ...settings }, async (origin) => {
      assert.equal((await travel(origin)).status, status, JSON.stringify(settings));
    });
  }
});

test("AUTH_PROXY_HEADER is believed from AUTH_PROXY_NETWORKS, and AUTH_PROXY_LOGOUT_URL is shown on leaving", async () => {
  const proxy = {
    AUTH_PROXY_HEADER: "Remote-Email",
    AUTH_PROXY_NETWORKS: "127.0.0.0/8",
    AUTH_AUTO_CREATE: "true",
    REGISTRATION: "closed",
  };
  const tries: [Record<string, string>, string, boolean][] = [
    [proxy, "Remote-Email", true],
    [proxy, "X-Email", false],
    [{ ...proxy, AUTH_PROXY_HEADER: "X-Email" }, "X-Email", true],
    [{ ...proxy, AUTH_PROXY_NETWORKS: "10.0.0.1" }, "Remote-Email", false],
    [{ ...proxy, AUTH_AUTO_CREATE: "false" }, "Remote-Email", false],
  ];
  for (const [settings, header, isIn] of tries) {
    await withWeb(database, settings, async (origin) => {
      const headers = { Accept: "text/html", [header]: newEmail() };
      const answer = await fetch(`${origin}/settings/account`, { headers, redirect: "manual" });
      const cookies = answer.headers.getSetCookie().join();
      assert.equal(/__Host-session=/.test(cookies), isIn, JSON.stringify(settings));
    });
  }
  const url = "https://auth.example.org/logout?rd=x";
  await withWeb(database, { ...proxy, AUTH_PROXY_LOGOUT_URL: url }, async (origin) => {
    const headers = { Accept: "text/html", Origin: origin, "Remote-Email": newEmail() };
    const entered = await fetch(`${origin}/settings/account`, { headers, redirect: "manual" });
    const Cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const page = await (await fetch(`${origin}/settings/account`, { headers: { ...headers, Cookie } })).text();
    const [, csrf = ""] = /name="csrf" value="([\w-]+)"/.exec(page) ?? [];
    const request = { method: "POST", headers: { ...headers, Cookie }, body: new URLSearchParams({ csrf }) };
    assert.ok((await (await fetch(`${origin}/auth/logout`, request)).text()).includes(`href="${url}"`));
  });
});

test("settings that contradict each other, or would let anyone in, stop the start with a sentence", () => {
  const https = { OIDC_ISSUER: "https://id.example.org", OIDC_CLIENT_ID: "plainwire" };
  const proxy = { AUTH_PROXY_HEADER: "Remote-Email", AUTH_PROXY_NETWORKS: "10.0.0.1", REGISTRATION: "invite" };
  const tries: [Record<string, string>, RegExp][] = [
    [{ OIDC_ISSUER: "https://id.example.org" }, /OIDC_ISSUER and OIDC_CLIENT_ID must be set together/],
    [{ OIDC_CLIENT_ID: "plainwire" }, /OIDC_ISSUER and OIDC_CLIENT_ID must be set together/],
    [
      { ...https, OIDC_ISSUER: "http://id.example.org" },
      /OIDC_ISSUER must start with https:\/\/, except on this machine/,
    ],
    [{ ...https, OIDC_ISSUER: "https://id.example.org/?a=b" }, /OIDC_ISSUER must have no query/],
    [{ ...https, OIDC_SCOPES: "email" }, /OIDC_SCOPES must contain openid/],
    [{ ...https, OIDC_ALLOWED_DOMAINS: "*.org" }, /OIDC_ALLOWED_DOMAINS must be domains such as example\.org/],
    [{ ...https, AUTH_AUTO_CREATE: "true" }, /needs OIDC_ALLOWED_DOMAINS or OIDC_ALLOWED_GROUPS/],
    [{ AUTH_AUTO_CREATE: "true" }, /AUTH_AUTO_CREATE needs OIDC_ISSUER or AUTH_PROXY_HEADER/],
    [{ ...https, AUTH_PROVIDER: "supabase" }, /need AUTH_PROVIDER=local/],
    [{ ...proxy, AUTH_PROVIDER: "supabase" }, /need AUTH_PROVIDER=local/],
    [{ AUTH_PROXY_HEADER: "Remote-Email" }, /must be set together: the header, and who may send it/],
    [{ AUTH_PROXY_NETWORKS: "10.0.0.1" }, /must be set together/],
    [{ ...proxy, REGISTRATION: "open" }, /AUTH_PROXY_HEADER needs REGISTRATION=invite or closed/],
    [{ ...proxy, REGISTRATION: "" }, /AUTH_PROXY_HEADER needs REGISTRATION=invite or closed/],
    [{ ...proxy, AUTH_PROXY_HEADER: "Cookie" }, /AUTH_PROXY_HEADER must be the name of a header of its own/],
    [{ ...proxy, AUTH_PROXY_HEADER: "Remote Email" }, /AUTH_PROXY_HEADER must be the name/],
  ];
  for (const [settings, sentence] of tries) {
    assert.throws(() => loadConfig(settings, {}), { name: "Refusal", message: sentence });
  }
  for (const settings of [https, proxy, { ...https, ...proxy }, { ...proxy, AUTH_AUTO_CREATE: "true" }]) {
    loadConfig(settings, {});
  }
});
