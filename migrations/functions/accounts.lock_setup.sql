-- Held by everything that checks for an operator and then makes one. Otherwise two setup links used at once would both
-- find none.
create or replace function accounts.lock_setup() returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(7246005)
$$;
