-- It answers with other columns now: the language of an outlet and the scores of its reports. The file in functions/ has it as it is.
drop function if exists rank_sources(text, timestamptz, uuid, integer, integer, integer, integer);
