-- Gives a subscription another name and, where wanted (as one entry of subscribe) leads elsewhere, another feed. Feeds are
-- shared: a new address never changes the old feed's row. Outcomes: changed, duplicate, unknown.
create or replace function public.change_subscription(subscription uuid, new_name text, wanted jsonb, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  before public.feeds;
  lanes text[];
  feed uuid;
begin
  select f.* into before from public.subscriptions s join public.feeds f on f.id = s.feed_id
  where s.id = subscription and s.user_id = auth.uid();
  if before.id is null then return 'unknown'; end if;
  lanes := public.lanes_of(jsonb_build_array(wanted), before.id);
  perform public.lock_lanes(lanes);
  if public.reads_already(wanted ->> 'url', subscription) then return 'duplicate'; end if;
  feed := public.take_feed(case when (wanted ->> 'is_own')::boolean then auth.uid() end,
    wanted || jsonb_build_object('kept', before.headers), at);
  update public.subscriptions set name = new_name, feed_id = feed, updated_at = at
  where id = subscription and user_id = auth.uid();
  if feed <> before.id then
    perform public.release_feed(before.id, at);
    perform public.update_runnable(array[feed]);
  end if;
  perform public.tell_lanes(lanes);
  return 'changed';
end $$;
