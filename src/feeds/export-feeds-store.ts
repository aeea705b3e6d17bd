import type { Queryable } from "../database/transaction.ts";
import type { FeedSettings } from "./feed-settings.ts";

export type ExportedFeed = {
  url: string;
  settings: FeedSettings;
  title: string | null;
  siteUrl: string | null;
  hasHeaders: boolean;
};

/** Shared live feeds by address: the published ones, or all. A person's own feeds are theirs to export. */
export async function exportFeeds(db: Queryable, { all }: { all: boolean }): Promise<ExportedFeed[]> {
  const { rows } = await db.query<ExportedFeed>(
    `select url, title, site_url as "siteUrl", headers is not null as "hasHeaders", json_build_object(
       'name', name, 'rootDomain', root_domain, 'published', published, 'enabled', enabled, 'polling', polling,
       'adaptive', adaptive, 'intervalMinutes', own_interval_minutes, 'failurePolicy', failure_policy,
       'enforceFeedDomain', enforce_feed_domain, 'fullText', full_text, 'analyzer', analyzer, 'prompt', prompt,
       'cacheScope', cache_scope) as settings
     from feeds where deleted_at is null and owner_id is null and (published or $1) order by url`,
    [all],
  );
  return rows;
}
