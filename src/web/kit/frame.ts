import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { defaultPreferences, type Preferences } from "../../accounts/preferences.ts";
import type { Person } from "../../accounts/session-store.ts";
import type { AssetUrls } from "../assets.ts";
import type { Texts } from "../texts/en.ts";
import { textsOf } from "../texts/texts-of.ts";
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
  /** For numbers and dates, as Intl names it. */
  locale: string;
  timeZone: string;
  preferences: Preferences;
  person: Person | null;
  csrfToken: () => string;
  /** For the operator's pages: what is wrong with this server. */
  alerts: readonly string[];
};
type FrameParts = { assets: AssetUrls; version: string; csrfToken: (c: Context) => string };

export function frameOf(c: Context<WebEnv>, { assets, version, csrfToken }: FrameParts): Frame {
  const theme = getCookie(c, "theme");
  const texts = textsOf(c);
  const person = c.var.session?.person ?? null;
  const preferences = person?.preferences ?? defaultPreferences;
  // One page may have hundreds of forms.
  let token: string | null = null;
  return {
    assets,
    version,
    theme: preferences.theme ?? (theme === "light" || theme === "dark" ? theme : null),
    path: c.req.path,
    texts,
    locale: texts.frame.locale,
    timeZone: person?.timeZone ?? "UTC",
    preferences,
    person,
    csrfToken: () => (token ??= csrfToken(c)),
    alerts: c.var.alerts ?? [],
  };
}
