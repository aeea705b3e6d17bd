-- What somebody can prove who they are with before their account changes: a password, or how
-- long ago they proved it in this session: at the login, or since.
create or replace function accounts.find_proof(person uuid, session_hash bytea)
returns table (has_password boolean, logged_in_at timestamptz) language sql stable security definer set search_path = '' as $$
  select u.password_hash is not null or u.provider_id is not null,
    (select coalesce(s.confirmed_at, s.created_at) from accounts.sessions s where s.token_hash = session_hash and s.user_id = person)
  from accounts.users u where u.id = person
$$;
