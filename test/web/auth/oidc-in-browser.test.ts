import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import { realOidc } from "../../ground/real-oidc.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { withWeb } from "../run-web.ts";

// With the package oidc-provider as the other server: what a person sees from the button to the settings.
const browser = await openBrowser();
const skip = browser === null && "no browser";
after(() => browser?.close());
const password = "a quiet lake at dawn";
const name = "Example ID";

/** The provider's own pages: a login, and whether this program may know who one is. */
async function confirmThere(page: Page, login: string): Promise<void> {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

async function register(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/auth/register`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password again").fill(password);
  await page.getByLabel("I have read and accept").check();
  await page.getByRole("button", { name: "Create an ordinary account" }).click();
  await page.waitForURL("**/dashboard");
}

test("a person links the login at another server, uses it without a script, and unlinks it", { skip }, async () => {
  assert.ok(browser !== null);
  const provider = await realOidc();
  const settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: name,
  };
  await withWeb(await testDatabase(), settings, async (origin) => {
    await provider.trust(`${origin}/auth/oidc/callback`);
    const visited = await visit(browser, `${origin}/auth/login`);
    const { page } = visited;
    await visited.isWell("log-in-oidc");
    await register(page, origin, "ada@example.org");

    await page.goto(`${origin}/settings/login`);
    await visited.isWell("settings-login-unlinked");
    await page.getByRole("link", { name: `Link your login at ${name}` }).click();
    await confirmThere(page, "ada.l");
    await page.getByText("ada.l@example.org will be able to log in to the account ada@example.org").waitFor();
    await visited.isWell("link-identity");
    await page.getByLabel("Your Plainwire password").fill(password);
    await page.getByRole("button", { name: "Link it" }).click();
    await page.getByText("The login is linked.").waitFor();
    await page.getByText("Linked: ada.l@example.org").waitFor();
    await visited.isWell("settings-login-linked");

    const plain = await browser.newContext({ javaScriptEnabled: false });
    const other = await plain.newPage();
    await other.goto(`${origin}/auth/login?next=/settings/sessions`);
    await other.getByRole("link", { name: `Log in with ${name}` }).click();
    await confirmThere(other, "ada.l");
    await other.waitForURL(`${origin}/settings/sessions`);
    await plain.close();

    await page.goto(`${origin}/settings/login`);
    await page.getByRole("button", { name: `Unlink your login at ${name}` }).click();
    await page.getByText("The login is unlinked.").waitFor();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/auth/login");
    await page.getByRole("link", { name: `Log in with ${name}` }).click();
    await page.getByRole("alert").waitFor();
    assert.match((await page.getByRole("alert").textContent()) ?? "", /No account here is linked to this login/);
    await visited.close();
  });
});

test(
  "somebody new comes from another server, finds their account and cannot lock themselves out",
  { skip },
  async () => {
    assert.ok(browser !== null);
    const provider = await realOidc();
    provider.people.set("grace", { groups: ["staff"] });
    const settings = {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: name,
      OIDC_SCOPES: "openid email groups",
      OIDC_ALLOWED_GROUPS: "staff",
      AUTH_AUTO_CREATE: "true",
    };
    await withWeb(await testDatabase(), settings, async (origin) => {
      await provider.trust(`${origin}/auth/oidc/callback`);
      const visited = await visit(browser, `${origin}/auth/login`);
      const { page } = visited;
      await page.getByRole("link", { name: `Log in with ${name}` }).click();
      await confirmThere(page, "grace");
      await page.waitForURL("**/dashboard");
      await page.goto(`${origin}/settings/account`);
      await visited.isWell("settings-account-without-password");
      await page.goto(`${origin}/settings/login`);
      await page.getByText("It is your only way in, so it cannot be unlinked.").waitFor();
      assert.equal(await page.getByRole("button", { name: `Unlink your login at ${name}` }).count(), 0);

      await page.goto(`${origin}/settings/account`);
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("New password again").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("Your password has been changed").waitFor();
      await page.goto(`${origin}/settings/login`);
      await page.getByRole("button", { name: `Unlink your login at ${name}` }).click();
      await page.getByText("The login is unlinked.").waitFor();
      await visited.close();

      const stranger = await visit(browser, `${origin}/auth/oidc`);
      await confirmThere(stranger.page, "mallory");
      await stranger.page.getByRole("alert").waitFor();
      assert.match(
        (await stranger.page.getByRole("alert").textContent()) ?? "",
        /Your groups at Example ID do not allow/,
      );
      await stranger.close();
    });
  },
);
