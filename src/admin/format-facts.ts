import { plain } from "./plain.ts";

/** One fact a line; what is not known is left out. A fact without a name continues the one above. */
export function formatFacts(facts: [name: string, value: string | null | undefined][]): string {
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}\n`).join("");
}
