import { finished, type Readable } from "node:stream";
import { type Context, Hono } from "hono";
import type { Icons } from "../media/icons.ts";
import type { LoadPicture } from "../media/load-picture.ts";
import type { MediaAddresses } from "../media/media-address.ts";
import type { OpenStream, StreamOutcome } from "../media/open-stream.ts";
import { type Refuse, requirePerson, sessionOf } from "./require-person.ts";
import type { WebEnv } from "./web-env.ts";

export type MediaParts = {
  addresses: MediaAddresses;
  icons: Icons;
  loadPicture: LoadPicture;
  openStream: OpenStream;
};

/** Opened as a page of its own, a stranger's file may do nothing at all. */
const harmless = { "Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff" };

const forgetNothing = "public, max-age=2592000, immutable";
const retrySeconds = "10";

/**
 * For anyone who has a signed address: a page that is shared shows its pictures, and forty pictures of a page do not ask the
 * database forty times who is there. The signature alone keeps strangers from choosing what is fetched.
 */
export function pictureRoutes({ addresses, loadPicture }: MediaParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/media/picture/:signature/:address", async (c) => {
    const url = addresses.read("picture", c.req.param("signature"), c.req.param("address"));
    if (url === null) return nothing(404, "no-store");
    const found = await loadPicture(url);
    switch (found.kind) {
      case "kept": {
        const { file, offset, ...facts } = found.picture;
        // Nobody reads or cancels what is sent to a reader who left while the picture was loaded: its file would stay open.
        if (c.env.outgoing.destroyed || wantsNoBody(c, facts.etag)) {
          await file.close();
          return sendPicture(c, facts, null);
        }
        // The stream closes the file, at its end or when the reader leaves.
        return sendPicture(c, facts, bodyOf(c, file.createReadStream({ start: offset })));
      }
      case "fresh": {
        const { type, etag, bytes } = found.picture;
        return sendPicture(c, { type, etag, bytes: bytes.length }, new Uint8Array(bytes));
      }
      case "missing":
        return nothing(404, "private, max-age=600");
      case "busy":
        return nothing(503, "no-store", { "Retry-After": retrySeconds });
    }
  });
  return app;
}

/** As `fetchDueIcons` makes them. Anybody may ask, so anything else is not worth a query; NUL would be an error in one. */
const iconName = /^[\w-]{22}$/;

/** The name of an icon is a hash of it, so what was loaded once is never asked for again. */
export function iconRoutes({ icons }: MediaParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/icons/:name", async (c) => {
    const name = c.req.param("name");
    const icon = iconName.test(name) ? await icons.find(name) : null;
    if (icon === null) return nothing(404, "no-store");
    const { type, bytes } = icon;
    return sendPicture(c, { type, etag: `"${name}"`, bytes: bytes.length }, new Uint8Array(bytes));
  });
  return app;
}

/** For signed-in people only: a stream costs this server's network for hours, and each person has a few of them. */
export function streamRoutes({ media, refuse }: { media: MediaParts; refuse: Refuse }): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/media/stream/:signature/:address", requirePerson(refuse), async (c) => {
    const url = media.addresses.read("stream", c.req.param("signature"), c.req.param("address"));
    if (url === null) return nothing(404, "no-store");
    const found = await media.openStream({
      url,
      personId: sessionOf(c).person.id,
      range: c.req.header("Range"),
      ifRange: c.req.header("If-Range"),
      // A closed browser and a server that stops both end the request to the other server.
      signal: AbortSignal.any([c.req.raw.signal, c.env.stopping]),
    });
    return sendStream(c, found);
  });
  return app;
}

function sendStream(c: Context<WebEnv>, found: StreamOutcome): Response {
  if (found.kind === "too-many") return nothing(429, "no-store", { "Retry-After": retrySeconds });
  if (found.kind === "unsatisfiable") return nothing(416, "no-store", { "Content-Range": found.range });
  if (found.kind === "missing") return nothing(404, "no-store");
  const { status, headers, body } = found;
  const isHead = c.req.method === "HEAD";
  if (isHead) body.destroy();
  return new Response(isHead ? null : bodyOf(c, body), {
    status,
    headers: { ...headers, ...harmless, "Cache-Control": "private, max-age=3600" },
  });
}

type Body = ReadableStream | Uint8Array<ArrayBuffer> | null;
type PictureFacts = { type: string; etag: string; bytes: number };

function sendPicture(c: Context, { type, etag, bytes }: PictureFacts, body: Body): Response {
  const headers = { ...harmless, ETag: etag, "Cache-Control": forgetNothing };
  if (hasVersion(c, etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "Content-Type": type, "Content-Length": String(bytes) } });
}

function wantsNoBody(c: Context, etag: string): boolean {
  return c.req.method === "HEAD" || hasVersion(c, etag);
}

function hasVersion(c: Context, etag: string): boolean {
  const known = c.req.header("If-None-Match") ?? "";
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}

/** No page: nobody reads a page in the place of a picture. */
function nothing(status: number, cacheControl: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...harmless, "Cache-Control": cacheControl, ...headers } });
}

/**
 * Readable.toWeb would tell of every stream that breaks off, of a paused player that is closed too, and then the adaptor writes
 * ten lines of stack to stderr, past our log. Only the client must see it: its connection ends before the promised length.
 */
function bodyOf({ env: { outgoing } }: Context<WebEnv>, stream: Readable): ReadableStream {
  finished(outgoing, () => stream.destroy());
  // For one that nobody has begun to read; the reader is told by the iteration.
  stream.on("error", () => undefined);
  const pieces = async function* () {
    try {
      yield* stream as AsyncIterable<Uint8Array>;
    } catch {
      outgoing.destroy();
    }
  };
  return ReadableStream.from(pieces());
}
