import { examineSupabase } from "../../accounts/supabase/examine-supabase.ts";
import { mailServerAnswers } from "../../accounts/mailer.ts";
import { backupWorkOf, sendTrusted, type Parts } from "../../assemble.ts";
import { openOidc } from "../../assemble-people.ts";
import { readBackups } from "../../backups/backup-store.ts";
import { readWebRole } from "../../database/rights.ts";
import { readHealth } from "../../schedule/read-health.ts";
import { shortTime } from "../format.ts";
import { fail, type Finding, ok, orFinding, warn } from "./examine-machine.ts";
import { examineModel } from "./examine-model.ts";

const clockMsMax = 2_000;

/** What can be checked once the database is open. That it could be opened and migrated proves that it is the right one. */
export async function examineParts(parts: Parts): Promise<Finding[]> {
  const findings = [ok("Database", `${parts.db.connection.describe}, schema up to date`)];
  for (const [check, examine] of checks) {
    const found = await orFinding(check, async () => examine(parts));
    if (found !== null) findings.push(found);
  }
  return findings;
}

/** Null: nothing is to be said. */
const checks: [check: string, examine: (parts: Parts) => Finding | null | Promise<Finding | null>][] = [
  ["Roles", examineRoles],
  ["Rights", examineRights],
  ["Sign-in", examineSignIn],
  ["OpenID Connect", examineOidc],
  ["Clock", examineClock],
  ["AI", examineModel],
  ["Mail", examineMail],
  ["Backup", examineBackup],
  ["SQS", examineSqs],
  ["Queue", examineQueue],
];

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

/** As the alert does: people need it when they forgot their password. */
async function examineMail({ config: { smtpUrl } }: Parts): Promise<Finding> {
  if (smtpUrl === null) return ok("Mail", "none is sent (SMTP_URL is not set)");
  if (await mailServerAnswers(smtpUrl)) return ok("Mail", "the server of SMTP_URL answers and takes the login");
  return fail(
    "Mail",
    "the server of SMTP_URL does not answer, or refuses the login",
    "Check its host, port, user and password, and whether this machine reaches it.",
  );
}

async function examineBackup(parts: Parts): Promise<Finding> {
  const work = backupWorkOf(parts);
  if (work === null) return ok("Backup", "none is scheduled (BACKUP_AT is not set)");
  const problem = await work.findProblem();
  if (problem !== null)
    return fail("Backup", problem, "Try one by hand, which says what is wrong: plainwire backup <file>.");
  const { lastGood } = await readBackups(parts.db.worker);
  return ok(
    "Backup",
    lastGood === null ? "none yet" : `the last good one is from ${shortTime(lastGood.startedAt)} UTC`,
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
  const [lanes, workers] = [Number(details["queue_size"]), Number(details["workers"])];
  const found = `${lanes} ${lanes === 1 ? "lane waits" : "lanes wait"}, ${workers} ${workers === 1 ? "worker" : "workers"}`;
  if (status === "DOWN") return fail("Queue", complaints || found, "See 'plainwire queue status'.");
  return workers === 0
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
async function examineOidc(parts: Parts): Promise<Finding | null> {
  const { oidc, close } = openOidc(parts);
  if (oidc === null) return null;
  try {
    const found = await oidc.discover();
    const returnTo = `${parts.publicOrigin}/auth/oidc/callback`;
    return found.kind === "found"
      ? ok("OpenID Connect", `${oidc.settings.issuer} answers; its redirect URI has to be ${returnTo}`)
      : fail("OpenID Connect", found.reason, "Check OIDC_ISSUER, and whether this machine reaches it.");
  } finally {
    await close();
  }
}
