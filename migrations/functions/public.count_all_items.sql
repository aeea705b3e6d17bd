-- Trigger count_all on items: what moves items to another feed (move_kept_items) or changes when they came (date_future_items) counts by
-- itself. A repair by hand does not.
create or replace function public.count_all_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('plainwire.moving_in', true) = 'on' then return null; end if;
  delete from public.item_counts;
  insert into public.item_counts (feed_id, items, newest_at)
  select i.feed_id, count(*), max(i.first_seen_at) from public.items i group by i.feed_id;
  return null;
end $$;
