-- Two feeds turned out to be one: an item of the old one that somebody starred, and that the other lacks, moves there. It would be deleted
-- with its feed otherwise. It stays the same item, with its number, its address, its versions and everybody's marks. Who reads only the
-- other finds it read: it is no news. Before subscriptions move. Returns how many moved.
create or replace function public.move_kept_items(from_feed uuid, to_feed uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept uuid[] := array(
    select i.id from public.items i
    where i.feed_id = from_feed
      and exists (select from public.item_states s where s.item_id = i.id and s.starred_at is not null)
      and not exists (select from public.items t where t.feed_id = to_feed and t.hash = i.hash)
      and not exists (select from public.items t where t.feed_id = to_feed and t.guid_key = i.guid_key and t.guid = i.guid)
    order by i.id);
begin
  if cardinality(kept) = 0 then return 0; end if;
  -- Webhooks have had these stars (send_starred_items), and two feeds are counted here instead of all (count_all_items).
  perform set_config('plainwire.moving_in', 'on', true);
  update public.items set feed_id = to_feed where id = any(kept);
  update public.item_states set feed_id = to_feed where item_id = any(kept);
  insert into public.item_states (user_id, item_id, feed_id, read_at)
  select b.user_id, k.id, to_feed, now() from unnest(kept) k(id) join public.subscriptions b on b.feed_id = to_feed
  where not exists (select from public.subscriptions o where o.user_id = b.user_id and o.feed_id = from_feed)
  order by b.user_id, k.id
  on conflict (user_id, item_id) do nothing;
  -- In the order of the feeds, as count_new_items does.
  insert into public.item_counts as c (feed_id, items, newest_at)
  select n.feed_id, n.items, (select max(i.first_seen_at) from public.items i where i.id = any(kept))
  from (values (from_feed, -cardinality(kept)), (to_feed, cardinality(kept))) n(feed_id, items) order by n.feed_id
  on conflict (feed_id) do update set items = c.items + excluded.items, newest_at = greatest(c.newest_at, excluded.newest_at);
  perform set_config('plainwire.moving_in', 'off', true);
  return cardinality(kept);
end $$;
