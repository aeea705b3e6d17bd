import type { Context } from "hono";

/** Whether htmx sent the request. */
export function isHtmx(c: Context): boolean {
  return c.req.header("HX-Request") === "true";
}

/** Whether htmx asks for a part of a page. Everyone else gets a whole one. */
export function wantsPart(c: Context): boolean {
  return isHtmx(c) && c.req.header("HX-Request-Type") !== "full";
}

/** Whether a browser asks without htmx: it shows whole pages and follows redirects. */
export function wantsPage(c: Context): boolean {
  return !isHtmx(c) && acceptsHtml(c);
}

export function acceptsHtml(c: Context): boolean {
  return c.req.header("Accept")?.includes("text/html") ?? false;
}

/**
 * Tells htmx to put the answer into this element instead of the one the request named. For errors. The name may hold a part of the
 * address: one that no element of ours has could be no header at all.
 */
export function intoElement(target: string | undefined): Record<string, string> {
  return target === undefined || !/^#[\w-]+$/.test(target) ? {} : { "HX-Retarget": target, "HX-Reswap": "innerHTML" };
}

/** Whether the browser only loads the page ahead: nobody has seen it, so it must not count as read. */
export function isPrefetch(c: Context): boolean {
  return /prefetch|prerender/.test(c.req.header("Sec-Purpose") ?? c.req.header("Purpose") ?? "");
}
