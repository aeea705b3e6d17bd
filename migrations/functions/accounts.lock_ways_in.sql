-- Until the end of the transaction nobody else changes how this person logs in: of two requests that remove one way each,
-- the second sees what the first has left.
create or replace function accounts.lock_ways_in(person uuid) returns void
language sql security definer set search_path = '' as $$
  select from accounts.users where id = person for update
$$;
