-- Removes a subscription of the person who asks. It can be restored for a day.
create or replace function public.unsubscribe(subscription uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lanes text[];
  feed uuid;
begin
  select array[c.lane] into lanes from public.subscriptions s join public.feed_schedules c on c.feed_id = s.feed_id
  where s.id = subscription and s.user_id = auth.uid();
  if lanes is null then return false; end if;
  perform public.lock_lanes(lanes);
  delete from public.removed_subscriptions r where r.user_id = auth.uid() and r.removed_at < at - interval '1 day';
  with gone as (
    delete from public.subscriptions where id = subscription and user_id = auth.uid() returning *
  )
  insert into public.removed_subscriptions (id, number, user_id, feed_id, name, folder_id, in_today, paused_at,
    own_interval_minutes, created_at, removed_at)
  select id, number, user_id, feed_id, name, folder_id, in_today, paused_at, own_interval_minutes, created_at, at
  from gone returning feed_id into feed;
  perform public.release_feed(feed, at);
  perform public.tell_lanes(lanes);
  return feed is not null;
end $$;
