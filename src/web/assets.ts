import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzipSync } from "node:zlib";
import type { Handler } from "hono";
import { accepts } from "./public/document.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Asset = { url: string; type: string; bytes: Bytes; gzip: Bytes | null; brotli: (() => Promise<Bytes>) | null };
/** `script` loads on pages for logged-in people, after htmx. */
export type AssetUrls = {
  stylesheet: string;
  icon: string;
  htmx: string;
  script: string;
  textFont: string;
  newsFont: string;
  /** For the registration alone. */
  timeZoneScript: string;
  /** For pages with a form that asks for a passkey. */
  passkeyScript: string;
  /** For a phone's home screen. */
  appIcons: { small: string; large: string; maskable: string };
};

/** In this order: the layers are declared in the first. One request, and one compression, for all. */
const styleFiles = [
  "ground.css",
  "frame.css",
  "news.css",
  "today.css",
  "stream.css",
  "article.css",
  "story.css",
  "sources.css",
  "letter.css",
  "feeds.css",
  "settings.css",
  "pages.css",
  "operator.css",
  "print.css",
];

/** One request for all: a request's headers alone are 0.9 KB. */
const scriptFiles = ["feeds.js", "reading.js", "buttons.js", "offline.js"];

const fontFiles = [
  "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2",
  "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-ext-wght-normal.woff2",
  "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
  "@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2",
] as const;

/**
 * The files that pages need, read once at start. Requests look up a map, so no request can name another file. The path
 * contains a version (packages) or a hash (ours), so browsers may cache it forever.
 */
export function loadAssets(): { urls: AssetUrls; serve: Handler } {
  const fonts = fontFiles.map(vendored);
  const css = styleFiles.map((name) => withoutComments(readOwn(name))).join("");
  const stylesheet = hashed("plainwire.css", withFontUrls(css, fonts));
  const icon = own("icon.svg");
  const htmx = vendored("htmx.org/dist/htmx.min.js");
  const serverEvents = readInstalled("htmx.org/dist/ext/hx-sse.min.js").toString();
  const script = hashed("plainwire.js", [serverEvents, ...scriptFiles.map(readOwn)].map(asOneScope).join("\n"));
  const [timeZoneScript, passkeyScript] = [own("time-zone.js"), own("passkeys.js")];
  const [small, large, maskable] = [picture("icon-192.png"), picture("icon-512.png"), picture("icon-maskable.png")];
  const byUrl = new Map(
    [...fonts, stylesheet, script, timeZoneScript, passkeyScript, icon, small, large, maskable, htmx].map((asset) => [
      asset.url,
      asset,
    ]),
  );

  return {
    urls: {
      stylesheet: stylesheet.url,
      icon: icon.url,
      htmx: htmx.url,
      script: script.url,
      textFont: fontUrl(fonts, basename(fontFiles[0])),
      newsFont: fontUrl(fonts, basename(fontFiles[2])),
      timeZoneScript: timeZoneScript.url,
      passkeyScript: passkeyScript.url,
      appIcons: { small: small.url, large: large.url, maskable: maskable.url },
    },
    serve: async (c) => {
      const found = byUrl.get(c.req.path);
      return found === undefined ? c.notFound() : send(found, c.req.header("Accept-Encoding"));
    },
  };
}

function vendored(file: string): Asset {
  const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
  const { version } = JSON.parse(readInstalled(`${packageName}/package.json`).toString()) as { version: string };
  return asset(`/vendor/${version}/${basename(file)}`, readInstalled(file));
}

function own(name: string): Asset {
  return hashed(name, readOwn(name));
}

function readOwn(name: string): string {
  return readFileSync(join(import.meta.dirname, "static", name), "utf8");
}

/** A sixth fewer bytes on the wire, comments and indentation being a quarter of the text. */
function withoutComments(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, "").replace(/\n\s*/g, "\n");
}

/** Two of our files have a function of the same name. */
function asOneScope(script: string): string {
  return `(() => {\n${script}\n})();`;
}

function picture(name: string): Asset {
  return hashed(name, readFileSync(join(import.meta.dirname, "static", name)));
}

function hashed(name: string, content: string | Bytes): Asset {
  const bytes = Buffer.from(content);
  return asset(`/static/${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}/${name}`, bytes);
}

function readInstalled(file: string) {
  return readFileSync(fileURLToPath(import.meta.resolve(file)));
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

function asset(url: string, bytes: Bytes): Asset {
  const type = types[extname(url)];
  if (type === undefined) throw new Error(`No media type is known for ${url}.`);
  if (/^font|png$/.test(type)) return { url, type, bytes, gzip: null, brotli: null };
  return { url, type, bytes, gzip: gzipSync(bytes), brotli: packOnce(bytes) };
}

const compress = promisify(brotliCompress);

/** At the first request and in another thread: the best compression takes 0.2 s for all files, and saves a tenth. */
function packOnce(bytes: Bytes): () => Promise<Bytes> {
  let packed: Promise<Bytes> | null = null;
  return () => (packed ??= compress(bytes));
}

function withFontUrls(css: string, fonts: Asset[]): string {
  return css.replace(/url\("([^"]+)"\)/g, (_, name: string) => `url("${fontUrl(fonts, name)}")`);
}

function fontUrl(fonts: Asset[], name: string): string {
  const font = fonts.find(({ url }) => basename(url) === name);
  if (font === undefined) throw new Error(`The style sheet names ${name}, which is not among the fonts.`);
  return font.url;
}

async function send(asset: Asset, acceptEncoding: string | undefined): Promise<Response> {
  const { type } = asset;
  const { body, coding } = await chooseCoding(asset, acceptEncoding);
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Length": String(body.byteLength),
      ...(coding !== null && { "Content-Encoding": coding }),
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    },
  });
}

async function chooseCoding({ bytes, gzip, brotli }: Asset, acceptEncoding: string | undefined) {
  if (brotli !== null && accepts("br", acceptEncoding)) return { body: await brotli(), coding: "br" };
  if (gzip !== null && accepts("gzip", acceptEncoding)) return { body: gzip, coding: "gzip" };
  return { body: bytes, coding: null };
}
