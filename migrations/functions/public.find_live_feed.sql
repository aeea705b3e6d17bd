-- The live feed of an address: a person's own one or, with owner null, the shared one, also under an address it moved
-- away from. Each of the first two questions is answered by one of the two unique indexes; "owner_id is not distinct from"
-- could use neither, and would read a million feeds.
create or replace function public.find_live_feed(address text, owner uuid) returns uuid language sql stable set search_path = '' as $$
  select f.id from public.feeds f where owner is null and f.url = address and f.owner_id is null and f.deleted_at is null
  union all
  select f.id from public.feeds f where f.owner_id = owner and f.url = address and f.deleted_at is null
  union all
  select f.id from public.feed_aliases a join public.feeds f on f.id = a.feed_id
  where owner is null and a.url = address and f.owner_id is null and f.deleted_at is null
  limit 1
$$;
