-- Setup links -----------------------------------------------------------------------------------------------------

-- A link that makes an operator works only while there is none. Who asks and then promotes holds this lock meanwhile, or of
-- two links used at once both would find no operator.
create function accounts.lock_setup() returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(7246005)
$$;

create function accounts.has_operator() returns boolean language sql stable set search_path = '' as $$
  select exists (select from accounts.users where operator and disabled_at is null)
$$;

-- Each start prints a link; the newest is the only one.
create function accounts.make_setup(pass_hash bytea, at timestamptz, until timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform accounts.lock_setup();
  if accounts.has_operator() then return false; end if;
  delete from accounts.one_time_tokens where purpose = 'setup';
  insert into accounts.one_time_tokens (token_hash, purpose, created_at, expires_at) values (pass_hash, 'setup', at, until);
  return true;
end $$;

-- However somebody became the operator, by a link or from the command line, no link is left for another one.
create function accounts.end_setup_links() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform accounts.lock_setup();
  delete from accounts.one_time_tokens where purpose = 'setup';
  return null;
end $$;
create trigger end_setup_links_of_new after insert on accounts.users
  for each row when (new.operator) execute function accounts.end_setup_links();
create trigger end_setup_links_of_promoted after update of operator on accounts.users
  for each row when (new.operator and not old.operator) execute function accounts.end_setup_links();

create or replace function accounts.register(
  person uuid, address text, hash text, provider text, pass_hash bytea, at timestamptz
) returns text language plpgsql security definer set search_path = '' as $$
declare
  pass_purpose text;
begin
  -- Where a provider keeps the passwords, it may know somebody who has not answered its mail, and send another.
  if exists (select from accounts.users where id = person) then return 'known'; end if;
  if pass_hash is not null then
    if exists (select from accounts.one_time_tokens where token_hash = pass_hash and purpose = 'setup') then
      perform accounts.lock_setup();
      if accounts.has_operator() then return 'bad-token'; end if;
    end if;
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

create or replace function accounts.find_pass(pass_hash bytea, at timestamptz) returns table (purpose text, email text)
language sql stable security definer set search_path = '' as $$
  select t.purpose, t.email from accounts.one_time_tokens t
  where t.token_hash = pass_hash and t.used_at is null and t.expires_at > at
    and (t.purpose <> 'setup' or not accounts.has_operator())
$$;

create or replace function accounts.become_operator(person uuid, pass_hash bytea, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform accounts.lock_setup();
  if accounts.has_operator() then return false; end if;
  update accounts.one_time_tokens set used_at = at
  where token_hash = pass_hash and purpose = 'setup' and used_at is null and expires_at > at;
  if not found then return false; end if;
  update accounts.users set operator = true, updated_at = at where id = person;
  return found;
end $$;

-- Throttles -------------------------------------------------------------------------------------------------------

-- Keys are short hashes made by the program with its own secret: there are about a million of them, so the table cannot
-- grow past that, and nobody can look for a name that shares a key with somebody else's.
alter table accounts.throttles add column next_at timestamptz; -- when the next guess of a stranger may be tried
drop function accounts.count_attempt(text, text, inet, timestamptz, timestamptz);
drop function accounts.forgive_attempt(text, text, inet);
drop function accounts.throttle_keys(text, text, inet);
delete from accounts.throttles;

create function accounts.count_attempt(throttle text, at timestamptz, until timestamptz)
returns table (hits integer, resets_at timestamptz) language sql security definer set search_path = '' as $$
  insert into accounts.throttles as t (key, hits, resets_at) values (throttle, 1, until)
  on conflict (key) do update set
    hits = case when t.resets_at <= at then 1 else t.hits + 1 end,
    resets_at = case when t.resets_at <= at then excluded.resets_at else t.resets_at end,
    next_at = case when t.resets_at <= at then null else t.next_at end
  returning t.hits, t.resets_at
$$;

-- One after the other, `pause` apart; null where the line is longer than `patience`.
create function accounts.take_turn(throttle text, at timestamptz, pause interval, patience interval) returns timestamptz
language sql security definer set search_path = '' as $$
  update accounts.throttles set next_at = greatest(coalesce(next_at, at), at) + pause
  where key = throttle and coalesce(next_at, at) <= at + patience
  returning next_at
$$;

-- A right password was no guess.
create function accounts.forgive_attempts(forgiven text[]) returns void
language sql security definer set search_path = '' as $$
  update accounts.throttles set hits = hits - 1 where key = any(forgiven) and hits > 0
$$;

-- A password that was reset -----------------------------------------------------------------------------------------

-- Who had the old password could have read or made secret addresses of feeds. They end, and their owner makes new ones.
alter table personal_feeds add column ended_at timestamptz;

create function accounts.password_reset(person uuid, hash text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  select accounts.password_changed(person, hash, at);
  update public.personal_feeds set ended_at = at,
    token_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  where user_id = person and ended_at is null;
$$;

create or replace function accounts.use_reset(pass_hash bytea, hash text, at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from accounts.one_time_tokens
  where token_hash = pass_hash and purpose = 'reset' and used_at is null and expires_at > at
  returning user_id into person;
  if person is not null then perform accounts.password_reset(person, hash, at); end if;
  return person;
end $$;

revoke execute on function accounts.lock_setup(), accounts.has_operator(), accounts.end_setup_links(),
  accounts.make_setup(bytea, timestamptz, timestamptz), accounts.count_attempt(text, timestamptz, timestamptz),
  accounts.take_turn(text, timestamptz, interval, interval), accounts.forgive_attempts(text[]),
  accounts.password_reset(uuid, text, timestamptz) from public;
grant execute on function accounts.make_setup(bytea, timestamptz, timestamptz) to service_role;
grant execute on function accounts.count_attempt(text, timestamptz, timestamptz),
  accounts.take_turn(text, timestamptz, interval, interval), accounts.forgive_attempts(text[]),
  accounts.password_reset(uuid, text, timestamptz) to app_web, service_role;
