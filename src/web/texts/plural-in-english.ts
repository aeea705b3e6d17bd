const numbers = new Intl.NumberFormat("en");

/** "1 feed", "1,200 feeds" */
export function pluralInEnglish(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
