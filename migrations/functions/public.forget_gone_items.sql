-- Trigger forget_gone on items: what was made of deleted items goes with them. The mark goes first: it waits for the process that is
-- indexing the item, and what that process has written is seen by the statements that follow.
create or replace function public.forget_gone_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.stale_items s using gone g where s.item_id = g.id;
  delete from public.item_index x using gone g where x.item_id = g.id;
  delete from public.story_signs t using gone g where t.item_id = g.id;
  return null;
end $$;
