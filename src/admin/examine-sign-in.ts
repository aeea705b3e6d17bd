import { examineSupabase } from "../accounts/supabase/examine-supabase.ts";
import { type Parts, sendTrusted } from "../assemble.ts";
import type { Finding } from "./finding.ts";
import { fail, ok, warn } from "./finding.ts";

/** Whether people could log in, as far as that shows without a password. */
export async function examineSignIn(parts: Parts): Promise<Finding> {
  const { authProvider, supabaseUrl: url, supabaseAnonKey: anonKey } = parts.config;
  if (authProvider === "local") return ok("Sign-in", "passwords are kept here");
  if (url === null || anonKey === null) {
    return fail("Sign-in", "AUTH_PROVIDER=supabase without its address", "Set SUPABASE_URL and SUPABASE_ANON_KEY.");
  }
  const { supabaseServiceRoleKey: serviceRoleKey, supabaseJwtSecret: jwtSecret } = parts.config;
  const faults = await examineSupabase({ url, anonKey, serviceRoleKey, jwtSecret, send: sendTrusted(parts) });
  if (faults.length === 0) return ok("Sign-in", `${url} answers, and its keys fit`);
  const say = faults.some(({ keepsOut }) => keepsOut) ? fail : warn;
  return say("Sign-in", faults.map(({ found }) => found).join("; "), faults.map(({ advice }) => advice).join(" "));
}
