import { decodeProtectedHeader, jwtVerify } from "jose";
import type { Answer, GotrueClient } from "./gotrue-client.ts";
import { createGotrueClient } from "./gotrue-client.ts";
import { issuersOf, type SupabaseParts } from "./supabase-provider.ts";

/** What would keep people out, or leave something of them behind. */
export type SupabaseFault = { found: string; advice: string; keepsOut: boolean };

type Project = Pick<SupabaseParts, "url" | "anonKey" | "serviceRoleKey" | "jwtSecret" | "send">;

/** Asks a project what can be known without anybody's password. */
export async function examineSupabase(project: Project): Promise<SupabaseFault[]> {
  const gotrue = createGotrueClient(issuersOf(project.url)[0], project.anonKey, project.send);
  const settings = await gotrue.settings();
  if (settings.kind !== "answer") {
    const found = `${project.url} does not answer as Supabase: ${wordsOf(settings)}`;
    return [{ found, advice: "Check SUPABASE_URL and SUPABASE_ANON_KEY.", keepsOut: true }];
  }
  const faults = [
    await examineKeys(gotrue, project),
    await examineIssuer(gotrue, project),
    await examineServiceKey(gotrue, project),
  ];
  return faults.filter((fault) => fault !== null);
}

const secretAdvice = "Set SUPABASE_JWT_SECRET to the project's JWT secret (its settings show it under JWT keys).";

/** No published keys: the project signs with its secret. The usual public key is a token signed with the same one. */
async function examineKeys(gotrue: GotrueClient, { jwtSecret, anonKey }: Project): Promise<SupabaseFault | null> {
  const keys = await gotrue.jwks();
  const publishesKeys = keys.kind === "answer" && keys.value.keys.length > 0;
  if (jwtSecret === null) {
    const found = "the project publishes no signing keys: it signs with HS256, and its tokens cannot be checked";
    return publishesKeys ? null : { found, advice: secretAdvice, keepsOut: true };
  }
  if (!isHs256(anonKey)) return null;
  const isRight = await jwtVerify(anonKey, new TextEncoder().encode(jwtSecret), { algorithms: ["HS256"] }).then(
    () => true,
    (error: { code?: string }) => error.code !== "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
  );
  const found = "SUPABASE_JWT_SECRET did not sign SUPABASE_ANON_KEY: they are of different projects";
  return isRight ? null : { found, advice: secretAdvice, keepsOut: !publishesKeys };
}

function isHs256(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === "HS256";
  } catch {
    return false;
  }
}

async function examineIssuer(gotrue: GotrueClient, { url }: Project): Promise<SupabaseFault | null> {
  const answer = await gotrue.issuer();
  const issuer = answer.kind === "answer" ? answer.value.issuer : "";
  if (issuer === "" || issuersOf(url).includes(issuer)) return null;
  return {
    found: `the project calls itself ${issuer}, and SUPABASE_URL says ${url}`,
    advice: "Set SUPABASE_URL to the address the project knows itself by.",
    keepsOut: true,
  };
}

async function examineServiceKey(gotrue: GotrueClient, { serviceRoleKey }: Project): Promise<SupabaseFault | null> {
  if (serviceRoleKey === null) {
    return {
      found: "without its service key, deleted accounts and failed registrations leave their logins there",
      advice: "Set SUPABASE_SERVICE_ROLE_KEY.",
      keepsOut: false,
    };
  }
  const answer = await gotrue.listUsers(serviceRoleKey);
  if (answer.kind === "answer") return null;
  const found = `its service key is refused: ${wordsOf(answer)}`;
  return { found, advice: "Check SUPABASE_SERVICE_ROLE_KEY.", keepsOut: false };
}

function wordsOf(answer: Exclude<Answer<unknown>, { kind: "answer" }>): string {
  return answer.kind === "refused" ? answer.code : answer.reason;
}
