-- Adds the server processes that use the database, with their heartbeats.

-- Sessions of the database do not show them: behind PgBouncer, processes share sessions.
create unlogged table server_processes (
  id uuid primary key,
  host text not null,
  pid integer not null,
  port integer not null,
  version text not null,
  commit text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  connections integer not null,
  idle_connections integer not null,
  waiting integer not null,
  pool_size integer not null
);
