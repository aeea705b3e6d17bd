-- The person behind a session. Called with every request of a person, so it notes "last seen" at most once a minute.
create or replace function accounts.find_session(session_hash bytea, at timestamptz, idle_since timestamptz)
returns table (id uuid, user_id uuid, email text, operator boolean, tokens_expire_at timestamptz, time_zone text,
  preferences jsonb)
language sql security definer set search_path = '' as $$
  update accounts.sessions s set last_seen_at = at
  where s.token_hash = session_hash and s.last_seen_at between idle_since and at - interval '1 minute'
    and s.expires_at > at;
  select s.id, u.id, u.email, u.operator, s.tokens_expire_at, u.time_zone, u.preferences
  from accounts.sessions s join accounts.users u on u.id = s.user_id
  where s.token_hash = session_hash and s.last_seen_at >= idle_since and s.expires_at > at and u.disabled_at is null
$$;
