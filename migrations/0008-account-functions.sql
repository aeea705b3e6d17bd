-- What the web may ask of the schema `accounts`: these questions and no others. It cannot read a table there, and a
-- person's transaction (role authenticated) cannot even name the schema. Times and limits are arguments.
alter table accounts.sessions
  add column id uuid not null default gen_random_uuid() unique, -- what a list may show: the hash stays inside
  add column tokens_expire_at timestamptz,                      -- null: no provider has to be asked again
  add column refresh_until timestamptz;                         -- one process asks the provider, until then

-- One's own events belong to one's own data. They are written by functions only.
create policy own on events for select to authenticated using (user_id = (select auth.uid()));
grant select on events to authenticated;

-- Registration ----------------------------------------------------------------------------------------------------

-- One transaction: the token is used up only with the account it opened. Of two at once one is 'taken' (L41).
create function accounts.register(
  person uuid, address text, hash text, provider text, pass_hash bytea, at timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare
  pass_purpose text;
begin
  if pass_hash is not null then
    update accounts.one_time_tokens set used_at = at
    where token_hash = pass_hash and purpose in ('setup', 'invite') and used_at is null and expires_at > at
    returning purpose into pass_purpose;
    if pass_purpose is null then return 'bad-token'; end if;
  end if;
  insert into accounts.users (id, email, password_hash, provider_id, operator, created_at, updated_at)
  values (person, address, hash, provider, pass_purpose is not distinct from 'setup', at, at);
  insert into public.events (id, user_id, event_type, created_at)
  values (gen_random_uuid(), person, 'user_registered', at);
  return 'registered';
exception when unique_violation then
  return 'taken';
end $$;

create function accounts.find_pass(pass_hash bytea, at timestamptz) returns table (purpose text, email text)
language sql stable security definer set search_path = '' as $$
  select t.purpose, t.email from accounts.one_time_tokens t
  where t.token_hash = pass_hash and t.used_at is null and t.expires_at > at
$$;

create function accounts.become_operator(person uuid, pass_hash bytea, at timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  with pass as (
    update accounts.one_time_tokens set used_at = at
    where token_hash = pass_hash and purpose = 'setup' and used_at is null and expires_at > at returning 1
  ), promoted as (
    update accounts.users set operator = true, updated_at = at where id = person and exists (select from pass) returning 1
  )
  select exists (select from promoted)
$$;

-- Passwords -------------------------------------------------------------------------------------------------------

create function accounts.find_credentials(address text) returns table (id uuid, email text, password_hash text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email, u.password_hash from accounts.users u
  where lower(u.email) = lower(address) and u.disabled_at is null
$$;

-- For people whose password another provider keeps, and who may have changed their email there.
create function accounts.recognise(person uuid, address text, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  is_disabled boolean;
begin
  update accounts.users set email = address, updated_at = case when email = address then updated_at else at end
  where id = person returning disabled_at is not null into is_disabled;
  return case when is_disabled is null then 'unknown' when is_disabled then 'disabled' else 'known' end;
exception when unique_violation then
  return 'taken';
end $$;

-- Whoever knew the old password is out: every session and every link that could set another one ends.
create function accounts.password_changed(person uuid, hash text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update accounts.users set password_hash = hash, updated_at = at where id = person;
  delete from accounts.sessions where user_id = person;
  delete from accounts.one_time_tokens where user_id = person and purpose = 'reset';
$$;

create function accounts.make_reset(address text, pass_hash bytea, at timestamptz, until timestamptz) returns boolean
language sql security definer set search_path = '' as $$
  with made as (
    insert into accounts.one_time_tokens (token_hash, purpose, user_id, created_at, expires_at)
    select pass_hash, 'reset', u.id, at, until from accounts.users u
    where lower(u.email) = lower(address) and u.disabled_at is null and u.provider_id is null
    returning 1
  )
  select exists (select from made)
$$;

create function accounts.use_reset(pass_hash bytea, hash text, at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from accounts.one_time_tokens
  where token_hash = pass_hash and purpose = 'reset' and used_at is null and expires_at > at
  returning user_id into person;
  if person is not null then perform accounts.password_changed(person, hash, at); end if;
  return person;
end $$;

-- Sessions --------------------------------------------------------------------------------------------------------

-- A new token replaces the one the visitor came with; beyond `sessions_max` the longest unseen go.
create function accounts.start_session(
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

-- Asked with every request of a person, so it writes at most once a minute.
create function accounts.find_session(session_hash bytea, at timestamptz, idle_since timestamptz)
returns table (id uuid, user_id uuid, email text, operator boolean, tokens_expire_at timestamptz)
language sql security definer set search_path = '' as $$
  update accounts.sessions s set last_seen_at = at
  where s.token_hash = session_hash and s.last_seen_at between idle_since and at - interval '1 minute'
    and s.expires_at > at;
  select s.id, u.id, u.email, u.operator, s.tokens_expire_at
  from accounts.sessions s join accounts.users u on u.id = s.user_id
  where s.token_hash = session_hash and s.last_seen_at >= idle_since and s.expires_at > at and u.disabled_at is null
$$;

create function accounts.list_sessions(person uuid, at timestamptz, idle_since timestamptz)
returns table (id uuid, user_agent text, address text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.id, s.user_agent, host(s.address), s.created_at, s.last_seen_at from accounts.sessions s
  where s.user_id = person and s.last_seen_at >= idle_since and s.expires_at > at
  order by s.last_seen_at desc, s.id
$$;

create function accounts.end_session(session_hash bytea) returns bytea
language sql security definer set search_path = '' as $$
  delete from accounts.sessions where token_hash = session_hash returning provider_tokens
$$;

create function accounts.end_session_of(person uuid, session_id uuid) returns boolean
language sql security definer set search_path = '' as $$
  with ended as (delete from accounts.sessions where user_id = person and id = session_id returning 1)
  select exists (select from ended)
$$;

create function accounts.end_other_sessions(person uuid, kept uuid) returns void
language sql security definer set search_path = '' as $$
  delete from accounts.sessions where user_id = person and id <> kept
$$;

-- Claim, ask the provider without a connection, save: the three steps of DECISIONS, with `refresh_until` as the fence.
create function accounts.claim_refresh(session_hash bytea, at timestamptz, fresh_at timestamptz, until timestamptz)
returns table (state text, tokens bytea) language sql security definer set search_path = '' as $$
  with claimed as (
    update accounts.sessions set refresh_until = until
    where token_hash = session_hash and tokens_expire_at <= fresh_at and (refresh_until is null or refresh_until <= at)
    returning provider_tokens
  )
  select 'claimed', provider_tokens from claimed
  union all
  select case when s.tokens_expire_at > fresh_at then 'fresh' else 'busy' end, null from accounts.sessions s
  where s.token_hash = session_hash and not exists (select from claimed)
$$;

-- Without tokens the claim is only given back: the provider did not answer.
create function accounts.save_refresh(
  session_hash bytea, claim timestamptz, new_tokens bytea, new_expiry timestamptz
) returns void language sql security definer set search_path = '' as $$
  update accounts.sessions set refresh_until = null, provider_tokens = coalesce(new_tokens, provider_tokens),
    tokens_expire_at = coalesce(new_expiry, tokens_expire_at)
  where token_hash = session_hash and refresh_until = claim
$$;

-- Throttles -------------------------------------------------------------------------------------------------------

-- A household has a whole /64 of IPv6; one address of it means nothing.
create function accounts.throttle_keys(purpose text, account text, address inet) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    purpose || ' account ' || account,
    purpose || ' address ' || host(network(set_masklen(address, case family(address) when 6 then 64 else 32 end)))
  ], null)
$$;

-- An account and the network its visitor comes from, counted by one upsert; in key order, so that two never deadlock.
create function accounts.count_attempt(purpose text, account text, address inet, at timestamptz, until timestamptz)
returns table (scope text, hits integer, resets_at timestamptz)
language sql security definer set search_path = '' as $$
  insert into accounts.throttles as t (key, hits, resets_at)
  select k, 1, until from unnest(accounts.throttle_keys(purpose, account, address)) k order by k
  on conflict (key) do update set
    hits = case when t.resets_at <= at then 1 else t.hits + 1 end,
    resets_at = case when t.resets_at <= at then excluded.resets_at else t.resets_at end
  returning split_part(t.key, ' ', 2), t.hits, t.resets_at
$$;

-- A right password was no guess.
create function accounts.forgive_attempt(purpose text, account text, address inet) returns void
language sql security definer set search_path = '' as $$
  delete from accounts.throttles where key = purpose || ' account ' || account;
  update accounts.throttles set hits = greatest(hits - 1, 0)
  where key = any(accounts.throttle_keys(purpose, account, address));
$$;

-- The end of an account -------------------------------------------------------------------------------------------

-- Everything of a person goes by cascade. A feed that nobody reads any more is marked deleted, as after unsubscribing
-- (the worker purges it). Lock order of notes/claim.md: hosts by key, then schedules, then feeds.
create function accounts.delete_person(person uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  read_feeds uuid[] := array(select feed_id from public.subscriptions where user_id = person);
begin
  perform from public.hosts h
  where h.key in (select s.host from public.feed_schedules s join public.feeds f on f.id = s.feed_id
    where s.feed_id = any(read_feeds) or f.owner_id = person)
  order by h.key for update;
  perform from public.feed_schedules s where s.feed_id = any(read_feeds) order by s.feed_id for update;
  perform from public.feeds f where f.id = any(read_feeds) order by f.id for update;

  delete from accounts.users where id = person;

  with unread as (
    update public.feeds f set deleted_at = at, updated_at = at
    where f.id = any(read_feeds) and not f.published and f.deleted_at is null
      and not exists (select from public.subscriptions s where s.feed_id = f.id)
    returning f.id
  )
  update public.feed_schedules s set runnable = false from unread u where s.feed_id = u.id;
end $$;

create function accounts.describe_person(person uuid)
returns table (email text, operator boolean, time_zone text, brief_at time, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.email, u.operator, u.time_zone, u.brief_at, u.created_at from accounts.users u where u.id = person
$$;

revoke execute on all functions in schema accounts from public;
grant usage on schema accounts to app_web;
grant execute on all functions in schema accounts to app_web, service_role;
