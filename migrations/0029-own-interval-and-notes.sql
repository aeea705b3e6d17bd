-- How often a person wants a feed to be fetched; null is "as the site asks". Feeds are shared: the schedule takes the
-- shortest of its readers. When a subscription is removed and comes back, it has its interval as before.
alter table subscriptions add column own_interval_minutes real check (own_interval_minutes between 1 and 100000);
alter table removed_subscriptions add column own_interval_minutes real;

-- The page of a published feed has the address of its clean feed.
grant select (published) on feeds to authenticated;

-- Mails to people about feeds that have been broken for a week: one row for each reader and breakage. `broken_since` names
-- the breakage: when the feed last worked, or when the person added it if it never did.
create table feed_notes (
  user_id uuid not null references accounts.users on delete cascade,
  feed_id uuid not null references feeds on delete cascade,
  broken_since timestamptz not null,
  noted_at timestamptz not null,
  attempts integer not null default 0,
  -- When to try. Null while a worker sends it and after: if the worker dies, nobody knows whether the mail server took the
  -- mail, and it is not sent again.
  due_at timestamptz,
  sent_at timestamptz,
  primary key (user_id, feed_id, broken_since)
);
create index feed_notes_due on feed_notes (due_at) where due_at is not null;
create index feed_notes_feed on feed_notes (feed_id);
alter table feed_notes enable row level security;
create policy worker on feed_notes to service_role using (true) with check (true);
grant select, insert, update, delete on feed_notes to service_role;
