import type pg from "pg";
import type { AccountParts } from "../../../src/accounts/auth-provider.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { connectionFrom, strangerHeaders } from "../../ground/signed-in.ts";
import { accountParts, webParts } from "../web-parts.ts";

type Sender = { headers: Record<string, string>; address: string };

/** The app on a test's database, and how a browser would ask it. */
export function authApp(web: pg.Pool, changes: Partial<AccountParts> = {}) {
  const { parts, lines } = webParts({ accounts: accountParts(web, changes) });
  const app = createWebApp(parts);
  let visitors = 0;
  /** Each request from an address of its own, unless the test is about that. */
  const post = (path: string, fields: Record<string, string>, sender: Partial<Sender> = {}) => {
    visitors += 1;
    const { headers = strangerHeaders(parts), address = `10.9.${visitors >> 8}.${visitors & 255}` } = sender;
    const request = { method: "POST", headers, body: new URLSearchParams(fields) };
    return app.request(path, request, connectionFrom(address));
  };
  const get = (path: string, headers: Record<string, string> = { Accept: "text/html" }) =>
    app.request(path, { headers }, connectionFrom("10.8.0.1"));
  return { app, parts, lines, post, get };
}
