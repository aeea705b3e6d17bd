/** The forms of one phrase; `#` stands for the number. Which languages use `few` and `many` is in CLDR. */
type PluralForms = { one: string; few?: string; many?: string; other: string };

/** The form that the language uses for this count, with the number written as the locale does. */
export function plural(locale: string, count: number, forms: PluralForms): string {
  const { rules, numbers } = known.get(locale) ?? remember(locale);
  const category = rules.select(count);
  const form = category === "zero" || category === "two" ? forms.other : (forms[category] ?? forms.other);
  return form.replaceAll("#", () => numbers.format(count));
}

// Creating these takes as long as fifty uses, and a page has a count in each of its rows.
const known = new Map<string, { rules: Intl.PluralRules; numbers: Intl.NumberFormat }>();

function remember(locale: string) {
  const made = { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) };
  known.set(locale, made);
  return made;
}
