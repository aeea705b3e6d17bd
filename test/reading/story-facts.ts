/** A report in English that tells these facts and nothing else. */
export function facts(itemId: string, ...texts: string[]) {
  return { itemId, language: "en", title: "", text: texts.join(" "), facts: texts.map((text) => ({ text })) };
}
