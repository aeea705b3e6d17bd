-- Trigger mark_stale on subscriptions: a person's filters also apply to the last week of a feed they begin to read.
create or replace function public.mark_items_of_subscription() returns trigger language plpgsql as $$
begin
  insert into public.stale_items (item_id, since)
  select i.id, clock_timestamp() from public.items i
  where i.feed_id = new.feed_id and i.pub_date > now() - interval '7 days' and i.analysis_status <> 'pending'
    and exists (select from public.filters f where f.user_id = new.user_id)
  on conflict (item_id) do update set since = excluded.since;
  return null;
end $$;
