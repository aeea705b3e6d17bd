import { startWebServer, type WebServer } from "../web/serve.ts";
import type { Site } from "./assemble-site.ts";

/** On loopback only: the documents are for the person at this machine. */
const host = "127.0.0.1";

/** Nothing from elsewhere: pages, styles, scripts, pictures and typefaces are all in the site. */
const headers = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

export function serveDocs(site: Site, port: number): Promise<WebServer> {
  const fetch = (request: Request) => {
    const { pathname } = new URL(request.url);
    const found = site.get(pathname === "/" ? "index.html" : decodeURI(pathname).slice(1));
    if (found === undefined) return new Response("There is no such page.\n", { status: 404, headers });
    return new Response(request.method === "HEAD" ? null : new Uint8Array(found.bytes), {
      headers: { ...headers, "Content-Type": found.type },
    });
  };
  const log = { error: () => undefined };
  return startWebServer({ app: { fetch: safely(fetch) }, host, port, portSetting: "--port", log });
}

/** An address that cannot be decoded is one that does not exist. */
function safely(fetch: (request: Request) => Response): (request: Request) => Response {
  return (request) => {
    try {
      return fetch(request);
    } catch (error) {
      if (error instanceof URIError) return new Response("There is no such page.\n", { status: 404, headers });
      throw error;
    }
  };
}
