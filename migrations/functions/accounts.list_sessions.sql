-- A person's live sessions, newest first.
create or replace function accounts.list_sessions(person uuid, at timestamptz, idle_since timestamptz)
returns table (id uuid, user_agent text, address text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.id, s.user_agent, host(s.address), s.created_at, s.last_seen_at from accounts.sessions s
  where s.user_id = person and s.last_seen_at >= idle_since and s.expires_at > at
  order by s.last_seen_at desc, s.id
$$;
