import { startWeb } from "../../src/assemble-web.ts";
import { freePort } from "../ground/free-port.ts";
import type { TestDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

/** The web server as these settings make it, while `use` runs. */
export async function withWeb(
  database: TestDatabase,
  settings: Record<string, string>,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const { HOST: host = "127.0.0.1" } = settings;
  const publicOrigin = `http://${host}:${port}`;
  const parts = testParts(
    database,
    { PORT: String(port), SECRET_KEY: "k".repeat(32), DATABASE_URL: "postgres://localhost/x", ...settings },
    { publicOrigin },
  );
  const web = await startWeb(parts);
  try {
    await use(publicOrigin);
  } finally {
    await web.stop(AbortSignal.timeout(5_000));
  }
}

export type Browser = {
  get: (path: string) => Promise<string>;
  /** Sends the form of that name as it stands on a page: with its token and the cookies so far. Returns the status. */
  send: (page: string, path: string, fields: Record<string, string>) => Promise<number>;
};

/** A person with a browser of their own: it keeps cookies. */
export function browserAt(origin: string): Browser {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { Cookie: [...cookies].map((pair) => pair.join("=")).join("; "), Origin: origin };
    const answer = await fetch(origin + path, { ...init, headers, redirect: "manual" });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const get = async (path: string) => (await ask(path)).text();
  return {
    get,
    send: async (page, path, fields) => {
      const [, csrf = ""] = /name="csrf" value="([\w-]+)"/.exec(await get(page)) ?? [];
      const answer = await ask(path, { method: "POST", body: new URLSearchParams({ csrf, ...fields }) });
      await answer.text();
      return answer.status;
    },
  };
}
