-- The newest item is looked up again only where it went. The rows are locked in the order of the feeds, as count_new_items does.
create or replace function public.count_gone_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.item_counts c where c.feed_id in (select g.feed_id from gone g) order by c.feed_id for update;
  update public.item_counts c set items = c.items - g.items,
    newest_at = case when g.newest_at < c.newest_at then c.newest_at else coalesce(
      (select max(i.first_seen_at) from public.items i where i.feed_id = c.feed_id), c.newest_at) end
  from (select feed_id, count(*) as items, max(first_seen_at) as newest_at from gone group by feed_id) g
  where g.feed_id = c.feed_id;
  return null;
end $$;
