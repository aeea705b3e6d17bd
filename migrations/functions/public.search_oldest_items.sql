-- As search_items, the other way round: the oldest items with these words that the person may read, after a place in the list.
create or replace function public.search_oldest_items(wanted tsquery, in_feeds uuid[], after_date timestamptz, after_id uuid, count_max integer)
returns table (item_id uuid, pub_date timestamptz)
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off as $$
declare
  few_feeds constant integer := 200;
  person constant uuid := auth.uid();
  feeds uuid[] := array(select s.feed_id from subscriptions s
    where s.user_id = person and (in_feeds is null or s.feed_id = any(in_feeds)));
begin
  if cardinality(feeds) <= few_feeds then
    return query select x.item_id, x.pub_date from item_index x
      where x.words @@ wanted and x.feed_id = any(feeds) and (x.pub_date, x.item_id) > (after_date, after_id)
      order by x.pub_date, x.item_id limit count_max;
  else
    -- auth.uid(): see search_items.
    return query select x.item_id, x.pub_date from item_index x
      where x.words @@ wanted and x.feed_id in (
          select s.feed_id from subscriptions s where s.user_id = auth.uid() and (in_feeds is null or s.feed_id = any(in_feeds)))
        and (x.pub_date, x.item_id) > (after_date, after_id)
      order by x.pub_date, x.item_id limit count_max;
  end if;
end
$$;
