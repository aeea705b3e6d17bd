-- What a person wants of their briefs, how a brief is divided, and the mails that carry briefs.

-- The headings of a brief: [{"kind": "folder", "name": "Marwick", "paragraphs": 2}, …], in the order of its paragraphs. Names
-- are stored because folders come and go. Older briefs have none.
alter table summaries add column sections jsonb not null default '[]' check (jsonb_typeof(sections) = 'array');

create table brief_settings (              -- no row: the defaults
  user_id uuid primary key references accounts.users on delete cascade,
  length text not null default 'normal' check (length in ('short', 'normal', 'long')),
  languages text[] not null default '{}',  -- only reports in these; none named: in all
  left_out uuid[] not null default '{}',   -- folders that stay out; a new folder is in
  loose boolean not null default true,     -- feeds in no folder are in
  by_mail boolean not null default false,
  updated_at timestamptz not null
);
alter table brief_settings enable row level security;
create policy worker on brief_settings to service_role using (true) with check (true);
create policy own on brief_settings to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on brief_settings to authenticated, service_role;

-- A mail to send, or sent. It is queued in the statement that ends a due brief, so a crash loses none.
create table brief_mails (
  brief_id uuid primary key references summaries on delete cascade,
  user_id uuid not null references accounts.users on delete cascade,
  queued_at timestamptz not null,
  attempts integer not null default 0,
  locked_until timestamptz,                -- a worker is sending it, or it is tried again then; null after the last attempt
  sent_at timestamptz,
  failure text check (failure in ('refused', 'unreachable'))
);
create index brief_mails_waiting on brief_mails (locked_until) where sent_at is null and locked_until is not null;
create index brief_mails_user on brief_mails (user_id);
alter table brief_mails enable row level security;
create policy worker on brief_mails to service_role using (true) with check (true);
create policy own on brief_mails for select to authenticated using (user_id = (select auth.uid()));
grant select on brief_mails to authenticated;
grant select, insert, update, delete on brief_mails to service_role;
