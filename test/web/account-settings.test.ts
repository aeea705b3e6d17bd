import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { gotrue } from "../ground/gotrue.ts";
import { smtpInbox } from "../ground/smtp-inbox.ts";
import { testDatabase } from "../ground/test-database.ts";
import { type Browser, browserAt, withWeb } from "./run-web.ts";

const newEmail = () => `${randomUUID()}@example.org`;
const phrase = "rain on a tin roof";

/** 303 is an account made. */
function register(browser: Browser, email: string, password = phrase): Promise<number> {
  const form = { email, password, repeated: password, privacy: "yes" };
  return browser.send("/auth/login", "/auth/register", form);
}

test("PASSWORD_MIN_LENGTH is the fewest characters of a password that is taken", async () => {
  const database = await testDatabase();
  const words = "a heron waits by the mill";
  for (const length of [22, 9]) {
    await withWeb(database, { PASSWORD_MIN_LENGTH: String(length) }, async (origin) => {
      const browser = browserAt(origin);
      assert.equal(await register(browser, newEmail(), words.slice(0, length - 1)), 400);
      assert.equal(await register(browser, newEmail(), words.slice(0, length)), 303);
    });
  }
});

test("REGISTRATION says who may register: anyone, invited people, or nobody", async () => {
  const database = await testDatabase();
  for (const [setting, status, words] of [
    ["open", 303, /At least 15 characters/],
    ["invite", 403, /You need an invitation/],
    ["closed", 403, /does not accept new accounts/],
  ] as const) {
    await withWeb(database, { REGISTRATION: setting }, async (origin) => {
      assert.match(await browserAt(origin).get("/auth/register"), words);
      assert.equal(await register(browserAt(origin), newEmail()), status, setting);
    });
  }
});

test("SMTP_URL carries the reset link, and SMTP_FROM is its sender", async () => {
  const database = await testDatabase();
  for (const from of ["News desk <desk@news.example>", "other@news.example"]) {
    const inbox = await smtpInbox();
    await withWeb(database, { SMTP_URL: inbox.url, SMTP_FROM: from }, async (origin) => {
      const email = newEmail();
      assert.equal(await register(browserAt(origin), email), 303);
      const letter = inbox.next();
      assert.equal(await browserAt(origin).send("/auth/login", "/auth/forgot", { email }), 200);
      const { to, text } = await letter;
      assert.deepEqual(to, [email]);
      assert.ok(text.includes(`From: ${from}\n`), text);
    });
  }
});

test("AUTH_PROVIDER, SUPABASE_URL and SUPABASE_ANON_KEY say who keeps the passwords, and how it is asked", async () => {
  const database = await testDatabase();
  for (const anonKey of ["anon-key-of-one", "anon-key-of-two"]) {
    const project = await gotrue();
    project.anonKey = anonKey;
    const settings = { AUTH_PROVIDER: "supabase", SUPABASE_URL: project.url, SUPABASE_ANON_KEY: anonKey };
    const statusWith = async (changes: Record<string, string>) => {
      const email = newEmail();
      let status = 0;
      await withWeb(database, { ...settings, ...changes }, async (origin) => {
        status = await register(browserAt(origin), email);
      });
      return [status, project.users.has(email)];
    };
    assert.deepEqual(await statusWith({}), [303, true]);
    assert.deepEqual(await statusWith({ SUPABASE_ANON_KEY: "mistyped" }), [500, false]);
    assert.deepEqual(await statusWith({ AUTH_PROVIDER: "local" }), [303, false]);
  }
});

test("SUPABASE_SERVICE_ROLE_KEY removes the login of somebody who deletes their account", async () => {
  const database = await testDatabase();
  const project = await gotrue();
  project.serviceRoleKey = "service-key-of-this-project";
  const settings = { AUTH_PROVIDER: "supabase", SUPABASE_URL: project.url, SUPABASE_ANON_KEY: project.anonKey };
  for (const [key, isLeft] of [
    ["service-key-of-this-project", false],
    ["", true],
  ] as const) {
    await withWeb(database, { ...settings, SUPABASE_SERVICE_ROLE_KEY: key }, async (origin) => {
      const [browser, email] = [browserAt(origin), newEmail()];
      assert.equal(await register(browser, email), 303);
      assert.equal(await browser.send("/settings/delete", "/account/delete", { confirmation: phrase }), 200);
      assert.equal(project.users.has(email), isLeft);
    });
  }
});

test("SUPABASE_JWT_SECRET is what the tokens of an older project are checked with", async () => {
  const database = await testDatabase();
  const project = await gotrue();
  const secrets = ["one secret that is long enough for it", "another secret that is long enough"];
  for (const signedWith of secrets) {
    project.settings.jwtSecret = signedWith;
    for (const checkedWith of secrets) {
      const settings = {
        AUTH_PROVIDER: "supabase",
        SUPABASE_URL: project.url,
        SUPABASE_ANON_KEY: project.anonKey,
        SUPABASE_JWT_SECRET: checkedWith,
      };
      await withWeb(database, settings, async (origin) => {
        const status = await register(browserAt(origin), newEmail());
        assert.equal(status, signedWith === checkedWith ? 303 : 500);
      });
    }
  }
});
