-- Items wait for their analysis again as if they were new.
create or replace function public.retry_analyses(given uuid[]) returns void language sql volatile set search_path = '' as $$
  update public.items set analysis_status = 'pending', attempts = 0, analysis_error = null where id = any(given)
$$;
