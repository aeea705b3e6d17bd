-- A hub that verifies and then tells nothing, although the feed publishes, is not asked for ever.
alter table hub_subscriptions
  add column leased_at timestamptz,        -- when the hub last verified
  add column unannounced boolean not null default false, -- a fetch in this lease found what no push had announced
  add column silent_leases int not null default 0; -- leases in a row that had such a fetch and no push
update hub_subscriptions set leased_at = asked_at where state = 'active';
