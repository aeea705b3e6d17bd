import { importForm } from "../feeds/feed-form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { settingsPage } from "./settings-page.ts";

/** Where to find the file in readers that speak English only. */
const inEnglish = [
  ["Feedly", "Organize sources → Export OPML"],
  ["NewsBlur", "Manage → Import or upload sites → Export sites as OPML"],
] as const;

/** How to move in from another reader: the file for everybody, and the command that also brings stars and read marks. */
export function importPage(frame: Frame): Html {
  const { moveIn: texts, sections } = frame.texts.settings;
  const email = frame.person?.email ?? "";
  const ways = [["Miniflux", texts.inMiniflux], ["FreshRSS", texts.inFreshrss], ...inEnglish] as const;
  return settingsPage(frame, {
    section: "import",
    title: sections.import,
    note: texts.note,
    body: html`<div class="stack">
      <h2>${texts.feedsTitle}</h2>
      <ul>
        ${ways.map(([name, way]) => html`<li><strong>${name}</strong>: ${way}</li>`)}
      </ul>
      ${importForm(frame)}
      <h2>${texts.starsTitle}</h2>
      <p>${frame.person?.operator === true ? texts.starsOperator : texts.starsReader}</p>
      <pre tabindex="0"><code>plainwire import miniflux --url https://miniflux.example.org --token - --account ${email}
plainwire import freshrss --url https://rss.example.org --user me --password - --account ${email}
plainwire import freshrss --file starred_2026-11-17.json --account ${email}</code></pre>
      <p class="note">${texts.starsNote}</p>
    </div>`,
  });
}
