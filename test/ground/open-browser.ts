import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

// As on the machines our CI runs on: without the last four, Chromium asks Google's hosts at every start.
const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Code for the page is text here: our own code is checked without a browser's globals.
const reportViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("CSP: " + event.violatedDirective + " " + event.blockedURI))`;
const fontsReady = "document.fonts.ready.then(() => null)";
const pageWidth = "document.documentElement.scrollWidth";
const launchMs = 60_000;
const waitMs = 15_000;

/** A browser, or null (said loudly) where there is none; in CI a missing browser is a failure. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = await findBrowser(process.env);
  if (executablePath === null) {
    const message = "No Chromium: set PLAYWRIGHT_CHROMIUM to one, or install it. The browser tests cannot run.";
    if (process.env["CI"]) throw new Error(message);
    console.error(`\n!!! SKIPPED: ${message}\n`);
    return null;
  }
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args: [...flags, ...asRoot], timeout: launchMs });
}

type Look = { width: number; colorScheme: "light" | "dark" };

type Visit = {
  page: Page;
  /** All that is wrong with the page as it looks now, in sentences; empty when it is well. */
  faults: (look: Look) => Promise<string[]>;
  close: () => Promise<void>;
};

/** Opens an address in a fresh context and gathers what goes wrong from its first byte on. */
export async function visit(browser: Browser, url: string, status = 200): Promise<Visit> {
  const context = await browser.newContext();
  context.setDefaultTimeout(waitMs);
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("pageerror", (error) => void seen.push(`script error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Whoever goes on to the next page drops what the last one was still loading.
    const isDropped = request.failure()?.errorText === "net::ERR_ABORTED";
    if (!isDropped) seen.push(`request failed: ${request.url()}`);
  });
  page.on("console", (message) => {
    // Chromium reports the page's own status as an error; that one is checked below.
    const isOwnStatus = message.location().url === url && message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isOwnStatus) seen.push(`console: ${message.text()}`);
  });
  await page.addInitScript({ content: reportViolations });

  const response = await page.goto(url);
  await page.evaluate(fontsReady);
  if (response?.status() !== status) seen.push(`status ${response?.status()} instead of ${status}`);
  return {
    page,
    faults: async ({ width, colorScheme }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      return [...seen, ...(await overflow(page, width)), ...(await violations(page))];
    },
    close: () => context.close(),
  };
}

async function overflow(page: Page, windowPx: number): Promise<string[]> {
  const widthPx = await page.evaluate<number>(pageWidth);
  return widthPx > windowPx ? [`overflow: the page is ${widthPx} px wide in a window of ${windowPx} px`] : [];
}

async function violations(page: Page): Promise<string[]> {
  // "Legacy" only means that foreign frames are left out; our policy allows none, and a second page per run is spared.
  const result = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return result.violations.map(({ id, help, nodes }) => `axe ${id}: ${help} (${nodes[0]?.html ?? ""})`);
}
