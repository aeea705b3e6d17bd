-- Who may do what with every table and function of ours, by name. Each run of the migrations ends by bringing the database
-- to this list: on Supabase, default privileges give anon, authenticated and service_role everything that is made in
-- `public`, and `revoke … from public` takes none of that away.
--
-- A migration that makes a table or function, or grants something, adds it here; test/database/rights.test.ts says which
-- line is missing. `revoke all … from public` stands for what nobody but its owner may use.

grant execute on function accounts.become_operator(uuid, bytea, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.claim_refresh(bytea, timestamp with time zone, timestamp with time zone, timestamp
  with time zone) to app_web, service_role;
grant execute on function accounts.count_attempt(text, timestamp with time zone, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.delete_person(uuid, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.describe_person(uuid) to app_web, service_role;
grant execute on function accounts.end_other_sessions(uuid, uuid) to app_web, service_role;
grant execute on function accounts.end_session(bytea) to app_web, service_role;
grant execute on function accounts.end_session_of(uuid, uuid) to app_web, service_role;
revoke all on function accounts.end_setup_links() from public;
grant execute on function accounts.find_credentials(text) to app_web, service_role;
grant execute on function accounts.find_pass(bytea, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.find_session(bytea, timestamp with time zone, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.forgive_attempts(text[]) to app_web, service_role;
revoke all on function accounts.has_operator() from public;
grant execute on function accounts.list_sessions(uuid, timestamp with time zone, timestamp with time zone) to app_web, service_role;
revoke all on function accounts.lock_setup() from public;
grant execute on function accounts.make_reset(text, bytea, timestamp with time zone, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.make_setup(bytea, timestamp with time zone, timestamp with time zone) to service_role;
grant execute on function accounts.password_changed(uuid, text, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.password_reset(uuid, text, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.recognise(uuid, text, timestamp with time zone) to app_web, service_role;
revoke all on function accounts.record_event(uuid, text, jsonb, timestamp with time zone) from public;
grant execute on function accounts.register(uuid, text, text, text, bytea, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.save_refresh(bytea, timestamp with time zone, bytea, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.start_session(bytea, uuid, jsonb, bytea, timestamp with time zone) to app_web, service_role;
grant execute on function accounts.take_turn(text, timestamp with time zone, interval, interval) to app_web, service_role;
grant execute on function accounts.use_reset(bytea, text, timestamp with time zone) to app_web, service_role;
grant execute on function public.add_feed(jsonb, timestamp with time zone) to service_role;
grant execute on function public.change_subscription(uuid, text, jsonb, timestamp with time zone) to authenticated;
grant execute on function public.copy_item_states(uuid, uuid) to service_role;
grant execute on function public.count_unread(uuid[], integer) to authenticated;
grant execute on function public.delete_items(uuid, integer) to service_role;
grant execute on function public.drop_fetch_log_partitions(date) to service_role;
revoke all on function public.end_personal_feeds(uuid, timestamp with time zone) from public;
grant execute on function public.find_live_feed(text, uuid) to service_role;
grant execute on function public.find_personal_feed(bytea, timestamp with time zone) to app_web;
grant execute on function public.forget_fetches(uuid) to service_role;
revoke all on function public.lanes_of(jsonb, uuid) from public;
grant execute on function public.lock_lanes(text[]) to service_role;
grant execute on function public.make_fetch_log_partitions(date, date) to service_role;
revoke all on function public.mark_first_fetch() from public;
revoke all on function public.mark_items_of_subscription() from public;
revoke all on function public.mark_stale_item() from public;
grant execute on function public.my_brief_schedule() to authenticated;
grant execute on function public.next_brief(text, time without time zone, timestamp with time zone) to service_role;
grant execute on function public.place_feed(uuid, text, timestamp with time zone) to service_role;
grant execute on function public.plan_my_briefs(text, time without time zone, timestamp with time zone) to authenticated;
revoke all on function public.reads_already(text, uuid) from public;
revoke all on function public.release_feed(uuid, timestamp with time zone) from public;
revoke all on function public.renew_feed(uuid, bytea, timestamp with time zone) from public;
grant execute on function public.request_bounds(uuid, timestamp with time zone) to service_role;
grant execute on function public.request_fetch(uuid, timestamp with time zone, timestamp with time zone) to service_role;
grant execute on function public.restart_schedule(uuid, timestamp with time zone, timestamp with time zone) to service_role;
grant execute on function public.restore_subscription(uuid, timestamp with time zone) to authenticated;
grant execute on function public.retry_analyses(uuid[]) to service_role;
grant execute on function public.search_items(tsquery, uuid, timestamp with time zone, uuid, integer) to authenticated;
grant execute on function public.set_preferences(jsonb, text, timestamp with time zone) to authenticated;
grant execute on function public.subscribe(jsonb, integer, timestamp with time zone) to authenticated;
revoke all on function public.take_feed(uuid, jsonb, timestamp with time zone) from public;
grant execute on function public.tell_lanes(text[]) to service_role;
revoke all on function public.tell_of_fetch() from public;
revoke all on function public.tell_of_subscription() from public;
revoke all on function public.tell_readers_of_alias() from public;
revoke all on function public.tell_readers_of_feed() from public;
grant execute on function public.unsubscribe(uuid, timestamp with time zone) to authenticated;
grant execute on function public.update_runnable(uuid[]) to service_role;
grant execute on function public.want_page(uuid, timestamp with time zone) to authenticated;
grant usage on schema accounts to app_web, app_worker;
grant delete, insert, select, update on table accounts.one_time_tokens to service_role;
grant delete, insert, select, update on table accounts.sessions to service_role;
grant delete, insert, select, update on table accounts.throttles to service_role;
grant delete, insert, select, update on table accounts.users to service_role;
grant delete, insert, select, update on table public.ai_spend to service_role;
grant delete, insert, select, update on table public.alerts to service_role;
grant delete, insert, select, update on table public.cached_feeds to service_role;
grant select on table public.cached_feeds to anon;
grant delete, insert, select, update on table public.dead_letters to service_role;
grant delete, insert, select, update on table public.events to service_role;
grant insert, select on table public.events to authenticated;
grant delete, insert, select, update on table public.feed_aliases to service_role;
grant select on table public.feed_aliases to anon;
grant delete, insert, select, update on table public.feed_imports to authenticated, service_role;
grant delete, insert, select, update on table public.feed_schedules to service_role;
grant select (feed_id, fetch_started_at, fetch_status, next_run_at, queued_at, why_next) on table public.feed_schedules to authenticated;
grant delete, insert, select, update on table public.feeds to service_role;
grant select (adaptive, created_at, deleted_at, description, discovered, enabled, icon_url, id, interval_minutes,
  language, last_fetch_error, last_fetch_status, last_fetched_at, last_success_at, name, not_before, owner_id, polling,
  retry_count, site_url, suspended, title, url) on table public.feeds to authenticated;
grant select (deleted_at, description, enabled, id, language, name, owner_id, published, root_domain, site_url, title,
  url) on table public.feeds to anon;
grant delete, insert, select, update on table public.fetch_logs to service_role;
grant select (completed_at, created, decoded_bytes, discarded, duration_ms, error, failed, feed_id, http_status, id,
  outcome, started_at, status, unchanged, updated, wire_bytes) on table public.fetch_logs to authenticated;
grant delete, insert, select, update on table public.fetch_logs_default to service_role;
grant delete, insert, select, update on table public.filters to authenticated, service_role;
grant delete, insert, select, update on table public.folders to authenticated, service_role;
grant delete, insert, select, update on table public.item_index to service_role;
grant select on table public.item_index to authenticated;
grant delete, insert, select, update on table public.item_states to authenticated, service_role;
grant delete, insert, select, update on table public.item_versions to service_role;
grant select on table public.item_versions to authenticated;
grant delete, insert, select, update on table public.items to service_role;
grant select on table public.items to anon, authenticated;
grant delete, insert, select, update on table public.lanes to service_role;
grant delete, insert, select, update on table public.model_stops to service_role;
grant delete, insert, select, update on table public.personal_feeds to authenticated, service_role;
grant delete, insert, select, update on table public.removed_subscriptions to service_role;
grant select on table public.removed_subscriptions to authenticated;
grant delete, insert, select, update on table public.robots to service_role;
revoke all on table public.schema_migrations from public;
grant delete, insert, select, update on table public.stale_feeds to service_role;
grant delete, insert, select, update on table public.stale_items to service_role;
grant delete, insert, select, update on table public.story_signs to service_role;
grant delete, insert, select, update on table public.subscriptions to service_role;
grant select on table public.subscriptions to authenticated;
grant delete, insert, select, update on table public.summaries to service_role;
grant insert, select on table public.summaries to authenticated;
grant delete, insert, select, update on table public.summary_runs to authenticated, service_role;
grant delete, insert, select, update on table public.worker_heartbeats to service_role;
