-- Takes one attempt back from each key: a right password was no guess.
create or replace function accounts.forgive_attempts(forgiven text[]) returns void
language sql security definer set search_path = '' as $$
  update accounts.throttles set hits = hits - 1 where key = any(forgiven) and hits > 0
$$;
