-- Trigger mark_awaited on items: items that a person had read in another reader are read here, too, from the moment they are saved.
create or replace function public.mark_awaited_items() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.awaited_marks) then return null; end if;
  with come as (
    delete from public.awaited_marks m using added a where a.feed_id = m.feed_id and a.hash = m.hash
    returning m.user_id, a.id, m.feed_id, m.read_at
  )
  insert into public.item_states as s (user_id, item_id, feed_id, read_at)
  select user_id, id, feed_id, read_at from come order by user_id, id
  on conflict (user_id, item_id) do update set read_at = coalesce(s.read_at, excluded.read_at);
  return null;
end $$;
