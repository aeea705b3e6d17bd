import { type Context, Hono } from "hono";
import { asPerson } from "../../database/transaction.ts";
import { makeFolders } from "../../feeds/folder-store.ts";
import { readStarterSets, type StarterSet } from "../../feeds/starter-sets.ts";
import { subscribe } from "../../feeds/subscription-store.ts";
import { hiddenFields, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon, uploadIcon } from "../kit/icons.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import { addField } from "./feed-form.ts";
import type { FeedRouteParts } from "./feed-parts.ts";

const sets = readStarterSets();

/** One form subscribes to a set, in a folder of its name. */
export function startRoute(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/feeds/start", answering(parts, addSet, { failed: (texts) => texts.start.failed }));
  return app;
}

/** Feeds that are on the list already stay as they are. */
async function addSet(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const wanted = (await readForm(c))("set");
  const chosen = sets.find(({ id }) => id === wanted);
  if (chosen === undefined) return parts.refuse(c, problem(404, textsOf(c).feeds.start.unknown));
  const { accounts, feeds } = parts;
  const personId = sessionOf(c).person.id;
  const now = accounts.now();
  await asPerson(accounts.db, personId, async (tx) => {
    const [folder] = await makeFolders(tx, { personId, names: [chosen.title], now });
    const list = chosen.feeds.map(({ name, url }) => ({
      name,
      feed: { url, isOwn: false, headers: null },
      dueAt: null,
      folderId: folder?.id ?? null,
    }));
    await subscribe(tx, list, { lanes: feeds.lanes, now });
  });
  return c.redirect("/feeds", 303);
}

/** Those in the person's language first. */
export function starterSets(frame: Frame, title: string): Html {
  const { language } = frame.texts.frame;
  const sorted = sets.toSorted((a, b) => Number(b.language === language) - Number(a.language === language));
  return html`<section class="section" id="packs" aria-labelledby="packs-title">
    <h2 id="packs-title">${title}</h2>
    <ul class="packs" role="list">
      ${sorted.map((set) => starterSet(frame, set))}
    </ul>
  </section>`;
}

function starterSet(frame: Frame, { id, language, title, about, feeds }: StarterSet): Html {
  const { start: texts } = frame.texts.feeds;
  return html`<li>
    <h3 lang="${language}">${title}</h3>
    <p lang="${language}">${about}</p>
    <details>
      <summary class="ask">${texts.lookInside}${downIcon}</summary>
      <ul role="list" lang="${language}">
        ${feeds.map(({ name }) => html`<li>${name}</li>`)}
      </ul>
    </details>
    ${postForm(
      frame,
      { action: "/feeds/start" },
      html`${hiddenFields({ set: id })}<button class="btn" aria-label="${texts.addSetOf(feeds.length, title)}">
          ${texts.addSet(feeds.length)}
        </button>`,
    )}
  </li>`;
}

/** Before a person has any feed: three ways to begin. */
export function firstRun(frame: Frame): Html {
  const { start: texts, importOpml } = frame.texts.feeds;
  return html`<div class="hello">
    <h1>${texts.hello}</h1>
    <p class="intro">${texts.intro}</p>
    ${addField(frame)}
    <p class="or">
      ${texts.fromAnother} <a class="btn" href="/feeds/import">${uploadIcon}${importOpml}</a
      ><span class="from-48">${texts.foldersToo}</span>
    </p>
    ${demo(frame)} ${starterSets(frame, texts.orSet)}
    <p class="note section">${texts.soon}</p>
  </div>`;
}

/** An example: what the outlet wrote, and what is left of it. */
function demo({ texts: { feeds } }: Frame): Html {
  const { before, after } = feeds.start.example;
  return html`<dl class="demo">
    <div>
      <dt>${feeds.start.asItCame}</dt>
      <dd>${before.map((part) => (typeof part === "string" ? part : html`<del>${part.gone}</del>`))}</dd>
    </div>
    <div>
      <dt>${feeds.start.asYouRead}</dt>
      <dd>${after}</dd>
    </div>
  </dl>`;
}
