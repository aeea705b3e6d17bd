-- Items are read before they are saved: an item that comes with its analysis is indexed like one that was analysed afterwards.
-- Once for all items of a statement. Takes a short lock on items and rewrites nothing.
create function mark_new_items() returns trigger language plpgsql as $$
begin
  insert into public.stale_items (item_id, since)
  select id, clock_timestamp() from added where analysis_status <> 'pending' on conflict (item_id) do nothing;
  return null;
end $$;
revoke execute on function mark_new_items() from public;
create trigger mark_new after insert on items
  referencing new table as added for each statement execute function mark_new_items();
