-- Drops the list of server processes, which no released version has.

-- Processes of an unreleased version fail to write it until they are replaced.
drop table server_processes;
