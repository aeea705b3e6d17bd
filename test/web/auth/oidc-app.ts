import { openOidc } from "../../../src/assemble-people.ts";
import { createWebApp, type WebParts } from "../../../src/web/app.ts";
import { connectionFrom, signedIn } from "../../ground/signed-in.ts";
import type { TestDatabase } from "../../ground/test-database.ts";
import { testParts } from "../../ground/test-parts.ts";
import { accountParts, webParts } from "../web-parts.ts";

export type Landed = { status: number; location: string | null; text: string; cookie: string | null };
type Person = { headers: Record<string, string> };

/** The app with an OpenID provider that lets everybody in at once, and a browser that goes there and comes back. */
export function oidcApp(
  database: TestDatabase,
  settings: Record<string, string>,
  now: () => Date = () => new Date(),
  changes: Partial<WebParts> = {},
) {
  const { oidc } = openOidc(testParts(database, settings, { clock: { now, correct: async () => undefined } }));
  const { parts, lines } = webParts({ accounts: accountParts(database.web, { now }), oidc, ...changes });
  const app = createWebApp(parts);
  const ask = async (path: string, headers: Record<string, string>, address: string): Promise<Landed> => {
    const answer = await app.request(path, { headers: { Accept: "text/html", ...headers } }, connectionFrom(address));
    return {
      status: answer.status,
      location: answer.headers.get("Location"),
      text: await answer.text(),
      cookie: /__Host-session=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? null,
    };
  };

  let visitors = 0;
  /** To the provider; returns the address it sends the browser back to, and the cookie that the browser carries. */
  const leave = async (start: string, person?: Person) => {
    visitors += 1;
    const address = `10.7.${visitors >> 8}.${visitors & 255}`;
    const own = person?.headers ?? {};
    const answer = await app.request(start, { headers: { Accept: "text/html", ...own } }, connectionFrom(address));
    const trip = /__Host-oidc=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[0] ?? "";
    const headers = { ...own, Cookie: [own["Cookie"], trip].filter(Boolean).join("; ") };
    const away = answer.headers.get("Location");
    if (answer.status !== 303 || away === null) {
      return { kind: "stayed", status: answer.status, text: await answer.text() } as const;
    }
    const there = await fetch(away, { redirect: "manual" });
    const back = new URL(there.headers.get("Location") ?? "");
    return { kind: "back", path: back.pathname + back.search, headers, address, away: new URL(away) } as const;
  };
  /** There and back. */
  const travel = async (start = "/auth/oidc", person?: Person): Promise<Landed> => {
    const trip = await leave(start, person);
    if (trip.kind === "stayed") return { ...trip, location: null, cookie: null };
    return ask(trip.path, trip.headers, trip.address);
  };
  const post = async (path: string, fields: Record<string, string>, person: Person): Promise<Landed> => {
    const request = { method: "POST", headers: person.headers, body: new URLSearchParams(fields) };
    const answer = await app.request(path, request, connectionFrom("10.7.255.1"));
    return { status: answer.status, location: answer.headers.get("Location"), text: await answer.text(), cookie: null };
  };
  return { app, parts, lines, ask, leave, travel, post, signedIn: (email?: string) => signedIn(parts, email) };
}
