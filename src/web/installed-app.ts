import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import type { AssetUrls } from "./assets.ts";
import type { Frame } from "./kit/frame.ts";
import { html } from "./kit/html.ts";
import { barColours, shell } from "./kit/shell.ts";
import { textsOf } from "./texts/texts-of.ts";
import type { WebEnv } from "./web-env.ts";

type AppParts = { assets: AssetUrls; frame: (c: Context<WebEnv>) => Frame };

/** What makes Plainwire an app on a phone: its manifest, the service worker, and the page for times without a network. */
export function installedAppRoutes({ assets, frame }: AppParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const worker = serviceWorker(assets);

  app.get("/manifest.webmanifest", (c) => {
    c.header("Content-Type", "application/manifest+json");
    return c.body(JSON.stringify(manifest(assets, textsOf(c).settings.app.description)));
  });
  // A browser asks for it again at every visit, and compares it byte by byte.
  app.get("/sw.js", (c) => {
    c.header("Content-Type", "text/javascript; charset=utf-8");
    c.header("Cache-Control", "no-cache");
    return c.body(worker);
  });
  // It is shown under the address that was asked for, so an empty link asks again.
  app.get("/offline", (c) => {
    const { title, why, text, again, toToday } = textsOf(c).settings.offline;
    const body = html`<div class="empty">
      <h1>${title}</h1>
      <p>${why}</p>
      <p>${text}</p>
      <p class="or">
        <a class="btn go" href="">${again}</a>
        <a class="btn" href="/dashboard">${toToday}</a>
      </p>
    </div>`;
    return c.html(shell(frame(c), { title, body }).text);
  });
  return app;
}

function manifest({ icon, appIcons }: AssetUrls, description: string) {
  return {
    id: "/",
    name: "Plainwire",
    short_name: "Plainwire",
    description,
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    theme_color: barColours.light,
    background_color: "#f3f5f7",
    icons: [
      { src: icon, sizes: "any", type: "image/svg+xml" },
      { src: appIcons.small, sizes: "192x192", type: "image/png" },
      { src: appIcons.large, sizes: "512x512", type: "image/png" },
      { src: appIcons.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    // Android has no field for a shared address and puts it into the text. What was not shared is left out.
    share_target: { action: "/feeds/find", method: "GET", params: { text: "url", url: "url" } },
  };
}

/** The script and what it must know. Another version of any file makes another worker, which fetches the new ones. */
function serviceWorker({ stylesheet, htmx, script: reader, textFont, newsFont, icon }: AssetUrls): string {
  const script = readFileSync(join(import.meta.dirname, "static", "sw.js"), "utf8");
  const files = [stylesheet, htmx, reader, textFont, newsFont, icon, "/offline"];
  const version = createHash("sha256").update(script).update(files.join(" ")).digest("hex").slice(0, 12);
  return `const version = ${JSON.stringify(version)};\nconst files = ${JSON.stringify(files)};\n${script}`;
}
