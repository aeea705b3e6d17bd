-- Logins at another server (OpenID Connect) that open an account here. The key is what that server promises never to give to
-- somebody else: its own address and its id of the person. An email address is only shown.
create table accounts.identities (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  issuer text not null check (length(issuer) between 1 and 2048),
  subject text not null check (length(subject) between 1 and 255),
  label text not null check (length(label) between 1 and 254), -- who one is there, to be recognised by the person
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject),
  unique (user_id, issuer)
);
grant select, insert, update, delete on accounts.identities to service_role;

-- What was used up, until it would have expired anyway: the state of a login at another server.
alter table accounts.one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table accounts.one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('setup', 'invite', 'reset', 'spent'));
