import { z } from "zod";

export const themes = ["light", "dark"] as const;
export const densities = ["comfortable", "compact"] as const;
export const textSizes = ["small", "normal", "large", "larger"] as const;
/** The languages our pages speak. */
export const languages = ["en", "de", "pl"] as const;
export type Language = (typeof languages)[number];

// Each key falls back by itself: an unknown value of one must not lose the others.
const schema = z.object({
  /** Null: as the system says. */
  theme: z.enum(themes).nullable().catch(null),
  density: z.enum(densities).catch("comfortable"),
  textSize: z.enum(textSizes).catch("normal"),
  /** Null: as the browser says. */
  language: z.enum(languages).nullable().catch(null),
  /** Titles and "in short" of items in other languages are translated into this one; null: they are not. */
  translateInto: z.enum(languages).nullable().catch(null),
  /** Show plain titles; false shows titles as they were published, with the loaded words marked. */
  plainTitles: z.boolean().catch(true),
  pictures: z.boolean().catch(true),
  /** Single-letter keys such as j and k. */
  keys: z.boolean().catch(true),
  /** A mail when a feed has been broken for a week. */
  feedMails: z.boolean().catch(true),
});

/** How a person wants their pages. Stored as JSON, because pages come and go. */
export type Preferences = z.infer<typeof schema>;

export const defaultPreferences: Preferences = schema.parse({});

/** What the database holds may be of an older or a newer version. */
export function parsePreferences(stored: unknown): Preferences {
  const parsed = schema.safeParse(stored);
  return parsed.success ? parsed.data : defaultPreferences;
}
