/** An entry of a document that is not known to be stored as it is: new, changed, or back again. */
export type NewItem = {
  id: string;
  hash: string;
  guid: string | null;
  guidKey: bigint | null;
  url: string | null;
  title: string;
  author: string | null;
  content: string;
  contentBase: string | null;
  summary: string | null;
  categories: string[];
  enclosures: { url: string; type: string | null; bytes: number | null }[];
  language: string | null;
  pubDate: Date;
  fingerprint: Buffer;
};
