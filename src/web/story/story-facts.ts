import type { ComparedFacts, DifferingFact, ToldFact } from "../../analysis/stories/compare-facts.ts";
import type { ListedItem } from "../../items/listed-item-store.ts";
import { loadedFrom } from "../../items/plainness.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { outletIcon } from "../kit/outlet.ts";
import type { StoryOutlets } from "./story-view.ts";

/** Figures that reports give differently, then every fact with the reports that tell it. */
export function factSections(
  frame: Frame,
  reports: readonly ListedItem[],
  facts: ComparedFacts,
  outlets: StoryOutlets,
): Html {
  const texts = frame.texts.story;
  const { tellers, differing, byAll, bySome, byOne, unsure } = facts;
  const groups: [string, ToldFact[]][] = [
    [texts.byAll(tellers, reports.length), byAll],
    [texts.bySome, bySome],
    [texts.byOne, byOne],
    [texts.unsure, unsure],
  ];
  const told = groups.filter(([, list]) => list.length > 0);
  const leadOf = leadWordings(
    frame,
    told.flatMap(([, list]) => list),
    reports,
  );
  if (told.length === 0 && differing.length === 0) return html`<p class="note section">${texts.none}</p>`;
  return html`${differing.length > 0 && differingFigures(frame, differing, outlets)}
  ${
    told.length > 0 &&
    html`<section class="section">
      <h2>${texts.whatTheyTell}</h2>
      <p class="note">${texts.dotMeans}</p>
      <table class="table matrix">
        <thead>
          <tr>
            <th scope="col">${texts.fact}</th>
            ${reports.map(
              ({ id, feedName }) =>
                html`<th scope="col" class="x" title="${feedName}">
                  <span class="who" dir="auto">${feedName}</span>${outletIcon(outlets(id))}
                </th>`,
            )}
          </tr>
        </thead>
        ${told.map(([title, list]) => factGroup(frame, title, list, { reports, leadOf }))}
      </table>
      <details class="note">
        <summary>${texts.howMeasured}</summary>
        <p>${texts.note}</p>
      </details>
    </section>`
  }`;
}

type Listed = { reports: readonly ListedItem[]; leadOf: LeadOf };

function factGroup(frame: Frame, title: string, facts: readonly ToldFact[], listed: Listed): Html {
  return html`<tbody>
    <tr>
      <th colspan="${listed.reports.length + 1}" scope="rowgroup">${title}</th>
    </tr>
    ${facts.map((fact) => factRow(frame, fact, listed))}
  </tbody>`;
}

function factRow(frame: Frame, fact: ToldFact, { reports, leadOf }: Listed): Html {
  const texts = frame.texts.story;
  const { wordings } = fact;
  const tellers = new Set(wordings.flatMap(({ itemIds }) => itemIds));
  const nameOf = (id: string) => reports.find((report) => report.id === id)?.feedName ?? "";
  return html`<tr>
    <td>
      <details>
        <summary dir="auto">${leadOf(fact)}</summary>
        <div class="from">
          ${wordings.flatMap(({ text, itemIds }) =>
            itemIds.map(
              (id) =>
                html`<span dir="auto"
                  ><b><a href="/items/${id}">${nameOf(id)}</a></b> ${text}</span
                >`,
            ),
          )}
        </div>
      </details>
    </td>
    ${reports.map(({ id, feedName }) =>
      tellers.has(id)
        ? html`<td class="x"><span class="yes"></span><span class="sr">${texts.tells(feedName)}</span></td>`
        : html`<td class="x"><span class="no"></span><span class="sr">${texts.tellsNot(feedName)}</span></td>`,
    )}
  </tr>`;
}

/**
 * Each fact in the reader's own language, if a report tells it so. A sentence that tells several facts stands for one of them
 * only: otherwise the same sentence would be listed again.
 */
function leadWordings({ texts }: Frame, facts: readonly ToldFact[], reports: readonly ListedItem[]): LeadOf {
  const own = new Set(reports.filter((report) => isPlainIn(report, texts.frame.language)).map(({ id }) => id));
  const taken = new Set(facts.map(({ wordings }) => wordings[0]?.text));
  const leads = new Map<ToldFact, string>();
  for (const fact of facts) {
    const [first] = fact.wordings;
    const isOwn = (wording: typeof first) => wording?.itemIds.some((id) => own.has(id)) ?? false;
    const better = isOwn(first) ? undefined : fact.wordings.find((one) => isOwn(one) && !taken.has(one.text));
    const lead = better?.text ?? first?.text ?? "";
    taken.add(lead);
    leads.set(fact, lead);
  }
  return (fact) => leads.get(fact) ?? "";
}
type LeadOf = (fact: ToldFact) => string;

/** A loaded report tells facts too, but not in sentences to quote. */
function isPlainIn({ analysis }: ListedItem, language: string): boolean {
  return analysis?.language === language && analysis.overall < loadedFrom;
}

function differingFigures(
  { texts: { story: texts } }: Frame,
  facts: readonly DifferingFact[],
  outlets: StoryOutlets,
): Html {
  return html`<section class="section">
    <h2>${texts.differing}</h2>
    <ul class="differ" role="list">
      ${facts.map(
        ({ wordings, figures }) =>
          html`<li>
            <h3 dir="auto">${wordings[0]?.text}</h3>
            <dl>
              ${figures.map(
                ({ text, itemIds }) =>
                  html`<dt>${text}</dt>
                    <dd dir="auto">${itemIds.map((id) => outlets(id).name).join(", ")}</dd>`,
              )}
            </dl>
          </li>`,
      )}
    </ul>
  </section>`;
}
