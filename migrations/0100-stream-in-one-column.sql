-- It returns one column instead of three; its file makes it again, or for the first time.
drop function if exists app_stream(jsonb, timestamptz);
