-- Trigger mark_new on items: items that were read before they were saved are indexed. Once for all items of a statement.
create or replace function public.mark_new_items() returns trigger language plpgsql as $$
begin
  insert into public.stale_items (item_id, since)
  select id, clock_timestamp() from added where analysis_status <> 'pending' on conflict (item_id) do nothing;
  return null;
end $$;
