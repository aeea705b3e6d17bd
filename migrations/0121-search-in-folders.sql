-- A search in a folder looks through its feeds only: the functions take a list of feeds instead of one. Their files make them again.
drop function if exists search_newest(tsquery, uuid, timestamptz, uuid, integer);
drop function if exists search_items(tsquery, uuid, timestamptz, uuid, integer);
drop function if exists search_oldest_items(tsquery, uuid, timestamptz, uuid, integer);
