-- Adds the job queue: a library creates its tables in a schema of their own (server/queue). Copies
-- of the database have its waiting jobs in `held_jobs`. The table `jobs` of due times is unused from
-- here on. It stays for processes of an earlier version, which run beside this one during a rolling
-- upgrade: a later version drops it.

-- Its owner may have created the schema for a role without the right to create schemas.
do $$ begin
  if to_regnamespace('flipside_jobs') is null then create schema flipside_jobs; end if;
end $$;
create table held_jobs (
  id uuid primary key,
  queue text not null,
  key text not null,
  payload jsonb,
  run_at timestamptz not null
);
