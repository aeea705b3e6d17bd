-- What we asked of the hubs that feeds name (WebSub): to tell us when a feed has something new. One row for each feed.
create table hub_subscriptions (
  feed_id uuid primary key references feeds on delete cascade,
  hub text not null check (octet_length(hub) <= 8192),
  topic text not null check (octet_length(topic) <= 8192),
  token text not null unique,              -- in the address that the hub calls; the secret is made from it
  state text not null check (state in ('wanted', 'asked', 'active', 'denied')),
  due_at timestamptz,                      -- when the hub is asked, or asked again; null: not any more
  attempts int not null default 0,         -- since the hub last verified
  asked_at timestamptz,
  lease_until timestamptz,                 -- as the hub promised when it verified
  pushed_at timestamptz,                   -- the last push with a right signature
  missed int not null default 0,           -- fetches in this lease that found what no push had announced
  note text check (length(note) <= 500),   -- the last thing that went wrong
  created_at timestamptz not null
);
create index hub_subscriptions_due on hub_subscriptions (due_at) where due_at is not null;

alter table hub_subscriptions enable row level security;
revoke all on hub_subscriptions from public, anon, authenticated;
create policy worker on hub_subscriptions to service_role using (true) with check (true);
grant select, insert, update, delete on hub_subscriptions to service_role;
