-- The lanes that a change may write to: those of the addresses themselves, and of the feeds they lead to now.
create or replace function public.lanes_of(wanted jsonb, feed uuid) returns text[] language sql stable set search_path = '' as $$
  select array(
    select w ->> 'lane' from jsonb_array_elements(wanted) w
    union
    select s.lane from public.feed_schedules s where s.feed_id = feed
    union
    select s.lane from jsonb_array_elements(wanted) w
    cross join lateral (
      values (public.find_live_feed(w ->> 'url', null)), (public.find_live_feed(w ->> 'url', auth.uid()))
    ) led(id)
    join public.feed_schedules s on s.feed_id = led.id
  )
$$;
