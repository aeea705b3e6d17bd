import type { Command } from "commander";
import { parseEmail } from "../accounts/credentials-policy.ts";
import { createInvitePass, createResetPass } from "../accounts/pass-store.ts";
import {
  createPerson,
  deletePerson,
  findPersonByEmail,
  listPeople,
  setPersonDisabled,
  type PersonListed,
} from "../accounts/person-store.ts";
import { resetSecondStep } from "../accounts/second-step/reset-second-step-store.ts";
import type { Config } from "../config.ts";
import type { Queryable } from "../database/transaction.ts";
import { urlOf } from "../listen-address.ts";
import { Refusal } from "../refusal.ts";
import { formatTable, shortTime, yesOrNo } from "./format.ts";
import { answer, type Context, type Layout, type Invocation, withDatabase } from "./command-context.ts";

const listedPeopleMax = 10_000;

export function addUserCommand(program: Command, invocation: Invocation): void {
  const user = program.command("user").description("people who may log in");

  user
    .command("list")
    .description("all accounts, oldest first")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire user list")
    .action(async (options: { json?: boolean }) => {
      const people = await withDatabase(invocation, ({ pool }) => listPeople(pool, listedPeopleMax));
      answer(invocation, options, people, (layout) =>
        people.length === 0 ? "No accounts.\n" : toTable(people, layout),
      );
      if (people.length === listedPeopleMax) {
        invocation.io.err.write(
          `Only the oldest ${listedPeopleMax} accounts are shown: /operator/people finds the others.\n`,
        );
      }
    });

  user
    .command("create")
    .argument("<email>")
    .description("create an account and print a link to set its password")
    .option("--operator", "allow access to the operator's pages")
    .addHelpText("after", "\nExample:\n  plainwire user create --operator me@example.org")
    .action(async (text: string, options: { operator?: boolean }) => {
      const link = await withDatabase(invocation, (context) =>
        create(context, requireEmail(text), options.operator ?? false),
      );
      invocation.io.out.write(`Created the account. Set its password within 30 minutes at ${link}\n`);
    });

  user
    .command("invite")
    .argument("[email]", "fills in the form")
    .description("print a link that lets someone register, even if REGISTRATION is closed")
    .addHelpText("after", "\nExample:\n  plainwire user invite friend@example.org")
    .action(async (text?: string) => {
      const email = text === undefined ? null : requireEmail(text);
      const link = await withDatabase(invocation, async ({ pool, config, now }) => {
        return `${originOf(config)}/auth/register?token=${await createInvitePass(pool, email, now())}`;
      });
      invocation.io.out.write(`This link is valid for seven days, for one person: ${link}\n`);
    });

  user
    .command("reset-password")
    .argument("<email>")
    .description("print a link to set a new password; using it ends all sessions")
    .addHelpText("after", "\nExample:\n  plainwire user reset-password me@example.org")
    .action(async (text: string) => {
      const link = await withDatabase(invocation, (context) => createResetLink(context, requireEmail(text)));
      invocation.io.out.write(`Set the password within 30 minutes at ${link}\n`);
    });

  addResetSecondStep(user, invocation);
  addChange(user, invocation, "disable", "stop a person from logging in, at once; their data is kept");
  addChange(user, invocation, "enable", "allow a disabled account to log in again");
  addChange(user, invocation, "delete", "delete an account and everything that belongs to it, permanently");
}

function addResetSecondStep(user: Command, invocation: Invocation): void {
  user
    .command("reset-second-step")
    .argument("<email>")
    .description("turn off what is asked after a person's password: codes from an app, a passkey, recovery codes")
    .option("--passkeys", "remove the passkeys too; the password or another way in must be left")
    .addHelpText("after", "\nExample:\n  plainwire user reset-second-step me@example.org")
    .action(async (text: string, options: { passkeys?: boolean }) => {
      const { email, removed } = await withDatabase(invocation, async ({ pool, config, now }) => {
        const person = await requirePerson(pool, text);
        const issuers = config.oidcIssuer === null ? [] : [config.oidcIssuer];
        const result = await resetSecondStep(
          pool,
          { id: person.id, issuers },
          { passkeys: options.passkeys ?? false, now: now() },
        );
        if (result.kind === "last") {
          throw new Refusal(
            `${person.email} has no other way in than passkeys: 'plainwire user reset-password' prints a link to set a password first.`,
          );
        }
        return { email: person.email, removed: result.passkeys };
      });
      const passkeys =
        options.passkeys === true ? ` Removed ${removed} ${removed === 1 ? "passkey" : "passkeys"}.` : "";
      invocation.io.out.write(`The password alone opens the account ${email} again.${passkeys}\n`);
    });
}

async function requirePerson(pool: Queryable, text: string): Promise<{ id: string; email: string }> {
  const person = await findPersonByEmail(pool, requireEmail(text));
  if (person === null) throw new Refusal(`There is no account ${text}: 'plainwire user list' shows all.`);
  return person;
}

type Change = "disable" | "enable" | "delete";

function addChange(user: Command, invocation: Invocation, change: Change, description: string): void {
  user
    .command(change)
    .argument("<email>")
    .description(description)
    .addHelpText("after", `\nExample:\n  plainwire user ${change} somebody@example.org`)
    .action(async (text: string) => {
      const email = await withDatabase(invocation, async ({ pool, now }) => {
        const person = await requirePerson(pool, text);
        if (change === "delete") await deletePerson(pool, person.id, now());
        else await setPersonDisabled(pool, person.id, change === "disable", now());
        return person.email;
      });
      invocation.io.out.write(`${done[change]} ${email}\n`);
    });
}

const done: Record<Change, string> = { disable: "Disabled", enable: "Enabled", delete: "Deleted" };

async function create(context: Context, email: string, operator: boolean): Promise<string> {
  const { pool, config, now } = context;
  if (config.authProvider !== "local") {
    throw new Refusal(
      `With AUTH_PROVIDER=${config.authProvider} people register there: 'plainwire user invite' lets them.`,
    );
  }
  if ((await createPerson(pool, { email, operator }, now())) === null) {
    throw new Refusal(`There is already an account ${email}: 'plainwire user reset-password' prints a link for it.`);
  }
  return createResetLink(context, email);
}

async function createResetLink({ pool, config, now }: Context, email: string): Promise<string> {
  const token = await createResetPass(pool, email, now());
  if (token !== null) return `${originOf(config)}/auth/reset/${token}`;
  throw new Refusal(
    `There is no enabled account ${email} whose password is kept here: 'plainwire user list' shows all.`,
  );
}

function requireEmail(text: string): string {
  const email = parseEmail(text);
  if (email === null) throw new Refusal(`"${text.slice(0, 300)}" is not an email address.`, 2);
  return email;
}

function originOf({ publicOrigin, host, port }: Config): string {
  return publicOrigin ?? urlOf(host, port);
}

function toTable(people: PersonListed[], layout: Layout): string {
  return formatTable(
    ["EMAIL", "OPERATOR", "STATE", "FEEDS", "LAST SEEN (UTC)", "SINCE (UTC)"],
    people.map(({ email, operator, disabledAt, subscriptions, lastSeenAt, createdAt }) => [
      email,
      yesOrNo(operator),
      disabledAt === null ? "enabled" : "disabled",
      String(subscriptions),
      shortTime(lastSeenAt),
      shortTime(createdAt),
    ]),
    layout,
    { expendable: ["SINCE (UTC)", "FEEDS"] },
  );
}
