-- Trigger mark_stale on items: an item whose analysis was saved is indexed again. The code that saves an analysis does not
-- need to know who reads it. Names have their schema, because some callers have no search path.
create or replace function public.mark_stale_item() returns trigger language plpgsql as $$
begin
  insert into public.stale_items (item_id, since) values (new.id, clock_timestamp())
  on conflict (item_id) do update set since = excluded.since;
  return null;
end $$;
