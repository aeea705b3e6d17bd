import type { Context } from "hono";
import type { AppAccess } from "../../../accounts/app-password-store.ts";
import { createAppToken, findAccessOfToken, logInApp } from "../../../accounts/open-app-access.ts";
import type { WebEnv } from "../../web-env.ts";
import { type Parameters, readParameters } from "../read-parameters.ts";
import { sendJsonToApp, sendText } from "../send-to-app.ts";
import { addressFrom, type AppParts, type Call } from "../app-call.ts";

const protocol = "greader";

/** `Email` and `Passwd`, which is an app password, for a token. */
export async function clientLogin(parts: AppParts, c: Context<WebEnv>): Promise<Response> {
  const parameters = await readParameters(c);
  const result = await logInApp(parts.accounts, {
    protocol,
    secret: parameters.one("Passwd").trim(),
    email: parameters.one("Email"),
    address: addressFrom(parts, c),
  });
  if (result.kind === "throttled") {
    c.header("Retry-After", String(result.retryAfterSeconds));
    return sendText(c, "Error=TooManyAttempts", 429);
  }
  if (result.kind === "wrong") return sendText(c, "Error=BadAuthentication", 401);
  const token = createAppToken(parts.accounts, result.access.passwordId);
  if (parameters.one("output") === "json") return sendJsonToApp(c, { SID: token, LSID: token, Auth: token });
  // Some apps look for the line break after Auth.
  return sendText(c, `SID=${token}\nLSID=${token}\nAuth=${token}\n`);
}

/**
 * The header decides alone, whatever `T` says: apps send anything there. A POST without the header is the app's if `T` is
 * a token: Liferea 1.14.4 does so.
 */
export async function recogniseApp(
  parts: AppParts,
  c: Context<WebEnv>,
  parameters: Parameters,
): Promise<AppAccess | null> {
  const header = c.req.header("Authorization");
  const inHeader = /^\s*GoogleLogin\s+auth\s*=\s*(\S+)\s*$/i.exec(header ?? "")?.[1];
  const inBody = header === undefined && c.req.method === "POST" ? parameters.one("T").trim() : undefined;
  const token = inHeader ?? inBody;
  if (token === undefined || token === "") return null;
  return findAccessOfToken(parts.accounts, { token, protocol, address: addressFrom(parts, c) });
}

/** NewsFlash cuts the last character, whatever it is. */
export async function sendToken({ parts, c, access }: Call): Promise<Response> {
  return sendText(c, `${createAppToken(parts.accounts, access.passwordId)}\n`);
}
