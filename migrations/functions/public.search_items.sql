-- The newest items with these words that the person may read, before a place in the list. A function, because under
-- row-level security no index answers @@: the operator might reveal what it saw. Plans without the index on words are
-- switched off: the planner takes a look into a vector for cheap, and a rare word among 100,000 items cost 580 ms instead
-- of 1.
create or replace function public.search_items(wanted tsquery, feed uuid, before_date timestamptz, before_id uuid, count_max integer)
returns table (item_id uuid, pub_date timestamptz)
language sql stable security definer rows 50 set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off as $$
  select x.item_id, x.pub_date from item_index x
  where x.words @@ wanted and (feed is null or x.feed_id = feed)
    and x.feed_id in (select s.feed_id from subscriptions s where s.user_id = auth.uid())
    and (x.pub_date, x.item_id) < (before_date, before_id)
  order by x.pub_date desc, x.item_id desc limit count_max
$$;
