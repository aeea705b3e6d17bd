import { type Context, Hono } from "hono";
import type pg from "pg";
import { asPerson } from "../../database/transaction.ts";
import {
  createFolder,
  deleteFolder,
  type Folder,
  type FolderFault,
  listFolders,
  moveFolder,
  orderFolders,
  renameFolder,
} from "../../feeds/folder-store.ts";
import { isUuid } from "../../ids.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { binIcon, downIcon, upIcon } from "../kit/icons.ts";
import { alert } from "../kit/notice.ts";
import { type FormText, readForm } from "../kit/read-form.ts";
import { shell } from "../kit/shell.ts";
import { sessionOf } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import type { FeedRouteParts } from "./feed-parts.ts";

type Fault = FolderFault | "unknown";
type Change = (
  tx: pg.PoolClient,
  sent: { id: string; text: FormText; now: Date; personId: string },
) => Promise<Fault | null>;

const known = (isDone: boolean): Fault | null => (isDone ? null : "unknown");

/** By plain forms alone. Dragging sends the form `order`, whose field the script fills in. */
const changes: [path: string, change: Change][] = [
  ["/feeds/folders", (tx, { text, now, personId }) => createFolder(tx, { personId, name: text("name"), now })],
  [
    "/feeds/folders/order",
    async (tx, { text, now }) => {
      const ids = text("ids").split(",");
      if (ids.every(isUuid)) await orderFolders(tx, ids, now);
      return known(ids.every(isUuid));
    },
  ],
  ["/feeds/folders/:id", (tx, { id, text, now }) => renameFolder(tx, { id, name: text("name"), now })],
  ["/feeds/folders/:id/delete", async (tx, { id }) => known(await deleteFolder(tx, id))],
  ["/feeds/folders/:id/up", async (tx, { id, now }) => known(await moveFolder(tx, id, -1, now))],
  ["/feeds/folders/:id/down", async (tx, { id, now }) => known(await moveFolder(tx, id, 1, now))],
];

/** A person's folders: create, rename, delete, order. */
export function folderRoutes(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const failing = { failed: (texts: Frame["texts"]["feeds"]) => texts.folders.failed };
  app.get(
    "/feeds/folders",
    answering(parts, (_, c) => showFolders(parts, c, null), failing),
  );
  for (const [path, change] of changes) {
    app.post(
      path,
      answering(parts, (_, c) => changeFolders(parts, c, change), failing),
    );
  }
  return app;
}

async function changeFolders(parts: FeedRouteParts, c: Context<WebEnv>, change: Change): Promise<Response> {
  const text = await readForm(c);
  const id = c.req.param("id") ?? "";
  const personId = sessionOf(c).person.id;
  const { db, now } = parts.accounts;
  const isReadable = c.req.param("id") === undefined || isUuid(id);
  const fault = isReadable
    ? await asPerson(db, personId, (tx) => change(tx, { id, text, now: now(), personId }))
    : "unknown";
  if (fault === null) return c.redirect("/feeds/folders", 303);
  return showFolders(parts, c, fault, id === "" ? text("name") : "");
}

const statuses = { "name-missing": 400, "name-taken": 409, "too-many": 409, unknown: 404 } as const;

/** `typed`: the name of a new folder that was refused. */
async function showFolders(
  parts: FeedRouteParts,
  c: Context<WebEnv>,
  fault: Fault | null,
  typed = "",
): Promise<Response> {
  const folders = await asPerson(parts.accounts.db, sessionOf(c).person.id, listFolders);
  return c.html(foldersPage(parts.frame(c), folders, { fault, typed }).text, fault === null ? 200 : statuses[fault]);
}

type Refused = { fault: Fault | null; typed: string };

function foldersPage(frame: Frame, folders: Folder[], { fault, typed }: Refused): Html {
  const { folders: texts, toFeeds } = frame.texts.feeds;
  return shell(frame, {
    title: texts.title,
    body: html`<div class="lede">
        <h1>${texts.title}</h1>
        <p>${texts.lede}</p>
      </div>
      <div class="measure stack">
        ${fault !== null && alert(texts.fault[fault])} ${createForm(frame, typed)}
        ${folders.length === 0 ? html`<p class="note">${texts.none}</p>` : folderList(frame, folders)}
        <p class="note or">${texts.deleteHint} <a href="/feeds">${toFeeds}</a></p>
      </div>`,
  });
}

function createForm(frame: Frame, typed: string): Html {
  const { folders: texts } = frame.texts.feeds;
  return postForm(
    frame,
    { action: "/feeds/folders", className: "add" },
    html`<input
        class="field"
        name="name"
        value="${typed || null}"
        aria-label="${texts.newName}"
        placeholder="${texts.newName}"
        maxlength="255"
        dir="auto"
        required
        autocomplete="off"
      /><button class="btn go">${texts.create}</button>`,
  );
}

function folderList(frame: Frame, folders: Folder[]): Html {
  return html`<ol class="folders" id="folders" role="list">
      ${folders.map((folder, index) => folderRow(frame, folder, { isFirst: index === 0, isLast: index === folders.length - 1 }))}
    </ol>
    ${postForm(frame, { action: "/feeds/folders/order", id: "order" }, html`<input type="hidden" name="ids" value="" />`)}`;
}

type Ends = { isFirst: boolean; isLast: boolean };

/** One form with a button for each thing to do: four forms a row made 370 KB of 200 folders. Enter renames, as the first does. */
function folderRow(frame: Frame, { id, name }: Folder, { isFirst, isLast }: Ends): Html {
  const { folders: texts } = frame.texts.feeds;
  const button = (action: string, { label, icon, isOff = false }: { label: string; icon: Html; isOff?: boolean }) =>
    html`<button
      class="btn quiet square"
      formaction="/feeds/folders/${id}/${action}"
      formnovalidate
      aria-label="${label}"
      title="${label}"
      disabled="${isOff}"
    >
      ${icon}
    </button>`;
  return html`<li draggable="true" data-folder="${id}">
    ${postForm(
      frame,
      { action: `/feeds/folders/${id}`, className: "line" },
      html`<input
          class="field"
          name="name"
          value="${name}"
          aria-label="${texts.nameOf(name)}"
          maxlength="255"
          dir="auto"
          required
          autocomplete="off"
        /><button class="btn">${texts.rename}</button>
        ${button("up", { label: texts.up(name), icon: upIcon, isOff: isFirst })}
        ${button("down", { label: texts.down(name), icon: downIcon, isOff: isLast })}
        ${button("delete", { label: texts.deleteOf(name), icon: binIcon })}`,
    )}
  </li>`;
}
