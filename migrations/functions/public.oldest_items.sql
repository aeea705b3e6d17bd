-- Of the oldest look_at items on this server, after a place in the list, those the person may read: newest_items from the
-- other end, and a function for the same reason.
create or replace function public.oldest_items(after_date timestamptz, after_id uuid, look_at integer)
returns table (item_id uuid, pub_date timestamptz, rating real)
language sql stable security definer rows 500 set search_path = public, pg_temp as $$
  select i.id, i.pub_date, i.rating from (
    select id, feed_id, pub_date, rating from items
    where pub_date >= after_date and (pub_date, id) > (after_date, after_id)
    order by pub_date, id limit look_at
  ) i
  where i.feed_id in (select s.feed_id from subscriptions s where s.user_id = (select auth.uid()))
$$;
