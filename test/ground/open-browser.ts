import assert from "node:assert/strict";
import { join } from "node:path";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { browserOptions } from "./browser-options.ts";
import { eventually } from "./eventually.ts";
import { findBrowser } from "./find-browser.ts";

// Code for the page is a string, because our own code is type-checked without browser globals.
const reportViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("CSP: " + event.violatedDirective + " " + event.blockedURI))`;
const fontsReady = "document.fonts.ready.then(() => null)";
// A new look starts the transitions of buttons: axe would see a ground on its way from one colour to the other.
const colorsSettled = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(async () => {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map((transition) => transition.finished));
  done(null);
})))`;
const pageWidth = "document.documentElement.scrollWidth";
// The rules that colours and width can break. A page's structure is the same in every look, and the 90 other rules take a second.
const rulesOfLooks = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];
/** Set it to a folder to get pictures of the pages. */
const screenshots = process.env["SCREENSHOTS"];
const waitMs = 15_000;

/** A browser, or null with a loud message if there is none. In CI a missing browser is a failure. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findBrowser(process.env);
  if (executablePath === null) {
    const message =
      "No Chromium found. Install one (on Debian: apt-get install chromium) or set PLAYWRIGHT_CHROMIUM to its path. The browser tests cannot run.";
    if (process.env["CI"]) throw new Error(message);
    console.error(`\n!!! SKIPPED: ${message}\n`);
    return null;
  }
  const shared = process.env["PLAINWIRE_TEST_BROWSER"];
  return shared === undefined ? chromium.launch(browserOptions(executablePath)) : connect(shared);
}

/** To the browser of the whole run. Closing this connection closes the contexts made here and leaves the browser running. */
async function connect(shared: string): Promise<Browser> {
  const answer = await fetch(shared);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The browser did not start: ${text}`);
  return chromium.connect(text);
}

export type Look = { width: number; colorScheme: "light" | "dark" };

/** A test that is about something else checks these two. Every page is checked in all looks by demo-looks.slow.test.ts. */
const twoLooks: Look[] = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
];

type Visit = {
  page: Page;
  /** Asserts that the page is accessible, logs no errors and fits its width; takes pictures if requested. */
  isWell: (name: string, looks?: Look[]) => Promise<void>;
  close: () => Promise<void>;
};
type Wanted = {
  status?: number;
  /** Browser messages that the test expects. */
  expected?: RegExp;
  /** The person to open the page as; without it, nobody is logged in. */
  session?: { cookie: string; token: string };
};

/** Opens an address in a new context and collects every error from the first byte on. */
export async function visit(browser: Browser, url: string, wanted: Wanted = {}): Promise<Visit> {
  const { status = 200, expected = /^$/, session } = wanted;
  const context = await browser.newContext();
  context.setDefaultTimeout(waitMs);
  if (session !== undefined) await context.addCookies([{ name: session.cookie, value: session.token, url }]);
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("pageerror", (error) => void seen.push(`script error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Going to the next page cancels what the last one was still loading.
    const isDropped = request.failure()?.errorText === "net::ERR_ABORTED";
    if (!isDropped) seen.push(`request failed: ${request.url()}`);
  });
  page.on("console", (message) => {
    // Chromium reports the page's own status as an error; the status is checked below.
    const about = message.location().url;
    const isLoading = message.text().startsWith("Failed to load resource");
    // A whole browser also asks other servers that the test goes to for their icon; the headless one does not.
    const isElsewhere = about.endsWith("/favicon.ico") && !about.startsWith(new URL(url).origin);
    if (isLoading && (about === url || isElsewhere)) return;
    if (["error", "warning"].includes(message.type())) seen.push(`console: ${message.text()}`);
  });
  await page.addInitScript({ content: reportViolations });

  const response = await page.goto(url);
  await page.evaluate(fontsReady);
  if (response?.status() !== status) seen.push(`status ${response?.status()} instead of ${status}`);
  return {
    page,
    isWell: async (name, looks = twoLooks) => {
      for (const [index, look] of looks.entries()) {
        await page.setViewportSize({ width: look.width, height: 900 });
        await page.emulateMedia({ colorScheme: look.colorScheme });
        await page.evaluate(colorsSettled);
        const rules = index === 0 ? undefined : rulesOfLooks;
        const faults = [...seen, ...(await overflow(page, look.width)), ...(await violations(page, rules))];
        const unexpected = faults.filter((fault) => !expected.test(fault));
        assert.deepEqual(unexpected, [], `${name} ${look.width} ${look.colorScheme}`);
        const file = `${name}-${look.width}-${look.colorScheme}.png`;
        if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, file), fullPage: true });
      }
    },
    close: () => context.close(),
  };
}

/** Waits until `expression` is true for the focused element. Not waitForFunction: it uses eval, which our policy forbids. */
export async function focusOn(page: Page, expression: string, expected: string): Promise<void> {
  await eventually(async () => assert.equal(await page.evaluate(expression), expected));
}

async function overflow(page: Page, windowPx: number): Promise<string[]> {
  const widthPx = await page.evaluate<number>(pageWidth);
  return widthPx > windowPx ? [`overflow: the page is ${widthPx} px wide in a window of ${windowPx} px`] : [];
}

async function violations(page: Page, rules: string[] | undefined): Promise<string[]> {
  const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  // Half a megabyte, so load it once per page and not once per look.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const result = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return result.violations.map(({ id, help, nodes }) => `axe ${id}: ${help} (${nodes[0]?.html ?? ""})`);
}
