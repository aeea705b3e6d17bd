let numbers: Intl.NumberFormat | null = null;

/** "1 feed", "1,200 feeds" */
export function pluralInEnglish(count: number, one: string, many = `${one}s`): string {
  numbers ??= new Intl.NumberFormat("en");
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
