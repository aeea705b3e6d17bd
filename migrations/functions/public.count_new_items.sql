-- In the order of the feeds, so that two batches cannot wait for each other.
create or replace function public.count_new_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.item_counts as c (feed_id, items, newest_at)
  select feed_id, count(*), max(first_seen_at) from added group by feed_id order by feed_id
  on conflict (feed_id) do update set items = c.items + excluded.items, newest_at = greatest(c.newest_at, excluded.newest_at);
  return null;
end $$;
