import type { Config } from "../config.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Queryable } from "../database/transaction.ts";
import { noModel, type ModelSettings, providers, resolveModel, type StoredModel } from "./model-settings.ts";

type Row = Omit<StoredModel, "hours" | "uses"> & {
  fromMinute: number | null;
  toMinute: number | null;
  timeZone: string;
  titles: boolean;
  summaries: boolean;
  briefs: boolean;
  translations: boolean;
};

/** What the operator set up; without a row, no model. */
export async function readStoredModel(db: Queryable): Promise<StoredModel> {
  const { rows } = await db.query<Row>({
    name: "read-model-settings",
    text: `select provider, address, api_key as "apiKey", model, context_tokens as "contextTokens",
        question_size as "questionSize", titles_at_once as "titlesAtOnce", prompt_usd::float8 as "promptUsd", completion_usd::float8 as "completionUsd",
        daily_usd::float8 as "dailyUsd", monthly_usd::float8 as "monthlyUsd", daily_tokens::float8 as "dailyTokens",
        from_minute as "fromMinute", to_minute as "toMinute", time_zone as "timeZone",
        for_titles as titles, for_summaries as summaries, for_briefs as briefs, for_translations as translations
      from model_settings`,
  });
  return rows[0] === undefined ? noModel : toStored(rows[0]);
}

function toStored({
  fromMinute,
  toMinute,
  timeZone,
  titles,
  summaries,
  briefs,
  translations,
  ...row
}: Row): StoredModel {
  return {
    ...row,
    // A newer version of the program may have stored one that this one does not know.
    provider: providers.includes(row.provider) ? row.provider : "none",
    hours: fromMinute === null || toMinute === null ? null : { fromMinute, toMinute, timeZone },
    uses: { titles, summaries, briefs, translations },
  };
}

export async function saveStoredModel(db: Queryable, stored: StoredModel, now: Date): Promise<void> {
  await db.query(
    `insert into model_settings (provider, address, api_key, model, context_tokens, question_size, titles_at_once, prompt_usd,
       completion_usd, daily_usd, monthly_usd, daily_tokens, from_minute, to_minute, time_zone, for_titles, for_summaries,
       for_briefs, for_translations, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     on conflict (single) do update set provider = excluded.provider, address = excluded.address,
       api_key = excluded.api_key, model = excluded.model, context_tokens = excluded.context_tokens,
       question_size = excluded.question_size, titles_at_once = excluded.titles_at_once, prompt_usd = excluded.prompt_usd,
       completion_usd = excluded.completion_usd, daily_usd = excluded.daily_usd, monthly_usd = excluded.monthly_usd,
       daily_tokens = excluded.daily_tokens, from_minute = excluded.from_minute, to_minute = excluded.to_minute,
       time_zone = excluded.time_zone, for_titles = excluded.for_titles, for_summaries = excluded.for_summaries,
       for_briefs = excluded.for_briefs, for_translations = excluded.for_translations, changed_at = excluded.changed_at`,
    valuesOf(stored, now),
  );
}

function valuesOf({ hours, uses, ...stored }: StoredModel, now: Date): unknown[] {
  const server = [stored.provider, stored.address, stored.apiKey, stored.model];
  const questions = [stored.contextTokens, stored.questionSize, stored.titlesAtOnce];
  const money = [stored.promptUsd, stored.completionUsd, stored.dailyUsd, stored.monthlyUsd, stored.dailyTokens];
  const times = [hours?.fromMinute ?? null, hours?.toMinute ?? null, hours?.timeZone ?? "UTC"];
  const used = [uses.titles, uses.summaries, uses.briefs, uses.translations];
  return [...server, ...questions, ...money, ...times, ...used, now];
}

/** Read again with every use: a change holds in all processes at once. */
export async function readModel(
  db: Queryable,
  { config, secrets }: { config: Config; secrets: SecretBox },
): Promise<ModelSettings> {
  return resolveModel(config, await readStoredModel(db), (sealed) => openKey(secrets, sealed));
}

/** null: SECRET_KEY was changed, or the row comes from another server. */
export function openKey(secrets: SecretBox, sealed: Buffer): string | null {
  try {
    return secrets.open(sealed);
  } catch {
    return null;
  }
}
