-- The person behind a session has just proved who they are.
create or replace function accounts.confirm_session(session_id uuid, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update accounts.sessions set confirmed_at = at where id = session_id
$$;
