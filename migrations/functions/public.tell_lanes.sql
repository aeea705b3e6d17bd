-- The second half of the rule for every change of a schedule: tells each lane when its first feed is due, and wakes the
-- workers. A lane that is leased keeps its time and learns the new one from asked_at when its lease ends.
create or replace function public.tell_lanes(lanes text[]) returns void language plpgsql set search_path = '' as $$
begin
  -- greatest() passes over null: a lane with nothing due must become infinity first, or it would be ready forever.
  update public.lanes h set
    asked_at = case when h.lease_id is null then h.asked_at else least(h.asked_at, d.due) end,
    ready_at = case when h.lease_id is null then greatest(h.free_at, coalesce(d.due, 'infinity')) else h.ready_at end
  from (
    select k.lane, (select s.next_run_at from public.feed_schedules s
      where s.lane = k.lane and s.runnable and s.next_run_at is not null order by s.next_run_at limit 1) as due
    from unnest(lanes) k(lane)
  ) d
  where h.lane = d.lane;
  perform pg_notify('plainwire_due', '');
end $$;
