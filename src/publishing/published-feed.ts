/** A feed as its readers are to see it. `selfUrl` is where this document of ours is served. */
export type PublishedFeed = {
  url: string;
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  language: string | null;
  selfUrl: string;
};
