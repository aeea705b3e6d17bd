-- Promise 6: a person never sees another person's rows, even if a WHERE is forgotten.
-- Every table is closed; what is listed here opens it. A test asks the catalogue that no table was forgotten.
do $$
declare
  t record;
begin
  for t in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') loop
    execute format('alter table %s enable row level security', t.name);
    execute format('revoke all on %s from public, anon, authenticated', t.name);
    if t.name::text <> 'schema_migrations' then
      execute format('grant select, insert, update, delete on %s to service_role', t.name);
      -- A policy, not BYPASSRLS: only a superuser may grant that, and managed servers have none.
      execute format('create policy worker on %s to service_role using (true) with check (true)', t.name);
    end if;
  end loop;
end $$;
grant usage on schema public to anon, authenticated, service_role;

-- Published: what the operator added. `/rss` and `/api` read as anon.
create policy published on feeds for select to anon
  using (published and enabled and deleted_at is null and owner_id is null);
create policy published on feed_aliases for select to anon
  using (feed_id = any(array(select id from feeds)));
create policy published on items for select to anon
  using (feed_id = any(array(select id from feeds)));
create policy published on cached_feeds for select to anon
  using (id = any(array(select id from feeds)));
grant select (id, url, root_domain, title, name, site_url, description, language, published, enabled, deleted_at, owner_id) on feeds to anon;
grant select on feed_aliases, items, cached_feeds to anon;

-- A person: their own rows, and shared rows through their subscriptions. `= any(array(select …))` and not
-- `exists`, which was 30 times slower (notes/web.md §4).
create policy own on subscriptions for select to authenticated using (user_id = (select auth.uid()));
create policy own on item_states to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy own on summaries for select to authenticated using (user_id = (select auth.uid()));
create policy own on personal_feeds to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy own on filters to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy subscribed on feeds for select to authenticated
  using (id = any(array(select feed_id from subscriptions)));
create policy subscribed on feed_schedules for select to authenticated
  using (feed_id = any(array(select feed_id from subscriptions)));
create policy subscribed on items for select to authenticated
  using (feed_id = any(array(select feed_id from subscriptions)));
create policy subscribed on item_versions for select to authenticated
  using (item_id = any(array(select id from items)));
create policy subscribed on fetch_logs for select to authenticated
  using (feed_id = any(array(select feed_id from subscriptions)));

grant select on subscriptions, summaries, items, item_versions to authenticated;
grant select, insert, update, delete on item_states, personal_feeds, filters to authenticated;
grant select (id, url, owner_id, name, title, site_url, description, language, icon_url, discovered, adaptive, interval_minutes,
  polling, enabled, last_fetch_status, last_fetch_error, last_fetched_at, last_success_at, retry_count, not_before, suspended,
  created_at, deleted_at) on feeds to authenticated;
grant select (feed_id, next_run_at, fetch_status, queued_at, fetch_started_at, why_next) on feed_schedules to authenticated;
grant select (id, feed_id, started_at, completed_at, duration_ms, outcome, status, http_status, error, wire_bytes, decoded_bytes,
  created, updated, unchanged, discarded, failed) on fetch_logs to authenticated;
