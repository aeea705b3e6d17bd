-- Passwords for apps. Made by the server, shown once, each for one protocol.
create table app_passwords (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  name text not null check (length(name) between 1 and 255),
  protocol text not null check (protocol in ('greader', 'fever', 'miniflux', 'api')),
  read_only boolean not null default false,
  plain_titles boolean not null default true,
  password_hash bytea not null unique check (octet_length(password_hash) = 32),
  -- Of what a Fever client sends, which is an MD5: sha256(md5 in hex of "email:password"). Only for that protocol.
  fever_hash bytea unique check (octet_length(fever_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  check ((protocol = 'fever') = (fever_hash is not null))
);
create index app_passwords_user on app_passwords (user_id);
alter table app_passwords enable row level security;
create policy worker on app_passwords to service_role using (true) with check (true);
create policy own on app_passwords to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, delete on app_passwords to authenticated;
grant select, insert, update, delete on app_passwords to service_role;
