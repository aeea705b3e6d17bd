-- Newsletters: feeds whose items come by mail. Each has a secret address of its own, and one reader.
create table newsletters (
  feed_id uuid primary key references feeds on delete cascade,
  token text not null unique check (token ~ '^[a-z2-7]{20}$'), -- what stands before MAIL_DOMAIN
  day date,                                -- the UTC day of the last mail, and how many came on it
  day_mails integer not null default 0,
  created_at timestamptz not null
);

-- Mails as they came, until the stage mails has made items of them.
create table incoming_mails (
  id uuid primary key,
  feed_id uuid not null references feeds on delete cascade,
  raw bytea not null,
  received_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null
);
create index incoming_mails_due on incoming_mails (due_at);
create index incoming_mails_feed on incoming_mails (feed_id);

-- What a mail says besides its text.
create table item_mails (
  item_id uuid primary key references items on delete cascade,
  unsubscribe text not null check (octet_length(unsubscribe) <= 4096)
);

-- Calls of POST /mail/in that were taken, for as long as their signature holds.
create table mail_calls (
  id text primary key check (length(id) <= 256),
  called_at timestamptz not null
);
create index mail_calls_called on mail_calls (called_at);

-- How far an IMAP mailbox was read. One process at a time reads it.
create table mailboxes (
  name text primary key,                   -- hash of server, user and folder
  uid_validity bigint,                     -- with another one, numbers start again
  last_uid bigint not null default 0,
  lease_until timestamptz not null default '-infinity'
);

alter table newsletters enable row level security;
alter table incoming_mails enable row level security;
alter table item_mails enable row level security;
alter table mail_calls enable row level security;
alter table mailboxes enable row level security;
create policy worker on newsletters to service_role using (true) with check (true);
create policy worker on incoming_mails to service_role using (true) with check (true);
create policy worker on item_mails to service_role using (true) with check (true);
create policy worker on mail_calls to service_role using (true) with check (true);
create policy worker on mailboxes to service_role using (true) with check (true);
create policy own on newsletters for select to authenticated
  using (feed_id = any(array(select feed_id from subscriptions)));
create policy subscribed on item_mails for select to authenticated
  using (exists (select from items i where i.id = item_id));
grant select, insert, update, delete on newsletters, incoming_mails, item_mails, mail_calls, mailboxes to service_role;
grant select (feed_id, token) on newsletters to authenticated;
grant select on item_mails to authenticated;
