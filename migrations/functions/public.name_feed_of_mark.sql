-- A mark knows the feed of its item. Statements that mark many say it themselves.
create or replace function public.name_feed_of_mark() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.feed_id := (select i.feed_id from public.items i where i.id = new.item_id);
  return new;
end $$;
