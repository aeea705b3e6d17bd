-- Gives a feed other credentials. Nothing learned so far holds with them, so the feed starts from scratch and is due; but
-- never before a time its server named, and not within five minutes of the last fetch, as with any request by a person.
create or replace function public.renew_feed(feed uuid, sealed bytea, at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.feed_schedules s set
    runnable = f.enabled, why_next = null,
    again_at = case when s.lease_id is not null and s.locked_until > at then due.earliest end,
    next_run_at = case when s.lease_id is not null and s.locked_until > at then s.next_run_at else due.earliest end
  from public.feeds f
  cross join lateral (
    select greatest(at - interval '1 day', f.not_before, f.last_fetched_at + interval '5 minutes') as earliest
  ) due
  where f.id = feed and s.feed_id = f.id;
  update public.feeds set headers = sealed, updated_at = at, etag = null, last_modified = null, validators_url = null,
    body_hash = null, entries_digest = null, seen = null, hints = null, discovered = null, last_fetch_status = null,
    last_fetch_error = null, retry_count = 0, failure_class = null, class_failures = 0, circuit_opened_at = null,
    circuit_until = null, probes = 0, suspended = false
  where id = feed;
end $$;
