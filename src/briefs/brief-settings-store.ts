import type { Queryable } from "../database/transaction.ts";
import { isUuid } from "../ids.ts";
import { type BriefLength, briefLengths } from "./brief.ts";

/** What a person wants of their briefs, apart from when. */
export type BriefSettings = {
  length: BriefLength;
  /** Only reports in these; none named: in all. */
  languages: string[];
  /** Ids of folders that stay out. */
  leftOut: string[];
  /** Whether feeds in no folder are in. */
  hasLoose: boolean;
  byMail: boolean;
};

export const defaultBriefSettings: BriefSettings = {
  length: "normal",
  languages: [],
  leftOut: [],
  hasLoose: true,
  byMail: false,
};

const languagesMax = 20;
const foldersMax = 1_000;

/** Null if a value is none that our form can send. */
export function parseBriefSettings(written: {
  length: string;
  languages: readonly string[];
  leftOut: readonly string[];
  hasLoose: boolean;
  byMail: boolean;
}): BriefSettings | null {
  const length = briefLengths.find((known) => known === written.length);
  const languages = [...new Set(written.languages)];
  const leftOut = [...new Set(written.leftOut)];
  const isWell =
    languages.length <= languagesMax &&
    languages.every((language) => /^[a-z]{2,3}$/.test(language)) &&
    leftOut.length <= foldersMax &&
    leftOut.every(isUuid);
  if (length === undefined || !isWell) return null;
  return { length, languages, leftOut, hasLoose: written.hasLoose, byMail: written.byMail };
}

export async function findBriefSettings(db: Queryable, personId: string): Promise<BriefSettings> {
  const { rows } = await db.query<BriefSettings>(
    `select length, languages, left_out as "leftOut", loose as "hasLoose", by_mail as "byMail"
    from brief_settings where user_id = $1`,
    [personId],
  );
  return rows[0] ?? defaultBriefSettings;
}

export async function saveBriefSettings(
  db: Queryable,
  personId: string,
  { length, languages, leftOut, hasLoose, byMail }: BriefSettings,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into brief_settings (user_id, length, languages, left_out, loose, by_mail, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (user_id) do update set length = excluded.length, languages = excluded.languages,
      left_out = excluded.left_out, loose = excluded.loose, by_mail = excluded.by_mail, updated_at = excluded.updated_at`,
    [personId, length, languages, leftOut, hasLoose, byMail, now],
  );
}

export async function stopBriefMails(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.query("update brief_settings set by_mail = false, updated_at = $2 where user_id = $1 and by_mail", [
    personId,
    now,
  ]);
}
