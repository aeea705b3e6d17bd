-- Deletes items of a feed, up to a number at a time. Returns how many went.
create or replace function public.delete_items(feed uuid, items_max integer) returns integer
language plpgsql set search_path = '' as $$
declare
  deleted integer;
begin
  delete from public.items where id in (select i.id from public.items i where i.feed_id = feed limit items_max);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
