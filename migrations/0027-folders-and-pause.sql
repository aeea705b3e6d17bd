-- A person may pause a feed: it is fetched only while somebody else reads it. When a subscription is removed and comes back,
-- it is paused as before.
alter table subscriptions add column paused_at timestamptz;
alter table removed_subscriptions add column paused_at timestamptz;

-- Pages tell a person that a feed has moved. The old addresses of feeds that others have of their own stay unseen.
create policy read on feed_aliases for select to authenticated using (feed_id in (
  select s.feed_id from subscriptions s where s.user_id = (select auth.uid())
));
grant select on feed_aliases to authenticated;

-- "Gone" is another thing to do about than "not a feed".
grant select (failure_class) on feeds to authenticated;

-- The export has the preferences too: migrations/functions/accounts.describe_person.sql.
drop function accounts.describe_person(uuid);
