-- Drops the partitions of fetch_logs for days (UTC) before this one and returns how many there were. Owner's rights and
-- lock timeout: as make_fetch_log_partitions.
create or replace function public.drop_fetch_log_partitions(before_day date) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' set timezone = 'UTC' as $$
declare
  name text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7246004);
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'fetch_logs'::regclass and c.relname ~ '^fetch_logs_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < before_day
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  delete from fetch_logs_default where started_at < before_day;
  return dropped;
end $$;
