-- Nobody ever read it: every lane keeps FETCHER_DOMAIN_DELAY, and what a server asks for beyond is in free_at.
alter table hosts drop column delay;
