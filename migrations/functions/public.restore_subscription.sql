-- Undoes a removal of the last day. The feed comes back with its items.
create or replace function public.restore_subscription(subscription uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone public.removed_subscriptions;
  before public.feeds;
  wanted jsonb;
  lanes text[];
begin
  delete from public.removed_subscriptions r
  where r.id = subscription and r.user_id = auth.uid() and r.removed_at >= at - interval '1 day' returning * into gone;
  if gone.id is null then return false; end if;
  select f.* into before from public.feeds r join public.feeds f on f.id = coalesce(r.merged_into, r.id)
  where r.id = gone.feed_id;
  select jsonb_build_object('url', before.url, 'root_domain', before.root_domain, 'lane', c.lane) into wanted
  from public.feed_schedules c where c.feed_id = before.id;
  lanes := public.lanes_of(jsonb_build_array(wanted), before.id);
  perform public.lock_lanes(lanes);
  insert into public.subscriptions (id, number, user_id, feed_id, name, folder_id, in_today, paused_at,
    own_interval_minutes, created_at, updated_at)
  values (gone.id, coalesce(gone.number, nextval(pg_get_serial_sequence('public.subscriptions', 'number'))), gone.user_id,
    public.take_feed(before.owner_id, wanted, at), gone.name, gone.folder_id, gone.in_today, gone.paused_at,
    gone.own_interval_minutes, gone.created_at, at)
  on conflict do nothing;
  perform public.update_runnable(array[s.feed_id]) from public.subscriptions s where s.id = gone.id;
  perform public.tell_lanes(lanes);
  return true;
end $$;
