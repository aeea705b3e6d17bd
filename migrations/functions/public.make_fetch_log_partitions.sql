-- Creates the partitions of fetch_logs for these days (UTC) and returns how many were missing. Rows of such a day that the
-- default partition caught move into it. Runs with the owner's rights: partitions belong to the owner of the table, and the
-- worker may not create any. Gives up after two seconds behind a reader: everyone behind a waiting lock would wait too, and
-- the next attempt comes within the hour.
-- All rights to a new partition are revoked by name, because on Supabase the default privileges grant them by name. A day's
-- log is read through fetch_logs only.
create or replace function public.make_fetch_log_partitions(first_day date, last_day date) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' set timezone = 'UTC' as $$
declare
  day date;
  name text;
  made integer := 0;
begin
  if last_day - first_day > 31 then
    raise exception 'partitions for more than 31 days at once';
  end if;
  perform pg_advisory_xact_lock(7246004);
  for day in select generate_series(first_day, last_day, interval '1 day')::date loop
    name := 'fetch_logs_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('public.' || name) is not null;
    execute format('create table %I (like fetch_logs including defaults including constraints)', name);
    execute format('alter table %I enable row level security', name);
    execute format('revoke all on %I from public, anon, authenticated, service_role', name);
    lock table fetch_logs_default in access exclusive mode;
    execute format(
      'with moved as (delete from fetch_logs_default where started_at >= %L and started_at < %L returning *) insert into %I select * from moved',
      day, day + 1, name);
    -- Not "partition of", which locks the whole log against writers.
    execute format('alter table fetch_logs attach partition %I for values from (%L) to (%L)', name, day, day + 1);
    made := made + 1;
  end loop;
  return made;
end $$;
