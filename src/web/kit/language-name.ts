import type { Frame } from "./frame.ts";

const names = new Map<string, Intl.DisplayNames>();

/** "Polish", or "polski" for a Polish reader. What is no language's code stays as it is: `Intl` would throw. */
export function languageName({ locale }: Pick<Frame, "locale">, language: string): string {
  const [primary = ""] = language.split("-");
  if (!/^[a-z]{2,3}$/i.test(primary)) return language;
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: "language" });
  names.set(locale, known);
  return known.of(primary) ?? language;
}
