-- Which of these numbers are items of the person, and when each came to them. A function for the same reason as app_items.
create or replace function public.own_items(numbers bigint[])
returns table (item_id uuid, number bigint, came_at timestamptz, is_hidden boolean)
language sql stable security definer rows 100 set search_path = public, pg_temp as $$
  select i.id, i.number, greatest(i.first_seen_at, b.created_at), s.hidden_at is not null
  from items i join subscriptions b on b.feed_id = i.feed_id and b.user_id = (select auth.uid())
  left join item_states s on s.user_id = b.user_id and s.item_id = i.id
  where i.number = any(numbers)
$$;
