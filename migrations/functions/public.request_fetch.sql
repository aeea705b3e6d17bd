-- Makes a feed due in its lane, which must be locked. A feed that a worker has now runs once more afterwards: its lease is
-- never touched, and what is left of a lease that ended goes. A request revives a suspended feed; the caller clears
-- feeds.suspended.
create or replace function public.request_fetch(feed uuid, due timestamptz, at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.feed_schedules s set runnable = public.may_run(f), again_at = due
  from public.feeds f where f.id = feed and s.feed_id = f.id and s.lease_id is not null and s.locked_until > at;
  if found then return; end if;
  update public.feed_schedules s set runnable = public.may_run(f), next_run_at = due, again_at = null,
    fetch_status = 'IDLE', lease_id = null, locked_until = null, queued_at = null, fetch_started_at = null
  from public.feeds f where f.id = feed and s.feed_id = f.id;
end $$;
