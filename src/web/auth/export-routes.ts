import { Hono } from "hono";
import {
  describePerson,
  exportedRowsMax,
  type ExportSection,
  exportSections,
  firstId,
  listOwnFeeds,
  readExportPage,
} from "../../accounts/export-store.ts";
import type { AccountParts } from "../../accounts/account-parts.ts";
import { listSessions } from "../../accounts/session-store.ts";
import { buildOpml } from "../../feeds/build-opml.ts";
import { asPerson } from "../as-person.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import type { PeopleParts } from "./people-parts.ts";

/** One's own data to take away. */
export function exportRoutes({ accounts }: PeopleParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();

  app.get("/account/export.json", (c) => {
    c.header("Content-Disposition", 'attachment; filename="plainwire.json"');
    c.header("Content-Type", "application/json");
    const text = exportedJson(accounts, sessionOf(c).person.id);
    return c.body(ReadableStream.from(text).pipeThrough(new TextEncoderStream()));
  });

  app.get("/account/export.opml", async (c) => {
    const { person } = sessionOf(c);
    const feeds = await asPerson(accounts.db, person.id, listOwnFeeds);
    c.header("Content-Disposition", 'attachment; filename="plainwire.opml"');
    c.header("Content-Type", "text/x-opml; charset=utf-8");
    return c.body(buildOpml(textsOf(c).account.opmlTitle(person.email), feeds, accounts.now()));
  });

  return app;
}

async function* exportedJson({ db, now }: AccountParts, personId: string): AsyncGenerator<string> {
  const about = {
    exported_at: now(),
    account: await describePerson(db, personId),
    sessions: await listSessions(db, personId, now()),
  };
  yield JSON.stringify(about).slice(0, -1);
  for (const section of exportSections) {
    yield `,\n${JSON.stringify(section)}:[`;
    let separator = "\n";
    for await (const row of rowsOf(db, personId, section)) {
      yield separator + JSON.stringify(row);
      separator = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

async function* rowsOf(db: AccountParts["db"], personId: string, section: ExportSection): AsyncGenerator<object> {
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const start: string = after;
    const rows = await asPerson(db, personId, (tx) => readExportPage(tx, section, start));
    yield* rows;
    after = rows.length < exportedRowsMax ? undefined : rows.at(-1)?.id;
  }
}
