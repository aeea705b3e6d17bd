-- Two feeds turned out to be one: what people read, starred or hid in the old one holds for the same items of the other. By hash, or by
-- guid, as a fetch finds them: where a site moved to https, its links moved, too. Two of the old ones may be one of the other. Webhooks
-- have had these stars (send_starred_items).
-- The other may be new, or have been off: what was read in the old one since its last fetch is read there when it comes. A document lists
-- a few hundred items at most.
create or replace function public.copy_item_states(from_feed uuid, to_feed uuid) returns void
language sql volatile set search_path = '' as $$
  select set_config('plainwire.moving_in', 'on', true);
  insert into public.item_states (user_id, item_id, read_at, starred_at, hidden_at)
  select s.user_id, new.id, min(s.read_at), min(s.starred_at), min(s.hidden_at)
  from public.items old join public.item_states s on s.item_id = old.id
    cross join lateral (
      select i.id from public.items i where i.feed_id = to_feed and i.hash = old.hash
      union all
      select i.id from public.items i where i.feed_id = to_feed and i.guid_key = old.guid_key and i.guid = old.guid
      limit 1
    ) new
  where old.feed_id = from_feed
  group by s.user_id, new.id order by s.user_id, new.id
  on conflict (user_id, item_id) do update set read_at = coalesce(item_states.read_at, excluded.read_at),
    starred_at = coalesce(item_states.starred_at, excluded.starred_at);
  insert into public.awaited_marks (user_id, feed_id, hash, read_at, created_at)
  select s.user_id, to_feed, old.hash, s.read_at, now()
  from (
    select i.id, i.hash, i.guid_key, i.guid from public.items i join public.feeds target on target.id = to_feed
    where i.feed_id = from_feed and i.first_seen_at > coalesce(target.last_success_at, '-infinity')
    order by i.pub_date desc, i.id desc limit 500
  ) old join public.item_states s on s.item_id = old.id
  where s.read_at is not null and exists (
      select from public.subscriptions b where b.user_id = s.user_id and b.feed_id = to_feed
    ) and not exists (select from public.items new where new.feed_id = to_feed and new.hash = old.hash)
    and not exists (select from public.items new where new.feed_id = to_feed and new.guid_key = old.guid_key and new.guid = old.guid)
  order by old.hash, s.user_id
  on conflict (feed_id, hash, user_id) do nothing;
  select set_config('plainwire.moving_in', 'off', true);
$$;
