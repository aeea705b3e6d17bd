-- Whether this database was set up or upgraded later than now: then the clock is behind, like that of a small computer without a
-- battery before it has asked for the time, and what seems to lie in the future does not.
create or replace function public.is_clock_behind(at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.schema_migrations m where m.applied_at > at)
$$;
