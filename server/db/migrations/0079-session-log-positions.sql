-- Adds the log position after the last write of a session, which reads of a standby wait for.

alter table sessions add column log_position bigint;
