/** For whom passkeys are made: they work at this origin and nowhere else. */
export type RelyingParty = { id: string; origin: string };

/**
 * Null where browsers offer no passkeys: an address instead of a name (what PUBLIC_ORIGIN is without a value), or plain http
 * on anything but localhost.
 */
export function relyingPartyOf(publicOrigin: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicOrigin);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  const isSecure = protocol === "https:" || /(^|\.)localhost$/.test(hostname);
  return isSecure && !isAddress ? { id: hostname, origin } : null;
}
