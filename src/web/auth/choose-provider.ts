import type { AuthProvider } from "../../accounts/auth-provider.ts";
import type { SendJson } from "../../accounts/supabase/gotrue-client.ts";
import { createHasher, createLocalProvider } from "../../accounts/local-provider.ts";
import { createSupabaseProvider } from "../../accounts/supabase/supabase-provider.ts";
import type { Config } from "../../config.ts";
import type { Queryable } from "../../database/transaction.ts";
import { Refusal } from "../../refusal.ts";

type ProviderSettings = Pick<
  Config,
  "authProvider" | "supabaseUrl" | "supabaseAnonKey" | "supabaseServiceRoleKey" | "supabaseJwtSecret" | "registration"
>;

/** Creates the login provider that AUTH_PROVIDER names. `send` makes its outgoing requests. */
export function chooseProvider(config: ProviderSettings, db: Queryable, send: SendJson, now: () => Date): AuthProvider {
  if (config.authProvider === "local") return createLocalProvider(db, createHasher());
  const { supabaseUrl: url, supabaseAnonKey: anonKey } = config;
  const { supabaseServiceRoleKey: serviceRoleKey, supabaseJwtSecret: jwtSecret } = config;
  if (url === null || anonKey === null) {
    throw new Refusal("AUTH_PROVIDER=supabase needs SUPABASE_URL and SUPABASE_ANON_KEY.");
  }
  const admitsStrangers = config.registration === "open";
  return createSupabaseProvider({ db, send, now, url, anonKey, serviceRoleKey, jwtSecret, admitsStrangers });
}
