-- Triggers mark_listeners_of_new and mark_listeners_of_changed on item_index: the personal feeds of who reads these items may be others
-- now. Most installations have no listener of one, and then one look into a small index is all. Locked in order, so that two
-- processes that index never wait for each other.
create or replace function public.mark_listeners() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.hub_listeners where personal_feed_id is not null) then return null; end if;
  update public.hub_listeners l set stale = true from (
    select h.id from public.hub_listeners h join public.personal_feeds p on p.id = h.personal_feed_id
    where not h.stale and p.user_id in (
      select s.user_id from public.subscriptions s where s.feed_id in (select c.feed_id from changed c)
    )
    order by h.id for update of h
  ) marked
  where l.id = marked.id;
  return null;
end $$;
