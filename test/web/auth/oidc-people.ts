import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { startSession } from "../../../src/accounts/session-store.ts";
import { formTokens } from "../../../src/web/csrf.ts";
import { type HostileOidc, liesAbout } from "../../ground/hostile-oidc.ts";
import type { TestDatabase } from "../../ground/test-database.ts";
import type { oidcApp } from "./oidc-app.ts";

type World = ReturnType<typeof oidcApp>;
type Person = { headers: Record<string, string> };
type PersonRow = { id: string; operator: boolean; password_hash: string | null; events: string[] };

export const newSubject = () => `sub-${randomUUID()}`;
export const newEmail = () => `${randomUUID()}@example.org`;

/** Who comes from a provider, and what became of them here. */
export function oidcPeople({ worker }: TestDatabase, provider: HostileOidc) {
  const personOf = async (email: string) => {
    const { rows } = await worker.query<PersonRow>(
      `select id, operator, password_hash,
         array(select event_type from events e where e.user_id = u.id order by created_at) as events
       from accounts.users u where email = $1`,
      [email],
    );
    return rows[0];
  };
  return {
    personOf,
    /** The next who comes from the provider. */
    comes: (claims: Record<string, unknown>): void => {
      provider.lies = liesAbout({ claims: (usual) => ({ ...usual, ...claims }) });
    },
    /** With a session that knows its form token: of a cookie, or a new one. */
    logInAs: async ({ parts: { accounts, secretKey } }: World, email: string, cookie: string | null = null) => {
      const visit = { address: "127.0.0.1", userAgent: null, sessionToken: null };
      const session = { personId: (await personOf(email))?.id ?? "", visit, tokens: null, event: null };
      const token = cookie ?? (await startSession(accounts.db, session, accounts.now())).token;
      return {
        headers: {
          Accept: "text/html",
          Cookie: `__Host-session=${token}`,
          "Sec-Fetch-Site": "same-origin",
          "X-CSRF-Token": formTokens(secretKey).create(token),
        },
      };
    },
  };
}

/** Goes to the provider to link the login there, up to the form that has to be confirmed. */
export async function ticketFor(app: World, person: Person) {
  const landed = await app.travel("/account/identities/link", person);
  assert.equal(landed.status, 200, landed.text);
  return { landed, ticket: /name="ticket" value="([\w-]+)"/.exec(landed.text)?.[1] ?? "" };
}
