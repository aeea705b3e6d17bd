import { markTitle } from "../../items/mark-title.ts";
import { wordingLevel } from "../../items/plainness.ts";
import type { RankedSource, SourceOutlet, SourceWeek, SourceWord, TitlePair } from "../../items/source-store.ts";
import { longDay } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { previousIcon } from "../kit/icons.ts";
import { languageName } from "../kit/language-name.ts";
import { outletOfFeeds } from "./outlet-of-feeds.ts";
import { type LookOf, oftenMark, outletIcon, wordingMark } from "../kit/outlet.ts";
import { shell } from "../kit/shell.ts";
import { inTenths, trendFigure } from "./spread-figures.ts";

/** `kinds`: the typical score of each kind over the last four weeks, 0 to 1. */
export type OutletView = SourceOutlet & {
  ranked: RankedSource | null;
  kinds: { trait: "loaded" | "clickbait" | "hedging"; median: number }[];
  weeks: readonly SourceWeek[];
  words: readonly SourceWord[];
  pairs: readonly TitlePair[];
  lookOf: LookOf;
};

/** One outlet: its weeks, what was changed in its titles, and the words it likes. */
export function outletPage(frame: Frame, view: OutletView): Html {
  const { ranked, weeks, lookOf } = view;
  const texts = frame.texts.sources;
  const outlet = outletOfFeeds(view, lookOf);
  const { name } = outlet;
  return shell(frame, {
    title: name,
    place: "sources",
    body: html`<div class="crumb">
        <a class="btn quiet" href="/sources">${previousIcon}${texts.title}</a>
        ${view.feedIds.length === 1 && html`<div class="end"><a class="btn quiet" href="/stream?feed=${outlet.feedId}">${texts.readItems}</a></div>`}
      </div>
      <div class="split">
        <div>
          <h1 class="title" dir="auto">${name}</h1>
          <p class="byline of-outlet">
            ${outletIcon(outlet)}
            ${ranked !== null && ranked.language !== null && html`<span>${languageName(frame, ranked.language)}</span><span aria-hidden="true">·</span>`}
            <span>${texts.reportsIn(ranked?.reports ?? 0)}</span>
            ${ranked !== null && wordingMark(frame, wordingLevel(ranked.spread.median))}
          </p>
          ${feedsOf(frame, view)} ${weeks.length > 0 && weekByWeek(frame, name, weeks)} ${titlePairs(frame, view)}
        </div>
        <aside class="side rail" aria-label="${name}">
          ${wordsPanel(frame, view)} ${editsPanel(frame, view)} ${kindsPanel(frame, view)}
        </aside>
      </div>`,
  });
}

/** Several sections of one paper are one outlet; each is read by itself. */
function feedsOf({ texts: { sources: texts } }: Frame, { feedIds, names }: OutletView): Html | null {
  if (feedIds.length === 1) return null;
  return html`<p class="note">
    ${texts.itsFeeds}
    ${feedIds.map((feedId, at) => html`${at > 0 && ", "}<a href="/stream?feed=${feedId}" dir="auto">${names[at]}</a>`)}
  </p>`;
}

function weekByWeek(frame: Frame, name: string, weeks: readonly SourceWeek[]): Html {
  const texts = frame.texts.sources;
  return html`<section class="section">
    <h2>${texts.weekByWeek}</h2>
    ${
      weeks.length > 1
        ? html`${trendFigure(frame, name, weeks)}
            <p class="note">${texts.trendNote}</p>`
        : html`<p class="note">${texts.oneWeek}</p>`
    }
    ${
      weeks.length > 1 &&
      html`<details class="note">
        <summary>${texts.weeksAsTable}</summary>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">${texts.week}</th>
              <th scope="col">${texts.reports}</th>
              <th scope="col">${texts.typical}</th>
            </tr>
          </thead>
          <tbody>
            ${weeks.map(
              ({ from, reports, spread }) =>
                html`<tr>
                  <th scope="row">${longDay(frame, from)}</th>
                  <td>${reports}</td>
                  <td>${inTenths(frame, spread.median)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </details>`
    }
  </section>`;
}

function titlePairs({ texts: { sources: texts, reading } }: Frame, { pairs }: OutletView): Html {
  return html`<section class="section">
    <h2>${texts.asItCame}</h2>
    ${
      pairs.length === 0
        ? html`<p class="note">${texts.noPairs}</p>`
        : html`<ul class="pairs" role="list">
            ${pairs.map(
              ({ itemId, title, plainTitle, language, found }) =>
                html`<li>
                  <span class="was" lang="${language}" dir="auto"
                    >${markTitle(title, plainTitle, []).map(({ text, change }) =>
                      change === "gone" ? html`<del>${text}</del>` : text,
                    )}</span
                  ><a class="now" href="/items/${itemId}" lang="${language}" dir="auto">${plainTitle}</a
                  ><small>${found.map((id) => reading.techniques[id][0]).join(", ")}</small>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function wordsPanel({ texts: { sources: texts } }: Frame, { words }: OutletView): Html {
  return html`<section>
    <h2 class="head">${texts.words}</h2>
    ${
      words.length === 0
        ? html`<p class="note">${texts.noWords}</p>`
        : html`<ul class="words" role="list">
              ${words.map(({ word, times }) => html`<li dir="auto">${word}<b>${times}</b></li>`)}
            </ul>
            <p class="note">${texts.wordsNote}</p>`
    }
  </section>`;
}

function editsPanel({ texts: { sources: texts } }: Frame, { ranked }: OutletView): Html | null {
  if (ranked === null) return null;
  return html`<section>
    <h2 class="head">${texts.editsTitle}</h2>
    <p>${texts.editsOf(ranked.edits, ranked.reports)}</p>
  </section>`;
}

function kindsPanel(frame: Frame, { kinds }: OutletView): Html | null {
  const texts = frame.texts.sources;
  if (kinds.length === 0) return null;
  return html`<section>
    <h2 class="head">${texts.byKind}</h2>
    <dl class="facts">
      ${kinds.map(
        ({ trait, median }) =>
          html`<div class="line">
            <dt>${texts.traits[trait]}</dt>
            <dd class="end">${oftenMark(frame, wordingLevel(median))}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
