export type FetcherIdentity = { version: string; contactUrl: string };

/** Honest and stable: product, page about us, and how many people one request serves (notes/politeness.md, 20). */
export function userAgent({ version, contactUrl }: FetcherIdentity, subscribers: number): string {
  const [major = "0", minor = "0"] = version.split(".");
  const people = Math.max(subscribers, 1);
  return `Plainwire/${major}.${minor} (+${contactUrl}; ${people} subscriber${people === 1 ? "" : "s"})`;
}
