-- A reader of a feed is told, where it is edited, whether the pages of its items are read.
grant select (full_text) on feeds to authenticated;
