-- How often a person wants a feed to be fetched; null is "as the site asks". Feeds are shared: the schedule takes the
-- shortest of its readers. When a subscription is removed and comes back, it has its interval as before.
alter table subscriptions add column own_interval_minutes real check (own_interval_minutes between 1 and 100000);
alter table removed_subscriptions add column own_interval_minutes real;
