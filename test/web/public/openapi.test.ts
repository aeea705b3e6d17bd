import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createWebApp } from "../../../src/web/app.ts";
import type { ApiDescription } from "../../../src/web/public/api-page.ts";
import { startWebServer } from "../../../src/web/serve.ts";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import { webParts } from "../web-parts.ts";

const committed = join(import.meta.dirname, "../../../docs/openapi.json");
const { parts } = webParts();
const app = createWebApp(parts);
const browser = await openBrowser();
after(() => browser?.close());

async function describe(): Promise<ApiDescription> {
  return (await (await app.request("/openapi.json")).json()) as ApiDescription;
}

test("docs/openapi.json is what the server answers", async () => {
  const description = await describe();
  // After a change that was meant, run this test once with UPDATE_OPENAPI=1.
  if (process.env["UPDATE_OPENAPI"] === "1") writeFileSync(committed, `${JSON.stringify(description, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(committed, "utf8")), description);
});

test("every public route is described completely and once", async () => {
  const { openapi, info, paths } = await describe();
  assert.equal(openapi, "3.1.0");
  assert.ok(info.title !== "" && info.version !== "");
  const routes = app.routes.filter(
    ({ method, path }) =>
      method === "GET" && /^\/(rss|atom|feed\.json|api(?!\/(greader\.php|fever\.php|me)\b))\b/.test(path),
  );
  const expected = new Set(routes.map(({ path }) => path.replace(/:(\w+)(\{.*\})?/, "{$1}")));
  assert.deepEqual(new Set(Object.keys(paths)), expected);

  const operations = Object.values(paths).map(({ get }) => get);
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  for (const [path, { get }] of Object.entries(paths)) {
    const { operationId, summary, parameters = [], responses } = get;
    assert.ok(operationId !== "" && summary !== "", path);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = parameters.filter((parameter) => parameter.in === "path");
    assert.deepEqual(
      described.map(({ name }) => name),
      inPath,
    );
    for (const { description, schema } of parameters) assert.ok(description !== "" && schema.type === "string", path);
    assert.deepEqual(
      Object.keys(responses).filter((status) => !["200", "304", "400", "404", "429", "431"].includes(status)),
      [],
    );
    // The server refuses these before any route is looked for.
    for (const status of ["429", "431"]) assert.ok(status in responses, `${path} lacks ${status}`);
    for (const { description } of Object.values(responses)) assert.ok(description !== "");
  }
});

test("every reference has a target, and every definition is referenced", async () => {
  const description = await describe();
  const text = JSON.stringify(description);
  const led = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  assert.equal(text.match(/"\$ref"/g)?.length, text.match(/"\$ref":"#\/components\/schemas\/\w+"/g)?.length);
  assert.deepEqual(led, new Set(Object.keys(description.components.schemas)));
});

test("the API page names every route, parameter and field", async () => {
  const { paths, components } = await describe();
  const page = await (await app.request("/docs/api")).text();
  for (const [path, { get }] of Object.entries(paths)) {
    assert.ok(page.includes(`GET ${path}`));
    for (const { name } of get.parameters ?? []) assert.ok(page.includes(`<code>${name}</code>`));
  }
  for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
    assert.ok(page.includes(`>${name}</h2>`));
    for (const property of Object.keys(properties)) assert.ok(page.includes(`<code>${property}</code>`));
  }
});

test(
  "the API page is accessible, without console errors and never too wide, on desktop and phone, in light and dark",
  { skip: browser === null && "no browser" },
  async (t) => {
    assert.ok(browser !== null);
    const server = await startWebServer({ app, host: "127.0.0.1", port: 0, log: parts.log });
    t.after(() => server.stop(0));
    const { page, isWell, close } = await visit(browser, `${server.url}/docs/api`);
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "The API");
    await isWell("docs-api");
    await close();
  },
);
