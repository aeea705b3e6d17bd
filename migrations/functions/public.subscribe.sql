-- Adds subscriptions for the person who asks, in the order of wanted (each as for take_feed, and: id, name, is_own, folder_id).
-- Outcomes: added, duplicate, full.
create or replace function public.subscribe(wanted jsonb, subscriptions_max integer, at timestamptz)
returns table (place integer, outcome text, feed uuid)
language plpgsql security definer set search_path = '' as $$
declare
  lanes text[] := public.lanes_of(wanted, null);
  room integer;
  one jsonb;
begin
  perform public.lock_lanes(lanes);
  room := subscriptions_max - (select count(*) from public.subscriptions s where s.user_id = auth.uid());
  for place, one in select w.n, w.value from jsonb_array_elements(wanted) with ordinality w(value, n) loop
    feed := null;
    outcome := case when public.reads_already(one ->> 'url', null) then 'duplicate' when room <= 0 then 'full' end;
    if outcome is null then
      feed := public.take_feed(case when (one ->> 'is_own')::boolean then auth.uid() end, one, at);
      insert into public.subscriptions (id, user_id, feed_id, name, folder_id, created_at, updated_at)
      values ((one ->> 'id')::uuid, auth.uid(), feed, one ->> 'name',
        (select f.id from public.folders f where f.id = (one ->> 'folder_id')::uuid and f.user_id = auth.uid()), at, at);
      -- It rests if all others have paused it.
      perform public.update_runnable(array[feed]) from public.feed_schedules c where c.feed_id = feed and not c.runnable;
      -- Nobody read it, so it was fetched once a day.
      perform public.request_fetch(feed, greatest(f.not_before, f.last_fetched_at + interval '5 minutes', at), at)
      from public.feeds f join public.feed_schedules c on c.feed_id = f.id
      where f.id = feed and c.why_next ->> 'winner' = 'nobody-reads';
      perform accounts.record_event(auth.uid(), 'feed_added', jsonb_build_object('feed_id', feed), at);
      outcome := 'added';
      room := room - 1;
    end if;
    return next;
  end loop;
  perform public.tell_lanes(lanes);
end $$;
