-- Stores a link that resets the password of this address. False where no local account has it.
create or replace function accounts.make_reset(address text, pass_hash bytea, at timestamptz, until timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  with made as (
    insert into accounts.one_time_tokens (token_hash, purpose, user_id, created_at, expires_at)
    select pass_hash, 'reset', u.id, at, until from accounts.users u
    where lower(u.email) = lower(address) and u.disabled_at is null and u.provider_id is null
    returning 1
  )
  select exists (select from made)
$$;
