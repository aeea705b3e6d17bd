-- Undoes a removal of several feeds at once: all that the person who asks removed at that moment, within the last day. Returns
-- how many came back. Their lanes are locked together, in one order: two undos at once wait for each other.
create or replace function public.restore_subscriptions(removed timestamptz, at timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
  lanes text[];
  restored integer := 0;
  one uuid;
begin
  select array_agg(r.id order by r.id), array_agg(distinct c.lane) into gone, lanes
  from public.removed_subscriptions r
  join public.feeds f on f.id = r.feed_id
  join public.feed_schedules c on c.feed_id = coalesce(f.merged_into, f.id)
  where r.user_id = auth.uid() and r.removed_at = removed;
  if gone is null then return 0; end if;
  perform public.lock_lanes(lanes);
  foreach one in array gone loop
    if public.restore_subscription(one, at) then restored := restored + 1; end if;
  end loop;
  return restored;
end $$;
