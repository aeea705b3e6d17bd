import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createWebApp } from "../../src/web/app.ts";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { openBrowser, visit } from "../ground/open-browser.ts";
import { webParts } from "./web-parts.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
let server: WebServer;

before(async () => {
  const { parts } = webParts();
  server = await startWebServer({ app: createWebApp(parts), host: "127.0.0.1", port: 0, log: parts.log });
});
after(async () => {
  await browser?.close();
  await server.stop(1_000);
});

const pages = [
  { path: "/", status: 200, heading: "The news with less spin." },
  { path: "/about-fetcher", status: 200, heading: "About our fetcher" },
  { path: "/nothing", status: 404, heading: "Page not found." },
];

for (const { path, status, heading } of pages) {
  test(
    `${path} is accessible, without console errors and never too wide, on desktop and phone, in light and dark`,
    { skip },
    async () => {
      assert.ok(browser !== null);
      const { page, isWell, close } = await visit(browser, server.url + path, { status });
      assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), heading);
      await isWell(path.slice(1) || "home");
      await close();
    },
  );
}
