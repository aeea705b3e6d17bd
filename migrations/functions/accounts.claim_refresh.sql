-- Three steps refresh a provider's tokens: claim, ask the provider without holding a connection, save. refresh_until is
-- the fence: until then nobody else asks. Returns claimed with the tokens, fresh (somebody was faster) or busy.
create or replace function accounts.claim_refresh(session_hash bytea, at timestamptz, fresh_at timestamptz, until timestamptz)
returns table (state text, tokens bytea) language sql security definer set search_path = '' as $$
  with claimed as (
    update accounts.sessions set refresh_until = until
    where token_hash = session_hash and tokens_expire_at <= fresh_at and (refresh_until is null or refresh_until <= at)
    returning provider_tokens
  )
  select 'claimed', provider_tokens from claimed
  union all
  select case when s.tokens_expire_at > fresh_at then 'fresh' else 'busy' end, null from accounts.sessions s
  where s.token_hash = session_hash and not exists (select from claimed)
$$;
