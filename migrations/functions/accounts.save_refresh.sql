-- Saves what the provider answered, if the claim is still ours. Without tokens it only gives the claim back: the provider
-- did not answer.
create or replace function accounts.save_refresh(
  session_hash bytea, claim timestamptz, new_tokens bytea, new_expiry timestamptz
) returns void language sql security definer set search_path = '' as $$
  update accounts.sessions set refresh_until = null, provider_tokens = coalesce(new_tokens, provider_tokens),
    tokens_expire_at = coalesce(new_expiry, tokens_expire_at)
  where token_hash = session_hash and refresh_until = claim
$$;
