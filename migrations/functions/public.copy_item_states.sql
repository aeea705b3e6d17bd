-- Two feeds turned out to be one: what people read, starred or hid in the old one holds for the same items of the other.
create or replace function public.copy_item_states(from_feed uuid, to_feed uuid) returns void
language sql volatile set search_path = '' as $$
  insert into public.item_states (user_id, item_id, read_at, starred_at, hidden_at)
  select s.user_id, new.id, s.read_at, s.starred_at, s.hidden_at
  from public.items old join public.item_states s on s.item_id = old.id
    join public.items new on new.feed_id = to_feed and new.hash = old.hash
  where old.feed_id = from_feed
  on conflict (user_id, item_id) do update set read_at = coalesce(item_states.read_at, excluded.read_at),
    starred_at = coalesce(item_states.starred_at, excluded.starred_at)
$$;
