-- The language of what an item is compared by. Read from its analysis, it unpacked some kilobytes for every item of every story that
-- a new one might join. Null for rows from before: their analysis is read, for the three days that they are kept. No row is rewritten.
alter table story_signs add column language text;
