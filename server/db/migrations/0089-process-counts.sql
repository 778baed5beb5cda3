-- Adds what each server process has counted since its start, as of its last heartbeat.

-- A process of the former version, during a rolling upgrade, stores none.
alter table server_processes add column counts jsonb not null default '{}';
