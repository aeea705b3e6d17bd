-- Uses up a secret that was given away without a row of its own. False where it was used before.
create or replace function accounts.spend_once(secret_hash bytea, at timestamptz, until timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  with spent as (
    insert into accounts.one_time_tokens (token_hash, purpose, created_at, expires_at, used_at)
    values (secret_hash, 'spent', at, until, at) on conflict do nothing returning 1
  )
  select exists (select from spent)
$$;
