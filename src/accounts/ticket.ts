import type { SecretBox } from "../database/secret-box.ts";

/** What tickets are for. One of them never passes for another, nor does anything else that this server has sealed. */
type Purpose = "oidc trip" | "identity link" | "password recovery" | "codes setup";
type Content = { endsAt: number };

/** What a browser carries for us from one page to the next, in a cookie or a form: it can neither read nor change it. */
export function sealTicket(secrets: SecretBox, purpose: Purpose, content: Content): string {
  return secrets.seal(JSON.stringify(content), contextOf(purpose)).toString("base64url");
}

/** Null where it is none of ours, for something else, or too old. What it holds is what was sealed for this purpose. */
export function openTicket(secrets: SecretBox, purpose: Purpose, ticket: string, now: Date): Content | null {
  try {
    const content = JSON.parse(secrets.open(Buffer.from(ticket, "base64url"), contextOf(purpose))) as Content;
    return content.endsAt > now.getTime() ? content : null;
  } catch {
    return null;
  }
}

function contextOf(purpose: Purpose): string {
  return `ticket: ${purpose}`;
}
