-- What a login is checked against. Disabled accounts are not found.
create or replace function accounts.find_credentials(address text) returns table (id uuid, email text, password_hash text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email, u.password_hash from accounts.users u
  where lower(u.email) = lower(address) and u.disabled_at is null
$$;
