import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type pg from "pg";
import { createSecretToken } from "../../accounts/secret-token.ts";
import { type Folder, listFolders } from "../../feeds/folder-store.ts";
import { isUuid } from "../../ids.ts";
import {
  addPersonalFeed,
  deletePersonalFeed,
  listPersonalFeeds,
  type PersonalFeed,
  personalFeedsMax,
  type PersonalSettings,
  renewPersonalFeed,
} from "../../items/personal-feed-store.ts";
import { type FeedName, findFeedName, listFeedNames } from "../../items/subscribed-feed-store.ts";
import { copyButton } from "../kit/copy-button.ts";
import { ago } from "../kit/dates.ts";
import { inputField, option, selectField } from "../kit/field.ts";
import { postButton, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { formPanel } from "../kit/page.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { feedFormats } from "../public/feed-formats.ts";
import { settingsPage } from "../settings/settings-page.ts";
import { parseStreamQuery } from "../stream/stream-query.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { personalAddress, personalListAddress } from "./personal-document-routes.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";
import { levelOptions, wordOfBound } from "./wording-words.ts";

const nameCharsMax = 255;

/** Creates and revokes the addresses of personal feeds. */
export function personalFeedRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/personal-feeds", (c) => showFeeds(parts, c));
  app.post("/personal-feeds", (c) => createFeed(parts, c));
  app.post("/personal-feeds/:id/delete", (c) => revokeFeed(parts, c));
  app.post("/personal-feeds/:id/renew", (c) => renewFeed(parts, c));
  return app;
}

function showFeeds(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const done = c.req.query("done") === "revoked" ? textsOf(c).reading.personal.revoked : null;
  return asReader(parts, c, async (tx, now) => show(parts, c, { ...(await loadView(tx, now)), done }));
}

/** Answers with the page, not a redirect: the addresses are known only now. */
async function createFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const texts = textsOf(c).reading;
  const name = form("name").trim().toWellFormed();
  const asked = parseStreamQuery({
    feed: form("feed"),
    folder: form("folder"),
    search: form("search"),
    max_score: form("max_score"),
  });
  if (asked === null) throw new HTTPException(400, { message: texts.badQuestion });
  return asReader(parts, c, async (tx, now) => {
    if (asked.feedId !== null && (await findFeedName(tx, asked.feedId)) === null) {
      return parts.refuse(c, { ...problem(404, textsOf(c).feeds.notFoundWhy), heading: textsOf(c).feeds.notFound });
    }
    if (asked.folderId !== null && !(await listFolders(tx)).some(({ id }) => id === asked.folderId)) {
      return parts.refuse(c, problem(404, texts.personal.folderGone));
    }
    const isName = name !== "" && name.length <= nameCharsMax && !/\p{Cc}/u.test(name);
    const { feedId, folderId, maxScore } = asked;
    const settings = { feedId, folderId, search: asked.search, maxScore, unread: form("unread") === "1" };
    if (!isName) {
      const typed = { name: form("name"), settings };
      return show(parts, c, { ...(await loadView(tx, now)), typed, nameFault: texts.personal.badName }, 400);
    }
    const { token, hash: tokenHash } = createSecretToken();
    const isMade = await addPersonalFeed(tx, { id: randomUUID(), tokenHash, name, settings }, now);
    const view = await loadView(tx, now);
    if (!isMade) return show(parts, c, { ...view, failure: texts.personal.full(personalFeedsMax) }, 409);
    return show(parts, c, { ...view, made: addressesOf(parts, token, texts.personal.list) });
  });
}

/** After a password reset: the same feed under a new address. */
async function renewFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { gone, goneWhy, list } = textsOf(c).reading.personal;
  return asReader(parts, c, async (tx, now) => {
    const { token, hash } = createSecretToken();
    const isRenewed = isUuid(id) && (await renewPersonalFeed(tx, id, hash));
    if (!isRenewed) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
    return show(parts, c, { ...(await loadView(tx, now)), made: addressesOf(parts, token, list) });
  });
}

function addressesOf({ publicOrigin }: ReadingParts, token: string, list: string): PersonalFeedsView["made"] {
  return [
    ...feedFormats.map((format) => ({ format: format.name, address: publicOrigin + personalAddress(token, format) })),
    { format: list, address: publicOrigin + personalListAddress(token) },
  ];
}

async function revokeFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const isRevoked = isUuid(id) && (await asReader(parts, c, (tx) => deletePersonalFeed(tx, id)));
  const { gone, goneWhy } = textsOf(c).reading.personal;
  if (!isRevoked) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.redirect("/personal-feeds?done=revoked", 303);
}

async function loadView(tx: pg.PoolClient, now: Date): Promise<PersonalFeedsView> {
  const [personalFeeds, feeds] = [await listPersonalFeeds(tx), await listFeedNames(tx)];
  return {
    personalFeeds,
    feeds,
    folders: await listFolders(tx),
    made: [],
    typed: null,
    nameFault: null,
    failure: null,
    done: null,
    now,
  };
}

function show(
  { frame }: ReadingParts,
  c: Context<WebEnv>,
  view: PersonalFeedsView,
  status: ContentfulStatusCode = 200,
): Response {
  return c.html(personalFeedsPage(frame(c), view).text, status);
}

