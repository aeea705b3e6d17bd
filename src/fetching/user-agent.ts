export type FetcherIdentity = { version: string; contactUrl: string };

/**
 * Honest and stable: product, page about us, and how many people one request serves. Publishers add that number up, so
 * where nobody subscribes there is none: not a reader that they do not have.
 */
export function userAgent({ version, contactUrl }: FetcherIdentity, subscribers: number): string {
  const [major = "0", minor = "0"] = version.split(".");
  const people = subscribers === 0 ? "" : `; ${subscribers} subscriber${subscribers === 1 ? "" : "s"}`;
  return `Plainwire/${major}.${minor} (+${contactUrl}${people})`;
}
