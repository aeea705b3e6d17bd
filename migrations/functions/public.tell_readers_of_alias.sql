-- Trigger tell_readers on feed_aliases: web processes forget the document of a feed whose aliases changed.
create or replace function public.tell_readers_of_alias() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_published', told.id::text)
  from (select old.feed_id union select new.feed_id) told(id)
  where told.id is not null;
  return null;
end $$;
