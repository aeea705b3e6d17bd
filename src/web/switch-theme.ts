import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { readForm } from "./read-form.ts";

const yearSeconds = 365 * 24 * 3600;

/** Light or dark from now on, on the page the visitor came from. The server writes it into the page, so nothing flashes. */
export async function switchTheme(c: Context): Promise<Response> {
  const theme = (await readForm(c))("theme");
  if (theme === "light" || theme === "dark") {
    setCookie(c, "theme", theme, { path: "/", maxAge: yearSeconds, sameSite: "Lax", httpOnly: true });
  }
  return c.redirect(pageBefore(c), 303);
}

/** Our own pages alone: the path is taken from the referrer, never its host. */
function pageBefore(c: Context): string {
  const referrer = c.req.header("Referer") ?? "";
  if (!URL.canParse(referrer)) return "/";
  const { pathname, search } = new URL(referrer);
  return pathname.startsWith("//") ? "/" : pathname + search;
}
