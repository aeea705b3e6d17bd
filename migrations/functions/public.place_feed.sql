-- A feed takes its place in a lane, which must be locked: a new one is due at that time (null: not scheduled), one that
-- comes back keeps the time it had. A suspended one gets none. In PL/pgSQL, which keeps its plan for all feeds of an import.
create or replace function public.place_feed(feed uuid, in_lane text, due timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.feed_schedules as s (feed_id, lane, runnable, next_run_at)
  select f.id, in_lane, public.may_run(f) and not f.suspended, case when not f.suspended then due end
  from public.feeds f where f.id = feed
  on conflict (feed_id) do update set lane = excluded.lane, runnable = excluded.runnable,
    next_run_at = coalesce(s.next_run_at, excluded.next_run_at);
end $$;
