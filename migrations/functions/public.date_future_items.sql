-- Items that came or were dated while the clock was years ahead would lead every list until then, and apps that wait for what is still
-- being saved would get nothing new. They are dated now. Up to a number at a time; returns how many there were.
create or replace function public.date_future_items(at timestamptz, far timestamptz, items_max integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := array(
    (select i.id from public.items i where i.first_seen_at > far order by i.first_seen_at desc limit items_max)
    union (select i.id from public.items i where i.pub_date > far order by i.pub_date desc limit items_max)
    order by id);
begin
  if cardinality(chosen) = 0 then return 0; end if;
  -- How many a feed has stays the same (count_all_items).
  perform set_config('plainwire.moving_in', 'on', true);
  update public.items set first_seen_at = least(first_seen_at, at), pub_date = least(pub_date, at) where id = any(chosen);
  update public.item_counts set newest_at = at where newest_at > far;
  perform set_config('plainwire.moving_in', 'off', true);
  return cardinality(chosen);
end $$;
