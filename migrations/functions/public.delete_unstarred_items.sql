-- Deletes these items, except those that somebody starred, however late. One statement would go on with what it saw when it began, so
-- they are locked first and looked at again then: a first mark that is being saved holds its item, a star next to an older mark holds
-- that mark only. Returns how many went.
create or replace function public.delete_unstarred_items(ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  chosen uuid[] := array(select i.id from public.items i where i.id = any(ids)
    and not exists (select from public.item_states s where s.item_id = i.id and s.starred_at is not null) order by i.id);
  deleted integer;
begin
  perform from public.items i where i.id = any(chosen) order by i.id for update;
  perform from public.item_states s where s.item_id = any(chosen) order by s.item_id, s.user_id for update;
  delete from public.items i where i.id = any(chosen)
    and not exists (select from public.item_states s where s.item_id = i.id and s.starred_at is not null);
  get diagnostics deleted = row_count;
  return deleted;
end $$;
