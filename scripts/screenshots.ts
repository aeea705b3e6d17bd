// Takes the pictures in docs/pictures from a separate demo: npm run screenshots [folder]
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { openDatabase } from "../src/database/open-database.ts";
import { countWorkLeft } from "../src/demo/demo-store.ts";
import { demoAccount } from "../src/demo/demo-store.ts";
import { loadConfig } from "../src/load-config.ts";
import { escapeXml } from "../src/publishing/xml.ts";
import { freePort } from "../test/ground/free-port.ts";
import { openBrowser } from "../test/ground/open-browser.ts";

const project = resolve(import.meta.dirname, "..");
const program = join(project, "bin/plainwire");
const pictures = resolve(process.argv[2] ?? join(project, "docs/pictures"));
/** Every clone contains the pictures, so they must stay small. */
const pictureBytesMax = 320_000;
const looks = [1280, 390].flatMap((width) => [
  { width, height: width === 390 ? 844 : 900, colorScheme: "light" as const },
  { width, height: width === 390 ? 844 : 900, colorScheme: "dark" as const },
]);
type Look = { width: number; height: number; colorScheme: "light" | "dark" };

/** The pages to show, and how to get there. */
const sights: Record<string, (page: Page, origin: string) => Promise<unknown>> = {
  today: async (page, origin) => {
    await page.goto(`${origin}/dashboard`);
    await page.getByRole("heading", { name: "Today’s brief" }).waitFor();
  },
  stream: async (page, origin) => {
    await page.goto(`${origin}/stream?view=all`);
    await page.locator("article.item").first().waitFor();
  },
  article: async (page, origin) => {
    await page.goto(`${origin}/stream?view=all&search=motorists`);
    await page.goto(`${origin}${await page.locator("a[href^='/items/']").first().getAttribute("href")}`);
  },
  story: async (page, origin) => {
    await page.goto(`${origin}/dashboard`);
    await page.locator("a[href^='/stories/']").first().click();
    await page.waitForURL(/\/stories\//);
  },
  sources: (page, origin) => page.goto(`${origin}/sources`),
  brief: (page, origin) => page.goto(`${origin}/brief`),
  feeds: (page, origin) => page.goto(`${origin}/feeds`),
};

const browser = await openBrowser();
if (browser === null) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "plainwire-pictures-"));
chmodSync(folder, 0o755);
mkdirSync(pictures, { recursive: true });
try {
  await withDemo(join(folder, "data"), async (origin, dataDir) => {
    await awaitPages(dataDir);
    for (const look of looks) await takeSights(browser, origin, look);
    await takeOverview(browser, origin);
    await takeCommandLine(browser, dataDir);
  });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function withDemo(dataDir: string, work: (origin: string, dataDir: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const demo = spawn(program, ["demo", "--port", String(port)], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((done) => demo.once("exit", done));
  try {
    for await (const line of createInterface({ input: demo.stdout })) if (line.startsWith("Ready after")) break;
    demo.stdout.resume();
    await work(`http://127.0.0.1:${port}`, `${dataDir}-demo`);
  } finally {
    demo.kill("SIGINT");
    await ended;
  }
}

/** The pictures include the page texts, so wait for them. */
async function awaitPages(dataDir: string): Promise<void> {
  const db = await openDatabase(loadConfig({ DATA_DIR: dataDir }, {}).config, console.error);
  try {
    while ((await countWorkLeft(db.worker, new Date())).pages > 0) await sleep(200);
  } finally {
    await db.close();
  }
}

async function takeSights(browser: Browser, origin: string, look: Look): Promise<void> {
  const { width, colorScheme } = look;
  const { page, context } = await logIn(browser, origin, look);
  for (const [name, show] of Object.entries(sights)) {
    await show(page, origin);
    await page.evaluate("document.fonts.ready.then(() => null)");
    await save(`${name}-${colorScheme}-${width}`, (path) => page.screenshot({ path }));
  }
  await context.close();
}

async function logIn(browser: Browser, origin: string, { width, height, colorScheme }: Look) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${origin}/auth/login`);
  await page.getByLabel("Email").fill(demoAccount.email);
  await page.getByLabel("Password").fill(demoAccount.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/dashboard/);
  return { page, context };
}

/** For the README: a loaded headline made plain next to a story compared, both cut from real pages. */
async function takeOverview(browser: Browser, origin: string): Promise<void> {
  const { page, context } = await logIn(browser, origin, { width: 1280, height: 900, colorScheme: "light" });
  await sights["article"]?.(page, origin);
  await page.getByText("What we took out").click();
  await page.evaluate("document.fonts.ready.then(() => null)");
  const plain = await page.screenshot({ clip: { x: 108, y: 100, width: 640, height: 166 } });
  await page.goto(`${origin}/dashboard`);
  await page
    .getByRole("link", { name: /ferry Solveig/ })
    .first()
    .click();
  await page.waitForURL(/\/stories\//);
  await page.evaluate("document.fonts.ready.then(() => null)");
  const end = (await page.getByRole("heading", { name: "What they tell" }).boundingBox())?.y ?? 700;
  const compared = await page.screenshot({ clip: { x: 12, y: 100, width: 868, height: end - 130 } });
  await context.close();
  const toUrl = (png: Buffer) => `data:image/png;base64,${png.toString("base64")}`;
  // Our own pages allow no style of a stranger.
  const drawn = await browser.newPage({ viewport: { width: 1000, height: 1_000 } });
  await drawn.setContent(`<style>
    body { margin: 0 }
    main { display: inline-grid; padding: 24px; background: #f4f5f7; font: 600 17px sans-serif; color: #5b6270 }
    hr { width: 100%; border: 0; border-top: 1px solid #d8dbe2; margin: 18px 0 }
    p { margin: 0 0 4px 16px }
    </style><main><p>A loaded headline, made plain</p><img src="${toUrl(plain)}"><hr>
    <p>One story, and how five outlets put it</p><img src="${toUrl(compared)}"></main>`);
  await save("overview", (path) => drawn.locator("main").screenshot({ path }));
  await drawn.close();
}

async function takeCommandLine(browser: Browser, dataDir: string): Promise<void> {
  const { stdout } = spawnSync(program, ["feed", "list"], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.setContent(`<style>
    body { margin: 0 }
    pre { display: inline-block; margin: 0; padding: 24px 32px; color: #d8dbe2; background: #16181d; font: 14px/1.6 monospace }
    </style><pre><b>$ bin/plainwire feed list</b>\n${escapeXml(stdout.trimEnd())}</pre>`);
  await save("command-line", (path) => page.locator("pre").screenshot({ path }));
}

async function save(name: string, take: (path: string) => Promise<unknown>): Promise<void> {
  const path = join(pictures, `${name}.png`);
  await take(path);
  const { size } = statSync(path);
  if (size > pictureBytesMax) throw new Error(`${path} has ${size} bytes, more than ${pictureBytesMax}`);
  console.log(`${path} ${Math.ceil(size / 1_000)} kB`);
}
