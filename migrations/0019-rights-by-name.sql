-- On Supabase, default privileges grant every table and function made in `public` to anon, authenticated and service_role by
-- name. What earlier migrations left open by that is closed by rights.sql, which is applied after every run; what is made
-- while the server runs has to be closed here: a day's log is reached through fetch_logs alone.
create or replace function make_fetch_log_partitions(first_day date, last_day date) returns integer
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

-- Triggers run whatever the rights of their function are; nobody has to call one.
revoke execute on function tell_readers_of_feed(), tell_readers_of_alias(), tell_of_fetch(), tell_of_subscription(),
  mark_stale_item(), mark_items_of_subscription() from public;
