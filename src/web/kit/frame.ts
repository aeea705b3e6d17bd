import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Person } from "../../accounts/session-store.ts";
import type { AssetUrls } from "../assets.ts";
import { type Texts, textsOf } from "../texts/en.ts";
import type { WebEnv } from "../web-env.ts";

/**
 * What every page needs around it. `theme` is null if the system decides. `csrfToken` gives the visitor a cookie, so it
 * is called only where there is a form.
 */
export type Frame = {
  assets: AssetUrls;
  version: string;
  theme: "light" | "dark" | null;
  path: string;
  texts: Texts;
  person: Person | null;
  csrfToken: () => string;
  /** For the operator's pages: what is wrong with this server. */
  alerts: readonly string[];
};
type FrameParts = { assets: AssetUrls; version: string; csrfToken: (c: Context) => string };

export function frameOf(c: Context<WebEnv>, { assets, version, csrfToken }: FrameParts): Frame {
  const theme = getCookie(c, "theme");
  return {
    assets,
    version,
    theme: theme === "light" || theme === "dark" ? theme : null,
    path: c.req.path,
    texts: textsOf(c),
    person: c.var.session?.person ?? null,
    csrfToken: () => csrfToken(c),
    alerts: c.var.alerts ?? [],
  };
}
