-- Nothing in the product moves items to another feed or changes when they came. Who repairs a database by hand does.
create or replace function public.count_all_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.item_counts;
  insert into public.item_counts (feed_id, items, newest_at)
  select i.feed_id, count(*), max(i.first_seen_at) from public.items i group by i.feed_id;
  return null;
end $$;
