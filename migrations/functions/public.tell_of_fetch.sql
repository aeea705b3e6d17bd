-- Trigger tell_of_fetch on feeds: open pages hear which feeds were fetched. Once per statement, not per row: for a batch of
-- completed fetches this is 2 to 4 µs a feed, a trigger per row cost 6 to 9 and woke every web process for each. 200 ids stay
-- below the 8,000 bytes that a notification may have.
create or replace function public.tell_of_fetch() returns trigger language plpgsql as $$
begin
  perform pg_notify('plainwire_fetched', string_agg(fetched.id::text, ','))
  from (
    select n.id, row_number() over () / 200 as part from after_fetch n join before_fetch o on o.id = n.id
    where n.last_fetched_at is distinct from o.last_fetched_at
  ) fetched
  group by fetched.part;
  return null;
end $$;