type PersonalFeedsView = {
  personalFeeds: PersonalFeed[];
  feeds: FeedName[];
  folders: Folder[];
  /** Addresses just created, by format. */
  made: { format: string; address: string }[];
  /** What was sent and refused. */
  typed: { name: string; settings: PersonalSettings } | null;
  nameFault: string | null;
  failure: string | null;
  done: string | null;
  now: Date;
};

function personalFeedsPage(frame: Frame, view: PersonalFeedsView): Html {
  const texts = frame.texts.reading.personal;
  return settingsPage(frame, {
    section: "personal",
    title: texts.title,
    note: texts.lede,
    done: view.done,
    body: html`<div class="stack">${madeAddresses(frame, view)} ${feedList(frame, view)} ${newFeed(frame, view)}</div>`,
  });
}

function madeAddresses(frame: Frame, { made }: PersonalFeedsView): Html | null {
  if (made.length === 0) return null;
  const { reading, feeds } = frame.texts;
  return html`<section class="panel form made" aria-label="${reading.personal.formats}">
    <p role="status"><strong>${reading.personal.made}</strong></p>
    <dl class="terms">
      ${made.map(
        ({ format, address }) =>
          html`<dt>${format}</dt>
            <dd class="line">
              <code>${address}</code>${copyButton(frame, { text: address, label: feeds.copyAddress })}
            </dd>`,
      )}
    </dl>
  </section>`;
}

const wholeFeed: PersonalSettings = { feedId: null, folderId: null, search: "", maxScore: null, unread: false };

function newFeed(frame: Frame, { feeds, folders, typed, nameFault, failure }: PersonalFeedsView): Html {
  const { personal: texts, filters, anyScore } = frame.texts.reading;
  const { feedId, folderId, search, maxScore, unread } = typed?.settings ?? wholeFeed;
  return formPanel(
    "new-feed",
    texts.newTitle,
    html`${alert(failure)}
    ${postForm(
      frame,
      { action: "/personal-feeds" },
      html`${inputField({
          name: "name",
          label: texts.name,
          value: typed?.name ?? texts.nameDefault,
          isRequired: true,
          hint: texts.nameHint,
          fault: nameFault,
        })}
        ${selectField({ name: "feed", label: filters.feed }, [
          option("", filters.anyFeed, feedId ?? ""),
          ...feeds.map((feed) => option(feed.feedId, feed.name, feedId ?? "")),
        ])}
        ${
          folders.length > 0 &&
          selectField({ name: "folder", label: texts.folder }, [
            option("", texts.anyFolder, folderId ?? ""),
            ...folders.map(({ id, name }) => option(id, name, folderId ?? "")),
          ])
        }
        ${inputField({ name: "search", label: texts.search, value: search, hint: texts.searchHint, autocomplete: "off" })}
        ${selectField({ name: "max_score", label: texts.maxScore }, levelOptions(frame, { bound: "upTo", chosen: maxScore, any: anyScore }))}
        <label class="check"
          ><input type="checkbox" name="unread" value="1" checked="${unread}" /><span>${texts.unread}</span></label
        >
        <button class="btn go">${texts.create}</button>`,
    )}`,
  );
}

function feedList(frame: Frame, view: PersonalFeedsView): Html {
  const texts = frame.texts.reading.personal;
  const { personalFeeds, now } = view;
  return html`<section class="panel" aria-label="${texts.yours}">
    ${personalFeeds.length === 0 && html`<p>${texts.none}</p>`}
    <ul class="sessions" role="list">
      ${personalFeeds.map(
        ({ id, name, settings, createdAt, lastReadAt, hasEnded }) =>
          html`<li>
            <div>
              <strong dir="auto">${name}</strong>
              <span dir="auto">${describeSettings(frame, settings, view)}</span>
              <span>
                ${texts.createdAt} ${ago(frame, createdAt, now)},
                ${lastReadAt === null ? texts.neverRead : html`${texts.lastReadAt} ${ago(frame, lastReadAt, now)}`}
              </span>
              ${hasEnded && html`<span>${texts.ended}</span>`}
            </div>
            ${
              hasEnded &&
              postForm(
                frame,
                { action: `/personal-feeds/${id}/renew` },
                html`<button class="btn" aria-label="${texts.renewOf(name)}">${texts.renew}</button>`,
              )
            }
            ${postButton(frame, { action: `/personal-feeds/${id}/delete`, label: texts.revoke, name: texts.revokeOf(name), kind: "danger" })}
          </li>`,
      )}
    </ul>
  </section>`;
}

function describeSettings(
  frame: Frame,
  { feedId, folderId, search, maxScore, unread }: PersonalSettings,
  { feeds, folders }: PersonalFeedsView,
): string {
  const { personal: texts, filters } = frame.texts.reading;
  const feedName = feeds.find((feed) => feed.feedId === feedId)?.name ?? filters.feedGone;
  return [
    ...(feedId === null && folderId !== null ? [] : [feedId === null ? texts.all : feedName]),
    ...(folderId === null ? [] : [texts.inFolder(folders.find(({ id }) => id === folderId)?.name ?? texts.folderGone)]),
    ...(search === "" ? [] : [texts.searchFor(search)]),
    ...(unread ? [texts.unreadOnly] : []),
    ...(maxScore === null ? [] : [texts.upTo(wordOfBound(frame, maxScore, "upTo"))]),
  ].join(", ");
}
