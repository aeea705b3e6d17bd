import type { Context } from "hono";
import { type Language, languages } from "../../accounts/preferences.ts";
import type { WebEnv } from "../web-env.ts";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";
import { pl } from "./pl.ts";

export const catalogues: Record<Language, Texts> = { en, de, pl };

/** The texts in the language that the visitor chose, or that the browser asks for. */
export function textsOf(c: Context<WebEnv>): Texts {
  const chosen = c.var.session?.person.preferences.language ?? null;
  const wanted = chosen === null ? acceptedLanguages(c.req.header("Accept-Language") ?? "") : [chosen];
  for (const language of wanted) {
    const found = languages.find((known) => known === language);
    if (found !== undefined) return catalogues[found];
  }
  return en;
}

/** The primary tags of an Accept-Language header, the most wanted first. */
function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = /^\s*q=(0(?:\.\d{1,3})?|1(?:\.0{1,3})?)$/.exec(parameters.join(";"))?.[1] ?? "1";
      return { language: tag.split("-")[0] ?? "", quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}
