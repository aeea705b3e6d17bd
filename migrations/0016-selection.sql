-- Until now a feed also remembered the items that it had dropped for linking to another domain, and so never stored them,
-- whatever the setting said later. Feeds that dropped something lately see their whole document once more.
update feeds f set validators_url = null, etag = null, last_modified = null, body_hash = null, seen = null
where enforce_feed_domain and exists (select from fetch_logs l where l.feed_id = f.id and l.discarded > 0);
