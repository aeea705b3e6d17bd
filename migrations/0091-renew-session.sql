-- A proof of who somebody is gives their session another token, too: functions/accounts.renew_session.sql.
drop function if exists accounts.confirm_session(uuid, timestamptz);
