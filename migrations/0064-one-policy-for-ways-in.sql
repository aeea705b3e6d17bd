-- Whether a way in may be removed is decided in one place, for passwords, passkeys and linked logins (src/accounts/ways-in.ts).
drop function if exists accounts.unlink_identity(uuid, uuid, text[], timestamptz);
