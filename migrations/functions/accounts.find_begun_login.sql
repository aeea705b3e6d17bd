-- Who has to pass the second step. Disabled accounts are not found.
create or replace function accounts.find_begun_login(hash bytea, at timestamptz) returns table (user_id uuid, email text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email from accounts.begun_logins l join accounts.users u on u.id = l.user_id
  where l.token_hash = hash and l.expires_at > at and u.disabled_at is null
$$;
