/** How a person can log in by themselves. App passwords are none: they open an app's protocol, never a session. */
export type WaysIn = { password: boolean; passkeys: number; identities: number };
/** A person, and what this server offers: passkeys at this host, logins at these servers. What was made elsewhere opens nothing. */
export type PersonHere = { id: string; host: string | null; issuers: readonly string[] };
export type WayIn = "password" | "passkey" | "identity";

/** The last way in stays: without one, only the operator could help. */
export function mayRemove(ways: WaysIn, way: WayIn): boolean {
  switch (way) {
    case "password":
      return ways.password && ways.passkeys + ways.identities > 0;
    case "passkey":
      return ways.passkeys > 1 || (ways.passkeys === 1 && (ways.password || ways.identities > 0));
    case "identity":
      return ways.identities > 1 || (ways.identities === 1 && (ways.password || ways.passkeys > 0));
  }
}
