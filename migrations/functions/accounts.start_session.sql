-- Starts a session. It replaces the one the visitor came with; beyond facts.sessionsMax those unseen for longest end.
create or replace function accounts.start_session(
  session_hash bytea, person uuid, facts jsonb, tokens bytea, at timestamptz
) returns void language sql security definer set search_path = '' as $$
  delete from accounts.sessions where token_hash = decode(facts ->> 'replaces', 'hex');
  delete from accounts.sessions where token_hash in (
    select token_hash from accounts.sessions where user_id = person
    order by last_seen_at desc offset (facts ->> 'sessionsMax')::integer - 1
  );
  insert into accounts.sessions
    (token_hash, user_id, provider_tokens, tokens_expire_at, user_agent, address, created_at, last_seen_at, expires_at)
  values (session_hash, person, tokens, (facts ->> 'tokensExpireAt')::timestamptz, facts ->> 'userAgent',
    (facts ->> 'address')::inet, at, at, (facts ->> 'expiresAt')::timestamptz);
  insert into public.events (id, user_id, event_type, created_at)
  select gen_random_uuid(), person, facts ->> 'event', at where facts ->> 'event' is not null;
$$;
