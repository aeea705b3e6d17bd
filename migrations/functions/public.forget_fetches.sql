-- Forgets all that a feed's fetches have taught: another address or other headers may get another document. A time that the
-- server named (not_before) is not forgotten here.
create or replace function public.forget_fetches(feed uuid) returns void language sql volatile set search_path = '' as $$
  update public.feeds set etag = null, last_modified = null, validators_url = null, body_hash = null, entries_digest = null,
    seen = null, hints = null, discovered = null, last_fetch_status = null, last_fetch_error = null, retry_count = 0,
    failure_class = null, class_failures = 0, circuit_opened_at = null, circuit_until = null, probes = 0, suspended = false
  where id = feed
$$;
