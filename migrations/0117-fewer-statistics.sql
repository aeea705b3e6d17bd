-- ANALYZE unpacks the words of up to 30,000 items and counts them, 14 µs each, and 8 µs for the rest of an item. It ran whenever a tenth of a
-- table had changed: while a table grew to 13,000 items and autovacuum looked each second, some 200 µs for each new one. What words are
-- common changes slowly. A short lock; nothing is rewritten.
alter table items set (autovacuum_analyze_scale_factor = 0.4);
alter table item_index set (autovacuum_analyze_scale_factor = 0.4);
