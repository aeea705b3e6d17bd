import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { buildExtension } from "../../extension/build.ts";
import { eventually } from "../ground/eventually.ts";
import { findFirefox, startFirefox } from "./firefox.ts";
import { loaded, newsSite, plain, site } from "./news-site.ts";

const program = findFirefox();
const skip = program === null && "SKIPPED: no Firefox here. Debian: apt-get install firefox-esr";
if (skip) console.error(`\n!!! ${skip}\n`);
const extensionId = "extension@plainwire.example";

/** With the built extension, set up as its pages would do it. */
async function startWorld() {
  const news = await newsSite();
  const built = mkdtempSync(join(tmpdir(), "extension-"));
  after(() => rmSync(built, { recursive: true, force: true }));
  buildExtension(built, news.hosts);
  const firefox = await startFirefox(program!, built, extensionId);
  const go = (url: string) => firefox.command("WebDriver:Navigate", { url });
  await go(`${firefox.extensionOrigin}/options.html`);
  const settings = { server: news.server, password: news.password, style: "replace", sites: [site] };
  await firefox.run(`browser.storage.local.set(own.parse(${JSON.stringify(JSON.stringify(settings))}))`);
  await eventually(async () => {
    const registered = await firefox.run("(await browser.scripting.getRegisteredContentScripts()).length");
    assert.equal(registered, 1);
  });
  const picture = async (name: string) => {
    const folder = process.env["SCREENSHOTS"];
    if (folder === undefined) return;
    const taken = (await firefox.command("WebDriver:TakeScreenshot", { full: false })) as { value: string };
    writeFileSync(join(folder, `${name}.png`), Buffer.from(taken.value, "base64"));
  };
  return { news, firefox, go, picture };
}

const world = program === null ? null : await startWorld();

test(
  "in Firefox a headline that Plainwire knows is shown plain, and nothing else of the page changes",
  { skip },
  async () => {
    const { news, firefox, go, picture } = world!;
    const before = news.serve("/before", `<h1>Gazette</h1><h2>${loaded}</h2>`);
    await go(before);
    await picture("firefox-before");
    await go(
      news.serve(
        "/front",
        `<h1>Gazette</h1><h2>${news.link(`<span>${loaded}</span>`)}</h2><p id="aside">${loaded}</p>`,
      ),
    );
    const read = (selector: string, property = "textContent") =>
      firefox.run(`document.querySelector(${JSON.stringify(selector)})?.${property}`);
    await eventually(async () => assert.equal(await read("h2 span"), plain));
    assert.equal(await read("h2 span", "title"), `As published: ${loaded}`);
    assert.equal(await read("#aside"), loaded);
    await picture("firefox-after");
  },
);

test("in Firefox the settings page asks for the permission, and connects once it has it", { skip }, async () => {
  const { news, firefox, go, picture } = world!;
  await go(`${firefox.extensionOrigin}/options.html`);
  const server = JSON.stringify(JSON.stringify({ origins: [`${news.server}/*`] }));
  assert.equal(await firefox.run(`browser.permissions.remove(own.parse(${server}))`), true);
  const fill = (id: string, value: string) => `document.getElementById("${id}").value = ${JSON.stringify(value)}`;
  const save = async (password: string) => {
    await firefox.run(`(${fill("server", news.server)}, ${fill("password", password)})`);
    await firefox.click("#account button");
  };
  const tells = (what: RegExp) =>
    eventually(async () =>
      assert.match(String(await firefox.run(`document.getElementById("result").textContent`)), what),
    );

  await save(news.password ?? "");
  await eventually(() => firefox.answer("Don’t allow"));
  await tells(/Without your permission/);
  await save("wrong");
  await eventually(() => firefox.answer("Allow"));
  await tells(/does not accept this app password/);
  await save(news.password ?? "");
  await tells(/@example\.org/);
  await picture("firefox-settings");
});
