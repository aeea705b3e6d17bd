import type { Context, Next } from "hono";

/** Pages depend on cookies, so caches keep only answers that say so themselves. */
export async function keepPrivate(c: Context, next: Next): Promise<void> {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "private, no-cache");
}
