import type { Context } from "hono";
import type { WebEnv } from "../web-env.ts";

/** The parameters of an app's request: some send everything in the query, some in the body, some half and half. */
export type Parameters = {
  /** The first value; "" if there is none. */
  one: (name: string) => string;
  all: (name: string) => string[];
  has: (name: string) => boolean;
  /** The body as it came, for calls whose body is a document. */
  body: Buffer;
};

/** The body counts as a form if its type says so, or if it has none. The query comes first. Files are left out. */
export async function readParameters(c: Context<WebEnv>): Promise<Parameters> {
  const query = new URL(c.req.url).searchParams;
  const hasBody = !["GET", "HEAD"].includes(c.req.method);
  const body = hasBody ? Buffer.from(await c.req.arrayBuffer()) : Buffer.alloc(0);
  const type = c.req.header("Content-Type")?.trim() ?? "";
  const isForm = type === "" || /^application\/x-www-form-urlencoded\b/i.test(type);
  const form = /^multipart\/form-data\b/i.test(type)
    ? await readMultipart(body, type)
    : new URLSearchParams(isForm ? body.toString("utf8") : "");
  const all = (name: string) => [...query.getAll(name), ...form.getAll(name)];
  return { one: (name) => all(name)[0] ?? "", all, has: (name) => query.has(name) || form.has(name), body };
}

/** NewsFlash sends Fever's key so. What is no such form is empty. */
async function readMultipart(body: Buffer, type: string): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  try {
    const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
    for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  } catch {
    return new URLSearchParams();
  }
  return fields;
}
