import type { TitleEdit, WordEdit } from "./language-guards.ts";

// What a frame or a calmed mark leaves of a German title. Each check answers true when nobody would print it.

/**
 * "Chaos am Himmel: Flüge fallen aus" leaves "Am Himmel: …", "Chaos bei der Bahn" leaves "Bei der Bahn: …". A named place or an
 * event can stand before a colon; a sport, an authority or the sky cannot.
 */
export function leavesNoPlace({ before, after, step }: TitleEdit): boolean {
  return step === "frame" && noPlace.test(after.text) && !noPlace.test(before.text);
}

const noPlace =
  /^(?:Bei (?:der|den) [^:–—-]+|(?:Am|Im|In der|An der|Auf der) (?:Himmel|Kabine|Netz|Politik|Verkehr|Handel|Markt|Kopf)|Im \p{Lu}\p{Ll}*(?:springen|fahren|laufen|turnen|rudern|schwimmen|reiten|tennis|fußball|handball|sport))(?::|\s[-–—])\s/iu;

/** "Für alle unter 16! Verbot startet" → "16. Verbot" reads as an ordinal; "Wegen Frost! Züge stehen" and "Gut! Oder?" go on. */
export function breaksAtMark({ before, after, step }: TitleEdit): boolean {
  return step === "marks" && broken.some((form) => form.test(after.text) && !form.test(before.text));
}

const broken = [
  /(?<![\p{N}:.,]\p{N}*)\p{N}{1,2}\. \p{Lu}/u,
  /: Oder\?/u,
  /(?:^|[:.!?] )(?:Wegen|Trotz|Dank|Aus|Nach) [\p{L}-]+(?: [\p{L}-]+)?\. \p{Lu}/u,
];

/** "450-Mrd.-Schock" without its last part ends in an abbreviation. */
export function leavesAbbreviation({ read: { text }, start }: WordEdit): boolean {
  return /\p{L}\.-$/u.test(text.slice(0, start));
}
