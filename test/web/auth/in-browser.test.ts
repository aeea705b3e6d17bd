import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createResetPass } from "../../../src/accounts/pass-store.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { startWebServer, type WebServer } from "../../../src/web/serve.ts";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { web, worker } = await testDatabase();
const { parts } = webParts({ accounts: accountParts(web) });
const browser = await openBrowser();
const skip = browser === null && "no browser";
let server: WebServer;

const email = "ada@example.org";
const password = "a quiet lake at dawn";
const otherPassword = "rain on a tin roof";

before(async () => {
  const app = createWebApp(parts);
  // Where a login leads is another test's; these are about the way there.
  const dashboard = () =>
    new Response("<!doctype html><title>Dashboard</title>", { headers: { "Content-Type": "text/html" } });
  const fetch: typeof app.fetch = (request, env) =>
    new URL(request.url).pathname === "/dashboard" ? dashboard() : app.fetch(request, env);
  server = await startWebServer({ app: { fetch }, host: "127.0.0.1", port: 0, log: parts.log });
});
after(async () => {
  await browser?.close();
  await server.stop(1_000);
});

async function open(path: string) {
  assert.ok(browser !== null);
  return visit(browser, server.url + path);
}

async function logIn(page: Page, secret: string): Promise<void> {
  await page.goto(`${server.url}/auth/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function enter(page: Page, secret: string): Promise<void> {
  await logIn(page, secret);
  await page.waitForURL("**/dashboard");
}

test("a person registers with the keyboard only, and mistakes are shown at their field", { skip }, async () => {
  const visited = await open("/auth/register");
  const { page } = visited;
  await visited.isWell("register");
  // The cursor waits in the first field.
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("too short");
  await page.keyboard.press("Tab");
  await page.keyboard.type("and another");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  assert.match(
    (await page.getByLabel("Password", { exact: true }).getAttribute("aria-describedby")) ?? "",
    /password-fault/,
  );
  await page.getByText("The passwords do not match").waitFor();
  assert.equal(await page.getByLabel("Email").inputValue(), email);
  await visited.isWell("register-faults");

  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await page.goto(`${server.url}/settings/language`);
  const ownZone = await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone");
  assert.equal(await page.getByLabel("Time zone").inputValue(), ownZone);
  assert.equal((await page.context().cookies()).find(({ name }) => name === "__Host-session")?.httpOnly, true);
  await visited.close();
});

test("a person logs in and out, and the next page shows no personal data", { skip }, async () => {
  const visited = await open("/auth/login");
  const { page } = visited;
  await visited.isWell("log-in");
  await logIn(page, "not the password");
  assert.equal(await page.getByRole("alert").textContent(), "Invalid email or password");
  await enter(page, password);
  await page.goto(`${server.url}/settings`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/auth/login");
  await page.goto(`${server.url}/account`);
  assert.equal(new URL(page.url()).pathname, "/auth/login");
  await visited.close();
});

test("two browsers of one person: each is listed, one ends the other", { skip }, async () => {
  const [desk, phone] = [await open("/auth/login"), await open("/auth/login")];
  await enter(desk.page, password);
  await enter(phone.page, password);
  await desk.page.goto(`${server.url}/settings/sessions`);
  await desk.isWell("settings-sessions");
  // The most recent of the others; the tests before have left some more.
  await desk.page.getByRole("button", { name: "End the session on Chrome, Linux" }).first().click();
  await desk.page.getByText("The session has been ended.").waitFor();
  await phone.page.goto(`${server.url}/account`);
  assert.equal(new URL(phone.page.url()).pathname, "/auth/login");
  await Promise.all([desk.close(), phone.close()]);
});

test("a changed password logs the other browser out and keeps this one", { skip }, async () => {
  const [desk, phone] = [await open("/auth/login"), await open("/auth/login")];
  await enter(desk.page, password);
  await enter(phone.page, password);
  const { page } = desk;
  await page.goto(`${server.url}/settings/account`);
  await page.getByLabel("Current password").fill("wrong");
  await page.getByLabel("New password", { exact: true }).fill(otherPassword);
  await page.getByLabel("New password again").fill(otherPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("This is not your current password").waitFor();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password", { exact: true }).fill(otherPassword);
  await page.getByLabel("New password again").fill(otherPassword);
  await page.keyboard.press("Enter");
  await page.getByText("Your password has been changed").waitFor();
  await phone.page.goto(`${server.url}/account`);
  assert.equal(new URL(phone.page.url()).pathname, "/auth/login");
  await Promise.all([desk.close(), phone.close()]);
});

test("htmx sends the form's token with every request, wherever the button is", { skip }, async () => {
  const { page, close } = await open("/auth/login");
  await enter(page, otherPassword);
  await page.goto(`${server.url}/account`);
  const sent = page.waitForRequest((request) => request.url().endsWith("/account/sessions/end-others"));
  await page.evaluate(`htmx.ajax("POST", "/account/sessions/end-others", { target: "#main", swap: "none" })`);
  const request = await sent;
  assert.match((await request.allHeaders())["x-csrf-token"] ?? "", /^[\w-]{86}$/);
  assert.equal((await request.response())?.status(), 303);
  await close();
});

test("the page that sets a new password is accessible", { skip }, async () => {
  const visited = await open(`/auth/reset/${await createResetPass(worker, email, new Date())}`);
  await visited.isWell("reset");
  await visited.close();
});

test("a person exports their data and deletes the account", { skip }, async () => {
  const visited = await open("/auth/login");
  const { page } = visited;
  await enter(page, otherPassword);
  await page.goto(`${server.url}/settings/data`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "All data (JSON)" }).click();
  assert.equal((await download).suggestedFilename(), "plainwire.json");
  await page.getByRole("link", { name: "Delete account" }).click();
  await page.getByLabel("Your password").fill(otherPassword);
  await page.getByRole("button", { name: "Delete my account and all its data" }).click();
  await page.getByRole("heading", { name: "Your account has been deleted" }).waitFor();
  await visited.isWell("deleted");
  await logIn(page, otherPassword);
  assert.equal(await page.getByRole("alert").textContent(), "Invalid email or password");
  await visited.close();
});
