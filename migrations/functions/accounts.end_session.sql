-- Ends a session by its token. Returns the provider's tokens, which have to be revoked there too.
create or replace function accounts.end_session(session_hash bytea) returns bytea
language sql security definer set search_path = '' as $$
  delete from accounts.sessions where token_hash = session_hash returning provider_tokens
$$;
