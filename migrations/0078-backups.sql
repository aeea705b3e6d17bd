-- What was backed up, when, and whether it could be restored. One row for each try, the newest hundred are kept.
create table backups (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz,                    -- null: it runs, or its process was killed
  file text not null,                      -- on the machine in `host`
  host text not null,
  scheduled boolean not null,              -- false: by the command
  encrypted boolean not null,
  rows bigint,
  bytes bigint,
  checked text check (checked in ('restored', 'read', 'not')),
  error text                               -- null with ended_at: it went well
);
create index backups_started on backups (started_at);

alter table backups enable row level security;
revoke all on backups from public, anon, authenticated;
create policy worker on backups to service_role using (true) with check (true);
grant select, insert, update, delete on backups to service_role;
