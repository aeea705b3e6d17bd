import { type Html, html } from "../html.ts";

const steps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The scores one may choose from; one that came in the address stays, whatever it is. */
export function scoreOptions(chosen: number | null, any: string): Html[] {
  const offered = chosen === null ? steps : [...new Set([...steps, chosen])].toSorted((a, b) => a - b);
  return [
    html`<option value="" selected="${chosen === null}">${any}</option>`,
    ...offered.map((score) => {
      const text = score.toFixed(2);
      return html`<option value="${text}" selected="${score === chosen}">${text}</option>`;
    }),
  ];
}
