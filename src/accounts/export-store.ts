import type pg from "pg";
import { asPerson, longStatementMsMax, type Queryable } from "../database/transaction.ts";
import { listIdentities } from "./identity-store.ts";
import { listPasskeys, type PasskeyListed } from "./passkeys/passkey-store.ts";
import { parsePreferences } from "./preferences.ts";
import { findSecondStep, type SecondStep } from "./second-step/second-step-store.ts";
import { listSessions } from "./session-store.ts";

type ExportParts = { db: pg.Pool; now: () => Date };

/** Everything we keep about a person, as the pieces of one JSON document. */
export async function* exportAccount({ db, now }: ExportParts, personId: string): AsyncGenerator<string> {
  const { preferences, ...account } = await describePerson(db, personId);
  const about = {
    exported_at: now(),
    account: { ...account, preferences: parsePreferences(preferences) },
    sessions: await listSessions(db, personId, now()),
    identities: await listIdentities(db, personId),
    passkeys: (await listPasskeys(db, personId)).map(describePasskey),
    second_step: describeSecondStep(await findSecondStep(db, personId)),
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

/** Without what only our checks need. */
function describePasskey({ id, name, host, isSynced, createdAt, lastUsedAt }: PasskeyListed): object {
  return { id, name, host, is_synced: isSynced, created_at: createdAt, last_used_at: lastUsedAt };
}

function describeSecondStep(step: SecondStep | null): object {
  const { sealedSecret = null, asksPasskey = false, recoveryCodes = 0 } = step ?? {};
  return { codes: sealedSecret !== null, passkey: asksPasskey, recovery_codes_left: recoveryCodes };
}

async function* rowsOf(db: pg.Pool, personId: string, section: ExportSection): AsyncGenerator<object> {
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const start: string = after;
    const rows = await asPerson(db, personId, (tx) => readExportPage(tx, section, start), longStatementMsMax);
    yield* rows;
    after = rows.length < exportedRowsMax ? undefined : rows.at(-1)?.id;
  }
}

/** In the person's own transaction: row-level security is the only WHERE there is. A page is what comes after `$1`. */
const sections = {
  folders: `select id, name, place, created_at from folders where id > $1 order by id limit $2`,
  subscriptions: `select s.id, s.name, f.url, f.site_url, s.folder_id, s.in_today, s.paused_at,
      s.own_interval_minutes, s.created_at
    from subscriptions s join feeds f on f.id = s.feed_id where s.id > $1 order by s.id limit $2`,
  item_states: `select t.item_id as id, i.url, i.title, t.read_at, t.starred_at, t.hidden_at
    from item_states t left join items i on i.id = t.item_id where t.item_id > $1 order by t.item_id limit $2`,
  summaries: `select id, content, sections, item_count, written_by, created_at,
      (select sent_at from brief_mails where brief_id = summaries.id) as mailed_at
    from summaries where id > $1 order by id limit $2`,
  brief_settings: `select user_id as id, length, languages, left_out, loose, by_mail, updated_at
    from brief_settings where user_id > $1 order by user_id limit $2`,
  filters: `select id, name, rule, action, position, created_at from filters where id > $1 order by id limit $2`,
  personal_feeds: `select id, name, settings, created_at, last_read_at
    from personal_feeds where id > $1 order by id limit $2`,
  app_passwords: `select id, name, protocol, read_only, plain_titles, created_at, last_used_at, last_address
    from app_passwords where id > $1 order by id limit $2`,
  webhooks: `select id, name, kind, url, events, folder_id, words, created_at, failing_since, disabled_at
    from webhooks where id > $1 order by id limit $2`,
  events: `select id, event_type, metadata, created_at from events where id > $1 order by id limit $2`,
};

type ExportSection = keyof typeof sections;
const exportSections = Object.keys(sections) as ExportSection[];
type ExportedRow = { id: string } & Record<string, unknown>;

const exportedRowsMax = 500;
const firstId = "00000000-0000-0000-0000-000000000000";

/** Page by page, so that a slow reader of a large export keeps neither a connection nor all of it in memory. */
async function readExportPage(tx: Queryable, section: ExportSection, after: string): Promise<ExportedRow[]> {
  const { rows } = await tx.query<ExportedRow>(sections[section], [after, exportedRowsMax]);
  return rows;
}

type OwnFeed = { name: string; url: string; siteUrl: string | null; folder: string | null };

/** For other programs: a newsletter has no address that they could fetch. */
export async function listOwnFeeds(tx: Queryable): Promise<OwnFeed[]> {
  const { rows } = await tx.query<OwnFeed>(
    `select s.name, f.url, f.site_url as "siteUrl", o.name as folder
     from subscriptions s join feeds f on f.id = s.feed_id left join folders o on o.id = s.folder_id
     where f.url not like 'newsletter:%' order by lower(s.name) collate natural_order, s.id`,
  );
  return rows;
}

/** Of the schema `accounts`, which no person's transaction can read. */
async function describePerson(db: Queryable, personId: string): Promise<Record<string, unknown>> {
  const { rows } = await db.query<Record<string, unknown>>("select * from accounts.describe_person($1)", [personId]);
  return rows[0] ?? {};
}
