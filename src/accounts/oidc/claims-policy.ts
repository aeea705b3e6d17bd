import { withoutBidi } from "../../text/characters.ts";
import { parseEmail } from "../credentials-policy.ts";

/** What the provider says about a person, beyond its own id for them. */
export type Claims = {
  subject: string;
  email: string | null;
  isVerified: boolean;
  name: string;
  groups: string[] | null;
};

export function parseClaims(subject: string, raw: Readonly<Record<string, unknown>>): Claims {
  const { email, email_verified: verified, groups } = raw;
  return {
    subject,
    email: typeof email === "string" ? parseEmail(email) : null,
    // Some providers write it as text.
    isVerified: verified === true || verified === "true",
    name: [email, raw["preferred_username"], raw["name"]].map(cleanName).find((name) => name !== "") ?? subject,
    groups: parseGroups(groups),
  };
}

/** Anybody can choose a name there, and it stands in a sentence of ours. */
function cleanName(name: unknown): string {
  return typeof name === "string" ? withoutBidi(name.replace(/\p{Cc}/gu, "")).trim() : "";
}

function parseGroups(groups: unknown): string[] | null {
  if (typeof groups === "string") return [groups];
  return Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : null;
}

/** Keycloak writes groups as paths: /staff. */
export function isInGroup({ groups }: Claims, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  return (groups ?? []).some((group) => allowed.includes(group) || allowed.includes(group.replace(/^\//, "")));
}

export type NewcomerRules = { autoCreate: boolean; allowedDomains: readonly string[] };
export type NotAdmitted = "unknown" | "no-email" | "unverified" | "domain";

/** Whether somebody without an account gets one; the groups were checked before. */
export function judgeNewcomer(
  { email, isVerified }: Claims,
  { autoCreate, allowedDomains }: NewcomerRules,
): { email: string } | NotAdmitted {
  if (!autoCreate) return "unknown";
  if (email === null) return "no-email";
  if (!isVerified) return "unverified";
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return allowedDomains.length === 0 || allowedDomains.includes(domain) ? { email } : "domain";
}
