import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserServer } from "playwright-core";
import { browserOptions } from "./browser-options.ts";
import { findBrowser } from "./find-browser.ts";

/** Test files ask `url` for the address of the run's one browser. */
export type SharedBrowser = { url: string; close: () => Promise<void> };

/** One browser for all test files of a run. It starts when the first one asks, because most runs of a single file need none. */
export async function shareBrowser(): Promise<SharedBrowser> {
  let launching: Promise<BrowserServer> | undefined;
  const door = createServer((_request, response) => {
    launching ??= launch();
    launching.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: async () => {
      await (await launching?.catch(() => undefined))?.close();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}

async function launch(): Promise<BrowserServer> {
  const path = findBrowser(process.env);
  if (path === null) throw new Error("No Chromium found.");
  const { chromium } = await import("playwright-core");
  return chromium.launchServer({ ...browserOptions(path), host: "127.0.0.1" });
}
