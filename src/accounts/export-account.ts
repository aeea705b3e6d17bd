import type pg from "pg";
import { asPerson } from "../database/as-person.ts";
import {
  describePerson,
  exportedRowsMax,
  type ExportSection,
  exportSections,
  firstId,
  readExportPage,
} from "./export-store.ts";
import { listSessions } from "./session-store.ts";

type ExportParts = { db: pg.Pool; now: () => Date };

/** Everything we keep about a person, as the pieces of one JSON document. */
export async function* exportAccount({ db, now }: ExportParts, personId: string): AsyncGenerator<string> {
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

async function* rowsOf(db: pg.Pool, personId: string, section: ExportSection): AsyncGenerator<object> {
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const start: string = after;
    const rows = await asPerson(db, personId, (tx) => readExportPage(tx, section, start));
    yield* rows;
    after = rows.length < exportedRowsMax ? undefined : rows.at(-1)?.id;
  }
}
