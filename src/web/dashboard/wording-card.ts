import { binCount } from "../../items/framing-store.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { histogram } from "../reading/histogram.ts";

/** From this step on a title is drawn as loaded. */
const loadedFrom = 7;

/** How the last day was worded, over all feeds; nothing where nothing has been scored yet. */
export function wordingCard({ texts: { reading, feeds } }: Frame, bins: readonly number[]): Html | false {
  const count = sum(bins);
  if (count === 0) return false;
  const { wording } = feeds;
  return html`<section class="panel wording" aria-labelledby="wording">
    <header>
      <h2 id="wording">${wording.title}</h2>
      <p>${wording.note(count, sum(bins.slice(loadedFrom)), loadedFrom / binCount)}</p>
    </header>
    ${histogram(bins, reading.framing.spread(reading.framing.traits.framing, bins), loadedFrom)}
    <footer>
      <p><a href="/framing">${wording.more}</a></p>
    </footer>
  </section>`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
