import { examineSupabase } from "../../accounts/supabase/examine-supabase.ts";
import { sendTrusted, type Parts } from "../../assemble.ts";
import { openOidc } from "../../assemble-people.ts";
import { readWebRole } from "../../database/rights.ts";
import { readModel } from "../../models/model-settings-store.ts";
import { readHealth } from "../../schedule/read-health.ts";
import { fail, type Finding, ok, warn } from "./examine-machine.ts";

const clockMsMax = 2_000;
const answerMsMax = 20_000;

/** What can be checked once the database is open. That it could be opened and migrated proves that it is the right one. */
export async function examineParts(parts: Parts): Promise<Finding[]> {
  return [
    ok("Database", `${parts.db.connection.describe}, schema up to date`),
    await examineRoles(parts),
    examineRights(parts),
    await examineSignIn(parts),
    ...(await examineOidc(parts)),
    examineClock(parts),
    await examineModel(parts),
    await examineSqs(parts),
    await examineQueue(parts),
  ];
}

/** The web's role must be able to become a person, and see nothing before it does. */
async function examineRoles({ db }: Parts): Promise<Finding> {
  const role = await readWebRole(db.web);
  if (role?.canBecomePerson && !role.seesFeeds) return ok("Roles", "row-level security stands between people");
  return fail(
    "Roles",
    role?.seesFeeds
      ? "app_web can read feeds without becoming a person"
      : "app_web may not become anon or authenticated",
    "Run migrations/roles.sql as an administrator of the database, and point DATABASE_URL at an ordinary user.",
  );
}

const rightsShownMax = 5;

/** Opening the database has already corrected them, as far as its owner can. */
function examineRights({ db: { rights, migrated } }: Parts): Finding {
  const show = (all: string[]) =>
    all.slice(0, rightsShownMax).join("; ") +
    (all.length > rightsShownMax ? `; and ${all.length - rightsShownMax} more` : "");
  if (rights.left.length > 0) {
    return fail(
      "Rights",
      `a role other than the owner granted rights that nobody should have: ${show(rights.left)}`,
      `As that role or a superuser, run: ${rights.left.map((right) => `revoke ${right}`).join("; ")}`,
    );
  }
  if (rights.surplus.length + rights.missing.length === 0 || migrated.length > 0) {
    return ok("Rights", "to tables and functions as migrations/rights.sql names them");
  }
  return warn(
    "Rights",
    [
      ...(rights.surplus.length > 0 ? [`taken back just now: ${show(rights.surplus)}`] : []),
      ...(rights.missing.length > 0 ? [`given just now: ${show(rights.missing)}`] : []),
    ].join("; "),
    "They are correct again. Find out what changed them: a 'grant all on all tables', or another program in this database.",
  );
}

function examineClock({ clock }: Parts): Finding {
  const apartMs = Math.abs(clock.now().getTime() - Date.now());
  const found = `${(apartMs / 1000).toFixed(1)} s from the database's`;
  return apartMs <= clockMsMax
    ? ok("Clock", found)
    : warn("Clock", found, "Let both machines follow NTP: sessions and certificates trust this machine's clock.");
}

/** Asks a question of a few tokens, paid from the day's budget: only that proves key, model and address at once. */
async function examineModel({ config, models, db, secrets }: Parts): Promise<Finding> {
  if (config.aiType === "fail")
    return warn("AI", "AI_TYPE=fail, which never answers", "Set AI_TYPE to heuristic, or to a model.");
  const { provider, model } = await readModel(db.worker, { config, secrets });
  const { briefChat: chat, startsAt } = await models.current();
  if (startsAt !== null)
    return ok("AI", `${provider} ${model} rests until ${startsAt.toISOString()}, as its hours say`);
  if (chat === null) return ok("AI", `${provider === "none" ? config.aiType : provider}: no model is asked`);
  const question = {
    system: "You are asked whether you are there.",
    messages: [{ role: "user" as const, text: "Answer with the word yes." }],
    format: null,
    outputTokensMax: 16,
    temperature: 0,
  };
  const outcome = await chat.ask(question, AbortSignal.timeout(answerMsMax));
  if (outcome.kind !== "failed") return ok("AI", `${outcome.model} answered in ${outcome.usage.latencyMs} ms`);
  return fail(
    "AI",
    `${provider} ${model} does not answer: ${outcome.failure.message}`,
    "Check AI_API_KEY, AI_MODEL and AI_BASE_URL, or the operator's page “Language model”; a refused key is not tried again before 'plainwire analyse --again'. Until then items are analysed offline only.",
  );
}

async function examineSqs({ config }: Parts): Promise<Finding> {
  if (config.queue !== "sqs" || config.sqsQueueUrl === null) return ok("SQS", `not used (QUEUE=${config.queue})`);
  const { loadSqs } = await import("../../queue/load-sqs.ts");
  const { countSqsMessages } = await loadSqs(() => import("../../queue/sqs-transport.ts"));
  const answer = await countSqsMessages(config.sqsQueueUrl, config.awsEndpointUrl);
  return answer.kind === "answers"
    ? ok("SQS", `answers, about ${answer.waiting} messages wait`)
    : fail("SQS", `does not answer: ${answer.reason}`, "Check SQS_QUEUE_URL, the region and the AWS credentials.");
}

async function examineQueue({ db, clock }: Parts): Promise<Finding> {
  const { status, details } = await readHealth(db.worker, clock.now());
  const complaints = Array.isArray(details["complaints"]) ? details["complaints"].join("; ") : "";
  const found = `${String(details["queue_size"])} lanes wait, ${String(details["workers"])} workers`;
  if (status === "DOWN") return fail("Queue", complaints || found, "See 'plainwire queue status'.");
  return details["workers"] === 0
    ? warn("Queue", found, "No feed is fetched: run 'plainwire start' or 'plainwire worker'.")
    : ok("Queue", found);
}

/** Whether people could log in, as far as can be seen without a password. */
export async function examineSignIn(parts: Parts): Promise<Finding> {
  const { authProvider, supabaseUrl: url, supabaseAnonKey: anonKey } = parts.config;
  if (authProvider === "local") return ok("Sign-in", "passwords are stored here");
  if (url === null || anonKey === null) {
    return fail("Sign-in", "AUTH_PROVIDER=supabase without its address", "Set SUPABASE_URL and SUPABASE_ANON_KEY.");
  }
  const { supabaseServiceRoleKey: serviceRoleKey, supabaseJwtSecret: jwtSecret } = parts.config;
  const faults = await examineSupabase({ url, anonKey, serviceRoleKey, jwtSecret, send: sendTrusted(parts) });
  if (faults.length === 0) return ok("Sign-in", `${url} answers, and its keys fit`);
  const say = faults.some(({ keepsOut }) => keepsOut) ? fail : warn;
  return say("Sign-in", faults.map(({ found }) => found).join("; "), faults.map(({ advice }) => advice).join(" "));
}

/** Whether the server of OIDC_ISSUER answers and is the one it should be. Nothing is said where none is set. */
async function examineOidc(parts: Parts): Promise<Finding[]> {
  const { oidc, close } = openOidc(parts);
  if (oidc === null) return [];
  try {
    const found = await oidc.discover();
    const returnTo = `${parts.publicOrigin}/auth/oidc/callback`;
    return [
      found.kind === "found"
        ? ok("OpenID Connect", `${oidc.settings.issuer} answers; its redirect URI has to be ${returnTo}`)
        : fail("OpenID Connect", found.reason, "Check OIDC_ISSUER, and whether this machine reaches it."),
    ];
  } finally {
    await close();
  }
}
