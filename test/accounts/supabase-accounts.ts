import type pg from "pg";
import type { AccountParts } from "../../src/accounts/auth-provider.ts";
import { createSupabaseProvider } from "../../src/accounts/supabase/supabase-provider.ts";
import { requestJson, type TrustedClient } from "../../src/http-client/trusted-client.ts";
import { type Gotrue, gotrue } from "../ground/gotrue.ts";
import { accountParts } from "../web/web-parts.ts";

export type SupabaseOptions = {
  admitsStrangers?: boolean;
  serviceRoleKey?: string | null;
  jwtSecret?: string | null;
  server?: Gotrue;
};

/** Accounts whose passwords a project of Supabase keeps, and that project. */
export async function supabaseAccounts(
  web: pg.Pool,
  client: TrustedClient,
  options: SupabaseOptions = {},
): Promise<{ server: Gotrue; parts: AccountParts }> {
  const server = options.server ?? (await gotrue());
  const { serviceRoleKey = server.serviceRoleKey, jwtSecret = null, admitsStrangers = false } = options;
  const provider = createSupabaseProvider({
    db: web,
    send: (request) => requestJson(client, request),
    now: () => new Date(),
    url: `${server.url}/`,
    anonKey: server.anonKey,
    serviceRoleKey,
    jwtSecret,
    admitsStrangers,
  });
  return { server, parts: accountParts(web, { provider }) };
}
