/** The forms of one phrase; `#` stands for the number. Which languages use `few` and `many` is in CLDR. */
type PluralForms = { one: string; few?: string; many?: string; other: string };

/** The form that the language uses for this count, with the number written as the locale does. */
export function plural(locale: string, count: number, forms: PluralForms): string {
  const category = new Intl.PluralRules(locale).select(count);
  const form = category === "zero" || category === "two" ? forms.other : (forms[category] ?? forms.other);
  return form.replaceAll("#", () => new Intl.NumberFormat(locale).format(count));
}
