-- Goes on with a session under another token, because more is trusted to it from now on: a copy of the old token must not
-- share in that. proved_at: the person has just proved who they are; null leaves the last proof. Returns when it ends, or
-- null where there is no such session.
create or replace function accounts.renew_session(session_hash bytea, new_hash bytea, proved_at timestamptz) returns timestamptz
language sql security definer set search_path = '' as $$
  update accounts.sessions set token_hash = new_hash, confirmed_at = coalesce(proved_at, confirmed_at)
  where token_hash = session_hash returning expires_at
$$;
