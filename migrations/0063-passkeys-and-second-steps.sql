-- Passkeys, a second step after the password, and when the person behind a session last proved who they are.
create table accounts.passkeys (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  host text not null,                      -- the host it was made at: it works at no other
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,               -- SPKI
  algorithm integer not null check (algorithm in (-7, -8, -257)), -- ES256, EdDSA, RS256, as COSE numbers them
  sign_count bigint not null,              -- always 0 for passkeys that a provider synchronises
  transports text[] not null,
  is_synced boolean not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on accounts.passkeys (user_id);

-- No row: the password is enough.
create table accounts.second_steps (
  user_id uuid primary key references accounts.users on delete cascade,
  totp_secret bytea,                       -- sealed; null: no codes from an app
  totp_step bigint not null default 0,     -- of the last code that was taken: neither it nor an older one works again
  asks_passkey boolean not null,
  check (totp_secret is not null or asks_passkey)
);

create table accounts.recovery_codes (
  user_id uuid not null references accounts.second_steps on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Somebody who gave the right password and has not passed the second step.
create table accounts.begun_logins (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references accounts.users on delete cascade,
  expires_at timestamptz not null
);
create index begun_logins_user on accounts.begun_logins (user_id);

grant select, insert, update, delete on accounts.passkeys, accounts.second_steps, accounts.recovery_codes,
  accounts.begun_logins to service_role;

-- Null: at the login.
alter table accounts.sessions add column confirmed_at timestamptz;
